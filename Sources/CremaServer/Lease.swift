import CremaDomain
import CremaServices
import CremaSQL
import CremaStore

/// Work that one instance does at a time, under a name, and how far it has come in the stream.
struct Lease: Sendable {
    private let name: String
    private let services: Services
    private let milliseconds: Int64
    private let holder = Base64URL.encode(Hash.random(12))

    /// - Parameter seconds: how long the work is this instance's without a word of it.
    init(_ name: String, seconds: Int64, _ services: Services) {
        self.name = name
        self.services = services
        milliseconds = seconds * 1000
    }

    /// Up to which event the work is done.
    func position() async throws -> Int64 {
        let name = name
        return try await services.database.read { tx in
            try FollowerStore.position(of: name, tx: tx)
        }
    }

    /// Takes the work, or goes on holding it. Returns how far it has come; nil while somebody else
    /// is at it.
    func hold() async throws -> Int64? {
        let (now, name, holder) = (services.environment.now(), name, holder)
        let until = Timestamp(milliseconds: now.milliseconds + milliseconds)
        return try await services.database.write { tx in
            try FollowerStore.hold(name, by: holder, until: until, at: now, tx: tx)
        }
    }

    /// Notes that everything up to an event is done.
    func advance(to id: Int64) async throws {
        let (name, holder) = (name, holder)
        try await services.database.write { tx in
            _ = try FollowerStore.advance(name, by: holder, to: id, tx: tx)
        }
    }

    /// Lets others have it.
    func release() async throws {
        let (name, holder) = (name, holder)
        try await services.database.write { tx in
            try FollowerStore.release(name, by: holder, tx: tx)
        }
    }
}
