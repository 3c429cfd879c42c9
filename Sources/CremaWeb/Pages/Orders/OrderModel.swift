package import CremaDomain

/// What the page says once about what was just tried.
package enum OrderNotice: Hashable, Sendable {
    /// It was cancelled.
    case cancelled
    /// It had moved on meanwhile and can't be cancelled.
    case tooLateToCancel
    /// So much of it was given back, of which so much is to be handed out in cash.
    case refunded(Money, cash: Money)
    /// Why nothing was given back.
    case notRefunded(String)
}

/// One order as its customer sees it.
package struct OrderModel: Hashable, Sendable {
    package let order: Order
    package let location: Location
    package let placedAt: WallTime
    /// When each step of `order.timeline` was entered, in its order.
    package let stepTimes: [WallTime]
    /// When it will be ready, from and to; nil where nothing is promised any more.
    package let readyFrom: WallTime?
    package let readyTo: WallTime?
    /// Pieces of work ticked off at the bar, of all lines.
    package let linesDone: Int
    /// The customer may call it off.
    package let canCancel: Bool
    /// Whoever looks may give money back.
    package let canRefund: Bool
    /// Makes a repeated "cancel" count once.
    package let requestKey: String
    package let notice: OrderNotice?

    package init(
        order: Order, location: Location, placedAt: WallTime, stepTimes: [WallTime],
        readyFrom: WallTime? = nil, readyTo: WallTime? = nil, linesDone: Int = 0, canCancel: Bool,
        canRefund: Bool = false, requestKey: String, notice: OrderNotice? = nil
    ) {
        self.order = order
        self.location = location
        self.placedAt = placedAt
        self.stepTimes = stepTimes
        self.readyFrom = readyFrom
        self.readyTo = readyTo
        self.linesDone = linesDone
        self.canCancel = canCancel
        self.canRefund = canRefund
        self.requestKey = requestKey
        self.notice = notice
    }

    /// When it last entered a state; nil where it never did.
    func time(of state: OrderState) -> WallTime? {
        zip(order.timeline, stepTimes).reversed().first { $0.0.state == state }?.1
    }
}

/// My orders, five at a time.
package struct OrdersModel: Hashable, Sendable {
    package let entries: [OrderModel]
    /// Where the next ones begin; nil behind the last.
    package let nextCursor: String?

    package init(entries: [OrderModel], nextCursor: String? = nil) {
        self.entries = entries
        self.nextCursor = nextCursor
    }
}

/// A receipt.
package struct ReceiptModel: Hashable, Sendable {
    /// Net, tax and gross of what one tax was taken on.
    package struct TaxRow: Hashable, Sendable {
        package let name: String
        package let rate: Rate
        package let net: Money
        package let tax: Money
        package let gross: Money
    }

    package let order: OrderModel
    /// The shop's gapless number; nil where it doesn't keep one.
    package let number: String?
    package let taxRows: [TaxRow]

    package init(order: OrderModel, number: String? = nil) {
        self.order = order
        self.number = number
        taxRows = order.order.quote.taxes.map { tax in
            TaxRow(
                name: tax.name, rate: tax.rate, net: tax.taxable, tax: tax.amount,
                gross: tax.taxable + tax.amount)
        }
    }
}
