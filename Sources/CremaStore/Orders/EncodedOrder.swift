package import CremaDomain
import CremaSQL

/// An order about to be placed, with the values of its rows made already: the one writer's thread
/// only binds them. What is known there alone, the call number, is given to `OrderStore.insert`.
package final class EncodedOrder: Sendable {
    package let id: ID<Order>
    package let placedAt: Timestamp
    package let quote: Quote
    package let state: OrderState
    package let tenders: [Tender]
    package var locationID: ID<Location> { quote.locationID }
    /// What is left to be paid.
    package let due: Money
    /// Of `customer_order`, all but the call number.
    let row: [SQLValue]
    /// Of `order_line`, by line.
    let lineRows: [[SQLValue]]

    package init(
        id: ID<Order>, owner: Owner, placedAt: Timestamp, quote: Quote, customerName: String,
        language: String, state: OrderState, tenders: [Tender], stock: [StockCount] = []
    ) {
        self.id = id
        self.placedAt = placedAt
        self.quote = quote
        self.state = state
        self.tenders = tenders
        due = tenders.due(of: quote.total)
        row = [
            .text(id.rawValue), .text(quote.locationID.rawValue), .text(quote.businessDate.iso),
            .text(state.rawValue), .integer(placedAt.milliseconds), .text(owner.text),
            .text(customerName), .text(quote.fulfilment.rawValue), .text(language),
            .integer(quote.subtotal.minorUnits), .integer(quote.discount.minorUnits),
            .integer(quote.tax.minorUnits), .integer(quote.tip.minorUnits),
            .integer(quote.total.minorUnits), .integer(due.minorUnits),
            .text(OrderDetails(quote, stock: stock).text),
        ]
        lineRows = quote.lines.enumerated().map { index, line in
            EncodedOrder.row(of: line, number: index + 1, order: id)
        }
    }

    /// The shape of a row of `order_line`, without a line.
    static let emptyLine: [SQLValue] = [
        .nullText, .nullInteger, .nullText, .nullText, .nullText, .nullText, .nullText,
        .nullInteger, .nullInteger, .nullInteger, .nullInteger, .nullInteger, .nullInteger,
        .nullInteger, .nullInteger, .nullText, .nullText, .nullText, .nullInteger,
    ]

    private static func row(
        of line: QuotedLine, number: Int, order: ID<Order>
    ) -> [SQLValue] {
        [
            .text(order.rawValue), SQLValue(number), .text(line.itemID.rawValue),
            SQLValue(line.sizeID?.rawValue), .text(line.name), SQLValue(line.sizeName),
            .text(ModifierDetail.text(line.modifiers)), SQLValue(line.quantity),
            .integer(line.basePrice.minorUnits), .integer(line.unitPrice.minorUnits),
            .integer(line.subtotal.minorUnits), .integer(line.discount.minorUnits),
            .integer(line.net.minorUnits), .integer(line.tax.minorUnits),
            .integer(line.total.minorUnits), .text(line.request), .text(line.cupName),
            .text(line.station.rawValue), SQLValue(line.makeTimeSeconds),
        ]
    }
}
