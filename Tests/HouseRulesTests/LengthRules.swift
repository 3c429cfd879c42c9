/// A file holds one idea, a function fits a screen, a line fits beside another window.
enum LengthRules {
    static let columns = 100
    static let sourceLines = 400
    static let testLines = 600
    static let functionLines = 70

    static func longFile(_ file: SourceFile) -> [Violation] {
        let limit = file.path.lowercased().hasPrefix("tests/") ? testLines : sourceLines
        let count = file.text.hasSuffix("\n") ? file.lines.count - 1 : file.lines.count
        guard count > limit else { return [] }
        let message = "\(count) lines; split it by topic, \(limit) are the limit"
        return [Violation(path: file.path, line: limit + 1, message: message)]
    }

    static func longLines(_ file: SourceFile) -> [Violation] {
        file.lines.enumerated().filter { $1.count > columns }.map { index, line in
            let message = "\(line.count) columns; \(columns) are the limit"
            return Violation(path: file.path, line: index + 1, message: message)
        }
    }
}
