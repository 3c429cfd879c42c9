/// Links between documents lead somewhere.
enum DocumentRules {
    /// `exists` tells whether a path from the package's root is there, `text` what stands in it.
    static func brokenLinks(
        _ file: SourceFile, exists: (String) -> Bool = SourceTree.exists,
        text: (String) -> String? = { SourceFile(path: $0)?.text }
    ) throws -> [Violation] {
        let link = try #"\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\s*\[[^\]]+\]:\s*(\S+)"#.regex
        return proseLines(of: file.text).flatMap { number, line in
            line.matches(of: link).compactMap { match in
                let target = match.output[1].substring ?? match.output[2].substring ?? ""
                guard !isOutside(target) else { return nil }
                let message = brokenPart(of: target, in: file, exists: exists, text: text)
                return message.map { Violation(path: file.path, line: number, message: $0) }
            }
        }
    }

    /// What GitHub makes of a heading.
    static func anchor(_ heading: Substring) -> String {
        let words = heading.lowercased().filter {
            $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_"
        }
        return words.split(separator: " ", omittingEmptySubsequences: false)
            .joined(separator: "-")
    }

    private static func isOutside(_ target: Substring) -> Bool {
        ["https://", "http://", "mailto:"].contains(where: target.hasPrefix)
    }

    private static func brokenPart(
        of target: Substring, in file: SourceFile, exists: (String) -> Bool,
        text: (String) -> String?
    ) -> String? {
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].isEmpty ? file.path : resolve(parts[0], from: file.path)
        guard let path, exists(path) else { return "`\(target)` isn't there" }
        guard parts.count == 2, path.hasSuffix(".md") else { return nil }
        let content = path == file.path ? file.text : text(path) ?? ""
        return anchors(in: content).contains(String(parts[1]))
            ? nil : "no heading for `\(target)`"
    }

    /// Nil for what leads out of the package.
    private static func resolve(_ target: Substring, from path: String) -> String? {
        var parts = target.hasPrefix("/") ? [] : path.split(separator: "/").dropLast()
        for part in target.split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(part)
                continue
            }
            guard parts.popLast() != nil else { return nil }
        }
        return parts.joined(separator: "/")
    }

    private static func anchors(in text: String) -> Set<String> {
        let headings = proseLines(of: text).map(\.line).filter { $0.hasPrefix("#") }
        return Set(headings.map { anchor($0.drop { $0 == "#" }.drop { $0 == " " }) })
    }

    /// The lines outside of code blocks, without code spans.
    private static func proseLines(of text: String) -> [(number: Int, line: Substring)] {
        var isCode = false
        var found: [(number: Int, line: Substring)] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.drop(while: \.isWhitespace).hasPrefix("```") {
                isCode.toggle()
            } else if !isCode {
                found.append((index + 1, line))
            }
        }
        return found
    }
}
