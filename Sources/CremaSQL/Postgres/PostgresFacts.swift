/// What a PostgreSQL server says about itself, for whoever looks for faults of a set-up.
package struct PostgresFacts: Sendable, Hashable {
    package let version: String
    /// What is committed outlives a power cut.
    package let isDurable: Bool
    /// COMMIT waits for the disk.
    package let waitsForDisk: Bool
    package let isStandby: Bool
    package let freeConnections: Int
    /// The fastest of a few.
    package let roundTrip: Duration
    /// The server's clock.
    package let clockMilliseconds: Int64

    package init(url: String) throws(SQLError) {
        let tables = try PostgresTables(url: url)
        version = try tables.text("SHOW server_version")
        let (syncs, wholePages) = (
            try tables.text("SHOW fsync"), try tables.text("SHOW full_page_writes")
        )
        isDurable = syncs == "on" && wholePages == "on"
        waitsForDisk = try tables.text("SHOW synchronous_commit") != "off"
        isStandby = try tables.text("SELECT pg_is_in_recovery()") == "t"
        freeConnections = try tables.number(
            """
            SELECT current_setting('max_connections')::int
                - current_setting('superuser_reserved_connections')::int
                - (SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend')
            """)
        let clock = ContinuousClock()
        var fastest = Duration.seconds(3600)
        for _ in 1...5 {
            let start = clock.now
            _ = try tables.number("SELECT 1")
            fastest = min(fastest, clock.now - start)
        }
        roundTrip = fastest
        clockMilliseconds = Int64(
            try tables.number("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"))
    }
}
