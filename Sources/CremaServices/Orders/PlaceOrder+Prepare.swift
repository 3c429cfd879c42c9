package import CremaDomain
import CremaStore

extension Services {
    /// Prices a cart: an answer, nothing is kept.
    package func quote(
        _ cart: Cart, language: String
    ) async throws(Failure<PlaceOrderRefusal>) -> Quote {
        guard let place = try await place(cart.locationID) else { throw .refused(.unknownLocation) }
        do throws(CartProblems) {
            return try price(
                cart, menu: place.menu, location: place.location,
                context: place.context(at: environment.now(), language: language))
        } catch {
            throw .refused(.cart(error))
        }
    }

    /// Places an order under an idempotency key: one order, however often it is asked for.
    ///
    /// The cart is priced outside the transaction on the current snapshot; the transaction checks
    /// that the snapshot still holds, and where it doesn't, it is priced anew. Where the menu moves
    /// faster than that, it is priced inside the transaction, which nothing can overtake.
    package func placeOrder(
        _ request: OrderRequest, by actor: Actor, key: RequestKey?, hasLimits: Bool = true
    ) async throws(Failure<PlaceOrderRefusal>) -> Performed<PlacedOrder> {
        let id: ID<Order> = environment.makeID()
        for _ in 0..<Services.attemptsOnSnapshots {
            let place = try await place(request.cart.locationID)
            let prepared = prepare(
                request, id: id, place: place, actor: actor, hasLimits: hasLimits)
            do throws(Failure<PlaceOrderRefusal>) {
                return try await perform(
                    PlaceOrder(prepare: { _ in prepared }, locationID: request.cart.locationID),
                    by: actor, key: key)
            } catch {
                // Nothing says that a count changed, unless it reached zero: read it anew.
                if case .refused(.cart) = error, case .success = prepared {
                    places.markStale(request.cart.locationID)
                }
                guard case .refused(.menuMoved) = error else { throw error }
                places.markStale(request.cart.locationID)
            }
        }
        let inTransaction = PlaceOrder(
            prepare: { tx in
                let place = try self.places.snapshot(of: request.cart.locationID, tx: tx)
                return self.prepare(
                    request, id: id, place: place, actor: actor, hasLimits: hasLimits)
            }, locationID: request.cart.locationID)
        return try await perform(inTransaction, by: actor, key: key)
    }

    private static let attemptsOnSnapshots = 3

    private func place(
        _ id: ID<Location>
    ) async throws(Failure<PlaceOrderRefusal>) -> PlaceSnapshot? {
        do throws(ReadFailure) {
            return try await places.find(id)
        } catch {
            throw Failure(error)
        }
    }

    private func prepare(
        _ request: OrderRequest, id: ID<Order>, place: PlaceSnapshot?, actor: Actor, hasLimits: Bool
    ) -> Result<PreparedOrder, PlaceOrderRefusal> {
        do throws(PlaceOrderRefusal) {
            guard let place else { throw .unknownLocation }
            return .success(
                try prepared(request, id: id, place: place, actor: actor, hasLimits: hasLimits))
        } catch {
            return .failure(error)
        }
    }

    private func prepared(
        _ request: OrderRequest, id: ID<Order>, place: PlaceSnapshot, actor: Actor, hasLimits: Bool
    ) throws(PlaceOrderRefusal) -> PreparedOrder {
        let now = environment.now()
        let location = place.location
        if Limits.exceeds(request.customerName, characters: Limits.nameCharacters) {
            throw .nameTooLong
        }
        let quote: Quote
        do throws(CartProblems) {
            quote = try price(
                request.cart, menu: place.menu, location: location,
                context: place.context(at: now, language: request.language))
        } catch {
            throw .cart(error)
        }
        guard quote.fingerprint == request.fingerprint, isAsShown(quote, to: request) else {
            throw .quoteChanged(quote)
        }
        if let reason = location.pauseReason { throw .paused(reason: reason) }
        try checkOpen(place, at: now)
        let stock = stockNeeds(quote, menu: place.menu)
        let tenders = try tenders(request, quote, payer: actor.person)
        let isUnpaid = tenders.due(of: quote.total) > .zero
        let waitsForPayment = tenders.waitForPayment(of: quote.total, at: location)
        let owner = actor.owner ?? .token(id)
        let encoded = EncodedOrder(
            id: id, owner: owner, placedAt: now, quote: quote, customerName: request.customerName,
            language: place.languageTag(request.language),
            state: waitsForPayment ? .awaitingPayment : .pending,
            tenders: tenders,
            stock: stock.map { StockCount($0.thing, $0.count) })
        return PreparedOrder(
            encoded: encoded, owner: owner, menuVersion: place.menu.version, stock: stock,
            unpaidLimit: hasLimits && isUnpaid ? location.unpaidOrdersPerDevice : nil,
            clearsCart: request.clearsCart, location: location)
    }

