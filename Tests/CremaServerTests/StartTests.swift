import CremaDomain
@testable import CremaServer
import CremaServices
import CremaSQL
import CremaStore
import Foundation
import Testing

/// What a server starts on, and what it refuses to.
struct StartTests {
    private func startError(_ options: ServerOptions) async throws -> String {
        do {
            let running = try await RunningServer.start(options) { _ in }
            await running.stop(grace: .zero)
            return "started"
        } catch let error as StartError {
            return error.description
        }
    }

    private func withDemo(_ body: (String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let (_, database, services) = try await RunningServer.open(options(folder))
            try await DemoShop.ensure(services)
            await database.close()
            try await body(folder)
        }
    }

    @Test func `what is for demo shops is refused on a real one`() async throws {
        try await withTemporaryFolder { folder in
            try await makeRealShop(in: folder)
            var unlimited = options(folder)
            unlimited.hasLimits = false
            var busy = options(folder)
            busy.demoOrdersPerMinute = 60

            #expect(try await startError(unlimited) == "--no-limits is for demo shops only")
            #expect(try await startError(busy) == "--traffic is for demo shops only")
            #expect(try await startError(options(folder)) == "started")
        }
    }

    @Test func `the demo's people never get into a real shop`() async throws {
        try await withTemporaryFolder { folder in
            try await makeRealShop(in: folder)
            let (_, database, services) = try await RunningServer.open(options(folder))

            await #expect(throws: StartError.self) { try await DemoShop.ensure(services) }

            let people = try await database.read { tx in
                try PersonStore.find(email: "owner@demo.crema", tx: tx)
            }
            #expect(people == nil)
            await database.close()
        }
    }

    @Test func `a demo takes what is for demos, and is made once`() async throws {
        try await withDemo { folder in
            var unlimited = options(folder)
            unlimited.hasLimits = false
            unlimited.demoOrdersPerMinute = 600
            #expect(try await startError(unlimited) == "started")

            let (_, database, services) = try await RunningServer.open(options(folder))
            try await DemoShop.ensure(services)
            let edition = try await database.read { try MenuStore.currentDocument(tx: $0)?.edition }
            #expect(edition == 1)
            await database.close()
        }
    }

    @Test func `a demo whose first start was cut short gets its menu at the next`() async throws {
        try await withDemo { folder in
            let (_, database, services) = try await RunningServer.open(options(folder))
            try await database.write { tx in
                try tx.execute("UPDATE shop SET menu_edition = 0")
                try tx.execute("DELETE FROM menu_edition")
            }

            try await DemoShop.ensure(services)

            let place = try #require(try await services.places.find(DemoShop.firstLocation))
            #expect(place.menu.catalog.items.count > 20)
            await database.close()
        }
    }

    @Test func `a folder without a shop says what to do`() async throws {
        try await withTemporaryFolder { folder in
            let error = try await startError(options(folder))
            #expect(error.contains("crema init"))
        }
    }

    @Test func `serving a folder that isn't there makes none`() async throws {
        try await withTemporaryFolder { folder in
            let slip = folder + "/sohp"
            for path in [slip, folder] {
                let arguments = try Options(["--data", path, "--port", "0"])
                let error = #expect(throws: StartError.self) {
                    try ServeCommand.run(arguments, isDemo: false)
                }
                #expect(error?.description.contains("holds no shop") == true)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test func `a start that fails stands in the way of no other`() async throws {
        try await withDemo { folder in
            var wrong = options(folder)
            wrong.trustedFronts = ["not an address"]
            let error = try await startError(wrong)
            #expect(error.contains("--trust-front"))

            #expect(try await startError(options(folder)) == "started")
        }
    }

    @Test func `a database of a newer program is refused`() async throws {
        try await withDemo { folder in
            let database = try SQLiteDatabase(path: folder + "/crema.db")
            try await database.write { tx in
                try tx.execute(
                    """
                    INSERT INTO schema_migration (number, name, checksum, applied_at)
                    VALUES (99, 'of tomorrow', 'x', 0)
                    """)
            }
            await database.close()

            await #expect(throws: MigrationError.self) {
                try await RunningServer.open(options(folder))
            }
        }
    }
}
