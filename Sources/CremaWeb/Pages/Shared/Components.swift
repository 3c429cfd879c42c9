import CremaDomain

/// Small pieces that several pages show.
enum Piece {
    /// An amount: digits of one width, never broken.
    static func money(_ text: String) -> HTML { span(.class("money")) { text } }

    /// A row of a sum: words and an amount.
    static func sum(_ words: HTML, _ amount: String, _ names: String = "") -> HTML {
        div(.class(names)) {
            element("dt") { words }
            element("dd", .class("money")) { amount }
        }
    }

    static func sum(_ words: String, _ amount: String, _ names: String = "") -> HTML {
        sum(.text(words), amount, names)
    }

    /// Words that need attention, told to a screen reader at once.
    static func alert(_ words: String, id: String? = nil) -> HTML {
        p(.class("alert"), .role("alert"), Attribute("id", optional: id)) {
            Icon.warning
            span { words }
        }
    }

    /// Good news.
    static func notice(_ words: String) -> HTML {
        p(.class("notice"), .role("status")) { span { words } }
    }

    static func pill(_ words: String, dot: String = "") -> HTML {
        span(.class("pill")) {
            if !dot.isEmpty { span(.class("dot \(dot)"), .unspoken) {} }
            span { words }
        }
    }

    /// Shows whether the page is live; the script keeps it true.
    static func liveDot(_ words: Words) -> HTML {
        span(
            .class("pill livedot"), .id("livedot"), .role("status"),
            Attribute("data-live-words", words(.live)),
            Attribute("data-connecting-words", words(.connecting)),
            Attribute("data-offline-words", words(.notLive))
        ) {
            span(.class("dot"), .unspoken) {}
            span(.class("words")) { words(.connecting) }
        }
    }
}

extension Words {
    /// "Open until 18:00".
    func openness(_ openness: Openness) -> String {
        switch openness {
        case .open(nil): self(.openNow)
        case .open(let until?): self(.openUntil, until.clock)
        case .closed(nil, _): self(.closedNow)
        case .closed(let opens?, let today) where opens.isSameDay(as: today):
            self(.opensAt, opens.clock)
        case .closed(let opens?, _): self(.opensOn, dayAndMonth(opens) + ", " + opens.clock)
        case .paused(let reason): self(.pausedNow, reason)
        }
    }

    /// "Ready in 6–9 min".
    func readyIn(_ minutes: ClosedRange<Int>) -> String {
        minutes.lowerBound == minutes.upperBound
            ? self(.readyInOne, String(minutes.lowerBound))
            : self(.readyInRange, String(minutes.lowerBound), String(minutes.upperBound))
    }

    func fulfilment(_ fulfilment: Fulfilment) -> String {
        switch fulfilment {
        case .toGo: self(.toGo)
        case .forHere: self(.forHere)
        }
    }

    func state(_ state: OrderState) -> String {
        switch state {
        case .awaitingPayment: self(.stateAwaitingPayment)
        case .pending: self(.statePending)
        case .preparing: self(.statePreparing)
        case .ready: self(.stateReady)
        case .completed: self(.stateCompleted)
        case .cancelled: self(.stateCancelled)
        case .uncollected: self(.stateUncollected)
        case .expired: self(.stateExpired)
        }
    }

    func tender(_ kind: TenderKind) -> String {
        switch kind {
        case .counter: self(.tenderCounter)
        case .cash: self(.tenderCash)
        case .externalCard: self(.tenderExternalCard)
        case .wallet: self(.tenderWallet)
        case .giftCard: self(.tenderGiftCard)
        case .card: self(.tenderCard)
        }
    }

    func allergen(_ allergen: Allergen) -> String {
        switch allergen {
        case .gluten: self(.allergenGluten)
        case .crustaceans: self(.allergenCrustaceans)
        case .eggs: self(.allergenEggs)
        case .fish: self(.allergenFish)
        case .peanuts: self(.allergenPeanuts)
        case .soya: self(.allergenSoya)
        case .milk: self(.allergenMilk)
        case .nuts: self(.allergenNuts)
        case .celery: self(.allergenCelery)
        case .mustard: self(.allergenMustard)
        case .sesame: self(.allergenSesame)
        case .sulphites: self(.allergenSulphites)
        case .lupin: self(.allergenLupin)
        case .molluscs: self(.allergenMolluscs)
        }
    }

    /// "milk, nuts", in the order of the regulation.
    func list(_ allergens: [Allergen]) -> String {
        allergens.map(allergen).joined(separator: language == .arabic ? "، " : ", ")
    }

    /// A problem as a sentence at its field.
    func problem(_ kind: CartProblem.Kind) -> String {
        switch kind {
        case .empty: self(.problemEmpty)
        case .tooManyLines: self(.problemTooManyLines)
        case .quantityOutOfRange:
            self(
                .problemQuantity, String(Limits.quantityPerLine.lowerBound),
                String(Limits.quantityPerLine.upperBound))
        case .unknownItem: self(.problemUnknownItem)
        case .retiredItem(let name), .retiredModifier(let name): self(.problemRetiredItem, name)
        case .itemSoldOut(let name), .modifierSoldOut(let name): self(.problemSoldOut, name)
        case .notEnoughLeft(let name, let left): self(.problemNotEnough, name, String(left))
        case .notOfferedNow(let name): self(.problemNotNow, name)
        case .withoutPrice(let name): self(.problemWithoutPrice, name)
        case .unitPriceTooHigh(let name): self(.problemUnitPrice, name)
        case .sizeMissing: self(.problemSizeMissing)
        case .unknownSize: self(.problemUnknownSize)
        case .tooManyModifiers: self(.problemTooManyModifiers)
        case .unknownModifier: self(.problemUnknownModifier)
        case .modifierQuantityOutOfRange(let name, let maximum):
            self(.problemModifierQuantity, name, String(maximum))
        case .tooFewChoices(let group, let minimum): self(.problemTooFew, group, String(minimum))
        case .tooManyChoices(let group, let maximum): self(.problemTooMany, group, String(maximum))
        case .requestTooLong: self(.problemRequestLong, String(Limits.requestCharacters))
        case .cupNameTooLong: self(.nameTooLong, String(Limits.nameCharacters))
        case .tipOutOfRange: self(.problemTip)
        case .tooManyCodes: self(.problemCodes)
        case .unknownCode(let code): self(.problemUnknownCode, code)
        }
    }
}
