package import CremaSQL
package import CremaServices

/// What the operator decides when starting a server, and what tests put in its place.
package struct ServerOptions: Sendable {
    /// The folder of the shop.
    package var dataPath = "./data"
    /// A PostgreSQL database that holds the shop instead of a file in the folder.
    package var databaseURL: String?
    /// How many connections it gets, and how long it is waited for.
    package var postgres = PostgresOptions()
    /// Address to listen on.
    package var host = "127.0.0.1"
    /// 0 takes any free one.
    package var port = 8080
    /// Nothing is kept: no waiting for the disk.
    package var isInMemory = false
    /// Where the shop is on the web, `https://coffee.example`: links in mails lead there.
    package var address: String?
    /// Takes the shop's mails; without it none are sent.
    package var mail: MailOption?
    /// Charges cards; without it the shop takes none on the web.
    package var payments: PaymentOption?
    /// Rate limits hold.
    package var hasLimits = true
    /// Addresses or networks of fronts whose forwarded headers are believed.
    package var trustedFronts: [String] = []
    /// Orders a minute that made-up customers place; 0 for none.
    package var demoOrdersPerMinute = 0
    /// One line of JSON a request.
    package var logsRequests = true
    /// Nightly backups kept in the folder; 0 makes none.
    package var backupsKept = 0
    /// What running requests are given when the server stops.
    package var graceSeconds = 10

    /// Where time and chance come from.
    package var environment: @Sendable (Secrets) -> Environment = {
        Bootstrap.environment(secrets: $0)
    }
    /// Silence after which a live stream says that it is still there.
    package var heartbeat: Duration = .seconds(15)

    package init() {}
}
