import CremaDomain
import CremaStore

/// A location's settings, and the ways in which they are changed.
enum PlaceChoice {
    /// Clocks there are moved by an hour, by half an hour, over midnight, and not at all.
    static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Beirut", "Asia/Kolkata",
    ]
    private static let days = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    private static let currencies = ["EUR", "USD", "JPY", "KWD"]
    private static let rates: [Int64] = [0, 1, 48_750, 70_000, 88_750, 190_000, 999_999]

    static func currency(_ random: inout SeededGenerator) -> String {
        random.one(of: currencies)
    }

    static func opening(_ currency: String, _ random: inout SeededGenerator) -> LocationDocument {
        var document = LocationDocument(
            name: "The Corner Shop", currency: currency, timeZone: random.one(of: zones),
            hours: hours(&random), taxes: taxes(&random),
            legal: LocationDocument.LegalDocument(name: "Corner Coffee Ltd"),
            languages: ["en", "de"], makesUnpaidOrders: random.percent(60),
            unpaidOrdersPerDevice: random.int(2...6), leadMinutes: random.int(0...20))
        for _ in 0..<3 { change(&document, &random) }
        document.pauseReason = nil
        return document
    }

    static func change(_ document: inout LocationDocument, _ random: inout SeededGenerator) {
        switch random.int(1...11) {
        case 1: document.hours = hours(&random)
        case 2: document.timeZone = random.one(of: zones)
        case 3: document.taxes = taxes(&random)
        case 4: document.pauseReason = document.pauseReason == nil ? "Too busy" : nil
        case 5: document.makesUnpaidOrders = random.percent(50)
        case 6: document.unpaidOrdersPerDevice = random.int(1...8)
        case 7: document.cashStep = random.one(of: [1, 5, 10, 50])
        case 8: document.fees = fees(&random)
        case 9: document.dayStartsAt = random.one(of: ["00:00", "04:00", "12:00"])
        case 10:
            document.lastOrder = LocationDocument.LastOrderDocument(
                rule: random.one(of: ["orderBy", "readyBy"]),
                minutesBeforeClosing: random.one(of: [0, 15, 60]))
        default: document.leadMinutes = random.one(of: [0, 5, 30])
        }
        // Nobody sells anything behind a door that was closed for long.
        if document.pauseReason != nil, random.percent(50) { document.pauseReason = nil }
    }

    /// Settings that can't be used, or not here.
    static func bad(_ document: LocationDocument, _ random: inout SeededGenerator)
        -> LocationDocument
    {
        var bad = document
        switch random.int(1...5) {
        case 1: bad.timeZone = "Europe/Atlantis"
        case 2: bad.hours["someday"] = ["08:00-18:00"]
        case 3: bad.leadMinutes = 241
        case 4: bad.cashStep = 0
        default: bad.currency = document.currency == "EUR" ? "USD" : "EUR"
        }
        return bad
    }

    private static func hours(_ random: inout SeededGenerator) -> [String: [String]] {
        let week = random.one(of: [
            ["00:00-24:00"], ["00:00-24:00"], ["00:00-24:00"], ["05:00-23:00"], ["07:00-19:00"],
            ["18:00-02:00"],
            ["06:30-11:00", "12:00-23:59"],
        ])
        var hours: [String: [String]] = [:]
        for day in days { hours[day] = week }
        if random.percent(30) { hours[random.one(of: days)] = [] }
        return hours
    }

    private static func taxes(_ random: inout SeededGenerator) -> LocationDocument.TaxesDocument {
        var rules: [LocationDocument.TaxesDocument.RuleDocument] = []
        for category in ["prepared", "food", "fee"] where random.percent(85) {
            for fulfilment in [nil, "forHere"] where fulfilment == nil || random.percent(40) {
                let count = random.int(0...2)
                rules.append(
                    LocationDocument.TaxesDocument.RuleDocument(
                        category: category, fulfilment: fulfilment,
                        validFrom: random.one(of: ["2020-01-01", "2026-03-15", "2026-07-01"]),
                        components: (0..<count).map { index in
                            LocationDocument.TaxesDocument.ComponentDocument(
                                name: index == 0 ? "State" : "City",
                                ratePartsPerMillion: random.one(of: rates),
                                isCompound: index > 0 && random.percent(50))
                        }))
            }
        }
        return LocationDocument.TaxesDocument(pricesIncludeTax: random.percent(50), rules: rules)
    }

    private static func fees(_ random: inout SeededGenerator) -> [LocationDocument.FeeDocument] {
        var fees: [LocationDocument.FeeDocument] = []
        if random.percent(40) {
            fees.append(
                LocationDocument.FeeDocument(
                    name: "Cup", taxCategory: "fee", fulfilment: "toGo", perPiece: 15,
                    items: [CatalogChoice.coffee.rawValue]))
        }
        if random.percent(30) {
            fees.append(
                LocationDocument.FeeDocument(
                    name: "Service", taxCategory: "fee", sharePartsPerMillion: 125_000))
        }
        return fees
    }
}
