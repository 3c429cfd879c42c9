import CremaSQL
import Testing

@Suite struct SQLValueTests {
    @Test func `a missing value keeps its type`() {
        #expect(SQLValue(nil as Int64?) == .nullInteger)
        #expect(SQLValue(nil as String?) == .nullText)
        #expect(SQLValue(nil as [UInt8]?) == .nullBlob)
    }

    @Test func `a boolean is 0 or 1`() {
        #expect(SQLValue(true) == .integer(1))
        #expect((false as SQLValue) == .integer(0))
    }
}
