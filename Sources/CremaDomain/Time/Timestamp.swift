/// An instant: whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Arithmetic traps on overflow, so a number from outside comes in by ``init(untrusted:)``.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public let milliseconds: Int64

    /// The instant so many milliseconds after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The instant of whole seconds after 1970-01-01T00:00:00Z, as the tz database counts them.
    public init(seconds: Int64) {
        self.init(milliseconds: seconds * 1000)
    }

    /// The instant of a number that came from outside; `nil` outside of the years 1 to 9999.
    public init?(untrusted milliseconds: Int64) {
        guard milliseconds >= Self.earliest.milliseconds, milliseconds <= Self.latest.milliseconds
        else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// 0001-01-01T00:00:00.000Z, the earliest instant that can be read.
    public static let earliest = Timestamp(milliseconds: -62_135_596_800_000)

    /// 9999-12-31T23:59:59.999Z, the latest instant that can be read.
    public static let latest = Timestamp(milliseconds: 253_402_300_799_999)

    /// Whole seconds since 1970, rounded towards the past.
    public var seconds: Int64 {
        let whole = milliseconds / 1000
        return milliseconds % 1000 < 0 ? whole - 1 : whole
    }

    /// Earlier instants come first.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant `duration` later; what is finer than a millisecond is cut off.
    public static func + (instant: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: instant.milliseconds + duration.wholeMilliseconds)
    }

    /// The instant `duration` earlier; what is finer than a millisecond is cut off.
    public static func - (instant: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: instant.milliseconds - duration.wholeMilliseconds)
    }

    /// The time from `right` to `left`; negative where `left` is earlier.
    public static func - (left: Timestamp, right: Timestamp) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }
}

extension Timestamp: CustomStringConvertible {
    /// Reads RFC 3339 with any offset ("2026-03-29T01:30:00.250Z", "2026-03-29T03:30:00+02:00").
    ///
    /// A fraction may have one to nine digits, what is finer than a millisecond is cut off. `nil`
    /// for anything else, the 61st second and years outside 1 to 9999 included.
    public init?(rfc3339 text: String) {
        var reader = TimeTextReader(text)
        guard let date = LocalDate(reading: &reader), reader.take("T"),
            let hour = reader.digits(2), hour < 24, reader.take(":"),
            let minute = reader.digits(2), minute < 60, reader.take(":"),
            let second = reader.digits(2), second < 60
        else { return nil }
        var fraction = 0
        if reader.take(".") {
            guard let milliseconds = reader.fractionMilliseconds() else { return nil }
            fraction = milliseconds
        }
        guard let offsetMinutes = Self.offsetMinutes(&reader), reader.isAtEnd else { return nil }
        let secondOfDay = Int64(hour * 3600 + minute * 60 + second)
        let seconds = Int64(date.dayNumber) * 86_400 + secondOfDay - Int64(offsetMinutes * 60)
        self.init(untrusted: seconds * 1000 + Int64(fraction))
    }

    /// The instant in UTC as RFC 3339 with milliseconds: "2026-03-29T01:30:00.250Z".
    public var rfc3339: String {
        let day = LocalDate(secondsSince1970: seconds)
        let secondOfDay = Int(seconds - Int64(day.dayNumber) * 86_400)
        let fraction = Int(milliseconds - seconds * 1000)
        let hour = zeroPadded(secondOfDay / 3600, width: 2)
        let minute = zeroPadded(secondOfDay / 60 % 60, width: 2)
        let second = zeroPadded(secondOfDay % 60, width: 2)
        return "\(day.iso)T\(hour):\(minute):\(second).\(zeroPadded(fraction, width: 3))Z"
    }

    /// The same as ``rfc3339``.
    public var description: String { rfc3339 }

    private static func offsetMinutes(_ reader: inout TimeTextReader) -> Int? {
        if reader.take("Z") { return 0 }
        let isBehind = reader.take("-")
        guard isBehind || reader.take("+"),
            let hour = reader.digits(2), hour < 24, reader.take(":"),
            let minute = reader.digits(2), minute < 60
        else { return nil }
        return isBehind ? -(hour * 60 + minute) : hour * 60 + minute
    }
}

extension Duration {
    /// Whole milliseconds, rounded towards zero.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
