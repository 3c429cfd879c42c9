import CremaDomain
import Testing

@Suite struct ZoneIDTests {
    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "America/Argentina/Buenos_Aires",
        "America/North_Dakota/New_Salem", "America/Port-au-Prince", "Antarctica/DumontDUrville",
        "Arctic/Longyearbyen", "Asia/Kathmandu", "Australia/Lord_Howe", "Indian/Mauritius",
        "Pacific/Apia", "Atlantic/Azores", "Africa/Casablanca",
    ])
    func `a place is a zone`(name: String) {
        #expect(ZoneID(name)?.name == name)
    }

    @Test(arguments: [
        "UTC", "UTC+2", "GMT", "GMT0", "+02:00", "-05:00", "Z", "Etc/GMT+5", "Etc/GMT-14",
        "Etc/UTC", "EST", "MST", "HST", "EST5EDT", "CET", "CET-1CEST,M3.5.0,M10.5.0/3",
        "US/Eastern", "Japan",
    ])
    func `a fixed offset or a nickname isn't a zone`(name: String) {
        #expect(ZoneID(name) == nil)
    }

    @Test(arguments: [
        "", "/", "Europe", "Europe/", "/Europe/Berlin", "Europe//Berlin", "Europe/Berlin/",
        "europe/Berlin", "Europe/berlin", "Europe/../Berlin", "Europe/..", "../../etc/passwd",
        "Europe/Berlin\n", " Europe/Berlin", "Europe\\Berlin", "Europe/Ber lin",
        "Europe/München", "Europe/Berlin/Mitte/Mitte",
        "Europe/B" + String(repeating: "e", count: 50),
        "posix/Europe/Berlin", "right/Europe/Berlin", "Europe/Berlin1", "Asia/GMT+8",
    ])
    func `a name that could lead elsewhere is refused`(name: String) {
        #expect(ZoneID(name) == nil)
    }

    @Test func `a name with NUL in it is refused`() {
        #expect(ZoneID("Europe/Berlin\0") == nil)
        #expect(ZoneID("Europe/\0Berlin") == nil)
    }
}

@Suite struct ZoneRulesTests {
    @Test(arguments: [
        (Zones.berlin, "2026-03-29T00:59:59Z", "2026-03-29", 7199, "CET"),
        (Zones.berlin, "2026-03-29T01:00:00Z", "2026-03-29", 10_800, "CEST"),
        (Zones.newYork, "2026-11-01T05:59:59.999Z", "2026-11-01", 7199, "EDT"),
        (Zones.newYork, "2026-11-01T06:00:00Z", "2026-11-01", 3600, "EST"),
        (Zones.lordHowe, "2026-04-04T15:00:00Z", "2026-04-05", 5400, "+1030"),
        (Zones.casablanca, "2026-02-15T02:00:00Z", "2026-02-15", 7200, "+00"),
        (Zones.kathmandu, "1985-12-31T18:29:59Z", "1985-12-31", 86_399, "+0530"),
        (Zones.kathmandu, "1985-12-31T18:30:00Z", "1986-01-01", 900, "+0545"),
        (Zones.kathmandu, "2026-07-01T18:14:59Z", "2026-07-01", 86_399, "+0545"),
        (Zones.saoPaulo, "2018-11-04T03:00:00Z", "2018-11-04", 3600, "-02"),
        (Zones.saoPaulo, "2026-11-04T03:00:00Z", "2026-11-04", 0, "-03"),
        (Zones.apia, "2011-12-30T10:00:00Z", "2011-12-31", 0, "+14"),
    ])
    func `clocks show the zone's time`(
        zone: ZoneRules, at: String, date: String, secondOfDay: Int, abbreviation: String
    ) {
        let local = zone.local(at: instant(at))

        #expect(local.date == day(date))
        #expect(local.secondOfDay == secondOfDay)
        #expect(zone.offset(at: instant(at)).abbreviation == abbreviation)
    }

    @Test(arguments: [
        (Zones.berlin, "2026-03-29", "02:30", "2026-03-29T01:00:00Z"),
        (Zones.berlin, "2026-03-29", "02:00", "2026-03-29T01:00:00Z"),
        (Zones.newYork, "2026-03-08", "02:59", "2026-03-08T07:00:00Z"),
        (Zones.lordHowe, "2026-10-04", "02:15", "2026-10-03T15:30:00Z"),
        (Zones.casablanca, "2026-03-22", "02:30", "2026-03-22T02:00:00Z"),
        (Zones.saoPaulo, "2018-11-04", "00:00", "2018-11-04T03:00:00Z"),
        (Zones.kathmandu, "1986-01-01", "00:10", "1985-12-31T18:30:00Z"),
        (Zones.apia, "2011-12-30", "12:00", "2011-12-30T10:00:00Z"),
    ])
    func `a time that clocks jump over never is`(
        zone: ZoneRules, date: String, clock: String, resumesAt: String
    ) {
        let local = LocalDateTime(date: day(date), time: time(clock))

        #expect(zone.instants(for: local) == .gap(resumesAt: instant(resumesAt)))
        #expect(zone.firstInstant(of: local) == instant(resumesAt))
    }

