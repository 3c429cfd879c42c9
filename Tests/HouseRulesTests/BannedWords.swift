/// The words of STYLE: each was a fault somewhere before it was a rule.
enum BannedWords {
    static let all = numbers + errors + concurrency + surroundings + names

    /// Money, rates and times are whole numbers.
    private static let numbers = [
        BannedWord(
            pattern: #"\b(Double|Float(16|32|64|80)?|Decimal|CGFloat)\b"#, needle: "",
            instead: "whole numbers: minor units, parts per million, milliseconds or Duration",
            applies: inTargets("CremaDomain", "CremaServices", "CremaStore"),
            refused: "let price: Double = 4.5", allowed: "let doubled = DoubleEntry(2)")
    ]

    private static let errors = [
        BannedWord(
            pattern: #"\btry!"#, needle: "try!", instead: "handle it, or `try` in a throwing test",
            applies: everywhere,
            refused: "let a = try! f()", allowed: "let a = try f()"),
        BannedWord(
            pattern: #"\bas!"#, needle: "as!", instead: "`as?` and a decision, or better a type",
            applies: everywhere,
            refused: "let a = b as! C", allowed: "let a = b as? C"),
        BannedWord(
            pattern: #"\btry\?"#, needle: "try?", instead: "say why on the line, or handle it",
            excuse: .reasonOnTheLine, applies: inSources,
            refused: "let a = try? f()", allowed: "try? f()  // The peer may be gone already."),
        BannedWord(
            pattern: #"\bcatch\b[^{}\n]*\{\s*\}"#, needle: "catch",
            instead: "decide what a failure means here",
            applies: everywhere,
            refused: "do { try f() } catch let e as E {\n // nothing\n}",
            allowed: "do { try f() } catch { throw g(error) }"),
    ]

    private static let concurrency = [
        BannedWord(
            pattern: #"@unchecked\s+Sendable"#, needle: "@unchecked",
            instead: "a Mutex or an actor; drivers say the reason on the next line",
            excuse: .reasonOnTheNextLine, applies: inDrivers,
            refused: "final class A: @unchecked Sendable {\n let a = 1\n}",
            allowed: "final class A: @unchecked Sendable {\n // Used by its own thread only.\n}"),
        BannedWord(
            pattern: #"@unchecked\s+Sendable"#, needle: "@unchecked",
            instead: "a Mutex or an actor; only drivers may promise it themselves",
            applies: { !inDrivers($0) },
            refused: "struct A: @unchecked Sendable {\n // Reason.\n}",
            allowed: "struct A: Sendable {}"),
        BannedWord(
            pattern: #"\bnonisolated\s*\(\s*unsafe\s*\)"#, needle: "nonisolated",
            instead: "a Mutex, an actor or a `let`", applies: everywhere,
            refused: "nonisolated(unsafe) var a = 1", allowed: "nonisolated func f() {}"),
        BannedWord(
            pattern: #"\bTask\s*\.\s*detached\b"#, needle: "detached",
            instead: "a task with an owner that cancels it", applies: everywhere,
            refused: "Task.detached { }", allowed: "Task { }"),
    ]

    /// Time, ids, chance and the environment enter in one place and are passed on.
    private static let surroundings = [
        BannedWord(
            pattern: #"\b(Date\s*\(\s*\)|Date\.now\b|Date\s*\(\s*timeIntervalSinceNow)"#,
            needle: "Date", instead: "`now` as it is passed in", applies: outsideBootstrap,
            refused: "let a = Date()", allowed: "let a = BusinessDate(1)"),
        BannedWord(
            pattern: #"\bUUID\s*\(\s*\)"#, needle: "UUID", instead: "`makeID` as it is passed in",
            applies: outsideBootstrap,
            refused: "let a = UUID()", allowed: "let a = UUID(uuidString: text)"),
        BannedWord(
            pattern: #"\b(processInfo\.environment|getenv\s*\()"#, needle: "env",
            instead: "a setting that is passed in",
            applies: { outsideBootstrap($0) && !$0.hasPrefix("Sources/crema/") },
            refused: "let a = ProcessInfo.processInfo.environment", allowed: "let env = settings"),
        BannedWord(
            pattern: #"\bstatic\s+(let|var)\s+shared\b|\b[A-Z]\w*\.shared\b(?!\()"#,
            needle: "shared", instead: "what is passed to `init`", applies: everywhere,
            refused: "URLSession.shared.invalidate()", allowed: "let body = Body.shared(bytes)"),
        BannedWord(
            pattern: #"(^|[;{}=(\n]\s*|\bin\s+)(debugPrint|print|dump|NSLog)\s*\("#, needle: "",
            instead: "the log; only the command line prints",
            applies: { !$0.hasPrefix("Sources/crema/") && $0 != "Package.swift" },
            refused: "\n  print(1)", allowed: "func print(a: Int) { ticket.print(a) }"),
    ]

    /// Words that say nothing or too much, and tests whose name says nothing.
    private static let names = [
        BannedWord(
            pattern: #"\b(public|open)\s+(?!\()\w"#, needle: "",
            instead: "`package`; what is public is promised to native clients",
            applies: { inSources($0) && !inTargets("CremaDomain", "CremaAPI")($0) },
            refused: "public struct A {}", allowed: "package struct A { let isOpen = open }"),
        BannedWord(
            pattern: #"\b(struct|class|enum|actor|protocol)\s+\w*"#
                + "(Manager|Helpers?|Utils?|Info|Data)\\b",
            needle: "", instead: "a name for what it is or does", applies: inSources,
            refused: "struct OrderManager {}", allowed: "struct Database {}"),
        BannedWord(
            pattern: #"@Test\s*(\((?:[^()]|\([^()]*\))*\))?\s*(static\s+)?func\s+[A-Za-z_]\w*"#,
            needle: "@Test", instead: "a sentence in backticks: what holds", applies: inTests,
            refused: "@Test(arguments: f(1)) func emptyCart(a: Int) {}",
            allowed: "@Test func `an empty cart is refused`() {}"),
    ]

    @Sendable private static func everywhere(_ path: String) -> Bool { true }

    @Sendable private static func inSources(_ path: String) -> Bool { path.hasPrefix("Sources/") }

    @Sendable private static func inTests(_ path: String) -> Bool { path.hasPrefix("Tests/") }

    @Sendable private static func inDrivers(_ path: String) -> Bool {
        path.hasPrefix("Sources/CremaSQL/") || path.hasPrefix("Sources/CremaHTTP/")
    }

    @Sendable private static func outsideBootstrap(_ path: String) -> Bool {
        inSources(path) && !path.hasPrefix("Sources/CremaServer/Bootstrap")
    }

    private static func inTargets(_ names: String...) -> @Sendable (String) -> Bool {
        { path in names.contains { path.hasPrefix("Sources/\($0)/") } }
    }
}
