package import CremaDomain

/// Why a file isn't the zone it should be.
package enum TZifError: Error, Sendable, Hashable {
    /// It doesn't begin as a TZif file does.
    case notTZif
    /// It has only the 32-bit block of version 1, or a version nobody has defined yet.
    case unsupportedVersion(UInt8)
    /// It ends too early, or goes on after its end.
    case wrongLength
    /// A count in the header contradicts another one or is absurd.
    case badCounts
    /// It counts leap seconds ("right/…"), which instants here don't.
    case leapSeconds
    /// A transition isn't later than the one before, or after the year 9999.
    case badTransition(index: Int)
    /// A local time type has an offset of 26 hours or more, or an unknown flag or name.
    case badLocalTimeType(index: Int)
    /// The rule for the time after the last transition can't be read.
    case badFooter(String)
    /// The rule contradicts the last transition.
    case inconsistentFooter(String)
}

/// A compiled zone of the tz database: RFC 8536, "The Time Zone Information Format", versions 2 to
/// 4, of which the 64-bit block and the footer are used.
package enum TZif {
    /// The rule in the footer is written out up to the end of this year.
    package static let lastYear = 2100

    /// The most bytes a file may have; real ones stay under 4 KiB.
    package static let longestFile = 131_072

    /// The rules in a file's bytes.
    package static func rules(of id: ZoneID, bytes: [UInt8]) throws(TZifError) -> ZoneRules {
        guard bytes.count <= longestFile else { throw .wrongLength }
        var reader = TZifReader(bytes)
        let oldHeader = try TZifHeader(&reader)
        try reader.skip(oldHeader.blockLength(timeSize: 4))
        let header = try TZifHeader(&reader)
        guard header.version == oldHeader.version else { throw .notTZif }
        guard header.leapCount == 0 else { throw .leapSeconds }
        let block = try TZifBlock(&reader, header)
        let footer = try Self.footer(&reader)
        let transitions = try block.transitions + continuation(of: block, by: footer)
        do throws(ZoneRulesError) {
            return try ZoneRules(id: id, initial: block.initial, transitions: transitions)
        } catch {
            switch error {
            case .unsorted(let index): throw .badTransition(index: index)
            // The block's offsets were checked when they were read; so it is the footer's.
            case .offsetOutOfRange: throw .badFooter(footer)
            }
        }
    }

    private static func footer(_ reader: inout TZifReader) throws(TZifError) -> String {
        let newline = UInt8(ascii: "\n")
        let rest = try reader.take(reader.remaining)
        guard rest.count >= 2, rest.first == newline, rest.last == newline else {
            throw .wrongLength
        }
        let text = String(decoding: rest.dropFirst().dropLast(), as: UTF8.self)
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .badFooter(text) }
        return text
    }

    /// The transitions that the footer's rule adds after the block's last one.
    private static func continuation(
        of block: TZifBlock, by footer: String
    ) throws(TZifError) -> [ZoneTransition] {
        // An empty footer says nothing about the time after; the last offset stays.
        if footer.isEmpty { return [] }
        guard let rule = PosixZoneRule(footer) else { throw .badFooter(footer) }
        guard let last = block.last else {
            guard rule.daylight != nil || rule.standard.seconds == block.initial.seconds else {
                throw .inconsistentFooter(footer)
            }
            return rule.transitions(years: 1900...lastYear)
        }
        let year = LocalDate(dayNumber: Int(last.at.seconds / 86_400)).components.year
        // The rule of the year before says what holds at the last transition (RFC 8536, 3.3).
        let expected = rule.transitions(years: year - 1...max(year, lastYear))
        let held = expected.last { $0.at <= last.at }?.offset ?? rule.standard
        guard held == last.offset else { throw .inconsistentFooter(footer) }
        return expected.filter { $0.at > last.at }
    }
}

/// The counts that stand before a block.
struct TZifHeader {
    let version: UInt8
    let universalCount: Int
    let standardCount: Int
    let leapCount: Int
    let transitionCount: Int
    let typeCount: Int
    let nameLength: Int

    init(_ reader: inout TZifReader) throws(TZifError) {
        guard reader.remaining >= 44 else { throw .notTZif }
        guard try reader.take(4).elementsEqual("TZif".utf8) else { throw .notTZif }
        version = try reader.byte()
        guard version >= UInt8(ascii: "2"), version <= UInt8(ascii: "4") else {
            throw .unsupportedVersion(version)
        }
        try reader.skip(15)
        universalCount = try reader.integer(4)
        standardCount = try reader.integer(4)
        leapCount = try reader.integer(4)
        transitionCount = try reader.integer(4)
        typeCount = try reader.integer(4)
        nameLength = try reader.integer(4)
        let counts = [
            universalCount, standardCount, leapCount, transitionCount, typeCount, nameLength,
        ]
        guard counts.allSatisfy({ $0 >= 0 && $0 <= TZif.longestFile }) else { throw .badCounts }
    }

