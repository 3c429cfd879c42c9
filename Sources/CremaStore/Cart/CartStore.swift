package import CremaDomain
package import CremaSQL

/// A cart as it is kept between visits.
package struct StoredCart: Sendable, Hashable {
    package var cart: Cart
    /// What one piece of each line cost when it was added; to say what changed since.
    package var seenPrices: [Money]
    package var version: Int64

    package init(cart: Cart, seenPrices: [Money], version: Int64) {
        self.cart = cart
        self.seenPrices = seenPrices
        self.version = version
    }
}

/// Carts, one an owner.
package enum CartStore {
    /// An owner's cart, nil where there is none.
    package static func find(_ owner: Owner, tx: Transaction) throws -> StoredCart? {
        try tx.first(
            "SELECT document, version FROM cart WHERE owner_id = $1", .text(owner.text)
        ) { row in
            let document = try StoredJSON.value(CartDocument.self, row.text(0))
            return StoredCart(
                cart: document.cart, seenPrices: document.lines.map { Money($0.seen) },
                version: row.int(1))
        }
    }

    /// Keeps a cart in place of the one before.
    package static func save(
        _ stored: StoredCart, of owner: Owner, at now: Timestamp, tx: Transaction
    ) throws {
        let document = CartDocument(stored)
        try tx.execute(
            """
            INSERT INTO cart (owner_id, document, version, changed_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (owner_id) DO UPDATE SET document = excluded.document,
                version = excluded.version, changed_at = excluded.changed_at
            """,
            .text(owner.text), .text(try StoredJSON.text(document)), .integer(stored.version),
            .integer(now.milliseconds))
    }

    /// Forgets a cart: it was placed.
    package static func delete(_ owner: Owner, tx: Transaction) throws {
        try tx.execute("DELETE FROM cart WHERE owner_id = $1", .text(owner.text))
    }
}

/// A cart's JSON.
private struct CartDocument: Codable {
    struct Choice: Codable {
        let id: String
        let quantity: Int
    }

    struct Line: Codable {
        let item: String
        let size: String?
        let modifiers: [Choice]
        let quantity: Int
        let request: String
        let cup: String
        let seen: Int64
    }

    let location: String
    let fulfilment: String
    let tip: Int64
    let codes: [String]
    let lines: [Line]

    init(_ stored: StoredCart) {
        let cart = stored.cart
        location = cart.locationID.rawValue
        fulfilment = cart.fulfilment.rawValue
        tip = cart.tip.minorUnits
        codes = cart.codes
        lines = zip(cart.lines, stored.seenPrices).map { line, seen in
            Line(
                item: line.itemID.rawValue, size: line.sizeID?.rawValue,
                modifiers: line.modifiers.map { Choice(id: $0.id.rawValue, quantity: $0.quantity) },
                quantity: line.quantity, request: line.request, cup: line.cupName,
                seen: seen.minorUnits)
        }
    }

    var cart: Cart {
        Cart(
            locationID: ID(location), fulfilment: Fulfilment(rawValue: fulfilment) ?? .toGo,
            lines: lines.map { line in
                CartLine(
                    itemID: ID(line.item), sizeID: line.size.map { ID($0) },
                    modifiers: line.modifiers.map {
                        ModifierChoice(id: ID($0.id), quantity: $0.quantity)
                    },
                    quantity: line.quantity, request: line.request, cupName: line.cup)
            },
            tip: Money(tip), codes: codes)
    }
}
