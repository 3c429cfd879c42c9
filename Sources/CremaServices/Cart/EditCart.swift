package import CremaDomain
package import CremaSQL
package import CremaStore

/// One change of a cart.
package enum CartEdit: Sendable, Hashable {
    /// Adds a line, or more of one that is the same in everything.
    case add(CartLine, seenPrice: Money)
    case replace(key: String, CartLine, seenPrice: Money)
    case setQuantity(key: String, Int)
    case remove(key: String)
    /// Brings the line removed last back.
    case restore(key: String)
    case setFulfilment(Fulfilment)
    case setTip(Money)
}

/// Why a cart stays as it is.
package enum EditCartRefusal: Error, Sendable, Hashable {
    case unknownLocation
    /// The cart has no such line, or no longer.
    case unknownLine
    /// `Limits.linesPerCart` are in it.
    case isFull
    /// Outside `Limits.quantityPerLine`.
    case quantityOutOfRange
    /// Outside `Limits.tip`.
    case tipOutOfRange
    /// A special request above `Limits.requestCharacters`.
    case requestTooLong
    /// A name above `Limits.nameCharacters`.
    case cupNameTooLong
    /// Nobody to keep it for.
    case noOwner
}

/// Changes the actor's cart at a location. Lines are checked when they are priced; here they are
/// only held to what can be kept.
package struct EditCart: UseCase {
    package typealias Refusal = EditCartRefusal
    package static let name = "editCart"

    package let locationID: ID<Location>
    package let owner: Owner?
    package let edit: CartEdit

    package init(locationID: ID<Location>, owner: Owner?, edit: CartEdit) {
        self.locationID = locationID
        self.owner = owner
        self.edit = edit
    }

    package var locks: [LockName] { owner.map { [.cart($0, at: locationID)] } ?? [] }

    package func load(_ tx: Transaction) throws -> StoredCart {
        guard let owner else { throw EditCartRefusal.noOwner }
        guard try MenuStore.version(at: locationID, tx: tx) != nil else {
            throw EditCartRefusal.unknownLocation
        }
        return try CartStore.find(owner, at: locationID, tx: tx)
    }

    package func access(_ subject: StoredCart) -> Access { .everybody }

    package func run(_ subject: StoredCart, _ work: Work) throws -> StoredCart {
        guard let owner else { throw EditCartRefusal.noOwner }
        // Closed a moment ago, under the cart's lock.
        if case .person(let id) = owner, try !PersonStore.exists(id, tx: work.tx) {
            throw Denial.signInNeeded
        }
        var cart = subject
        try cart.apply(edit)
        try CartStore.save(cart, of: owner, at: work.now, tx: work.tx)
        return cart
    }

    package func kept(_ output: StoredCart) -> KeptAnswer {
        KeptAnswer(status: 200, subject: locationID.rawValue)
    }

    /// A repeated tap shows the cart as it is by now.
    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> StoredCart {
        try load(tx)
    }
}

extension StoredCart {
    mutating func apply(_ edit: CartEdit) throws(EditCartRefusal) {
        switch edit {
        case .add(let line, let seen): try add(line, seenPrice: seen)
        case .replace(let key, let line, let seen):
            try check(line)
            let index = try index(of: key)
            lines[index].line = line
            lines[index].seenPrice = seen
        case .setQuantity(let key, let quantity):
            guard Limits.quantityPerLine.contains(quantity) else { throw .quantityOutOfRange }
            lines[try index(of: key)].line.quantity = quantity
        case .remove(let key):
            removedIndex = try index(of: key)
            removed = lines.remove(at: removedIndex)
        case .restore(let key):
            guard let line = removed, line.key == key else { throw .unknownLine }
            guard lines.count < Limits.linesPerCart.upperBound else { throw .isFull }
            lines.insert(line, at: min(removedIndex, lines.count))
            removed = nil
        case .setFulfilment(let fulfilment): self.fulfilment = fulfilment
        case .setTip(let amount):
            guard Limits.tip.contains(amount.minorUnits) else { throw .tipOutOfRange }
            tip = amount
        }
    }

    private mutating func add(_ line: CartLine, seenPrice: Money) throws(EditCartRefusal) {
        try check(line)
        removed = nil
        let same = lines.firstIndex { known in
            var other = known.line
            other.quantity = line.quantity
            return other == line
        }
        if let same, lines[same].line.quantity + line.quantity <= Limits.quantityPerLine.upperBound
        {
            lines[same].line.quantity += line.quantity
            lines[same].seenPrice = seenPrice
            return
        }
        guard lines.count < Limits.linesPerCart.upperBound else { throw .isFull }
        lastKey += 1
        lines.append(StoredLine(key: String(lastKey), line: line, seenPrice: seenPrice))
    }

    private func check(_ line: CartLine) throws(EditCartRefusal) {
        guard Limits.quantityPerLine.contains(line.quantity) else { throw .quantityOutOfRange }
        if Limits.exceeds(line.request, characters: Limits.requestCharacters) {
            throw .requestTooLong
        }
        if Limits.exceeds(line.cupName, characters: Limits.nameCharacters) {
            throw .cupNameTooLong
        }
    }

    private func index(of key: String) throws(EditCartRefusal) -> Int {
        guard let index = lines.firstIndex(where: { $0.key == key }) else { throw .unknownLine }
        return index
    }
}

/// All carts of the actor's account.
package struct OwnCartsQuery: Query {
    package init() {}

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .signedIn }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> [StoredCart] {
        guard let person = scope.actor.person else { throw Denial.signInNeeded }
        return try CartStore.locations(of: .person(person), tx: scope.tx).map {
            try CartStore.find(.person(person), at: $0, tx: scope.tx)
        }
    }
}

/// The actor's cart at a location; an empty one where none is kept.
package struct CartQuery: Query {
    package let locationID: ID<Location>

    package init(locationID: ID<Location>) {
        self.locationID = locationID
    }

    package func load(_ scope: ReadScope) throws -> StoredCart {
        guard let owner = scope.actor.owner else { return StoredCart(locationID: locationID) }
        return try CartStore.find(owner, at: locationID, tx: scope.tx)
    }

    package func access(_ subject: StoredCart) -> Access { .everybody }

    package func answer(_ subject: StoredCart, _ scope: ReadScope) -> StoredCart { subject }
}
