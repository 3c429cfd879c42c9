import CremaDomain

@testable import CremaHTTP
@testable import CremaWeb

/// Header fields, cookies, queries, forms, paths and events: what is written is read again, and
/// no value ends its line.
func readFields(_ bytes: [UInt8]) throws {
    var input = Input(bytes)
    let kind = input.byte()
    let text = input.text
    switch kind % 7 {
    case 0: try checkForm(text)
    case 1: try checkPercentCoding(text)
    case 2: try checkCookies(text)
    case 3: try checkHeaderLine(text)
    case 4: try checkPath(text)
    case 5: try checkEvent(text)
    default: try checkItemForm(text)
    }
}

private func checkPercentCoding(_ text: String) throws {
    for spaceIsPlus in [false, true] {
        let encoded = PercentCoding.encode(text, spaceIsPlus: spaceIsPlus)
        let decoded = PercentCoding.decode(encoded.utf8, plusIsSpace: spaceIsPlus)
        try require(decoded.map { Array($0.utf8) } == Array(text.utf8), "\(encoded)")
    }
}

/// A cookie that can be set comes back as it was, alone and among whatever else is sent.
private func checkCookies(_ text: String) throws {
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    // The engine lets no NUL through.
    guard !text.utf8.contains(0) else { return }
    _ = Cookies(HTTPHeaders([("cookie", text)]))
    guard parts.count == 2,
        let cookie = SetCookie(name: String(parts[0]), value: String(parts[1]))
    else { return }
    var lines = HeaderLines()
    lines.add(cookie)
    try require(lines.all("set-cookie") == [cookie.line], "\(cookie.line) isn't one line")
    let pair = cookie.line.prefix { $0 != ";" }
    let sent = Cookies(HTTPHeaders([("Cookie", "a=1; \(pair); z=2")]))
    let isOther = cookie.name == "a"
    try require(sent[cookie.name] == (isOther ? "1" : cookie.value), "\(pair) is lost")
}

private func checkHeaderLine(_ text: String) throws {
    var lines = HeaderLines(contentType: "text/plain")
    let added = lines.add("X-Text", text)
    lines.add("X-Last", 1)
    let hasControls = text.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    try require(added != hasControls, "control characters pass, or others don't")
    try require(lines.text.count { $0 == 0x0A } == (added ? 3 : 2), "a line too many")
    try require(lines["x-text"].map { Array($0.utf8) } == (added ? Array(text.utf8) : nil), text)
    try require(lines["x-last"] == "1", "the next line is lost")
}

/// No path leads elsewhere: a parameter is one proper segment.
private func checkPath(_ text: String) throws {
    var router = Router<Int>()
    router.add(.get, "/", 0)
    router.add(.get, "/orders/{id}", 1)
    router.add(.post, "/orders/{id}/transitions", 2)
    router.add(.get, "/orders/mine", 3)
    guard case .found(let route, let parameters) = router.match(.head, path: text) else { return }
    let value = parameters["id"]
    try require((value != nil) == (route == 1), "\(route) with \(value ?? "nothing")")
    guard let value else { return }
    try require(!["", ".", "..", "mine"].contains(value), "\(value) is no id")
    try require(!value.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a control character")
    let again = router.match(.get, path: "/orders/" + PercentCoding.encode(value))
    guard case .found(1, let same) = again, let found = same["id"] else {
        throw Finding(description: "\(value) isn't found again")
    }
    try require(found.utf8.elementsEqual(value.utf8), "\(value) becomes \(found)")
}

/// A browser reads of a stream's event what was put into it (HTML standard, 9.2.6).
private func checkEvent(_ text: String) throws {
    let event = ServerSentEvent(id: 7, event: "order", data: text)
    let stream = event.bytes
    try require(stream.suffix(2) == [0x0A, 0x0A], "the event doesn't end")
    var fields: [String: [[UInt8]]] = [:]
    let isEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
    for line in stream.dropLast(2).split(
        omittingEmptySubsequences: false, whereSeparator: isEnd)
    {
        guard let colon = line.firstRange(of: Array(": ".utf8)) else {
            throw Finding(description: "a line without a field")
        }
        let name = String(decoding: line[..<colon.lowerBound], as: UTF8.self)
        fields[name, default: []].append(Array(line[colon.upperBound...]))
    }
    try require(Set(fields.keys) == ["id", "event", "data"], "fields \(fields.keys)")
    let received = (fields["data"] ?? []).joined(separator: [0x0A])
    try require(Array(received) == withPlainLineEnds(Array(text.utf8)), "other data")
}

/// CR LF and CR become LF.
private func withPlainLineEnds(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
        let isSecond = byte == 0x0A && index > 0 && bytes[index - 1] == 0x0D
        if !isSecond { plain.append(byte == 0x0D ? 0x0A : byte) }
    }
    return plain
}

/// A form of an item's sheet: numbers stay small, ids are ids.
private func checkItemForm(_ text: String) throws {
    guard let form = FormFields(text) else { return }
    let line = ItemForm.line(form.fields.map { ($0.name, $0.value) }, item: ID("latte"))
    try require((0...9999).contains(line.quantity), "\(line.quantity) pieces")
    for modifier in line.modifiers {
        try require((0...9999).contains(modifier.quantity), "\(modifier.quantity) times")
        try require(ID<Modifier>(checking: modifier.id.rawValue) != nil, "\(modifier.id)")
    }
}
