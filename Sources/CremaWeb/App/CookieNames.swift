import CremaHTTP

/// Crema's cookies. The prefix binds them to this host and to a secure context (RFC 6265bis).
enum CookieNames {
    static let device = "__Host-crema-device"
    static let session = "__Host-crema-session"
    static let theme = "__Host-crema-theme"
    static let name = "__Host-crema-name"
    static let language = "__Host-crema-language"

    static let yearSeconds = 365 * 86_400

    /// A cookie for a long time; nil where the value can't stand in one.
    static func set(_ name: String, _ value: String, seconds: Int = yearSeconds) -> SetCookie? {
        var cookie = SetCookie(name: name, value: value)
        cookie?.maxAgeSeconds = seconds
        return cookie
    }

    /// Takes a cookie back.
    static func clear(_ name: String) -> SetCookie? {
        set(name, "", seconds: 0)
    }
}
