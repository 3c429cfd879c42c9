/// The rule for a day's last order. Minutes count back from closing.
public enum LastOrder: Sendable, Hashable {
    /// Orders are taken until then, and may be ready later, even after closing.
    case orderBy(minutesBeforeClosing: Int)
    /// Orders are taken as long as they'd be ready by then.
    case readyBy(minutesBeforeClosing: Int)

    var minutesBeforeClosing: Int {
        switch self {
        case .orderBy(let minutes), .readyBy(let minutes): minutes
        }
    }
}

/// Whether a location is open, and for how long.
public enum OpenState: Sendable, Hashable {
    /// Open until that instant; `nil` where it doesn't close within ``ShopClock/searchDays``.
    case open(until: Timestamp?)
    /// Closed until that instant; `nil` where it doesn't open within ``ShopClock/searchDays``.
    case closed(opensAt: Timestamp?)
}

/// The one place that says what day it is for a location, whether it is open, and which pick-up
/// times it has. Everything goes by the location's wall clock and the law of its zone.
///
/// **Business date.** The business day of a date begins at `dayStartsAt` on it, and ends where the
/// next one begins. But it lasts at least until an hour after its last closing
/// (``tidyUpMinutes``: orders are handed out and paid while the doors close), though never past
/// the next opening. So 00:30 on Saturday during Friday's 18:00-02:00 is Friday, and 02:20 as
/// well; 03:00 is Saturday. Without hours near midnight it is the calendar date. A shop open around
/// the clock turns the date at `dayStartsAt`.
public struct ShopClock: Sendable, Hashable {
    /// How many days ahead the next opening or closing is looked for.
    public static let searchDays = 60

    /// Minutes after a closing that still belong to its business day.
    public static let tidyUpMinutes = 60

    /// The location's zone.
    public let zone: ZoneRules

    /// The location's opening hours.
    public let hours: OpeningHours

    /// When the business date turns while the location is closed or open around the clock:
    /// 00:00 to 12:00.
    public let dayStartsAt: LocalTime

    /// The rule for a day's last order.
    public let lastOrder: LastOrder

    /// A location's clock. Throws where `dayStartsAt` is later than noon or the last order more
    /// than a day before closing.
    public init(
        zone: ZoneRules, hours: OpeningHours, dayStartsAt: LocalTime = .midnight,
        lastOrder: LastOrder = .readyBy(minutesBeforeClosing: 0)
    ) throws(HoursError) {
        guard dayStartsAt.minuteOfDay <= LocalTime.minutesPerDay / 2 else {
            throw HoursError(field: "dayStartsAt", reason: .outOfRange)
        }
        let minutes = lastOrder.minutesBeforeClosing
        guard minutes >= 0, minutes <= LocalTime.minutesPerDay else {
            throw HoursError(field: "lastOrder", reason: .outOfRange)
        }
        self.zone = zone
        self.hours = hours
        self.dayStartsAt = dayStartsAt
        self.lastOrder = lastOrder
    }

    /// The business date that `instant` belongs to. Never goes back as time goes on.
    public func businessDate(at instant: Timestamp) -> LocalDate {
        let today = zone.local(at: instant).date
        // Where clocks go back over midnight, the calendar returns to a day that has ended.
        var date = today.adding(days: 1)
        while businessDayStart(date) > instant {
            date = date.adding(days: -1)
        }
        return date
    }

    /// The instants of a business day: from its first one to the next day's first.
    ///
    /// 23 or 25 hours where clocks are moved. Empty for a date that the zone left out, and for one
    /// spent wholly in the opening of the day before.
    public func businessDay(_ date: LocalDate) -> Range<Timestamp> {
        businessDayStart(date)..<businessDayStart(date.adding(days: 1))
    }

