/// How far a zone's clocks are from UTC during one stretch of time.
public struct ZoneOffset: Sendable, Hashable {
    /// Seconds added to UTC to get local time; negative west of Greenwich.
    public let seconds: Int

    /// Whether the zone calls it daylight saving time.
    public let isDaylight: Bool

    /// What the zone calls it: "CEST", or digits ("+0545") where there is no such word.
    public let abbreviation: String

    /// An offset of so many seconds.
    public init(seconds: Int, isDaylight: Bool, abbreviation: String) {
        self.seconds = seconds
        self.isDaylight = isDaylight
        self.abbreviation = abbreviation
    }
}

/// A moment at which a zone's clocks are moved, or only renamed.
public struct ZoneTransition: Sendable, Hashable {
    /// The first instant of the new offset.
    public let at: Timestamp

    /// The offset from then on.
    public let offset: ZoneOffset

    /// From `at` on, clocks have this offset.
    public init(at: Timestamp, offset: ZoneOffset) {
        self.at = at
        self.offset = offset
    }
}

/// Why a table of transitions is refused. The index is the faulty transition's.
public enum ZoneRulesError: Error, Sendable, Hashable {
    /// A transition isn't later than the one before it.
    case unsorted(index: Int)
    /// An offset of 26 hours or more; `nil` stands for the one before the first transition.
    case offsetOutOfRange(index: Int?)
}

/// The instants at which a zone's wall clocks show one date and time.
public enum LocalInstants: Sendable, Hashable {
    /// The usual case.
    case one(Timestamp)
    /// Never: clocks jump over it. They go on at this instant.
    case gap(resumesAt: Timestamp)
    /// Twice: clocks were set back in between.
    case ambiguous(earlier: Timestamp, later: Timestamp)
}

/// A time zone as a table: its offset from UTC at every instant.
///
/// The table comes from outside (the server reads the system's tz database). After its last
/// transition the last offset holds, so it should reach further than anyone plans.
public struct ZoneRules: Sendable, Hashable {
    /// The zone's name.
    public let id: ZoneID

    /// The offset before the first transition.
    public let initial: ZoneOffset

    /// The transitions, earliest first, no two at the same instant; may be empty.
    public let transitions: [ZoneTransition]

    /// A zone from its table; throws where the table isn't sorted or an offset is absurd.
    public init(
        id: ZoneID, initial: ZoneOffset, transitions: [ZoneTransition]
    ) throws(ZoneRulesError) {
        guard Self.isPlausible(initial) else { throw .offsetOutOfRange(index: nil) }
        for (index, transition) in transitions.enumerated() {
            guard Self.isPlausible(transition.offset) else {
                throw .offsetOutOfRange(index: index)
            }
            guard index == 0 || transitions[index - 1].at < transition.at else {
                throw .unsorted(index: index)
            }
        }
        self.id = id
        self.initial = initial
        self.transitions = transitions
    }

    /// The offset that holds at `instant`.
    public func offset(at instant: Timestamp) -> ZoneOffset {
        offset(ofPeriod: period(at: instant))
    }

    /// What the zone's wall clocks show at `instant`; milliseconds are cut off.
    public func local(at instant: Timestamp) -> LocalDateTime {
        LocalDateTime(wallSeconds: instant.seconds + Int64(offset(at: instant).seconds))
    }

    /// When the zone's wall clocks show `local`: once, never or twice.
    ///
    /// Where history has it more than twice, the first and the last are given.
    public func instants(for local: LocalDateTime) -> LocalInstants {
        let wall = local.wallSeconds
        var first: Timestamp?
        var last: Timestamp?
        var jumpedOverAt: Timestamp?
        // No offset is larger than `limit`, so only periods this near can hold the answer.
        var index = period(at: Timestamp(seconds: wall - Self.limit))
        while index < transitions.count {
            let candidate = Timestamp(seconds: wall - Int64(offset(ofPeriod: index).seconds))
            let hasBegun = index < 0 || transitions[index].at <= candidate
            let hasEnded = index + 1 < transitions.count && transitions[index + 1].at <= candidate
            if hasBegun && !hasEnded {
                first = first ?? candidate
                last = candidate
            }
            if !hasBegun && first == nil && jumpedOverAt == nil {
                // Too early for this period and too late for the one before.
                jumpedOverAt = transitions[index].at
            }
            index += 1
            if index < transitions.count, transitions[index].at.seconds > wall + Self.limit {
                break
            }
        }
        if let first, let last {
            return first == last ? .one(first) : .ambiguous(earlier: first, later: last)
        }
        guard let jumpedOverAt else {
            preconditionFailure("local time runs on from the far past to the far future")
        }
        return .gap(resumesAt: jumpedOverAt)
    }

    /// The first instant at which wall clocks show `local`, or go on after having jumped over it.
    ///
    /// Never earlier for a later `local`, so it is what edges of days and opening hours go by.
    public func firstInstant(of local: LocalDateTime) -> Timestamp {
        switch instants(for: local) {
        case .one(let instant): instant
        case .gap(let resumesAt): resumesAt
        case .ambiguous(let earlier, _): earlier
        }
    }

    /// Seconds in 26 hours; offsets are smaller (RFC 8536, 3.2).
    private static let limit: Int64 = 26 * 3600

    private static func isPlausible(_ offset: ZoneOffset) -> Bool {
        offset.seconds > -Int(limit) && offset.seconds < Int(limit)
    }

    /// The index of the last transition not after `instant`; -1 before the first.
    private func period(at instant: Timestamp) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at <= instant {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low - 1
    }

    private func offset(ofPeriod index: Int) -> ZoneOffset {
        index < 0 ? initial : transitions[index].offset
    }
}
