package import CremaDomain
import CremaSQL
package import CremaStore

/// A session's tokens, known only to their holder.
package struct SessionTokens: Sendable {
    package let access: String
    /// Nil for browsers.
    package let refresh: String?
    package let accessExpiresAt: Timestamp
    package let personID: ID<Person>
    package let role: Role
}

/// Why nobody is signed in.
package enum SignInRefusal: Error, Sendable, Hashable {
    /// Address and password don't fit together; whether the address is known isn't told.
    case wrong
    /// The refresh token is unknown, too old, or was stolen.
    case expired
}

/// How long sessions last.
package enum SessionLifetime {
    /// An access token of the API.
    package static let accessMilliseconds: Int64 = 3_600_000
    /// A session in a browser; a tablet at the bar isn't signed out in mid-shift.
    package static let browserMilliseconds: Int64 = 30 * 86_400_000
    /// A refresh token's session.
    package static let sessionMilliseconds: Int64 = 90 * 86_400_000
    /// A refresh token that was replaced still works this long, for answers that got lost.
    package static let graceMilliseconds: Int64 = 60_000
}

extension Services {
    /// Signs a person in by email and password.
    package func signIn(
        email: String, password: String, on origin: SessionOrigin
    ) async throws(Failure<SignInRefusal>) -> SessionTokens {
        let address = EmailAddress.normalized(email)
        let person: PersonRecord?
        do {
            person = try await database.read { tx in
                try PersonStore.find(email: address, tx: tx)
            }
        } catch {
            throw Failure(ReadFailure(of: error))
        }
        // An unknown address takes as long as a wrong password.
        let kept = person?.passwordHash ?? PasswordHasher.nobodys
        let isRight = await passwords.verify(password, against: kept)
        guard let person, isRight else { throw .refused(.wrong) }
        return try await perform(
            StartSession(person: person, origin: origin, environment: environment), by: .nobody
        ).output
    }

    /// Gets the next pair of tokens for a refresh token.
    package func refresh(
        _ token: String
    ) async throws(Failure<SignInRefusal>) -> SessionTokens {
        let outcome = try await perform(
            RefreshSession(token: token, environment: environment), by: .nobody
        ).output
        guard let tokens = outcome else { throw .refused(.expired) }
        return tokens
    }

    /// Ends the session of an access token. Unknown tokens are no matter.
    package func signOut(
        accessToken: String
    ) async throws(Failure<SignInRefusal>) {
        _ = try await perform(EndSession(accessToken: accessToken), by: .nobody)
    }

    /// Who holds an access token; nil where it is unknown or over.
    package func person(
        ofAccessToken token: String, kind: SessionKind
    ) async throws(ReadFailure) -> (person: ID<Person>, memberships: [Membership])? {
        let now = environment.now()
        let hash = Hash.sha256(Array(token.utf8))
        do {
            return try await database.read { tx in
                guard let session = try SessionStore.find(accessHash: hash, tx: tx),
                    session.kind == kind, session.accessExpiresAt > now
                else { return nil }
                return (
                    session.personID,
                    try PersonStore.memberships(of: session.personID, tx: tx)
                )
            }
        } catch {
            throw ReadFailure(of: error)
        }
    }
}

/// Replaces a session's tokens.
///
/// The next pair is worked out of the token shown and the shop's key. A client whose answer got
/// lost, or two that ask at once, get the very same pair as long as the grace lasts.
struct RefreshSession: UseCase {
    typealias Refusal = SignInRefusal
    static let name = "refreshSession"

    let token: String
    let environment: Environment

    var locks: [LockName] { RefreshToken(text: token).map { [.session($0.sessionID)] } ?? [] }

    func load(_ tx: Transaction) throws -> RefreshMatch? {
        guard let token = RefreshToken(text: token) else { return nil }
        return try SessionStore.find(id: token.sessionID, refreshHash: token.hash, tx: tx)
    }

    func access(_ subject: RefreshMatch?) -> Access { .everybody }

