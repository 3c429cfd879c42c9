import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `GET /orders`
    func ordersPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let (model, sequence) = try await ordersModel(context)
        return .page(OrdersView.page(model, pageContext(context, sequence: sequence)))
    }

    /// `GET /orders/more`
    func moreOrders(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let (model, _) = try await ordersModel(context)
        return .fragment(OrdersView.more(model, pageContext(context)))
    }

    private func ordersModel(
        _ context: RequestContext
    ) async throws(Problem) -> (OrdersModel, sequence: Int64) {
        let page = try await read(
            MyOrdersQuery(after: try pageCursor(context), limit: 5), context)
        var entries: [OrderModel] = []
        for record in page.orders { entries.append(try await orderModel(record, context)) }
        let model = OrdersModel(entries: entries, nextCursor: page.next.map(CursorText.encode))
        return (model, page.sequence)
    }

    /// `GET /orders/{id}`
    func orderPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let sequence = services.hub.lastID
        let model = try await oneOrder(context)
        return .page(OrderView.page(model, pageContext(context, sequence: sequence)))
    }

    /// `GET /orders/{id}/live`
    func orderLive(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        .fragment(OrderView.live(try await oneOrder(context), pageContext(context)))
    }

    /// `GET /orders/{id}/entry`
    func orderEntry(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        .fragment(OrdersView.entry(try await oneOrder(context), pageContext(context)))
    }

    /// `GET /orders/{id}/receipt`
    func receiptPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let model = ReceiptModel(order: try await oneOrder(context))
        return .page(ReceiptView.page(model, pageContext(context)))
    }

    /// `POST /orders/{id}/cancel`
    func cancelOrder(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        let id = try orderID(context)
        let move = MoveOrder(
            id: id, target: .cancelled,
            seenVersion: form["version"].flatMap { Int64($0) })
        var notice = OrderNotice.cancelled
        do throws(Failure<MoveOrderRefusal>) {
            _ = try await services.perform(
                move, by: asCustomer(context.actor), key: formKeyOrNil(form, context))
        } catch {
            switch error {
            case .stale, .refused(.transition), .refused(.lostRace): notice = .tooLateToCancel
            default:
                throw ErrorMapping.problem(error) { ErrorMapping.problem($0) }
            }
        }
        guard context.isFragment else { return .seeOther(.order(id)) }
        let record = try await read(OrderQuery(id: id), context)
        let model = try await orderModel(record, context, notice: notice)
        return .fragment(OrderView.live(model, pageContext(context)))
    }

    /// `POST /orders/{id}/refund`
    func refundFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        let id = try orderID(context)
        let words = Words(context.language)
        let record = try await read(OrderQuery(id: id), context)
        let currency = record.order.quote.currency
        let notice: OrderNotice
        if let wish = form.refundWish(record.order) {
            let refund = RefundOrder(
                id: id, wish: wish, reason: try TypedText.checked(form["reason"], field: "reason"),
                seenVersion: form["version"].flatMap { Int64($0) }, provider: services.provider)
            do throws(Failure<RefundOrderRefusal>) {
                let done = try await services.perform(
                    refund, by: context.actor, key: formKeyOrNil(form, context))
                let refund = done.output.refund
                let cash = done.output.order.tenders.filter { $0.kind == .cash }.map(\.number)
                notice = .refunded(
                    refund.amount,
                    cash: refund.parts.filter { cash.contains($0.tender) }
                        .sum { $0.amount + $0.rounding })
            } catch {
                switch error {
                case .stale, .refused(.lostRace): notice = .notRefunded(words(.refundStale))
                case .refused(let refusal):
                    notice = .notRefunded(
                        ErrorMapping.problem(refusal, currency, words: words).detail)
                default:
                    throw ErrorMapping.problem(error) {
                        ErrorMapping.problem($0, currency, words: words)
                    }
                }
            }
        } else {
            notice = .notRefunded(words(.refundChoose))
        }
        let now = try await read(OrderQuery(id: id), context)
        let model = try await orderModel(now, context, notice: notice)
        var status = 200
        if case .notRefunded = notice { status = 422 }
        return .page(OrderView.page(model, pageContext(context)), status: status)
    }

    /// On the order's page even the staff cancels as who ordered: no reason, only
    /// before it is begun.
    private func asCustomer(_ actor: Actor) -> Actor {
        Actor(person: actor.person, device: actor.device, tokenOrder: actor.tokenOrder)
    }

    private func oneOrder(_ context: RequestContext) async throws(Problem) -> OrderModel {
        let record = try await read(OrderQuery(id: try orderID(context)), context)
        return try await orderModel(record, context)
    }

    /// A form without a readable key is performed without one: the version guards it.
    func formKeyOrNil(_ form: FormFields, _ context: RequestContext) -> RequestKey? {
        do throws(Problem) {
            return try formKey(form, context)
        } catch {
            return nil
        }
    }
}

extension FormFields {
    /// What is to be given back; nil where nothing is chosen, or it can't be read.
    fileprivate func refundWish(_ order: Order) -> RefundWish? {
        let count = order.quote.lines.indices.filter { Int(self["line\($0 + 1)"] ?? "0") != 0 }
            .count
        let hasAmount = !(self["amount"] ?? "").isEmpty
        switch self["wish"] {
        // Who filled in a part means that part, whatever is ticked.
        case "rest": return count == 0 && !hasAmount ? .rest : nil
        case "amount" where count > 0: return nil
        case "lines" where hasAmount: return nil
        case "amount":
            return order.quote.currency.money(typed: self["amount"] ?? "").map { .amount($0) }
        case "lines":
            let lines = order.quote.lines.indices.compactMap { index -> Refund.Line? in
                let count = self["line\(index + 1)"].flatMap { Int($0) } ?? 0
                return count == 0 ? nil : Refund.Line(number: index + 1, quantity: count)
            }
            return lines.isEmpty ? nil : .lines(lines)
        default: return nil
        }
    }
}
