package import CremaDomain

/// A location's settings as they stand in the database and in `crema init` files: JSON.
package struct LocationDocument: Codable, Sendable {
    package var name: String
    package var currency: String
    package var timeZone: String
    /// By weekday ("monday"), intervals like "08:00-18:00" or "18:00-02:00".
    package var hours: [String: [String]]
    package var exceptions: [ExceptionDocument]?
    package var dayStartsAt: String?
    package var lastOrder: LastOrderDocument?
    package var taxes: TaxesDocument
    package var fees: [FeeDocument]?
    package var tipSuggestionsPartsPerMillion: [Int64]?
    package var cashStep: Int64?
    package var legal: LegalDocument
    package var languages: [String]?
    package var makesUnpaidOrders: Bool?
    package var unpaidOrdersPerDevice: Int?
    package var pauseReason: String?
    package var leadMinutes: Int?

    package struct ExceptionDocument: Codable, Sendable {
        package var date: String
        package var hours: [String]

        package init(
            date: String, hours: [String]
        ) {
            self.date = date
            self.hours = hours
        }
    }

    package struct LastOrderDocument: Codable, Sendable {
        /// "orderBy" or "readyBy".
        package var rule: String
        package var minutesBeforeClosing: Int

        package init(
            rule: String, minutesBeforeClosing: Int
        ) {
            self.rule = rule
            self.minutesBeforeClosing = minutesBeforeClosing
        }
    }

    package struct TaxesDocument: Codable, Sendable {
        package var pricesIncludeTax: Bool
        package var rules: [RuleDocument]

        package struct RuleDocument: Codable, Sendable {
            package var category: String
            package var fulfilment: String?
            package var validFrom: String
            package var components: [ComponentDocument]

            package init(
                category: String, fulfilment: String? = nil, validFrom: String,
                components: [ComponentDocument]
            ) {
                self.category = category
                self.fulfilment = fulfilment
                self.validFrom = validFrom
                self.components = components
            }
        }

        package struct ComponentDocument: Codable, Sendable {
            package var name: String
            package var ratePartsPerMillion: Int64
            package var isCompound: Bool?

            package init(
                name: String, ratePartsPerMillion: Int64, isCompound: Bool? = nil
            ) {
                self.name = name
                self.ratePartsPerMillion = ratePartsPerMillion
                self.isCompound = isCompound
            }
        }

        package init(
            pricesIncludeTax: Bool, rules: [RuleDocument]
        ) {
            self.pricesIncludeTax = pricesIncludeTax
            self.rules = rules
        }
    }

    package struct FeeDocument: Codable, Sendable {
        package var name: String
        package var taxCategory: String
        package var fulfilment: String?
        package var perOrder: Int64?
        package var perPiece: Int64?
        package var sharePartsPerMillion: Int64?
        /// Of `perPiece`: these items only; all where not given.
        package var items: [String]?
        /// Of `perPiece`: these categories only.
        package var categories: [String]?

        package init(
            name: String, taxCategory: String, fulfilment: String? = nil, perOrder: Int64? = nil,
            perPiece: Int64? = nil, sharePartsPerMillion: Int64? = nil, items: [String]? = nil,
            categories: [String]? = nil
        ) {
            self.name = name
            self.taxCategory = taxCategory
            self.fulfilment = fulfilment
            self.perOrder = perOrder
            self.perPiece = perPiece
            self.sharePartsPerMillion = sharePartsPerMillion
            self.items = items
            self.categories = categories
        }
    }

    package struct LegalDocument: Codable, Sendable {
        package var name: String
        package var address: [String]?
        package var taxNumber: String?

        package init(
            name: String, address: [String]? = nil, taxNumber: String? = nil
        ) {
            self.name = name
            self.address = address
            self.taxNumber = taxNumber
        }
    }

    package init(
        name: String, currency: String, timeZone: String, hours: [String: [String]],
        exceptions: [ExceptionDocument]? = nil, dayStartsAt: String? = nil,
        lastOrder: LastOrderDocument? = nil, taxes: TaxesDocument, fees: [FeeDocument]? = nil,
        tipSuggestionsPartsPerMillion: [Int64]? = nil, cashStep: Int64? = nil,
        legal: LegalDocument, languages: [String]? = nil, makesUnpaidOrders: Bool? = nil,
        unpaidOrdersPerDevice: Int? = nil, pauseReason: String? = nil, leadMinutes: Int? = nil
    ) {
        self.name = name
        self.currency = currency
        self.timeZone = timeZone
        self.hours = hours
        self.exceptions = exceptions
        self.dayStartsAt = dayStartsAt
        self.lastOrder = lastOrder
        self.taxes = taxes
        self.fees = fees
        self.tipSuggestionsPartsPerMillion = tipSuggestionsPartsPerMillion
        self.cashStep = cashStep
        self.legal = legal
        self.languages = languages
        self.makesUnpaidOrders = makesUnpaidOrders
        self.unpaidOrdersPerDevice = unpaidOrdersPerDevice
        self.pauseReason = pauseReason
        self.leadMinutes = leadMinutes
    }
}

