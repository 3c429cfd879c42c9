/// Other hours than the week's on one date: a holiday, a festival, a late start.
public struct HoursException: Sendable, Hashable {
    /// The date whose intervals are replaced. One that ran past midnight into it still does: it
    /// belongs to the day before.
    public let date: LocalDate

    /// The intervals that begin on the date; none where the shop is closed.
    public let intervals: [OpenInterval]

    /// On `date`, these intervals and no others.
    public init(date: LocalDate, intervals: [OpenInterval]) {
        self.date = date
        self.intervals = intervals
    }

    /// Closed on `date`.
    public static func closed(on date: LocalDate) -> HoursException {
        HoursException(date: date, intervals: [])
    }
}

/// When a location is open: an ordinary week, and the dates on which it is otherwise.
public struct OpeningHours: Sendable, Hashable {
    /// The most exceptions a location may have; past ones can be thrown away.
    public static let exceptionsLimit = 400

    /// The ordinary week.
    public let weekly: WeeklyHours

    /// The exceptions, earliest date first, one per date at most.
    public let exceptions: [HoursException]

    /// Hours from a week and its exceptions, in any order.
    ///
    /// Throws where there are too many, where two speak of one date, and where an exception's
    /// intervals overlap each other or those of the days next to it.
    public init(
        weekly: WeeklyHours, exceptions: [HoursException] = []
    ) throws(HoursError) {
        guard exceptions.count <= Self.exceptionsLimit else {
            let reason = HoursError.Reason.tooMany(limit: Self.exceptionsLimit)
            throw HoursError(field: "exceptions", reason: reason)
        }
        let order = exceptions.indices.sorted { exceptions[$0].date < exceptions[$1].date }
        for (earlier, later) in zip(order, order.dropFirst())
        where exceptions[earlier].date == exceptions[later].date {
            let index = max(earlier, later)
            throw HoursError(field: "exceptions[\(index)].date", reason: .duplicateDate)
        }
        self.weekly = weekly
        self.exceptions = order.map { exceptions[$0] }
        try checkOverlaps(order)
    }

    private init(trusted weekly: WeeklyHours) {
        self.weekly = weekly
        exceptions = []
    }

    /// Open around the clock, every day.
    public static let alwaysOpen = OpeningHours(trusted: .alwaysOpen)

    /// Whether it is open around the clock without any exception.
    public var isAlwaysOpen: Bool { exceptions.isEmpty && weekly == .alwaysOpen }

    /// The intervals that begin on `date`, earliest first, exceptions considered.
    public func intervals(on date: LocalDate) -> [OpenInterval] {
        guard let index = exceptionIndex(of: date) else { return weekly[date.weekday] }
        return exceptions[index].intervals.sorted { $0.firstMinute < $1.firstMinute }
    }

    private func exceptionIndex(of date: LocalDate) -> Int? {
        var low = 0
        var high = exceptions.count
        while low < high {
            let middle = (low + high) / 2
            if exceptions[middle].date < date {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < exceptions.count && exceptions[low].date == date ? low : nil
    }

    /// Checks each exception against itself and its two neighbours; `order` has the places at
    /// which the sorted exceptions were given.
    private func checkOverlaps(_ order: [Int]) throws(HoursError) {
        for exception in exceptions {
            let day = try named(exception.date, order)
            let dayBefore = try named(exception.date.adding(days: -1), order)
            let dayAfter = try named(exception.date.adding(days: 1), order)
            try NamedInterval.checkMidnight(between: dayBefore, and: day)
            try NamedInterval.checkMidnight(between: day, and: dayAfter, blamesEarlier: true)
        }
    }

    private func named(
        _ date: LocalDate, _ order: [Int]
    ) throws(HoursError) -> [NamedInterval] {
        guard let index = exceptionIndex(of: date) else {
            let field = "weekly.\(date.weekday.name)"
            return try NamedInterval.sorted(weekly[date.weekday], field: field)
        }
        let field = "exceptions[\(order[index])].intervals"
        return try NamedInterval.sorted(exceptions[index].intervals, field: field)
    }
}
