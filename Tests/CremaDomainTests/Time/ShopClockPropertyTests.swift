import CremaDomain
import Testing

/// What holds for any hours in any zone, tried on random ones.
@Suite struct ShopClockPropertyTests {
    @Test(arguments: Zones.all)
    func `business dates never go back and their days leave no gap`(zone: ZoneRules) throws {
        var random = SeededTimes(seed: 3)

        for step in 0..<40 {
            let clock = try randomClock(zone, &random)
            let start = interestingInstant(zone, step, &random)
            var lastDate = clock.businessDate(at: start)
            for minutes in stride(from: 0, to: 4 * 1440, by: 47) {
                let instant = start + .minutes(minutes)
                let date = clock.businessDate(at: instant)
                #expect(date >= lastDate)
                #expect(clock.businessDay(date).contains(instant))
                lastDate = date
            }
        }
    }

    @Test(arguments: Zones.all)
    func `a whole interval has the business date of the day it began`(zone: ZoneRules) throws {
        var random = SeededTimes(seed: 4)

        for step in 0..<200 {
            let hours = try OpeningHours(weekly: random.week())
            let clock = try ShopClock(zone: zone, hours: hours)
            let date = zone.local(at: interestingInstant(zone, step, &random)).date
            for interval in hours.intervals(on: date) {
                let opens = zone.firstInstant(of: LocalDateTime(date: date, time: interval.opens))
                let closingDate = date.adding(days: interval.runsPastMidnight ? 1 : 0)
                let closes = zone.firstInstant(
                    of: LocalDateTime(date: closingDate, time: interval.closes))
                guard opens < closes else { continue }
                #expect(clock.businessDate(at: opens) == date)
                #expect(clock.businessDate(at: closes - .milliseconds(1)) == date)
                #expect(clock.businessDate(at: random.instant(from: opens, to: closes)) == date)
            }
        }
    }

    @Test(arguments: Zones.all)
    func `the state agrees with the intervals, and changes when it says`(zone: ZoneRules) throws {
        var random = SeededTimes(seed: 5)

        for step in 0..<150 {
            let clock = try randomClock(zone, &random)
            let instant = interestingInstant(zone, step, &random)
            switch clock.state(at: instant) {
            case .open(let until):
                #expect(isOpen(clock, instant))
                guard let until else { continue }
                #expect(until > instant)
                #expect(!isOpen(clock, until))
                #expect(isOpen(clock, until - .milliseconds(1)))
                #expect(isOpen(clock, random.instant(from: instant, to: until)))
            case .closed(let opensAt):
                #expect(!isOpen(clock, instant))
                guard let opensAt else { continue }
                #expect(opensAt > instant)
                #expect(isOpen(clock, opensAt))
                #expect(!isOpen(clock, random.instant(from: instant, to: opensAt)))
            }
        }
    }

    @Test(arguments: Zones.all)
    func `slots go up, lie in the opening and on their date, and none is too soon`(
        zone: ZoneRules
    ) throws {
        var random = SeededTimes(seed: 6)

        for step in 0..<50 {
            let clock = try randomClock(zone, &random)
            let now = interestingInstant(zone, step, &random)
            let date = clock.businessDate(at: now).adding(
                days: Int.random(in: 0...2, using: &random))
            let lead = Duration.minutes(Int.random(in: 0...120, using: &random))
            let stepMinutes = [5, 10, 15, 20, 30, 60].randomElement(using: &random) ?? 15

            let slots = clock.slots(on: date, now: now, stepMinutes: stepMinutes, lead: lead)

            for (slot, next) in zip(slots, slots.dropFirst()) {
                #expect(slot.at < next.at)
                #expect(slot.local < next.local)
            }
            for slot in slots {
                #expect(slot.at >= now + lead)
                #expect(slot.local == zone.local(at: slot.at))
                #expect(slot.local.time.minuteOfDay % stepMinutes == 0)
                #expect(clock.businessDate(at: slot.at) == date)
                #expect(isOpen(clock, slot.at) || isOpen(clock, slot.at - .milliseconds(1)))
            }
        }
    }

