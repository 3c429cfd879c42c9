import CremaAPI
package import CremaDomain
import CremaSQL
import CremaStore
import Synchronization

/// One location with its clock and its menu, as of one version.
package final class PlaceSnapshot: Sendable {
    package let location: Location
    package let clock: ShopClock
    package let menu: Menu
    /// Finds items of the menu by their words.
    package let search: MenuSearch

    package init(location: Location, clock: ShopClock, menu: Menu, search: MenuSearch) {
        self.search = search
        self.location = location
        self.clock = clock
        self.menu = menu
    }

    /// Some items are offered at some times of the day only.
    package var hasWindows: Bool {
        menu.catalog.items.contains { !$0.windows.isEmpty && !$0.isRetired }
    }

    /// How a cart is priced here at an instant.
    package func context(
        at now: Timestamp, language: String, discounts: [Discount] = []
    ) -> PricingContext {
        PricingContext(
            businessDate: clock.businessDate(at: now),
            minuteOfDay: clock.zone.local(at: now).secondOfDay / 60, discounts: discounts,
            language: languageTag(language))
    }

    /// The language if the shop has it, else the shop's own.
    package func languageTag(_ wanted: String) -> String {
        location.languages.contains(wanted) ? wanted : location.languages.first ?? "en"
    }
}

/// The snapshots of all locations. Read from memory; read anew from the database after a change.
///
/// Changes are counted. Whoever asks gets what holds every change noted before: where the
/// snapshots are older, one reads for all who wait, and a change noted meanwhile makes whoever
/// asks after it wait for a later read.
package final class Places: Sendable {
    private struct State {
        var places: [ID<Location>: PlaceSnapshot] = [:]
        var order: [ID<Location>] = []
        var catalog: LoadedCatalog?
        /// Counted from 1: nothing was read yet.
        var changes = 1
        /// How many of the changes the snapshots hold.
        var held = 0
        /// The read under way; at most one.
        var refresh: Task<Void, any Error>?

        var isFresh: Bool { held >= changes }
    }

    /// One edition of the catalogue with its index, kept while it is the current one.
    private struct LoadedCatalog: Sendable {
        let edition: Int64
        let catalog: Catalog
        let search: MenuSearch
    }

    private let database: any Database
    private let environment: Environment
    private let state = Mutex(State())

    init(database: any Database, environment: Environment) {
        self.database = database
        self.environment = environment
    }

    /// Notes that a location changed; the next who asks gets it as it is by then.
    package func markStale(_ id: ID<Location>) {
        markAllStale()
    }

    /// Notes that anything may have changed.
    package func markAllStale() {
        state.withLock { $0.changes += 1 }
    }

    /// All places, in the shop's order.
    package func all() async throws(ReadFailure) -> [PlaceSnapshot] {
        try await refreshIfNeeded()
        return state.withLock { state in state.order.compactMap { state.places[$0] } }
    }

    /// One place; nil where the shop has none of this id.
    package func find(_ id: ID<Location>) async throws(ReadFailure) -> PlaceSnapshot? {
        let ready = state.withLock { ($0.isFresh, $0.places[id]) }
        if ready.0 { return ready.1 }
        try await refreshIfNeeded()
        return state.withLock { $0.places[id] }
    }

    /// Returns once the snapshots hold every change noted before the call.
    private func refreshIfNeeded() async throws(ReadFailure) {
        let needed = state.withLock { $0.changes }
        // Twice at most: a read that began before the last change, and the one after it.
        while let refresh = runningRefresh(needed: needed) {
            do {
                try await refresh.value
            } catch {
                throw ReadFailure(of: error)
            }
        }
    }

    /// The read to wait for, begun here where there is none; nil where none is needed.
    private func runningRefresh(needed: Int) -> Task<Void, any Error>? {
        state.withLock { state in
            if state.held >= needed { return nil }
            if let refresh = state.refresh { return refresh }
            // It is everybody's who waits, so it isn't cancelled with the first of them.
            let refresh = Task { try await self.refresh() }
            state.refresh = refresh
            return refresh
        }
    }

    private func refresh() async throws {
        defer { state.withLock { $0.refresh = nil } }
        let (changes, known) = state.withLock { ($0.changes, $0.catalog) }
        let loaded = try await database.read { tx in try Places.load(tx, known: known) }
        var places: [ID<Location>: PlaceSnapshot] = [:]
        for entry in loaded.entries {
            places[entry.location.id] = try snapshot(entry, catalog: loaded.catalog)
        }
        let fresh = places
        state.withLock { state in
            state.places = fresh
            state.order = loaded.entries.map(\.location.id)
            state.catalog = loaded.catalog
            state.held = changes
        }
    }

    /// One place as a transaction finds it; nil where the shop has none of this id.
    func snapshot(of id: ID<Location>, tx: Transaction) throws -> PlaceSnapshot? {
        let loaded = try Places.load(tx, known: state.withLock { $0.catalog })
        guard let entry = loaded.entries.first(where: { $0.location.id == id }) else { return nil }
        return try snapshot(entry, catalog: loaded.catalog)
    }

    private func snapshot(_ entry: Entry, catalog: LoadedCatalog?) throws -> PlaceSnapshot {
        let clock = try ShopClock(
            entry.location, zone: try environment.zone(entry.location.zone))
        return PlaceSnapshot(
            location: entry.location, clock: clock, menu: entry.menu,
            search: catalog?.search ?? MenuSearch(entry.menu))
    }

    private typealias Entry = (location: Location, menu: Menu)

    private struct Loaded: Sendable {
        var entries: [Entry] = []
        var catalog: LoadedCatalog?
    }

    private static func load(
        _ tx: Transaction, known: LoadedCatalog?
    ) throws -> Loaded {
        var loaded = Loaded(catalog: known)
        if let current = try MenuStore.currentDocument(tx: tx), current.edition != known?.edition {
            let document = try MenuDocument(json: Array(current.text.utf8))
            let catalog = try document.catalog()
            loaded.catalog = LoadedCatalog(
                edition: current.edition, catalog: catalog,
                search: MenuSearch(Menu(version: 0, catalog: catalog)))
        }
        for location in try LocationStore.all(tx: tx) {
            var items: [ID<MenuItem>: Availability] = [:]
            var modifiers: [ID<Modifier>: Availability] = [:]
            var sizes: [ID<ItemSize>: Money] = [:]
            for row in try MenuStore.availability(at: location.id, tx: tx) {
                switch row.kind {
                case "item": items[ID(row.subject)] = row.state
                case "modifier": modifiers[ID(row.subject)] = row.state
                default: sizes[ID(row.subject)] = row.state.price
                }
            }
            let version = try MenuStore.version(at: location.id, tx: tx) ?? 1
            loaded.entries.append(
                (
                    location,
                    Menu(
                        version: version, catalog: loaded.catalog?.catalog ?? Catalog(),
                        itemAvailability: items, modifierAvailability: modifiers,
                        sizePrices: sizes)
                ))
        }
        return loaded
    }
}

extension ShopClock {
    /// A location's clock under the rules of its zone.
    init(_ location: Location, zone: ZoneRules) throws(HoursError) {
        try self.init(
            zone: zone, hours: location.hours, dayStartsAt: location.dayStartsAt,
            lastOrder: location.lastOrder)
    }
}
