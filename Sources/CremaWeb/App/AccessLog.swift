import CremaAPI
package import CremaDomain
package import CremaHTTP

/// What the log says of one request.
package struct AccessLine: Sendable {
    package let at: Timestamp
    package let requestID: String
    package let method: String
    /// Without its query, which may hold what somebody typed.
    package let path: String
    package let status: Int
    package let microseconds: Int
    package let bytes: Int
    package let client: PeerAddress
    /// What went wrong inside; empty where nothing did.
    package let error: String

    /// One line of JSON, without a line's end.
    package var json: String {
        var json = JSONWriter(capacity: 320)
        json.object { json in
            json.member("time", at.rfc3339)
            json.member("level", status >= 500 ? "error" : "info")
            json.member("request", requestID)
            json.member("method", method)
            json.member("path", path)
            json.member("status", status)
            json.member("microseconds", microseconds)
            json.member("bytes", bytes)
            json.member("client", client.description)
            if !error.isEmpty { json.member("error", error) }
        }
        return json.text
    }
}
