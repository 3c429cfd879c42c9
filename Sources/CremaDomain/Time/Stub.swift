public struct LocalDate: Hashable, Comparable, Sendable { public var n: Int; public static func < (a: LocalDate, b: LocalDate) -> Bool { a.n < b.n } }
public struct Timestamp: Hashable, Sendable { public var milliseconds: Int64 }
public struct ZoneID: Hashable, Sendable { public var name: String }
public struct OpeningHours: Hashable, Sendable {}
