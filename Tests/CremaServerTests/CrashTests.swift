import CremaAPI
import CremaDomain
import CremaSQL
@testable import CremaServer
import Foundation
import Synchronization
import Testing

/// The power fails while orders come in: what was acknowledged is there, once and whole.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: Program.path != nil))
struct CrashTests {
    /// What customers know when the server is gone.
    private final class Customers: Sendable {
        struct State {
            var acknowledged: [String: String] = [:]
            var unanswered: Set<String> = []
        }

        private let state = Mutex(State())

        var known: State { state.withLock { $0 } }

        func sends(_ key: String) {
            state.withLock { _ = $0.unanswered.insert(key) }
        }

        func hears(_ key: String, id: String) {
            state.withLock { state in
                state.acknowledged[key] = id
                state.unanswered.remove(key)
            }
        }
    }

    @Test func `orders survive a crash, each acknowledged one once and whole`() async throws {
        try await withTemporaryFolder { folder in
            let customers = Customers()
            for round in 1...5 {
                let program = try Program(
                    ["demo", "--data", folder, "--port", "0", "--quiet", "--no-limits"])
                let order = try await quotedOrder(program)
                // What got no answer is sent again, as a phone does.
                for key in customers.known.unanswered {
                    try await place(order, key: key, on: program, customers)
                }

                await withTaskGroup(of: Void.self) { group in
                    for customer in 0..<8 {
                        group.addTask {
                            for count in 0..<1000 {
                                let key = "round-\(round)-customer-\(customer)-order-\(count)-key"
                                do {
                                    try await place(order, key: key, on: program, customers)
                                } catch {
                                    return
                                }
                            }
                        }
                    }
                    let before = customers.known.acknowledged.count
                    while customers.known.acknowledged.count < before + 20 * round {
                        await Task.yield()
                    }
                    program.kill()
                    await group.waitForAll()
                }

                try await check(folder, customers)
            }
            #expect(customers.known.acknowledged.count >= 300)
        }
    }

    @Test func `a demo in memory is gone when it ends`() throws {
        let demo = ["demo", "--memory", "--port", "0", "--quiet"]
        for signal in [SIGTERM, SIGINT, SIGHUP] {
            let program = try Program(demo)
            #expect(try folders(of: program).count == 1)
            #expect(program.end(signal) == 0)
            #expect(try folders(of: program).isEmpty)
        }
        let killed = try Program(demo)
        killed.kill()
        #expect(try folders(of: killed).count == 1)
        let next = try Program(demo)
        #expect(next.end() == 0)

        #expect(try folders(of: killed).isEmpty)
    }

    /// What a program has in memory.
    private func folders(of program: Program) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/dev/shm").filter {
            $0.hasPrefix("crema-\(program.processID)-")
        }
    }

    /// A cart with the fingerprint of its quote.
    private func quotedOrder(_ program: Program) async throws -> [String: any Sendable] {
        let item = try #require(
            try DemoShop.menu().items.first { $0.sizes.isEmpty && $0.groups.isEmpty })
        let line: [String: any Sendable] = ["itemId": item.id.rawValue, "quantity": 2]
        var cart: [String: any Sendable] = [
            "locationId": DemoShop.firstLocation.rawValue, "fulfilment": "toGo",
            "lines": [line, line],
        ]
        let (status, data) = try await program.post("/api/v1/quotes", cart)
        try #require(status == 200, "\(String(decoding: data, as: UTF8.self))")
        let quote = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        cart["fingerprint"] = try #require(quote["fingerprint"] as? String)
        cart["customerName"] = "Ada"
        return cart
    }

    private func place(
        _ order: [String: any Sendable], key: String, on program: Program, _ customers: Customers
    ) async throws {
        customers.sends(key)
        let (status, data) = try await program.post(
            "/api/v1/orders", order, key: key + "-of-at-least-32-characters")
        let answer = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        try #require(status == 201, "\(answer)")
        customers.hears(key, id: try #require(answer["id"] as? String))
    }

    private func check(_ folder: String, _ customers: Customers) async throws {
        let database = try SQLiteDatabase(path: folder + "/crema.db")
        let known = customers.known
        let orders = try await database.read { tx in
            try tx.all("SELECT id FROM customer_order") { $0.text(0) }
        }
        #expect(Set(orders).isSuperset(of: known.acknowledged.values))
        #expect(Set(known.acknowledged.values).count == known.acknowledged.count)
        // Beyond those, at most what got no answer.
        #expect(orders.count <= known.acknowledged.count + known.unanswered.count)
        #expect(try await halves(database) == [0, 0, 0, 0, 0])
        let requests = try await database.read { tx in
            try tx.all("SELECT DISTINCT subject_id FROM request WHERE status = 201") { $0.text(0) }
        }
        #expect(Set(requests) == Set(orders))
        await database.close()
    }

    /// Orders without their lines, tender, event or number, and rows without their order.
    private func halves(_ database: SQLiteDatabase) async throws -> [Int64] {
        try await database.read { tx in
            let counts = [
                try tx.first(
                    """
                    SELECT COUNT(*) FROM customer_order o WHERE 2 <> (
                        SELECT COUNT(*) FROM order_line l WHERE l.order_id = o.id)
                        OR o.total <> (SELECT SUM(l.total) FROM order_line l
                            WHERE l.order_id = o.id)
                    """
                ) { $0.int(0) },
                try tx.first(
                    """
                    SELECT COUNT(*) FROM customer_order o WHERE o.total <> (
                        SELECT COALESCE(SUM(t.amount), 0) FROM tender t WHERE t.order_id = o.id)
                    """
                ) { $0.int(0) },
                try tx.first(
                    """
                    SELECT COUNT(*) FROM customer_order o WHERE 1 <> (
                        SELECT COUNT(*) FROM event e
                        WHERE e.subject_id = o.id AND e.kind = 'order' AND e.version = 1)
                    """
                ) { $0.int(0) },
                try tx.first(
                    """
                    SELECT COUNT(*) FROM event e WHERE e.kind = 'order' AND NOT EXISTS (
                        SELECT 1 FROM customer_order o WHERE o.id = e.subject_id)
                    """
                ) { $0.int(0) },
                try tx.first(
                    """
                    SELECT COUNT(*) FROM (SELECT business_date, call_sequence
                        FROM customer_order GROUP BY location_id, business_date, call_sequence
                        HAVING COUNT(*) > 1)
                    """
                ) { $0.int(0) },
            ]
            return counts.map { $0 ?? -1 }
        }
    }
}
