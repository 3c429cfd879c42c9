package import CremaDomain
import CremaSQL
package import CremaStore

/// Why no account is made.
package enum SignUpRefusal: Error, Sendable, Hashable {
    case emailNotPlausible
    /// Somebody has an account by that address.
    case emailTaken
    case password(PasswordProblem)
    /// Nobody to call.
    case nameMissing
    /// Above `Limits.nameCharacters`.
    case nameTooLong
    /// The invitation was answered or withdrawn, or is too old.
    case invitationNotValid
}

/// What somebody who signs up says.
package struct SignUp: Sendable {
    package let email: String
    package let password: String
    /// What to call at the counter.
    package let name: String
    /// Asked apart from all else: whether to hear of news.
    package let wantsNews: Bool
    /// BCP 47 primary tag: in which language the shop writes.
    package let language: String
    /// What the link of an invitation names, once it was verified: the role comes with the account.
    package let invitation: ID<Invitation>?

    package init(
        email: String, password: String, name: String, wantsNews: Bool, language: String = "en",
        invitation: ID<Invitation>? = nil
    ) {
        self.invitation = invitation
        self.language = language
        self.email = email
        self.password = password
        self.name = name
        self.wantsNews = wantsNews
    }
}

extension Services {
    /// Makes a customer's account and signs its owner in. What was ordered before from the same
    /// browser belongs to the account from then on.
    package func signUp(
        _ wish: SignUp, on origin: SessionOrigin
    ) async throws(Failure<SignUpRefusal>) -> SessionTokens {
        let address = EmailAddress.normalized(wish.email)
        guard EmailAddress.isPlausible(address) else { throw .refused(.emailNotPlausible) }
        do throws(SignUpRefusal) {
            try SignUpRefusal.check(name: wish.name)
            try SignUpRefusal.check(password: wish.password, email: address)
        } catch {
            throw .refused(error)
        }
        let hash: String
        do {
            hash = try await passwords.kept(wish.password)
        } catch {
            throw .broken(error)
        }
        let person = PersonRecord(
            id: environment.makeID(), email: address, name: wish.name, passwordHash: hash,
            newsSince: wish.wantsNews ? environment.now() : nil)
        return try await perform(
            CreateAccount(
                person: person, origin: origin, language: wish.language,
                invitation: wish.invitation, environment: environment),
            by: .nobody
        ).output
    }
}

extension SignUpRefusal {
    static func check(name: String) throws(SignUpRefusal) {
        if name.isEmpty { throw .nameMissing }
        if Limits.exceeds(name, characters: Limits.nameCharacters) { throw .nameTooLong }
    }

    static func check(password: String, email: String) throws(SignUpRefusal) {
        do throws(PasswordProblem) {
            try PasswordPolicy.check(password, email: email)
        } catch {
            throw .password(error)
        }
    }
}

/// Makes an account with its first session.
struct CreateAccount: UseCase {
    typealias Refusal = SignUpRefusal
    static let name = "createAccount"

    let person: PersonRecord
    let origin: SessionOrigin
    let language: String
    let invitation: ID<Invitation>?
    let environment: Environment

    var locks: [LockName] {
        [.account(person.email)] + (invitation == nil ? [] : [.staff])
    }

    func load(_ tx: Transaction) throws {}

    func access(_ subject: Void) -> Access { .everybody }

    func run(_ subject: Void, _ work: Work) throws -> SessionTokens {
        guard try PersonStore.insert(person, at: work.now, tx: work.tx) else {
            throw SignUpRefusal.emailTaken
        }
        if let invitation {
            // A tablet of the bar's has guests' carts and orders: they stay theirs.
            try accept(invitation, work)
            let own = SessionOrigin(kind: origin.kind, client: origin.client)
            return try StartSession.open(person.id, on: own, environment, work)
        }
        let tokens = try StartSession.open(person.id, on: origin, environment, work)
        if let device = origin.device {
            _ = try OrderStore.hand(
                from: .device(device), to: .person(person.id), tx: work.tx)
        }
        work.ask(for: MailWish(mail: .emailVerification, language: language), to: person.id)
        return tokens
    }

    private func accept(_ id: ID<Invitation>, _ work: Work) throws {
        guard let invitation = try InvitationStore.find(id, tx: work.tx),
            invitation.email == person.email
        else { throw SignUpRefusal.invitationNotValid }
        do {
            _ = try AcceptInvitation.accept(invitation, as: person.id, work)
        } catch is StaffRefusal {
            throw SignUpRefusal.invitationNotValid
        }
    }

    /// Secrets are never kept.
    func kept(_ output: SessionTokens) -> KeptAnswer { KeptAnswer(status: 201, subject: "") }

    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> SessionTokens {
        throw StoredValueError(subject: "session", column: "request")
    }
}
