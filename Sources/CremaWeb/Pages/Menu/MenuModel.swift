package import CremaDomain

/// What the menu can be narrowed to.
package enum MenuFilter: String, CaseIterable, Hashable, Sendable {
    case vegan, noNuts, decaf

    /// "No nuts" shows only what is stated free of them.
    package func fits(_ item: MenuItem) -> Bool {
        switch self {
        case .vegan: item.dietTags.contains("vegan")
        case .decaf:
            item.dietTags.contains("decaf") || item.nutrition.caffeineMilligrams == 0
        case .noNuts: item.allergens[.nuts] == .free && item.allergens[.peanuts] == .free
        }
    }
}

/// What is looked for on a menu.
package struct MenuLookup: Hashable, Sendable {
    package var text: String
    package var filters: [MenuFilter]

    package init(text: String = "", filters: [MenuFilter] = []) {
        self.text = text
        self.filters = filters
    }

    /// From a request's query; names that mean nothing to us are left aside.
    package init(query: [(name: String, value: String)]) {
        let text = query.first { $0.name == "q" }?.value ?? ""
        let wanted = query.filter { $0.name == "filter" }.map(\.value)
        self.init(
            text: String(text.prefix(Limits.nameCharacters)),
            filters: MenuFilter.allCases.filter { wanted.contains($0.rawValue) })
    }

    package var isEmpty: Bool { text.isEmpty && filters.isEmpty }

    package var query: [(name: String, value: String)] {
        (text.isEmpty ? [] : [("q", text)]) + filters.map { ("filter", $0.rawValue) }
    }
}

/// The items of a category that fit the search.
package struct MenuSection: Sendable {
    package let category: MenuCategory
    package let items: [MenuItem]

    package init(category: MenuCategory, items: [MenuItem]) {
        self.category = category
        self.items = items
    }
}

/// A location's menu. Without `cart` it is the same for everybody and may be kept: the page then
/// fetches the cart's foot by itself.
package struct MenuModel: Sendable {
    package let place: Place
    package let menu: Menu
    /// Local time, for items offered at some times of the day only.
    package let minuteOfDay: Int
    package let search: MenuLookup
    /// Sections with at least one item, in order.
    package let sections: [MenuSection]
    package let cart: CartSummary?

    package init(
        place: Place, menu: Menu, minuteOfDay: Int, search: MenuLookup = MenuLookup(),
        sections: [MenuSection], cart: CartSummary? = nil
    ) {
        self.place = place
        self.menu = menu
        self.minuteOfDay = minuteOfDay
        self.search = search
        self.sections = sections
        self.cart = cart
    }

    /// The filters that find something on this menu, and those chosen: a menu that states nothing
    /// isn't to look as if it had nothing to eat.
    package var filters: [MenuFilter] {
        let items = MenuModel.allSections(of: menu).flatMap(\.items)
        return MenuFilter.allCases.filter { filter in
            search.filters.contains(filter) || items.contains(where: filter.fits)
        }
    }

    /// Every category that has something to show: the whole menu.
    package static func allSections(of menu: Menu) -> [MenuSection] {
        menu.catalog.categories
            .map { MenuSection(category: $0, items: menu.items(of: $0)) }
            .filter { !$0.items.isEmpty }
    }
}