    /// Nil where the session is over. That isn't thrown, since a stolen token's session is ended
    /// here, and that must stay written.
    func run(_ subject: RefreshMatch?, _ work: Work) throws -> SessionTokens? {
        guard let subject, let shown = RefreshToken(text: token) else { return nil }
        let session = subject.session
        guard session.expiresAt > work.now else { return nil }
        let next = shown.next(environment.secrets)
        switch subject.standing {
        case .latest:
            let wanted = work.now.milliseconds + SessionLifetime.accessMilliseconds
            let expiresAt = min(Timestamp(milliseconds: wanted), session.expiresAt)
            try SessionStore.rotate(
                session, accessHash: Hash.sha256(Array(next.access.utf8)),
                refreshHash: next.refresh.hash, accessExpiresAt: expiresAt, at: work.now,
                tx: work.tx)
            return try tokens(next, of: session, expiresAt: expiresAt, work)
        case .replaced(let at)
        where work.now.milliseconds - at.milliseconds <= SessionLifetime.graceMilliseconds:
            return try tokens(next, of: session, expiresAt: session.accessExpiresAt, work)
        case .replaced, .unknown:
            // Whoever shows a token that was replaced long ago isn't its rightful holder, or the
            // one who got the new pair isn't.
            try SessionStore.delete(id: session.id, tx: work.tx)
            return nil
        }
    }

    private func tokens(
        _ pair: (access: String, refresh: RefreshToken), of session: SessionRecord,
        expiresAt: Timestamp, _ work: Work
    ) throws -> SessionTokens {
        let memberships = try PersonStore.memberships(of: session.personID, tx: work.tx)
        return SessionTokens(
            access: pair.access, refresh: pair.refresh.text, accessExpiresAt: expiresAt,
            personID: session.personID,
            role: Actor(person: session.personID, memberships: memberships).highestRole)
    }

    func kept(_ output: SessionTokens?) -> KeptAnswer { KeptAnswer(status: 201, subject: "") }

    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> SessionTokens? { nil }
}

/// A refresh token: a secret and the session it is for, so that one that was replaced long ago
/// still tells which session to end.
struct RefreshToken: Sendable {
    let text: String
    let sessionID: String

    /// Reads what a client shows.
    init?(text: String) {
        let parts = text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 200, parts.count == 2 else { return nil }
        self.text = text
        sessionID = String(parts[1])
    }

    private init(secret: [UInt8], sessionID: String) {
        text = Base64URL.encode(secret) + "." + sessionID
        self.sessionID = sessionID
    }

    static func first(ofSession id: String) -> RefreshToken {
        RefreshToken(secret: Hash.random(32), sessionID: id)
    }

    var hash: [UInt8] { Hash.sha256(Array(text.utf8)) }

    /// The pair that this token is exchanged for.
    func next(_ secrets: Secrets) -> (access: String, refresh: RefreshToken) {
        let refresh = secrets.authenticate("refresh:" + text)
        return (
            Base64URL.encode(secrets.authenticate("access:" + text)),
            RefreshToken(secret: refresh, sessionID: sessionID)
        )
    }
}

/// Ends a session.
struct EndSession: UseCase {
    typealias Refusal = SignInRefusal
    static let name = "endSession"

    let accessToken: String

    func load(_ tx: Transaction) throws -> SessionRecord? {
        try SessionStore.find(accessHash: Hash.sha256(Array(accessToken.utf8)), tx: tx)
    }

    func access(_ subject: SessionRecord?) -> Access { .everybody }

    func run(_ subject: SessionRecord?, _ work: Work) throws -> Bool {
        guard let subject else { return false }
        try SessionStore.delete(id: subject.id, tx: work.tx)
        return true
    }

    func kept(_ output: Bool) -> KeptAnswer { KeptAnswer(status: 204, subject: "") }

    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Bool { false }
}

/// Addresses as they are compared.
package enum EmailAddress {
    /// Blanks trimmed, letters lowered.
    package static func normalized(_ text: String) -> String {
        let trimmed = text.drop { $0.isWhitespace }
        let end = trimmed.lastIndex { !$0.isWhitespace }
        return end.map { String(trimmed[...$0]).lowercased() } ?? ""
    }

    /// Whether it has the form of an address that mail can be sent to (RFC 5321's limits).
    package static func isPlausible(_ text: String) -> Bool {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, (1...64).contains(parts[0].count),
            parts[1].contains(UInt8(ascii: ".")) || parts[1].elementsEqual("localhost".utf8)
        else { return false }
        return text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    }
}
