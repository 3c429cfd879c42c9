import CremaDomain
import CremaHTTP
import CremaSQL
import CremaWeb
import Foundation

/// `crema serve` and `crema demo`.
enum ServeCommand {
    static func run(_ options: Options, isDemo: Bool) throws -> Int32 {
        var server = try serverOptions(options)
        if !isDemo {
            guard !server.isInMemory else {
                throw UsageError("--memory is for the demo: a shop is kept")
            }
            try ShopPlace.require(server)
            server.backupsKept = try options.number("backups", 0...1000) ?? 14
        }
        if isDemo, server.mail == nil, !options.isSet("quiet") { server.mail = .terminal }
        if isDemo, server.payments == nil { server.payments = .sandbox }
        let memory = server.isInMemory ? try MemoryFolder() : nil
        defer { memory?.delete() }
        if let path = memory?.path { server.dataPath = path }
        let settings = server
        let log = LogWriter(isQuiet: options.isSet("quiet"))
        let running = try Blocking.run {
            if isDemo {
                let (_, database, services) = try await RunningServer.open(settings)
                do {
                    try await DemoShop.ensure(services)
                } catch {
                    await database.close()
                    throw error
                }
                await database.close()
            }
            return try await RunningServer.start(settings) { log.write($0) }
        }
        announce(running, isDemo: isDemo, host: settings.host)
        Signals.wait()
        try Blocking.run { await running.stop(grace: .seconds(settings.graceSeconds)) }
        return 0
    }

    static func serverOptions(_ options: Options) throws -> ServerOptions {
        guard options.words.isEmpty else { throw UsageError("what is \(options.words[0])?") }
        var server = try ShopPlace.options(options)
        server.isInMemory = options.isSet("memory")
        // The folder is deleted in the end, and the disk isn't waited for.
        guard !server.isInMemory || (options["data"] ?? options["database"]) == nil else {
            throw UsageError("--memory keeps nothing, so it takes no --data and no --database")
        }
        server.host = options["host"] ?? server.host
        server.port = try options.number("port", 0...65_535) ?? server.port
        server.hasLimits = !options.isSet("no-limits")
        server.trustedFronts = options.all("trust-front")
        server.address = try MailPlace.address(options["address"])
        server.mail = try MailPlace.option(
            options, dataPath: server.isInMemory ? nil : server.dataPath)
        server.payments = try PaymentOption.stripe(
            dataPath: server.isInMemory ? nil : server.dataPath)
        server.demoOrdersPerMinute = try options.number("traffic", 0...600) ?? 0
        return server
    }

    private static func announce(_ running: RunningServer, isDemo: Bool, host: String) {
        let base = "http://\(host.contains(":") ? "[\(host)]" : host):\(running.http.port)"
        guard isDemo else {
            Terminal.out("crema: ready on \(base)")
            return
        }
        let shop = DemoShop.firstLocation.rawValue
        Terminal.out(
            "crema: ready on \(base) · order \(base)/l/\(shop)/menu · bar \(base)/bar/\(shop) · "
                + "owner \(base)/sign-in · sign in as owner@, manager@, barista@ or "
                + "customer@demo.crema with \(DemoShop.password)")
    }
}

/// Writes the log to standard error, a line at a time.
final class LogWriter: Sendable {
    private let isQuiet: Bool

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    func write(_ line: AccessLine) {
        guard !isQuiet else { return }
        var bytes = Array(line.json.utf8)
        bytes.append(0x0A)
        // A log that can't be written stops nobody from getting a coffee.
        _ = Foundation.write(STDERR_FILENO, bytes, bytes.count)
    }
}
