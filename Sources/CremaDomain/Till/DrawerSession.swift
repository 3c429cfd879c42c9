/// A location's cash drawer from its opening with a float to its count at the end of the day.
public struct DrawerSession: Hashable, Sendable {
    /// Identity.
    public let id: ID<DrawerSession>
    /// Whose drawer.
    public let locationID: ID<Location>
    /// On which day all is posted while it lasts, however late it gets.
    public let businessDate: LocalDate
    /// The first day that its report tells of: the one after the last report's.
    public let firstDate: LocalDate
    /// What was in it at the opening; zero or more.
    public let float: Money
    /// When.
    public let openedAt: Timestamp
    /// Who opened it, as the audit log names it.
    public let openedBy: String
    /// When it was counted; nil while it lasts.
    public let closedAt: Timestamp?

    /// A session.
    public init(
        id: ID<DrawerSession>, locationID: ID<Location>, businessDate: LocalDate,
        firstDate: LocalDate, float: Money, openedAt: Timestamp, openedBy: String,
        closedAt: Timestamp? = nil
    ) {
        self.id = id
        self.locationID = locationID
        self.businessDate = businessDate
        self.firstDate = firstDate
        self.float = float
        self.openedAt = openedAt
        self.openedBy = openedBy
        self.closedAt = closedAt
    }

    /// Whether it isn't counted yet.
    public var isOpen: Bool { closedAt == nil }
}

/// Where a location's till stands: the drawer that is in use, or the last day that is locked.
public enum Till: Hashable, Sendable {
    /// No drawer was ever opened here.
    case unused
    /// A drawer is in use.
    case inUse(ID<DrawerSession>, LocalDate)
    /// The day has its report: nothing is posted on it, nor on those before it.
    case locked(through: LocalDate)

    /// The day on which something is posted: while a drawer is in use its own; else the one on the
    /// clock, or the first that isn't locked. The books have no other way to a date.
    ///
    /// - Parameter clockDate: the location's business date of this instant.
    public func postingDate(clockDate: LocalDate) -> LocalDate {
        switch self {
        case .unused: clockDate
        case .inUse(_, let date): date
        case .locked(let last): clockDate > last ? clockDate : last.adding(days: 1)
        }
    }

    /// The drawer in use.
    public var session: ID<DrawerSession>? {
        guard case .inUse(let id, _) = self else { return nil }
        return id
    }
}
