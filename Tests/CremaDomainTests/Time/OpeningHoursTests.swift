import CremaDomain
import Testing

@Suite struct OpeningHoursTests {
    @Test(arguments: [
        ("08:00-18:00", false), ("18:00-02:00", true), ("18:00-24:00", false),
        ("00:00-24:00", false), ("23:59-23:58", true),
    ])
    func `an interval is read and written`(text: String, runsPastMidnight: Bool) throws {
        let interval = try #require(OpenInterval(text))

        #expect(interval.description == text)
        #expect(interval.runsPastMidnight == runsPastMidnight)
    }

    @Test(arguments: [
        "08:00-08:00", "00:00-00:00", "24:00-02:00", "08:00", "08:00-", "-18:00", "8-18",
        "08:00-25:00", "08:00 - 18:00", "08:00-18:00x",
    ])
    func `an interval without a clear length is refused`(text: String) {
        #expect(OpenInterval(text) == nil)
    }

    @Test func `closing at 00:00 is closing at 24:00`() {
        #expect(interval("18:00-00:00") == interval("18:00-24:00"))
    }

    @Test(arguments: [
        (["08:00-12:00", "11:59-15:00"], "weekly.friday[1]", "weekly.friday[0]"),
        (["11:59-15:00", "08:00-12:00"], "weekly.friday[0]", "weekly.friday[1]"),
        (["08:00-12:00", "08:00-12:00"], "weekly.friday[1]", "weekly.friday[0]"),
        (["20:00-02:00", "22:00-23:00"], "weekly.friday[1]", "weekly.friday[0]"),
        (["00:00-24:00", "12:00-13:00"], "weekly.friday[1]", "weekly.friday[0]"),
    ])
    func `intervals of a day that overlap are refused by name`(
        texts: [String], field: String, other: String
    ) {
        let expected = HoursError(field: field, reason: .overlaps(with: other))

        #expect(throws: expected) {
            try WeeklyHours([.friday: texts.map(interval)])
        }
    }

    @Test(arguments: [
        (Weekday.friday, Weekday.saturday), (.sunday, .monday), (.wednesday, .thursday),
    ])
    func `an interval past midnight may not run into the next day's`(
        day: Weekday, next: Weekday
    ) {
        let expected = HoursError(
            field: "weekly.\(next.name)[0]", reason: .overlaps(with: "weekly.\(day.name)[0]"))

        #expect(throws: expected) {
            try WeeklyHours([day: [interval("18:00-02:00")], next: [interval("01:59-05:00")]])
        }
    }

    @Test func `intervals may touch`() throws {
        let hours = try WeeklyHours([
            .friday: [interval("12:00-18:00"), interval("08:00-12:00"), interval("18:00-02:00")],
            .saturday: [interval("02:00-05:00")],
        ])

        #expect(hours[.friday].map(\.opens.description) == ["08:00", "12:00", "18:00"])
        #expect(hours[.sunday].isEmpty)
    }

    @Test func `a day has a limit of intervals`() {
        let intervals = (0..<9).compactMap {
            OpenInterval("0\($0):00-0\($0):30")
        }
        let expected = HoursError(field: "weekly.monday", reason: .tooMany(limit: 8))

        #expect(throws: expected) {
            try WeeklyHours([.monday: intervals])
        }
    }

    @Test func `an exception replaces its date's intervals only`() throws {
        let weekly = try WeeklyHours([
            .thursday: [interval("08:00-18:00")], .friday: [interval("08:00-18:00")],
        ])
        let christmas = HoursException.closed(on: day("2026-12-25"))
        let eve = HoursException(date: day("2026-12-24"), intervals: [interval("08:00-12:00")])

        let hours = try OpeningHours(weekly: weekly, exceptions: [christmas, eve])

        #expect(hours.exceptions == [eve, christmas])
        #expect(hours.intervals(on: day("2026-12-24")) == [interval("08:00-12:00")])
        #expect(hours.intervals(on: day("2026-12-25")).isEmpty)
        #expect(hours.intervals(on: day("2026-12-31")) == [interval("08:00-18:00")])
    }

    @Test func `two exceptions of one date are refused by name`() {
        let date = day("2026-12-24")
        let expected = HoursError(field: "exceptions[1].date", reason: .duplicateDate)

        #expect(throws: expected) {
            try OpeningHours(weekly: .closed, exceptions: [.closed(on: date), .closed(on: date)])
        }
    }

    @Test(arguments: [
        // Thursday runs into it, it runs into Saturday, it overlaps itself.
        (["01:00-05:00"], "exceptions[0].intervals[0]", "weekly.thursday[0]"),
        (["20:00-09:00"], "exceptions[0].intervals[0]", "weekly.saturday[0]"),
        (
            ["10:00-12:00", "11:00-13:00"], "exceptions[0].intervals[1]",
            "exceptions[0].intervals[0]"
        ),
    ])
    func `an exception that overlaps is refused by name`(
        texts: [String], field: String, other: String
    ) throws {
        let weekly = try WeeklyHours([
            .thursday: [interval("18:00-02:00")], .saturday: [interval("08:00-18:00")],
        ])
        let christmas = HoursException(date: day("2026-12-25"), intervals: texts.map(interval))

        #expect(throws: HoursError(field: field, reason: .overlaps(with: other))) {
            try OpeningHours(weekly: weekly, exceptions: [christmas])
        }
    }

    @Test func `there is a limit of exceptions`() {
        let dates = day("2026-01-01")...day("2027-02-05")
        let expected = HoursError(field: "exceptions", reason: .tooMany(limit: 400))

        #expect(throws: expected) {
            try OpeningHours(weekly: .closed, exceptions: dates.map { .closed(on: $0) })
        }
    }

    @Test func `only without exceptions it is always open`() throws {
        let date = day("2026-12-25")
        let closedOnce = try OpeningHours(weekly: .alwaysOpen, exceptions: [.closed(on: date)])

        #expect(OpeningHours.alwaysOpen.isAlwaysOpen)
        #expect(!closedOnce.isAlwaysOpen)
        #expect(try everyDay("00:00-24:00").isAlwaysOpen)
    }
}
