import CremaDomain

/// `PUT /api/v1/locations/{id}/availability/…`: what changes of an item or a modifier at a
/// location. A member left out stays as it is.
public struct AvailabilityRequest: Codable, Hashable, Sendable {
    /// Whether it can be had or not, whatever is left.
    public let soldOut: Bool?
    /// Pieces left; nil stays as it is.
    public let stock: Stock?

    /// A count of pieces, or none.
    public enum Stock: Hashable, Sendable {
        /// Nobody counts, on the wire `null`.
        case uncounted
        /// So many are left.
        case counted(Int)
    }

    /// A change.
    public init(soldOut: Bool? = nil, stock: Stock? = nil) {
        self.soldOut = soldOut
        self.stock = stock
    }

    private enum CodingKeys: String, CodingKey {
        case soldOut, stock
    }

    /// Tells a member that is left out from one that is `null`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        soldOut =
            members.contains(.soldOut) ? try members.decode(Bool.self, forKey: .soldOut) : nil
        guard members.contains(.stock) else {
            stock = nil
            return
        }
        stock =
            try members.decodeNil(forKey: .stock)
            ? .uncounted : .counted(try members.decode(Int.self, forKey: .stock))
    }

    /// The members that change.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(soldOut, forKey: .soldOut)
        switch stock {
        case nil: break
        case .uncounted: try members.encodeNil(forKey: .stock)
        case .counted(let count): try members.encode(count, forKey: .stock)
        }
    }
}

/// What a location can sell of an item or a modifier.
public struct AvailabilityResponse: Codable, Hashable, Sendable {
    /// The item's or the modifier's.
    public let id: String
    /// Switched off by the staff.
    public let soldOut: Bool
    /// Pieces left, where they are counted; with none left it is sold out too.
    public let stock: Int?

    /// An availability.
    public init(id: String, soldOut: Bool, stock: Int?) {
        self.id = id
        self.soldOut = soldOut
        self.stock = stock
    }
}

extension AvailabilityRequest: Described {
    package static let schemaName = "AvailabilityChange"
    package static let schema = Schema.object(
        "What changes. A member left out stays as it is.",
        [
            .optional("soldOut", .bool("Whether it is switched off, whatever is left.")),
            .omittable(
                "stock",
                .integer(
                    "Pieces left; `null` where nobody counts.",
                    Limits.stock, example: 12)),
        ])
}

extension AvailabilityResponse: Described {
    package static let schemaName = "Availability"
    package static let schema = Schema.object(
        "What a location can sell of an item or a modifier.",
        [
            Field("id", .id("The item's or the modifier's.", example: "espresso")),
            Field("soldOut", .bool("Switched off by the staff.")),
            .optional(
                "stock",
                .integer(
                    "Pieces left, where they are counted; with 0 it is sold out too.",
                    Limits.stock)),
        ])
}
