public import CremaDomain

/// An amount on the wire: minor units and their currency, `{"amount": 450, "currency": "USD"}`.
public struct MoneyValue: Codable, Hashable, Sendable {
    /// Minor units: cents, yen, fils.
    public let amount: Int64
    /// ISO 4217.
    public let currency: String

    /// An amount of the currency.
    public init(_ money: Money, _ currency: Currency) {
        amount = money.minorUnits
        self.currency = currency.code
    }
}

/// An amount that a client sends: with its currency, or bare minor units of the shop's currency.
public struct SentAmount: Codable, Hashable, Sendable {
    /// Minor units.
    public let amount: Int64
    /// ISO 4217, where it was named.
    public let currency: String?

    /// An amount.
    public init(amount: Int64, currency: String? = nil) {
        self.amount = amount
        self.currency = currency
    }

    private enum CodingKeys: CodingKey {
        case amount, currency
    }

    /// Reads `{"amount": 450, "currency": "USD"}` or `450`.
    public init(from decoder: any Decoder) throws {
        if let bare = try? decoder.singleValueContainer().decode(Int64.self) {  // else an object
            self.init(amount: bare)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            amount: try container.decode(Int64.self, forKey: .amount),
            currency: try container.decode(String.self, forKey: .currency))
    }

    /// Writes the object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(amount, forKey: .amount)
        try container.encodeIfPresent(currency, forKey: .currency)
    }
}

extension MoneyValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("amount", amount)
            json.member("currency", currency)
        }
    }
}

extension MoneyValue: Described {
    package static let schemaName = "Money"
    package static let schema = Schema.object(
        "An amount in minor units of a currency.",
        [
            Field("amount", .integer("Minor units: cents, yen, fils.", example: 450)),
            Field("currency", .text("ISO 4217.", pattern: "^[A-Z]{3}$", example: "USD")),
        ])
}

extension SentAmount: Described {
    package static let schemaName = "SentMoney"
    package static let schema = Schema.either(
        [
            .integer("Minor units of the shop's currency.", range),
            .object(
                "An amount with its currency.",
                [
                    Field("amount", .integer("Minor units.", range)),
                    Field("currency", .text("ISO 4217; the shop's.", example: "USD")),
                ]),
        ], "An amount in a request.")

    private static let range: ClosedRange<Int64> = Int64.min...Int64.max
}
