/// A date of the Gregorian calendar, without a time and without a zone.
///
/// Dates from text or from numbers lie in the years 1 to 9999. Arithmetic may leave them, so that
/// the day after the last one that can be read is no trap.
public struct LocalDate: Sendable, Hashable {
    /// Days since 1970-01-01; negative before.
    public let dayNumber: Int

    /// The date so many days after 1970-01-01.
    public init(dayNumber: Int) {
        self.dayNumber = dayNumber
    }

    /// The date with this year (1 to 9999), month (1 to 12) and day; `nil` where there is none.
    public init?(year: Int, month: Int, day: Int) {
        guard year >= 1, year <= 9999, month >= 1, month <= 12,
            day >= 1, day <= Self.days(inMonth: month, year: year)
        else { return nil }
        self.init(dayNumber: Self.dayNumber(year: year, month: month, day: day))
    }

    /// The year, the month (1 to 12) and the day (1 to 31).
    public var components: (year: Int, month: Int, day: Int) {
        // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days: years
        // begin in March, so that the leap day is a year's last.
        let shifted = dayNumber + 719_468
        let era = Self.floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The day of the week.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        let index = dayNumber + 3 - Self.floorDivide(dayNumber + 3, 7) * 7
        return Weekday.allCases[index]
    }

    /// The date `days` later, or earlier for a negative number.
    public func adding(days: Int) -> LocalDate {
        LocalDate(dayNumber: dayNumber + days)
    }

    /// The same day `months` later or earlier; the month's last day where it has no such day.
    public func adding(months: Int) -> LocalDate {
        let (year, month, day) = components
        let total = year * 12 + month - 1 + months
        let newYear = Self.floorDivide(total, 12)
        let newMonth = total - newYear * 12 + 1
        let newDay = min(day, Self.days(inMonth: newMonth, year: newYear))
        return LocalDate(
            dayNumber: Self.dayNumber(year: newYear, month: newMonth, day: newDay))
    }

    /// Days from `other` to this date; negative where this date is earlier.
    public func days(since other: LocalDate) -> Int {
        dayNumber - other.dayNumber
    }

    init(secondsSince1970 seconds: Int64) {
        let day = seconds / 86_400
        self.init(dayNumber: Int(seconds % 86_400 < 0 ? day - 1 : day))
    }

    private static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        // Howard Hinnant, days_from_civil.
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = floorDivide(shiftedYear, 400)
        let yearOfEra = shiftedYear - era * 400
        let shiftedMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
    }
}

extension LocalDate: Strideable {
    /// Days from this date to `other`.
    public func distance(to other: LocalDate) -> Int {
        other.dayNumber - dayNumber
    }

    /// The date `distance` days later.
    public func advanced(by distance: Int) -> LocalDate {
        adding(days: distance)
    }

    /// Earlier dates come first.
    public static func < (left: LocalDate, right: LocalDate) -> Bool {
        left.dayNumber < right.dayNumber
    }
}

extension LocalDate: CustomStringConvertible {
    /// Reads "YYYY-MM-DD"; `nil` for anything else and for dates that don't exist.
    public init?(iso text: String) {
        var reader = TimeTextReader(text)
        guard let date = LocalDate(reading: &reader), reader.isAtEnd else { return nil }
        self = date
    }

    /// "YYYY-MM-DD". Years that can't be read have a sign in front ("+10000-01-01").
    public var iso: String {
        let (year, month, day) = components
        let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
        let digits = zeroPadded(abs(year), width: 4)
        return "\(sign)\(digits)-\(zeroPadded(month, width: 2))-\(zeroPadded(day, width: 2))"
    }

    /// The same as ``iso``.
    public var description: String { iso }

    init?(reading reader: inout TimeTextReader) {
        guard let year = reader.digits(4), reader.take("-"),
            let month = reader.digits(2), reader.take("-"),
            let day = reader.digits(2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}
