/// Who stands behind the receipt.
public struct LegalEntity: Hashable, Sendable {
    /// Registered name.
    public var name: String
    /// Lines of the address.
    public var address: [String]
    /// VAT or sales-tax number; empty where the shop has none.
    public var taxNumber: String

    /// An entity.
    public init(name: String, address: [String] = [], taxNumber: String = "") {
        self.name = name
        self.address = address
        self.taxNumber = taxNumber
    }
}

/// One of the shop's places: everything about it that pricing, ordering and screens need.
public struct Location: Hashable, Sendable {
    /// Permanent identity.
    public var id: ID<Location>
    /// "Old Mill".
    public var name: String
    /// Of every price here; one for the whole shop.
    public var currency: Currency
    /// IANA name of its time zone.
    public var zone: ZoneID
    /// When it is open.
    public var hours: OpeningHours
    /// When its business date turns while it is closed or open around the clock.
    public var dayStartsAt = LocalTime.midnight
    /// The rule for a day's last order.
    public var lastOrder = LastOrder.readyBy(minutesBeforeClosing: 0)
    /// Its taxes.
    public var taxes: TaxTable
    /// Charges that aren't items.
    public var fees: [Fee] = []
    /// Suggested tips, shares of the lines after discounts and before tax; empty for none.
    public var tipSuggestions: [Rate] = []
    /// Smallest coin for the part paid in cash; one minor unit where all coins exist.
    public var cashStep = Money(1)
    /// Stands on receipts.
    public var legal: LegalEntity
    /// BCP 47 primary tags, the shop's own first.
    public var languages: [String] = ["en"]
    /// An order to be paid at the counter is made before it is paid.
    public var makesUnpaidOrders = true
    /// Unpaid orders one device may have open.
    public var unpaidOrdersPerDevice = 3
    /// Why no orders are taken now; nil where they are.
    public var pauseReason: String?
    /// Time from order to ready that the shop needs at least, in minutes.
    public var leadMinutes = 5

    /// A location.
    public init(
        id: ID<Location>, name: String, currency: Currency, zone: ZoneID, hours: OpeningHours,
        taxes: TaxTable, legal: LegalEntity
    ) {
        self.id = id
        self.name = name
        self.currency = currency
        self.zone = zone
        self.hours = hours
        self.taxes = taxes
        self.legal = legal
    }
}
