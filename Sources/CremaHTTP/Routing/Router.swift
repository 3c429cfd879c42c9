/// Finds what belongs to a method and a path. Templates name their variable segments in braces:
/// `/api/v1/orders/{id}`. A literal segment goes before a variable one.
package struct Router<Value: Sendable>: Sendable {
    package enum Match: Sendable {
        case found(Value, PathParameters)
        /// The path exists with these methods only, in the order of `HTTPMethod.allCases`.
        case methodNotAllowed([HTTPMethod])
        case notFound
    }

    private var tree = RouteTree()
    /// By the tree's number of the route.
    private var values: [Value] = []

    package init() {}

    /// Templates are written by us: a wrong one, or the same route twice, ends the program.
    package mutating func add(_ method: HTTPMethod, _ template: String, _ value: Value) {
        tree.add(method, template, number: values.count)
        values.append(value)
    }

    /// The path is percent-encoded, without query. HEAD finds what GET does. Malformed paths (a bad
    /// escape, bytes that aren't UTF-8, controls, `.`, `..`, an empty segment) aren't found.
    package func match(_ method: HTTPMethod, path: String) -> Match {
        guard let segments = PathSegments.decoded(path) else { return .notFound }
        var search = RouteTree.Search(method: method, segments: segments)
        if let route = tree.find(&search) {
            return .found(
                values[route.number], PathParameters(names: route.names, values: search.values))
        }
        return search.allowed.isEmpty
            ? .notFound : .methodNotAllowed(HTTPMethod.allCases.filter(search.allowed.contains))
    }
}

/// The routes by segments. Knows no values: a generic type's code isn't made for the type that it
/// is used with outside its module, and each request would pay for that.
private struct RouteTree: Sendable {
    struct Route: Sendable {
        let number: Int
        let names: [String]
    }

    struct Search {
        let method: HTTPMethod
        let segments: [String]
        var values: [String] = []
        /// What the paths that were found may be asked with, where the method isn't among it.
        var allowed: [HTTPMethod] = []
    }

    private struct Node: Sendable {
        /// Few, so that comparing them one by one beats hashing the segment.
        var literals: [(segment: String, node: Int)] = []
        var variable: Int?
        var routes: [(method: HTTPMethod, route: Route)] = []

        func route(_ method: HTTPMethod) -> Route? {
            for index in routes.indices where routes[index].method == method {
                return routes[index].route
            }
            return nil
        }

        func child(_ segment: String) -> Int? {
            for index in literals.indices where literals[index].segment == segment {
                return literals[index].node
            }
            return nil
        }
    }

    /// The first is the root.
    private var nodes = [Node()]

    mutating func add(_ method: HTTPMethod, _ template: String, number: Int) {
        precondition(template.hasPrefix("/"), "\(template) begins with no slash")
        var names: [String] = []
        var node = 0
        for segment in Self.segments(of: template) {
            precondition(!segment.isEmpty, "\(template) has an empty segment")
            if segment.hasPrefix("{"), segment.hasSuffix("}") {
                names.append(String(segment.dropFirst().dropLast()))
                node = variable(of: node)
            } else {
                precondition(!segment.contains { "{}%".contains($0) }, "\(template) is malformed")
                node = child(of: node, String(segment))
            }
        }
        precondition(Set(names).count == names.count, "\(template) has a name twice")
        precondition(nodes[node].route(method) == nil, "\(method) \(template) exists")
        nodes[node].routes.append((method, Route(number: number, names: names)))
    }

    func find(_ search: inout Search) -> Route? {
        find(&search, 0, from: 0)
    }

    private func find(_ search: inout Search, _ depth: Int, from index: Int) -> Route? {
        guard depth < search.segments.count else {
            let node = nodes[index]
            if let route = node.route(search.method) { return route }
            if search.method == .head, let route = node.route(.get) { return route }
            search.allowed += node.routes.map(\.method)
            if node.route(.get) != nil { search.allowed.append(.head) }
            return nil
        }
        let segment = search.segments[depth]
        if let next = nodes[index].child(segment),
            let route = find(&search, depth + 1, from: next)
        {
            return route
        }
        guard let next = nodes[index].variable else { return nil }
        search.values.append(segment)
        if let route = find(&search, depth + 1, from: next) { return route }
        search.values.removeLast()
        return nil
    }

    private mutating func child(of node: Int, _ segment: String) -> Int {
        if let index = nodes[node].child(segment) { return index }
        nodes.append(Node())
        nodes[node].literals.append((segment, nodes.count - 1))
        return nodes.count - 1
    }

    private mutating func variable(of node: Int) -> Int {
        if let index = nodes[node].variable { return index }
        nodes.append(Node())
        nodes[node].variable = nodes.count - 1
        return nodes.count - 1
    }

    private static func segments(of template: String) -> [Substring] {
        template == "/"
            ? [] : template.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }
}

/// A path cut at its slashes.
private enum PathSegments {
    /// Nil where a segment isn't proper: empty, `.`, `..`, a bad escape, controls, not UTF-8.
    static func decoded(_ path: String) -> [String]? {
        var path = path
        return path.withUTF8 { bytes in
            guard bytes.first == UInt8(ascii: "/") else { return nil }
            if bytes.count == 1 { return [] }
            var segments: [String] = []
            segments.reserveCapacity(8)
            var start = 1
            while start <= bytes.count {
                var end = start
                while end < bytes.count, bytes[end] != UInt8(ascii: "/") { end += 1 }
                guard let segment = segment(bytes[start..<end]) else { return nil }
                segments.append(segment)
                start = end + 1
            }
            return segments
        }
    }

    private static func segment(_ raw: UnsafeBufferPointer<UInt8>.SubSequence) -> String? {
        let isPlain = raw.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "%") }
        let segment = isPlain ? String(decoding: raw, as: UTF8.self) : PercentCoding.decode(raw)
        guard let segment, !segment.isEmpty, segment != ".", segment != "..",
            isPlain || segment.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
        else { return nil }
        return segment
    }
}

/// The values of a template's variable segments, decoded.
package struct PathParameters: Sendable, Hashable {
    let names: [String]
    let values: [String]

    package init() { (names, values) = ([], []) }

    init(names: [String], values: [String]) {
        self.names = names
        self.values = values
    }

    package subscript(_ name: String) -> String? {
        names.firstIndex(of: name).map { values[$0] }
    }
}
