import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Testing

/// What people do with the drawer.
extension TestShop {
    @discardableResult
    func openDrawer(
        _ float: Int64 = 100_00, by actor: Actor = Story.ben, key: RequestKey? = nil,
        at location: ID<Location> = TestShop.corner
    ) async throws -> DrawerSession {
        try await services.perform(
            OpenDrawer(
                newID: services.environment.makeID(), locationID: location, float: Money(float)),
            by: actor, key: key
        ).output
    }

    @discardableResult
    func moveCash(
        _ session: DrawerSession, _ kind: CashMovementKind, _ amount: Int64,
        reason: String = "Milk", by actor: Actor = Story.ben, key: RequestKey? = nil,
        at location: ID<Location> = TestShop.corner
    ) async throws -> CashMovement {
        try await services.perform(
            MoveCash(
                locationID: location, sessionID: session.id, kind: kind, amount: Money(amount),
                reason: reason), by: actor, key: key
        ).output
    }

    @discardableResult
    func count(
        _ session: DrawerSession, _ total: Int64, seeing orders: Set<ID<Order>> = [],
        postings: Int? = nil, by actor: Actor = Story.ben, key: RequestKey? = nil
    ) async throws -> Performed<DayReport> {
        try await services.perform(
            CountDrawer(
                locationID: session.locationID, sessionID: session.id,
                count: try #require(CashCount(total: Money(total))), acknowledged: orders,
                seenCashPostings: postings), by: actor, key: key)
    }

    func takeTopUp(_ amount: Int64, _ kind: TenderKind = .cash) async throws {
        _ = try await services.perform(
            TopUpWallet(
                newID: services.environment.makeID(), locationID: TestShop.corner,
                email: "ada@story.example", amount: Money(amount), kind: kind), by: Story.ben)
    }

    @discardableResult
    func sell(
        _ kind: TenderKind = .cash, _ lines: [CartLine] = [Story.line()]
    ) async throws -> Order {
        try await pay(try await place(lines).id, kind).order
    }

    func refund(_ id: ID<Order>, _ wish: RefundWish = .rest) async throws {
        let version = try await order(id).order.version
        _ = try await services.perform(
            RefundOrder(
                id: id, wish: wish, reason: "Cold.", seenVersion: version,
                provider: services.provider), by: Story.mona)
    }

    /// On which days postings of a kind stand.
    func days(of kind: PostingKind) async throws -> [String] {
        try await database.read { tx in
            try tx.all(
                "SELECT business_date FROM posting WHERE kind = $1 ORDER BY id",
                .text(kind.rawValue)
            ) { $0.text(0) }
        }
    }

    /// All that an audit finds.
    func wrong(page: Int = 2) async throws -> [String] {
        try await services.audit(page: page).findings
    }
}
