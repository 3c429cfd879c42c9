package import CremaMail
import Foundation

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
        let file = (dataPath ?? "") + "/keys/smtp"
        let kept = try dataPath == nil ? nil : secret(in: file)
        let text = Bootstrap.variable("CREMA_SMTP") ?? kept
        guard let text else {
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

    /// The first line of a file that nobody else can read; nil where there is none.
    private static func secret(in file: String) throws -> String? {
        var status = stat()
        guard stat(file, &status) == 0 else { return nil }
        guard status.st_mode & 0o077 == 0 else {
            throw DataFolderError(path: file, reason: "others may read it; chmod 600 is needed")
        }
        let text = try String(contentsOfFile: file, encoding: .utf8)
        return text.split(whereSeparator: \.isNewline).first.map(String.init)
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