    /// Whether the doors are open at `instant`, and until when they stay so.
    public func state(at instant: Timestamp) -> OpenState {
        // Spares the search that would come to the same.
        if hours.isAlwaysOpen { return .open(until: nil) }
        let horizon = zone.local(at: instant).date.adding(days: Self.searchDays)
        var spans = OpenSpans(self, from: instant, through: horizon)
        guard let span = spans.next() else { return .closed(opensAt: nil) }
        guard span.lowerBound <= instant else { return .closed(opensAt: span.lowerBound) }
        return .open(until: spans.isCutOff ? nil : span.upperBound)
    }

    /// The instants between an interval's opening and closing when it begins on `date`.
    ///
    /// Empty where it lies wholly in an hour that clocks jump over.
    func instants(of interval: OpenInterval, on date: LocalDate) -> Range<Timestamp> {
        let opens = instant(on: date, minute: interval.firstMinute)
        return opens..<max(opens, instant(on: date, minute: interval.endMinute))
    }

    func instant(on date: LocalDate, minute: Int) -> Timestamp {
        let day = date.adding(days: minute / LocalTime.minutesPerDay)
        return zone.firstInstant(of: LocalDateTime(date: day, time: .wrapping(minute)))
    }

    private func businessDayStart(_ date: LocalDate) -> Timestamp {
        let turn = instant(on: date, minute: dayStartsAt.minuteOfDay)
        let dayBefore = date.adding(days: -1)
        guard let last = hours.intervals(on: dayBefore).last else { return turn }
        let closing = instants(of: last, on: dayBefore).upperBound
        var end = closing + .seconds(Self.tidyUpMinutes * 60)
        if let opening = firstOpening(from: date), opening < end {
            end = max(opening, closing)
        }
        // An opening of almost a whole day leaves nothing of the next date; not even that may
        // reach into the one after.
        let nextTurn = instant(on: date.adding(days: 1), minute: dayStartsAt.minuteOfDay)
        return min(max(turn, end), nextTurn)
    }

    /// The first opening on `date` or on the day after.
    private func firstOpening(from date: LocalDate) -> Timestamp? {
        for day in [date, date.adding(days: 1)] {
            for interval in hours.intervals(on: day) {
                let range = instants(of: interval, on: day)
                if !range.isEmpty { return range.lowerBound }
            }
        }
        return nil
    }
}

/// A location's openings in order, each as one stretch of instants: intervals that touch, also
/// over midnight, are one.
struct OpenSpans {
    private let clock: ShopClock
    private let start: Timestamp
    private let last: LocalDate
    private var date: LocalDate
    private var pending: [Range<Timestamp>] = []

    /// Whether the stretch given last goes on after the last date looked at.
    private(set) var isCutOff = false

    /// Those that end after `start`, from intervals that begin up to `last`.
    init(_ clock: ShopClock, from start: Timestamp, through last: LocalDate) {
        self.clock = clock
        self.start = start
        self.last = last
        date = clock.zone.local(at: start).date.adding(days: -1)
    }

    mutating func next() -> Range<Timestamp>? {
        var span: Range<Timestamp>?
        while let range = nextInterval() {
            guard let open = span else {
                span = range
                continue
            }
            guard range.lowerBound <= open.upperBound else {
                if open.upperBound > start {
                    pending.insert(range, at: 0)
                    return open
                }
                span = range
                continue
            }
            span = open.lowerBound..<max(open.upperBound, range.upperBound)
        }
        guard let span, span.upperBound > start else { return nil }
        let dayAfter = clock.instant(on: last, minute: LocalTime.minutesPerDay)
        isCutOff = span.upperBound >= dayAfter
        return span
    }

    private mutating func nextInterval() -> Range<Timestamp>? {
        while pending.isEmpty {
            guard date <= last else { return nil }
            pending = clock.hours.intervals(on: date)
                .map { clock.instants(of: $0, on: date) }
                .filter { !$0.isEmpty }
            date = date.adding(days: 1)
        }
        return pending.removeFirst()
    }
}
