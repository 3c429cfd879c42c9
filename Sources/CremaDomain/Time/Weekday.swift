/// A day of the week, numbered as ISO 8601 does: Monday 1 to Sunday 7.
public enum Weekday: Int, CaseIterable, Sendable, Hashable {
    case monday = 1
    case tuesday
    case wednesday
    case thursday
    case friday
    case saturday
    case sunday

    /// The English name in lower case, as field names have it: "friday".
    public var name: String {
        switch self {
        case .monday: "monday"
        case .tuesday: "tuesday"
        case .wednesday: "wednesday"
        case .thursday: "thursday"
        case .friday: "friday"
        case .saturday: "saturday"
        case .sunday: "sunday"
        }
    }

    /// The weekday with this English name in lower case.
    public init?(name: String) {
        guard let weekday = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = weekday
    }

    /// The day after; Sunday's is Monday.
    public var next: Weekday {
        switch self {
        case .monday: .tuesday
        case .tuesday: .wednesday
        case .wednesday: .thursday
        case .thursday: .friday
        case .friday: .saturday
        case .saturday: .sunday
        case .sunday: .monday
        }
    }
}
