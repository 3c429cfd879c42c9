package import CremaDomain

/// What becomes of one value: it stays as it is, or is set.
package enum Edit<Value: Sendable & Hashable>: Sendable, Hashable {
    case keep
    case set(Value)

    func applied(to value: Value) -> Value {
        switch self {
        case .keep: value
        case .set(let new): new
        }
    }
}

/// A change of what a location can sell of one thing; what isn't named stays as it is.
package struct AvailabilityChange: Sendable, Hashable {
    package var isSoldOut: Edit<Bool>
    /// Set to nil, its pieces aren't counted any more.
    package var stock: Edit<Int?>
    /// Set to nil, it costs here what it costs everywhere.
    package var price: Edit<Money?>

    package init(
        isSoldOut: Edit<Bool> = .keep, stock: Edit<Int?> = .keep, price: Edit<Money?> = .keep
    ) {
        self.isSoldOut = isSoldOut
        self.stock = stock
        self.price = price
    }

    /// What an availability is after the change.
    package func applied(to state: Availability) -> Availability {
        Availability(
            isSoldOut: isSoldOut.applied(to: state.isSoldOut),
            stock: stock.applied(to: state.stock), price: price.applied(to: state.price))
    }
}
