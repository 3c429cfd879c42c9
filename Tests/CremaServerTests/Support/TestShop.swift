import CremaAPI
import CremaDomain
import CremaHTTP
import CremaSQL
import CremaServer
import CremaServices
import CremaStore
import CremaWeb
import Foundation
import Synchronization
import TestEngine

/// A time that passes when a test says so.
final class TestClock: Sendable {
    private let state: Mutex<Timestamp>

    init(_ start: Timestamp) {
        state = Mutex(start)
    }

    var now: Timestamp { state.withLock { $0 } }

    func advance(seconds: Int64) {
        state.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + seconds * 1000) }
    }
}

/// Chance that is the same in each run.
final class TestChance: Sendable {
    private let state = Mutex<UInt64>(42)

    func next() -> (UInt64, UInt64) { (one(), one()) }

    /// SplitMix64.
    private func one() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}

/// The corner shop: a whole server with a database, a clock and ids of its own.
///
/// Ada and Bob are customers. Mia makes coffee at the mill, Hugo at the harbour; Nora manages the
/// mill; Olga owns it all.
final class TestShop: Sendable {
    let server: RunningServer
    let clock: TestClock
    let client: TestClient
    /// How it was started; a second instance starts the same.
    let options: ServerOptions
    /// Where its keys are, and its database where it's SQLite's.
    var folder: String { options.dataPath }
    private let tokens = Mutex<[String: String]>([:])

    private init(server: RunningServer, clock: TestClock, options: ServerOptions) {
        self.options = options
        self.server = server
        self.clock = clock
        client = TestClient(port: server.http.port)
    }

    static let password = "correct horse battery"
    private static let gate = Gate(4)

    /// Runs `body` with a shop of its own.
    static func open(
        hasLimits: Bool = false, sendsMail: Bool = false, heartbeat: Duration = .seconds(15),
        _ body: (TestShop) async throws -> Void
    ) async throws {
        await gate.enter()
        do {
            try await run(
                hasLimits: hasLimits, sendsMail: sendsMail, heartbeat: heartbeat, body)
        } catch {
            await gate.leave()
            throw error
        }
        await gate.leave()
    }

    private static func run(
        hasLimits: Bool, sendsMail: Bool, heartbeat: Duration,
        _ body: (TestShop) async throws -> Void
    ) async throws {
        let folder = try folder()
        defer { removeFolder(folder) }
        guard !TestEngine.isSQLite else {
            return try await run(
                in: folder, databaseURL: nil, hasLimits, sendsMail, heartbeat, body)
        }
        try await withTestDatabase { place in
            try await run(
                in: folder, databaseURL: place.address, hasLimits, sendsMail, heartbeat, body)
        }
    }

    private static func run(
        in folder: String, databaseURL: String?, _ hasLimits: Bool, _ sendsMail: Bool,
        _ heartbeat: Duration, _ body: (TestShop) async throws -> Void
    ) async throws {
        // A Wednesday, eight in the morning in New York.
        let clock = TestClock(Timestamp(milliseconds: 1_772_625_600_000))
        let chance = TestChance()
        var options = ServerOptions()
        options.dataPath = folder
        options.port = 0
        options.isInMemory = databaseURL == nil
        options.databaseURL = databaseURL
        options.hasLimits = hasLimits
        options.payments = .sandbox
        if sendsMail {
            options.mail = .terminal
            options.address = "https://coffee.example"
        }
        options.heartbeat = heartbeat
        options.environment = { secrets in
            let real = Bootstrap.environment(secrets: secrets)
            return Environment(
                now: { clock.now }, random: { chance.next() }, zone: real.zone, secrets: secrets)
        }
        let (_, database, services) = try await RunningServer.open(options)
        try await CornerShop.make(services)
        await database.close()
        let started = options
        let server = try await RunningServer.start(started) { _ in }
        do {
            try await body(TestShop(server: server, clock: clock, options: started))
        } catch {
            await server.stop(grace: .zero)
            throw error
        }
        await server.stop(grace: .zero)
    }

