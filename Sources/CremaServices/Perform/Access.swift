package import CremaDomain
package import CremaStore

/// Who may do something; each use case and each query states one.
package enum Access: Sendable {
    /// Anyone, also without an account.
    case everybody
    /// Whoever has an account and is signed in.
    case signedIn
    /// A person, about the own account; nil where there is none.
    case person(ID<Person>?)
    /// A person, about what the own wallet holds; to all others there is no such thing.
    case wallet(of: ID<Person>)
    /// Staff of a location, from a role up.
    case staff(at: ID<Location>, atLeast: Role)
    /// Staff of any location, from a role up.
    case anyStaff(atLeast: Role)
    /// Whoever an order belongs to, the staff of its location, and Crema itself; nil where there
    /// is no order.
    case order(OrderRecord?)
    /// Staff of an order's location, from a role up. To strangers there is no such order; whoever
    /// it belongs to is told that it takes a role.
    case orderStaff(OrderRecord?, atLeast: Role)
    /// Crema itself, on the command line or by its own workers.
    case system
}

/// Why an actor isn't let in.
package enum Denial: Error, Sendable, Hashable {
    /// There is no such thing, or it is somebody else's: the two look the same.
    case notFound
    /// Nobody is signed in, and somebody must be.
    case signInNeeded
    /// Signed in, but the role doesn't suffice.
    case forbidden
}

extension Actor {
    /// The one place that decides who may.
    func check(_ access: Access) throws(Denial) {
        switch access {
        case .everybody:
            return
        case .signedIn:
            guard person != nil else { throw .signInNeeded }
        case .person(let id):
            guard let person else { throw .signInNeeded }
            guard person == id else { throw .notFound }
        case .wallet(let owner):
            guard person == owner else { throw .notFound }
        case .staff(let location, let role):
            try checkRole(self.role(at: location), atLeast: role)
        case .anyStaff(let role):
            try checkRole(highestRole, atLeast: role)
        case .order(let record):
            guard let record else { throw .notFound }
            let isStaff = role(at: record.order.quote.locationID).isStaff
            guard owns(record) || isStaff || self == .system else { throw .notFound }
        case .orderStaff(let record, let role):
            try check(.order(record))
            guard let record else { throw .notFound }
            try checkRole(self.role(at: record.order.quote.locationID), atLeast: role)
        case .system:
            guard self == .system else { throw .forbidden }
        }
    }

    private func checkRole(_ held: Role, atLeast needed: Role) throws(Denial) {
        guard held.rank < needed.rank else { return }
        throw person == nil ? .signInNeeded : .forbidden
    }
}
