package import CremaDomain

/// What a choice comes to: the part of the sheet that follows every change.
package struct ChoiceModel: Sendable {
    package let locationID: ID<Location>
    package let currency: Currency
    package let language: String
    package let item: MenuItem
    /// As chosen so far.
    package let line: CartLine
    /// Nil where the choice doesn't fit the menu.
    package let checked: CheckedLine?
    /// unit × quantity as the quote says; nil where the choice has problems.
    package let subtotal: Money?
    /// What is wrong or missing.
    package let problems: [CartProblem.Kind]
    /// Editing a line of the cart: the button then says so.
    package let isEdit: Bool

    package init(
        locationID: ID<Location>, currency: Currency, language: String, item: MenuItem,
        line: CartLine, checked: CheckedLine?, subtotal: Money?,
        problems: [CartProblem.Kind] = [], isEdit: Bool = false
    ) {
        self.locationID = locationID
        self.currency = currency
        self.language = language
        self.item = item
        self.line = line
        self.checked = checked
        self.subtotal = subtotal
        self.problems = problems
        self.isEdit = isEdit
    }
}

/// The sheet of one item.
package struct ItemModel: Sendable {
    package let place: Place
    package let menu: Menu
    package let item: MenuItem
    package let choice: ChoiceModel
    /// The cart line that is edited; nil for a new one.
    package let lineKey: String?
    /// Makes a repeated "add" count once.
    package let requestKey: String
    /// Problems are shown only after somebody tried to add it.
    package let wasSubmitted: Bool
    package let cart: CartSummary?

    package init(
        place: Place, menu: Menu, item: MenuItem, choice: ChoiceModel, lineKey: String? = nil,
        requestKey: String, wasSubmitted: Bool = false, cart: CartSummary? = nil
    ) {
        self.place = place
        self.menu = menu
        self.item = item
        self.choice = choice
        self.lineKey = lineKey
        self.requestKey = requestKey
        self.wasSubmitted = wasSubmitted
        self.cart = cart
    }
}
