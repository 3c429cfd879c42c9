import CremaDomain
import CremaServices
import CremaStore

/// A member of the staff who signs in, gets new tokens, loses answers and signs out.
struct SessionDesk {
    static let email = "olga@corner.example"
    static let password = "correct horse battery"
    static let person = ID<Person>("olga")

    private struct Tokens {
        let access: String
        let refresh: String
        let accessExpiresAt: Timestamp
    }

    private struct Session {
        var latest: Tokens
        var before: (refresh: String, replacedAt: Timestamp)?
        let endsAt: Timestamp
    }

    private var session: Session?

    private static let hour: Int64 = 3_600_000
    private static let graceMilliseconds: Int64 = 60_000
    private static let lifeMilliseconds: Int64 = 90 * 24 * hour

    /// Does a step, and returns its name and whether it was refused, for the figures.
    mutating func perform(
        _ step: SessionStep, _ services: Services, at now: Timestamp
    ) async throws -> (name: String, refusal: String?) {
        let outcome: (String, String?)
        switch step {
        case .signIn: outcome = try await signIn(services, at: now)
        case .signInWrongly:
            let tokens = try await answer {
                () async throws(Failure<SignInRefusal>) in
                try await services.signIn(
                    email: SessionDesk.email, password: "wrong " + SessionDesk.password,
                    on: SessionOrigin(kind: .api))
            }
            try expect(.sessionsHold, tokens == nil, "no way in", found: "tokens")
            outcome = ("signIn", "wrong")
        case .refresh:
            outcome = try await refresh(session?.latest.refresh ?? "none.none", services, at: now)
        case .refreshAgain:
            let token = session?.before?.refresh ?? session?.latest.refresh ?? "none.none"
            outcome = try await refresh(token, services, at: now)
        case .refreshWithNonsense:
            outcome = try await refresh("nonsense", services, at: now)
        case .signOut: outcome = try await signOut(services)
        }
        try await check(services, at: now)
        return outcome
    }

    private mutating func signIn(
        _ services: Services, at now: Timestamp
    ) async throws -> (String, String?) {
        let tokens = try await answer {
            () async throws(Failure<SignInRefusal>) in
            try await services.signIn(
                email: " OLGA@corner.example ", password: SessionDesk.password,
                on: SessionOrigin(kind: .api))
        }
        guard let tokens, let refresh = tokens.refresh else {
            throw Finding(.sessionsHold, expected: "tokens", found: "none")
        }
        session = Session(
            latest: Tokens(
                access: tokens.access, refresh: refresh, accessExpiresAt: tokens.accessExpiresAt),
            endsAt: now + .milliseconds(SessionDesk.lifeMilliseconds))
        return ("signIn", nil)
    }

    private mutating func refresh(
        _ token: String, _ services: Services, at now: Timestamp
    ) async throws -> (String, String?) {
        let tokens = try await answer {
            () async throws(Failure<SignInRefusal>) in try await services.refresh(token)
        }
        let fits = session.map { now < $0.endsAt } ?? false
        if let session, fits, token == session.latest.refresh {
            guard let tokens, let refresh = tokens.refresh else {
                throw Finding(.sessionsHold, expected: "the next tokens", found: "none")
            }
            let wanted = now + .milliseconds(SessionDesk.hour)
            try expect(
                .sessionsHold, "the access token's end", min(wanted, session.endsAt),
                tokens.accessExpiresAt)
            self.session?.before = (token, now)
            self.session?.latest = Tokens(
                access: tokens.access, refresh: refresh, accessExpiresAt: tokens.accessExpiresAt)
            return ("refresh", nil)
        }
        if let session, fits, let before = session.before, token == before.refresh,
            now.milliseconds - before.replacedAt.milliseconds <= SessionDesk.graceMilliseconds
        {
            try expect(
                .sessionsHold, "the same tokens again", session.latest.access, tokens?.access)
            return ("refresh", nil)
        }
        try expect(.sessionsHold, tokens == nil, "no tokens for an old one", found: "tokens")
        // Whoever shows an old token isn't its holder, or whoever has the new one isn't: it ends.
        if let session, fits, token == session.before?.refresh { self.session = nil }
        return ("refresh", "expired")
    }

    private mutating func signOut(_ services: Services) async throws -> (String, String?) {
        let token = session?.latest.access ?? "none"
        _ = try await answer {
            () async throws(Failure<SignInRefusal>) in
            try await services.signOut(accessToken: token)
        }
        session = nil
        return ("signOut", nil)
    }

    /// The latest access token opens the door as long as it lasts, and nothing else does.
    private func check(_ services: Services, at now: Timestamp) async throws {
        guard let session else { return }
        let found = try await services.person(ofAccessToken: session.latest.access, kind: .api)
        let isOver = session.latest.accessExpiresAt <= now
        try expect(
            .sessionsHold, "who holds the token", isOver ? nil : SessionDesk.person, found?.person)
        let browser = try await services.person(
            ofAccessToken: session.latest.access, kind: .browser)
        try expect(.sessionsHold, browser == nil, "an API's token in no cookie", found: "a person")
    }

    /// Nil where it is refused.
    private func answer<T>(
        _ body: () async throws(Failure<SignInRefusal>) -> T
    ) async throws(Finding) -> T? {
        do throws(Failure<SignInRefusal>) {
            return try await body()
        } catch {
            guard case .refused = error else {
                throw Finding(.noInternalErrors, expected: "an answer", found: "\(error)")
            }
            return nil
        }
    }

    /// The session was over and is forgotten.
    mutating func forget(at now: Timestamp) {
        if let session, session.endsAt < now { self.session = nil }
    }
}
