package import CremaDomain

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
    package let client: String
    /// What went wrong inside; empty where nothing did.
    package let error: String

    /// One line of JSON, without a line's end.
    package var json: String {
        let level = status >= 500 ? "error" : "info"
        var text = #"{"time":"\#(at.rfc3339)","level":"\#(level)","request":"\#(requestID)","#
        text += #""method":"\#(method)","path":"\#(AccessLine.escaped(path))","status":\#(status),"#
        text += #""microseconds":\#(microseconds),"bytes":\#(bytes),"client":"\#(client)""#
        if !error.isEmpty { text += #","error":"\#(AccessLine.escaped(error))""# }
        return text + "}"
    }

    /// RFC 8259, section 7.
    package static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let hex = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
