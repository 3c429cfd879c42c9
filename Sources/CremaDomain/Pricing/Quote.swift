/// A modifier as it stands on a quote, an order, a ticket and a receipt.
public struct QuotedModifier: Hashable, Sendable {
    /// Which.
    public let id: ID<Modifier>
    /// Its name in the language of the order.
    public let name: String
    /// How often it was taken.
    public let quantity: Int
    /// What all of them add to one piece.
    public let price: Money

    /// A modifier with its price.
    public init(id: ID<Modifier>, name: String, quantity: Int, price: Money) {
        self.id = id
        self.name = name
        self.quantity = quantity
        self.price = price
    }
}

/// A priced line. `net + tax = total`, whether prices include tax or not.
public struct QuotedLine: Hashable, Sendable {
    /// Which item.
    public let itemID: ID<MenuItem>
    /// Which size.
    public let sizeID: ID<ItemSize>?
    /// Name of the item in the language of the order.
    public let name: String
    /// Name of the size; nil where the item has none.
    public let sizeName: String?
    /// Price of the size or of the item, before modifiers.
    public let basePrice: Money
    /// In the order chosen.
    public let modifiers: [QuotedModifier]
    /// One piece with its modifiers.
    public let unitPrice: Money
    /// Pieces.
    public let quantity: Int
    /// unit × quantity, as the menu shows prices.
    public let subtotal: Money
    /// This line's share of all discounts, positive.
    public let discount: Money
    /// What the shop keeps.
    public let net: Money
    /// This line's share of all taxes.
    public let tax: Money
    /// What the customer pays for it.
    public let total: Money
    /// A wish in the customer's words.
    public let request: String
    /// A name for the cup.
    public let cupName: String
    /// Where it is made.
    public let station: ID<Station>
    /// Work of all pieces, in seconds.
    public let makeTimeSeconds: Int

    /// A line with all its numbers.
    public init(
        itemID: ID<MenuItem>, sizeID: ID<ItemSize>?, name: String, sizeName: String?,
        basePrice: Money, modifiers: [QuotedModifier], unitPrice: Money, quantity: Int,
        subtotal: Money, discount: Money, net: Money, tax: Money, total: Money, request: String,
        cupName: String, station: ID<Station>, makeTimeSeconds: Int
    ) {
        self.itemID = itemID
        self.sizeID = sizeID
        self.name = name
        self.sizeName = sizeName
        self.basePrice = basePrice
        self.modifiers = modifiers
        self.unitPrice = unitPrice
        self.quantity = quantity
        self.subtotal = subtotal
        self.discount = discount
        self.net = net
        self.tax = tax
        self.total = total
        self.request = request
        self.cupName = cupName
        self.station = station
        self.makeTimeSeconds = makeTimeSeconds
    }
}

/// A fee with its numbers. `net + tax = total`.
public struct QuotedFee: Hashable, Sendable {
    /// As on the receipt.
    public let name: String
    /// As the shop states prices: with tax in it or without.
    public let subtotal: Money
    /// What the shop keeps.
    public let net: Money
    /// Its share of all taxes.
    public let tax: Money
    /// What the customer pays for it.
    public let total: Money

    /// A fee.
    public init(name: String, subtotal: Money, net: Money, tax: Money, total: Money) {
        self.name = name
        self.subtotal = subtotal
        self.net = net
        self.tax = tax
        self.total = total
    }
}

/// A priced cart: an answer, not a record. Placing an order freezes it.
public struct Quote: Hashable, Sendable {
    /// At which location.
    public let locationID: ID<Location>
    /// Taken away or drunk there.
    public let fulfilment: Fulfilment
    /// Of every amount.
    public let currency: Currency
    /// The day whose tax rules were used.
    public let businessDate: LocalDate
    /// Prices contain the tax already.
    public let pricesIncludeTax: Bool
    /// In the order of the cart.
    public let lines: [QuotedLine]
    /// Charges that aren't items.
    public let fees: [QuotedFee]
    /// Lines before discounts, as the menu shows prices.
    public let subtotal: Money
    /// In the order taken off; those that came to nothing too.
    public let discounts: [AppliedDiscount]
    /// Each tax once.
    public let taxes: [TaxAmount]
    /// Given on top, never taxed.
    public let tip: Money
    /// What the customer pays.
    public let total: Money

    /// A quote with all its numbers.
    public init(
        locationID: ID<Location>, fulfilment: Fulfilment, currency: Currency,
        businessDate: LocalDate, pricesIncludeTax: Bool, lines: [QuotedLine], fees: [QuotedFee],
        subtotal: Money, discounts: [AppliedDiscount], taxes: [TaxAmount], tip: Money, total: Money
    ) {
        self.locationID = locationID
        self.fulfilment = fulfilment
        self.currency = currency
        self.businessDate = businessDate
        self.pricesIncludeTax = pricesIncludeTax
        self.lines = lines
        self.fees = fees
        self.subtotal = subtotal
        self.discounts = discounts
        self.taxes = taxes
        self.tip = tip
        self.total = total
    }

    /// All discounts, positive.
    public var discount: Money { discounts.sum { $0.amount } }

    /// All taxes.
    public var tax: Money { taxes.sum { $0.amount } }

    /// Work of the whole order, in seconds.
    public var makeTimeSeconds: Int { lines.reduce(0) { $0 + $1.makeTimeSeconds } }

    /// Stands for every number the customer saw, and no word: 32 hexadecimal digits.
    ///
    /// It guards an honest customer against a changed price. It is no secret and no signature:
    /// whoever makes up another one only gets the new quote.
    public var fingerprint: String {
        var hash = NumberHash()
        hash.add(currency.exponent)
        hash.add(pricesIncludeTax ? 1 : 0)
        // Each list's length comes first, so that no number can pass for one of another list.
        hash.add(lines.count)
        for line in lines {
            hash.add(line.quantity)
            hash.add(line.basePrice)
            hash.add(line.modifiers.count)
            for modifier in line.modifiers {
                hash.add(modifier.quantity)
                hash.add(modifier.price)
            }
            hash.add(line.unitPrice, line.subtotal, line.discount, line.tax, line.total)
        }
        hash.add(fees.count)
        for fee in fees { hash.add(fee.subtotal, fee.tax, fee.total) }
        hash.add(discounts.count)
        for discount in discounts { hash.add(discount.amount) }
        hash.add(taxes.count)
        for tax in taxes {
            hash.add(tax.rate.partsPerMillion)
            hash.add(tax.taxable, tax.amount)
        }
        hash.add(subtotal, tip, total)
        return hash.text
    }
}

/// FNV-1a over whole numbers, twice with different starts.
private struct NumberHash {
    private var first: UInt64 = 0xCBF2_9CE4_8422_2325
    private var second: UInt64 = 0x8422_2325_CBF2_9CE4

    mutating func add(_ amounts: Money...) {
        for amount in amounts { add(amount.minorUnits) }
    }

    mutating func add(_ value: some BinaryInteger) {
        var left = UInt64(truncatingIfNeeded: value)
        for _ in 0..<8 {
            first = (first ^ (left & 0xFF)) &* 0x100_0000_01B3
            second = (second ^ (left & 0xFF) ^ 0x5A) &* 0x100_0000_01B3
            left >>= 8
        }
    }

    var text: String {
        var digits: [UInt8] = []
        for word in [first, second] {
            for shift in stride(from: 60, through: 0, by: -4) {
                digits.append(hexDigit(UInt8((word >> UInt64(shift)) & 15)))
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
