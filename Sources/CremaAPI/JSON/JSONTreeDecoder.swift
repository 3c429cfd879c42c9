extension JSONTree {
    /// Decodes what a tree holds. Failures name the place by their coding path, numbers that don't
    /// fit too.
    package func decode<Value: Decodable>(_ type: Value.Type) throws(DecodingError) -> Value {
        do {
            return try Value(from: JSONTreeDecoder(tree: self))
        } catch let error as DecodingError {
            throw error
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [], debugDescription: "\(error)", underlyingError: error))
        }
    }
}

/// Where a value stands. Told only when something is wrong with it.
final class JSONPlace {
    private let parent: JSONPlace?
    private let key: JSONKey

    init(_ key: JSONKey, in parent: JSONPlace?) {
        self.parent = parent
        self.key = key
    }

    var path: [any CodingKey] { (parent?.path ?? []) + [key] }
}

enum JSONKey: CodingKey {
    case name(String)
    case index(Int)

    init(stringValue: String) { self = .name(stringValue) }
    init(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .index(let index): String(index)
        }
    }

    var intValue: Int? {
        switch self {
        case .name: nil
        case .index(let index): index
        }
    }
}

/// Foundation's decoder makes copies and dictionaries on its way and doesn't say where a number
/// stands that doesn't fit; this one reads a request in a tenth of the time.
struct JSONTreeDecoder: Decoder {
    let tree: JSONTree
    private(set) var parent: JSONPlace?
    private(set) var key: JSONKey?

    init(tree: JSONTree, parent: JSONPlace? = nil, key: JSONKey? = nil) {
        self.tree = tree
        self.parent = parent
        self.key = key
    }

    var place: JSONPlace? { key.map { JSONPlace($0, in: parent) } }
    var codingPath: [any CodingKey] { place?.path ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object = tree else { throw mismatch([String: JSONTree].self) }
        return KeyedDecodingContainer(KeyedContainer(tree: tree, place: place))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = tree else { throw mismatch([JSONTree].self) }
        return ListContainer(elements: elements, place: place)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func mismatch(_ type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "\(type) is expected")
        return tree == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    func text() throws(DecodingError) -> String {
        guard case .text(let text) = tree else { throw mismatch(String.self) }
        return text
    }

    func bool() throws(DecodingError) -> Bool {
        guard case .bool(let value) = tree else { throw mismatch(Bool.self) }
        return value
    }

    /// A whole number, also when it is written `2.0` or `2e1`.
    func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws(DecodingError) -> Number {
        guard case .number(let digits) = tree else { throw mismatch(type) }
        if let number = Number(digits) { return number }
        if let whole = Double(digits).flatMap({ Number(exactly: $0) }) { return whole }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath, debugDescription: "\(digits) doesn't fit \(type)"))
    }

    fileprivate func fraction() throws -> Double {
        guard case .number(let digits) = tree, let number = Double(digits) else {
            throw mismatch(Double.self)
        }
        return number
    }

    fileprivate func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try Value(from: self)
    }
}

extension JSONTreeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { tree == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try bool() }
    func decode(_ type: String.Type) throws -> String { try text() }
    func decode(_ type: Double.Type) throws -> Double { try fraction() }
    func decode(_ type: Float.Type) throws -> Float { Float(try fraction()) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
}

private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let tree: JSONTree
    let place: JSONPlace?

    var codingPath: [any CodingKey] { place?.path ?? [] }
    var allKeys: [Key] { tree.members.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { tree.member(key.stringValue) != nil }

    private func member(_ key: Key) throws -> JSONTreeDecoder {
        let name = key.stringValue
        guard let value = tree.member(name) else {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(codingPath: codingPath, debugDescription: "missing"))
        }
        return JSONTreeDecoder(tree: value, parent: place, key: .name(name))
    }

    /// Nil for a member that is absent or null.
    private func present(_ key: Key) throws -> JSONTreeDecoder? {
        let name = key.stringValue
        guard let value = tree.member(name), value != .null else { return nil }
        return JSONTreeDecoder(tree: value, parent: place, key: .name(name))
    }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).tree == .null }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).bool() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).text() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).integer(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try member(key).integer(type)
    }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try member(key).value(type)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try present(key)?.bool()
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key)?.text()
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try present(key)?.integer(type)
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try present(key)?.integer(type)
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key)?.value(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { JSONTreeDecoder(tree: tree, parent: place) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

private struct ListContainer: UnkeyedDecodingContainer {
    let elements: [JSONTree]
    let place: JSONPlace?
    private(set) var currentIndex = 0

    init(elements: [JSONTree], place: JSONPlace?) {
        self.elements = elements
        self.place = place
    }

    var codingPath: [any CodingKey] { place?.path ?? [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private func current(_ type: Any.Type) throws -> JSONTreeDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, DecodingError.Context(codingPath: codingPath, debugDescription: "no more"))
        }
        return JSONTreeDecoder(
            tree: elements[currentIndex], parent: place, key: .index(currentIndex))
    }

    mutating func decodeNil() throws -> Bool {
        guard try current(JSONTree.self).tree == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try current(type).value(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try current(JSONTree.self).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try current(JSONTree.self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try current(JSONTree.self)
        currentIndex += 1
        return decoder
    }
}
