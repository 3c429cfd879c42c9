package import CremaDomain
package import CremaSQL
package import CremaStore

/// A mail about an account. An event asks for it; a worker that follows the stream sends it.
package enum AccountMail: String, Sendable, CaseIterable {
    /// A link to set a new password.
    case passwordReset
    /// A link that proves whose the address is.
    case emailVerification
    /// A link to begin to work here.
    case invitation
}

/// What an event of the kind `mail` says.
package struct MailWish: Sendable, Hashable {
    package let mail: AccountMail
    /// BCP 47 primary tag of the language it was asked for in.
    package let language: String

    package init(mail: AccountMail, language: String) {
        self.mail = mail
        self.language = language
    }

    /// As it stands in the event: no secret, no word of a person.
    var payload: String { #"{"mail":"\#(mail.rawValue)","language":"\#(language)"}"# }

    /// Reads an event; nil where it asks for nothing that is known.
    package init?(payload: String) {
        let parts = payload.split(separator: "\"", omittingEmptySubsequences: false)
        // {"mail":"passwordReset","language":"en"}
        guard parts.count == 9, parts[1] == "mail", parts[5] == "language",
            let mail = AccountMail(rawValue: String(parts[3]))
        else { return nil }
        self.init(mail: mail, language: String(parts[7]))
    }
}

extension Work {
    /// Asks for a mail to a person; nil for one that goes to nobody.
    func ask(for wish: MailWish, to person: ID<Person>?) {
        ask(for: wish, about: person?.rawValue ?? "")
    }

    /// Asks for a mail; its kind says what the subject is.
    func ask(for wish: MailWish, about subject: String) {
        tell(
            Event(
                at: now, kind: .mail, subject: subject, version: 0, locationID: "",
                owner: "", payload: wish.payload))
    }
}

/// Asks for a link to set a new password. Whether the address is known isn't told, and takes no
/// other time: an event is written either way.
package struct AskForPasswordReset: UseCase {
    package typealias Refusal = Never
    package static let name = "askForPasswordReset"

    package let email: String
    package let language: String

    package init(email: String, language: String) {
        self.email = email
        self.language = language
    }

    package func load(_ tx: Transaction) throws -> PersonRecord? {
        try PersonStore.find(email: EmailAddress.normalized(email), tx: tx)
    }

    package func access(_ subject: PersonRecord?) -> Access { .everybody }

    package func run(_ subject: PersonRecord?, _ work: Work) throws -> Bool {
        work.ask(for: MailWish(mail: .passwordReset, language: language), to: subject?.id)
        return true
    }

    package func kept(_ output: Bool) -> KeptAnswer { KeptAnswer(status: 202, subject: "") }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Bool { true }
}

/// Asks for the mail that proves whose an address is once more.
package struct AskForVerification: UseCase {
    package typealias Refusal = Never
    package static let name = "askForVerification"

    package let person: ID<Person>?
    package let language: String

    package init(person: ID<Person>?, language: String) {
        self.person = person
        self.language = language
    }

    package func load(_ tx: Transaction) throws -> PersonRecord? {
        try person.flatMap { try PersonStore.find($0, tx: tx) }
    }

    package func access(_ subject: PersonRecord?) -> Access { .person(subject?.id) }

    package func run(_ subject: PersonRecord?, _ work: Work) throws -> Bool {
        guard let subject, subject.emailVerifiedAt == nil else { return false }
        work.ask(for: MailWish(mail: .emailVerification, language: language), to: subject.id)
        return true
    }

    package func kept(_ output: Bool) -> KeptAnswer { KeptAnswer(status: 202, subject: "") }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Bool { true }
}
