package import CremaDomain
import CremaSQL
package import CremaStore

/// Where somebody signs in.
package struct SessionOrigin: Sendable {
    package let kind: SessionKind
    /// What it runs on, in words: "Firefox on Android".
    package let client: String
    /// The browser that was used without an account until now: its carts come along.
    package let device: ID<Device>?

    package init(kind: SessionKind, client: String = "", device: ID<Device>? = nil) {
        self.kind = kind
        self.client = client
        self.device = device
    }
}

/// Opens a session for a person who proved to be one.
struct StartSession: UseCase {
    typealias Refusal = SignInRefusal
    static let name = "startSession"

    let person: PersonRecord
    let origin: SessionOrigin
    let environment: Environment

    var locks: [LockName] { [.account(person.email)] }

    func load(_ tx: Transaction) throws -> PersonRecord? {
        try PersonStore.find(person.id, tx: tx)
    }

    func access(_ subject: PersonRecord?) -> Access { .everybody }

    func run(_ subject: PersonRecord?, _ work: Work) throws -> SessionTokens {
        // Closed, or with another password, since it was looked at.
        guard subject?.passwordHash == person.passwordHash else { throw SignInRefusal.wrong }
        return try StartSession.open(person.id, on: origin, environment, work)
    }

    /// Opens it, within another change.
    static func open(
        _ person: ID<Person>, on origin: SessionOrigin, _ environment: Environment, _ work: Work
    ) throws -> SessionTokens {
        if let device = origin.device {
            try CartMerge.move(from: .device(device), to: .person(person), work)
        }
        let id = environment.makeID(Person.self).rawValue
        let access = Base64URL.encode(Hash.random(32))
        let refresh = origin.kind == .api ? RefreshToken.first(ofSession: id).text : nil
        let lifetime =
            origin.kind == .api
            ? SessionLifetime.accessMilliseconds : SessionLifetime.browserMilliseconds
        let session = SessionRecord(
            id: id, personID: person, kind: origin.kind, client: origin.client,
            accessHash: Hash.sha256(Array(access.utf8)),
            refreshHash: refresh.map { Hash.sha256(Array($0.utf8)) },
            accessExpiresAt: Timestamp(milliseconds: work.now.milliseconds + lifetime),
            expiresAt: Timestamp(
                milliseconds: work.now.milliseconds
                    + max(lifetime, SessionLifetime.sessionMilliseconds)))
        try SessionStore.insert(session, at: work.now, tx: work.tx)
        let memberships = try PersonStore.memberships(of: person, tx: work.tx)
        return SessionTokens(
            access: access, refresh: refresh, accessExpiresAt: session.accessExpiresAt,
            personID: person, role: Actor(person: person, memberships: memberships).highestRole)
    }

    /// Secrets are never kept.
    func kept(_ output: SessionTokens) -> KeptAnswer { KeptAnswer(status: 201, subject: "") }

    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> SessionTokens {
        throw StoredValueError(subject: "session", column: "request")
    }
}

/// Brings what somebody put into a cart before signing in into the cart of the account.
enum CartMerge {
    static func move(from device: Owner, to person: Owner, _ work: Work) throws {
        let locations = try CartStore.locations(of: device, tx: work.tx)
        guard !locations.isEmpty else { return }
        for owner in [device, person] {
            for location in locations { try work.tx.lock(.cart(owner, at: location)) }
        }
        for location in locations {
            var left = try CartStore.find(device, at: location, tx: work.tx)
            let before = try CartStore.find(person, at: location, tx: work.tx)
            var cart = before
            if cart.lines.isEmpty {
                cart = left
                left.lines = []
            } else {
                cart.take(&left)
            }
            if cart != before {
                try CartStore.save(cart, of: person, at: work.now, tx: work.tx)
            }
            if left.lines.isEmpty {
                try CartStore.delete(device, at: location, tx: work.tx)
            } else {
                try CartStore.save(left, of: device, at: work.now, tx: work.tx)
            }
        }
    }
}

extension StoredCart {
    /// Takes the lines of another cart, as far as there is room; the others stay there.
    mutating func take(_ other: inout StoredCart) {
        other.lines.removeAll { stored in
            do throws(EditCartRefusal) {
                try apply(.add(stored.line, seenPrice: stored.seenPrice))
                return true
            } catch {
                return false
            }
        }
    }
}
