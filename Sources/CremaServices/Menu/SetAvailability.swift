package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why availability isn't changed.
package enum SetAvailabilityRefusal: Error, Sendable, Hashable {
    /// The menu has no such item or modifier.
    case notOnMenu
    /// A stock below zero, or above the limit.
    case stockOutOfRange
    /// A price below zero, or above the limit.
    case priceOutOfRange
}

/// Sets what a location can sell of an item or a modifier: sold out, counted stock, price. What
/// is set already as asked for makes no new version of the menu.
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

        package var id: String {
            switch self {
            case .item(let id): id.rawValue
            case .modifier(let id): id.rawValue
            }
        }
    }

    /// What is there before.
    package struct Subject {
        /// Version of the location's menu; nil where there is no such location.
        let menuVersion: Int64?
        let availability: Availability
    }

    private let locationID: ID<Location>
    private let thing: Thing
    private let change: AvailabilityChange
    private let isOnMenu: Bool

    /// A change at a location whose customers see this menu.
    package init(
        locationID: ID<Location>, thing: Thing, change: AvailabilityChange, menu: Menu?
    ) {
        self.locationID = locationID
        self.thing = thing
        self.change = change
        isOnMenu =
            switch thing {
            case .item(let id): menu?.offers(id) ?? false
            case .modifier(let id): menu?.offers(id) ?? false
            }
    }

    package var locks: [LockName] { [.location(locationID)] }

    package func load(_ tx: Transaction) throws -> Subject {
        Subject(
            menuVersion: try MenuStore.version(at: locationID, tx: tx),
            availability: try MenuStore.availability(
                of: thing.id, kind: thing.kind, at: locationID, tx: tx) ?? Availability())
    }

    package func access(_ subject: Subject) -> Access {
        .staff(at: locationID, atLeast: .barista)
    }

    package func settled(_ subject: Subject) throws -> Availability? {
        guard subject.menuVersion != nil, isOnMenu,
            change.applied(to: subject.availability) == subject.availability
        else { return nil }
        return subject.availability
    }

    package func run(_ subject: Subject, _ work: Work) throws -> Availability {
        guard subject.menuVersion != nil else { throw Denial.notFound }
        guard isOnMenu else { throw SetAvailabilityRefusal.notOnMenu }
        let wanted = change.applied(to: Availability())
        guard Limits.stock.contains(Int64(wanted.stock ?? 0)) else {
            throw SetAvailabilityRefusal.stockOutOfRange
        }
        guard Limits.price.contains(wanted.price?.minorUnits ?? 0) else {
            throw SetAvailabilityRefusal.priceOutOfRange
        }
        let after = try MenuStore.change(
            change, kind: thing.kind, subject: thing.id, at: locationID, tx: work.tx)
        let version = try MenuStore.touch(locationID, tx: work.tx)
        work.audit(
            thing.id, before: subject.availability.auditText, after: after.auditText)
        work.tell(.menu(version, at: locationID, work.now))
        return after
    }

    package func kept(_ output: Availability) -> KeptAnswer {
        KeptAnswer(status: 200, subject: thing.id)
    }

    /// As it is by now: who asks again wants it to be so, not to hear of the past.
    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Availability {
        try load(tx).availability
    }
}

extension Services {
    /// Sets what a location can sell of something on its menu, and returns how that is now.
    package func setAvailability(
        _ change: AvailabilityChange, of thing: SetAvailability.Thing, at location: ID<Location>,
        by actor: Actor
    ) async throws(Failure<SetAvailabilityRefusal>) -> Availability {
        let place: PlaceSnapshot?
        do throws(ReadFailure) {
            place = try await places.find(location)
        } catch {
            throw Failure(error)
        }
        let useCase = SetAvailability(
            locationID: location, thing: thing, change: change, menu: place?.menu)
        return try await perform(useCase, by: actor).output
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
