/// Why opening hours are refused, and which field is to blame.
public struct HoursError: Error, Sendable, Hashable {
    /// What is wrong with the field.
    public enum Reason: Sendable, Hashable {
        /// It shares time with this other field.
        case overlaps(with: String)
        /// It holds more than `limit` entries.
        case tooMany(limit: Int)
        /// It speaks of a date that an earlier exception speaks of.
        case duplicateDate
        /// It lies outside of what it may be.
        case outOfRange
    }

    /// The field's path: "weekly.friday[1]", "exceptions[3].intervals[0]", "dayStartsAt".
    public let field: String

    /// What is wrong with it.
    public let reason: Reason

    /// An error of one field.
    public init(field: String, reason: Reason) {
        self.field = field
        self.reason = reason
    }
}

/// The hours of an ordinary week: for each weekday, the intervals that begin on it.
///
/// No two intervals share a minute, also not over midnight or from Sunday to Monday; they may
/// touch. This is checked by the wall clock, as the owner wrote it.
public struct WeeklyHours: Sendable, Hashable {
    /// The most intervals a day may have.
    public static let intervalsPerDayLimit = 8

    /// Monday's intervals first; each day's in order of opening.
    private let days: [[OpenInterval]]

    /// A week from its intervals in any order; a weekday left out is closed.
    ///
    /// Throws where two overlap (the field is the later one's, with its index as given) and where
    /// a day has too many.
    public init(_ intervals: [Weekday: [OpenInterval]]) throws(HoursError) {
        var sorted: [[NamedInterval]] = []
        for weekday in Weekday.allCases {
            let field = "weekly.\(weekday.name)"
            sorted.append(try NamedInterval.sorted(intervals[weekday] ?? [], field: field))
        }
        for (index, day) in sorted.enumerated() {
            let next = sorted[(index + 1) % sorted.count]
            try NamedInterval.checkMidnight(between: day, and: next)
        }
        days = sorted.map { day in day.map { $0.interval } }
    }

    private init(trusted days: [[OpenInterval]]) {
        self.days = days
    }

    /// Open around the clock.
    public static let alwaysOpen = WeeklyHours(
        trusted: Weekday.allCases.map { _ in [.wholeDay] })

    /// Never open, until an exception says so.
    public static let closed = WeeklyHours(trusted: Weekday.allCases.map { _ in [] })

    /// The intervals that begin on `weekday`, earliest first; empty where it is closed.
    public subscript(weekday: Weekday) -> [OpenInterval] {
        days[weekday.rawValue - 1]
    }
}

/// An interval with the name of the field it came from, for errors.
struct NamedInterval {
    let interval: OpenInterval
    let field: String

    /// One day's intervals in order of opening; throws where two of them overlap.
    static func sorted(
        _ intervals: [OpenInterval], field: String
    ) throws(HoursError) -> [NamedInterval] {
        guard intervals.count <= WeeklyHours.intervalsPerDayLimit else {
            let limit = WeeklyHours.intervalsPerDayLimit
            throw HoursError(field: field, reason: .tooMany(limit: limit))
        }
        var sorted = intervals.enumerated().map { index, interval in
            NamedInterval(interval: interval, field: "\(field)[\(index)]")
        }
        sorted.sort { $0.interval.firstMinute < $1.interval.firstMinute }
        for (earlier, later) in zip(sorted, sorted.dropFirst())
        where later.interval.firstMinute < earlier.interval.endMinute {
            throw HoursError(field: later.field, reason: .overlaps(with: earlier.field))
        }
        return sorted
    }

    /// Throws where a day's last interval runs into the next day's first. To blame is the later
    /// one, unless only the earlier can be changed by the one who is told.
    static func checkMidnight(
        between day: [NamedInterval], and nextDay: [NamedInterval], blamesEarlier: Bool = false
    ) throws(HoursError) {
        guard let last = day.last, let first = nextDay.first,
            first.interval.firstMinute + LocalTime.minutesPerDay < last.interval.endMinute
        else { return }
        let (blamed, other) = blamesEarlier ? (last, first) : (first, last)
        throw HoursError(field: blamed.field, reason: .overlaps(with: other.field))
    }
}
