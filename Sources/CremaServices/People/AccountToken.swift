package import CremaDomain
package import CremaStore

/// What a link in a mail opens. It stands nowhere: it is worked out of the shop's key and of what
/// it is to change, so that it is over as soon as that has changed.
package enum AccountToken: Sendable {
    /// Sets a new password, once: the proof is of the hash of the one before.
    case passwordReset
    /// Says that who reads the mail is whose the account is.
    case emailVerification

    /// How long a link works.
    package var milliseconds: Int64 {
        switch self {
        case .passwordReset: 3_600_000
        case .emailVerification: 7 * 86_400_000
        }
    }

    /// `<person>.<end>.<proof>`.
    package func text(for person: PersonRecord, at now: Timestamp, _ secrets: Secrets) -> String {
        let end = now.milliseconds + milliseconds
        return secrets.signed("\(person.id.rawValue).\(end)", purpose: purpose(person))
    }

    /// Whose a token says it is, before anything is proved.
    func person(of text: String) -> ID<Person>? {
        guard text.utf8.count <= 256 else { return nil }
        let parts = text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 ? ID(checking: String(parts[0])) : nil
    }

    /// Whether a token is this person's, and isn't over.
    func isValid(
        _ text: String, for person: PersonRecord, at now: Timestamp, _ secrets: Secrets
    ) -> Bool {
        guard let value = secrets.verified(text, purpose: purpose(person)) else { return false }
        let parts = value.unicodeScalars.split(separator: ".")
        guard parts.count == 2, let end = Int64(String(parts[1])) else { return false }
        return now.milliseconds < end
    }

    private func purpose(_ person: PersonRecord) -> String {
        switch self {
        case .passwordReset:
            "reset:" + Base64URL.encode(Hash.sha256(Array(person.passwordHash.utf8)))
        case .emailVerification: "verify:" + person.email
        }
    }
}
