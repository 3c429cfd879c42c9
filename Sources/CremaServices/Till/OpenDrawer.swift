package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why a drawer isn't opened.
package enum OpenDrawerRefusal: Error, Sendable, Hashable {
    /// The shop has no such place.
    case unknownLocation
    /// Not within `Limits.drawer`.
    case floatOutOfRange
    /// One is in use.
    case alreadyOpen(ID<DrawerSession>)
    /// The day has its report; the next drawer is opened on the next one.
    case dayIsLocked(LocalDate)
}

/// Opens a location's cash drawer with what is in it: a day of the till begins.
package struct OpenDrawer: UseCase {
    package static let name = "openDrawer"
    package typealias Refusal = OpenDrawerRefusal

    package let newID: ID<DrawerSession>
    package let locationID: ID<Location>
    package let float: Money

    package init(newID: ID<DrawerSession>, locationID: ID<Location>, float: Money) {
        self.newID = newID
        self.locationID = locationID
        self.float = float
    }

    /// Nothing is placed meanwhile either: what that posts doesn't take the drawer's lock.
    package var locks: [LockName] { [.location(locationID), .drawer(at: locationID)] }

    package func load(_ tx: Transaction) throws -> Location? {
        try LocationStore.location(locationID, tx: tx)
    }

    package func access(_ subject: Location?) -> Access {
        .staff(at: locationID, atLeast: .barista)
    }

    package func run(_ subject: Location?, _ work: Work) throws -> DrawerSession {
        guard let location = subject else { throw OpenDrawerRefusal.unknownLocation }
        guard Limits.drawer.contains(float.minorUnits) else {
            throw OpenDrawerRefusal.floatOutOfRange
        }
        let today = try work.businessDate(at: location)
        let first: LocalDate
        switch try TillStore.till(at: locationID, tx: work.tx) {
        case .unused: first = today
        case .inUse(let id, _): throw OpenDrawerRefusal.alreadyOpen(id)
        case .locked(let last):
            // A day that was begun once more would put all that follow off by one.
            guard today > last else { throw OpenDrawerRefusal.dayIsLocked(last) }
            first = last.adding(days: 1)
        }
        let session = DrawerSession(
            id: newID, locationID: locationID, businessDate: today, firstDate: first,
            float: float, openedAt: work.now, openedBy: work.actor.auditName)
        try TillStore.insert(session, tx: work.tx)
        if let posting = try Posting.float(of: session) { try work.post(posting, at: location) }
        work.audit(newID.rawValue, before: "", after: "float \(float.minorUnits)")
        return session
    }

    package func kept(_ output: DrawerSession) -> KeptAnswer {
        KeptAnswer(status: 201, subject: output.id.rawValue)
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> DrawerSession {
        guard let session = try TillStore.session(ID(record.subject), tx: tx) else {
            throw StoredValueError(subject: record.subject, column: "request")
        }
        return DrawerSession(
            id: session.id, locationID: session.locationID, businessDate: session.businessDate,
            firstDate: session.firstDate, float: session.float, openedAt: session.openedAt,
            openedBy: session.openedBy)
    }
}
