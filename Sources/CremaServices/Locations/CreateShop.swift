package import CremaDomain
package import CremaSQL
package import CremaStore

/// A new shop: its places and its first people.
package struct ShopPlan: Sendable {
    package struct NewPerson: Sendable {
        package let email: String
        package let name: String
        package let passwordHash: String
        package let memberships: [Membership]

        package init(
            email: String, name: String, passwordHash: String, memberships: [Membership]
        ) {
            self.email = email
            self.name = name
            self.passwordHash = passwordHash
            self.memberships = memberships
        }
    }

    package let shop: Shop
    package let locations: [(id: ID<Location>, document: LocationDocument)]
    package let people: [NewPerson]

    package init(
        shop: Shop, locations: [(id: ID<Location>, document: LocationDocument)],
        people: [NewPerson]
    ) {
        self.shop = shop
        self.locations = locations
        self.people = people
    }
}

/// Why no shop is made.
package enum CreateShopRefusal: Error, Sendable, Hashable {
    /// The database holds a shop already.
    case exists
    case location(LocationDocumentProblem)
    /// All places use the shop's currency.
    case currencyDiffers(String)
    case emailNotPlausible(String)
    case emailTaken(String)
}

/// Makes the shop, once, with its first owner: `crema init`.
package struct CreateShop: UseCase {
    package typealias Refusal = CreateShopRefusal
    package static let name = "createShop"

    package let plan: ShopPlan
    private let environment: Environment

    package init(plan: ShopPlan, environment: Environment) {
        self.plan = plan
        self.environment = environment
    }

    package func load(_ tx: Transaction) throws {}

    package func access(_ subject: Void) -> Access { .system }

    package func run(_ subject: Void, _ work: Work) throws -> Int {
        guard try LocationStore.shop(tx: work.tx) == nil else { throw CreateShopRefusal.exists }
        try LocationStore.insert(plan.shop, at: work.now, tx: work.tx)
        for (position, entry) in plan.locations.enumerated() {
            let location: Location
            do throws(LocationDocumentProblem) {
                location = try entry.document.location(id: entry.id, environment)
            } catch {
                throw CreateShopRefusal.location(error)
            }
            guard location.currency == plan.shop.currency else {
                throw CreateShopRefusal.currencyDiffers(entry.document.currency)
            }
            try LocationStore.insert(
                entry.document, id: entry.id, position: position, tx: work.tx)
        }
        for person in plan.people {
            let email = EmailAddress.normalized(person.email)
            guard EmailAddress.isPlausible(email) else {
                throw CreateShopRefusal.emailNotPlausible(person.email)
            }
            let id = environment.makeID(Person.self)
            let isNew = try PersonStore.insert(
                PersonRecord(
                    id: id, email: email, name: person.name, passwordHash: person.passwordHash),
                at: work.now, tx: work.tx)
            guard isNew else { throw CreateShopRefusal.emailTaken(email) }
            for membership in person.memberships {
                try PersonStore.setMembership(membership, of: id, tx: work.tx)
            }
        }
        return plan.locations.count
    }

    package func kept(_ output: Int) -> KeptAnswer { KeptAnswer(status: 201, subject: "shop") }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Int {
        plan.locations.count
    }
}

extension LocationDocument {
    /// The location of this document, in a zone that is there: else no page of the whole shop
    /// could be shown.
    func location(
        id: ID<Location>, _ environment: Environment
    ) throws(LocationDocumentProblem) -> Location {
        let location = try location(id: id)
        do {
            _ = try environment.zone(location.zone)
        } catch {
            throw LocationDocumentProblem(
                field: "timeZone", reason: "there is no zone \(location.zone)")
        }
        return location
    }
}

/// The shop itself; nil before `crema init`.
package struct ShopQuery: Query {
    package init() {}

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .everybody }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> Shop? {
        try LocationStore.shop(tx: scope.tx)
    }
}
