import CremaDomain
import CremaServer
import Testing

/// A zone of two moves, to be spoilt in one place at a time.
private struct TZifFile {
    var magic = "TZif"
    var version = UInt8(ascii: "2")
    var oldTransitions = 0
    var leapSeconds = 0
    var standardFlags = 0
    var times: [Int64] = [1_000_000, 2_000_000]
    var typeIndices: [UInt8] = [1, 0]
    var types: [(seconds: Int32, isDaylight: UInt8, name: UInt8)] = [(3600, 0, 0), (7200, 1, 4)]
    var names = Array("CET\0CEST\0".utf8)
    var footer = "\nCET-1\n"

    var bytes: [UInt8] {
        var bytes = header(
            transitions: oldTransitions, types: 0, names: 0, leaps: 0, standard: 0)
        bytes += [UInt8](repeating: 0, count: max(0, min(oldTransitions, 9)) * 5)
        bytes += header(
            transitions: times.count, types: types.count, names: names.count, leaps: leapSeconds,
            standard: standardFlags)
        for time in times { bytes += bigEndian(time) }
        bytes += typeIndices
        for type in types { bytes += bigEndian(type.seconds) + [type.isDaylight, type.name] }
        bytes += names
        bytes += [UInt8](repeating: 0, count: leapSeconds * 12 + standardFlags)
        return bytes + Array(footer.utf8)
    }

    func rules() throws -> ZoneRules {
        let id = try #require(ZoneID("Europe/Berlin"))
        return try TZif.rules(of: id, bytes: bytes)
    }

    private func header(
        transitions: Int, types: Int, names: Int, leaps: Int, standard: Int
    ) -> [UInt8] {
        let counts = [0, standard, leaps, transitions, types, names]
        return Array(magic.utf8) + [version] + [UInt8](repeating: 0, count: 15)
            + counts.flatMap { bigEndian(Int32($0)) }
    }

    private func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}

@Suite struct TZifTests {
    @Test func `a small file is read`() throws {
        let rules = try TZifFile().rules()

        let winter = ZoneOffset(seconds: 3600, isDaylight: false, abbreviation: "CET")
        let summer = ZoneOffset(seconds: 7200, isDaylight: true, abbreviation: "CEST")
        #expect(rules.initial == winter)
        #expect(
            rules.transitions == [
                ZoneTransition(at: Timestamp(seconds: 1_000_000), offset: summer),
                ZoneTransition(at: Timestamp(seconds: 2_000_000), offset: winter),
            ])
    }

    @Test func `the 32-bit block is stepped over`() throws {
        var file = TZifFile()
        file.oldTransitions = 3

        #expect(try file.rules() == TZifFile().rules())
    }

    @Test func `a footer goes on until 2100`() throws {
        var file = TZifFile()
        file.footer = "\nCET-1CEST,M3.5.0,M10.5.0/3\n"

        let rules = try file.rules()

        let last = try #require(rules.transitions.last)
        #expect(last.at.rfc3339 == "2100-10-31T01:00:00.000Z")
        #expect(rules.transitions.count == 2 + 2 * 131)
        #expect(rules.transitions[2].at.rfc3339 == "1970-03-29T01:00:00.000Z")
    }

    @Test func `without a footer's rule the last offset stays`() throws {
        var file = TZifFile()
        file.footer = "\n\n"

        #expect(try file.rules().transitions.count == 2)
    }

    @Test func `a transition that changes nothing is left out`() throws {
        var file = TZifFile()
        file.times.append(3_000_000)
        file.typeIndices.append(0)

        #expect(try file.rules() == TZifFile().rules())
    }

    @Test func `a transition at the Big Bang only says what holds at first`() throws {
        var file = TZifFile()
        file.times = [-1 << 59, 2_000_000]

        let rules = try file.rules()

        #expect(rules.initial.abbreviation == "CEST")
        #expect(rules.transitions.count == 1)
    }

    @Test func `a file that isn't one, or is of another version, is refused`() {
        expect(.notTZif) { $0.magic = "TZiF" }
        expect(.unsupportedVersion(0)) { $0.version = 0 }
        expect(.unsupportedVersion(UInt8(ascii: "5"))) { $0.version = UInt8(ascii: "5") }
        expect(.leapSeconds) { $0.leapSeconds = 1 }
    }

    @Test func `counts that contradict each other are refused`() {
        expect(.badCounts) { $0.standardFlags = 1 }
        expect(.badCounts) { $0.types = [] }
        expect(.badCounts) { $0.names = [] }
        expect(.badCounts) { $0.oldTransitions = 131_073 }
        expect(.badCounts) { $0.oldTransitions = -1 }
        expect(.wrongLength) { $0.oldTransitions = 131_072 }
    }

    @Test func `transitions out of order or out of time are refused`() {
        expect(.badTransition(index: 1)) { $0.times = [2_000_000, 1_000_000] }
        expect(.badTransition(index: 1)) { $0.times = [1_000_000, 1_000_000] }
        expect(.badTransition(index: 1)) { $0.times = [1_000_000, Int64.max] }
        expect(.badLocalTimeType(index: 2)) { $0.typeIndices = [1, 2] }
    }

    @Test func `offsets and names that can't be are refused`() {
        expect(.badLocalTimeType(index: 1)) { $0.types[1].seconds = 26 * 3600 }
        expect(.badLocalTimeType(index: 1)) { $0.types[1].seconds = Int32.min }
        expect(.badLocalTimeType(index: 0)) { $0.types[0].isDaylight = 2 }
        expect(.badLocalTimeType(index: 1)) { $0.types[1].name = 9 }
        expect(.badLocalTimeType(index: 1)) { $0.names = Array("CET\0CEST".utf8) }
        expect(.badLocalTimeType(index: 0)) { $0.names = Array("C\u{7}T\0CEST\0".utf8) }
    }

    @Test func `a footer that isn't one or contradicts the file is refused`() {
        expect(.wrongLength) { $0.footer = "" }
        expect(.wrongLength) { $0.footer = "\nCET-1" }
        expect(.badFooter("CET-1CEST")) { $0.footer = "\nCET-1CEST\n" }
        expect(.badFooter("CET-1\nX")) { $0.footer = "\nCET-1\nX\n" }
        expect(.inconsistentFooter("EET-2")) { $0.footer = "\nEET-2\n" }
        expect(.inconsistentFooter("EST5EDT,M3.2.0,M11.1.0")) {
            $0.footer = "\nEST5EDT,M3.2.0,M11.1.0\n"
        }
    }

    private func expect(
        _ error: TZifError, location: SourceLocation = #_sourceLocation,
        spoilt: (inout TZifFile) -> Void
    ) {
        var file = TZifFile()
        spoilt(&file)
        #expect(throws: error, sourceLocation: location) {
            try file.rules()
        }
    }
}

