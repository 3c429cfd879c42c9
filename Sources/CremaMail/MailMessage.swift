package import CremaDomain

/// A mail to one person, as text and as a page.
package struct MailMessage: Sendable, Hashable {
    /// Names the mail: the same sent twice is told apart from two mails.
    package let id: String
    /// When what it tells of happened.
    package let at: Timestamp
    /// The shop's name, beside its address.
    package let senderName: String
    /// An address.
    package let to: String
    package let subject: String
    package let text: String
    package let html: String

    package init(
        id: String, at: Timestamp, senderName: String, to: String, subject: String, text: String,
        html: String
    ) {
        self.senderName = senderName
        self.id = id
        self.at = at
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
    }
}

/// Takes mails to those they are for.
package protocol MailTransport: Sendable {
    func send(_ message: MailMessage) async throws(MailFailure)
}

/// Why a mail didn't get through.
package struct MailFailure: Error, Sendable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// This mail never will: its address or its content is refused.
        case refused
        /// This mail may later: a mailbox is full, or an unknown sender has to come again.
        case deferred
        /// No mail does for the moment.
        case unavailable
    }

    package let description: String
    package let kind: Kind

    package init(_ description: String, _ kind: Kind) {
        self.description = description
        self.kind = kind
    }
}
