package import CremaDomain
import CremaSQL
package import CremaStore

/// What a customer sends to have a cart made.
package struct OrderRequest: Sendable {
    package var cart: Cart
    /// Of the quote that the customer saw.
    package var fingerprint: String
    package var customerName: String
    /// How it is paid; empty for at the counter.
    package var tenders: [RequestedTender]
    /// Language of the customer.
    package var language: String
    /// A total that the client worked out or showed; only compared.
    package var expectedTotal: Money?
    /// The same for one piece of some lines, by line.
    package var expectedUnitPrices: [Int: Money]
    /// The actor's kept cart at this location is emptied in the same transaction.
    package var clearsCart = false

    package init(
        cart: Cart, fingerprint: String, customerName: String = "",
        tenders: [RequestedTender] = [], language: String = "", expectedTotal: Money? = nil,
        expectedUnitPrices: [Int: Money] = [:]
    ) {
        self.cart = cart
        self.fingerprint = fingerprint
        self.customerName = customerName
        self.tenders = tenders
        self.language = language
        self.expectedTotal = expectedTotal
        self.expectedUnitPrices = expectedUnitPrices
    }
}

/// A way to pay that was asked for.
package struct RequestedTender: Sendable, Hashable {
    package let kind: TenderKind
    /// Nil for the rest of the order.
    package let amount: Money?

    package init(kind: TenderKind, amount: Money? = nil) {
        self.kind = kind
        self.amount = amount
    }
}

/// Why an order isn't placed. Nothing was taken and nobody was charged.
package enum PlaceOrderRefusal: Error, Sendable, Hashable {
    /// The shop has no such place.
    case unknownLocation
    /// The cart doesn't fit the menu.
    case cart(CartProblems)
    /// The price isn't the one the customer saw; this is the new one.
    case quoteChanged(Quote)
    /// The doors are closed; the next opening, where there is one.
    case closed(opensAt: Timestamp?)
    /// No orders are taken for now.
    case paused(reason: String)
    /// This customer has as many unpaid orders open as allowed.
    case tooManyUnpaid(limit: Int)
    /// This way to pay isn't offered.
    case tenderNotOffered(index: Int)
    /// The tenders don't add up to the total.
    case tendersDontAddUp
    /// The wallet holds less than is to be taken from it.
    case insufficientFunds(balance: Money, needed: Money, Currency)
    /// A name above `Limits.nameCharacters`.
    case nameTooLong
    /// The menu changed while the order was placed, again and again.
    case menuMoved
}

/// The answer to a placed order: the same whenever it is given again.
package struct PlacedOrder: Sendable, Hashable {
    package let id: ID<Order>
    package let callNumber: CallNumber
    package let state: OrderState
    package let total: Money
    package let due: Money
    package let currency: Currency
    package let owner: Owner
}

/// An order that is ready to be written, priced on one version of the menu.
struct PreparedOrder: Sendable {
    let encoded: EncodedOrder
    let owner: Owner
    let menuVersion: Int64
    /// Pieces of counted things.
    let stock: [StockNeed]
    let unpaidLimit: Int?
    let clearsCart: Bool
    let location: Location

    struct StockNeed: Sendable {
        let thing: StockedThing
        let name: String
        let line: Int
        var count: Int
    }
}

/// Places an order: draws its number, takes its stock, writes it. All of it or none.
struct PlaceOrder: UseCase {
    static let name = "placeOrder"
    static let outrunsItsKey = true
    typealias Refusal = PlaceOrderRefusal

    /// Prices the order: a value made beforehand, or made anew on the menu as the transaction
    /// finds it.
    let prepare: @Sendable (Transaction) throws -> Result<PreparedOrder, PlaceOrderRefusal>
    let locationID: ID<Location>

    var lane: Lane { Lane(locationID.rawValue) }
    var locks: [LockName] { [.location(locationID)] }

    func load(_ tx: Transaction) throws {}

    func access(_ subject: Void) -> Access { .everybody }

