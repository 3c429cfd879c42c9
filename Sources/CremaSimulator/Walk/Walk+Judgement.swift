import CremaDomain
import CremaServices
import CremaStore

extension Walk {
    /// The effect of an outcome, where it is one that had to come; throws where it isn't.
    func judged(
        _ outcome: Outcome, _ final: Forecast, earlier: [Forecast], _ wish: Wish
    ) throws(Finding) -> Effect {
        switch outcome {
        case .broken(let words):
            throw Finding(.noInternalErrors, expected: "\(final.words)", found: words)
        case .refused(let refusal):
            switch final {
            case .refused(let allowed) where allowed.contains(refusal): return Effect()
            case .refused([.keyReused]), .replay: break
            case .done, .refused:
                for case .refused(let allowed) in earlier where allowed.contains(refusal) {
                    return Effect()
                }
                if hasTooMuchOpen(wish, refusal, earlier) { return Effect() }
            }
            throw Finding(
                invariant(final, wish), expected: final.words, found: "refused: \(refusal)")
        case .done(let answer, let isReplay):
            return try judged(answer, isReplay, final, wish)
        }
    }

    /// Open orders are counted in the transaction, after all that was looked at before it: whoever
    /// could have ordered then is told of the orders placed since.
    private func hasTooMuchOpen(
        _ wish: Wish, _ refusal: Refusal, _ earlier: [Forecast]
    ) -> Bool {
        guard refusal.kind == "tooManyUnpaid", let owner = wish.actor.owner,
            let limit = Int(refusal.detail), shop.openUnpaidCount(of: owner) >= limit
        else { return false }
        return earlier.contains { forecast in
            if case .done = forecast { return true }
            return false
        }
    }

    private func judged(
        _ answer: Answer, _ isReplay: Bool, _ final: Forecast, _ wish: Wish
    ) throws(Finding) -> Effect {
        var found: String { isReplay ? "again: \(answer)" : "\(answer)" }
        switch final {
        case .replay(let first):
            try expect(
                .oneAnswerPerKey, isReplay && answer == first, "again: \(first)", found: found)
            return Effect()
        case .refused(let allowed):
            // Whoever hadn't heard of what was taken since may still be told a price.
            if case .quote(let quote) = answer,
                allowed.contains(Refusal("quoted", quote.fingerprint))
            {
                return Effect()
            }
            throw Finding(invariant(final, wish), expected: final.words, found: found)
        case .done(let expected, let effect):
            guard !isReplay else {
                throw Finding(.oneAnswerPerKey, expected: final.words, found: found)
            }
            if case .quote(let quote) = answer {
                try OrderCheck(rules: shop.rules).checkSums(quote)
            }
            guard case .placed(let placed) = answer, case .placed(let must) = expected else {
                try expect(
                    invariant(final, wish), answer == expected, "\(expected)", found: found)
                return effect
            }
            var named = must
            named.id = placed.id
            named.callNumber = placed.callNumber
            if case .token = must.owner { named.owner = .token(placed.id) }
            try expect(.chargedAsSeen, named == placed, "\(named)", found: found)
            return effect.named(placed)
        }
    }

    /// What a wrong outcome breaks.
    private func invariant(_ forecast: Forecast, _ wish: Wish) -> Invariant {
        if case .replay = forecast { return .oneAnswerPerKey }
        if case .refused(let allowed) = forecast {
            if allowed.contains(.keyReused) { return .oneAnswerPerKey }
            if allowed.contains(.shortage) { return .allOrNothing }
            if allowed.contains(where: { $0.kind == "quoteChanged" }) { return .chargedAsSeen }
        }
        switch wish.operation {
        case .move, .pay, .tick: return .allowedMoves
        default: return .asAsked
        }
    }
}

extension Forecast {
    /// As a report shows it.
    var words: String {
        switch self {
        case .done(let answer, _): "\(answer)"
        case .replay(let answer): "again: \(answer)"
        case .refused(let refusals):
            "refused: " + refusals.map(\.description).joined(separator: " or ")
        }
    }
}
