import CremaDomain
import CremaHTTP
import CremaStore

@testable import CremaServices
@testable import CremaWeb

private let secrets = Secrets(key: Array(repeating: 7, count: Secrets.keyLength))

/// Signed texts, tokens of orders, cursors, ids, tags and typed texts: nobody makes one without
/// the key, and what is written is read again.
func readTokens(_ bytes: [UInt8]) throws {
    var input = Input(bytes)
    let kind = input.byte()
    let text = input.text
    switch kind % 7 {
    case 0: try checkSigned(text)
    case 1: try checkForged(text, by: input.byte())
    case 2: try checkCursor(text)
    case 3: try checkTags(text)
    case 4: try checkBase64(Array(input.rest), text)
    case 5: try checkTyped(text)
    default: try checkDelimited(text)
    }
}

private func checkSigned(_ value: String) throws {
    let signed = secrets.signed(value, purpose: "device")
    // A longer one can't be a cookie of ours.
    let isShort = signed.utf8.count <= 256
    let verified = secrets.verified(signed, purpose: "device")
    try require(
        verified.map { Array($0.utf8) } == (isShort ? Array(value.utf8) : nil), "\(signed)")
    try require(secrets.verified(signed, purpose: "order") == nil, "good for any purpose")
    if let id = ID<Order>(checking: value) {
        try require(secrets.order(ofToken: secrets.orderToken(id)) == id, "\(id) isn't opened")
    }
}

/// A text that was never signed, and a signed one with one byte changed.
private func checkForged(_ text: String, by change: UInt8) throws {
    try require(secrets.verified(text, purpose: "device") == nil, "\(text) was never signed")
    try require(secrets.order(ofToken: text) == nil, "\(text) was never signed")
    var forged = Array(secrets.signed(String(text.prefix(40)), purpose: "device").utf8)
    let place = Int(change) % forged.count
    forged[place] ^= 1 << (change % 7)
    let changed = String(decoding: forged, as: UTF8.self)
    try require(secrets.verified(changed, purpose: "device") == nil, "\(changed) is taken")
}

private func checkCursor(_ text: String) throws {
    guard let cursor = CursorText.decode(text) else { return }
    try require(ID<Order>(checking: cursor.id) != nil, "\(cursor.id) is no id")
    let again = CursorText.decode(CursorText.encode(cursor))
    try require(again?.placedAt == cursor.placedAt && again?.id == cursor.id, "\(text)")
}

private func checkTags(_ text: String) throws {
    guard !text.utf8.contains(0) else { return }  // The engine lets none through.
    let known = EntityTag.versions([text])
    try require(known != nil, "a header without a condition")
    let request = HTTPRequest(
        method: .get, target: "/", headers: HTTPHeaders([("If-None-Match", text)]))
    let isAny = (known ?? []).contains(.any)
    for case .version(let version) in known ?? [] where version != EntityTag.neverSeen {
        try require(EntityTag.isKnown(version, to: request), "\(version) isn't known")
        let written = EntityTag.text(version)
        for form in [written, "W/" + written, " \(written) , \"x\""] {
            let read = EntityTag.versions([form]) ?? []
            try require(read.contains(.version(version)), "\(form) isn't read")
        }
    }
    if !isAny, !(known ?? []).contains(.version(41)) {
        try require(!EntityTag.isKnown(41, to: request), "a version nobody named")
    }
}

private func checkBase64(_ bytes: [UInt8], _ text: String) throws {
    let encoded = Base64URL.encode(bytes)
    try require(Base64URL.decode(encoded) == bytes, "\(encoded)")
    try require(!encoded.contains { "+/=".contains($0) }, "\(encoded) isn't for URLs")
    if let decoded = Base64URL.decode(text) {
        try require(decoded.count == text.utf8.count * 6 / 8, "\(decoded.count) bytes")
    }
}

/// A typed text is accepted once and for all: without control characters and within its limit.
private func checkTyped(_ text: String) throws {
    let checked: String
    do {
        checked = try TypedText.checked(text, field: "f", limit: Limits.nameCharacters)
    } catch { return }
    try require(!Limits.exceeds(checked, characters: Limits.nameCharacters), "too long")
    try require(!checked.unicodeScalars.contains { $0.value < 0x20 }, "a control character")
    let again = try TypedText.checked(checked, field: "f", limit: Limits.nameCharacters)
    try require(again.utf8.elementsEqual(checked.utf8), "\(checked) becomes \(again)")
}

/// Ids have one form, and two that are equal are so byte by byte.
private func checkDelimited(_ text: String) throws {
    guard let id = ID<Order>(checking: text) else { return }
    try require((1...64).contains(id.rawValue.utf8.count), "\(id.rawValue.utf8.count) bytes")
    try require(id.rawValue.utf8.elementsEqual(text.utf8), "\(text) becomes \(id)")
    try require(!id.rawValue.contains { ".%/:_ ".contains($0) && $0 != "_" }, "\(id)")
}
