import CremaDomain
import Testing

/// 2026-11-27 is a Friday.
@Suite struct BusinessDateTests {
    @Test(arguments: [
        ("2026-11-27 17:00", "2026-11-27"),
        ("2026-11-27 23:59", "2026-11-27"),
        ("2026-11-28 00:30", "2026-11-27"),
        ("2026-11-28 01:59", "2026-11-27"),
        ("2026-11-28 02:00", "2026-11-27"),
        ("2026-11-28 02:59", "2026-11-27"),
        ("2026-11-28 03:00", "2026-11-28"),
        ("2026-11-28 12:00", "2026-11-28"),
        ("2026-11-29 00:30", "2026-11-28"),
    ])
    func `an interval past midnight belongs to the day it began`(
        local: String, expected: String
    ) throws {
        let clock = try ShopClock(zone: Zones.berlin, hours: everyDay("18:00-02:00"))

        #expect(clock.businessDate(at: Zones.berlin.at(local)) == day(expected))
    }

    @Test(arguments: [
        // Closing at 23:30: the hour for tidying up ends at 00:30.
        ("18:00-23:30", "2026-11-28 00:29", "2026-11-27"),
        ("18:00-23:30", "2026-11-28 00:30", "2026-11-28"),
        ("18:00-24:00", "2026-11-28 00:59", "2026-11-27"),
        ("18:00-24:00", "2026-11-28 01:00", "2026-11-28"),
        ("08:00-18:00", "2026-11-28 00:00", "2026-11-28"),
        ("08:00-18:00", "2026-11-27 23:59", "2026-11-27"),
        // It never lasts beyond the next opening.
        ("02:30-02:00", "2026-11-28 02:29", "2026-11-27"),
        ("02:30-02:00", "2026-11-28 02:30", "2026-11-28"),
    ])
    func `a business day lasts an hour after closing, not beyond the next opening`(
        hours: String, local: String, expected: String
    ) throws {
        let clock = try ShopClock(zone: Zones.berlin, hours: everyDay(hours))

        #expect(clock.businessDate(at: Zones.berlin.at(local)) == day(expected))
    }

    @Test(arguments: [
        ("00:00", "2026-11-28 00:00", "2026-11-28"),
        ("00:00", "2026-11-27 23:59", "2026-11-27"),
        ("04:00", "2026-11-28 03:59", "2026-11-27"),
        ("04:00", "2026-11-28 04:00", "2026-11-28"),
    ])
    func `a shop open around the clock turns the date when its owner says`(
        dayStartsAt: String, local: String, expected: String
    ) throws {
        let clock = try ShopClock(
            zone: Zones.berlin, hours: .alwaysOpen, dayStartsAt: time(dayStartsAt))

        #expect(clock.businessDate(at: Zones.berlin.at(local)) == day(expected))
    }

    @Test func `summer in Amsterdam: half past midnight is today, for every viewer`() throws {
        // Germany's clocks are the Netherlands'.
        let clock = try ShopClock(zone: Zones.berlin, hours: .alwaysOpen)

        let date = clock.businessDate(at: instant("2026-07-14T22:30:00Z"))

        #expect(date == day("2026-07-15"))
        #expect(clock.businessDay(date).contains(instant("2026-07-14T22:30:00Z")))
        #expect(clock.businessDay(date).lowerBound == instant("2026-07-14T22:00:00Z"))
        #expect(clock.businessDay(date).upperBound == instant("2026-07-15T22:00:00Z"))
    }

    @Test func `list and summary put half past eleven UTC in British summer on one day`() throws {
        let clock = try ShopClock(zone: Zones.london, hours: everyDay("08:00-18:00"))
        let placed = instant("2026-07-14T23:30:00Z")

        let date = clock.businessDate(at: placed)

        #expect(date == day("2026-07-15"))
        #expect(clock.businessDay(date).contains(placed))
        #expect(!clock.businessDay(day("2026-07-14")).contains(placed))
    }

    @Test func `yesterday's late order in Mexico isn't today's in the morning`() throws {
        let clock = try ShopClock(zone: Zones.mexicoCity, hours: everyDay("08:00-23:30"))
        let placed = Zones.mexicoCity.at("2026-11-26 23:00")
        let now = Zones.mexicoCity.at("2026-11-27 08:00")

        #expect(clock.businessDate(at: placed) == day("2026-11-26"))
        #expect(clock.businessDate(at: now) == day("2026-11-27"))
        // In UTC they are of one date, which is what misled.
        #expect(placed.rfc3339.hasPrefix("2026-11-27T") && now.rfc3339.hasPrefix("2026-11-27T"))
    }