    private static func folder() throws -> String {
        let parent = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
        var template = Array((parent + "/crema-test-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StartError("no folder: \(String(cString: strerror(errno)))")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func removeFolder(_ path: String) {
        // Left behind at worst; the test's outcome stands.
        try? FileManager.default.removeItem(atPath: path)
    }

    // MARK: requests

    func send(_ request: Request, as caller: Caller = .nobody) async throws -> Answer {
        try await client.send(request.with("Authorization", try await authorization(caller)))
    }

    private func authorization(_ caller: Caller) async throws -> String? {
        switch caller {
        case .nobody: return nil
        case .guest(let token): return "Guest " + token
        case .person(let name): return "Bearer " + (try await token(of: name))
        }
    }

    /// An access token; each person signs in once a test.
    func token(of name: String) async throws -> String {
        if let known = tokens.withLock({ $0[name] }) { return known }
        let answer = try await client.send(
            .post(
                "/api/v1/sessions",
                ["email": .text(name + "@corner.shop"), "password": .text(TestShop.password)]))
        guard answer.status == 201, let token = answer.json["accessToken"].string else {
            throw Socket.Failure(description: "\(name) can't sign in: \(answer.text)")
        }
        tokens.withLock { $0[name] = token }
        return token
    }

    /// Another key for each call; the same in each run.
    func key(_ name: String = #function) -> String {
        let random = server.services.environment.random()
        return "key-" + String(random.0, radix: 36) + "-" + String(random.1, radix: 36)
            + "-0123456789"
    }

    /// A cart, quoted, ready to be placed.
    func newOrder(_ cart: JSON = CornerShop.cart, name: String = "Ada L") async throws -> JSON {
        let quote = try await send(.post("/api/v1/quotes", cart))
        guard let fingerprint = quote.json["fingerprint"].string else {
            throw Socket.Failure(description: "no quote: \(quote.text)")
        }
        return cart.with("fingerprint", .text(fingerprint)).with("customerName", .text(name))
    }

    /// Places an order and returns the answer's body.
    func place(
        _ cart: JSON = CornerShop.cart, as caller: Caller = .person("ada"), name: String = "Ada L"
    ) async throws -> JSON {
        let order = try await newOrder(cart, name: name)
        let answer = try await send(.post("/api/v1/orders", order, key: key()), as: caller)
        guard answer.status == 201 else {
            throw Socket.Failure(description: "not placed: \(answer.text)")
        }
        return answer.json
    }

    func move(
        _ id: String, to state: String, version: Int, as caller: Caller = .person("mia"),
        reason: String? = nil
    ) async throws -> Answer {
        var body: JSON = ["to": .text(state)]
        if let reason { body["reason"] = .text(reason) }
        return try await send(
            .post(
                "/api/v1/orders/\(id)/transitions", body, key: key(), ifMatch: "\"\(version)\""),
            as: caller)
    }
}

/// Who sends a request.
enum Caller: Sendable, Hashable {
    case nobody
    case guest(token: String)
    case person(String)
}

extension TestShop {
    /// Sends all of them at once; the answers in the order of the requests.
    func sendAtOnce(
        _ requests: [Request], as caller: Caller = .nobody
    ) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
            for (index, request) in requests.enumerated() {
                group.addTask { (index, try await self.send(request, as: caller)) }
            }
            var answers: [Int: Answer] = [:]
            for try await (index, answer) in group { answers[index] = answer }
            return requests.indices.compactMap { answers[$0] }
        }
    }

    /// Pieces of an item that are left at the mill.
    func setStock(of item: String, _ count: Int) async throws {
        _ = try await server.services.setAvailability(
            AvailabilityChange(isSoldOut: .set(count == 0), stock: .set(count)),
            of: .item(ID(item)), at: ID("mill"),
            by: Actor(
                person: ID("mia"),
                memberships: [Membership(locationID: ID("mill"), role: .barista)]))
    }
}

extension TestShop {
    /// The session cookie's value of someone who signed in on a page.
    func browserToken(of name: String) async throws -> String {
        try await server.services.signIn(
            email: name + "@corner.shop", password: TestShop.password,
            on: SessionOrigin(kind: .browser)
        ).access
    }
}

extension TestShop {
    /// Ids of accounts, by name.
    func ids(of names: [String]) async throws -> [String: String] {
        try await server.database.read { tx in
            var ids: [String: String] = [:]
            for name in names {
                ids[name] = try PersonStore.find(email: name + "@corner.shop", tx: tx)?.id.rawValue
            }
            return ids
        }
    }
}

extension TestShop {
    /// The id of a session that someone has on another device.
    func otherSession(of name: String) async throws -> String {
        let id = "session-" + key()
        let now = clock.now
        let end = Timestamp(milliseconds: now.milliseconds + 3_600_000)
        try await server.database.write { tx in
            let person = try PersonStore.find(email: name + "@corner.shop", tx: tx)
            guard let person else { throw StartError("there is no \(name)") }
            try SessionStore.insert(
                SessionRecord(
                    id: id, personID: person.id, kind: .api, client: "",
                    accessHash: Array(id.utf8), refreshHash: nil, accessExpiresAt: end,
                    expiresAt: end), at: now, tx: tx)
        }
        return id
    }
}

extension TestShop {
    /// An open event stream: what is told from now on is heard.
    func listen(
        _ query: String = "", as caller: Caller, lastEventID: Int? = nil
    ) async throws -> LiveReader {
        var request = Request.get("/api/v1/events" + query)
        request.headers["Authorization"] = try await authorization(caller)
        request.headers["Last-Event-ID"] = lastEventID.map(String.init)
        let reader = try LiveReader.open(request, port: client.port)
        let head = try await reader.head()
        guard head.status == 200, head.header("content-type") == "text/event-stream" else {
            throw Socket.Failure(description: "no stream, but \(head.status) \(head.text)")
        }
        return reader
    }
}
