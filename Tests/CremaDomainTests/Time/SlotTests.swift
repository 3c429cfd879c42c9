import CremaDomain
import Testing

/// 2026-11-27 is a Friday.
@Suite struct SlotTests {
    private let berlin = Zones.berlin

    @Test(arguments: [
        ("2026-11-27 22:29", "accepted"), ("2026-11-27 22:30", "accepted"),
        ("2026-11-27 22:31", "lastOrderPassed"), ("2026-11-27 22:37", "lastOrderPassed"),
        ("2026-11-27 22:59", "lastOrderPassed"), ("2026-11-27 23:00", "closed"),
        ("2026-11-27 17:29", "closed"), ("2026-11-27 17:30", "accepted"),
    ])
    func `what would be ready after closing is refused, and the next opening offered`(
        local: String, expected: String
    ) throws {
        let clock = try ShopClock(zone: berlin, hours: everyDay("17:30-23:00"))
        let now = berlin.at(local)

        let acceptance = clock.acceptsOrders(at: now, lead: .minutes(30))
        let slots = clock.slots(
            on: day("2026-11-27"), now: now, stepMinutes: 15, lead: .minutes(30))

        let tomorrow = berlin.at("2026-11-28 17:30")
        switch acceptance {
        case .accepted(let readyAt, let lastOrderAt):
            #expect(expected == "accepted")
            #expect(readyAt == now + .minutes(30))
            #expect(lastOrderAt == berlin.at("2026-11-27 22:30"))
            #expect(!slots.isEmpty)
        case .lastOrderPassed(let opensAt):
            #expect(expected == "lastOrderPassed")
            #expect(opensAt == tomorrow)
            #expect(slots.isEmpty)
        case .closed(let opensAt):
            #expect(expected == "closed")
            #expect(
                opensAt == (local.hasSuffix("17:29") ? berlin.at("2026-11-27 17:30") : tomorrow))
        }
    }

    @Test func `hours past midnight end at their closing and belong to the evening`() throws {
        let clock = try ShopClock(zone: berlin, hours: everyDay("18:00-02:00"))
        let now = berlin.at("2026-11-27 20:00")

        let slots = clock.slots(on: day("2026-11-27"), now: now, stepMinutes: 30, lead: .zero)

        #expect(slots.first?.at == now)
        #expect(slots.last?.at == berlin.at("2026-11-28 02:00"))
        #expect(slots.last?.local.date == day("2026-11-28"))
        #expect(slots.count == 13)
        #expect(slots.allSatisfy { clock.businessDate(at: $0.at) == day("2026-11-27") })
    }

    @Test func `lead counts once, also over midnight in a shop that never closes`() throws {
        let clock = try ShopClock(zone: berlin, hours: .alwaysOpen)
        let now = berlin.at("2026-11-27 21:50")

        let tonight = clock.slots(
            on: day("2026-11-27"), now: now, stepMinutes: 30, lead: .minutes(90))
        let tomorrow = clock.slots(
            on: day("2026-11-28"), now: now, stepMinutes: 30, lead: .minutes(90))

        #expect(tonight.times == ["23:30"])
        #expect(tomorrow.times.prefix(3) == ["00:00", "00:30", "01:00"])
        #expect(tomorrow.count == 48)
    }

    @Test func `midnight is no closing where the next day's hours touch it`() throws {
        let clock = try ShopClock(
            zone: berlin, hours: everyDay("00:00-24:00"),
            lastOrder: .readyBy(minutesBeforeClosing: 45))
        let now = berlin.at("2026-11-27 22:50")

        let slots = clock.slots(on: day("2026-11-27"), now: now, stepMinutes: 15, lead: .zero)

        #expect(slots.times == ["23:00", "23:15", "23:30", "23:45"])
    }

    @Test func `lead counts from the opening where that is later than now`() throws {
        let clock = try ShopClock(zone: berlin, hours: everyDay("08:00-12:00", "14:00-18:00"))
        let now = berlin.at("2026-11-27 11:50")

        let slots = clock.slots(
            on: day("2026-11-27"), now: now, stepMinutes: 10, lead: .minutes(25))

        // 12:15 falls into the break; after it someone must make the coffee first.
        #expect(slots.times.prefix(2) == ["14:30", "14:40"])
        #expect(slots.times.last == "18:00")
    }

    @Test(arguments: [
        (LastOrder.orderBy(minutesBeforeClosing: 10), 45, "21:50"),
        (.orderBy(minutesBeforeClosing: 10), 60, "21:50"),
        (.readyBy(minutesBeforeClosing: 10), 45, "21:05"),
        (.readyBy(minutesBeforeClosing: 0), 60, "21:00"),
        (.orderBy(minutesBeforeClosing: 0), 60, "22:00"),
    ])
    func `the last order is at the clock time that the rule says`(
        rule: LastOrder, leadMinutes: Int, expected: String
    ) throws {
        let clock = try ShopClock(zone: berlin, hours: everyDay("10:00-22:00"), lastOrder: rule)
        let lead = Duration.minutes(leadMinutes)
        let last = berlin.at("2026-11-27 \(expected)")

        #expect(clock.lastOrders(on: day("2026-11-27"), lead: lead) == [last])
        #expect(isAccepted(clock.acceptsOrders(at: last - .seconds(1), lead: lead)))
        #expect(!isAccepted(clock.acceptsOrders(at: last + .seconds(1), lead: lead)))
    }

    @Test func `each closing has its last order`() throws {
        let clock = try ShopClock(
            zone: berlin, hours: everyDay("08:00-12:00", "18:00-02:00"),
            lastOrder: .readyBy(minutesBeforeClosing: 5))

        let instants = clock.lastOrders(on: day("2026-11-27"), lead: .minutes(10))

        #expect(instants == [berlin.at("2026-11-27 11:45"), berlin.at("2026-11-28 01:45")])
    }

    @Test func `a shop that never closes has no last order`() throws {
        let clock = try ShopClock(zone: berlin, hours: .alwaysOpen)
        let now = berlin.at("2026-11-27 23:59")

        #expect(clock.lastOrders(on: day("2026-11-27"), lead: .zero).isEmpty)
        #expect(
            clock.acceptsOrders(at: now, lead: .minutes(90))
                == .accepted(readyAt: berlin.at("2026-11-28 01:29"), lastOrderAt: nil))
    }

    @Test func `ready-by shortens the slots, order-by doesn't`() throws {
        let hours = try everyDay("10:00-11:00")
        let readyBy = try ShopClock(
            zone: berlin, hours: hours, lastOrder: .readyBy(minutesBeforeClosing: 20))
        let orderBy = try ShopClock(
            zone: berlin, hours: hours, lastOrder: .orderBy(minutesBeforeClosing: 20))
        let now = berlin.at("2026-11-27 08:00")
        let date = day("2026-11-27")

        let shortened = readyBy.slots(on: date, now: now, stepMinutes: 15, lead: .zero)
        let whole = orderBy.slots(on: date, now: now, stepMinutes: 15, lead: .zero)

        #expect(shortened.times == ["10:00", "10:15", "10:30"])
        #expect(whole.times == ["10:00", "10:15", "10:30", "10:45", "11:00"])
    }

    @Test(arguments: [
        (Zones.berlin, "2026-03-29", ["01:30", "03:00", "03:30"]),
        (Zones.newYork, "2026-03-08", ["01:30", "03:00", "03:30"]),
        (Zones.casablanca, "2026-03-22", ["01:30", "03:00", "03:30"]),
        (Zones.lordHowe, "2026-10-04", ["01:30", "02:30", "03:00"]),
    ])
    func `the hour that is skipped has no slots`(
        zone: ZoneRules, date: String, expected: [String]
    ) throws {
        let clock = try ShopClock(zone: zone, hours: .alwaysOpen)
        let now = zone.at("\(date) 01:10")

        let slots = clock.slots(on: day(date), now: now, stepMinutes: 30, lead: .zero)

        #expect(Array(slots.times.prefix(3)) == expected)
    }

    @Test(arguments: [
        (Zones.berlin, "2026-10-25", "2026-10-25T00:00:00Z"),
        (Zones.newYork, "2026-11-01", "2026-11-01T06:00:00Z"),
        (Zones.lordHowe, "2026-04-05", "2026-04-04T15:30:00Z"),
        (Zones.casablanca, "2026-02-15", "2026-02-15T01:00:00Z"),
    ])
    func `the hour that is repeated has its slots once`(
        zone: ZoneRules, date: String, second: String
    ) throws {
        let clock = try ShopClock(zone: zone, hours: .alwaysOpen)
        let range = clock.businessDay(day(date))

        let slots = clock.slots(
            on: day(date), now: range.lowerBound, stepMinutes: 30, lead: .zero)

        #expect(slots.count == 48)
        #expect(Set(slots.times).count == 48)
        let at = slots.first { $0.local.time == time("02:00") }?.at
        #expect(at == zone.firstInstant(of: LocalDateTime(date: day(date), time: time("02:00"))))
        #expect(at == instant(second) || zone == Zones.newYork)
    }

    @Test func `in the repeated hour's second pass the next slot is after it`() throws {
        let clock = try ShopClock(zone: berlin, hours: .alwaysOpen)
        // 02:15 for the second time.
        let now = instant("2026-10-25T01:15:00Z")

        let slots = clock.slots(on: day("2026-10-25"), now: now, stepMinutes: 30, lead: .zero)

        #expect(slots.first?.at == berlin.at("2026-10-25 03:00"))
    }

    @Test func `a day off has no slots, nor has one gone or one too far ahead`() throws {
        let holiday = HoursException.closed(on: day("2026-12-25"))
        let hours = try OpeningHours(
            weekly: everyDay("08:00-18:00").weekly, exceptions: [holiday])
        let clock = try ShopClock(zone: berlin, hours: hours)
        let now = berlin.at("2026-11-27 12:00")
        func count(_ date: String) -> Int {
            clock.slots(on: day(date), now: now, stepMinutes: 60, lead: .zero).count
        }

        #expect(count("2026-12-24") == 11)
        #expect(count("2026-12-25") == 0)
        #expect(count("2026-11-26") == 0)
        #expect(count("2027-01-26") == 11)
        #expect(count("2027-01-27") == 0)
        #expect(count("9999-12-31") == 0)
    }

    @Test func `only what is a slot can be had`() throws {
        let clock = try ShopClock(zone: berlin, hours: everyDay("18:00-02:00"))
        let now = berlin.at("2026-11-27 20:00")
        func offers(_ local: String, plus: Duration = .zero) -> Bool {
            clock.offersSlot(
                at: berlin.at(local) + plus, now: now, stepMinutes: 15, lead: .minutes(10))
        }

        #expect(offers("2026-11-27 20:15"))
        #expect(offers("2026-11-28 02:00"))
        #expect(offers("2026-11-28 18:15"))
        #expect(!offers("2026-11-27 20:00"))
        #expect(!offers("2026-11-27 20:20"))
        #expect(!offers("2026-11-27 20:15", plus: .milliseconds(1)))
        #expect(!offers("2026-11-28 02:15"))
        #expect(!offers("2026-11-28 18:00"))
    }

    private func isAccepted(_ acceptance: OrderAcceptance) -> Bool {
        switch acceptance {
        case .accepted: true
        case .closed, .lastOrderPassed: false
        }
    }
}
