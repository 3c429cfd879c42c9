import CremaDomain
import Testing

@Suite struct LocalDateTests {
    @Test(arguments: [
        ("1970-01-01", 0, Weekday.thursday),
        ("1969-12-31", -1, .wednesday),
        ("2000-02-29", 11_016, .tuesday),
        ("2026-11-30", 20_787, .monday),
        ("2100-03-01", 47_541, .monday),
        ("0001-01-01", -719_162, .monday),
        ("9999-12-31", 2_932_896, .friday),
    ])
    func `a date knows its number and its weekday`(
        text: String, dayNumber: Int, weekday: Weekday
    ) throws {
        let date = try #require(LocalDate(iso: text))

        #expect(date.dayNumber == dayNumber)
        #expect(date.weekday == weekday)
        #expect(date.iso == text)
    }

    @Test(arguments: [
        "2026-02-29", "1900-02-29", "2026-04-31", "2026-00-10", "2026-13-10", "2026-01-00",
        "0000-01-01", "2026-1-1", "20260101", "2026-01-01T", " 2026-01-01", "", "2026/01/01",
        "-026-01-01",
    ])
    func `a date that doesn't exist is refused`(text: String) {
        #expect(LocalDate(iso: text) == nil)
    }

    @Test func `every date of two centuries follows the one before`() throws {
        var date = day("1895-12-31")

        for year in 1896...2104 {
            for month in 1...12 {
                var dayOfMonth = 1
                while let next = LocalDate(year: year, month: month, day: dayOfMonth) {
                    #expect(next == date.adding(days: 1))
                    #expect(next.weekday == date.weekday.next)
                    #expect(next.components == (year, month, dayOfMonth))
                    date = next
                    dayOfMonth += 1
                }
            }
        }
    }

    @Test(arguments: [
        ("2026-01-31", 1, "2026-02-28"),
        ("2024-01-31", 1, "2024-02-29"),
        ("2024-02-29", 12, "2025-02-28"),
        ("2026-01-15", -1, "2025-12-15"),
        ("2026-03-31", -13, "2025-02-28"),
        ("2026-12-01", 1, "2027-01-01"),
    ])
    func `months are added by the calendar`(from: String, months: Int, expected: String) {
        #expect(day(from).adding(months: months) == day(expected))
    }

    @Test func `the day after the last one that can be read is no trap`() {
        let last = day("9999-12-31")

        #expect(last.adding(days: 1).iso == "+10000-01-01")
        #expect(LocalDate(iso: last.adding(days: 1).iso) == nil)
        #expect(day("0001-01-01").adding(days: -367).iso == "-0001-12-31")
    }

    @Test func `weekdays are found by their names`() {
        for weekday in Weekday.allCases {
            #expect(Weekday(name: weekday.name) == weekday)
        }
        #expect(Weekday(name: "Friday") == nil)
        #expect(Weekday(name: "") == nil)
    }

    @Test func `dates make ranges`() {
        let week = day("2026-12-28")...day("2027-01-03")

        #expect(week.count == 7)
        #expect(Array(week).last == day("2027-01-03"))
        #expect(day("2027-01-03").days(since: day("2026-12-28")) == 6)
    }
}

@Suite struct LocalTimeTests {
    @Test(arguments: [("00:00", 0), ("09:05", 545), ("23:59", 1439), ("24:00", 1440)])
    func `a time is read and written`(text: String, minute: Int) throws {
        let time = try #require(LocalTime(text))

        #expect(time.minuteOfDay == minute)
        #expect(time.description == text)
        #expect(LocalTime(minuteOfDay: minute) == time)
    }

    @Test(arguments: ["24:01", "25:00", "12:60", "9:00", "0900", "09:00:00", "", "-1:00", "ab:cd"])
    func `what isn't a time is refused`(text: String) {
        #expect(LocalTime(text) == nil)
    }

    @Test func `the end of a day is the next day's midnight`() {
        let end = LocalDateTime(date: day("2026-12-31"), time: .endOfDay)

        #expect(end == LocalDateTime(date: day("2027-01-01"), time: .midnight))
        #expect(LocalTime(minuteOfDay: 1441) == nil)
        #expect(LocalTime(minuteOfDay: -1) == nil)
    }
}
