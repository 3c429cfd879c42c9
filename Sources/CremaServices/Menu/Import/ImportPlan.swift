package import CremaDomain

/// What an import would make of the menu, and what became of each thing in the file.
package struct ImportPlan: Hashable, Sendable {
    /// The whole menu afterwards; sound by `Catalog.problems()`.
    package let catalog: Catalog
    /// Each row or object of the file, in its order.
    package let rows: [ImportedRow]
    /// What holds for the file as a whole, as sentences.
    package let notes: [String]
    /// Items that aren't in the file and stay on the menu.
    package let keptItems: Int
    /// Items that aren't in the file and were taken off the menu.
    package let retiredItems: Int
    /// What the file says of the shop itself.
    package let shop: ShopHints
    /// The menu is so already.
    package let isUnchanged: Bool

    /// Rows whose fate is of a kind.
    package func count(_ isCounted: (ImportedRow.Fate) -> Bool) -> Int {
        rows.count { isCounted($0.fate) }
    }
}

/// One row or object of an imported file.
package struct ImportedRow: Hashable, Sendable {
    /// Where it stands.
    package enum Place: Hashable, Sendable {
        /// A row as a spreadsheet counts, the header being 1.
        case row(Int)
        /// An object by its id.
        case object(String)
    }

    /// What it is.
    package enum Kind: String, Hashable, Sendable {
        case category, group, modifier, item, size, tax, other
    }

    /// What became of it.
    package enum Fate: Hashable, Sendable {
        /// As it is in the file.
        case imported
        /// As it is in the file, and was here before.
        case unchanged
        /// Not quite as in the file; what was changed and why, one or more.
        case changed([String])
        /// Not at all, and why.
        case skipped(String)
    }

    package let place: Place
    package let kind: Kind
    /// Its name as far as it has one.
    package let name: String
    package let fate: Fate

    init(_ place: Place, _ kind: Kind, _ name: String, _ fate: Fate) {
        self.place = place
        self.kind = kind
        self.name = name
        self.fate = fate
    }

    /// A thing that was taken over, with what had to be changed.
    init(_ place: Place, _ kind: Kind, _ name: String, changes: [String]) {
        self.init(place, kind, name, changes.isEmpty ? .imported : .changed(changes))
    }
}

/// What a file says of the shop beside its menu; all of it optional.
package struct ShopHints: Hashable, Sendable {
    /// Hours of one day of the week.
    package struct OpenInterval: Hashable, Sendable {
        /// 1 is Monday, 7 is Sunday.
        package let weekday: Int
        /// Minutes since local midnight, 0…1439.
        package let fromMinute: Int
        /// 1…1440; at or below `fromMinute` it ends on the next day.
        package let untilMinute: Int
    }

    /// One tax as the file states it.
    package struct StatedTax: Hashable, Sendable {
        package let id: String
        package let name: String
        package let rate: Rate
        /// Prices contain it already.
        package let isIncluded: Bool
    }

    /// Pieces of an item that one place has.
    package struct Stock: Hashable, Sendable {
        package let item: ID<MenuItem>
        /// The place's name in the file.
        package let location: String
        package let quantity: Int
    }

    /// The business's name.
    package var name: String?
    package var currency: Currency?
    /// An IANA name, unchecked.
    package var timeZone: String?
    /// In the file's order.
    package var hours: [OpenInterval] = []
    /// The taxes of each tax category that items were given; a category without one is untaxed.
    package var taxes: [ID<TaxCategory>: [StatedTax]] = [:]
    /// Counted pieces of items that come in one size.
    package var stock: [Stock] = []

    /// Nothing known.
    package init() {}
}
