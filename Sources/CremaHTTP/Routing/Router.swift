/// Finds what belongs to a method and a path. Templates name their variable segments in braces:
/// `/api/v1/orders/{id}`. A literal segment goes before a variable one.
package struct Router<Value: Sendable>: Sendable {
    package enum Match: Sendable {
        case found(Value, PathParameters)
        /// The path exists with these methods only, in the order of `HTTPMethod.allCases`.
        case methodNotAllowed([HTTPMethod])
        case notFound
    }

    private struct Route: Sendable {
        let value: Value
        let names: [String]
    }

    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        var variable: Int?
        var routes: [HTTPMethod: Route] = [:]
    }

    /// The tree's nodes; the first is the root.
    private var nodes = [Node()]

    package init() {}

    /// Templates are written by us: a wrong one, or the same route twice, ends the program.
    package mutating func add(_ method: HTTPMethod, _ template: String, _ value: Value) {
        precondition(template.hasPrefix("/"), "\(template) begins with no slash")
        var names: [String] = []
        var node = 0
        for segment in Self.segments(of: template) {
            precondition(!segment.isEmpty, "\(template) has an empty segment")
            if segment.hasPrefix("{"), segment.hasSuffix("}") {
                names.append(String(segment.dropFirst().dropLast()))
                node = child(of: node, at: \.variable)
            } else {
                precondition(!segment.contains { "{}%".contains($0) }, "\(template) is malformed")
                node = child(of: node, at: \.literals[String(segment)])
            }
        }
        precondition(Set(names).count == names.count, "\(template) has a name twice")
        precondition(nodes[node].routes[method] == nil, "\(method) \(template) exists")
        nodes[node].routes[method] = Route(value: value, names: names)
    }

    /// The path is percent-encoded, without query. HEAD finds what GET does. Malformed paths (a bad
    /// escape, bytes that aren't UTF-8, controls, `.`, `..`, an empty segment) aren't found.
    package func match(_ method: HTTPMethod, path: String) -> Match {
        guard path.utf8.first == UInt8(ascii: "/") else { return .notFound }
        var segments: [String] = []
        for raw in Self.segments(of: path) {
            guard let segment = PercentCoding.decode(raw.utf8), Self.isProper(segment) else {
                return .notFound
            }
            segments.append(segment)
        }
        var allowed: Set<HTTPMethod> = []
        var values: [String] = []
        if let route = find(method, segments[...], from: 0, &values, &allowed) {
            return .found(route.value, PathParameters(names: route.names, values: values))
        }
        return allowed.isEmpty
            ? .notFound : .methodNotAllowed(HTTPMethod.allCases.filter(allowed.contains))
    }

    private func find(
        _ method: HTTPMethod, _ segments: ArraySlice<String>, from index: Int,
        _ values: inout [String], _ allowed: inout Set<HTTPMethod>
    ) -> Route? {
        let node = nodes[index]
        guard let segment = segments.first else {
            let route = node.routes[method] ?? (method == .head ? node.routes[.get] : nil)
            if route == nil {
                allowed.formUnion(node.routes.keys)
                if node.routes[.get] != nil { allowed.insert(.head) }
            }
            return route
        }
        let rest = segments.dropFirst()
        if let next = node.literals[segment],
            let route = find(method, rest, from: next, &values, &allowed)
        {
            return route
        }
        guard let next = node.variable else { return nil }
        values.append(segment)
        if let route = find(method, rest, from: next, &values, &allowed) { return route }
        values.removeLast()
        return nil
    }

    private mutating func child(of node: Int, at place: WritableKeyPath<Node, Int?>) -> Int {
        if let index = nodes[node][keyPath: place] { return index }
        nodes.append(Node())
        nodes[node][keyPath: place] = nodes.count - 1
        return nodes.count - 1
    }

    private static func segments(of path: String) -> [Substring] {
        path == "/" ? [] : path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }

    private static func isProper(_ segment: String) -> Bool {
        !segment.isEmpty && segment != "." && segment != ".."
            && segment.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
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
