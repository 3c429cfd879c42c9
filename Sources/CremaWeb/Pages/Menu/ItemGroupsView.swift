import CremaDomain

/// The questions of an item's sheet. The group's rules decide the kind of field.
enum ItemGroupsView {
    static func sizes(_ model: ItemModel, _ context: PageContext) -> HTML {
        let words = context.words
        let money = context.money(model.place.location.currency)
        let problems = model.choice.problems.filter(isAboutSize)
        return fieldset(words(.size), words(.chooseOne)) {
            if model.wasSubmitted { alerts(problems, words) }
            div(.class("sizes")) {
                for size in model.item.sizes {
                    label(.class("size")) {
                        input(
                            .type("radio"), .name(ItemForm.size), .value(size.id.rawValue),
                            .checked(model.choice.line.sizeID == size.id))
                        element("strong") { size.name(in: context.language.tag) }
                        Piece.money(money(model.menu.price(of: model.item, size: size)))
                    }
                }
            }
        }
    }

    static func group(
        _ group: ModifierGroup, _ model: ItemModel, _ context: PageContext
    ) -> HTML {
        let words = context.words
        let name = group.name(in: context.language.tag)
        let shown = group.modifiers.filter { !$0.isRetired }
        let problems = model.choice.problems.filter { isAbout(group, name, $0, context) }
        let single = group.isSingleChoice && shown.allSatisfy { $0.maxQuantity == 1 }
        let steps = shown.filter { $0.maxQuantity > 1 }
        return fieldset(name, rule(of: group, words)) {
            if model.wasSubmitted { alerts(problems, words) }
            div(.class("opts")) {
                if single && group.minimum == 0 { noneChoice(group, model, words) }
                for modifier in shown where single || modifier.maxQuantity == 1 {
                    chip(modifier, group, model, context, isRadio: single)
                }
            }
            for modifier in steps where !single { stepRow(modifier, model, context) }
        }
    }

    private static func fieldset(
        _ name: String, _ rule: String, @HTMLBuilder content: () -> [HTML]
    ) -> HTML {
        element("fieldset", .class("group")) {
            element("legend", .class("row spread")) {
                h2 { name }
                span(.class("soft small")) { rule }
            }
            content()
        }
    }

    private static func alerts(_ problems: [CartProblem.Kind], _ words: Words) -> HTML {
        HTML.group(problems.map { Piece.alert(words.problem($0)) })
    }

    /// "choose one", "first one free, up to 3".
    static func rule(of group: ModifierGroup, _ words: Words) -> String {
        var parts: [String] = []
        if group.free > 0 { parts.append(words(.firstFree, group.free)) }
        switch (group.minimum, group.maximum) {
        case (1, 1): parts.append(words(.chooseOne))
        case (0, 1): parts.append(words(.optional))
        case (0, nil): if parts.isEmpty { parts.append(words(.chooseAny)) }
        case (0, let maximum?): parts.append(words(.upTo, maximum))
        case (let minimum, nil): parts.append(words(.atLeast, minimum))
        case (let minimum, let maximum?):
            parts.append(words(.chooseBetween, String(minimum), String(maximum)))
        }
        return parts.joined(separator: words.language == .arabic ? "، " : ", ")
    }

    // MARK: One modifier

    private static func noneChoice(
        _ group: ModifierGroup, _ model: ItemModel, _ words: Words
    ) -> HTML {
        let isNone = !model.choice.line.modifiers.contains { choice in
            group.modifiers.contains { $0.id == choice.id }
        }
        return label(.class("chip")) {
            input(
                .type("radio"), .name(ItemForm.group(group.id)), .value(""), .checked(isNone))
            span { words(.none) }
        }
    }

    private static func chip(
        _ modifier: Modifier, _ group: ModifierGroup, _ model: ItemModel, _ context: PageContext,
        isRadio: Bool
    ) -> HTML {
        let isOut = model.menu.isSoldOut(modifier)
        let isChosen = model.choice.line.modifiers.contains { $0.id == modifier.id }
        return label(.class("chip", ("out", when: isOut))) {
            input(
                .type(isRadio ? "radio" : "checkbox"), .name(ItemForm.group(group.id)),
                .value(modifier.id.rawValue), .checked(isChosen), .disabled(isOut && !isChosen))
            span { modifier.name(in: context.language.tag) }
            price(modifier, model.choice, model.menu, context)
            if isOut { element("small") { context.words(.soldOut) } }
        }
    }

    private static func stepRow(
        _ modifier: Modifier, _ model: ItemModel, _ context: PageContext
    ) -> HTML {
        let count = model.choice.line.modifiers.first { $0.id == modifier.id }?.quantity ?? 0
        let name = modifier.name(in: context.language.tag)
        let isOut = model.menu.isSoldOut(modifier)
        return div(.class("row spread")) {
            span(.class("row wrap")) {
                element("label", Attribute("for", "n-" + modifier.id.rawValue)) { name }
                price(modifier, model.choice, model.menu, context)
                if isOut { span(.class("pill")) { context.words(.soldOut) } }
            }
            stepper(
                ItemForm.count(modifier.id), id: "n-" + modifier.id.rawValue, value: count,
                0...(isOut ? 0 : modifier.maxQuantity), of: name, context.words)
        }
    }

    /// What a modifier adds. One that depends on the size has an id, so that it can follow.
    static func price(
        _ modifier: Modifier, _ choice: ChoiceModel, _ menu: Menu, _ context: PageContext,
        isOutOfBand: Bool = false
    ) -> HTML {
        let size = choice.item.sizes.first { $0.id == choice.line.sizeID }
        let price = menu.price(of: modifier, size: size)
        let follows = !modifier.priceBySize.isEmpty
        guard price != .zero || follows else { return .nothing }
        return span(
            .class("soft small money"),
            Attribute("id", optional: follows ? "p-" + modifier.id.rawValue : nil),
            Attribute("hx-swap-oob", optional: isOutOfBand ? "true" : nil)
        ) {
            if price != .zero { context.money(choice.currency).signed(price) }
        }
    }

    /// A number with buttons beside it; the buttons need the script, the field doesn't.
    static func stepper(
        _ name: String, id: String, value: Int, _ range: ClosedRange<Int>, of thing: String,
        _ words: Words
    ) -> HTML {
        span(.class("step")) {
            button(
                .type("button"), Attribute("data-step", "-1"), .label(words(.fewer, thing)),
                Attribute("aria-controls", id)
            ) { "\u{2212}" }
            input(
                .type("number"), .name(name), .id(id), .value(String(value)),
                Attribute("min", String(range.lowerBound)),
                Attribute("max", String(range.upperBound)), Attribute("inputmode", "numeric"),
                .class("num"))
            button(
                .type("button"), Attribute("data-step", "1"), .label(words(.more, thing)),
                Attribute("aria-controls", id)
            ) { "+" }
        }
    }

    // MARK: Problems at their field

    static func isAboutSize(_ kind: CartProblem.Kind) -> Bool {
        switch kind {
        case .sizeMissing, .unknownSize: true
        default: false
        }
    }

    /// Whether a problem is about this group or one of its modifiers; problems name them.
    static func isAbout(
        _ group: ModifierGroup, _ name: String, _ kind: CartProblem.Kind, _ context: PageContext
    ) -> Bool {
        switch kind {
        case .tooFewChoices(let group, _), .tooManyChoices(let group, _): return group == name
        case .retiredModifier(let modifier), .modifierSoldOut(let modifier),
            .modifierQuantityOutOfRange(let modifier, _):
            return group.modifiers.contains { $0.name(in: context.language.tag) == modifier }
        default: return false
        }
    }
}
