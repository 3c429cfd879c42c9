import CremaDomain

/// A location's menu.
package enum MenuView {
    package static func page(_ model: MenuModel, _ context: PageContext) -> HTML {
        let words = context.words
        var layout = Layout(title: words(.menuTitle), tab: .menu, locationID: model.place.id)
        layout.topics = [.menu(model.place.id), .orders]
        layout.foot = CartBarView.foot(model.cart, locationID: model.place.id, context)
        return layout.page(context) {
            div(.class("column wide")) {
                intro(model.place, words)
                searchForm(model, words)
                results(model, context)
            }
        }
    }

    /// `#results`: everything that follows the search and the live menu.
    package static func results(_ model: MenuModel, _ context: PageContext) -> HTML {
        let words = context.words
        let live = Attribute.live(
            "menu:" + model.place.id.rawValue, version: model.menu.version,
            from: .menuResults(model.place.id, search: model.search))
        return element("div", [.id("results")] + live) {
            if !model.search.isEmpty { summary(model, words) }
            if model.sections.isEmpty {
                p(.class("empty")) { words(model.search.isEmpty ? .menuEmpty : .noMatches) }
            } else {
                categories(model.sections, words, context.language)
                for section in model.sections { shelf(section, model, context) }
            }
        }
    }

    private static func intro(_ place: Place, _ words: Words) -> HTML {
        section(.class("hero")) {
            div(.class("row wrap")) {
                Piece.pill(
                    words.openness(place.openness), dot: place.openness.takesOrders ? "on" : "off")
            }
            h1 { typed(place.location.name) }
            if place.openness.takesOrders, let minutes = place.readyIn {
                p(.class("soft")) {
                    element("strong") { words.readyIn(minutes) }
                    if place.drinksAhead > 0 { " · " + words(.drinksAhead, place.drinksAhead) }
                }
            }
        }
    }

    // MARK: Search

    private static func searchForm(_ model: MenuModel, _ words: Words) -> HTML {
        element(
            "form", .class("find"), .role("search"), .action(.menu(model.place.id)),
            Attribute("method", "get"), .hxGet(.menuResults(model.place.id)),
            .hxTrigger("input changed delay:200ms from:#q, change, submit"), .hxTarget("#results"),
            .hxSwap("outerHTML"), Attribute("hx-sync", "this:replace")
        ) {
            label(.class("search")) {
                Icon.search
                span(.class("unseen")) { words(.searchLabel) }
                input(
                    .type("search"), .id("q"), .name("q"), .value(model.search.text),
                    Attribute("placeholder", words(.searchPlaceholder)),
                    Attribute("maxlength", String(Limits.nameCharacters)),
                    Attribute("autocomplete", "off"), Attribute("enterkeyhint", "search"))
            }
            element("fieldset", .class("chips")) {
                element("legend", .class("unseen")) { words(.filters) }
                for filter in model.filters {
                    label(.class("chip")) {
                        input(
                            .type("checkbox"), .name("filter"), .value(filter.rawValue),
                            .checked(model.search.filters.contains(filter)))
                        span { words(name(of: filter)) }
                    }
                }
                button(.class("chip quiet nojs")) { words(.search) }
            }
        }
    }

    private static func name(of filter: MenuFilter) -> Message {
        switch filter {
        case .vegan: .filterVegan
        case .noNuts: .filterNoNuts
        case .decaf: .filterDecaf
        }
    }

    private static func summary(_ model: MenuModel, _ words: Words) -> HTML {
        let count = model.sections.reduce(0) { $0 + $1.items.count }
        return div(.class("row spread"), .role("status")) {
            span(.class("soft")) { words(.matches, count) }
            a(.menu(model.place.id), .class("button chip")) { words(.clearSearch) }
        }
    }

    // MARK: Shelves

    private static func categories(
        _ sections: [MenuSection], _ words: Words, _ language: Language
    ) -> HTML {
        element("nav", .class("cats"), .label(words(.categories))) {
            for section in sections {
                element("a", .class("chip"), Attribute("href", "#" + anchor(section.category))) {
                    section.category.name(in: language.tag)
                }
            }
        }
    }

    private static func anchor(_ category: MenuCategory) -> String {
        "c-" + category.id.rawValue
    }

    private static func shelf(
        _ section: MenuSection, _ model: MenuModel, _ context: PageContext
    ) -> HTML {
        element("section", .id(anchor(section.category)), .class("shelf")) {
            h2 { section.category.name(in: context.language.tag) }
            ul(.class("grid")) {
                for item in section.items { li { card(item, model, context) } }
            }
        }
    }

    private static func card(_ item: MenuItem, _ model: MenuModel, _ context: PageContext) -> HTML {
        let words = context.words
        let path = Path.item(model.place.id, item.id)
        let isOut = model.menu.isSoldOut(item)
        let isLater =
            !item.windows.isEmpty
            && !item.windows.contains { $0.contains(minute: model.minuteOfDay) }
        return element(
            "a", .href(path), .class("card item", ("out", when: isOut || isLater)), .hxGet(path),
            .hxTarget("#sheet"), Attribute("hx-select", "#item"), .hxSwap("innerHTML"),
            .id("i-" + item.id.rawValue)
        ) {
            element("figure") { ItemPicture.html(item) }
            if isOut {
                span(.class("pill flag")) { words(.soldOut) }
            } else if isLater {
                span(.class("pill flag")) { hours(item, words) }
            } else if item.isFeatured {
                span(.class("pill flag star")) { words(.featured) }
            }
            element("strong", .class("name")) { item.name(in: context.language.tag) }
            span(.class("soft small money")) {
                price(item, model, context)
            }
        }
    }

    /// "from 07:00 to 11:00", the first of its times.
    private static func hours(_ item: MenuItem, _ words: Words) -> String {
        func clock(_ minute: Int) -> String {
            WallTime(year: 2000, month: 1, day: 1, hour: minute / 60 % 24, minute: minute % 60)
                .clock
        }
        guard let window = item.windows.first else { return words(.laterToday) }
        return words(.offeredFrom, clock(window.fromMinute), clock(window.untilMinute))
    }

    private static func price(
        _ item: MenuItem, _ model: MenuModel, _ context: PageContext
    ) -> String {
        let money = context.money(model.place.location.currency)
        let prices = item.sizes.map { model.menu.price(of: item, size: $0) }
        guard let lowest = prices.min(), let highest = prices.max() else {
            return money(model.menu.price(of: item, size: nil))
        }
        return lowest == highest ? money(lowest) : context.words(.from, money(lowest))
    }
}
