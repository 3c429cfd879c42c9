package import CremaDomain

/// The rule at the end of a TZif file: a TZ string as POSIX defines it (Base Definitions, 8.3) with
/// the longer times of RFC 8536, 3.3.1, such as "CET-1CEST,M3.5.0,M10.5.0/3".
package struct PosixZoneRule {
    /// The summer half of a rule.
    struct Daylight {
        let offset: ZoneOffset
        let starts: PosixMoment
        let ends: PosixMoment
    }

    let standard: ZoneOffset
    let daylight: Daylight?

    /// `nil` where the text isn't such a string, and where it has a summer time without dates.
    package init?(_ text: String) {
        var reader = PosixReader(text)
        guard let name = reader.name(), let west = reader.time(mostHours: 24) else { return nil }
        standard = ZoneOffset(seconds: -west, isDaylight: false, abbreviation: name)
        if reader.isAtEnd {
            daylight = nil
            return
        }
        guard let daylightName = reader.name() else { return nil }
        var seconds = 3600 - west
        if !reader.isNext(",") {
            guard let daylightWest = reader.time(mostHours: 24) else { return nil }
            seconds = -daylightWest
        }
        guard reader.take(","), let starts = PosixMoment(&reader), reader.take(","),
            let ends = PosixMoment(&reader), reader.isAtEnd
        else { return nil }
        let offset = ZoneOffset(seconds: seconds, isDaylight: true, abbreviation: daylightName)
        daylight = Daylight(offset: offset, starts: starts, ends: ends)
    }

    /// What the rule makes of these years, earliest first; empty without a summer time.
    ///
    /// Summer time all year is a rule whose end is the next year's start: then there is one
    /// transition, into it.
    package func transitions(years: ClosedRange<Int>) -> [ZoneTransition] {
        guard let daylight else { return [] }
        var moves: [ZoneTransition] = []
        for year in years {
            let starts = daylight.starts.wallSeconds(in: year) - Int64(standard.seconds)
            let ends = daylight.ends.wallSeconds(in: year) - Int64(daylight.offset.seconds)
            moves.append(
                ZoneTransition(at: Timestamp(seconds: starts), offset: daylight.offset))
            moves.append(ZoneTransition(at: Timestamp(seconds: ends), offset: standard))
        }
        moves.sort { left, right in
            // Of two at once the start comes last and wins.
            left.at != right.at
                ? left.at < right.at : right.offset.isDaylight && !left.offset.isDaylight
        }
        var transitions: [ZoneTransition] = []
        for move in moves {
            if transitions.last?.at == move.at { transitions.removeLast() }
            if transitions.last?.offset != move.offset { transitions.append(move) }
        }
        return transitions
    }
}

/// A moment of each year by the wall clock: "M3.5.0/2", "J60", "59/0".
struct PosixMoment {
    private enum Day {
        /// 1 to 365, the leap day never counted.
        case julian(Int)
        /// 0 to 365, the leap day counted.
        case ordinal(Int)
        /// The week 1 to 5, 5 for the last, of a month on which a weekday (0 for Sunday) falls.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    private let day: Day
    private let seconds: Int

    init?(_ reader: inout PosixReader) {
        if reader.take("J") {
            guard let number = reader.number(1...365) else { return nil }
            day = .julian(number)
        } else if reader.take("M") {
            guard let month = reader.number(1...12), reader.take("."),
                let week = reader.number(1...5), reader.take("."),
                let weekday = reader.number(0...6)
            else { return nil }
            day = .weekday(month: month, week: week, weekday: weekday)
        } else {
            guard let number = reader.number(0...365) else { return nil }
            day = .ordinal(number)
        }
        if reader.take("/") {
            guard let time = reader.time(mostHours: 167) else { return nil }
            seconds = time
        } else {
            seconds = 2 * 3600
        }
    }

    /// Seconds by the wall clock since 1970.
    func wallSeconds(in year: Int) -> Int64 {
        Int64(dayNumber(in: year)) * 86_400 + Int64(seconds)
    }

    private func dayNumber(in year: Int) -> Int {
        switch day {
        case .ordinal(let number): return first(of: 1, year) + number
        case .julian(let number):
            let isLeap = first(of: 3, year) - first(of: 2, year) == 29
            return first(of: 1, year) + number - 1 + (isLeap && number >= 60 ? 1 : 0)
        case .weekday(let month, let week, let weekday):
            let start = first(of: month, year)
            let end = month == 12 ? start + 31 : first(of: month + 1, year)
            let startsOn = LocalDate(dayNumber: start).weekday.rawValue % 7
            let number = start + (weekday - startsOn + 7) % 7 + (week - 1) * 7
            return number < end ? number : number - 7
        }
    }

    /// The number of a month's first day.
    private func first(of month: Int, _ year: Int) -> Int {
        LocalDate(dayNumber: 0).adding(months: (year - 1970) * 12 + month - 1).dayNumber
    }
}

/// Reads the parts of a TZ string.
struct PosixReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { index == bytes.count }

    func isNext(_ character: Unicode.Scalar) -> Bool {
        !isAtEnd && UInt32(bytes[index]) == character.value
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard isNext(character) else { return false }
        index += 1
        return true
    }

    /// Three letters or more, or anything of letters, digits and signs between "<" and ">".
    mutating func name() -> String? {
        let isQuoted = take("<")
        let start = index
        while !isAtEnd, isName(bytes[index], isQuoted) { index += 1 }
        let name = bytes[start..<index]
        guard name.count >= 3, name.count <= 16, !isQuoted || take(">") else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// A number of one to three digits.
    mutating func number(_ range: ClosedRange<Int>) -> Int? {
        var value = 0
        let start = index
        while !isAtEnd, bytes[index] >= 0x30, bytes[index] <= 0x39, index - start < 4 {
            value = value * 10 + Int(bytes[index] - 0x30)
            index += 1
        }
        guard index > start, index - start <= 3, range.contains(value) else { return nil }
        return value
    }

    /// Seconds of "[+-]h[h][:mm[:ss]]".
    mutating func time(mostHours: Int) -> Int? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = number(0...mostHours) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where take(":") {
            guard let value = number(0...59) else { return nil }
            seconds += value * unit
        }
        return isNegative ? -seconds : seconds
    }

    private func isName(_ byte: UInt8, _ isQuoted: Bool) -> Bool {
        let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
        let isDigit = byte >= 0x30 && byte <= 0x39
        let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
        return isLetter || isQuoted && (isDigit || isSign)
    }
}
