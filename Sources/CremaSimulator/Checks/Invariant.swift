/// What must hold after every step. Those of wallets and coupons get their case here when there are
/// wallets and coupons, and a check beside the others.
package enum Invariant: String, Sendable, Hashable, CaseIterable {
    case taxAddsUp = "net + tax = gross, for each line, fee and order"
    case sharesAddUp = "the shares of lines and fees sum to the order's amounts"
    case tendersHold = "no more is taken than the total, and given back than was taken"
    case oneAnswerPerKey = "a key has one answer, for one body, and a failed try doesn't burn it"
    case chargedAsSeen = "what the customer saw is charged, or they are asked again"
    case allOrNothing = "an order takes its stock in its own transaction, or isn't placed"
    case allowedMoves = "an order moves along allowed edges, guarded by its version"
    case oneCalendar = "one function makes days and slots, in the location's zone"
    case uniqueNumbers = "no call number repeats among open orders or within a business day"
    case followersAgree = "a reconnecting client ends as one that never dropped"
    case everythingIsTold = "each change is told once, in the order of commits, and no other"
    case asAsked = "what is asked for is done or refused as the rules say"
    case asWritten = "the database holds what was answered"
    case sessionsHold = "a session's tokens open what they should, as long as they should"
    case noInternalErrors = "no caller sees an internal error"
    case auditIsClean = "the audit finds nothing"
}

/// What was found wrong in a step.
package struct Finding: Error, Sendable, CustomStringConvertible {
    package let invariant: Invariant
    package let expected: String
    package let found: String

    /// Longer texts are cut to where they begin to differ.
    private static let longest = 400

    init(_ invariant: Invariant, expected: String, found: String) {
        self.invariant = invariant
        let same = zip(expected, found).prefix { $0.0 == $0.1 }.count
        let start = expected.count > Finding.longest && same > 80 ? same - 80 : 0
        self.expected = Finding.cut(expected, from: start)
        self.found = Finding.cut(found, from: start)
    }

    private static func cut(_ text: String, from start: Int) -> String {
        let rest = text.dropFirst(start)
        return (start > 0 ? "..." : "") + rest.prefix(longest) + (rest.count > longest ? "..." : "")
    }

    package var description: String {
        "\(invariant.rawValue)\n  expected: \(expected)\n  found:    \(found)"
    }
}

/// Throws where two things that must be equal aren't.
func expect<Value: Equatable>(
    _ invariant: Invariant, _ what: @autoclosure () -> String, _ expected: Value, _ found: Value
) throws(Finding) {
    guard expected != found else { return }
    let what = what()
    throw Finding(invariant, expected: "\(what): \(expected)", found: "\(what): \(found)")
}

func expect(
    _ invariant: Invariant, _ holds: Bool, _ expected: @autoclosure () -> String,
    found: @autoclosure () -> String
) throws(Finding) {
    guard !holds else { return }
    throw Finding(invariant, expected: expected(), found: found())
}
