@testable import CremaSQL
import CremaServices
import Testing

/// Which failures of the database are answered with "come again".
struct UnavailableTests {
    @Test(arguments: [
        SQLError.Kind.busy, .overloaded, .closed, .diskFull, .readOnly, .io, .connectionLost,
        .outcomeUnknown,
    ])
    func `a disk or a server that is away may come back`(kind: SQLError.Kind) {
        let error = SQLError(kind: kind, message: "away")

        #expect(error.isWorthAnotherTry)
    }

    @Test(arguments: [SQLError.Kind.corrupt, .foreignFile, .misuse, .other])
    func `a mistake and a broken file stay what they are`(kind: SQLError.Kind) {
        let error = SQLError(kind: kind, message: "broken")

        #expect(!error.isWorthAnotherTry)
    }
}
