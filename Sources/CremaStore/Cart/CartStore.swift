package import CremaDomain
package import CremaSQL

/// A line of a kept cart.
package struct StoredLine: Sendable, Hashable {
    /// Names the line among those of its cart; never used twice.
    package let key: String
    package var line: CartLine
    /// What one piece cost when it was added; to say what changed since.
    package var seenPrice: Money

    package init(key: String, line: CartLine, seenPrice: Money) {
        self.key = key
        self.line = line
        self.seenPrice = seenPrice
    }
}

/// A cart as it is kept between visits.
package struct StoredCart: Sendable, Hashable {
    package let locationID: ID<Location>
    package var fulfilment: Fulfilment
    package var tip: Money
    package var lines: [StoredLine]
    /// The line removed last and where it stood; it can be brought back.
    package var removed: StoredLine?
    package var removedIndex = 0
    /// Keys given so far.
    package var lastKey = 0

    package init(locationID: ID<Location>) {
        self.locationID = locationID
        fulfilment = .toGo
        tip = .zero
        lines = []
    }

    /// What is priced.
    package var cart: Cart {
        Cart(
            locationID: locationID, fulfilment: fulfilment, lines: lines.map(\.line), tip: tip)
    }
}

/// Carts: one an owner and location.
package enum CartStore {
    /// An owner's cart; an empty one where none is kept.
    package static func find(
        _ owner: Owner, at location: ID<Location>, tx: Transaction
    ) throws -> StoredCart {
        let text = try tx.first(
            "SELECT document FROM cart WHERE owner_id = $1 AND location_id = $2",
            .text(owner.text), .text(location.rawValue)
        ) { $0.text(0) }
        guard let text else { return StoredCart(locationID: location) }
        return try StoredJSON.value(CartDocument.self, text).cart(at: location)
    }

    /// Where an owner has carts, in the order of the places' ids.
    package static func locations(of owner: Owner, tx: Transaction) throws -> [ID<Location>] {
        try tx.all(
            "SELECT location_id FROM cart WHERE owner_id = $1 ORDER BY location_id",
            .text(owner.text)
        ) { ID($0.text(0)) }
    }

    /// Keeps a cart in place of the one before.
    package static func save(
        _ cart: StoredCart, of owner: Owner, at now: Timestamp, tx: Transaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO cart (owner_id, location_id, document, changed_at)
            VALUES ($1, $2, $3, $4)
            ON CONFLICT (owner_id, location_id) DO UPDATE SET document = excluded.document,
                changed_at = excluded.changed_at
            """,
            .text(owner.text), .text(cart.locationID.rawValue),
            .text(try StoredJSON.text(CartDocument(cart))), .integer(now.milliseconds))
    }

    /// Forgets a cart: it was placed.
    package static func delete(
        _ owner: Owner, at location: ID<Location>, tx: Transaction
    ) throws {
        try tx.executeLater(
            "DELETE FROM cart WHERE owner_id = $1 AND location_id = $2", .text(owner.text),
            .text(location.rawValue))
    }
}

/// A cart's JSON.
private struct CartDocument: Codable {
    struct Choice: Codable {
        let id: String
        let quantity: Int
    }

    struct Line: Codable {
        let key: String
        let item: String
        let size: String?
        let modifiers: [Choice]
        let quantity: Int
        let request: String
        let cup: String
        let seen: Int64

        init(_ stored: StoredLine) {
            key = stored.key
            item = stored.line.itemID.rawValue
            size = stored.line.sizeID?.rawValue
            modifiers = stored.line.modifiers.map {
                Choice(id: $0.id.rawValue, quantity: $0.quantity)
            }
            quantity = stored.line.quantity
            request = stored.line.request
            cup = stored.line.cupName
            seen = stored.seenPrice.minorUnits
        }

        var stored: StoredLine {
            StoredLine(
                key: key,
                line: CartLine(
                    itemID: ID(item), sizeID: size.map { ID($0) },
                    modifiers: modifiers.map {
                        ModifierChoice(id: ID($0.id), quantity: $0.quantity)
                    },
                    quantity: quantity, request: request, cupName: cup),
                seenPrice: Money(seen))
        }
    }

    let fulfilment: String
    let tip: Int64
    let lines: [Line]
    let removed: Line?
    let removedIndex: Int
    let lastKey: Int

    init(_ cart: StoredCart) {
        fulfilment = cart.fulfilment.rawValue
        tip = cart.tip.minorUnits
        lines = cart.lines.map(Line.init)
        removed = cart.removed.map(Line.init)
        removedIndex = cart.removedIndex
        lastKey = cart.lastKey
    }

    func cart(at location: ID<Location>) -> StoredCart {
        var cart = StoredCart(locationID: location)
        cart.fulfilment = Fulfilment(rawValue: fulfilment) ?? .toGo
        cart.tip = Money(tip)
        cart.lines = lines.map(\.stored)
        cart.removed = removed?.stored
        cart.removedIndex = removedIndex
        cart.lastKey = lastKey
        return cart
    }
}
