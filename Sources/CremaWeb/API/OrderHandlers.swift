import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `POST /api/v1/quotes`
    func createQuote(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONText.decode(QuoteRequest.self, context.request)
        let words = Words(context.language)
        let cart = try body.cart(currency: try await currency(of: body.locationId))
        let quote: Quote
        do throws(Failure<PlaceOrderRefusal>) {
            quote = try await services.quote(cart, language: context.language.tag)
        } catch {
            throw ErrorMapping.problem(error) { ErrorMapping.problem($0, words: words) }
                .naming(body.lines)
        }
        return try json(QuoteResponse(quote))
    }

    /// `POST /api/v1/orders`
    func createOrder(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try limit(.order, sender: context.actor.owner?.text ?? context.client.description)
        return try await keyed(.createOrder, context) { (key) async throws(Problem) in
            let body = try JSONText.decode(PlaceOrderRequest.self, context.request)
            return try await self.place(body, key: key, context)
        }
    }

    private func place(
        _ body: PlaceOrderRequest, key: RequestKey, _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        let words = Words(context.language)
        let request = try await orderRequest(body, language: context.language)
        let placed: Performed<PlacedOrder>
        do throws(Failure<PlaceOrderRefusal>) {
            placed = try await services.placeOrder(
                request, by: context.actor, key: key, hasLimits: settings.hasLimits)
        } catch {
            throw ErrorMapping.problem(error) { ErrorMapping.problem($0, words: words) }
                .naming(body.lines)
        }
        let output = placed.output
        let token: String? =
            if case .person = output.owner { nil } else {
                services.environment.secrets.orderToken(output.id)
            }
        let answer = PlacedOrderResponse(
            id: output.id, callNumber: output.callNumber, state: output.state,
            total: output.total, due: output.due, currency: output.currency, token: token)
        var response = HTTPResponse(
            status: 201, headers: HeaderLines(contentType: "application/json"),
            body: .bytes(answer.json))
        _ = response.headers.add("Location", "/api/v1/orders/" + output.id.rawValue)
        _ = response.headers.add("ETag", EntityTag.text(1))
        return marked(response, isReplay: placed.isReplay)
    }

    private func orderRequest(
        _ body: PlaceOrderRequest, language: Language
    ) async throws(Problem) -> OrderRequest {
        let currency = try await currency(of: body.locationId)
        var request = OrderRequest(
            cart: try body.cart(currency: currency), fingerprint: body.fingerprint,
            customerName: try TypedText.checked(
                body.customerName, field: "customerName", limit: Limits.nameCharacters),
            language: language.tag)
        for (index, tender) in (body.tenders ?? []).enumerated() {
            guard let kind = TenderKind(rawValue: tender.kind), TenderRequest.kinds.contains(kind)
            else {
                throw Problem(
                    .invalidField, "counter, wallet, giftCard or card is needed.",
                    field: "tenders[\(index)].kind")
            }
            request.tenders.append(
                RequestedTender(
                    kind: kind,
                    amount: try tender.amount?.money(
                        currency, field: "tenders[\(index)].amount")))
        }
        request.expectedTotal = try body.total?.money(currency, field: "total")
        for (index, line) in body.lines.enumerated() {
            request.expectedUnitPrices[index] = try line.unitPrice?.money(
                currency, field: "lines[\(index)].unitPrice")
        }
        return request
    }

    /// `GET /api/v1/orders`
    func listOrders(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let limit = try pageLimit(context)
        let cursor = try pageCursor(context)
        let page = try await read(MyOrdersQuery(after: cursor, limit: limit), context)
        return try json(
            OrdersResponse(
                orders: page.orders.map { OrderResponse($0.order) },
                nextCursor: page.next.map(CursorText.encode)))
    }

    func pageLimit(_ context: RequestContext) throws(Problem) -> Int {
        guard let text = context.query["limit"] else { return 5 }
        guard let limit = Int(text), (1...100).contains(limit) else {
            throw Problem(.invalidField, "1 to 100 is needed.", field: "limit")
        }
        return limit
    }

    func pageCursor(_ context: RequestContext) throws(Problem) -> OrderCursor? {
        guard let text = context.query["cursor"] ?? context.query["after"] else { return nil }
        guard let cursor = CursorText.decode(text) else {
            throw Problem(.invalidField, "That isn't a cursor of ours.", field: "cursor")
        }
        return cursor
    }

    /// `GET /api/v1/orders/{id}`
    func getOrder(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let record = try await read(OrderQuery(id: try orderID(context)), context)
        if EntityTag.isKnown(record.order.version, to: context.request) {
            var response = HTTPResponse(status: 304)
            _ = response.headers.add("ETag", EntityTag.text(record.order.version))
            return response
        }
        return try orderResponse(record)
    }

    /// `GET /api/v1/queue?location={id}`
    func getQueue(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard let text = context.query["location"] else {
            throw Problem(.invalidField, "Name the location.", field: "location")
        }
        let place = try await place(text)
        let queue = try await read(QueueQuery(locationID: place.location.id), context)
        return try json(QueueResponse(tickets: queue.open.map(TicketValue.init)))
    }

    // MARK: parts

    func orderID(_ context: RequestContext) throws(Problem) -> ID<Order> {
        guard let id: ID<Order> = context.id("id") else {
            throw ErrorMapping.problem(Denial.notFound)
        }
        return id
    }

    private func currency(of location: String) async throws(Problem) -> Currency? {
        guard let id = ID<Location>(checking: location) else { return nil }
        do throws(ReadFailure) {
            return try await services.places.find(id)?.location.currency
        } catch {
            throw ErrorMapping.problem(error)
        }
    }

    func orderResponse(_ record: OrderRecord) throws(Problem) -> HTTPResponse {
        var response = try HTTPResponse.json(OrderResponse(record.order))
        _ = response.headers.add("ETag", EntityTag.text(record.order.version))
        return response
    }

    func marked(_ response: HTTPResponse, isReplay: Bool) -> HTTPResponse {
        guard isReplay else { return response }
        var replayed = response
        replayed.headers.add("Idempotent-Replayed", "true")
        return replayed
    }

    /// Reads for the caller, with failures as problems.
    func read<Q: Query>(_ query: Q, _ context: RequestContext) async throws(Problem) -> Q.Output {
        do throws(ReadFailure) {
            return try await services.read(query, by: context.actor)
        } catch {
            throw ErrorMapping.problem(error)
        }
    }

    func json(_ value: some Encodable, status: Int = 200) throws(Problem) -> HTTPResponse {
        try HTTPResponse.json(value, status: status)
    }
}

