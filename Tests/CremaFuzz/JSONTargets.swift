import Foundation

@testable import CremaAPI

/// What is taken is JSON to Foundation too, with the same values; what is written is read again;
/// and requests are read the same way by both readers.
func readJSON(_ bytes: [UInt8]) throws {
    let tree: JSONTree
    do {
        tree = try JSONTree(bytes)
    } catch let problem {
        try require(problem.line >= 1 && !problem.reason.isEmpty, "a problem without a place")
        try checkRefusal(problem, bytes)
        return
    }
    try require(tree.depth <= 32, "\(tree.depth) deep")
    try compare(tree, bytes)
    try checkWriting(tree)
    try checkRequest(QuoteRequest.self, tree, bytes)
    try checkRequest(PlaceOrderRequest.self, tree, bytes)
}

private func checkRequest<Request: JSONReadable & Codable & Equatable>(
    _ type: Request.Type, _ tree: JSONTree, _ bytes: [UInt8]
) throws {
    let read = Result { () throws(DecodingError) in try tree.read(type) }
    let decoded = Result { () throws(DecodingError) in try tree.decode(type) }
    switch (read, decoded) {
    case (.success(let read), .success(let decoded)):
        try require(read == decoded, "read and decoded differ")
        let again = try JSONTree(Array(try JSONEncoder().encode(read))).read(type)
        try require(again == read, "a request isn't what was sent")
    case (.failure(let read), .failure(let decoded)):
        try require(read.fields == decoded.fields, "\(read.fields) or \(decoded.fields)")
    default: throw Finding(description: "only one of two readers takes it")
    }
}

extension DecodingError {
    /// The way to what is wrong.
    fileprivate var fields: [String] {
        switch self {
        case .keyNotFound(let key, let context):
            context.codingPath.map(\.stringValue) + [key.stringValue]
        case .valueNotFound(_, let context), .typeMismatch(_, let context),
            .dataCorrupted(let context):
            context.codingPath.map(\.stringValue)
        @unknown default: []
        }
    }
}

// MARK: Foundation

/// Foundation may refuse what is taken here only for a number that it can't hold.
private func compare(_ tree: JSONTree, _ bytes: [UInt8]) throws {
    let other: Any
    do {
        other = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    } catch {
        try require(tree.hasHugeNumber, "Foundation refuses it: \(error)")
        return
    }
    try require(tree.isEqual(to: other), "Foundation reads \(other)")
}

/// Foundation takes more: members twice, deeper nesting, other encodings, a comma at the end.
private func checkRefusal(_ problem: JSONTree.Problem, _ bytes: [UInt8]) throws {
    guard case .malformed = problem.kind, !bytes.contains(0), bytes.first != 0xEF,
        bytes.first != 0xFE, bytes.first != 0xFF, !hasLastComma(bytes)
    else { return }
    let other = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    try require(other == nil, "Foundation takes it, here: \(problem)")
}

/// Whether a comma stands before a closing bracket.
private func hasLastComma(_ bytes: [UInt8]) -> Bool {
    let dense = bytes.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return zip(dense, dense.dropFirst()).contains { pair in
        pair.0 == UInt8(ascii: ",") && [UInt8(ascii: "]"), UInt8(ascii: "}")].contains(pair.1)
    }
}

extension JSONTree {
    fileprivate var depth: Int {
        switch self {
        case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
        case .list(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .text, .number, .bool, .null: 0
        }
    }

    fileprivate var hasHugeNumber: Bool {
        switch self {
        case .object(let members): members.contains { $0.value.hasHugeNumber }
        case .list(let elements): elements.contains(where: \.hasHugeNumber)
        case .number(let digits): Double(digits).map { !$0.isFinite || $0 == 0 } ?? true
        case .text, .bool, .null: false
        }
    }

    fileprivate func isEqual(to other: Any) -> Bool {
        switch self {
        case .object(let members):
            guard let others = other as? [String: Any], others.count == members.count else {
                return false
            }
            return members.allSatisfy { member in
                others[member.name].map(member.value.isEqual(to:)) ?? false
            }
        case .list(let elements):
            guard let others = other as? [Any], others.count == elements.count else {
                return false
            }
            return zip(elements, others).allSatisfy { $0.isEqual(to: $1) }
        case .text(let text):
            return (other as? String).map { $0.utf8.elementsEqual(text.utf8) } ?? false
        case .bool(let value): return (other as? Bool) == value
        case .null: return other is NSNull
        case .number(let digits):
            guard let number = other as? NSNumber else { return false }
            if let whole = Int64(digits) { return number.int64Value == whole }
            // Foundation goes by its decimal numbers, whose last bits differ.
            guard let exact = Double(digits) else { return false }
            return abs(exact - number.doubleValue) <= abs(exact) * 1e-12
        }
    }
}

// MARK: writing

/// Written and read again it is the same, byte by byte; numbers that the writer has no word for
/// stand as texts.
private func checkWriting(_ tree: JSONTree) throws {
    var writer = JSONWriter()
    tree.write(to: &writer)
    var again = JSONWriter()
    try JSONTree(writer.bytes).write(to: &again)
    try require(again.bytes == writer.bytes, "\(writer.text) becomes \(again.text)")
}

extension JSONTree {
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .object(let members):
            writer.object { writer in
                for member in members {
                    writer.name(member.name)
                    member.value.write(to: &writer)
                }
            }
        case .list(let elements):
            writer.list(elements) { writer, element in element.write(to: &writer) }
        case .text(let text): writer.write(text)
        case .number(let digits):
            if let number = integer { writer.write(number) } else { writer.write(digits) }
        case .bool(let value): writer.write(value)
        case .null: writer.writeNull()
        }
    }
}
