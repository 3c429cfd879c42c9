/// The cookies that a request carries.
package struct Cookies: Sendable, Hashable {
    private let pairs: [FormFields.Field]

    package init(_ headers: HTTPHeaders) {
        // By scalars: a mark that combines with a separator would hide it.
        let texts = headers.all("cookie").flatMap { $0.unicodeScalars.split(separator: ";") }
        pairs = texts.compactMap { pair in
            guard let equals = pair.firstIndex(of: "=") else { return nil }
            let name = Substring(pair[..<equals]).trimmingSpaces
            var value = Substring(pair[pair.index(after: equals)...]).trimmingSpaces
            if value.count >= 2, value.first == "\"", value.last == "\"" {
                value = value.dropFirst().dropLast()
            }
            return name.isEmpty ? nil : FormFields.Field(name: String(name), value: String(value))
        }
    }

    /// The first of that name: the browser sends the one of the most specific path first
    /// (RFC 6265, 5.4).
    package subscript(_ name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }
}

/// A cookie to set. As private as can be, unless said otherwise.
package struct SetCookie: Sendable, Hashable {
    package enum SameSite: String, Sendable {
        case strict = "Strict"
        case lax = "Lax"
    }

    package let name: String
    package let value: String
    package var path = "/"
    /// Nil: until the browser ends. Zero deletes the cookie.
    package var maxAgeSeconds: Int?
    package var isSecure = true
    package var isHTTPOnly = true
    package var sameSite = SameSite.lax

    /// Nil when the name is no token or the value holds what a cookie can't (RFC 6265, 4.1.1).
    package init?(name: String, value: String) {
        var (name, value) = (name, value)
        guard
            !name.isEmpty, name.withUTF8({ $0.allSatisfy(isTokenByte) }),
            value.withUTF8({ $0.allSatisfy(Self.isValueByte) })
        else { return nil }
        self.name = name
        self.value = value
    }

    package var line: String {
        var line = ""
        line.reserveCapacity(name.utf8.count + value.utf8.count + 80)
        line += name
        line += "="
        line += value
        line += "; Path="
        line += path
        if let maxAgeSeconds {
            line += "; Max-Age="
            line += String(maxAgeSeconds)
        }
        if isSecure { line += "; Secure" }
        if isHTTPOnly { line += "; HttpOnly" }
        line += "; SameSite="
        line += sameSite.rawValue
        return line
    }

    private static func isValueByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): false
        default: byte > 0x20 && byte < 0x7f
        }
    }
}

extension HeaderLines {
    package mutating func add(_ cookie: SetCookie) {
        add("Set-Cookie", cookie.line)
    }
}

/// What names of fields, methods and cookies consist of (RFC 9110, 5.6.2).
private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
        UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
        UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
        true
    default: false
    }
}
