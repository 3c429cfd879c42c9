public import CremaDomain

/// A state and since when.
public struct StepValue: Codable, Hashable, Sendable {
    /// `pending`, `preparing` …
    public let state: String
    /// RFC 3339, UTC.
    public let at: String
}

/// One way an order is paid.
public struct TenderValue: Codable, Hashable, Sendable {
    /// `counter`, `cash`, `externalCard`, `wallet`, `giftCard` or `card`.
    public let kind: String
    /// How much of the total it covers.
    public let amount: MoneyValue
    /// `pending`, `held`, `captured` or `released`.
    public let state: String
}

/// `POST /api/v1/orders`, 201.
public struct PlacedOrderResponse: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// What is called out.
    public let callNumber: String
    /// `pending` or `awaitingPayment`.
    public let state: String
    /// 1.
    public let version: Int64
    /// What the customer pays.
    public let total: MoneyValue
    /// What is still to be paid.
    public let due: MoneyValue
    /// For guests: reads and cancels this order, with `Authorization: Guest <token>`.
    public let token: String?

    /// The answer to a placed order; the same whenever it is given again.
    public init(
        id: ID<Order>, callNumber: CallNumber, state: OrderState, total: Money, due: Money,
        currency: Currency, token: String?
    ) {
        self.id = id.rawValue
        self.callNumber = callNumber.description
        self.state = state.rawValue
        version = 1
        self.total = MoneyValue(total, currency)
        self.due = MoneyValue(due, currency)
        self.token = token
    }
}

extension PlacedOrderResponse {
    /// The same text as its encoding, with the members sorted, at a fraction of the time.
    package var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("callNumber", callNumber)
            json.name("due")
            due.write(to: &json)
            json.member("id", id)
            json.member("state", state)
            if let token { json.member("token", token) }
            json.name("total")
            total.write(to: &json)
            json.member("version", version)
        }
        return json.bytes
    }
}

/// An order.
public struct OrderResponse: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// At which location.
    public let locationId: String
    /// What is called out.
    public let callNumber: String
    /// `awaitingPayment`, `pending`, `preparing`, `ready`, `completed`, `cancelled`,
    /// `uncollected` or `expired`.
    public let state: String
    /// Grows with each change; the ETag.
    public let version: Int64
    /// The shop's own day.
    public let businessDate: String
    /// RFC 3339, UTC.
    public let placedAt: String
    /// A name to call; empty where none was given.
    public let customerName: String
    /// `toGo` or `forHere`.
    public let fulfilment: String
    /// Frozen when placed.
    public let lines: [LineValue]
    /// Charges that aren't items.
    public let fees: [FeeValue]
    /// Lines before discounts.
    public let subtotal: MoneyValue
    /// All discounts.
    public let discount: MoneyValue
    /// Each discount.
    public let discounts: [DiscountValue]
    /// Each tax.
    public let taxes: [TaxValue]
    /// All taxes.
    public let tax: MoneyValue
    /// Prices contain the tax already.
    public let taxIncluded: Bool
    /// Given on top.
    public let tip: MoneyValue
    /// What the customer pays.
    public let total: MoneyValue
    /// What is still to be paid.
    public let due: MoneyValue
    /// How it is paid.
    public let tenders: [TenderValue]
    /// What was given back of it by refunds.
    public let refunded: MoneyValue
    /// Each refund, oldest first.
    public let refunds: [RefundValue]
    /// How it got where it stands, oldest first.
    public let timeline: [StepValue]
    /// Why it was called off; empty where it wasn't.
    public let reason: String

    /// An order on the wire.
    public init(_ order: Order) {
        let quote = QuoteResponse(order.quote)
        id = order.id.rawValue
        locationId = order.quote.locationID.rawValue
        callNumber = order.callNumber.description
        state = order.state.rawValue
        version = order.version
        businessDate = order.quote.businessDate.iso
        placedAt = order.placedAt.rfc3339
        customerName = order.customerName
        fulfilment = order.quote.fulfilment.rawValue
        lines = quote.lines
        fees = quote.fees
        subtotal = quote.subtotal
        discount = quote.discount
        discounts = quote.discounts
        taxes = quote.taxes
        tax = quote.tax
        taxIncluded = quote.taxIncluded
        tip = quote.tip
        total = quote.total
        due = MoneyValue(order.due, order.quote.currency)
        tenders = order.tenders.map {
            TenderValue(
                kind: $0.kind.rawValue, amount: MoneyValue($0.amount, order.quote.currency),
                state: $0.state.rawValue)
        }
        refunded = MoneyValue(order.refunded, order.quote.currency)
        refunds = order.refunds.map { RefundValue($0, of: order) }
        timeline = order.timeline.map { StepValue(state: $0.state.rawValue, at: $0.at.rfc3339) }
        reason = order.reason
    }
}

/// `GET /api/v1/orders`: newest first.
public struct OrdersResponse: Codable, Hashable, Sendable {
    /// One page.
    public let orders: [OrderResponse]
    /// Gets the next page; nil on the last.
    public let nextCursor: String?

    /// A page of orders.
    public init(orders: [OrderResponse], nextCursor: String?) {
        self.orders = orders
        self.nextCursor = nextCursor
    }
}

/// `POST /api/v1/orders/{id}/transitions`.
public struct TransitionRequest: Codable, Hashable, Sendable {
    /// `preparing`, `ready`, `completed`, `cancelled`, `pending` or `uncollected`.
    public let to: String
    /// Why; staff must say when they cancel.
    public let reason: String?

    /// A move.
    public init(to: String, reason: String? = nil) {
        self.to = to
        self.reason = reason
    }
}

/// `POST /api/v1/orders/{id}/payments`: money taken at the counter.
public struct PaymentRequest: Codable, Hashable, Sendable {
    /// `cash` or `externalCard`.
    public let kind: String

    /// All that is due, in this way.
    public init(kind: String) {
        self.kind = kind
    }
}

/// `GET /api/v1/requests/{key}`: what became of a request.
public struct RequestResponse: Codable, Hashable, Sendable {
    /// Status of the answer that was given.
    public let status: Int
    /// What it made or changed.
    public let subjectId: String
    /// RFC 3339, UTC.
    public let at: String

    /// What became of it.
    public init(status: Int, subjectId: String, at: String) {
        self.status = status
        self.subjectId = subjectId
        self.at = at
    }
}
