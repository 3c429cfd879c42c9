import CremaDomain

/// Real zones in a few years, as `zdump -v` shows them: the domain reads no files.
enum Zones {
    static let berlin = rules(
        "Europe/Berlin",
        (3600, false, "CET"),
        [
            ("2025-03-30T01:00:00Z", 7200, true, "CEST"),
            ("2025-10-26T01:00:00Z", 3600, false, "CET"),
            ("2026-03-29T01:00:00Z", 7200, true, "CEST"),
            ("2026-10-25T01:00:00Z", 3600, false, "CET"),
            ("2027-03-28T01:00:00Z", 7200, true, "CEST"),
            ("2027-10-31T01:00:00Z", 3600, false, "CET"),
        ])

    static let newYork = rules(
        "America/New_York",
        (-18000, false, "EST"),
        [
            ("2025-03-09T07:00:00Z", -14400, true, "EDT"),
            ("2025-11-02T06:00:00Z", -18000, false, "EST"),
            ("2026-03-08T07:00:00Z", -14400, true, "EDT"),
            ("2026-11-01T06:00:00Z", -18000, false, "EST"),
            ("2027-03-14T07:00:00Z", -14400, true, "EDT"),
            ("2027-11-07T06:00:00Z", -18000, false, "EST"),
        ])

    static let london = rules(
        "Europe/London",
        (0, false, "GMT"),
        [
            ("2025-03-30T01:00:00Z", 3600, true, "BST"),
            ("2025-10-26T01:00:00Z", 0, false, "GMT"),
            ("2026-03-29T01:00:00Z", 3600, true, "BST"),
            ("2026-10-25T01:00:00Z", 0, false, "GMT"),
            ("2027-03-28T01:00:00Z", 3600, true, "BST"),
            ("2027-10-31T01:00:00Z", 0, false, "GMT"),
        ])

    static let lordHowe = rules(
        "Australia/Lord_Howe",
        (39600, true, "+11"),
        [
            ("2025-04-05T15:00:00Z", 37800, false, "+1030"),
            ("2025-10-04T15:30:00Z", 39600, true, "+11"),
            ("2026-04-04T15:00:00Z", 37800, false, "+1030"),
            ("2026-10-03T15:30:00Z", 39600, true, "+11"),
            ("2027-04-03T15:00:00Z", 37800, false, "+1030"),
            ("2027-10-02T15:30:00Z", 39600, true, "+11"),
        ])

    static let casablanca = rules(
        "Africa/Casablanca",
        (3600, false, "+01"),
        [
            ("2025-02-23T02:00:00Z", 0, true, "+00"),
            ("2025-04-06T02:00:00Z", 3600, false, "+01"),
            ("2026-02-15T02:00:00Z", 0, true, "+00"),
            ("2026-03-22T02:00:00Z", 3600, false, "+01"),
            ("2027-02-07T02:00:00Z", 0, true, "+00"),
            ("2027-03-14T02:00:00Z", 3600, false, "+01"),
        ])

    static let saoPaulo = rules(
        "America/Sao_Paulo",
        (-7200, true, "-02"),
        [
            ("2016-02-21T02:00:00Z", -10800, false, "-03"),
            ("2016-10-16T03:00:00Z", -7200, true, "-02"),
            ("2017-02-19T02:00:00Z", -10800, false, "-03"),
            ("2017-10-15T03:00:00Z", -7200, true, "-02"),
            ("2018-02-18T02:00:00Z", -10800, false, "-03"),
            ("2018-11-04T03:00:00Z", -7200, true, "-02"),
            ("2019-02-17T02:00:00Z", -10800, false, "-03"),
        ])

    static let kathmandu = rules(
        "Asia/Kathmandu",
        (19800, false, "+0530"),
        [
            ("1985-12-31T18:30:00Z", 20700, false, "+0545")
        ])

    static let mexicoCity = rules(
        "America/Mexico_City",
        (-21600, false, "CST"),
        [
            ("2021-04-04T08:00:00Z", -18000, true, "CDT"),
            ("2021-10-31T07:00:00Z", -21600, false, "CST"),
            ("2022-04-03T08:00:00Z", -18000, true, "CDT"),
            ("2022-10-30T07:00:00Z", -21600, false, "CST"),
        ])

    static let apia = rules(
        "Pacific/Apia",
        (-36000, true, "-10"),
        [
            ("2011-04-02T14:00:00Z", -39600, false, "-11"),
            ("2011-09-24T14:00:00Z", -36000, true, "-10"),
            ("2011-12-30T10:00:00Z", 50400, true, "+14"),
            ("2012-03-31T14:00:00Z", 46800, false, "+13"),
            ("2012-09-29T14:00:00Z", 50400, true, "+14"),
        ])

    static let saintJohns = rules(
        "America/St_Johns",
        (-12600, false, "NST"),
        [
            ("2009-03-08T03:31:00Z", -9000, true, "NDT"),
            ("2009-11-01T02:31:00Z", -12600, false, "NST"),
            ("2010-03-14T03:31:00Z", -9000, true, "NDT"),
            ("2010-11-07T02:31:00Z", -12600, false, "NST"),
        ])

    static let all = [
        berlin, newYork, london, lordHowe, casablanca, saoPaulo, kathmandu, mexicoCity, apia,
        saintJohns,
    ]

    private typealias Offset = (seconds: Int, isDaylight: Bool, abbreviation: String)
    private typealias Row = (at: String, seconds: Int, isDaylight: Bool, abbreviation: String)

    private static func rules(_ name: String, _ initial: Offset, _ rows: [Row]) -> ZoneRules {
        zone(
            name,
            initial: ZoneOffset(
                seconds: initial.seconds, isDaylight: initial.isDaylight,
                abbreviation: initial.abbreviation),
            transitions: rows.map { row in
                ZoneTransition(
                    at: instant(row.at),
                    offset: ZoneOffset(
                        seconds: row.seconds, isDaylight: row.isDaylight,
                        abbreviation: row.abbreviation))
            })
    }
}
