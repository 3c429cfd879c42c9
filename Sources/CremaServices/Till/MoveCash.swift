package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why no cash goes in or out of a drawer.
package enum MoveCashRefusal: Error, Sendable, Hashable {
    /// It was counted meanwhile.
    case drawerIsClosed
    /// Not within `Limits.cashMovement`.
    case amountOutOfRange
    /// Somebody has to say why.
    case reasonMissing
    /// A reason above `Limits.reasonCharacters`.
    case reasonTooLong
    /// As often as `Limits.movementsPerSession`.
    case tooMany
}

/// What a use case of a drawer is about.
package struct DrawerAtPlace: Sendable {
    let session: DrawerSession
    let location: Location

    static func load(
        _ id: ID<DrawerSession>, at place: ID<Location>, _ tx: Transaction
    ) throws -> DrawerAtPlace? {
        guard let location = try LocationStore.location(place, tx: tx),
            let session = try TillStore.session(id, tx: tx), session.locationID == place
        else { return nil }
        return DrawerAtPlace(session: session, location: location)
    }
}

/// Records cash that goes in or out of a drawer without a sale.
package struct MoveCash: UseCase {
    package static let name = "moveCash"
    package typealias Refusal = MoveCashRefusal

    package let locationID: ID<Location>
    package let sessionID: ID<DrawerSession>
    package let kind: CashMovementKind
    package let amount: Money
    package let reason: String

    package init(
        locationID: ID<Location>, sessionID: ID<DrawerSession>, kind: CashMovementKind,
        amount: Money, reason: String
    ) {
        self.locationID = locationID
        self.sessionID = sessionID
        self.kind = kind
        self.amount = amount
        self.reason = reason
    }

    package var locks: [LockName] { [.drawer(at: locationID)] }

    package func load(_ tx: Transaction) throws -> DrawerAtPlace? {
        try DrawerAtPlace.load(sessionID, at: locationID, tx)
    }

    package func access(_ subject: DrawerAtPlace?) -> Access {
        .staff(at: locationID, atLeast: .barista)
    }

    package func run(_ subject: DrawerAtPlace?, _ work: Work) throws -> CashMovement {
        guard let subject else { throw Denial.notFound }
        guard Limits.cashMovement.contains(amount.minorUnits) else {
            throw MoveCashRefusal.amountOutOfRange
        }
        guard !reason.allSatisfy(\.isWhitespace) else { throw MoveCashRefusal.reasonMissing }
        if Limits.exceeds(reason, characters: Limits.reasonCharacters) {
            throw MoveCashRefusal.reasonTooLong
        }
        guard subject.session.isOpen else { throw MoveCashRefusal.drawerIsClosed }
        let earlier = try TillStore.movements(of: sessionID, tx: work.tx).count
        guard earlier < Limits.movementsPerSession else { throw MoveCashRefusal.tooMany }
        let movement = CashMovement(
            number: earlier + 1, kind: kind, amount: amount, reason: reason, at: work.now,
            by: work.actor.auditName)
        try TillStore.insert(movement, of: sessionID, tx: work.tx)
        try work.post(try .movement(movement, of: sessionID), at: subject.location)
        work.audit(
            sessionID.rawValue, before: "",
            after: "\(kind.rawValue) \(amount.minorUnits): \(reason)")
        return movement
    }

    package func kept(_ output: CashMovement) -> KeptAnswer {
        KeptAnswer(
            status: 201, subject: sessionID.rawValue, body: Array(String(output.number).utf8))
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> CashMovement {
        let number = Int(String(decoding: record.response ?? [], as: UTF8.self))
        let movements = try TillStore.movements(of: ID(record.subject), tx: tx)
        guard let movement = movements.first(where: { $0.number == number }) else {
            throw StoredValueError(subject: record.subject, column: "request")
        }
        return movement
    }
}
