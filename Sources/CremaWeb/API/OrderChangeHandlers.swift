import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `POST /api/v1/orders/{id}/transitions`
    func createTransition(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await keyed(.createTransition, context) { (key) async throws(Problem) in
            let body = try JSONText.decode(TransitionRequest.self, context.request)
            guard let target = OrderState(rawValue: body.to) else {
                throw Problem(.invalidField, "There is no such state.", field: "to")
            }
            let id = try self.orderID(context)
            let move = MoveOrder(
                id: id, target: target,
                reason: try TypedText.checked(
                    body.reason, field: "reason", limit: Limits.reasonCharacters),
                seenVersion: try await self.seenVersion(context, of: id))
            let moved: Performed<OrderRecord>
            do throws(Failure<MoveOrderRefusal>) {
                moved = try await self.services.perform(move, by: context.actor, key: key)
            } catch {
                let problem = ErrorMapping.problem(error) { ErrorMapping.problem($0) }
                throw await self.withCurrent(problem, id, context)
            }
            return self.marked(
                try self.orderResponse(moved.output), isReplay: moved.isReplay)
        }
    }

    /// `POST /api/v1/orders/{id}/payments`
    func createPayment(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await keyed(.createPayment, context) { (key) async throws(Problem) in
            let body = try JSONText.decode(PaymentRequest.self, context.request)
            guard let kind = TenderKind(rawValue: body.kind), PaymentRequest.kinds.contains(kind)
            else {
                throw Problem(.invalidField, "cash or externalCard is needed.", field: "kind")
            }
            let id = try self.orderID(context)
            let payment = RecordPayment(
                id: id, kind: kind, seenVersion: try await self.seenVersion(context, of: id))
            let paid: Performed<OrderRecord>
            do throws(Failure<RecordPaymentRefusal>) {
                paid = try await self.services.perform(payment, by: context.actor, key: key)
            } catch {
                let problem = ErrorMapping.problem(error) { ErrorMapping.problem($0) }
                throw await self.withCurrent(problem, id, context)
            }
            return self.marked(try self.orderResponse(paid.output), isReplay: paid.isReplay)
        }
    }

    /// `POST /api/v1/orders/{id}/refunds`
    func createRefund(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await keyed(.createRefund, context) { (key) async throws(Problem) in
            let body = try JSONText.decode(RefundRequest.self, context.request)
            let id = try self.orderID(context)
            let currency = try await self.shopCurrency()
            let refund = RefundOrder(
                id: id, wish: try body.wish(currency),
                reason: try TypedText.checked(
                    body.reason, field: "reason", limit: Limits.reasonCharacters),
                seenVersion: try await self.seenVersion(context, of: id),
                provider: self.services.provider)
            let done: Performed<RefundOrder.Refunded>
            do throws(Failure<RefundOrderRefusal>) {
                done = try await self.services.perform(refund, by: context.actor, key: key)
            } catch {
                let problem = ErrorMapping.problem(error) {
                    ErrorMapping.problem($0, currency, words: Words(context.language))
                }
                throw await self.withCurrent(problem, id, context)
            }
            let output = done.output
            var response = try self.json(
                RefundValue(output.refund, of: output.order), status: 201)
            _ = response.headers.add("ETag", EntityTag.text(output.version))
            return self.marked(response, isReplay: done.isReplay)
        }
    }

    /// The version that the caller saw. `*`, or one of several, holds where it is the order's.
    private func seenVersion(
        _ context: RequestContext, of id: ID<Order>
    ) async throws(Problem) -> Int64? {
        guard let tags = EntityTag.versions(context.request.headers.all("if-match")) else {
            return nil
        }
        if tags.count == 1, case .version(let version) = tags[0] { return version }
        let current = try await read(OrderQuery(id: id), context).order.version
        let isMatch = tags.contains(.any) || tags.contains(.version(current))
        return isMatch ? current : EntityTag.neverSeen
    }

    /// A stale or refused change is told what the order is like now.
    private func withCurrent(
        _ problem: Problem, _ id: ID<Order>, _ context: RequestContext
    ) async -> Problem {
        guard problem.kind == .stale || problem.kind == .transitionRefused else { return problem }
        var full = problem
        do throws(Problem) {
            let record = try await read(OrderQuery(id: id), context)
            full.order = OrderResponse(record.order)
            full.state = record.order.state.rawValue
            full.version = record.order.version
        } catch {
            full.cause = "the current order can't be read: " + error.cause
        }
        return full
    }
}

extension RefundRequest {
    /// One of the two, or neither.
    fileprivate func wish(_ currency: Currency) throws(Problem) -> RefundWish {
        guard let lines else {
            guard let amount else { return .rest }
            return .amount(try amount.money(currency, field: "amount"))
        }
        guard amount == nil, !lines.isEmpty else {
            throw Problem(.invalidField, "Name an amount or lines, not both.", field: "lines")
        }
        return .lines(
            lines.map { Refund.Line(number: $0.number, quantity: $0.quantity ?? 1) })
    }
}
