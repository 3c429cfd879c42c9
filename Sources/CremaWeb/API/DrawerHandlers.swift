import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `POST /api/v1/locations/{id}/drawer-sessions`
    func createDrawerSession(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await keyed(.createDrawerSession, context) { (key) async throws(Problem) in
            let body = try JSONText.decode(DrawerRequest.self, context.request)
            let location = try await self.place(context.parameters["id"] ?? "").location
            let float = try self.amount(body.float, location, field: "float")
            let opened: Performed<DrawerSession>
            do throws(Failure<OpenDrawerRefusal>) {
                opened = try await self.services.perform(
                    OpenDrawer(
                        newID: self.services.environment.makeID(), locationID: location.id,
                        float: float), by: context.actor, key: key)
            } catch {
                throw ErrorMapping.problem(error) {
                    ErrorMapping.problem($0, words: Words(context.language))
                }
            }
            let drawer = DrawerQuery.Drawer(
                session: opened.output, movements: [],
                cashPostings: opened.output.float > .zero ? 1 : 0, expected: nil, report: nil)
            let response = try self.json(
                self.response(drawer, unpaid: nil, location.currency), status: 201)
            return self.marked(response, isReplay: opened.isReplay)
        }
    }

    /// `GET /api/v1/locations/{id}/drawer-sessions/{session}`
    func getDrawerSession(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let location = try await place(context.parameters["id"] ?? "").location
        let id =
            context.parameters["session"] == "current" ? nil : try drawerID(context)
        let answer = try await read(DrawerQuery(locationID: location.id, id: id), context)
        guard let drawer = answer.drawer else {
            throw Problem(.notFound, "No drawer is in use here.", field: "session")
        }
        return try json(response(drawer, unpaid: answer.unpaid, location.currency))
    }

    /// `POST /api/v1/locations/{id}/drawer-sessions/{session}/movements`
    func createCashMovement(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await keyed(.createCashMovement, context) { (key) async throws(Problem) in
            let body = try JSONText.decode(CashMovementRequest.self, context.request)
            let location = try await self.place(context.parameters["id"] ?? "").location
            guard let kind = CashMovementKind(rawValue: body.kind) else {
                throw Problem(
                    .invalidField, "paidIn, paidOut or drop is needed.", field: "kind")
            }
            let move = MoveCash(
                locationID: location.id, sessionID: try self.drawerID(context), kind: kind,
                amount: try self.amount(body.amount, location, field: "amount"),
                reason: try TypedText.checked(body.reason, field: "reason"))
            let moved: Performed<CashMovement>
            do throws(Failure<MoveCashRefusal>) {
                moved = try await self.services.perform(move, by: context.actor, key: key)
            } catch {
                throw ErrorMapping.problem(error) {
                    ErrorMapping.problem($0, words: Words(context.language))
                }
            }
            let movement = CashMovementValue(
                moved.output, location.currency, at: moved.output.at.rfc3339)
            return self.marked(
                try self.json(movement, status: 201), isReplay: moved.isReplay)
        }
    }

    /// `POST /api/v1/locations/{id}/drawer-sessions/{session}/count`
    func createDrawerCount(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await keyed(.createDrawerCount, context) { (key) async throws(Problem) in
            let body = try JSONText.decode(DrawerCountRequest.self, context.request)
            let location = try await self.place(context.parameters["id"] ?? "").location
            let count = CountDrawer(
                locationID: location.id, sessionID: try self.drawerID(context),
                count: try self.count(body, location, Words(context.language)),
                acknowledged: try self.acknowledged(body),
                seenCashPostings: body.cashPostings)
            let counted: Performed<DayReport>
            do throws(Failure<CountDrawerRefusal>) {
                counted = try await self.services.perform(count, by: context.actor, key: key)
            } catch {
                throw ErrorMapping.problem(error) {
                    ErrorMapping.problem($0, location.currency, words: Words(context.language))
                }
            }
            return self.marked(
                try self.json(
                    self.response(counted.output, location.currency), status: 201),
                isReplay: counted.isReplay)
        }
    }

    /// `GET /api/v1/locations/{id}/day-reports`
    func listDayReports(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let location = try await place(context.parameters["id"] ?? "").location
        let before = try positionBefore(context, name: "cursor")
        let page = try await read(
            DayReportsQuery(
                locationID: location.id, before: before.map { Int($0) },
                limit: try pageLimit(context)), context)
        return try json(
            DayReportsResponse(
                reports: page.reports.map { response($0.report, location.currency) },
                nextCursor: page.next.map { String($0) }))
    }

    /// `GET /api/v1/locations/{id}/day-reports/{number}`
    func getDayReport(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let location = try await place(context.parameters["id"] ?? "").location
        let report = try await dayReport(at: location.id, context)
        return try json(response(report.report, location.currency))
    }

    /// The report of the address.
    func dayReport(
        at location: ID<Location>, _ context: RequestContext
    ) async throws(Problem) -> ReadDayReport {
        guard let number = context.parameters["number"].flatMap({ Int($0) }), number > 0 else {
            throw ErrorMapping.problem(Denial.notFound)
        }
        return try await read(DayReportQuery(locationID: location, number: number), context)
    }

    private func response(_ report: DayReport, _ currency: Currency) -> DayReportResponse {
        DayReportResponse(
            report, currency, openedAt: report.session.openedAt.rfc3339,
            closedAt: report.closedAt.rfc3339)
    }

    private func response(
        _ drawer: DrawerQuery.Drawer, unpaid: [DayReport.UnpaidOrder]?, _ currency: Currency
    ) -> DrawerResponse {
        let session = drawer.session
        return DrawerResponse(
            id: session.id.rawValue, businessDate: session.businessDate.iso,
            float: MoneyValue(session.float, currency), openedAt: session.openedAt.rfc3339,
            closedAt: session.closedAt?.rfc3339, report: drawer.report,
            movements: drawer.movements.map {
                CashMovementValue($0, currency, at: $0.at.rfc3339)
            }, cashPostings: drawer.cashPostings,
            expected: drawer.expected.map { MoneyValue($0, currency) },
            unpaidOrders: unpaid.map { $0.map { UnpaidOrderValue($0, currency) } })
    }

    private func drawerID(_ context: RequestContext) throws(Problem) -> ID<DrawerSession> {
        guard let id: ID<DrawerSession> = context.id("session") else {
            throw ErrorMapping.problem(Denial.notFound)
        }
        return id
    }

    private func amount(
        _ amount: SentAmount, _ location: Location, field: String
    ) throws(Problem) -> Money {
        try amount.money(location.currency, field: field)
    }

    private func count(
        _ body: DrawerCountRequest, _ location: Location, _ words: Words
    ) throws(Problem) -> CashCount {
        switch (body.total, body.denominations) {
        case (let total?, nil):
            let money = try amount(total, location, field: "total")
            guard let count = CashCount(total: money) else {
                throw ErrorMapping.drawerAmount(field: "total", words: words)
            }
            return count
        case (nil, let piles?):
            let count = CashCount(
                piles: piles.map { CashCount.Pile(value: Money($0.value), pieces: $0.count) })
            guard let count else {
                throw Problem(
                    .invalidField, "Each value once, with 0 to 100000 pieces.",
                    field: "denominations")
            }
            return count
        case (nil, nil):
            throw Problem(.invalidField, "total or denominations is needed.", field: "total")
        case (_?, _?):
            throw Problem(
                .invalidField, "total or denominations, not both.", field: "denominations")
        }
    }

    private func acknowledged(_ body: DrawerCountRequest) throws(Problem) -> Set<ID<Order>> {
        let orders = body.acknowledgedOrders ?? []
        guard orders.count <= Limits.unpaidPerCount else {
            throw Problem(
                .invalidField, "At most \(Limits.unpaidPerCount) orders.",
                field: "acknowledgedOrders")
        }
        var seen: Set<ID<Order>> = []
        for (index, text) in orders.enumerated() {
            guard let id = ID<Order>(checking: text) else {
                throw Problem(
                    .invalidField, "That isn't the id of an order.",
                    field: "acknowledgedOrders[\(index)]")
            }
            seen.insert(id)
        }
        return seen
    }
}
