import CremaDomain

/// Days and slots of a location, held against what its wall clock shows.
struct CalendarCheck {
    private var last: [ID<Location>: (now: Timestamp, date: LocalDate, clock: ShopClock)] = [:]

    /// The business date is the calendar's, the one before or the one after it; it begins and ends
    /// where it says, and doesn't go back as time goes on.
    mutating func check(_ place: PlaceModel, at now: Timestamp) throws(Finding) {
        let clock = place.clock
        let date = clock.businessDate(at: now)
        let name = "\(place.id) (\(clock.zone.id)) at \(now)"
        try expect(
            .oneCalendar, clock.businessDay(date).contains(now), "\(date) to hold \(name)",
            found: "\(clock.businessDay(date))")
        let wall = clock.zone.local(at: now).date
        try expect(
            .oneCalendar, abs(date.days(since: wall)) <= 1, "a day next to \(wall), \(name)",
            found: "\(date)")
        if let last = last[place.id], last.clock == clock, last.now <= now {
            try expect(
                .oneCalendar, last.date <= date, "\(name) not before \(last.date)",
                found: "\(date)")
        }
        last[place.id] = (now, date, clock)
    }

    /// Slots lie within their own business day, in order, each once; and orders are taken only
    /// where the doors are open.
    func checkSlots(_ place: PlaceModel, at now: Timestamp, ahead: Int) throws(Finding) {
        let clock = place.clock
        let lead = Duration.seconds(place.location.leadMinutes * 60)
        let date = clock.businessDate(at: now).adding(days: ahead)
        let slots = clock.slots(on: date, now: now, stepMinutes: 30, lead: lead)
        for slot in slots {
            try expect(
                .oneCalendar, "the day of \(place.id)'s slot \(slot.at)", date,
                clock.businessDate(at: slot.at))
            try expect(
                .oneCalendar, "the wall clock of \(place.id)'s slot", slot.local,
                clock.zone.local(at: slot.at))
        }
        for (one, next) in zip(slots, slots.dropFirst()) {
            try expect(
                .oneCalendar, one.at < next.at, "slots in order", found: "\(one.at), \(next.at)")
        }
        let state = clock.state(at: now)
        switch (clock.acceptsOrders(at: now, lead: lead), state) {
        case (.accepted, .open), (.lastOrderPassed, .open), (.closed, .closed): return
        case (let acceptance, _):
            throw Finding(
                .oneCalendar, expected: "orders at \(place.id) as its doors: \(state), \(now)",
                found: "\(acceptance)")
        }
    }
}