/// A setting that can't be used, by the name it has in the document.
package struct LocationDocumentProblem: Error, Sendable, Hashable, CustomStringConvertible {
    package let field: String
    package let reason: String

    package init(field: String, reason: String) {
        self.field = field
        self.reason = reason
    }

    package var description: String { "\(field): \(reason)" }
}

extension LocationDocument {
    /// The location of this document.
    package func location(id: ID<Location>) throws(LocationDocumentProblem) -> Location {
        func bad(_ field: String, _ reason: String) -> LocationDocumentProblem {
            LocationDocumentProblem(field: field, reason: reason)
        }
        guard let currency = Currency(code: currency) else {
            throw bad("currency", "ISO 4217 has no such code")
        }
        guard let zone = ZoneID(timeZone) else {
            throw bad("timeZone", "a name like Europe/Berlin is needed")
        }
        guard !name.isEmpty, !Limits.exceeds(name, characters: Limits.nameCharacters) else {
            throw bad("name", "1 to \(Limits.nameCharacters) characters are needed")
        }
        var location = Location(
            id: id, name: name, currency: currency, zone: zone, hours: try openingHours(),
            taxes: try taxTable(),
            legal: LegalEntity(
                name: legal.name, address: legal.address ?? [], taxNumber: legal.taxNumber ?? ""))
        location.fees = try feeList()
        location.tipSuggestions = (tipSuggestionsPartsPerMillion ?? []).compactMap {
            Rate(checking: $0)
        }
        guard location.tipSuggestions.count == tipSuggestionsPartsPerMillion?.count ?? 0 else {
            throw bad("tipSuggestionsPartsPerMillion", "0 to 1000000 is needed")
        }
        if let cashStep {
            guard (1...1000).contains(cashStep) else {
                throw bad("cashStep", "1 to 1000 is needed")
            }
            location.cashStep = Money(cashStep)
        }
        if let dayStartsAt {
            guard let time = LocalTime(dayStartsAt), time.minuteOfDay <= 720 else {
                throw bad("dayStartsAt", "a time until 12:00 is needed")
            }
            location.dayStartsAt = time
        }
        if let lastOrder { location.lastOrder = try lastOrder.checked() }
        if let languages { location.languages = languages }
        if let makesUnpaidOrders { location.makesUnpaidOrders = makesUnpaidOrders }
        if let unpaidOrdersPerDevice { location.unpaidOrdersPerDevice = unpaidOrdersPerDevice }
        if let leadMinutes {
            guard (0...240).contains(leadMinutes) else {
                throw bad("leadMinutes", "0 to 240 is needed")
            }
            location.leadMinutes = leadMinutes
        }
        location.pauseReason = pauseReason
        return location
    }

    private func openingHours() throws(LocationDocumentProblem) -> OpeningHours {
        var weekly: [Weekday: [OpenInterval]] = [:]
        for (name, texts) in hours {
            guard let day = Weekday.allCases.first(where: { $0.name == name }) else {
                throw LocationDocumentProblem(field: "hours", reason: "no weekday \(name)")
            }
            weekly[day] = try intervals(texts, field: "hours.\(name)")
        }
        var dates: [HoursException] = []
        for (index, exception) in (exceptions ?? []).enumerated() {
            guard let date = LocalDate(iso: exception.date) else {
                throw LocationDocumentProblem(
                    field: "exceptions[\(index)].date", reason: "YYYY-MM-DD is needed")
            }
            dates.append(
                HoursException(
                    date: date,
                    intervals: try intervals(
                        exception.hours, field: "exceptions[\(index)].hours")))
        }
        do throws(HoursError) {
            return try OpeningHours(weekly: WeeklyHours(weekly), exceptions: dates)
        } catch {
            throw LocationDocumentProblem(field: error.field, reason: "\(error.reason)")
        }
    }

