/// A message that is read from a tree without a decoder's detours. What it takes and refuses is the
/// same as by decoding; it is for what is read with every order.
package protocol JSONReadable: Decodable {
    /// Reads an object.
    init(_ json: JSONReader) throws(DecodingError)
}

extension JSONTree {
    /// Reads what a tree holds. Failures name the place by their coding path.
    package func read<Value: JSONReadable>(_ type: Value.Type) throws(DecodingError) -> Value {
        try JSONTreeDecoder(tree: self).object()
    }
}

/// An object whose members are read one by one.
package struct JSONReader {
    private let tree: JSONTree
    private let place: JSONPlace?

    fileprivate init(_ value: JSONTreeDecoder) {
        tree = value.tree
        place = value.place
    }

    /// A member's text.
    func text(_ name: String) throws(DecodingError) -> String {
        try required(name).text()
    }

    /// A member's text, nil where it is absent or null.
    func textIfPresent(_ name: String) throws(DecodingError) -> String? {
        try present(name)?.text()
    }

    /// A member's whole number.
    func integer(_ name: String) throws(DecodingError) -> Int {
        try required(name).integer(Int.self)
    }

    /// A member's whole number, nil where it is absent or null.
    func integerIfPresent(_ name: String) throws(DecodingError) -> Int? {
        try present(name)?.integer(Int.self)
    }

    /// A member's list of objects.
    func list<Value: JSONReadable>(_ name: String) throws(DecodingError) -> [Value] {
        try required(name).elements { (json) throws(DecodingError) in try json.object() }
    }

    /// A member's list of objects, nil where it is absent or null.
    func listIfPresent<Value: JSONReadable>(_ name: String) throws(DecodingError) -> [Value]? {
        try present(name)?.elements { (json) throws(DecodingError) in try json.object() }
    }

    /// A member's list of texts, nil where it is absent or null.
    func textsIfPresent(_ name: String) throws(DecodingError) -> [String]? {
        try present(name)?.elements { (json) throws(DecodingError) in try json.text() }
    }

    /// A member that is decoded, nil where it is absent or null.
    func valueIfPresent<Value: Decodable>(
        _ type: Value.Type, _ name: String
    ) throws(DecodingError) -> Value? {
        guard let json = present(name) else { return nil }
        do {
            return try Value(from: json)
        } catch let error as DecodingError {
            throw error
        } catch {
            throw json.mismatch(type)
        }
    }

    private func present(_ name: String) -> JSONTreeDecoder? {
        guard let value = tree.member(name), value != .null else { return nil }
        return JSONTreeDecoder(tree: value, parent: place, key: .name(name))
    }

    private func required(_ name: String) throws(DecodingError) -> JSONTreeDecoder {
        guard let value = tree.member(name) else {
            throw .keyNotFound(
                JSONKey.name(name),
                DecodingError.Context(codingPath: place?.path ?? [], debugDescription: "missing"))
        }
        return JSONTreeDecoder(tree: value, parent: place, key: .name(name))
    }
}

extension JSONTreeDecoder {
    fileprivate func object<Value: JSONReadable>() throws(DecodingError) -> Value {
        guard case .object = tree else { throw mismatch([String: JSONTree].self) }
        return try Value(JSONReader(self))
    }

    fileprivate func elements<Value>(
        _ read: (JSONTreeDecoder) throws(DecodingError) -> Value
    ) throws(DecodingError) -> [Value] {
        guard case .list(let elements) = tree else { throw mismatch([JSONTree].self) }
        let place = place
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for index in elements.indices {
            values.append(
                try read(
                    JSONTreeDecoder(tree: elements[index], parent: place, key: .index(index))))
        }
        return values
    }
}
