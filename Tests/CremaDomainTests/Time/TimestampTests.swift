import CremaDomain
import Testing

@Suite struct TimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (1_774_747_800_250, "2026-03-29T01:30:00.250Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func `an instant is written in UTC with milliseconds and read back`(
        milliseconds: Int64, text: String
    ) {
        let instant = Timestamp(milliseconds: milliseconds)

        #expect(instant.rfc3339 == text)
        #expect(Timestamp(rfc3339: text) == instant)
    }

    @Test(arguments: [
        ("2026-03-29T03:30:00+02:00", "2026-03-29T01:30:00.000Z"),
        ("2026-03-28T20:00:00-05:30", "2026-03-29T01:30:00.000Z"),
        ("2026-03-29t01:30:00z", "2026-03-29T01:30:00.000Z"),
        ("2026-03-29T01:30:00-00:00", "2026-03-29T01:30:00.000Z"),
        ("2026-03-29T01:30:00.5Z", "2026-03-29T01:30:00.500Z"),
        ("2026-03-29T01:30:00.123456789Z", "2026-03-29T01:30:00.123Z"),
        ("1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"),
    ])
    func `every form of RFC 3339 is read`(text: String, expected: String) throws {
        let instant = try #require(Timestamp(rfc3339: text))

        #expect(instant.rfc3339 == expected)
    }

    @Test(arguments: [
        "", "2026-03-29", "2026-03-29T01:30Z", "2026-03-29T01:30:00", "2026-03-29 01:30:00Z",
        "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-03-29T24:00:00Z",
        "2026-03-29T01:60:00Z", "2016-12-31T23:59:60Z", "2026-03-29T01:30:00.Z",
        "2026-03-29T01:30:00.1234567890Z", "2026-03-29T01:30:00+0200", "2026-03-29T01:30:00+24:00",
        "2026-03-29T01:30:00Z ", " 2026-03-29T01:30:00Z", "2026-03-29T01:30:00Zjunk",
        "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00",
        "+026-03-29T01:30:00Z", "2026-3-29T01:30:00Z", "２０２６-03-29T01:30:00Z", "1774747800",
    ])
    func `what isn't RFC 3339 is refused`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func `numbers from outside are bounded`() {
        #expect(Timestamp(untrusted: Int64.max) == nil)
        #expect(Timestamp(untrusted: Int64.min) == nil)
        #expect(Timestamp(untrusted: Timestamp.latest.milliseconds + 1) == nil)
        #expect(Timestamp(untrusted: Timestamp.earliest.milliseconds - 1) == nil)
        #expect(Timestamp(untrusted: Timestamp.latest.milliseconds) == .latest)
        #expect(Timestamp(untrusted: Timestamp.earliest.milliseconds) == .earliest)
    }

    @Test func `seconds are rounded towards the past`() {
        #expect(Timestamp(milliseconds: 1999).seconds == 1)
        #expect(Timestamp(milliseconds: -1).seconds == -1)
        #expect(Timestamp(milliseconds: -1000).seconds == -1)
        #expect(Timestamp(milliseconds: -1001).seconds == -2)
    }

    @Test func `durations are added and taken away to the millisecond`() {
        let start = Timestamp(milliseconds: 5)

        #expect(start + .milliseconds(10) == Timestamp(milliseconds: 15))
        #expect(start - .seconds(1) == Timestamp(milliseconds: -995))
        #expect(start + .microseconds(1999) == Timestamp(milliseconds: 6))
        #expect(Timestamp(milliseconds: 15) - start == .milliseconds(10))
        #expect(start - Timestamp(milliseconds: 15) == .milliseconds(-10))
    }

    @Test func `text and number agree at thousands of random instants`() {
        var random = SeededTimes(seed: 1)

        for _ in 0..<5000 {
            let instant = random.instant(from: .earliest, to: .latest)

            #expect(Timestamp(rfc3339: instant.rfc3339) == instant)
        }
    }
}
