/// What the operator decides when starting a server.
package struct ServerOptions: Sendable {
    /// The folder of the shop.
    package var dataPath = "./data"
    /// Address to listen on.
    package var host = "127.0.0.1"
    /// 0 takes any free one.
    package var port = 8080
    /// Nothing is kept: no waiting for the disk.
    package var isInMemory = false
    /// Rate limits hold.
    package var hasLimits = true
    /// Addresses or networks of fronts whose forwarded headers are believed.
    package var trustedFronts: [String] = []
    /// Orders a minute that made-up customers place; 0 for none.
    package var demoOrdersPerMinute = 0
    /// One line of JSON a request.
    package var logsRequests = true
    /// What running requests are given when the server stops.
    package var graceSeconds = 10

    package init() {}
}