    @Test(arguments: [
        (Zones.berlin, "2026-03-29", 23 * 60), (Zones.berlin, "2026-10-25", 25 * 60),
        (Zones.berlin, "2026-06-01", 24 * 60), (Zones.newYork, "2026-03-08", 23 * 60),
        (Zones.newYork, "2026-11-01", 25 * 60), (Zones.lordHowe, "2026-10-04", 23 * 60 + 30),
        (Zones.lordHowe, "2026-04-05", 24 * 60 + 30), (Zones.casablanca, "2026-02-15", 25 * 60),
        (Zones.casablanca, "2026-03-22", 23 * 60), (Zones.saoPaulo, "2018-11-04", 23 * 60),
        (Zones.saoPaulo, "2019-02-16", 25 * 60), (Zones.saoPaulo, "2026-02-15", 24 * 60),
        (Zones.kathmandu, "1986-01-01", 23 * 60 + 45), (Zones.apia, "2011-12-30", 0),
    ])
    func `a day is as long as its clocks make it`(zone: ZoneRules, date: String, minutes: Int)
        throws
    {
        let clock = try ShopClock(zone: zone, hours: .alwaysOpen)

        let range = clock.businessDay(day(date))

        #expect(range.upperBound - range.lowerBound == .minutes(minutes))
    }

    @Test func `a date that clocks return to after midnight stays over`() throws {
        // At 00:01 on Sunday clocks went back to 23:01 on Saturday.
        let clock = try ShopClock(zone: Zones.saintJohns, hours: .alwaysOpen)

        #expect(clock.businessDate(at: instant("2010-11-07T02:29:59Z")) == day("2010-11-06"))
        #expect(clock.businessDate(at: instant("2010-11-07T02:30:00Z")) == day("2010-11-07"))
        #expect(clock.businessDate(at: instant("2010-11-07T02:31:00Z")) == day("2010-11-07"))
        #expect(clock.businessDate(at: instant("2010-11-07T03:29:00Z")) == day("2010-11-07"))
    }

    @Test func `a closed day has its date all the same`() throws {
        let clock = try ShopClock(zone: Zones.berlin, hours: OpeningHours(weekly: .closed))

        #expect(clock.businessDate(at: Zones.berlin.at("2026-11-27 00:00")) == day("2026-11-27"))
        #expect(clock.businessDate(at: Zones.berlin.at("2026-11-27 23:59")) == day("2026-11-27"))
    }

    @Test func `an exception's night belongs to its date`() throws {
        let newYear = HoursException(date: day("2026-12-31"), intervals: [interval("20:00-05:00")])
        let hours = try OpeningHours(
            weekly: everyDay("08:00-18:00").weekly,
            exceptions: [newYear, .closed(on: day("2027-01-01"))])
        let clock = try ShopClock(zone: Zones.berlin, hours: hours)

        let night = Zones.berlin.at("2027-01-01 04:59")

        #expect(clock.businessDate(at: night) == day("2026-12-31"))
        #expect(clock.state(at: night) == .open(until: Zones.berlin.at("2027-01-01 05:00")))
        #expect(clock.businessDate(at: Zones.berlin.at("2027-01-01 06:00")) == day("2027-01-01"))
    }

    @Test func `an opening of almost a whole day takes the next date, not the one after`() throws {
        let week = try WeeklyHours([.friday: [interval("23:59-23:58")]])
        let clock = try ShopClock(zone: Zones.berlin, hours: OpeningHours(weekly: week))

        #expect(clock.businessDate(at: Zones.berlin.at("2026-11-28 23:57")) == day("2026-11-27"))
        #expect(clock.businessDate(at: Zones.berlin.at("2026-11-29 00:10")) == day("2026-11-29"))
        #expect(clock.businessDay(day("2026-11-28")).isEmpty)
    }

    @Test func `the date turns at noon at the latest`() {
        #expect(throws: HoursError(field: "dayStartsAt", reason: .outOfRange)) {
            try ShopClock(zone: Zones.berlin, hours: .alwaysOpen, dayStartsAt: time("12:01"))
        }
    }

    @Test func `dates at the end of the calendar are no trap`() throws {
        let clock = try ShopClock(zone: Zones.berlin, hours: everyDay("18:00-02:00"))

        #expect(clock.businessDay(day("9999-12-31")).upperBound > .latest)
        #expect(clock.businessDate(at: .latest) >= day("9999-12-31"))
        #expect(clock.businessDay(day("0001-01-01")).lowerBound < .earliest + .minutes(1440))
        #expect(clock.businessDate(at: .earliest) <= day("0001-01-01"))
    }
}
