import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Testing

/// What people do in the tests.
extension TestShop {
    /// A cart as its customer saw it priced.
    func request(
        _ lines: [CartLine], at location: ID<Location> = TestShop.corner, tip: Money = .zero
    ) async throws -> OrderRequest {
        let cart = Cart(locationID: location, lines: lines, tip: tip)
        let quote = try await services.quote(cart, language: "en")
        return OrderRequest(
            cart: cart, fingerprint: quote.fingerprint, customerName: "Ada", language: "en")
    }

    @discardableResult
    func place(
        _ lines: [CartLine] = [Story.line()], at location: ID<Location> = TestShop.corner,
        by actor: Actor = Story.ada, key: RequestKey? = nil
    ) async throws -> PlacedOrder {
        let request = try await request(lines, at: location)
        return try await services.placeOrder(request, by: actor, key: key).output
    }

    @discardableResult
    func move(
        _ id: ID<Order>, to target: OrderState, by actor: Actor = Story.ben, reason: String = ""
    ) async throws -> OrderRecord {
        let version = try await order(id).order.version
        return try await services.perform(
            MoveOrder(id: id, target: target, reason: reason, seenVersion: version), by: actor
        ).output
    }

    @discardableResult
    func pay(
        _ id: ID<Order>, _ kind: TenderKind = .cash, by actor: Actor = Story.ben
    ) async throws -> OrderRecord {
        let version = try await order(id).order.version
        return try await services.perform(
            RecordPayment(id: id, kind: kind, seenVersion: version), by: actor
        ).output
    }

    func order(_ id: ID<Order>) async throws -> OrderRecord {
        let record = try await database.read { try OrderStore.find(id, tx: $0) }
        return try #require(record)
    }

    func set(
        _ thing: SetAvailability.Thing, _ availability: Availability,
        at location: ID<Location> = TestShop.corner
    ) async throws {
        _ = try await change(
            thing,
            AvailabilityChange(
                isSoldOut: .set(availability.isSoldOut), stock: .set(availability.stock),
                price: .set(availability.price)), at: location)
    }

    func change(
        _ thing: SetAvailability.Thing, _ change: AvailabilityChange,
        at location: ID<Location> = TestShop.corner, by actor: Actor = Story.olga
    ) async throws -> Availability {
        try await services.setAvailability(change, of: thing, at: location, by: actor)
    }

    func stock(_ kind: String, _ id: String) async throws -> Int? {
        let rows = try await database.read {
            try MenuStore.availability(at: TestShop.corner, tx: $0)
        }
        return rows.first { $0.kind == kind && $0.subject == id }?.state.stock
    }

    func croissantsLeft() async throws -> Int? { try await stock("item", "croissant") }

    func menuVersion(at location: ID<Location> = TestShop.corner) async throws -> Int64 {
        let version = try await database.read { try MenuStore.version(at: location, tx: $0) }
        return try #require(version)
    }

    func events(after id: Int64 = 0) async throws -> [Event] {
        try await database.read { try EventStore.list(after: id, limit: 100_000, tx: $0) }
    }

    func audits(of subject: String) async throws -> [AuditRow] {
        try await database.read { try AuditStore.list(about: subject, tx: $0) }
    }
}

/// A key as a request would have it.
func key(_ name: String, body: String = "{}") -> RequestKey {
    RequestKey(nameHash: Hash.sha256(Array(name.utf8)), bodyHash: Hash.sha256(Array(body.utf8)))
}

/// What stood against a use case; nil where it was performed.
func failure<Output, Refusal: Error & Sendable>(
    _ type: Refusal.Type, of body: () async throws -> Output
) async throws -> Failure<Refusal>? {
    do {
        _ = try await body()
        return nil
    } catch let failure as Failure<Refusal> {
        return failure
    }
}

/// The use case's own refusal, where that is what stood against it.
func refusal<Output, Refusal: Error & Sendable>(
    _ type: Refusal.Type, of body: () async throws -> Output
) async throws -> Refusal {
    let found = try await failure(type, of: body)
    guard case .refused(let refusal) = found else {
        throw Unexpected(what: "no refusal but \(String(describing: found))")
    }
    return refusal
}

extension TestShop {
    /// Why a request isn't placed.
    func refusal(
        placing request: OrderRequest, by actor: Actor = Story.ada, key: RequestKey? = nil
    ) async throws -> PlaceOrderRefusal {
        try await CremaServicesTests.refusal(PlaceOrderRefusal.self) {
            try await services.placeOrder(request, by: actor, key: key)
        }
    }
}

struct Unexpected: Error {
    let what: String
}
