import CremaDomain
package import CremaHTTP
import CremaPayments
package import CremaServices
package import CremaSQL
import CremaStore
package import CremaWeb
import Foundation

/// A server with all its parts, from the database to the socket. Tests start what production
/// starts.
package final class RunningServer: Sendable {
    package let services: Services
    package let http: HTTPServer
    package let app: WebApp
    package let database: any Database
    private let traffic: DemoTraffic?
    private let keeper: Housekeeper
    private let follower: EventFollower
    private let backups: NightlyBackups?
    private let mails: MailSender?
    private let payments: PaymentWorker?

    /// Opens the shop in a folder and serves it.
    package static func start(
        _ options: ServerOptions, log: @escaping @Sendable (AccessLine) -> Void
    ) async throws -> RunningServer {
        let (folder, database, services) = try await open(options)
        do {
            return try await start(options, in: folder, database, services, log: log)
        } catch {
            await database.close()
            throw error
        }
    }

    private static func start(
        _ options: ServerOptions, in folder: DataFolder, _ database: any Database,
        _ services: Services, log: @escaping @Sendable (AccessLine) -> Void
    ) async throws -> RunningServer {
        guard let shop = try await services.read(ShopQuery(), by: .nobody) else {
            let place = options.databaseURL == nil ? options.dataPath : "the database"
            throw StartError("\(place) holds no shop yet: run `crema init` first")
        }
        guard options.hasLimits || shop.isDemo else {
            throw StartError("--no-limits is for demo shops only")
        }
        guard options.demoOrdersPerMinute == 0 || shop.isDemo else {
            throw StartError("--traffic is for demo shops only")
        }
        var settings = WebSettings()
        settings.shopName = shop.name
        settings.hasLimits = options.hasLimits
        settings.metricsToken = try folder.metricsToken()
        settings.photoFolder = folder.photoPath
        guard let fronts = TrustedFronts(options.trustedFronts) else {
            throw StartError("--trust-front takes addresses and networks like 10.0.0.0/8")
        }
        settings.trustedFronts = fronts
        if case .sandbox = options.payments, !shop.isDemo {
            throw StartError("a sandbox charges nobody: it is for demo shops only")
        }
        if options.mail != nil, options.address == nil, !shop.isDemo {
            throw StartError("mails carry links: give --address https://… where the shop is")
        }
        settings.sendsMail = options.mail != nil
        let app = WebApp(services: services, settings: settings, log: log)
        var configuration = HTTPServerConfiguration()
        configuration.host = options.host
        configuration.port = options.port
        configuration.trustedFronts = fronts
        configuration.heartbeat = options.heartbeat
        configuration.bodyLimit = WebApp.bodyLimit
        if !options.hasLimits { configuration.maxConnectionsPerAddress = nil }
        let http = HTTPServer(
            configuration: configuration, streamClosed: { app.streamClosed($0) },
            handler: { await app.answer($0) })
        app.connect(http)
        try http.start()
        return RunningServer(
            services: services, http: http, app: app, database: database, folder: folder,
            shopName: shop.name, options: options)
    }

    /// Opens the database of a folder, brings its schema up to date, and puts services on it.
    package static func open(
        _ options: ServerOptions
    ) async throws -> (DataFolder, any Database, Services) {
        let folder = try DataFolder(
            path: options.dataPath, databaseURL: options.databaseURL)
        let environment = options.environment(try folder.secrets())
        let database = try database(options, in: folder)
        do {
            _ = try await migrate(
                database, Schema.migrations, now: environment.now().milliseconds
            ) { missing in
                // What a migration makes of the shop can't be undone by it.
                let name = "before-migration-\(missing.first?.number ?? 0).tar"
                let file = folder.backupPath + "/" + name
                guard !FileManager.default.fileExists(atPath: file) else { return }
                try await Backup.make(of: folder, at: file)
            }
        } catch {
            await database.close()
            throw error
        }
        let services: Services
        do {
            services = Services(
                database: database, environment: environment,
                provider: try options.payments?.provider(in: folder))
            services.hub.begin(at: try await services.read(LastEventID(), by: .nobody))
        } catch {
            await database.close()
            throw error
        }
        return (folder, database, services)
    }

    private static func database(
        _ options: ServerOptions, in folder: DataFolder
    ) throws -> any Database {
        if let url = options.databaseURL {
            return PostgresDatabase(url: url, options: options.postgres)
        }
        var sqlite = SQLiteOptions()
        if options.isInMemory { sqlite.synchronous = .off }
        return try SQLiteDatabase(path: folder.databasePath, options: sqlite)
    }

    private init(
        services: Services, http: HTTPServer, app: WebApp, database: any Database,
        folder: DataFolder, shopName: String, options: ServerOptions
    ) {
        self.services = services
        self.http = http
        self.app = app
        self.database = database
        keeper = Housekeeper(services: services)
        follower = EventFollower(services: services)
        (services.provider as? SandboxProvider)?.call(services)
        payments = services.provider.map { _ in PaymentWorker(services: services) }
        mails = options.mail.map { mail in
            MailSender(
                services: services,
                view: AccountMailView(
                    shopName: shopName,
                    address: options.address ?? RunningServer.own(options.host, http.port)),
                transport: mail.transport)
        }
        backups =
            options.backupsKept > 0
            ? NightlyBackups(services: services, folder: folder, kept: options.backupsKept) : nil
        traffic =
            options.demoOrdersPerMinute > 0
            ? DemoTraffic(services: services, ordersPerMinute: options.demoOrdersPerMinute) : nil
    }

    /// Where a demo is, as seen from its own machine.
    private static func own(_ host: String, _ port: Int) -> String {
        "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// Takes no more connections, finishes what runs, and closes the database.
    package func stop(grace: Duration) async {
        traffic?.stop()
        keeper.stop()
        backups?.stop()
        mails?.stop()
        payments?.stop()
        app.stop()
        follower.stop()
        await http.shutdown(grace: grace)
        await database.close()
    }
}

/// Why a server doesn't start, in words for its operator.
package struct StartError: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
