import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore
import Synchronization

extension WebApp {
    /// Who asks, in which language; refuses what a limit or another site's form forbids.
    func context(
        _ request: HTTPRequest, id: String, parameters: PathParameters, surface: Surface
    ) async throws(Problem) -> RequestContext {
        let client = settings.trustedFronts.client(of: request)
        guard let query = request.queryItems else {
            throw Problem(.badRequest, "The query can't be read.", field: "query")
        }
        let cookies = Cookies(request.headers)
        if surface == .plain {
            return RequestContext(
                request: request, id: id, parameters: parameters, query: query, cookies: cookies,
                client: client, actor: .nobody, newDevice: nil, accessToken: nil,
                language: .english, isCookieUser: false)
        }
        try limit(.any, sender: client.description)
        let (actor, token, isCookieUser) = try await actor(request, cookies: cookies)
        if !request.method.isSafe, surface.isBrowsers || isCookieUser {
            try refuseForeignForm(request)
        }
        var newDevice: ID<Device>?
        var known = actor
        // A browser gets its cookie with the first thing that it keeps or waits for: what it only
        // looks at is the same for everybody.
        let isKept = surface == .stream || !request.method.isSafe
        if surface.isBrowsers, isKept, actor.device == nil {
            let device = services.environment.makeID(Device.self)
            newDevice = device
            known = Actor(
                person: actor.person, device: device, tokenOrder: actor.tokenOrder,
                memberships: actor.memberships)
        }
        return RequestContext(
            request: request, id: id, parameters: parameters, query: query, cookies: cookies,
            client: client, actor: known, newDevice: newDevice, accessToken: token,
            language: language(request, cookies: cookies), isCookieUser: isCookieUser)
    }

    /// Holds a limit; a bench on a demo shop has none.
    func limit(_ kind: RateClass, sender: @autoclosure () -> String) throws(Problem) {
        guard settings.hasLimits else { return }
        guard
            let seconds = limiter.take(kind, sender: sender(), now: services.environment.now())
        else { return }
        var problem = Problem(.tooManyRequests, "Too many requests; wait \(seconds) s.")
        problem.retryAfterSeconds = seconds
        throw problem
    }

    /// The same, where more is passed over without a word.
    func isWithin(_ kind: RateClass, sender: String) -> Bool {
        !settings.hasLimits
            || limiter.take(kind, sender: sender, now: services.environment.now()) == nil
    }

    private func actor(
        _ request: HTTPRequest, cookies: Cookies
    ) async throws(Problem) -> (Actor, token: String?, isCookieUser: Bool) {
        let secrets = services.environment.secrets
        let device: ID<Device>? = cookies[CookieNames.device]
            .flatMap { secrets.verified($0, purpose: "device") }.flatMap { ID(checking: $0) }
        if let header = request.headers["authorization"] {
            let parts = header.unicodeScalars.split(separator: " ", maxSplits: 1)
                .map { String($0) }
            guard parts.count == 2 else {
                throw Problem(.signInNeeded, "The Authorization header can't be read.")
            }
            let token = String(parts[1])
            switch parts[0].lowercased() {
            case "bearer":
                guard let person = try await person(token, kind: .api) else {
                    throw Problem(.signInNeeded, "The access token is unknown or over.")
                }
                let actor = Actor(person: person.id, memberships: person.memberships)
                return (actor, token, false)
            case "guest":
                guard let order = secrets.order(ofToken: token) else {
                    throw Problem(.signInNeeded, "The guest token isn't one of ours.")
                }
                return (Actor(tokenOrder: order), nil, false)
            default:
                throw Problem(.signInNeeded, "Bearer or Guest is needed.")
            }
        }
        if let token = cookies[CookieNames.session],
            let person = try await person(token, kind: .browser)
        {
            let actor = Actor(
                person: person.id, device: device, memberships: person.memberships)
            return (actor, token, true)
        }
        return (Actor(device: device), nil, device != nil)
    }

    private func person(
        _ token: String, kind: SessionKind
    ) async throws(Problem) -> SessionCache.Entry? {
        let now = services.environment.now()
        if let known = sessions.find(token, kind, now: now) { return known }
        let found: (person: ID<Person>, memberships: [Membership])?
        do throws(ReadFailure) {
            found = try await services.person(ofAccessToken: token, kind: kind)
        } catch {
            throw ErrorMapping.problem(error)
        }
        guard let found else { return nil }
        let entry = SessionCache.Entry(
            id: found.person, memberships: found.memberships, readAt: now)
        sessions.keep(token, kind, entry)
        return entry
    }

    /// A form of another site brings the cookies along; the browser says where it stood
    /// (Fetch Metadata, else the Origin header of RFC 6454).
    private func refuseForeignForm(_ request: HTTPRequest) throws(Problem) {
        if let site = request.headers["sec-fetch-site"] {
            if site == "same-origin" || site == "none" { return }
        } else if let origin = request.headers["origin"] {
            let host = request.headers["host"] ?? ""
            if origin == "http://" + host || origin == "https://" + host { return }
        } else {
            // Neither header: not a browser of the last years, so no other site's form either.
            return
        }
        throw Problem(.forbidden, "This form was sent from another site.")
    }

    private func language(_ request: HTTPRequest, cookies: Cookies) -> Language {
        if let chosen = cookies[CookieNames.language].flatMap({ Language(rawValue: $0) }) {
            return chosen
        }
        return Language(acceptLanguage: request.headers["accept-language"] ?? "")
    }
}

/// Whose access tokens are, for a few seconds, so that not every request of a tablet reads the
/// database. A session that ends is gone from here in that time at the latest.
final class SessionCache: Sendable {
    static let milliseconds: Int64 = 3000
    private static let memory = 10_000

    struct Entry: Sendable {
        let id: ID<Person>
        let memberships: [Membership]
        let readAt: Timestamp
    }

    /// A browser's token is no bearer token, nor the other way round.
    private struct Key: Hashable {
        let token: String
        let kind: SessionKind
    }

    private let entries = Mutex<[Key: Entry]>([:])

    func find(_ token: String, _ kind: SessionKind, now: Timestamp) -> Entry? {
        entries.withLock { entries in
            guard let entry = entries[Key(token: token, kind: kind)],
                abs(now.milliseconds - entry.readAt.milliseconds) < SessionCache.milliseconds
            else { return nil }
            return entry
        }
    }

    func keep(_ token: String, _ kind: SessionKind, _ entry: Entry) {
        entries.withLock { entries in
            if entries.count >= SessionCache.memory { entries.removeAll() }
            entries[Key(token: token, kind: kind)] = entry
        }
    }

    /// All sessions of a person.
    func forget(_ person: ID<Person>) {
        entries.withLock { entries in entries = entries.filter { $0.value.id != person } }
    }

    func forget(_ token: String) {
        entries.withLock { entries in
            for kind in [SessionKind.api, .browser] {
                entries.removeValue(forKey: Key(token: token, kind: kind))
            }
        }
    }
}
