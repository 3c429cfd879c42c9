/// `crema doctor`: says what is wrong with a set-up, and how to mend it.
enum DoctorCommand {
    static func run(_ options: Options) throws -> Int32 {
        guard options.words.isEmpty else { throw UsageError("what is \(options.words[0])?") }
        let server = try ShopPlace.options(options)
        let findings = try Blocking.run { await Doctor.examine(server) }
        for finding in findings {
            Terminal.out("\(finding.grade.rawValue): \(finding.subject): \(finding.words)")
            if !finding.remedy.isEmpty { Terminal.out("    \(finding.remedy)") }
        }
        let bad = findings.count { $0.grade == .bad }
        let doubtful = findings.count { $0.grade == .doubtful }
        Terminal.out(
            bad + doubtful == 0
                ? "crema: nothing is wrong."
                : "crema: \(bad) wrong, \(doubtful) to look after.")
        return bad == 0 ? 0 : 1
    }
}
