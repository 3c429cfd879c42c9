/// A time on a wall clock in whole minutes, 00:00 to 24:00. 24:00 is the end of a day.
public struct LocalTime: Sendable, Hashable, Comparable {
    /// Minutes since midnight by the wall clock: 0 to 1440.
    public let minuteOfDay: Int

    /// The time so many minutes after midnight; `nil` outside of 0 to 1440.
    public init?(minuteOfDay: Int) {
        guard minuteOfDay >= 0, minuteOfDay <= Self.minutesPerDay else { return nil }
        self.minuteOfDay = minuteOfDay
    }

    /// The time of this hour (0 to 24) and minute (0 to 59), 24:00 at the latest.
    public init?(hour: Int, minute: Int) {
        guard hour >= 0, hour <= 24, minute >= 0, minute < 60 else { return nil }
        self.init(minuteOfDay: hour * 60 + minute)
    }

    private init(trusted minuteOfDay: Int) {
        self.minuteOfDay = minuteOfDay
    }

    /// 00:00, a day's first minute.
    public static let midnight = LocalTime(trusted: 0)

    /// 24:00, the end of a day.
    public static let endOfDay = LocalTime(trusted: minutesPerDay)

    /// The hour, 0 to 24.
    public var hour: Int { minuteOfDay / 60 }

    /// The minute of the hour, 0 to 59.
    public var minute: Int { minuteOfDay % 60 }

    /// Earlier times come first.
    public static func < (left: LocalTime, right: LocalTime) -> Bool {
        left.minuteOfDay < right.minuteOfDay
    }

    static let minutesPerDay = 1440

    /// The time of any minute, days left out: 1590 is 02:30.
    static func wrapping(_ minute: Int) -> LocalTime {
        LocalTime(trusted: minute % minutesPerDay)
    }
}

extension LocalTime: CustomStringConvertible {
    /// Reads "HH:MM", 00:00 to 24:00; `nil` for anything else.
    public init?(_ text: String) {
        var reader = TimeTextReader(text)
        guard let time = LocalTime(reading: &reader), reader.isAtEnd else { return nil }
        self = time
    }

    /// "HH:MM".
    public var description: String {
        "\(zeroPadded(hour, width: 2)):\(zeroPadded(minute, width: 2))"
    }

    init?(reading reader: inout TimeTextReader) {
        guard let hour = reader.digits(2), reader.take(":"), let minute = reader.digits(2)
        else { return nil }
        self.init(hour: hour, minute: minute)
    }
}

/// What a calendar and a clock on a wall show: a date and a second of the day, without a zone.
public struct LocalDateTime: Sendable, Hashable, Comparable {
    /// The date.
    public let date: LocalDate

    /// Seconds by the wall clock since midnight: 0 to 86 399.
    public let secondOfDay: Int

    /// This date at this time; 24:00 is the next day's 00:00.
    public init(date: LocalDate, time: LocalTime) {
        self.init(wallSeconds: Int64(date.dayNumber) * 86_400 + Int64(time.minuteOfDay) * 60)
    }

    /// The time to the minute, seconds cut off.
    public var time: LocalTime {
        .wrapping(secondOfDay / 60)
    }

    /// Earlier ones come first.
    public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
        left.wallSeconds < right.wallSeconds
    }

    /// Seconds since 1970-01-01 00:00 by the wall clock, as if it never had been moved.
    var wallSeconds: Int64 {
        Int64(date.dayNumber) * 86_400 + Int64(secondOfDay)
    }

    init(wallSeconds: Int64) {
        date = LocalDate(secondsSince1970: wallSeconds)
        secondOfDay = Int(wallSeconds - Int64(date.dayNumber) * 86_400)
    }
}