    @Test(arguments: [
        (Zones.berlin, "2026-10-25", "02:30", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"),
        (Zones.newYork, "2026-11-01", "01:00", "2026-11-01T05:00:00Z", "2026-11-01T06:00:00Z"),
        (Zones.lordHowe, "2026-04-05", "01:45", "2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"),
        (Zones.casablanca, "2026-02-15", "02:10", "2026-02-15T01:10:00Z", "2026-02-15T02:10:00Z"),
        (Zones.saoPaulo, "2019-02-16", "23:30", "2019-02-17T01:30:00Z", "2019-02-17T02:30:00Z"),
        (Zones.saintJohns, "2010-11-07", "00:00", "2010-11-07T02:30:00Z", "2010-11-07T03:30:00Z"),
    ])
    func `a time that clocks repeat is twice`(
        zone: ZoneRules, date: String, clock: String, earlier: String, later: String
    ) {
        let local = LocalDateTime(date: day(date), time: time(clock))

        let instants = zone.instants(for: local)

        #expect(instants == .ambiguous(earlier: instant(earlier), later: instant(later)))
        #expect(zone.firstInstant(of: local) == instant(earlier))
    }

    @Test(arguments: [
        (Zones.berlin, "2026-10-25", "01:59", "2026-10-24T23:59:00Z"),
        (Zones.berlin, "2026-10-25", "03:00", "2026-10-25T02:00:00Z"),
        (Zones.lordHowe, "2026-04-05", "02:00", "2026-04-04T15:30:00Z"),
        (Zones.saoPaulo, "2019-02-17", "00:00", "2019-02-17T03:00:00Z"),
        (Zones.saoPaulo, "2018-11-04", "01:00", "2018-11-04T03:00:00Z"),
        (Zones.berlin, "2026-03-29", "03:00", "2026-03-29T01:00:00Z"),
    ])
    func `a time beside the move is once`(
        zone: ZoneRules, date: String, clock: String, expected: String
    ) {
        let local = LocalDateTime(date: day(date), time: time(clock))

        #expect(zone.instants(for: local) == .one(instant(expected)))
    }

    @Test func `a table out of order is refused`() throws {
        let id = try #require(ZoneID("Europe/Berlin"))
        let winter = ZoneOffset(seconds: 3600, isDaylight: false, abbreviation: "CET")
        let moment = ZoneTransition(at: Timestamp(seconds: 10), offset: winter)

        #expect(throws: ZoneRulesError.unsorted(index: 1)) {
            try ZoneRules(id: id, initial: winter, transitions: [moment, moment])
        }
    }

    @Test func `an offset of more than a day is refused`() throws {
        let id = try #require(ZoneID("Europe/Berlin"))
        let sane = ZoneOffset(seconds: 3600, isDaylight: false, abbreviation: "CET")
        let absurd = ZoneOffset(seconds: 93_600, isDaylight: false, abbreviation: "X")
        let moment = ZoneTransition(at: Timestamp(seconds: 10), offset: absurd)

        #expect(throws: ZoneRulesError.offsetOutOfRange(index: nil)) {
            try ZoneRules(id: id, initial: absurd, transitions: [])
        }
        #expect(throws: ZoneRulesError.offsetOutOfRange(index: 0)) {
            try ZoneRules(id: id, initial: sane, transitions: [moment])
        }
    }

    @Test(arguments: Zones.all)
    func `every instant is found again from what clocks show`(zone: ZoneRules) {
        var random = SeededTimes(seed: 2)
        let from = zone.transitions[0].at - .seconds(30 * 86_400)

        for step in 0..<4000 {
            let spread = random.instant(from: from, to: from + .seconds(900 * 86_400))
            let near = zone.transitions[step % zone.transitions.count].at
            let close = random.instant(from: near - .seconds(10_000), to: near + .seconds(10_000))
            for instant in [spread, close].map({ Timestamp(seconds: $0.seconds) }) {
                switch zone.instants(for: zone.local(at: instant)) {
                case .one(let found): #expect(found == instant)
                case .ambiguous(let earlier, let later):
                    #expect(earlier < later)
                    #expect(earlier == instant || later == instant)
                    #expect(zone.local(at: earlier) == zone.local(at: later))
                case .gap: Issue.record("\(instant) isn't found in \(zone.id)")
                }
            }
        }
    }

    @Test(arguments: Zones.all)
    func `a later time is never an earlier instant`(zone: ZoneRules) {
        for transition in zone.transitions {
            var last = Timestamp.earliest
            let date = zone.local(at: transition.at).date
            for day in date.adding(days: -2)...date.adding(days: 2) {
                for minute in 0..<1440 {
                    guard let time = LocalTime(minuteOfDay: minute) else { continue }
                    let first = zone.firstInstant(of: LocalDateTime(date: day, time: time))
                    #expect(first >= last)
                    last = first
                }
            }
        }
    }
}
