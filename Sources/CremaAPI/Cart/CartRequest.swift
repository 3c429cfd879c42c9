/// A modifier in a request.
public struct ModifierRequest: Codable, Hashable, Sendable {
    /// Which.
    public let id: String
    /// How often; 1 where not given.
    public let quantity: Int?

    /// A modifier taken once or more.
    public init(id: String, quantity: Int? = nil) {
        self.id = id
        self.quantity = quantity
    }
}

/// A line of a cart in a request.
public struct LineRequest: Codable, Hashable, Sendable {
    /// Which item.
    public let itemId: String
    /// Which size, where the item has sizes.
    public let sizeId: String?
    /// In the order chosen.
    public let modifiers: [ModifierRequest]?
    /// Pieces, 1…99.
    public let quantity: Int
    /// A wish, at most 200 characters.
    public let request: String?
    /// A name for the cup, at most 80 characters.
    public let cupName: String?
    /// What the customer was shown for one piece; only compared.
    public let unitPrice: SentAmount?

    /// A line.
    public init(
        itemId: String, sizeId: String? = nil, modifiers: [ModifierRequest]? = nil,
        quantity: Int = 1, request: String? = nil, cupName: String? = nil,
        unitPrice: SentAmount? = nil
    ) {
        self.itemId = itemId
        self.sizeId = sizeId
        self.modifiers = modifiers
        self.quantity = quantity
        self.request = request
        self.cupName = cupName
        self.unitPrice = unitPrice
    }
}

/// `POST /api/v1/quotes`.
public struct QuoteRequest: Codable, Hashable, Sendable {
    /// At which location.
    public let locationId: String
    /// `toGo` or `forHere`.
    public let fulfilment: String
    /// 1…50 lines.
    public let lines: [LineRequest]
    /// What is given on top.
    public let tip: SentAmount?
    /// Promotion codes, at most five.
    public let codes: [String]?

    /// A cart to be priced.
    public init(
        locationId: String, fulfilment: String, lines: [LineRequest], tip: SentAmount? = nil,
        codes: [String]? = nil
    ) {
        self.locationId = locationId
        self.fulfilment = fulfilment
        self.lines = lines
        self.tip = tip
        self.codes = codes
    }
}

/// A way to pay in a request.
public struct TenderRequest: Codable, Hashable, Sendable {
    /// `counter`, `wallet`, `giftCard` or `card`.
    public let kind: String
    /// How much; the rest of the order where not given.
    public let amount: SentAmount?

    /// A way to pay.
    public init(kind: String, amount: SentAmount? = nil) {
        self.kind = kind
        self.amount = amount
    }
}

/// `POST /api/v1/orders`: the cart of a quote with its fingerprint.
public struct PlaceOrderRequest: Codable, Hashable, Sendable {
    /// At which location.
    public let locationId: String
    /// `toGo` or `forHere`.
    public let fulfilment: String
    /// 1…50 lines.
    public let lines: [LineRequest]
    /// What is given on top.
    public let tip: SentAmount?
    /// Promotion codes, at most five.
    public let codes: [String]?
    /// Of the quote that the customer saw.
    public let fingerprint: String
    /// A name to call, at most 80 characters.
    public let customerName: String?
    /// How it is paid; at the counter where not given.
    public let tenders: [TenderRequest]?
    /// What the customer was shown; only compared.
    public let total: SentAmount?

    /// A cart to be placed.
    public init(
        locationId: String, fulfilment: String, lines: [LineRequest], tip: SentAmount? = nil,
        codes: [String]? = nil, fingerprint: String, customerName: String? = nil,
        tenders: [TenderRequest]? = nil, total: SentAmount? = nil
    ) {
        self.locationId = locationId
        self.fulfilment = fulfilment
        self.lines = lines
        self.tip = tip
        self.codes = codes
        self.fingerprint = fingerprint
        self.customerName = customerName
        self.tenders = tenders
        self.total = total
    }
}
