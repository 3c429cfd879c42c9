import CremaDomain
import CremaServices
import CremaStore

extension Wish {
    /// Asks the services.
    func perform(_ services: Services) async -> Outcome {
        let key = key?.requestKey
        switch operation {
        case .quote(let cart, let language):
            return await outcome(Refusal.init(placing:)) {
                () async throws(Failure<PlaceOrderRefusal>) in
                .done(.quote(try await services.quote(cart, language: language)), isReplay: false)
            }
        case .place(let request):
            return await outcome(Refusal.init(placing:)) {
                () async throws(Failure<PlaceOrderRefusal>) in
                let placed = try await services.placeOrder(request, by: actor, key: key)
                return .done(.placed(Placed(placed.output)), isReplay: placed.isReplay)
            }
        case .editCart(let location, let owner, let edit):
            return await perform(
                EditCart(locationID: location, owner: owner, edit: edit), services,
                Refusal.init(editing:)
            ) { .cart($0) }
        case .move(let id, let target, let reason, let seen):
            return await perform(
                MoveOrder(id: id, target: target, reason: reason, seenVersion: seen), services,
                Refusal.init(moving:)
            ) { .order($0.order, doneLines: $0.doneLines) }
        case .pay(let id, let kind, let seen):
            return await perform(
                RecordPayment(id: id, kind: kind, seenVersion: seen), services,
                Refusal.init(paying:)
            ) { .order($0.order, doneLines: $0.doneLines) }
        case .tick(let id, let line, let isDone):
            return await perform(
                TickLine(id: id, line: line, isDone: isDone), services, Refusal.init(ticking:)
            ) { .order($0.order, doneLines: $0.doneLines) }
        default:
            return await performForShop(services)
        }
    }

    /// What changes the shop rather than an order, and what only reads.
    private func performForShop(_ services: Services) async -> Outcome {
        switch operation {
        case .setAvailability(let location, let thing, let change):
            return await outcome({ (refusal: SetAvailabilityRefusal) in Refusal("\(refusal)") }) {
                () async throws(Failure<SetAvailabilityRefusal>) in
                let now = try await services.setAvailability(
                    change, of: thing, at: location, by: actor)
                return .done(.availability(now), isReplay: false)
            }
        case .publish(let catalog):
            return await perform(PublishMenu(catalog: catalog), services, { Refusal("\($0)") }) {
                .number($0)
            }
        case .changeLocation(let id, let document):
            let useCase = ChangeLocation(
                id: id, document: document, environment: services.environment)
            return await perform(useCase, services, Refusal.init(changing:)) { .number($0) }
        case .expire:
            do {
                return .done(.expired(try await services.expireUnpaidOrders()), isReplay: false)
            } catch {
                return .broken("\(error)")
            }
        case .readOrder(let id):
            do throws(ReadFailure) {
                let record = try await services.read(OrderQuery(id: id), by: actor)
                return .done(
                    .order(record.order, doneLines: record.doneLines), isReplay: false)
            } catch {
                guard case .denied(let denial) = error else { return .broken("\(error)") }
                return .refused(Refusal(denial))
            }
        default:
            return .broken("\(operation.name) has nobody who performs it")
        }
    }

    private func perform<U: UseCase>(
        _ useCase: U, _ services: Services, _ refusal: (U.Refusal) -> Refusal,
        _ answer: @Sendable (U.Output) -> Answer
    ) async -> Outcome {
        await outcome(refusal) { () async throws(Failure<U.Refusal>) in
            let performed = try await services.perform(useCase, by: actor, key: key?.requestKey)
            return .done(answer(performed.output), isReplay: performed.isReplay)
        }
    }

