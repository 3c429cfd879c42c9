/// Which server takes the shop's mails, and as whom.
package struct SMTPSettings: Sendable, Hashable {
    /// `smtp://host:port` or `smtps://host:port`, without what is secret.
    let url: String
    let user: String?
    let password: String?
    /// A server on this machine is spoken to in the clear, unless certificates to trust are named:
    /// the one that it was installed with is nobody's.
    let usesTLS: Bool
    /// A file of certificates to trust in place of the system's.
    let authorities: String?
    /// The shop's own address.
    package let sender: String

    /// Reads `smtp://user:password@host:port` (STARTTLS) or `smtps://…` (TLS from the start). User
    /// and password are percent-encoded; `?ca=FILE` names certificates to trust.
    ///
    /// - Returns: nil where the text can't be read, or the sender isn't an address.
    package init?(_ text: String, sender: String) {
        guard SMTPSettings.isAddress(sender) else { return nil }
        let isImplicit = text.hasPrefix("smtps://")
        guard isImplicit || text.hasPrefix("smtp://") else { return nil }
        var rest = text.drop { $0 != "/" }.dropFirst(2)
        var authorities: String?
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            let query = rest[rest.index(after: mark)...]
            guard query.hasPrefix("ca=") else { return nil }
            authorities = String(query.dropFirst(3))
            rest = rest[..<mark]
        }
        var user: String?
        var password: String?
        if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
            let names = rest[..<at].utf8.split(
                separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard names.count == 2, let name = SMTPSettings.decoded(names[0]),
                let secret = SMTPSettings.decoded(names[1])
            else { return nil }
            (user, password) = (name, secret)
            rest = rest[rest.index(after: at)...]
        }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard !rest.isEmpty, rest.utf8.allSatisfy(SMTPSettings.isOfHost) else { return nil }
        url = (isImplicit ? "smtps://" : "smtp://") + rest
        self.user = user
        self.password = password
        self.authorities = authorities
        usesTLS = isImplicit || authorities != nil || !SMTPSettings.isLoopback(String(rest))
        self.sender = sender
    }

    /// One address and nothing around it.
    private static func isAddress(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty }
            && text.utf8.count { $0 == UInt8(ascii: "@") } == 1
            && text.utf8.allSatisfy { byte in
                byte > 0x20 && byte < 0x7F && !"<>()[],;:\\\"".utf8.contains(byte)
            }
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains {
            host == $0 || host.hasPrefix($0 + ":")
        }
    }

    /// Percent-decoded; nil where that can't be.
    private static func decoded(_ bytes: Substring.UTF8View) -> String? {
        var out: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                out.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16),
                high != UInt8(ascii: "+"), high != UInt8(ascii: "-")
            else { return nil }
            out.append(value)
        }
        return String(validating: out, as: UTF8.self)
    }
}
