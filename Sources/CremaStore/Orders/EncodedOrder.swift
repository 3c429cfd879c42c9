package import CremaDomain

/// An order about to be placed, with its JSON columns made already.
package struct EncodedOrder: Sendable {
    package let id: ID<Order>
    package var callNumber: CallNumber
    package let placedAt: Timestamp
    package let businessDate: String
    package let quote: Quote
    package let customerName: String
    package let language: String
    package let state: OrderState
    package let tenders: [Tender]
    let details: String
    let modifiers: [String]

    package init(
        id: ID<Order>, callNumber: CallNumber, placedAt: Timestamp, quote: Quote,
        customerName: String, language: String, state: OrderState, tenders: [Tender],
        stock: [StockCount] = []
    ) {
        self.id = id
        self.callNumber = callNumber
        self.placedAt = placedAt
        businessDate = quote.businessDate.iso
        self.quote = quote
        self.customerName = customerName
        self.language = language
        self.state = state
        self.tenders = tenders
        details = OrderDetails(quote, stock: stock).text
        modifiers = quote.lines.map { ModifierDetail.text($0.modifiers) }
    }
}