    /// Bytes of the block after this header.
    func blockLength(timeSize: Int) -> Int {
        transitionCount * (timeSize + 1) + typeCount * 6 + nameLength
            + leapCount * (timeSize + 4) + standardCount + universalCount
    }
}

/// The 64-bit block: the transitions and the kinds of local time between them.
struct TZifBlock {
    /// What holds before the first transition.
    let initial: ZoneOffset
    /// The transitions that change something. Those before the year 1 (some files begin with the
    /// Big Bang) only say what holds at first; many files end with one in 2038 that changes
    /// nothing.
    let transitions: [ZoneTransition]
    /// The file's last transition, whether it changes something or not: the footer's rule holds
    /// after it.
    let last: ZoneTransition?

    init(_ reader: inout TZifReader, _ header: TZifHeader) throws(TZifError) {
        guard header.typeCount >= 1, header.typeCount <= 256, header.nameLength >= 1,
            header.universalCount == 0 || header.universalCount == header.typeCount,
            header.standardCount == 0 || header.standardCount == header.typeCount
        else { throw .badCounts }
        guard header.blockLength(timeSize: 8) <= reader.remaining else { throw .wrongLength }
        var times: [Int64] = []
        for _ in 0..<header.transitionCount { times.append(Int64(try reader.integer(8))) }
        let typeIndices = Array(try reader.take(header.transitionCount))
        let records = Array(try reader.take(header.typeCount * 6))
        let names = Array(try reader.take(header.nameLength))
        // Whether a rule was written in standard or universal time is of no use after compiling.
        try reader.skip(header.standardCount + header.universalCount)

        var types: [ZoneOffset] = []
        for index in 0..<header.typeCount {
            types.append(try Self.type(index, records, names))
        }
        let moves = try Self.moves(times, typeIndices, types)
        let inRange = moves.filter { $0.at >= .earliest }
        let start = moves.last { $0.at < .earliest }?.offset ?? types[0]
        initial = start
        transitions = inRange.enumerated().compactMap { index, move in
            move.offset == (index == 0 ? start : inRange[index - 1].offset) ? nil : move
        }
        last = inRange.last
    }

    private static func type(
        _ index: Int, _ records: [UInt8], _ names: [UInt8]
    ) throws(TZifError) -> ZoneOffset {
        var record = TZifReader(Array(records[index * 6..<index * 6 + 6]))
        let seconds = try record.integer(4)
        let isDaylight = try record.byte()
        let nameStart = Int(try record.byte())
        guard abs(seconds) < 26 * 3600, isDaylight <= 1, nameStart < names.count,
            let nameEnd = names[nameStart...].firstIndex(of: 0)
        else { throw .badLocalTimeType(index: index) }
        let name = names[nameStart..<nameEnd]
        guard name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .badLocalTimeType(index: index)
        }
        return ZoneOffset(
            seconds: seconds, isDaylight: isDaylight == 1,
            abbreviation: String(decoding: name, as: UTF8.self))
    }

    /// All transitions of the file; those earlier than the calendar reaches are at its beginning.
    private static func moves(
        _ times: [Int64], _ typeIndices: [UInt8], _ types: [ZoneOffset]
    ) throws(TZifError) -> [ZoneTransition] {
        var moves: [ZoneTransition] = []
        for (index, time) in times.enumerated() {
            guard index == 0 || times[index - 1] < time, time <= Timestamp.latest.seconds else {
                throw .badTransition(index: index)
            }
            let type = Int(typeIndices[index])
            guard type < types.count else { throw .badLocalTimeType(index: type) }
            let seconds = max(time, Timestamp.earliest.seconds - 1)
            moves.append(ZoneTransition(at: Timestamp(seconds: seconds), offset: types[type]))
        }
        return moves
    }
}

/// Big-endian numbers from bytes.
struct TZifReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var remaining: Int { bytes.count - index }

    mutating func take(_ count: Int) throws(TZifError) -> ArraySlice<UInt8> {
        guard count <= remaining else { throw .wrongLength }
        index += count
        return bytes[index - count..<index]
    }

    mutating func skip(_ count: Int) throws(TZifError) {
        _ = try take(count)
    }

    mutating func byte() throws(TZifError) -> UInt8 {
        let taken = try take(1)
        return taken[taken.startIndex]
    }

    /// A signed number of four or eight bytes.
    mutating func integer(_ size: Int) throws(TZifError) -> Int {
        var value: UInt64 = 0
        for byte in try take(size) { value = value << 8 | UInt64(byte) }
        return size == 4
            ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(truncatingIfNeeded: value))
    }
}
