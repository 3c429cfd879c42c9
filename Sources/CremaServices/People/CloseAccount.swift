package import CremaDomain
import CremaSQL
import CremaStore

/// Why an account stays.
package enum CloseAccountRefusal: Error, Sendable, Hashable {
    case wrongPassword
    /// Someone works here: the roles are taken first.
    case hasRoles
    /// Money is in the wallet: it is spent, or paid out, first.
    case balanceLeft(Money)
    /// So many orders aren't over, or can still be taken back.
    case openOrders(Int)
    /// A card is being charged for the wallet.
    case paymentUnderWay
}

extension Services {
    /// Closes the actor's own account for good. Orders stay in the books, without the person.
    package func closeAccount(
        password: String, by actor: Actor
    ) async throws(Failure<CloseAccountRefusal>) {
        let person = try await confirmed(
            password, by: actor, else: CloseAccountRefusal.wrongPassword)
        _ = try await perform(CloseAccount(person: person), by: actor)
    }
}

/// Forgets a person: the account, its sessions and carts, and what the person's orders say of
/// people. What was sold, paid and posted stays, by an id that leads to nobody.
struct CloseAccount: UseCase {
    typealias Refusal = CloseAccountRefusal
    static let name = "closeAccount"

    let person: PersonRecord

    var locks: [LockName] { [.account(person.email)] }

    func load(_ tx: Transaction) throws -> PersonRecord? {
        try PersonStore.find(person.id, tx: tx)
    }

    func access(_ subject: PersonRecord?) -> Access { .person(subject?.id) }

    func run(_ subject: PersonRecord?, _ work: Work) throws -> Bool {
        let tx = work.tx
        // Set anew since it was looked at: whoever asked may not know it.
        guard subject?.passwordHash == person.passwordHash else {
            throw CloseAccountRefusal.wrongPassword
        }
        guard try PersonStore.memberships(of: person.id, tx: tx).isEmpty else {
            throw CloseAccountRefusal.hasRoles
        }
        let owner = Owner.person(person.id)
        let carts = try CartStore.locations(of: owner, tx: tx)
        for location in carts { try tx.lock(.cart(owner, at: location)) }
        // Nothing is placed, paid or given back meanwhile.
        let wallet = LedgerAccount.wallet(person.id)
        try tx.lock(.unpaidOrders(of: owner))
        try tx.lock(.balance(of: wallet))
        let recently = Timestamp(
            milliseconds: work.now.milliseconds - OrderTransition.stepBackWindowMilliseconds)
        let open = try OrderStore.openCount(of: owner, completedSince: recently, tx: tx)
        guard open == 0 else { throw CloseAccountRefusal.openOrders(open) }
        guard try PaymentStore.unfinished(of: person.id, tx: tx).isEmpty else {
            throw CloseAccountRefusal.paymentUnderWay
        }
        let balance = try LedgerStore.balance(of: wallet, tx: tx).amount
        guard balance == .zero else { throw CloseAccountRefusal.balanceLeft(balance) }
        try OrderStore.forgetWords(of: owner, tx: tx)
        for location in carts { try CartStore.delete(owner, at: location, tx: tx) }
        try SessionStore.deleteAll(of: person.id, tx: tx)
        try PersonStore.delete(person.id, tx: tx)
        work.audit(person.id.rawValue, before: "account", after: "closed")
        return true
    }

    func kept(_ output: Bool) -> KeptAnswer { KeptAnswer(status: 204, subject: "") }

    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Bool { true }
}
