import CremaDomain
import CremaStore

/// Pieces of a thing that an order takes.
struct StockNeed: Sendable, Hashable {
    let thing: StockedThing
    var count: Int
}

/// A location as it must be.
struct PlaceModel: Sendable {
    let id: ID<Location>
    var document: LocationDocument
    var location: Location
    var clock: ShopClock
    var menuVersion: Int64
    var availability: [StockedThing: Availability] = [:]
    /// As customers see it; made anew after each change.
    private(set) var menu = Menu(version: 0, catalog: Catalog())

    init(
        id: ID<Location>, document: LocationDocument, menuVersion: Int64,
        zone: (ZoneID) throws -> ZoneRules
    ) throws {
        self.id = id
        self.document = document
        self.menuVersion = menuVersion
        location = try document.location(id: id)
        clock = try PlaceModel.clock(location, zone)
    }

    /// Takes new settings.
    mutating func change(
        to document: LocationDocument, zone: (ZoneID) throws -> ZoneRules
    ) throws {
        let location = try document.location(id: id)
        clock = try PlaceModel.clock(location, zone)
        self.location = location
        self.document = document
    }

    private static func clock(
        _ location: Location, _ zone: (ZoneID) throws -> ZoneRules
    ) throws -> ShopClock {
        try ShopClock(
            zone: try zone(location.zone), hours: location.hours,
            dayStartsAt: location.dayStartsAt, lastOrder: location.lastOrder)
    }

    /// Makes the menu of a catalogue and of what is available here.
    mutating func renewMenu(_ catalog: Catalog) {
        menu = Menu(
            version: menuVersion, catalog: catalog, itemAvailability: kept("item"),
            modifierAvailability: kept("modifier"))
    }

    private func kept<Subject>(_ kind: String) -> [ID<Subject>: Availability] {
        var kept: [ID<Subject>: Availability] = [:]
        for (thing, state) in availability where thing.kind == kind { kept[ID(thing.id)] = state }
        return kept
    }

    /// How a cart is priced here at an instant.
    func context(at now: Timestamp, language: String) -> PricingContext {
        PricingContext(
            businessDate: clock.businessDate(at: now),
            minuteOfDay: clock.zone.local(at: now).secondOfDay / 60,
            language: languageTag(language))
    }

    func languageTag(_ wanted: String) -> String {
        location.languages.contains(wanted) ? wanted : location.languages.first ?? "en"
    }

    /// What a quote takes of counted things, in the order in which it is taken.
    func needs(of quote: Quote) -> [StockNeed] {
        var counts: [StockedThing: Int] = [:]
        for line in quote.lines {
            counts[StockedThing(line.itemID), default: 0] += line.quantity
            for modifier in line.modifiers {
                counts[StockedThing(modifier.id), default: 0] += modifier.quantity * line.quantity
            }
        }
        return counts.filter { availability[$0.key]?.stock != nil }
            .map { StockNeed(thing: $0.key, count: $0.value) }
            .sorted { $0.thing < $1.thing }
    }

    /// The menu as if there were enough of everything that isn't used up: what a customer may have
    /// seen before others took some.
    var plentifulMenu: Menu {
        var plenty = self
        for (thing, state) in availability where (state.stock ?? 0) > 0 {
            plenty.availability[thing]?.stock = Int(Limits.stock.upperBound)
        }
        plenty.renewMenu(menu.catalog)
        return plenty.menu
    }
}