    private func outcome<R: Error & Sendable>(
        _ refusal: (R) -> Refusal, _ body: () async throws(Failure<R>) -> Outcome
    ) async -> Outcome {
        do throws(Failure<R>) {
            return try await body()
        } catch {
            switch error {
            case .refused(let own): return .refused(refusal(own))
            case .denied(let denial): return .refused(Refusal(denial))
            case .keyReused: return .refused(.keyReused)
            case .versionMissing: return .refused(.versionMissing)
            case .stale(let current): return .refused(.stale(current))
            // Nobody overloads this database or takes it away.
            case .unavailable(let error): return .broken("\(error)")
            case .broken(let error): return .broken("\(error)")
            }
        }
    }
}

extension Placed {
    init(_ order: PlacedOrder) {
        self.init(
            id: order.id, callNumber: order.callNumber, state: order.state, total: order.total,
            due: order.due, currency: order.currency, owner: order.owner)
    }
}

extension Refusal {
    static let keyReused = Refusal("keyReused")
    static let versionMissing = Refusal("versionMissing")

    static func stale(_ current: Int64) -> Refusal { Refusal("stale", String(current)) }

    init(_ denial: Denial) {
        self.init("\(denial)")
    }

    init(placing refusal: PlaceOrderRefusal) {
        switch refusal {
        case .cart(let problems): self.init(problems)
        case .quoteChanged(let quote): self.init("quoteChanged", quote.fingerprint)
        case .closed(let opensAt): self.init("closed", opensAt.map { $0.rfc3339 } ?? "never")
        case .paused(let reason): self.init("paused", reason)
        case .tooManyUnpaid(let limit): self.init("tooManyUnpaid", String(limit))
        case .tenderNotOffered(let index): self.init("tenderNotOffered", String(index))
        case .insufficientFunds: self.init("insufficientFunds")
        case .unknownLocation, .tendersDontAddUp, .nameTooLong, .menuMoved:
            self.init("\(refusal)")
        }
    }

    /// Of a shortage alone, what is left isn't compared: a count that only went down isn't told to
    /// who read it before.
    init(_ problems: CartProblems) {
        let others = problems.all.filter { problem in
            if case .notEnoughLeft = problem.kind { return false }
            return true
        }
        guard let first = others.first else {
            self = .shortage
            return
        }
        let kind = "\(first.kind)".prefix { $0 != "(" }
        self.init(
            String(kind),
            others.map { "\($0.line.map(String.init) ?? "cart") \($0.kind)" }
                .joined(separator: ", "))
    }

    static let shortage = Refusal("notEnoughLeft")

    init(editing refusal: EditCartRefusal) {
        self.init("\(refusal)")
    }

    init(moving refusal: MoveOrderRefusal) {
        switch refusal {
        case .transition(let why, let state, let version):
            self.init(transition: why, state: state, version: version)
        case .reasonTooLong, .lostRace: self.init("\(refusal)")
        }
    }

    init(transition why: TransitionRefusal, state: OrderState, version: Int64) {
        let words =
            switch why {
            case .notAllowed(let from, let to): ("notAllowed", "\(from) to \(to)")
            case .notForYou(let from, let to): ("notForYou", "\(from) to \(to)")
            case .lacks(let fact): ("lacks", "\(fact)")
            }
        self.init(words.0, "\(words.1), \(state), version \(version)")
    }

    init(paying refusal: RecordPaymentRefusal) {
        switch refusal {
        case .orderIsOver(let state): self.init("orderIsOver", state.rawValue)
        case .kindNotTaken, .alreadyPaid, .lostRace: self.init("\(refusal)")
        }
    }

    init(ticking refusal: TickLineRefusal) {
        switch refusal {
        case .orderIsOver(let state): self.init("orderIsOver", state.rawValue)
        case .unknownLine, .orderIsUnpaid: self.init("\(refusal)")
        }
    }

    init(changing refusal: ChangeLocationRefusal) {
        switch refusal {
        case .location(let problem): self.init("badLocation", problem.field)
        case .currencyDiffers(let code): self.init("currencyDiffers", code)
        case .unknownLocation: self.init("unknownLocation")
        }
    }
}
