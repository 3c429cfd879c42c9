import CremaAPI
import CremaSQL
import CremaServer
import Testing

extension Scenario {
    /// stranger, guest, otherGuest, ada, bob, mia, hugo, nora, olga
    static let till: [Scenario] = [
        Scenario(
            .createDrawerSession, "one is in use", [401, 401, 401, 403, 403, 409, 403, 409, 409]
        ) { stage in
            try .post(
                "/api/v1/locations/mill/drawer-sessions", ["float": 10000], key: stage.key)
        },
        Scenario(
            .getDrawerSession, "the mill's", [401, 401, 401, 403, 403, 200, 403, 200, 200],
            hidden: ["\"expected\""], shownTo: [.nora, .olga]
        ) { _ in .get("/api/v1/locations/mill/drawer-sessions/current") },
        Scenario(
            .getDrawerSession, "the mill's, at the harbour",
            [401, 401, 401, 403, 403, 403, 404, 403, 404]
        ) { stage in .get("/api/v1/locations/harbour/drawer-sessions/\(stage.drawer)") },
        Scenario(
            .createCashMovement, "the mill's", [401, 401, 401, 403, 403, 201, 403, 201, 201]
        ) { stage in
            try .post(
                "/api/v1/locations/mill/drawer-sessions/\(stage.drawer)/movements",
                ["kind": "paidIn", "amount": 500, "reason": "Change"], key: stage.key)
        },
        Scenario(
            .createDrawerCount, "with orders that are unpaid",
            [401, 401, 401, 403, 403, 409, 403, 409, 409], hidden: ["7654"]
        ) { stage in
            try .post(
                "/api/v1/locations/mill/drawer-sessions/\(stage.drawer)/count", ["total": 1],
                key: stage.key)
        },
        Scenario(
            .listDayReports, "the harbour's", [401, 401, 401, 403, 403, 403, 403, 403, 200],
            hidden: ["7654"], shownTo: [.olga]
        ) { _ in .get("/api/v1/locations/harbour/day-reports?limit=10") },
        Scenario(
            .getDayReport, "that Hugo made", [401, 401, 401, 403, 403, 403, 200, 403, 200],
            hidden: ["7654"], shownTo: [.hugo, .olga]
        ) { _ in .get("/api/v1/locations/harbour/day-reports/1") },
        Scenario(
            .getDayReport, "that nobody made", [401, 401, 401, 403, 403, 404, 403, 404, 404]
        ) { _ in .get("/api/v1/locations/mill/day-reports/1") },
    ]
}

extension TestShop {
    /// The drawer in use at the mill, made by Mia; at the harbour Hugo has made a report.
    func drawerOfStage() async throws -> String {
        let known = try await server.database.read { tx in
            try tx.first("SELECT id FROM drawer_session WHERE location_id = 'mill'") { $0.text(0) }
        }
        if let known { return known }
        let mill = try await send(
            .post("/api/v1/locations/mill/drawer-sessions", ["float": 7654], key: key()),
            as: .person("mia"))
        let harbour = try await send(
            .post("/api/v1/locations/harbour/drawer-sessions", ["float": 7654], key: key()),
            as: .person("hugo"))
        _ = try await send(
            .post(
                "/api/v1/locations/harbour/drawer-sessions/"
                    + (harbour.json["id"].string ?? "") + "/count", ["total": 7654], key: key()),
            as: .person("hugo"))
        return mill.json["id"].string ?? ""
    }
}
