import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Synchronization
import Testing

/// What live screens hang on.
struct EventHubTests {
    private func event(_ id: Int64, owner: String = "") -> Event {
        Event(
            id: id, at: Timestamp(milliseconds: id), kind: .order, subject: "order", version: id,
            locationID: "corner", owner: owner, payload: "{}")
    }

    /// A client as the server keeps it: what it got, and from where on it gets everything.
    private final class Client: Sendable {
        private let state = Mutex<(ids: [Int64], from: Int64)?>(nil)

        var ids: [Int64] { state.withLock { $0?.ids ?? [] } }

        func open(_ missed: [Event], _ from: Int64) {
            state.withLock { $0 = (missed.map(\.id), from) }
        }

        /// As the engine does it: nothing twice, nothing to who isn't there yet.
        func send(_ event: Event) {
            state.withLock { state in
                guard let from = state?.from, event.id > from else { return }
                state?.ids.append(event.id)
                state?.from = event.id
            }
        }
    }

    private final class Clients: Sendable {
        private let all = Mutex<[Client]>([])

        func add(_ client: Client) {
            all.withLock { $0.append(client) }
        }

        func send(_ event: Event) {
            all.withLock { $0 }.forEach { $0.send(event) }
        }
    }

    @Test(arguments: 1...30)
    func `who resumes while events are told misses none and gets none twice`(
        seed: Int
    ) async throws {
        let random = TestRandom(seed: UInt64(seed))
        let hub = EventHub()
        let clients = Clients()
        hub.connect { clients.send($0) }
        let count: Int64 = 2000
        let starts = (0..<20).map { _ in Int64(random.below(1500)) }

        let resumed = await withTaskGroup(of: (Int64, Client)?.self) { group in
            group.addTask {
                var next: Int64 = 1
                while next <= count {
                    let last = min(count, next + Int64(random.below(5)))
                    hub.publish((next...last).map { event($0) })
                    next = last + 1
                    if random.below(4) == 0 { await Task.yield() }
                }
                return nil
            }
            for start in starts {
                group.addTask {
                    while hub.lastID < start { await Task.yield() }
                    for _ in 0..<random.below(50) { await Task.yield() }
                    let client = Client()
                    clients.add(client)
                    let outcome = hub.attach(
                        after: start, matching: { _ in true }, open: client.open)
                    guard case .attached = outcome else { return nil }
                    return (start, client)
                }
            }
            return await group.reduce(into: [(Int64, Client)]()) { clients, client in
                if let client { clients.append(client) }
            }
        }

        #expect(resumed.count == starts.count)
        for (start, client) in resumed {
            #expect(client.ids == Array((start + 1)...count))
        }
    }

    @Test func `who resumes gets only what it wants`() {
        let hub = EventHub()
        hub.publish((1...10).map { event($0, owner: $0 % 2 == 0 ? "even" : "odd") })
        let client = Client()

        _ = hub.attach(after: 4, matching: { $0.owner == "even" }, open: client.open)

        #expect(client.ids == [6, 8, 10])
    }

    @Test func `so many events are remembered, and who missed more is told`() {
        let hub = EventHub()
        let memory = Int64(EventHub.memory)
        hub.publish((1...(memory + 10)).map { event($0) })
        let client = Client()

        let late = hub.attach(after: 9, matching: { _ in true }, open: client.open)
        guard case .tooOld(oldestRemembered: 11) = late else {
            Issue.record("\(late)")
            return
        }
        #expect(client.ids.isEmpty)

        _ = hub.attach(after: 10, matching: { _ in true }, open: client.open)
        #expect(client.ids == Array(11...(memory + 10)))
    }

    @Test func `after a start, what was before it must be read`() {
        let hub = EventHub()
        hub.begin(at: 100)
        let client = Client()
        #expect(hub.lastID == 100)

        let outcome = hub.attach(after: 99, matching: { _ in true }, open: client.open)
        guard case .tooOld(oldestRemembered: 101) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        _ = hub.attach(after: 100, matching: { _ in true }, open: client.open)
        hub.connect { client.send($0) }
        hub.publish([event(100), event(101)])
        #expect(client.ids == [101])
    }

    @Test func `an event known from the database before it was told isn't sent again`() {
        let hub = EventHub()
        let client = Client()
        hub.connect { client.send($0) }
        hub.publish([event(1)])

        _ = hub.attach(after: 2, matching: { _ in true }, open: client.open)
        hub.publish([event(2), event(3)])

        #expect(client.ids == [3])
    }

    @Test func `an event told twice is sent once`() {
        let hub = EventHub()
        let log = Log()
        hub.listen { log.add($0.id) }

        hub.publish([event(1), event(2)])
        hub.publish([event(2), event(1), event(3)])

        #expect(log.ids == [1, 2, 3])
    }

    @Test func `caches hear of an event before screens do`() {
        let hub = EventHub()
        let log = Log()
        hub.connect { log.add($0.id * 10) }
        hub.listen { log.add($0.id) }

        hub.publish([event(1), event(2)])

        #expect(log.ids == [1, 10, 2, 20])
    }

    @Test func `what a client missed is read from the database, or it starts anew`() async throws {
        try await withShop { shop in
            for _ in 0..<5 { try await shop.place() }
            let all = try await shop.events()
            let last = try #require(all.last?.id)

            func missed(after id: Int64) async throws -> [Event]? {
                try await shop.services.read(MissedEvents(after: id), by: .nobody)
            }

            #expect(try await missed(after: last - 3)?.map(\.id) == Array((last - 2)...last))
            #expect(try await missed(after: last) == [])
            #expect(try await missed(after: last + 1) == nil)
            #expect(try await missed(after: 0)?.count == all.count)
            try await shop.database.write { try $0.execute("DELETE FROM event WHERE id <= 3") }
            #expect(try await missed(after: 2) == nil)
            #expect(try await missed(after: 3)?.first?.id == 4)
        }
    }
}
