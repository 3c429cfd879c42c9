import CremaDomain

@testable import CremaServer

/// Times, dates and names of zones as text: what is read is written in one form, which is read as
/// the same again.
func readTimes(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    if let instant = Timestamp(rfc3339: text) {
        try require(
            instant >= .earliest && instant <= .latest, "\(instant.milliseconds) is out of range")
        try require(Timestamp(rfc3339: instant.rfc3339) == instant, "\(text): \(instant)")
        try require(instant.rfc3339.utf8.count == 24, "\(instant)")
    }
    if let date = LocalDate(iso: text) {
        try require(date.iso == text, "\(text) becomes \(date)")
        let (year, month, day) = date.components
        try require(LocalDate(year: year, month: month, day: day) == date, "\(date)")
        try require(date.adding(days: 1).adding(days: -1) == date, "\(date) and a day")
        try require(date.adding(days: 7).weekday == date.weekday, "\(date) and a week")
    }
    if let time = LocalTime(text) {
        try require(time.description == text, "\(text) becomes \(time)")
    }
    if let zone = ZoneID(text) {
        try require(zone.name.utf8.allSatisfy { $0 != UInt8(ascii: ".") }, "\(zone)")
        try require(!zone.name.hasPrefix("/") && zone.name.contains("/"), "\(zone)")
    }
    if let rule = PosixZoneRule(text) { try check(rule.transitions(years: 1999...2004)) }
}

/// A compiled zone: its clocks never stand still or run back but at its transitions.
func readZones(_ bytes: [UInt8]) throws {
    guard let id = ZoneID("Europe/Berlin") else { return }
    let rules: ZoneRules
    do {
        rules = try TZif.rules(of: id, bytes: bytes)
    } catch { return }
    try check(rules.transitions)
    for transition in rules.transitions.prefix(8) + rules.transitions.suffix(8) {
        for distance in [-1, 0, 1, 3600] as [Int64] {
            let instant = Timestamp(seconds: transition.at.seconds + distance)
            switch rules.instants(for: rules.local(at: instant)) {
            case .one(let same): try require(same == instant, "\(instant) is \(same)")
            case .ambiguous(let earlier, let later):
                try require(earlier <= instant && instant <= later, "\(instant) is neither")
            case .gap: throw Finding(description: "\(instant) is in a gap")
            }
        }
    }
}

private func check(_ transitions: [ZoneTransition]) throws {
    for (before, after) in zip(transitions, transitions.dropFirst()) {
        try require(before.at < after.at, "\(before.at) isn't before \(after.at)")
        try require(before.offset != after.offset, "nothing changes at \(after.at)")
    }
}
