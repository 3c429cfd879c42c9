import CSodium
package import CremaDomain

/// The shop's secret key and what is made with it. The key never leaves this type.
package struct Secrets: Sendable {
    private let key: [UInt8]

    /// Bytes of a key.
    package static let keyLength = 32

    /// Secrets of a key of `keyLength` bytes.
    package init(key: [UInt8]) {
        precondition(key.count == Secrets.keyLength, "a key has \(Secrets.keyLength) bytes")
        self.key = key
    }

    /// 32 bytes that only this shop can make from the text.
    package func authenticate(_ text: String) -> [UInt8] {
        Hash.keyed(Array(text.utf8), key: key)
    }

    /// The token that opens one order to a guest: `<id>.<proof>`.
    package func orderToken(_ order: ID<Order>) -> String {
        signed(order.rawValue, purpose: "order")
    }

    /// The order that a token opens; nil where the token isn't one of ours.
    package func order(ofToken token: String) -> ID<Order>? {
        verified(token, purpose: "order").flatMap { ID(checking: $0) }
    }

    /// A value with its proof, for cookies.
    package func signed(_ value: String, purpose: String) -> String {
        value + "." + Base64URL.encode(authenticate(purpose + ":" + value))
    }

    /// The value of a signed text; nil where the proof doesn't fit.
    package func verified(_ text: String, purpose: String) -> String? {
        guard text.utf8.count <= 256, let dot = text.utf8.lastIndex(of: UInt8(ascii: "."))
        else { return nil }
        let value = String(text[..<dot])
        let expected = Array(signed(value, purpose: purpose).utf8)
        return Hash.isEqual(expected, Array(text.utf8)) ? value : nil
    }
}

/// Hashes of libsodium.
package enum Hash {
    /// SHA-256.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&out, bytes, UInt64(bytes.count))
        return out
    }

    /// BLAKE2b with a key, 32 bytes.
    static func keyed(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: 32)
        crypto_generichash(&out, out.count, bytes, UInt64(bytes.count), key, key.count)
        return out
    }

    /// HMAC with SHA-256 (RFC 2104), by a key of any length.
    package static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var state = crypto_auth_hmacsha256_state()
        crypto_auth_hmacsha256_init(&state, key, key.count)
        crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
        var out = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        crypto_auth_hmacsha256_final(&state, &out)
        return out
    }

    /// Whether two texts are the same, in a time that doesn't tell where they differ.
    package static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }

    /// Unpredictable bytes.
    package static func random(_ count: Int) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: count)
        randombytes_buf(&out, count)
        return out
    }
}

/// Base 64 for URLs and cookies, without padding (RFC 4648, section 5).
package enum Base64URL {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The bytes of a text; nil where it isn't base 64.
    package static func decode(_ text: String) -> [UInt8]? {
        var out: [UInt8] = []
        var group = 0
        var bits = 0
        for byte in text.utf8 {
            guard let digit = digits.firstIndex(of: byte) else { return nil }
            group = (group << 6 | digit) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                out.append(UInt8(truncatingIfNeeded: group >> bits))
            }
        }
        return out
    }

    package static func encode(_ bytes: [UInt8]) -> String {
        var out: [UInt8] = []
        out.reserveCapacity((bytes.count * 4 + 2) / 3)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group = 0
            for offset in 0..<3 {
                group = group << 8 | (offset < count ? Int(bytes[index + offset]) : 0)
            }
            for digit in 0...count { out.append(digits[group >> (18 - 6 * digit) & 63]) }
            index += 3
        }
        return String(decoding: out, as: UTF8.self)
    }
}
