import CremaDomain
import CremaServices
import CremaStore

/// What an actor asks the services for.
enum Operation: Sendable {
    case quote(Cart, language: String)
    case place(OrderRequest)
    case editCart(ID<Location>, owner: Owner?, CartEdit)
    case move(ID<Order>, to: OrderState, reason: String, seen: Int64?)
    case pay(ID<Order>, TenderKind, seen: Int64?)
    case tick(ID<Order>, line: Int, isDone: Bool)
    case setAvailability(ID<Location>, SetAvailability.Thing, AvailabilityChange)
    case publish(Catalog)
    case changeLocation(ID<Location>, LocationDocument)
    case expire
    case readOrder(ID<Order>)

    /// Its name in the figures.
    var name: String {
        switch self {
        case .quote: "quote"
        case .place: "place"
        case .editCart: "editCart"
        case .move: "move"
        case .pay: "pay"
        case .tick: "tick"
        case .setAvailability: "setAvailability"
        case .publish: "publish"
        case .changeLocation: "changeLocation"
        case .expire: "expire"
        case .readOrder: "readOrder"
        }
    }

    /// An order is priced before its transaction begins: what stood against it then is a fair
    /// answer, although it may be out of date by the time it is given.
    var mayRefuseEarly: Bool {
        if case .place = self { return true }
        return false
    }

    /// Done in several transactions, between which it is half done: it is only overtaken before its
    /// first.
    var isPiecemeal: Bool {
        if case .expire = self { return true }
        return false
    }

    /// Reads wait for no writer, so there is nothing to hold them back at.
    var writes: Bool {
        switch self {
        case .quote, .readOrder: false
        default: true
        }
    }
}

/// An operation with who asks for it, and the idempotency key it is sent under.
struct Wish: Sendable {
    var operation: Operation
    var actor: Actor
    var key: WishKey?
}

/// A key as a request has it.
struct WishKey: Sendable, Hashable {
    let name: String
    /// Stands for the request's body: equal for equal bodies.
    let body: UInt64

    var requestKey: RequestKey {
        RequestKey(
            nameHash: Hash.sha256(Array(name.utf8)),
            bodyHash: Hash.sha256(Array(String(body).utf8)))
    }
}

/// What an actor was told.
enum Answer: Sendable, Hashable {
    case quote(Quote)
    case placed(Placed)
    case order(Order, doneLines: Set<Int>)
    case cart(StoredCart)
    case availability(Availability)
    /// A version or an edition.
    case number(Int64)
    /// How many orders expired.
    case expired(Int)
}

/// A placed order as its customer is told of it.
struct Placed: Sendable, Hashable {
    var id: ID<Order>
    var callNumber: CallNumber
    let state: OrderState
    let total: Money
    let due: Money
    let currency: Currency
    var owner: Owner
}

/// Why an actor was told no: a word for the figures, and the rest for comparing.
struct Refusal: Sendable, Hashable, CustomStringConvertible {
    let kind: String
    let detail: String

    init(_ kind: String, _ detail: String = "") {
        self.kind = kind
        self.detail = detail
    }

    var description: String { detail.isEmpty ? kind : "\(kind) (\(detail))" }
}

/// How an operation ended.
enum Outcome: Sendable {
    case done(Answer, isReplay: Bool)
    case refused(Refusal)
    /// An answer that no caller may get, whatever was asked: an internal error.
    case broken(String)
}
