package import CremaDomain
package import CremaServices
package import CremaSQL

/// A database for one walk: open, and empty.
package struct WalkDatabase: Sendable {
    package let database: any Database
    /// Where it can be looked at after a failure.
    package let place: String
    /// Throws it away once the walk has ended well; it is closed by then.
    package let discard: @Sendable () throws -> Void

    package init(
        database: any Database, place: String, discard: @escaping @Sendable () throws -> Void
    ) {
        self.database = database
        self.place = place
        self.discard = discard
    }
}

/// What the simulator is given from outside.
package struct Surroundings: Sendable {
    /// Opens an empty database of any engine, by the seed of the walk that is to use it.
    package var openDatabase: @Sendable (_ seed: UInt64) async throws -> WalkDatabase
    package var zone: @Sendable (ZoneID) throws -> ZoneRules
    /// Forgets what needn't be kept, as a server does from time to time.
    package var tidy: @Sendable (Services) async throws -> Void
    /// Milliseconds of real time, for the figures.
    package var elapsedMilliseconds: @Sendable () -> Int64

    package init(
        openDatabase: @escaping @Sendable (_ seed: UInt64) async throws -> WalkDatabase,
        zone: @escaping @Sendable (ZoneID) throws -> ZoneRules,
        tidy: @escaping @Sendable (Services) async throws -> Void,
        elapsedMilliseconds: @escaping @Sendable () -> Int64
    ) {
        self.openDatabase = openDatabase
        self.zone = zone
        self.tidy = tidy
        self.elapsedMilliseconds = elapsedMilliseconds
    }
}
