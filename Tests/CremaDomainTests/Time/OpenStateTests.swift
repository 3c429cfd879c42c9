import CremaDomain
import Testing

/// 2026-11-27 is a Friday.
@Suite struct OpenStateTests {
    @Test(arguments: [
        ("2026-11-27 07:59", OpenState.closed(opensAt: Zones.berlin.at("2026-11-27 08:00"))),
        ("2026-11-27 08:00", .open(until: Zones.berlin.at("2026-11-27 12:00"))),
        ("2026-11-27 11:59", .open(until: Zones.berlin.at("2026-11-27 12:00"))),
        ("2026-11-27 12:00", .closed(opensAt: Zones.berlin.at("2026-11-27 18:00"))),
        ("2026-11-27 18:00", .open(until: Zones.berlin.at("2026-11-28 02:00"))),
        ("2026-11-28 01:59", .open(until: Zones.berlin.at("2026-11-28 02:00"))),
        ("2026-11-28 02:00", .closed(opensAt: Zones.berlin.at("2026-11-28 08:00"))),
    ])
    func `open and closed alternate by the clock`(local: String, expected: OpenState) throws {
        let clock = try ShopClock(
            zone: Zones.berlin, hours: everyDay("08:00-12:00", "18:00-02:00"))

        #expect(clock.state(at: Zones.berlin.at(local)) == expected)
    }

    @Test func `not yet open is closed and says when it opens`() throws {
        let clock = try ShopClock(zone: Zones.newYork, hours: everyDay("16:00-23:00"))
        let now = Zones.newYork.at("2026-11-27 13:00")

        let state = clock.state(at: now)
        let slots = clock.slots(
            on: day("2026-11-27"), now: now, stepMinutes: 15, lead: .minutes(30))

        #expect(state == .closed(opensAt: Zones.newYork.at("2026-11-27 16:00")))
        #expect(slots.times.first == "16:30")
    }

    @Test func `intervals that touch are one opening`() throws {
        let week = try WeeklyHours([
            .friday: [interval("08:00-12:00"), interval("12:00-24:00")],
            .saturday: [interval("00:00-24:00")], .sunday: [interval("00:00-10:00")],
        ])
        let clock = try ShopClock(zone: Zones.berlin, hours: OpeningHours(weekly: week))

        let state = clock.state(at: Zones.berlin.at("2026-11-27 09:00"))

        #expect(state == .open(until: Zones.berlin.at("2026-11-29 10:00")))
    }

    @Test func `an exception closes a shop that is always open`() throws {
        let christmas = HoursException.closed(on: day("2026-12-25"))
        let hours = try OpeningHours(weekly: .alwaysOpen, exceptions: [christmas])
        let clock = try ShopClock(zone: Zones.berlin, hours: hours)

        let before = clock.state(at: Zones.berlin.at("2026-12-01 03:00"))
        let during = clock.state(at: Zones.berlin.at("2026-12-25 03:00"))
        let after = clock.state(at: Zones.berlin.at("2026-12-26 03:00"))

        #expect(before == .open(until: Zones.berlin.at("2026-12-25 00:00")))
        #expect(during == .closed(opensAt: Zones.berlin.at("2026-12-26 00:00")))
        #expect(after == .open(until: nil))
    }

    @Test func `the next opening is looked for past holidays, but not for ever`() throws {
        let now = Zones.berlin.at("2026-11-27 20:00")
        let openHours = try everyDay("08:00-18:00").weekly
        func clock(closedDays: Int) throws -> ShopClock {
            let dates = (1...closedDays).map { day("2026-11-27").adding(days: $0) }
            return try ShopClock(
                zone: Zones.berlin,
                hours: OpeningHours(weekly: openHours, exceptions: dates.map { .closed(on: $0) }))
        }

        let near = try clock(closedDays: 40).state(at: now)
        let far = try clock(closedDays: 80).state(at: now)

        #expect(near == .closed(opensAt: Zones.berlin.at("2027-01-07 08:00")))
        #expect(far == .closed(opensAt: nil))
    }

    @Test func `without any hours it is closed for good`() throws {
        let clock = try ShopClock(zone: Zones.berlin, hours: OpeningHours(weekly: .closed))

        #expect(clock.state(at: instant("2026-11-27T12:00:00Z")) == .closed(opensAt: nil))
    }

    @Test(arguments: [
        // Clocks jump from 02:00 to 03:00: it closes where they go on.
        ("2026-03-28 20:00", "22:00-02:30", "2026-03-29T01:00:00Z"),
        // Clocks show 02:30 twice: it closes the first time.
        ("2026-10-24 20:00", "22:00-02:30", "2026-10-25T00:30:00Z"),
        // Over the jump and over the repetition, by the clock on the wall.
        ("2026-03-28 20:00", "22:00-06:00", "2026-03-29T04:00:00Z"),
        ("2026-10-24 20:00", "22:00-06:00", "2026-10-25T05:00:00Z"),
    ])
    func `closing goes by the clock on the wall when it is moved`(
        local: String, hours: String, until: String
    ) throws {
        let clock = try ShopClock(zone: Zones.berlin, hours: everyDay(hours))
        let now = Zones.berlin.at(local)

        guard case .closed(let opensAt?) = clock.state(at: now) else {
            Issue.record("it opens at 22:00")
            return
        }

        #expect(clock.state(at: opensAt) == .open(until: instant(until)))
    }

    @Test func `an interval within the hour that is skipped doesn't open`() throws {
        let clock = try ShopClock(zone: Zones.berlin, hours: everyDay("02:10-02:50"))

        let state = clock.state(at: instant("2026-03-29T00:59:00Z"))

        #expect(state == .closed(opensAt: Zones.berlin.at("2026-03-30 02:10")))
    }
}
