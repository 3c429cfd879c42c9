/// What a check of a set-up found.
package struct Finding: Sendable, Hashable {
    package enum Grade: String, Sendable, Hashable {
        case good = "ok"
        /// It works, and may not for long.
        case doubtful = "warning"
        /// It doesn't work, or loses something.
        case bad = "wrong"
    }

    package let grade: Grade
    /// What was looked at: "disk".
    package let subject: String
    package let words: String
    /// How to mend it; empty where there is nothing to mend.
    package let remedy: String

    package static func good(_ subject: String, _ words: String) -> Finding {
        Finding(grade: .good, subject: subject, words: words, remedy: "")
    }

    package static func doubtful(
        _ subject: String, _ words: String, remedy: String
    ) -> Finding {
        Finding(grade: .doubtful, subject: subject, words: words, remedy: remedy)
    }

    package static func bad(_ subject: String, _ words: String, remedy: String) -> Finding {
        Finding(grade: .bad, subject: subject, words: words, remedy: remedy)
    }
}
