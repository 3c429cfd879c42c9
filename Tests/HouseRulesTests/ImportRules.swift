/// Who may import whom: the walls between the layers. The compiler keeps only those that stand in
/// the package's manifest, and those a build can get around.
enum ImportRules {
    /// A target without a row is refused, so that a new one gets its place here first.
    static let allowed: [String: Set<String>] = [
        "CremaDomain": [],
        "CremaAPI": ["CremaDomain"],
        "CremaSQL": system.union(["CSQLite", "CPostgres"]),
        "CremaStore": ["CremaSQL", "CremaDomain", "CremaAPI", "FoundationEssentials"],
        "CremaServices": system.union([
            "CremaStore", "CremaSQL", "CremaDomain", "CremaAPI", "CSodium",
        ]),
        "CremaHTTP": system.union(["CHTTPEngine"]),
        "CremaMail": system.union(["CCurl", "CremaDomain"]),
        "CremaPayments": system.union(["CCurl", "CremaServices", "CremaDomain"]),
        "CremaWeb": system.union([
            "CremaHTTP", "CremaMail", "CremaServices", "CremaStore", "CremaAPI", "CremaDomain",
            "CAssets", "CZlib",
        ]),
        "CremaServer": system.union([
            "CremaWeb", "CremaHTTP", "CremaMail", "CremaPayments", "CremaServices",
            "CremaStore", "CremaSQL", "CremaDomain", "CremaAPI", "CAssets",
        ]),
        "CremaSimulator": system.union([
            "CremaServices", "CremaStore", "CremaSQL", "CremaDomain",
        ]),
        "crema-simulator": system.union([
            "CremaSimulator", "CremaServer", "CremaServices", "CremaSQL", "CremaDomain",
        ]),
        "crema": system.union(["CremaServer", "CremaServices", "CremaDomain"]),
    ]

    private static let system: Set<String> = [
        "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization",
    ]

    static func violations(in text: SwiftText) throws -> [Violation] {
        guard let target = text.file.target else { return [] }
        return try imports(of: text).compactMap { line, module in
            guard let modules = allowed[target] else {
                let message = "\(target) has no row in ImportRules.allowed"
                return Violation(path: text.file.path, line: line, message: message)
            }
            guard !modules.contains(module) else { return nil }
            let message = "\(target) doesn't import \(module): ImportRules.allowed says what it may"
            return Violation(path: text.file.path, line: line, message: message)
        }
    }

    static func imports(of text: SwiftText) throws -> [(line: Int, module: String)] {
        let pattern =
            #"^\s*(?:@\w+(?:\([^)]*\))?\s+)*"#
            + #"(?:(?:public|package|internal|private|fileprivate)\s+)?"#
            + #"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)"#
        let expression = try pattern.regex
        return text.codeLines.enumerated().compactMap { index, line in
            guard mayImport(line), let match = line.firstMatch(of: expression),
                let module = match.output[1].substring
            else { return nil }
            return (index + 1, String(module))
        }
    }

    /// Most lines begin with another letter.
    private static func mayImport(_ line: Substring) -> Bool {
        line.utf8.first { $0 != UInt8(ascii: " ") }.map("@ipf".utf8.contains) ?? false
    }
}