    func run(_ subject: Void, _ work: Work) throws -> PlacedOrder {
        let order = try prepare(work.tx).get()
        let encoded = order.encoded
        let customer = try PlacingCustomer(order, work)
        let drawn = try CallNumberStore.draw(
            at: encoded.locationID, date: encoded.quote.businessDate, now: work.now, tx: work.tx)
        guard let drawn else { throw PlaceOrderRefusal.unknownLocation }
        guard drawn.menuVersion == order.menuVersion else { throw PlaceOrderRefusal.menuMoved }
        try customer.check(order)
        try takeStock(order, work)
        try customer.checkFunds(order, work)
        try OrderStore.insert(encoded, callNumber: drawn.callNumber, tx: work.tx)
        try customer.post(order, work)
        if order.clearsCart {
            try CartStore.delete(order.owner, at: encoded.locationID, tx: work.tx)
        }
        let placed = PlacedOrder(
            id: encoded.id, callNumber: drawn.callNumber, state: encoded.state,
            total: encoded.quote.total, due: encoded.due, currency: encoded.quote.currency,
            owner: order.owner)
        work.tell(
            .order(
                placed.id, version: 1, state: placed.state, callNumber: placed.callNumber,
                at: work.now, locationID: encoded.locationID, owner: order.owner))
        return placed
    }

    private func takeStock(_ order: PreparedOrder, _ work: Work) throws {
        let location = order.encoded.locationID
        for need in order.stock {
            let left = try MenuStore.takeStock(
                of: need.thing, count: need.count, at: location, tx: work.tx)
            guard let left else { throw try shortage(need, at: location, work) }
            // The last piece is gone: every open menu shows it.
            if left == 0 {
                work.tell(.menu(try MenuStore.touch(location, tx: work.tx), at: location, work.now))
            }
        }
    }

    private func shortage(
        _ need: PreparedOrder.StockNeed, at location: ID<Location>, _ work: Work
    ) throws -> PlaceOrderRefusal {
        let availability = try MenuStore.availability(
            of: need.thing.id, kind: need.thing.kind, at: location, tx: work.tx)
        let left = availability?.stock ?? 0
        return .cart(
            CartProblems([
                CartProblem(line: need.line, kind: .notEnoughLeft(name: need.name, left: left))
            ]))
    }

    func kept(_ output: PlacedOrder) -> KeptAnswer {
        KeptAnswer(status: 201, subject: output.id.rawValue)
    }

    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> PlacedOrder {
        guard let stored = try OrderStore.find(ID(record.subject), tx: tx) else {
            throw StoredValueError(subject: record.subject, column: "request")
        }
        let order = stored.order
        // By placing it only a wallet pays.
        let paid = order.tenders.filter { $0.kind == .wallet }.sum { $0.amount }
        return PlacedOrder(
            id: order.id, callNumber: order.callNumber,
            state: order.timeline.first?.state ?? .pending, total: order.quote.total,
            due: order.quote.total - paid, currency: order.quote.currency, owner: stored.owner)
    }
}

extension Event {
    /// An order changed.
    package static func order(
        _ id: ID<Order>, version: Int64, state: OrderState, callNumber: CallNumber,
        at now: Timestamp, locationID: ID<Location>, owner: Owner
    ) -> Event {
        // Ids, states and call numbers hold nothing that JSON would escape.
        Event(
            at: now, kind: .order, subject: id.rawValue, version: version,
            locationID: locationID.rawValue, owner: owner.text,
            payload: #"{"state":"\#(state.rawValue)","callNumber":"\#(callNumber)"}"#)
    }

    /// An order changed.
    package static func order(_ record: OrderRecord, at now: Timestamp) -> Event {
        .order(
            record.order.id, version: record.order.version, state: record.order.state,
            callNumber: record.order.callNumber, at: now,
            locationID: record.order.quote.locationID, owner: record.owner)
    }

    /// A location's menu has a new version.
    package static func menu(
        _ version: Int64, at location: ID<Location>, _ now: Timestamp
    ) -> Event {
        Event(
            at: now, kind: .menu, subject: location.rawValue, version: version,
            locationID: location.rawValue, owner: "", payload: "{}")
    }
}
