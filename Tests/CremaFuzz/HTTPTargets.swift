import CFuzzEngine
import CHTTPEngine

@testable import CremaHTTP

/// Requests in pieces are the requests that they are in one piece, and Swift reads of each what
/// the engine has parsed.
func parseRequests(_ bytes: [UInt8]) throws {
    var input = Input(bytes)
    let cuts = input.cuts()
    let data = Array(input.rest)

    let whole = Parsed(data, cuts: [])
    let pieces = Parsed(data, cuts: cuts)

    try require(whole.outcome.is_consistent, "a count or length is wrong")
    try require(pieces.outcome.is_consistent, "a count or length is wrong in pieces")
    try require(whole.requests == pieces.requests, "other requests when cut by \(cuts)")
    // Which of two faults is met first depends on the pieces; that one is met doesn't.
    try require(
        (whole.outcome.refusal == 0) == (pieces.outcome.refusal == 0),
        "\(whole.outcome.refusal) whole, \(pieces.outcome.refusal) when cut by \(cuts)")
    try require(
        [0, 400, 413, 414, 417, 431, 501, 505].contains(whole.outcome.refusal),
        "refused by \(whole.outcome.refusal)")
    for request in whole.requests { try request.check() }
}

/// Every answer is whole, in order, and the connection ends; pieces change nothing.
func serveConnection(_ bytes: [UInt8]) throws {
    var input = Input(bytes)
    let cuts = input.cuts()
    let data = Array(input.rest)

    let whole = try answers(data, cuts: [])
    let pieces = try answers(data, cuts: cuts)
    let parsed = Parsed(data, cuts: [])

    let answered = whole.count { $0 == 200 }
    try require(answered == parsed.requests.count, "\(answered) of \(parsed.requests.count)")
    try require(
        pieces.count { $0 == 200 } == answered, "\(whole) whole, \(pieces) when cut by \(cuts)")
    try require(
        whole.count { $0 > 200 } <= 1 && (whole.last ?? 200) >= 200, "ends by \(whole)")
}

/// The statuses of the answers to these bytes.
private func answers(_ data: [UInt8], cuts: [UInt8]) throws -> [Int] {
    let room = 65_536
    let raw = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let filled = buffer.withMemoryRebound(to: CChar.self) {
            fuzz_connection(data, data.count, cuts, cuts.count, $0.baseAddress, room)
        }
        count = max(filled, 0)
        if filled < 0 { count = room }
    }
    try require(raw.count < room, "the connection doesn't end")
    var rest = raw[...]
    var statuses: [Int] = []
    while !rest.isEmpty {
        guard let (status, length) = Answer.first(of: rest) else {
            throw Finding(description: "half an answer after \(statuses)")
        }
        statuses.append(status)
        rest = rest.dropFirst(length)
    }
    return statuses
}

/// The head of an answer, read as strictly as a client may.
private enum Answer {
    /// Its status and its bytes with the body; nil where it isn't whole.
    static func first(of bytes: ArraySlice<UInt8>) -> (status: Int, length: Int)? {
        var rest = bytes
        guard let line = nextLine(of: &rest), line.starts(with: version),
            let status = number(line.dropFirst(version.count).prefix(3)),
            (100...599).contains(status)
        else { return nil }
        var body: Int?
        while let field = nextLine(of: &rest) {
            if field.isEmpty {
                let headLength = rest.startIndex - bytes.startIndex
                guard status >= 200 else { return (status, headLength) }
                guard let body else { return nil }
                // The last answer may be one to HEAD, whose length speaks of what isn't sent.
                let isWhole = rest.isEmpty || rest.count >= body
                return isWhole ? (status, headLength + min(body, rest.count)) : nil
            }
            guard String(validating: field, as: UTF8.self) != nil else { return nil }
            if body == nil, field.starts(with: length) {
                body = number(field.dropFirst(length.count))
            }
        }
        return nil
    }

    private static let version = Array("HTTP/1.1 ".utf8)
    private static let length = Array("Content-Length: ".utf8)

    private static func nextLine(of rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var index = rest.startIndex
        while index + 1 < rest.endIndex {
            if rest[index] == 0x0D, rest[index + 1] == 0x0A {
                defer { rest = rest[(index + 2)...] }
                return rest[..<index]
            }
            index += 1
        }
        return nil
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        Int(String(decoding: digits, as: UTF8.self))
    }
}

/// What came of parsing.
private final class Parsed {
    private(set) var requests: [Received] = []
    private(set) var outcome = fuzz_outcome()

    init(_ data: [UInt8], cuts: [UInt8]) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        outcome = fuzz_parse(data, data.count, cuts, cuts.count, context) { context, request in
            guard let context, let request else { return }
            Unmanaged<Parsed>.fromOpaque(context).takeUnretainedValue().requests.append(
                Received(request.pointee))
        }
    }
}

/// A request twice: as the engine tells it, and as Swift makes of it.
private struct Received: Equatable {
    let target: [UInt8]
    let fields: [UInt8]
    let body: [UInt8]
    let fieldCount: Int
    let request: HTTPRequest

    init(_ raw: ch_request) {
        let bytes = UnsafeRawBufferPointer(start: raw.target, count: raw.target_length)
        target = Array(bytes)
        fields = Array(UnsafeRawBufferPointer(start: raw.headers, count: raw.headers_length))
        body = Array(UnsafeBufferPointer(start: raw.body, count: raw.body_length))
        fieldCount = Int(raw.header_count)
        request = HTTPRequest(raw)
    }

    static func == (left: Received, right: Received) -> Bool {
        left.target == right.target && left.fields == right.fields && left.body == right.body
            && left.request.method == right.request.method
    }

    func check() throws {
        try require(Array(request.target.utf8) == target, "the target is \(request.target)")
        try require(request.headers.count == fieldCount, "\(fieldCount) fields")
        try require(request.body == body, "the body differs")
        let texts = fields.split(separator: 0, omittingEmptySubsequences: false).dropLast()
        let hosts = stride(from: 0, to: texts.count, by: 2).filter {
            String(decoding: texts[$0], as: UTF8.self).lowercased() == "host"
        }
        let expected = hosts.map { String(decoding: texts[$0 + 1], as: UTF8.self) }
        try require(request.headers.all("HOST") == expected, "the hosts differ")
        try require(request.headers["host"] == expected.first, "the first host differs")
        try checkForm(request.query ?? "")
        _ = Cookies(request.headers)
        let fronts = TrustedFronts(["127.0.0.0/8", "10.0.0.0/8", "fd00::/8"])
        _ = fronts?.client(of: request)
    }
}

/// A query that is taken means the same once it is written and read again.
func checkForm(_ text: String) throws {
    guard let form = FormFields(text) else { return }
    try require(form.fields.count <= FormFields.maxFields, "too many fields")
    guard let again = FormFields(form.encoded) else {
        throw Finding(description: "\(form.encoded) isn't read")
    }
    try require(again.fields.elementsEqual(form.fields, by: isIdentical), "\(form.encoded)")
}

/// Equal byte by byte: texts are equal, too, when only their accents are composed differently.
private func isIdentical(_ left: FormFields.Field, _ right: FormFields.Field) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8) && left.value.utf8.elementsEqual(right.value.utf8)
}
