package import CremaHTTP

/// What the operator sets, as far as requests are concerned.
package struct WebSettings: Sendable {
    /// The name on pages.
    package var shopName = "Crema"
    /// Fronts whose forwarded addresses are believed.
    package var trustedFronts = TrustedFronts()
    /// Rate limits and the bound on unpaid orders hold; a bench on a demo shop lifts them.
    package var hasLimits = true
    /// Opens /metrics; without one nobody may.
    package var metricsToken: String?
    /// Where the shop's photos lie; nil where it has none.
    package var photoFolder: String?
    /// The shop has a server for its mails.
    package var sendsMail = false

    package init() {}
}
