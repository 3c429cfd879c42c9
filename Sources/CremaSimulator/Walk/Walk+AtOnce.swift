import CremaDomain
import CremaServices
import CremaSQL
import CremaStore

/// Wishes performed with nothing between them, as the machine interleaves them.
private struct Race {
    let wishes: [Wish]
    let outcomes: [Outcome]
    /// What was told meanwhile, in the order of commits.
    let events: [ToldEvent]
}

/// A way in which a race may have gone, as far as it has been followed.
private struct Course {
    var walk: Walk
    var touched = Touched()
    /// By wish: what it may have seen before it wrote.
    var moments: [[Moment]]
    /// By wish: what could have come of it as things stood.
    var forecasts: [[Forecast]]
    var left: [Int]
}

extension Walk {
    /// Performs wishes truly at once. Whoever was first isn't known, so any order counts in which
    /// one after another they come to the same answers and the same events; that there is one is
    /// what is checked. The same seed may go another way next time.
    mutating func performAtOnce(_ wishes: [Wish]) async throws -> Touched {
        let services = services
        let outcomes = await withTaskGroup(of: (Int, Outcome).self) { group in
            for (index, wish) in wishes.enumerated() {
                group.addTask { (index, await wish.perform(services)) }
            }
            var outcomes = [Outcome](repeating: .broken("it never ended"), count: wishes.count)
            for await (index, outcome) in group { outcomes[index] = outcome }
            return outcomes
        }
        let last = lastEventID
        let events = try await services.database.read { tx in
            try EventStore.list(after: last, limit: 10_000, tx: tx)
        }
        let race = Race(
            wishes: wishes, outcomes: outcomes,
            events: events.map { ToldEvent($0.kind, $0.subject, $0.version) })
        let start = Course(
            walk: self, moments: wishes.map { _ in [] }, forecasts: wishes.map { _ in [] },
            left: Array(wishes.indices))
        guard let course = explained(race, start) else {
            throw Finding(
                .asAsked, expected: "an order in which these come to what they came to",
                found: outcomes.map { "\($0)" }.joined(separator: " | "))
        }
        self = course.walk
        for (wish, outcome) in zip(wishes, outcomes) { chooser.note(wish, outcome) }
        return course.touched
    }

    /// The first order that explains a race; nil where none does.
    private func explained(_ race: Race, _ course: Course) -> Course? {
        if course.left.isEmpty {
            let isUnordered = course.touched.isUnordered
            let told = isUnordered ? race.events.sorted(by: words) : race.events
            let must = course.touched.events
            return (isUnordered ? must.sorted(by: words) : must) == told ? course : nil
        }
        var course = course
        for index in course.left {
            let wish = race.wishes[index]
            let moment = Moment(
                now: clock.now, zone: surroundings.zone, before: wish, in: course.walk.shop)
            course.moments[index].append(moment)
            course.forecasts[index].append(course.walk.shop.forecast(wish, moment))
        }
        for index in course.left {
            for moment in course.moments[index] {
                guard let next = taken(index, moment, race, course) else { continue }
                if let whole = explained(race, next) { return whole }
            }
        }
        return nil
    }

    /// The course with one more wish behind it; nil where its outcome can't have come then.
    private func taken(_ index: Int, _ moment: Moment, _ race: Race, _ course: Course) -> Course? {
        var next = course
        let wish = race.wishes[index]
        let outcome = race.outcomes[index]
        let final = next.walk.shop.forecast(wish, moment)
        let earlier = wish.operation.mayRefuseEarly ? course.forecasts[index] : []
        do throws(Finding) {
            let effect = try next.walk.judged(outcome, final, earlier: earlier, wish)
            next.walk.figures.count(wish.operation.name)
            next.touched.add(wish)
            try next.walk.keep(effect, outcome, wish, &next.touched)
        } catch {
            // Not this way; another order may explain it.
            return nil
        }
        next.left.removeAll { $0 == index }
        return next
    }

    private func words(_ left: ToldEvent, _ right: ToldEvent) -> Bool {
        left.description < right.description
    }
}
