import CremaDomain
import CremaServices

/// What proves that a call comes from Stripe (docs.stripe.com/webhooks/signature).
enum StripeSignature {
    /// Older calls aren't believed: somebody may have kept one.
    static let toleranceSeconds: Int64 = 300

    /// - Parameter header: `t=1492774577,v1=…,v1=…`; one of several keys is enough while the shop
    ///   changes them.
    static func holds(
        _ header: String, over body: [UInt8], secret: String, at now: Timestamp
    ) -> Bool {
        var (time, signatures) = ("", [[UInt8]]())
        for part in header.utf8.split(separator: UInt8(ascii: ",")) {
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1)
            guard pair.count == 2 else { continue }
            let name = String(decoding: pair[0], as: UTF8.self)
            if name == "t" { time = String(decoding: pair[1], as: UTF8.self) }
            if name == "v1" { signatures.append(Array(pair[1])) }
        }
        guard let seconds = Int64(time),
            seconds >= 0, seconds < 1 << 40,
            abs(now.milliseconds / 1000 - seconds) <= toleranceSeconds
        else { return false }
        let expected = Array(
            hex(Hash.hmacSHA256(Array(time.utf8) + [0x2E] + body, key: Array(secret.utf8))).utf8)
        return signatures.contains { Hash.isEqual($0, expected) }
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
