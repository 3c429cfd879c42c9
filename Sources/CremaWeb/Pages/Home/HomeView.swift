import CremaDomain

/// The shop's home: locations to choose from.
package enum HomeView {
    package static func page(_ model: HomeModel, _ context: PageContext) -> HTML {
        let words = context.words
        var layout = Layout(title: words(.tabHome), tab: .home)
        layout.topics = [.orders]
        return layout.page(context) {
            div(.class("column")) {
                section(.class("hero")) {
                    h1 { words(.homeTitle) }
                    p(.class("soft")) { words(.homeIntro) }
                }
                if !model.openOrders.isEmpty {
                    section(.class("stack")) {
                        h2 { words(.underWay) }
                        ul(.class("stack")) {
                            for order in model.openOrders { OrdersView.entry(order, context) }
                        }
                    }
                }
                ul(.class("places")) {
                    for place in model.places { li { card(place, words) } }
                }
            }
        }
    }

    private static func card(_ place: Place, _ words: Words) -> HTML {
        a(.menu(place.id), .class("card place")) {
            element("span", .class("stack tight")) {
                element("strong", .class("name")) { typed(place.location.name) }
                for line in place.location.legal.address.prefix(2) {
                    span(.class("soft small")) { typed(line) }
                }
            }
            span(.class("row wrap")) {
                Piece.pill(
                    words.openness(place.openness), dot: place.openness.takesOrders ? "on" : "off")
                if place.openness.takesOrders, let minutes = place.readyIn {
                    span(.class("soft small")) { words.readyIn(minutes) }
                }
            }
            span(.class("button primary go")) { words(.seeMenu) }
        }
    }
}
