import CremaDomain

/// Reads a fixture's RFC 3339 text.
func instant(_ text: String) -> Timestamp {
    guard let instant = Timestamp(rfc3339: text) else { preconditionFailure("no instant: \(text)") }
    return instant
}

/// Reads a fixture's YYYY-MM-DD.
func day(_ text: String) -> LocalDate {
    guard let date = LocalDate(iso: text) else { preconditionFailure("no date: \(text)") }
    return date
}

/// Reads a fixture's HH:MM.
func time(_ text: String) -> LocalTime {
    guard let time = LocalTime(text) else { preconditionFailure("not a time: \(text)") }
    return time
}

/// Reads a fixture's HH:MM-HH:MM.
func interval(_ text: String) -> OpenInterval {
    guard let interval = OpenInterval(text) else { preconditionFailure("no interval: \(text)") }
    return interval
}

func zone(_ name: String, initial: ZoneOffset, transitions: [ZoneTransition]) -> ZoneRules {
    guard let id = ZoneID(name) else { preconditionFailure("no zone: \(name)") }
    do {
        return try ZoneRules(id: id, initial: initial, transitions: transitions)
    } catch {
        preconditionFailure("\(name): \(error)")
    }
}

/// The same hours on every day of the week.
func everyDay(_ intervals: String...) throws -> OpeningHours {
    let day = intervals.map(interval)
    let week = Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, day) })
    return try OpeningHours(weekly: WeeklyHours(week))
}

extension ZoneRules {
    /// The only instant at which the zone's clocks show "YYYY-MM-DD HH:MM".
    func at(_ text: String) -> Timestamp {
        let parts = text.split(separator: " ").map(String.init)
        let local = LocalDateTime(date: day(parts[0]), time: time(parts[1]))
        guard case .one(let instant) = instants(for: local) else {
            preconditionFailure("\(text) isn't one instant in \(id)")
        }
        return instant
    }
}

extension [PickupSlot] {
    /// Each slot as "HH:MM" by the wall clock.
    var times: [String] { map { $0.local.time.description } }
}

extension Duration {
    static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
}

/// Repeatable randomness (SplitMix64), so that a property that fails once fails again.
struct SeededTimes: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A random week in steps of five minutes, past midnight more often than real ones; intervals
    /// often touch.
    mutating func week() -> WeeklyHours {
        var week: [Weekday: [OpenInterval]] = [:]
        let start = Int.random(in: 0..<288, using: &self) * 5
        let end = start + 7 * 1440
        var opens = start
        while opens < end {
            let most = min(1435, end - opens, [60, 600, 1435].randomElement(using: &self) ?? 60)
            let closes = opens + Int.random(in: 1...most / 5, using: &self) * 5
            let weekday = Weekday.allCases[opens / 1440 % 7]
            if let interval = OpenInterval(opens: clockTime(opens), closes: clockTime(closes)),
                week[weekday, default: []].count < WeeklyHours.intervalsPerDayLimit
            {
                week[weekday, default: []].append(interval)
            }
            let gaps = [0, 0, 60, 700, 2000]
            opens =
                closes + Int.random(
                    in: 0...(gaps.randomElement(using: &self) ?? 0) / 5, using: &self) * 5
        }
        do {
            return try WeeklyHours(week)
        } catch {
            preconditionFailure("intervals one after the other don't overlap: \(error)")
        }
    }

    private func clockTime(_ minute: Int) -> LocalTime {
        guard let time = LocalTime(minuteOfDay: minute % 1440)
        else { preconditionFailure("a remainder is less than 1440") }
        return time
    }

    mutating func instant(from: Timestamp, to: Timestamp) -> Timestamp {
        Timestamp(
            milliseconds: Int64.random(in: from.milliseconds..<to.milliseconds, using: &self))
    }
}
