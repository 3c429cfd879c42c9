import CremaAPI
import Testing

@Suite struct ScenarioTests {
    /// What no answer tells anybody.
    private static let secrets = [
        "argon2", "password_hash", "SELECT", "sqlite", "/dev/shm", "customer_order", "Error(",
    ]

    @Test func `every endpoint has a scenario`() {
        let shown = Set(Scenario.all.map(\.endpoint))

        #expect(Set(Endpoint.allCases).subtracting(shown) == [])
    }

    @Test func `every endpoint is shown as everyone sees it`() {
        for scenario in Scenario.all {
            #expect(scenario.statuses.count == Who.allCases.count, "\(scenario.testDescription)")
        }
    }

    @Test(arguments: Scenario.all)
    func `each may see what is theirs and nothing else`(scenario: Scenario) async throws {
        try await TestShop.open { shop in
            let document = try await shop.send(.get("/api/openapi.json")).json
            let check = SchemaCheck(document: document)
            for (who, status) in zip(Who.allCases, scenario.statuses) {
                let stage = try await Stage.set(in: shop)
                let request = try scenario.request(stage)

                let answer = try await shop.send(request, as: stage.caller(who))

                #expect(answer.status == status, "\(who): \(answer.text)")
                let forbidden =
                    Self.secrets + (scenario.shownTo.contains(who) ? [] : scenario.hidden)
                for text in forbidden where scenario.endpoint != .getDocument {
                    #expect(!answer.text.contains(text), "\(who) reads \(text)")
                }
                guard request.method != "HEAD" else { continue }
                let faults = check.faults(
                    of: answer, method: request.method, template: scenario.endpoint.path)
                #expect(faults.isEmpty, "\(who): \(faults)")
            }
        }
    }
}
