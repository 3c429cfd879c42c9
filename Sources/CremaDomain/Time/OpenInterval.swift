/// One stretch of opening on a day, by the wall clock; it may run past midnight.
///
/// "18:00-02:00" opens on the day it is written down for and closes on the day after.
public struct OpenInterval: Sendable, Hashable {
    /// When the doors open: 00:00 to 23:59.
    public let opens: LocalTime

    /// When they close: 00:00 to 24:00. Midnight is always 24:00, so there is one way to say it.
    public let closes: LocalTime

    /// From `opens` to `closes`, on the next day where `closes` is earlier.
    ///
    /// `nil` where both are the same, which could mean no time or a whole day, and where it opens
    /// at 24:00. The whole day is 00:00 to 24:00.
    public init?(opens: LocalTime, closes: LocalTime) {
        guard opens != closes, opens != .endOfDay else { return nil }
        self.init(trusted: opens, closes == .midnight ? .endOfDay : closes)
    }

    private init(trusted opens: LocalTime, _ closes: LocalTime) {
        self.opens = opens
        self.closes = closes
    }

    /// 00:00 to 24:00.
    public static let wholeDay = OpenInterval(trusted: .midnight, .endOfDay)

    /// Whether it closes on the day after the one it opens on.
    public var runsPastMidnight: Bool { closes < opens }

    /// Minutes from the midnight it begins after to its opening: 0 to 1439.
    var firstMinute: Int { opens.minuteOfDay }

    /// Minutes from the same midnight to its closing: up to 2878.
    var endMinute: Int {
        closes.minuteOfDay + (runsPastMidnight ? LocalTime.minutesPerDay : 0)
    }
}

extension OpenInterval: CustomStringConvertible {
    /// Reads "HH:MM-HH:MM"; `nil` for anything else and for what ``init(opens:closes:)`` refuses.
    public init?(_ text: String) {
        var reader = TimeTextReader(text)
        guard let opens = LocalTime(reading: &reader), reader.take("-"),
            let closes = LocalTime(reading: &reader), reader.isAtEnd
        else { return nil }
        self.init(opens: opens, closes: closes)
    }

    /// "HH:MM-HH:MM".
    public var description: String { "\(opens)-\(closes)" }
}
