import CremaDomain
import CremaServices
import CremaStore
import Synchronization

/// A wish that is under way.
private struct Running {
    let wish: Wish
    let moment: Moment
    /// What could have come of it as things stood, each time something changed.
    var forecasts: [Forecast]
    var gate: CheckedContinuation<Void, Never>?
}

extension Walk {
    /// One in this many of the held back is held back again at its next write.
    private static let heldAgainPercent = 35
    private static let longestHold = 12

    /// Performs wishes at once, as the seed interleaves them, and holds each outcome against what
    /// had to come of it.
    mutating func perform(_ wishes: [Wish]) async throws -> Touched {
        var touched = Touched()
        let outcomes = Outcomes()
        var running: [Running] = []
        for (index, wish) in wishes.enumerated() {
            let moment = Moment(
                now: clock.now, zone: surroundings.zone, before: wish, in: shop)
            let first = wishes.count > 1 ? [shop.forecast(wish, moment)] : []
            running.append(Running(wish: wish, moment: moment, forecasts: first))
            let holds = wishes.count > 1 && wish.operation.writes && chooser.random.percent(80)
            let progress = await gate.run(holding: holds) { [services, gate] in
                _ = Task {
                    outcomes.set(index, await wish.perform(services))
                    gate.finished()
                }
            }
            try conclude(index, progress, &running, outcomes, &touched)
        }
        var rounds = 0
        while let index = chooser.random.any(
            of: running.indices.filter { running[$0].gate != nil })
        {
            rounds += 1
            let holds =
                rounds < Walk.longestHold && chooser.random.percent(Walk.heldAgainPercent)
                && !running[index].wish.operation.isPiecemeal
            let held = running[index].gate
            running[index].gate = nil
            let progress = await gate.run(holding: holds) { held?.resume() }
            try conclude(index, progress, &running, outcomes, &touched)
        }
        for index in running.indices { chooser.note(running[index].wish, outcomes.get(index)) }
        return touched
    }

    /// Takes a finished wish's outcome, and lets those under way know that things have changed.
    private mutating func conclude(
        _ index: Int, _ progress: GatedDatabase.Progress, _ running: inout [Running],
        _ outcomes: Outcomes, _ touched: inout Touched
    ) throws {
        if case .held(let continuation) = progress {
            running[index].gate = continuation
            return
        }
        let one = running[index]
        let outcome = outcomes.get(index)
        figures.count(one.wish.operation.name)
        touched.add(one.wish)
        let final = shop.forecast(one.wish, one.moment)
        let earlier = one.wish.operation.mayRefuseEarly ? one.forecasts : []
        do {
            let effect = try judged(outcome, final, earlier: earlier, one.wish)
            try keep(effect, outcome, one.wish, &touched)
        } catch {
            // Whoever is still held back has to end, or the process would wait for it for ever.
            for other in running { other.gate?.resume() }
            throw error
        }
        for other in running.indices where running[other].gate != nil {
            running[other].forecasts.append(
                shop.forecast(running[other].wish, running[other].moment))
        }
    }

    /// Makes an outcome's effect true in the model.
    mutating func keep(
        _ effect: Effect, _ outcome: Outcome, _ wish: Wish, _ touched: inout Touched
    ) throws(Finding) {
        switch outcome {
        case .done(let answer, let isReplay):
            if isReplay { figures.replays += 1 }
            if let placed = effect.placed { try checkNumber(placed) }
            if let placed = effect.placed, case .place(let request) = wish.operation {
                try checkCharge(placed, request)
            }
            if effect.placed != nil { figures.orders += 1 }
            shop.apply(effect)
            touched.add(effect)
            if case .expire = wish.operation { touched.isUnordered = true }
            if let key = wish.key, !isReplay {
                shop.answers[key.name] = ShopModel.KeptAnswerModel(
                    body: key.body, answer: answer, operation: wish.operation, at: clock.now)
            }
        case .refused(let refusal): figures.count(refusal: refusal.kind)
        case .broken: break
        }
    }

    /// A label is the location's alone, today and among what is open.
    private func checkNumber(_ placed: OrderModel) throws(Finding) {
        let label = ShopModel.DrawnLabel(
            location: placed.locationID, date: placed.order.quote.businessDate,
            sequence: placed.order.callNumber.sequence)
        try expect(
            .uniqueNumbers, !shop.numbers.contains(label), "a new number on \(label.date)",
            found: "\(placed.order.callNumber) again")
        let twin = shop.openIDs.compactMap { shop.orders[$0] }.first {
            $0.locationID == placed.locationID && $0.order.callNumber == placed.order.callNumber
        }
        try expect(
            .uniqueNumbers, twin == nil, "a number that no open order has",
            found: "\(placed.order.callNumber), which \(twin?.id.rawValue ?? "") has")
    }

    /// What was seen is charged.
    private func checkCharge(
        _ placed: OrderModel, _ request: OrderRequest
    ) throws(Finding) {
        let quote = placed.order.quote
        try expect(.chargedAsSeen, "the fingerprint", request.fingerprint, quote.fingerprint)
        let asked = placed.order.tenders.reduce(Money.zero) { $0 + $1.amount }
        try expect(.chargedAsSeen, "what is asked for", quote.total, asked)
    }
}

/// How wishes ended, by their place among those at once.
private final class Outcomes: Sendable {
    private let outcomes = Mutex<[Int: Outcome]>([:])

    func set(_ index: Int, _ outcome: Outcome) { outcomes.withLock { $0[index] = outcome } }

    func get(_ index: Int) -> Outcome {
        outcomes.withLock { $0[index] } ?? .broken("it never ended")
    }
}
