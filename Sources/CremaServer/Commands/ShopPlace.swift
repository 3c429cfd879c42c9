import CremaSQL
import CremaServices
import Foundation

/// The shop that a command works on: a folder, and where its database isn't in there, a server.
enum ShopPlace {
    /// As `--data` and `--database` say.
    static func options(_ options: Options) throws -> ServerOptions {
        var server = ServerOptions()
        server.dataPath = options["data"] ?? server.dataPath
        server.databaseURL = try databaseURL(options["database"])
        return server
    }

    /// `--database` as libpq takes it. The text may hold a password, so it's never repeated.
    static func databaseURL(_ text: String?) throws -> String? {
        guard let text else { return nil }
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else {
            throw UsageError(
                "--database takes a PostgreSQL server's postgres://user@host:port/database; "
                    + "without it the shop is in the folder of --data")
        }
        return text
    }

    /// For people, without a password.
    static func name(_ server: ServerOptions) -> String {
        server.databaseURL.map { PostgresURL.shown($0) } ?? server.dataPath
    }

    /// Opens the shop, which must be there, and closes it again.
    static func open<T: Sendable>(
        _ options: Options, _ body: @escaping @Sendable (Services) async throws -> T
    ) throws -> T {
        let server = try Self.options(options)
        try require(server)
        return try Blocking.run {
            let (_, database, services) = try await RunningServer.open(server)
            do {
                let value = try await body(services)
                await database.close()
                return value
            } catch {
                await database.close()
                throw error
            }
        }
    }

    /// Refuses a folder without a shop, and leaves nothing there: a slip in its name must not
    /// look like a shop that lost everything.
    static func require(_ server: ServerOptions) throws {
        guard server.databaseURL == nil else { return }
        guard FileManager.default.fileExists(atPath: server.dataPath + "/crema.db") else {
            throw StartError(
                "\(server.dataPath) holds no shop: is --data right? `crema init` makes one")
        }
    }

    /// A failure for who sits at the terminal.
    static func sentence<Refusal>(_ failure: Failure<Refusal>) -> String {
        switch failure {
        case .refused(let refusal): "\(refusal)"
        case .unavailable(let error): "\(error)"
        case .broken(let error): "\(error)"
        case .denied, .keyReused, .versionMissing, .stale: "that isn't allowed"
        }
    }
}
