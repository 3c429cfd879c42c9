package import CremaMail

/// Where the shop's mails go.
package enum MailOption: Sendable {
    case server(SMTPSettings)
    /// Onto the terminal, in a demo.
    case terminal

    var transport: any MailTransport {
        switch self {
        case .server(let settings): SMTPTransport(settings)
        case .terminal: PrintedMail()
        }
    }
}

/// Reads where mails go. The server's address may hold a password: it comes from the environment or
/// from a file that only its owner can read, never from the command line.
enum MailPlace {
    /// - Parameter dataPath: the shop's folder; nil for one that is kept in memory.
    static func option(_ options: Options, dataPath: String?) throws -> MailOption? {
        let file = "keys/smtp"
        let kept = try SecretPlace.text(variable: "CREMA_SMTP", file: file, dataPath: dataPath)
        guard let text = kept?.split(whereSeparator: \.isNewline).first.map(String.init) else {
            guard options["mail-from"] == nil else {
                throw UsageError("--mail-from needs a server: set CREMA_SMTP, or write \(file)")
            }
            return nil
        }
        guard let sender = options["mail-from"] else {
            throw UsageError("mails need a sender: give --mail-from ADDRESS")
        }
        guard let settings = SMTPSettings(text, sender: sender) else {
            throw UsageError(
                "CREMA_SMTP (or \(file)) takes smtp://user:password@host:587 or smtps://…, and "
                    + "--mail-from an address")
        }
        return .server(settings)
    }

    /// `--address`: a scheme and a host, nothing behind them.
    static func address(_ text: String?) throws -> String? {
        guard let text else { return nil }
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
        let rest = text.dropFirst(scheme?.count ?? 0)
        let host = rest.hasSuffix("/") ? rest.dropLast() : rest
        guard let scheme, !host.isEmpty,
            host.utf8.allSatisfy({ byte in
                byte > 0x20 && byte < 0x7F && !"/?#@\\\"<>".utf8.contains(byte)
            })
        else { throw UsageError("--address takes the shop's own https://host") }
        return scheme + host
    }
}