    /// Sums that the client sent are compared and never used.
    private func isAsShown(_ quote: Quote, to request: OrderRequest) -> Bool {
        if let total = request.expectedTotal, total != quote.total { return false }
        return request.expectedUnitPrices.allSatisfy { line, price in
            quote.lines.indices.contains(line) && quote.lines[line].unitPrice == price
        }
    }

    private func checkOpen(_ place: PlaceSnapshot, at now: Timestamp) throws(PlaceOrderRefusal) {
        switch place.clock.acceptsOrders(
            at: now, lead: .seconds(place.location.leadMinutes * 60))
        {
        case .accepted: return
        case .closed(let opensAt), .lastOrderPassed(let opensAt): throw .closed(opensAt: opensAt)
        }
    }

    /// What the wallet of whoever is signed in pays is paid at once, or set aside where the rest is
    /// to be paid by card first; the rest at the counter.
    private func tenders(
        _ request: OrderRequest, _ quote: Quote, payer: ID<Person>?
    ) throws(PlaceOrderRefusal) -> [Tender] {
        var tenders: [Tender] = []
        let total = quote.total
        var left = total
        let isByCard = request.tenders.contains { $0.kind == .card && $0.amount != .zero }
        for (index, wanted) in request.tenders.enumerated() {
            guard !tenders.contains(where: { $0.kind == wanted.kind }) else {
                throw .tenderNotOffered(index: index)
            }
            let amount = wanted.amount ?? left
            guard amount >= .zero, amount <= left, amount > .zero || total == .zero else {
                throw .tendersDontAddUp
            }
            switch wanted.kind {
            case .counter:
                tenders.append(
                    Tender(
                        number: index + 1, kind: .counter, amount: amount, state: .pending))
            case .wallet:
                guard let payer else { throw .tenderNotOffered(index: index) }
                tenders.append(
                    Tender(
                        number: index + 1, kind: .wallet, amount: amount,
                        state: isByCard ? .held : .captured, payer: payer))
            case .card:
                guard let provider, amount == .zero || provider.takes(amount, quote.currency)
                else { throw .tenderNotOffered(index: index) }
                tenders.append(
                    Tender(number: index + 1, kind: .card, amount: amount, state: .pending))
            case .cash, .externalCard, .giftCard: throw .tenderNotOffered(index: index)
            }
            left -= amount
        }
        if request.tenders.isEmpty, total > .zero {
            return [Tender(number: 1, kind: .counter, amount: total, state: .pending)]
        }
        guard left == .zero else { throw .tendersDontAddUp }
        return tenders.filter { $0.amount > .zero }
    }

    private func stockNeeds(_ quote: Quote, menu: Menu) -> [PreparedOrder.StockNeed] {
        var needs: [PreparedOrder.StockNeed] = []
        func need(_ thing: StockedThing, name: String, line: Int, count: Int) {
            if let known = needs.firstIndex(where: { $0.thing == thing }) {
                needs[known].count += count
            } else {
                needs.append(
                    PreparedOrder.StockNeed(thing: thing, name: name, line: line, count: count))
            }
        }
        for (index, line) in quote.lines.enumerated() {
            if menu.itemAvailability[line.itemID]?.stock != nil {
                need(
                    StockedThing(line.itemID), name: line.name, line: index, count: line.quantity)
            }
            for modifier in line.modifiers
            where menu.modifierAvailability[modifier.id]?.stock != nil {
                need(
                    StockedThing(modifier.id), name: modifier.name, line: index,
                    count: modifier.quantity * line.quantity)
            }
        }
        // One order of taking them, so that two orders never wait for each other.
        return needs.sorted { $0.thing < $1.thing }
    }
}
