import CremaSQL
import CremaServices

/// `crema audit`: whether the books add up. Reads everything and mends nothing, beside a running
/// server too.
enum AuditCommand {
    static func run(_ options: Options) throws -> Int32 {
        guard options.words.isEmpty else { throw UsageError("what is \(options.words[0])?") }
        let server = try ShopPlace.options(options)
        let outcome = try ShopPlace.open(options) { services in
            // A PostgreSQL server looks after its files itself.
            let problems =
                server.databaseURL == nil
                ? try await SQLiteCopy.problems(of: server.dataPath + "/crema.db") : []
            return (problems, try await services.audit())
        }
        let (problems, (count, findings)) = outcome
        for problem in problems { Terminal.out("database: \(problem)") }
        for finding in findings { Terminal.out(finding) }
        let total = problems.count + findings.count
        Terminal.out(
            total == 0
                ? "crema: \(count) orders were looked through; everything adds up."
                : "crema: \(count) orders were looked through; \(total) things are wrong.")
        return total == 0 ? 0 : 1
    }
}