/// Cursors on the wire: opaque to clients.
enum CursorText {
    static func encode(_ cursor: OrderCursor) -> String {
        "\(cursor.placedAt)_\(cursor.id)"
    }

    static func decode(_ text: String) -> OrderCursor? {
        let parts = text.unicodeScalars.split(separator: "_", maxSplits: 1).map { String($0) }
        guard parts.count == 2, let placedAt = Int64(parts[0]),
            let id = ID<Order>(checking: parts[1])
        else { return nil }
        return OrderCursor(placedAt: placedAt, id: id.rawValue)
    }
}

extension TicketValue {
    init(_ record: OrderRecord) {
        let order = record.order
        self.init(
            orderId: order.id.rawValue, callNumber: order.callNumber.description,
            state: order.state.rawValue, version: order.version, name: order.customerName,
            fulfilment: order.quote.fulfilment.rawValue,
            due: MoneyValue(order.due, order.quote.currency), placedAt: order.placedAt.rfc3339,
            mustStartAt: order.mustStartAt.rfc3339,
            lines: order.quote.lines.enumerated().map { index, line in
                TicketLineValue(
                    number: index + 1, name: line.name, sizeName: line.sizeName,
                    quantity: line.quantity,
                    modifiers: line.modifiers.map {
                        $0.quantity > 1 ? "\($0.quantity) × \($0.name)" : $0.name
                    }, request: line.request, cupName: line.cupName,
                    station: line.station.rawValue, isDone: record.doneLines.contains(index))
            })
    }
}
