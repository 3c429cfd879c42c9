package import CremaDomain

/// What follows every change of an item's sheet: picture, price in parts, what is in it, and the
/// button with the sum.
package enum ItemChoiceView {
    /// The answer to a change: `#choice`, with the picture and the prices that depend on the size
    /// beside it.
    package static func update(
        _ model: ChoiceModel, menu: Menu? = nil, _ context: PageContext,
        showsProblems: Bool = false
    ) -> HTML {
        group {
            fragment(model, context, showsProblems: showsProblems)
            picture(model, context, isOutOfBand: true)
            if let menu {
                for modifier in menu.groups(of: model.item).flatMap(\.modifiers)
                where !modifier.isRetired && !modifier.priceBySize.isEmpty {
                    ItemGroupsView.price(modifier, model, menu, context, isOutOfBand: true)
                }
            }
        }
    }

    static func picture(
        _ model: ChoiceModel, _ context: PageContext, isOutOfBand: Bool = false
    ) -> HTML {
        let name = model.item.name(in: context.language.tag)
        let size = model.item.sizes.first { $0.id == model.line.sizeID }
        let choices = model.checked?.choices.map { (modifier: $0.modifier, count: $0.quantity) }
        return element(
            "figure", .id("picture"), .class("big"),
            Attribute("hx-swap-oob", optional: isOutOfBand ? "true" : nil)
        ) {
            ItemPicture.html(
                model.item, size: size, choices: choices ?? [],
                label: context.words(.pictureOf, name))
        }
    }

    static func fragment(
        _ model: ChoiceModel, _ context: PageContext, showsProblems: Bool
    ) -> HTML {
        let words = context.words
        return element("div", .id("choice"), .class("choice")) {
            if let checked = model.checked {
                facts(checked, words)
                prices(checked, model, context)
            }
            if showsProblems || model.checked != nil {
                for problem in model.problems where showsProblems || !isAboutChoosing(problem) {
                    Piece.alert(words.problem(problem))
                }
            }
            div(.class("submit")) { submitButton(model, context) }
        }
    }

    private static func submitButton(_ model: ChoiceModel, _ context: PageContext) -> HTML {
        let words = context.words
        let quantity = String(model.line.quantity)
        return button(.class("primary"), .id("add")) {
            if let subtotal = model.subtotal {
                span { model.isEdit ? words(.saveLine) : words(.addToCart, quantity) }
                Piece.money(context.money(model.currency)(subtotal))
            } else if let missing = model.problems.first {
                span { words.problem(missing) }
            } else {
                span { words(.cannotOrder) }
            }
        }
    }

    private static func isAboutChoosing(_ kind: CartProblem.Kind) -> Bool {
        switch kind {
        case .sizeMissing, .tooFewChoices: true
        default: false
        }
    }

    // MARK: What it costs

    private static func prices(
        _ checked: CheckedLine, _ model: ChoiceModel, _ context: PageContext
    ) -> HTML {
        let words = context.words
        let money = context.money(model.currency)
        let language = context.language.tag
        return element(
            "dl", .class("sum soft"), .label(words(.priceOfChoice))
        ) {
            Piece.sum(
                checked.size?.name(in: language) ?? checked.item.name(in: language),
                money(checked.basePrice))
            for choice in checked.choices {
                let name = choice.modifier.name(in: language)
                Piece.sum(
                    choice.quantity > 1 ? "\(choice.quantity) × \(name)" : name,
                    choice.price == .zero ? words(.included) : money.signed(choice.price))
            }
            if checked.line.quantity > 1 {
                Piece.sum(words(.onePiece), money(checked.unitPrice), "unit")
            }
        }
    }

    // MARK: What is in it

    private static func facts(_ checked: CheckedLine, _ words: Words) -> HTML {
        let nutrition = checked.nutrition
        return div(.class("facts")) {
            if nutrition.kilocalories != nil || nutrition.caffeineMilligrams != nil {
                p(.class("row wrap")) {
                    if let kilocalories = nutrition.kilocalories {
                        span(.class("pill")) { words(.kilocalories, String(kilocalories)) }
                    }
                    if let caffeine = nutrition.caffeineMilligrams {
                        span(.class("pill")) { words(.caffeine, String(caffeine)) }
                    }
                }
            }
            AllergenView.html(checked.allergens, words)
        }
    }
}

/// What is stated of allergens, worst first, with the sentence about cross-contact.
enum AllergenView {
    static func html(_ statement: AllergenStatement, _ words: Words) -> HTML {
        func those(_ state: AllergenState) -> [Allergen] {
            Allergen.allCases.filter { statement[$0] == state }
        }
        let (contains, mayContain) = (those(.contains), those(.mayContain))
        let unstated = those(.notStated)
        return element("div", .class("allergens small"), .role("group"), .label(words(.allergens)))
        {
            if !contains.isEmpty {
                p(.class("contains")) { words(.contains, words.list(contains)) }
            }
            if !mayContain.isEmpty { p { words(.mayContain, words.list(mayContain)) } }
            if unstated.count == Allergen.allCases.count {
                p { words(.askStaffAll) }
            } else if !unstated.isEmpty {
                p { words(.askStaff, words.list(unstated)) }
            } else if contains.isEmpty, mayContain.isEmpty {
                p { words(.freeOfAll) }
            }
            p(.class("soft")) { words(.crossContact) }
        }
    }
}
