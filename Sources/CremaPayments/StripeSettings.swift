/// The shop's account with Stripe.
package struct StripeSettings: Sendable {
    /// `sk_…`: never shown, never logged.
    let secretKey: String
    /// `pk_…`: for pages.
    let publishableKey: String
    /// `whsec_…`: signs what Stripe calls about.
    let noticeSecret: String
    /// Where its API is.
    let api: String

    /// - Parameter text: lines `secret=sk_…`, `publishable=pk_…` and `webhook=whsec_…`, with
    ///   semicolons or line ends between them; `api=http://127.0.0.1:8420` names a server in
    ///   Stripe's place.
    /// - Returns: nil where something is missing or unknown.
    package init?(_ text: String) {
        var values: [Substring: Substring] = [:]
        for line in text.split(whereSeparator: { $0.isNewline || $0 == ";" }) {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            values[parts[0]] = parts[1]
        }
        guard Set(values.keys).subtracting(["secret", "publishable", "webhook", "api"]).isEmpty,
            let secret = values["secret"], let publishable = values["publishable"],
            let notices = values["webhook"],
            [secret, publishable, notices].allSatisfy(StripeSettings.isToken)
        else { return nil }
        secretKey = String(secret)
        publishableKey = String(publishable)
        noticeSecret = String(notices)
        api = values["api"].map(String.init) ?? StripeSettings.home
    }

    private static let home = "https://api.stripe.com"

    /// Somebody else's server in Stripe's place, for trials.
    var isElsewhere: Bool { api != StripeSettings.home }

    private static func isToken(_ text: Substring) -> Bool {
        text.utf8.count >= 8
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || byte == 0x5F
            }
    }
}
