package import CremaDomain
package import CremaSQL

// What must be done by one transaction at a time. A transaction that takes several takes them in
// the order of this file, and those of one kind by their keys, so that no two wait for each other.
extension LockName {
    /// An account, by its address.
    package static func account(_ email: String) -> LockName {
        LockName(kind: "account", key: email)
    }

    /// Who works for the shop.
    package static let staff = LockName(kind: "staff", key: "")

    /// A session's tokens.
    package static func session(_ id: String) -> LockName {
        LockName(kind: "session", key: id)
    }

    /// One owner's cart at one location.
    package static func cart(_ owner: Owner, at location: ID<Location>) -> LockName {
        LockName(kind: "cart", key: "\(owner.text) \(location.rawValue)")
    }

    /// An order: where it stands, its lines and tenders.
    package static func order(_ id: ID<Order>) -> LockName {
        LockName(kind: "order", key: id.rawValue)
    }

    /// A charge through the payment provider, and what is given back of it.
    package static func payment(_ id: ID<Payment>) -> LockName {
        LockName(kind: "payment", key: id.rawValue)
    }

    /// The catalogue's editions.
    package static let menu = LockName(kind: "menu", key: "")

    /// A location's settings, call numbers, menu version and stock; and what placing orders there
    /// posts.
    package static func location(_ id: ID<Location>) -> LockName {
        LockName(kind: "location", key: id.rawValue)
    }

    /// How many unpaid orders an owner has.
    package static func unpaidOrders(of owner: Owner) -> LockName {
        LockName(kind: "unpaidOrders", key: owner.text)
    }

    /// A customer's account in the ledger.
    package static func balance(of account: LedgerAccount) -> LockName {
        LockName(kind: "balance", key: account.text)
    }

    /// A location's drawer and its days. Whatever is posted there shares it, but for what placing
    /// an order posts. Opening and counting a drawer takes it alone, behind the location's own
    /// lock, so that nothing is posted on a day while it is locked. A posting that comes after
    /// another one in its transaction may take an account behind it: those who share don't wait
    /// for each other, and whoever wants it alone takes no account before.
    package static func drawer(at location: ID<Location>) -> LockName {
        LockName(kind: "drawer", key: location.rawValue)
    }

    /// The event stream's end.
    package static let events = LockName(kind: "events", key: "")
}
