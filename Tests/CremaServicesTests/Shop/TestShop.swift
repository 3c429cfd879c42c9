import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Foundation
import Synchronization
import TestEngine
import Testing

/// The corner shop and its stall at the harbour, in a database file of their own, with the clock
/// and chance in the test's hands.
struct TestShop: Sendable {
    static let corner = ID<Location>("corner")
    static let harbour = ID<Location>("harbour")

    let services: Services
    let database: any Database
    let place: TestDatabase
    let clock: TestClock

    /// Everything in the database, table by table.
    func dump() throws -> [String: [String]] { try place.dump() }
}

/// Runs `body` on a new shop. `corner` changes the corner shop's settings before it opens.
func withShop(
    at start: String = "2026-03-10T09:00:00.000Z", seed: UInt64 = 1,
    corner: (inout LocationDocument) -> Void = { _ in }, catalog: Catalog = Story.catalog,
    provider: (any PaymentProvider)? = nil,
    wrap: (any Database) -> any Database = { $0 },
    _ body: (TestShop) async throws -> Void
) async throws {
    try await withTestDatabase { place in
        let database = try place.open()
        let clock = TestClock(try #require(Timestamp(rfc3339: start)))
        let services = Services(
            database: wrap(database), environment: testEnvironment(clock, seed: seed),
            provider: provider)
        do {
            _ = try await migrate(database, Schema.migrations, now: 0)
            var document = Story.cornerDocument
            corner(&document)
            let plan = Story.plan(corner: document)
            _ = try await services.perform(
                CreateShop(plan: plan, environment: services.environment), by: .system)
            _ = try await services.perform(PublishMenu(catalog: catalog), by: .system)
            try await Story.enroll(in: database)
            try await body(
                TestShop(services: services, database: database, place: place, clock: clock))
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }
}

func testEnvironment(_ clock: TestClock, seed: UInt64) -> CremaServices.Environment {
    let random = TestRandom(seed: seed)
    return CremaServices.Environment(
        now: { clock.now }, random: { (random.next(), random.next()) },
        zone: { id in
            guard id.name != "Europe/Atlantis" else { throw UnknownZone(name: id.name) }
            return try ZoneRules(
                id: id, initial: ZoneOffset(seconds: 0, isDaylight: false, abbreviation: "UTC"),
                transitions: [])
        }, secrets: Secrets(key: Array(repeating: 7, count: Secrets.keyLength)))
}

struct UnknownZone: Error {
    let name: String
}

func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("crema-services-\(UInt64.random(in: .min ... .max))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    do {
        try await body(folder)
    } catch {
        try FileManager.default.removeItem(atPath: folder)
        throw error
    }
    try FileManager.default.removeItem(atPath: folder)
}

/// A clock that stands until it is set.
final class TestClock: Sendable {
    private let milliseconds: Atomic<Int64>

    init(_ start: Timestamp) {
        milliseconds = Atomic(start.milliseconds)
    }

    var now: Timestamp {
        Timestamp(milliseconds: milliseconds.load(ordering: .sequentiallyConsistent))
    }

    /// Later, or earlier where the duration is negative.
    func advance(_ duration: Duration) {
        let step = Int64(duration / .milliseconds(1))
        milliseconds.wrappingAdd(step, ordering: .sequentiallyConsistent)
    }

    func set(_ text: String) throws {
        let instant = try #require(Timestamp(rfc3339: text))
        milliseconds.store(instant.milliseconds, ordering: .sequentiallyConsistent)
    }
}

/// SplitMix64: the same numbers for the same seed.
final class TestRandom: Sendable {
    private let state: Mutex<UInt64>

    init(seed: UInt64) {
        state = Mutex(seed)
    }

    func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
