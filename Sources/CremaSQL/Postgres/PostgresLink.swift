import Foundation

/// A thread's own connection, made when it's first needed and made anew once it's lost.
final class PostgresLink {
    private let url: String
    private let options: PostgresOptions
    private let counters: DatabaseCounters
    private var connection: PostgresConnection?
    private let clock = ContinuousClock()

    /// The first pause between two tries; it doubles, up to the longest.
    private static let firstPause = Duration.milliseconds(20)
    private static let longestPause = Duration.milliseconds(500)

    init(_ url: String, options: PostgresOptions, counters: DatabaseCounters) {
        self.url = url
        self.options = options
        self.counters = counters
    }

    /// A connection that works as far as can be known; tries until the deadline, once at least.
    func open(until deadline: ContinuousClock.Instant) throws(SQLError) -> PostgresConnection {
        if let connection {
            if !connection.isLost { return connection }
            self.connection = nil
            counters.hasLostConnection()
        }
        var pause = PostgresLink.firstPause
        while true {
            do throws(SQLError) {
                let fresh = try PostgresConnection(url, options: options)
                connection = fresh
                return fresh
            } catch {
                guard error.isTransient, clock.now + pause < deadline else { throw error }
                PostgresLink.sleep(pause)
                pause = min(pause * 2, PostgresLink.longestPause)
            }
        }
    }

    func close() {
        connection = nil
    }

    /// Waits on this thread, for half of the time at least: who lost against others doesn't meet
    /// them again.
    static func sleep(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let whole = Double(seconds) + Double(attoseconds) / 1e18
        Thread.sleep(forTimeInterval: whole * Double.random(in: 0.5...1))
    }
}
