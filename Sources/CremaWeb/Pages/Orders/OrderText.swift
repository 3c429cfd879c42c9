import CremaDomain

/// What order pages work out from an order: the steps of its timeline and how it was paid.
enum OrderText {
    enum Progress: String, Hashable {
        case done, now, later, stopped
    }

    struct Step: Hashable {
        let state: OrderState
        let progress: Progress
        let time: WallTime?
    }

    /// The usual way, as far as it went; an order that ended otherwise ends with that.
    static func steps(of model: OrderModel) -> [Step] {
        let state = model.order.state
        let paysFirst = model.order.timeline.first?.state == .awaitingPayment
        let usual: [OrderState] =
            (paysFirst ? [.awaitingPayment] : []) + [.pending, .preparing, .ready, .completed]
        if let place = usual.firstIndex(of: state) {
            return usual.enumerated().map { index, step in
                let isDone = index < place || step == .completed && state == .completed
                let progress: Progress = isDone ? .done : index == place ? .now : .later
                return Step(
                    state: step, progress: progress,
                    time: progress == .later ? nil : model.time(of: step))
            }
        }
        let reached = usual.filter { model.time(of: $0) != nil }
        return reached.map { Step(state: $0, progress: .done, time: model.time(of: $0)) }
            + [Step(state: state, progress: .stopped, time: model.time(of: state))]
    }

    /// "cash, wallet": the ways that hold or took money.
    static func paidBy(_ order: Order, _ words: Words) -> String {
        let kinds = order.tenders.filter { $0.state == .captured || $0.state == .held }.map(\.kind)
        guard !kinds.isEmpty else { return words(.paidInFull) }
        return kinds.map(words.tender).joined(separator: words.language == .arabic ? "، " : ", ")
    }
}

extension Order {
    /// A card is to be charged before the bar gets it.
    var waitsForCard: Bool {
        state == .awaitingPayment && tenders.contains { $0.kind == .card && $0.state == .pending }
    }
}
