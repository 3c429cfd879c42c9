import CremaAPI
package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why a menu isn't published.
package enum PublishMenuRefusal: Error, Sendable, Hashable {
    /// There is no shop yet.
    case noShop
}

/// Makes a catalogue the shop's current one, at all its locations, whole or not at all.
package struct PublishMenu: UseCase {
    package typealias Refusal = PublishMenuRefusal
    package static let name = "publishMenu"

    package let catalog: Catalog

    package init(catalog: Catalog) {
        self.catalog = catalog
    }

    package func load(_ tx: Transaction) throws -> Shop? {
        try LocationStore.shop(tx: tx)
    }

    package func access(_ subject: Shop?) -> Access { .system }

    package func run(_ subject: Shop?, _ work: Work) throws -> Int64 {
        guard let shop = subject else { throw PublishMenuRefusal.noShop }
        let before = try MenuStore.currentDocument(tx: work.tx)?.edition
        let document = MenuDocument(catalog, currency: shop.currency)
        let edition = try MenuStore.publish(
            document: String(decoding: document.json(), as: UTF8.self), by: work.actor.person,
            at: work.now, tx: work.tx)
        for location in try LocationStore.all(tx: work.tx) {
            let version = try MenuStore.version(at: location.id, tx: work.tx) ?? 1
            work.tell(.menu(version, at: location.id, work.now))
        }
        work.audit(
            "menu", before: before.map { "edition \($0)" } ?? "", after: "edition \(edition)")
        return edition
    }

    package func kept(_ output: Int64) -> KeptAnswer {
        KeptAnswer(status: 200, subject: String(output))
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Int64 {
        Int64(record.subject) ?? 0
    }
}

/// Why availability isn't changed.
package enum SetAvailabilityRefusal: Error, Sendable, Hashable {
    /// A stock or a price below zero, or above the limits.
    case outOfRange
}

/// Sets what a location can sell of an item or a modifier: sold out, counted stock, price.
package struct SetAvailability: UseCase {
    package typealias Refusal = SetAvailabilityRefusal
    package static let name = "setAvailability"

    /// What it is about.
    package enum Thing: Sendable, Hashable {
        case item(ID<MenuItem>)
        case modifier(ID<Modifier>)

        var kind: String {
            switch self {
            case .item: "item"
            case .modifier: "modifier"
            }
        }

        var id: String {
            switch self {
            case .item(let id): id.rawValue
            case .modifier(let id): id.rawValue
            }
        }
    }

    package let locationID: ID<Location>
    package let thing: Thing
    package let availability: Availability

    package init(locationID: ID<Location>, thing: Thing, availability: Availability) {
        self.locationID = locationID
        self.thing = thing
        self.availability = availability
    }

    package func load(_ tx: Transaction) throws {}

    package func access(_ subject: Void) -> Access { .staff(at: locationID, atLeast: .barista) }

    package func run(_ subject: Void, _ work: Work) throws -> Int64 {
        guard try MenuStore.version(at: locationID, tx: work.tx) != nil else {
            throw Denial.notFound
        }
        guard (availability.stock ?? 0) >= 0, (availability.stock ?? 0) <= 1_000_000,
            Limits.price.contains(availability.price?.minorUnits ?? 0)
        else { throw SetAvailabilityRefusal.outOfRange }
        let before = try MenuStore.availability(
            of: thing.id, kind: thing.kind, at: locationID, tx: work.tx)
        try MenuStore.setAvailability(
            availability, kind: thing.kind, subject: thing.id, at: locationID, tx: work.tx)
        let version = try MenuStore.touch(locationID, tx: work.tx)
        work.audit(
            thing.id, before: (before ?? Availability()).auditText, after: availability.auditText)
        work.tell(.menu(version, at: locationID, work.now))
        return version
    }

    package func kept(_ output: Int64) -> KeptAnswer {
        KeptAnswer(status: 200, subject: String(output))
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Int64 {
        Int64(record.subject) ?? 0
    }
}

extension Availability {
    /// As the audit log has it: "sold out, stock 3, price 450".
    fileprivate var auditText: String {
        var parts = [isSoldOut ? "sold out" : "offered"]
        if let stock { parts.append("stock \(stock)") }
        if let price { parts.append("price \(price.minorUnits)") }
        return parts.joined(separator: ", ")
    }
}