@Suite struct PosixZoneRuleTests {
    @Test(arguments: [
        ("CET-1CEST,M3.5.0,M10.5.0/3", ["2026-03-29T01:00:00.000Z", "2026-10-25T01:00:00.000Z"]),
        ("EST5EDT,M3.2.0,M11.1.0", ["2026-03-08T07:00:00.000Z", "2026-11-01T06:00:00.000Z"]),
        // The southern half: summer ends first.
        (
            "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
            ["2026-04-04T15:00:00.000Z", "2026-10-03T15:30:00.000Z"]
        ),
        // Negative times and times beyond a day.
        (
            "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
            ["2026-03-29T01:00:00.000Z", "2026-10-25T01:00:00.000Z"]
        ),
        (
            "EET-2EEST,M3.4.4/50,M10.4.4/50",
            ["2026-03-28T00:00:00.000Z", "2026-10-23T23:00:00.000Z"]
        ),
        // Winter time that counts as daylight saving: Ireland.
        ("IST-1GMT0,M10.5.0,M3.5.0/1", ["2026-03-29T01:00:00.000Z", "2026-10-25T01:00:00.000Z"]),
        // Days by number, the leap day counted or not.
        ("AAA0BBB,J60/0,J61/0", ["2026-03-01T00:00:00.000Z", "2026-03-01T23:00:00.000Z"]),
        ("AAA0BBB,59/0,60/0", ["2026-03-01T00:00:00.000Z", "2026-03-01T23:00:00.000Z"]),
        ("AAA0", []),
    ])
    func `a rule gives a year's moves`(text: String, expected: [String]) throws {
        let rule = try #require(PosixZoneRule(text))

        #expect(rule.transitions(years: 2026...2026).map(\.at.rfc3339) == expected)
    }

    @Test func `in a leap year only one of the numberings counts the leap day`() throws {
        let julian = try #require(PosixZoneRule("AAA0BBB,J60/0,J61/0"))
        let ordinal = try #require(PosixZoneRule("AAA0BBB,59/0,60/0"))

        let leapYear = 2028...2028

        #expect(julian.transitions(years: leapYear)[0].at.rfc3339.hasPrefix("2028-03-01"))
        #expect(ordinal.transitions(years: leapYear)[0].at.rfc3339.hasPrefix("2028-02-29"))
    }

    @Test func `summer time all year is one move`() throws {
        let rule = try #require(PosixZoneRule("XXX3EDT4,0/0,J365/23"))

        let moves = rule.transitions(years: 2026...2030)

        #expect(moves.first?.offset.abbreviation == "EDT")
        // The last year's end has no next year's start to meet it.
        #expect(moves.count == 2)
        #expect(moves.last?.at.rfc3339 == "2031-01-01T03:00:00.000Z")
    }

    @Test(arguments: [
        "", "C", "CE-1", "CET", "CET-25", "CET-1CEST", "CET-1CEST,M3.5.0",
        "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/168",
        "CET-1CEST,J0,J365", "CET-1CEST,0,366", "CET-1CEST,M3.5.0,M10.5.0,", "<CET-1", "<>1",
        "CET-1:60", "CET-1CEST,M3.5.0/,M10.5.0", "CET-1CEST;M3.5.0;M10.5.0", "CET-1 ", "CET--1",
    ])
    func `what isn't a rule is refused`(text: String) {
        #expect(PosixZoneRule(text) == nil)
    }
}
