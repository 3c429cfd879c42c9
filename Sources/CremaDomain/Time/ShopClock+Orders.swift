/// A time at which an order can be picked up.
public struct PickupSlot: Sendable, Hashable {
    /// The instant.
    public let at: Timestamp

    /// What the location's calendar and wall clock show then. After midnight the date is the day
    /// after the business date.
    public let local: LocalDateTime
}

/// Whether a location takes an order to be made at once.
public enum OrderAcceptance: Sendable, Hashable {
    /// Taken; ready at `readyAt`. `lastOrderAt` is the last instant at which the same would be
    /// taken before the next closing, `nil` where that isn't within ``ShopClock/searchDays``.
    case accepted(readyAt: Timestamp, lastOrderAt: Timestamp?)
    /// Not taken: the doors are closed. `opensAt` as in ``OpenState``.
    case closed(opensAt: Timestamp?)
    /// Not taken: still open, but the last order has passed. `opensAt` is the next opening.
    case lastOrderPassed(opensAt: Timestamp?)
}

extension ShopClock {
    /// Whether an order placed at `instant` that takes `lead` to make is taken, by the location's
    /// rule for the last order. `lead` isn't negative.
    public func acceptsOrders(at instant: Timestamp, lead: Duration) -> OrderAcceptance {
        precondition(lead >= .zero, "a lead time isn't negative")
        let horizon = zone.local(at: instant).date.adding(days: Self.searchDays)
        if hours.isAlwaysOpen { return .accepted(readyAt: instant + lead, lastOrderAt: nil) }
        var spans = OpenSpans(self, from: instant, through: horizon)
        guard let span = spans.next() else { return .closed(opensAt: nil) }
        guard span.lowerBound <= instant else { return .closed(opensAt: span.lowerBound) }
        if spans.isCutOff { return .accepted(readyAt: instant + lead, lastOrderAt: nil) }
        let lastOrderAt = lastOrderInstant(closing: span.upperBound, lead: lead)
        guard instant <= lastOrderAt else {
            return .lastOrderPassed(opensAt: spans.next()?.lowerBound)
        }
        return .accepted(readyAt: instant + lead, lastOrderAt: lastOrderAt)
    }

    /// The last instants at which an order that takes `lead` is taken on a business date, one for
    /// each closing, earliest first. For the manager, to see what the rule means today.
    public func lastOrders(on date: LocalDate, lead: Duration) -> [Timestamp] {
        let day = businessDay(date)
        var spans = OpenSpans(self, from: day.lowerBound, through: date.adding(days: 1))
        var instants: [Timestamp] = []
        while let span = spans.next(), span.upperBound <= day.upperBound {
            let last = lastOrderInstant(closing: span.upperBound, lead: lead)
            if last >= span.lowerBound { instants.append(last) }
        }
        return instants
    }

    /// The pick-up times of a business date that can still be had at `now`, earliest first.
    ///
    /// They are the wall clock's multiples of `stepMinutes` (1 to 1440) since midnight. `lead`,
    /// which isn't negative, counts once, from now or from the opening, whichever is later; it
    /// isn't counted again where one interval touches the next. Closing itself is a slot; under
    /// ``LastOrder/readyBy(minutesBeforeClosing:)`` the last one is that much earlier. An hour that
    /// clocks jump over has no slots, one that they repeat has them once, the first time. Empty
    /// for dates gone and for dates more than ``searchDays`` ahead.
    public func slots(
        on date: LocalDate, now: Timestamp, stepMinutes: Int, lead: Duration
    ) -> [PickupSlot] {
        precondition(stepMinutes >= 1 && stepMinutes <= LocalTime.minutesPerDay)
        precondition(lead >= .zero, "a lead time isn't negative")
        let day = businessDay(date)
        guard day.upperBound > now,
            date.days(since: zone.local(at: now).date) <= Self.searchDays
        else { return [] }
        var spans = OpenSpans(self, from: now, through: date.adding(days: 1))
        var slots: [PickupSlot] = []
        while let span = spans.next(), span.lowerBound < day.upperBound {
            let earliest = max(max(span.lowerBound, now) + lead, day.lowerBound)
            let latest = min(lastPickup(closing: span.upperBound), day.upperBound)
            guard earliest <= latest else { continue }
            for slot in steps(from: earliest, through: latest, stepMinutes: stepMinutes)
            where day.contains(slot.at) {
                slots.append(slot)
            }
        }
        return slots
    }

    /// Whether ``slots(on:now:stepMinutes:lead:)`` of its business date has `pickup`.
    public func offersSlot(
        at pickup: Timestamp, now: Timestamp, stepMinutes: Int, lead: Duration
    ) -> Bool {
        slots(on: businessDate(at: pickup), now: now, stepMinutes: stepMinutes, lead: lead)
            .contains { $0.at == pickup }
    }

    private func lastOrderInstant(closing: Timestamp, lead: Duration) -> Timestamp {
        switch lastOrder {
        case .orderBy(let minutes): closing - .seconds(minutes * 60)
        case .readyBy(let minutes): closing - .seconds(minutes * 60) - lead
        }
    }

    private func lastPickup(closing: Timestamp) -> Timestamp {
        switch lastOrder {
        case .orderBy: closing
        case .readyBy(let minutes): closing - .seconds(minutes * 60)
        }
    }

    /// The wall clock's multiples of a step from one instant through another.
    private func steps(
        from earliest: Timestamp, through latest: Timestamp, stepMinutes: Int
    ) -> [PickupSlot] {
        var slots: [PickupSlot] = []
        var date = zone.local(at: earliest).date
        let lastDate = zone.local(at: latest).date
        while date <= lastDate {
            for minute in stride(from: 0, to: LocalTime.minutesPerDay, by: stepMinutes) {
                let local = LocalDateTime(date: date, time: .wrapping(minute))
                guard let instant = firstTime(local), instant >= earliest, instant <= latest
                else { continue }
                slots.append(PickupSlot(at: instant, local: local))
            }
            date = date.adding(days: 1)
        }
        return slots
    }

    /// The first instant at which wall clocks show `local`; `nil` where they never do.
    private func firstTime(_ local: LocalDateTime) -> Timestamp? {
        switch zone.instants(for: local) {
        case .one(let instant): instant
        case .gap: nil
        case .ambiguous(let earlier, _): earlier
        }
    }
}