    private func intervals(
        _ texts: [String], field: String
    ) throws(LocationDocumentProblem) -> [OpenInterval] {
        var intervals: [OpenInterval] = []
        for text in texts {
            guard let interval = OpenInterval(text) else {
                throw LocationDocumentProblem(field: field, reason: "HH:MM-HH:MM is needed")
            }
            intervals.append(interval)
        }
        return intervals
    }

    private func taxTable() throws(LocationDocumentProblem) -> TaxTable {
        var rules: [TaxRule] = []
        for (index, rule) in taxes.rules.enumerated() {
            let field = "taxes.rules[\(index)]"
            guard let date = LocalDate(iso: rule.validFrom) else {
                throw LocationDocumentProblem(
                    field: field + ".validFrom", reason: "YYYY-MM-DD is needed")
            }
            guard rule.components.count <= Limits.taxComponents else {
                throw LocationDocumentProblem(
                    field: field + ".components", reason: "at most \(Limits.taxComponents)")
            }
            guard
                rule.components.allSatisfy({
                    Limits.ratePartsPerMillion.contains($0.ratePartsPerMillion)
                })
            else {
                throw LocationDocumentProblem(
                    field: field + ".components", reason: "a rate is 0 to 1000000")
            }
            rules.append(
                TaxRule(
                    category: ID(rule.category),
                    fulfilment: try fulfilment(rule.fulfilment, field: field), validFrom: date,
                    components: rule.components.map {
                        TaxComponent(
                            name: $0.name, rate: Rate(partsPerMillion: $0.ratePartsPerMillion),
                            isCompound: $0.isCompound ?? false)
                    }))
        }
        return TaxTable(rules: rules, pricesIncludeTax: taxes.pricesIncludeTax)
    }

    private func feeList() throws(LocationDocumentProblem) -> [Fee] {
        var list: [Fee] = []
        for (index, fee) in (fees ?? []).enumerated() {
            let field = "fees[\(index)]"
            let selector: ItemSelector =
                if let items = fee.items {
                    .items(Set(items.map { ID($0) }))
                } else if let categories = fee.categories {
                    .categories(Set(categories.map { ID($0) }))
                } else {
                    .all
                }
            let basis: Fee.Basis? =
                switch (fee.perOrder, fee.perPiece, fee.sharePartsPerMillion) {
                case (let amount?, nil, nil) where Limits.price.contains(amount):
                    .perOrder(Money(amount))
                case (nil, let amount?, nil) where Limits.price.contains(amount):
                    .perPiece(selector, Money(amount))
                case (nil, nil, let share?) where Limits.ratePartsPerMillion.contains(share):
                    .share(Rate(partsPerMillion: share))
                default: nil
                }
            guard let basis else {
                throw LocationDocumentProblem(
                    field: field,
                    reason: "one of perOrder, perPiece and sharePartsPerMillion is needed")
            }
            list.append(
                Fee(
                    name: fee.name, basis: basis, taxCategory: ID(fee.taxCategory),
                    fulfilment: try fulfilment(fee.fulfilment, field: field)))
        }
        return list
    }

    private func fulfilment(
        _ text: String?, field: String
    ) throws(LocationDocumentProblem) -> Fulfilment? {
        guard let text else { return nil }
        guard let value = Fulfilment(rawValue: text) else {
            throw LocationDocumentProblem(
                field: field + ".fulfilment", reason: "toGo or forHere is needed")
        }
        return value
    }
}

extension LocationDocument.LastOrderDocument {
    func checked() throws(LocationDocumentProblem) -> LastOrder {
        guard (0...1440).contains(minutesBeforeClosing) else {
            throw LocationDocumentProblem(
                field: "lastOrder.minutesBeforeClosing", reason: "0 to 1440 is needed")
        }
        switch rule {
        case "orderBy": return .orderBy(minutesBeforeClosing: minutesBeforeClosing)
        case "readyBy": return .readyBy(minutesBeforeClosing: minutesBeforeClosing)
        default:
            throw LocationDocumentProblem(
                field: "lastOrder.rule", reason: "orderBy or readyBy is needed")
        }
    }
}
