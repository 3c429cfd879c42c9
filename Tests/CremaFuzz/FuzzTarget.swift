/// Something that takes bytes from outside, with what must hold whatever they are.
struct FuzzTarget: Sendable, CustomStringConvertible {
    let name: String
    /// Throws a ``Finding`` where something doesn't hold.
    let run: @Sendable ([UInt8]) throws -> Void

    var description: String { name }

    static let all = [
        FuzzTarget(name: "http", run: parseRequests),
        FuzzTarget(name: "connection", run: serveConnection),
        FuzzTarget(name: "fields", run: readFields),
        FuzzTarget(name: "json", run: readJSON),
        FuzzTarget(name: "csv", run: readTable),
        FuzzTarget(name: "square-items", run: importSquareItems),
        FuzzTarget(name: "square-catalog", run: importSquareCatalog),
        FuzzTarget(name: "tokens", run: readTokens),
        FuzzTarget(name: "times", run: readTimes),
        FuzzTarget(name: "zones", run: readZones),
    ]

    static func named(_ name: String) -> FuzzTarget? {
        all.first { $0.name == name }
    }
}

/// A claim that doesn't hold for some input.
struct Finding: Error, CustomStringConvertible {
    let description: String
}

func require(_ holds: Bool, _ claim: @autoclosure () -> String) throws(Finding) {
    guard holds else { throw Finding(description: claim()) }
}

/// An input's parts: a byte that chooses, lengths to cut at, and the rest.
struct Input {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The next byte; 0 at the end.
    mutating func byte() -> UInt8 {
        rest.popFirst() ?? 0
    }

    /// Up to seven lengths.
    mutating func cuts() -> [UInt8] {
        let count = Int(byte() & 7)
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// The rest as text; bytes that aren't UTF-8 come as U+FFFD.
    var text: String { String(decoding: rest, as: UTF8.self) }
}