    @Test(arguments: Zones.all)
    func `no slot that could be had is left out`(zone: ZoneRules) throws {
        var random = SeededTimes(seed: 7)

        for step in 0..<40 {
            let clock = try ShopClock(
                zone: zone, hours: OpeningHours(weekly: random.week()),
                dayStartsAt: time(["00:00", "04:00"][step % 2]))
            let now = interestingInstant(zone, step, &random)
            let date = clock.businessDate(at: now)
            let slots = Set(
                clock.slots(on: date, now: now, stepMinutes: 15, lead: .zero).map(\.at))
            let range = clock.businessDay(date)

            var instant = Timestamp(seconds: range.lowerBound.seconds)
            while instant < range.upperBound {
                let local = zone.local(at: instant)
                let isFirst = zone.firstInstant(of: local) == instant
                if instant >= now, isFirst, local.secondOfDay % 900 == 0, isOpen(clock, instant) {
                    #expect(slots.contains(instant), "\(instant) \(clock.zone.id)")
                }
                instant = instant + .minutes(5)
            }
        }
    }

    @Test(arguments: Zones.all)
    func `an order is taken until the last order and no longer`(zone: ZoneRules) throws {
        var random = SeededTimes(seed: 8)

        for step in 0..<150 {
            let clock = try randomClock(zone, &random)
            let now = interestingInstant(zone, step, &random)
            let lead = Duration.minutes(Int.random(in: 0...60, using: &random))
            switch clock.acceptsOrders(at: now, lead: lead) {
            case .accepted(let readyAt, let lastOrderAt):
                #expect(isOpen(clock, now))
                #expect(readyAt == now + lead)
                guard let lastOrderAt else { continue }
                #expect(lastOrderAt >= now)
                if case .accepted = clock.acceptsOrders(at: lastOrderAt + .seconds(1), lead: lead) {
                    Issue.record("an order is taken after \(lastOrderAt)")
                }
            case .closed(let opensAt):
                #expect(clock.state(at: now) == .closed(opensAt: opensAt))
            case .lastOrderPassed(let opensAt):
                #expect(isOpen(clock, now))
                guard let opensAt else { continue }
                #expect(isOpen(clock, opensAt))
                #expect(!isOpen(clock, opensAt - .milliseconds(1)))
            }
        }
    }

    private func randomClock(
        _ zone: ZoneRules, _ random: inout SeededTimes
    ) throws -> ShopClock {
        let minutes = Int.random(in: 0...30, using: &random)
        let lastOrder: LastOrder =
            Bool.random(using: &random)
            ? .orderBy(minutesBeforeClosing: minutes) : .readyBy(minutesBeforeClosing: minutes)
        let turns = ["00:00", "02:00", "04:00", "05:30", "12:00"]
        return try ShopClock(
            zone: zone, hours: OpeningHours(weekly: random.week()),
            dayStartsAt: time(turns.randomElement(using: &random) ?? "00:00"),
            lastOrder: lastOrder)
    }

    /// Somewhere in the two days before or after one of the zone's moves.
    private func interestingInstant(
        _ zone: ZoneRules, _ step: Int, _ random: inout SeededTimes
    ) -> Timestamp {
        let move = zone.transitions[step % zone.transitions.count].at
        return random.instant(from: move - .minutes(2880), to: move + .minutes(2880))
    }

    /// Whether an interval of a date nearby holds `instant`: the long way round.
    private func isOpen(_ clock: ShopClock, _ instant: Timestamp) -> Bool {
        let today = clock.zone.local(at: instant).date
        return (today.adding(days: -2)...today.adding(days: 2)).contains { date in
            clock.hours.intervals(on: date).contains { interval in
                let closingDate = date.adding(days: interval.runsPastMidnight ? 1 : 0)
                let opens = LocalDateTime(date: date, time: interval.opens)
                let closes = LocalDateTime(date: closingDate, time: interval.closes)
                return clock.zone.firstInstant(of: opens) <= instant
                    && instant < clock.zone.firstInstant(of: closes)
            }
        }
    }
}
