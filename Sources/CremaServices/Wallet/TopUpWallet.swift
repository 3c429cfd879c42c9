package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why a wallet isn't topped up. Nothing was taken.
package enum TopUpRefusal: Error, Sendable, Hashable {
    /// The shop has no such place.
    case unknownLocation
    /// Nobody has an account by that address.
    case unknownPerson
    /// Not within `Limits.topUp`.
    case amountOutOfRange
    /// Only cash and cards of a terminal of its own are taken over the counter.
    case kindNotTaken
    /// The wallet would hold more than `Limits.mostInWallet`.
    case walletFull(balance: Money)
    /// Nobody tops up an own wallet.
    case ownWallet
}

/// What a top-up came to.
package struct ToppedUp: Sendable, Hashable {
    package let id: ID<TopUp>
    package let amount: Money
    /// In the wallet right afterwards.
    package let balance: Money
}

/// Puts money that staff took over the counter into a customer's wallet.
package struct TopUpWallet: UseCase {
    package static let name = "topUpWallet"
    package typealias Refusal = TopUpRefusal

    package let newID: ID<TopUp>
    package let locationID: ID<Location>
    package let email: String
    package let amount: Money
    package let kind: TenderKind

    package init(
        newID: ID<TopUp>, locationID: ID<Location>, email: String, amount: Money, kind: TenderKind
    ) {
        self.newID = newID
        self.locationID = locationID
        self.email = email
        self.amount = amount
        self.kind = kind
    }

    /// An account that is closed meanwhile gets nothing.
    package var locks: [LockName] { [.account(EmailAddress.normalized(email))] }

    package func load(_ tx: Transaction) throws -> Location? {
        try LocationStore.location(locationID, tx: tx)
    }

    package func access(_ subject: Location?) -> Access {
        .staff(at: locationID, atLeast: .barista)
    }

    package func run(_ subject: Location?, _ work: Work) throws -> ToppedUp {
        guard let location = subject else { throw TopUpRefusal.unknownLocation }
        guard kind == .cash || kind == .externalCard else { throw TopUpRefusal.kindNotTaken }
        guard Limits.topUp.contains(amount.minorUnits) else { throw TopUpRefusal.amountOutOfRange }
        let address = EmailAddress.normalized(email)
        guard let person = try PersonStore.find(email: address, tx: work.tx) else {
            throw TopUpRefusal.unknownPerson
        }
        guard person.id != work.actor.person else { throw TopUpRefusal.ownWallet }
        let wallet = LedgerAccount.wallet(person.id)
        try work.tx.lock(.balance(of: wallet))
        let balance = try LedgerStore.balance(of: wallet, tx: work.tx).amount
        guard balance.minorUnits <= Limits.mostInWallet - amount.minorUnits else {
            throw TopUpRefusal.walletFull(balance: balance)
        }
        let topUp = TopUp(id: newID, person: person.id, amount: amount, kind: kind)
        try work.post(try .topUp(topUp), at: location)
        work.audit(
            person.id.rawValue, before: "wallet \(balance.minorUnits)",
            after: "\(kind.rawValue) \(amount.minorUnits)")
        return ToppedUp(id: newID, amount: amount, balance: balance + amount)
    }

    package func kept(_ output: ToppedUp) -> KeptAnswer {
        KeptAnswer(
            status: 201, subject: output.id.rawValue,
            body: Array("\(output.amount.minorUnits);\(output.balance.minorUnits)".utf8))
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> ToppedUp {
        let parts = (record.response ?? []).split(separator: UInt8(ascii: ";"))
            .map { Int64(String(decoding: $0, as: UTF8.self)) }
        guard parts.count == 2, let amount = parts[0], let balance = parts[1] else {
            throw StoredValueError(subject: record.subject, column: "request")
        }
        return ToppedUp(id: ID(record.subject), amount: Money(amount), balance: Money(balance))
    }
}
