import CremaDomain
import CremaSimulator
import CremaSQL
import Testing

/// The checks can fail: each fault of the database, or of the rules, is found for what it is.
@Suite struct MutationTests {
    struct Mutation: CustomTestStringConvertible {
        let name: String
        let found: Set<Invariant>
        let meddle: @Sendable (Transaction) throws -> Void

        var testDescription: String { name }
    }

    static let mutations = [
        Mutation(name: "an event gets lost", found: [.everythingIsTold]) { tx in
            try tx.execute(
                "DELETE FROM event WHERE id = (SELECT MAX(id) FROM event) AND id % 9 = 0")
        },
        Mutation(name: "an event is told twice", found: [.everythingIsTold]) { tx in
            try tx.execute(
                """
                INSERT INTO event (at, kind, subject_id, version, location_id, owner_id, payload)
                SELECT at, kind, subject_id, version, location_id, owner_id, payload FROM event
                WHERE id = (SELECT MAX(id) FROM event) AND id % 9 = 0
                """)
        },
        Mutation(name: "the past loses an event", found: [.followersAgree]) { tx in
            try tx.execute("DELETE FROM event WHERE id = (SELECT MAX(id) FROM event) - 8")
        },
        Mutation(name: "what is paid is taken twice", found: [.tendersHold]) { tx in
            try tx.execute(
                """
                UPDATE tender SET amount = amount * 2
                WHERE state = 'captured' AND amount > 0 AND rounding >= 0
                """)
        },
        Mutation(name: "a charge differs from the quote", found: [.chargedAsSeen]) { tx in
            try tx.execute("UPDATE customer_order SET total = total + 1 WHERE version = 1")
        },
        Mutation(name: "tax moves between lines and net", found: [.chargedAsSeen]) { tx in
            try tx.execute("UPDATE order_line SET net = net - 1, tax = tax + 1 WHERE net > 1")
        },
        Mutation(name: "a piece of stock comes back", found: [.allOrNothing]) { tx in
            try tx.execute("UPDATE availability SET stock = stock + 1 WHERE stock > 0")
        },
        Mutation(name: "keys are forgotten", found: [.oneAnswerPerKey]) { tx in
            try tx.execute("DELETE FROM request")
        },
        Mutation(name: "a version goes back", found: [.allowedMoves]) { tx in
            try tx.execute("UPDATE customer_order SET version = 2 WHERE version = 3")
        },
        Mutation(name: "an order moves by itself", found: [.allowedMoves]) { tx in
            try tx.execute("UPDATE customer_order SET state = 'ready' WHERE state = 'preparing'")
        },
        Mutation(name: "a business day is another", found: [.chargedAsSeen, .uniqueNumbers]) { tx in
            try tx.execute("UPDATE customer_order SET business_date = '2026-01-01'")
        },
        Mutation(name: "a cart changes", found: [.asWritten, .asAsked]) { tx in
            try tx.execute("DELETE FROM cart WHERE changed_at % 2 = 0")
        },
        Mutation(name: "sessions end", found: [.sessionsHold]) { tx in
            try tx.execute("DELETE FROM session")
        },
        Mutation(name: "call numbers begin anew", found: [.uniqueNumbers, .noInternalErrors]) {
            tx in
            try tx.execute("UPDATE location_counter SET call_sequence = 0")
        },
        Mutation(name: "what is due is noted wrong", found: [.asWritten, .auditIsClean]) { tx in
            try tx.execute(
                "UPDATE customer_order SET due = due + 1 WHERE state = 'completed' AND due = 0")
        },
    ]

    @Test(arguments: mutations)
    func `a fault of the database is found`(mutation: Mutation) async throws {
        let found = try await firstFinding(SimulatorPlan(steps: 3_000, seed: 11), mutation.meddle)

        let finding = try #require(found)
        #expect(mutation.found.contains(finding.invariant), "\(finding)")
    }

    @Test func `a move that the rules forget is found`() async throws {
        var plan = SimulatorPlan(steps: 3_000, seed: 11)
        plan.rules.moves.remove(AllowedMove(.preparing, .ready, .staff))

        let finding = try #require(try await firstFinding(plan))

        #expect(finding.invariant == .allowedMoves)
    }

    @Test func `a move that the rules make up is found`() async throws {
        var plan = SimulatorPlan(steps: 3_000, seed: 11)
        plan.rules.moves.insert(AllowedMove(.pending, .ready, .staff))

        let finding = try #require(try await firstFinding(plan))

        #expect(finding.invariant == .allowedMoves)
    }

    /// A failure names the seed and the steps with which it comes again.
    @Test func `a failure comes again`() async throws {
        let mutation = MutationTests.mutations[3]
        func fault(steps: Int) async throws -> SimulationFault? {
            do {
                _ = try await run(SimulatorPlan(steps: steps, seed: 11), meddle: mutation.meddle)
                return nil
            } catch let fault as SimulationFault {
                return fault
            }
        }

        let first = try #require(try await fault(steps: 3_000))
        let again = try #require(try await fault(steps: first.step))

        #expect(again.step == first.step)
        #expect(again.seed == first.seed)
        #expect(try await fault(steps: first.step - 1) == nil)
    }

    private func firstFinding(
        _ plan: SimulatorPlan, _ meddle: (@Sendable (Transaction) throws -> Void)? = nil
    ) async throws -> Finding? {
        do {
            _ = try await run(plan, meddle: meddle)
            return nil
        } catch let fault as SimulationFault {
            return fault.finding
        }
    }
}
