import CremaDomain
import CremaMail
import CremaServices
import CremaSQL
import CremaStore
import CremaWeb

/// Goes through the mails that wait, in the order in which they were asked for.
///
/// Of several instances one does at a time. Where one mail has to wait (a full mailbox, a server
/// that wants to be asked twice), those behind it don't; how far the work has come is noted up to
/// it, so that after a restart those may be sent again, but none is lost.
struct MailRounds {
    /// What is older is of no use any more: its link is over, or somebody asked again.
    private static let useMilliseconds: Int64 = 86_400_000
    private static let page = 50
    /// Pauses after a mail was put off; after the last one it is passed over.
    private static let pauses: [Int64] = [60_000, 300_000, 900_000, 3_600_000]
    /// Events behind the position that are looked at again and again; beyond it the position moves.
    private static let lookBack: Int64 = 1000

    private struct PutOff {
        var tries: Int
        var next: Timestamp
    }

    private let services: Services
    private let view: AccountMailView
    private let transport: any MailTransport
    private let lease: Lease
    private var putOff: [Int64: PutOff] = [:]
    /// Done, behind one that was put off.
    private var passed: Set<Int64> = []

    init(services: Services, view: AccountMailView, transport: any MailTransport) {
        self.services = services
        // Longer than sending one takes.
        lease = Lease("mail", seconds: 150, services)
        self.view = view
        self.transport = transport
    }

    /// False where no mail can be sent for the moment.
    mutating func run() async -> Bool {
        do {
            let last = services.hub.lastID
            let noted = try await lease.position()
            let isWaiting = try await !waiting(after: noted, through: last).isEmpty
            guard isWaiting || last - noted > MailRounds.lookBack, let from = try await lease.hold()
            else { return true }
            try await sendAll(after: from, through: last)
            try await lease.release()
            return true
        } catch {
            Terminal.error("crema: mail: \(error)")
            return false
        }
    }

    private mutating func sendAll(after position: Int64, through last: Int64) async throws {
        // What somebody else has done meanwhile needn't be remembered.
        putOff = putOff.filter { $0.key > position }
        passed = passed.filter { $0 > position }
        var seen = position
        var isInOrder = true
        while true {
            let events = try await waiting(after: seen, through: last)
            for event in events {
                seen = event.id
                if passed.contains(event.id) { continue }
                guard try await isDone(event) else {
                    isInOrder = false
                    continue
                }
                if isInOrder {
                    try await lease.advance(to: event.id)
                } else {
                    passed.insert(event.id)
                }
            }
            if events.count < MailRounds.page { break }
        }
        if isInOrder, last > position { try await lease.advance(to: last) }
    }

    private func waiting(after id: Int64, through last: Int64) async throws -> [Event] {
        try await services.database.read { tx in
            try EventStore.list(
                .mail, after: id, through: last, limit: MailRounds.page, tx: tx)
        }
    }

    private struct TakenOver: Error {}

    // MARK: one mail

    /// Sends what an event asks for. False where it is put off.
    private mutating func isDone(_ event: Event) async throws -> Bool {
        let now = services.environment.now()
        if let wait = putOff[event.id], now < wait.next { return false }
        guard now.milliseconds - event.at.milliseconds < MailRounds.useMilliseconds,
            let wish = MailWish(payload: event.payload),
            let message = try await message(wish, event)
        else { return true }
        guard try await lease.hold() != nil else { throw TakenOver() }
        do throws(MailFailure) {
            try await transport.send(message)
        } catch {
            switch error.kind {
            case .unavailable: throw error
            case .refused: break
            case .deferred:
                let tries = putOff[event.id]?.tries ?? 0
                if tries < MailRounds.pauses.count {
                    let next = now.milliseconds + MailRounds.pauses[tries]
                    putOff[event.id] = PutOff(
                        tries: tries + 1, next: Timestamp(milliseconds: next))
                    return false
                }
            }
            Terminal.error("crema: mail \(message.id) isn't taken: \(error)")
        }
        putOff[event.id] = nil
        return true
    }

    private func message(_ wish: MailWish, _ event: Event) async throws -> MailMessage? {
        switch wish.mail {
        case .passwordReset: try await message(wish, .passwordReset, event)
        case .emailVerification: try await message(wish, .emailVerification, event)
        case .invitation: try await invitation(wish, event)
        }
    }

    private func invitation(_ wish: MailWish, _ event: Event) async throws -> MailMessage? {
        let id = ID<Invitation>(event.subject)
        let found = try await services.database.read { tx in
            try InvitationStore.find(id, tx: tx)
        }
        guard let found, found.acceptedAt == nil else { return nil }
        var place = ""
        if let location = found.membership.locationID {
            place = try await services.places.find(location)?.location.name ?? ""
        }
        return view.message(
            in: wish.language, to: found, placeName: place,
            token: InvitationToken.text(of: id, services.environment.secrets),
            id: "event-\(event.id).\(event.at.milliseconds)", at: event.at)
    }

    private func message(
        _ wish: MailWish, _ kind: AccountToken, _ event: Event
    ) async throws -> MailMessage? {
        let id = ID<Person>(event.subject)
        let found = try await services.database.read { tx in try PersonStore.find(id, tx: tx) }
        guard let person = found else { return nil }
        if kind == .emailVerification, person.emailVerifiedAt != nil { return nil }
        let environment = services.environment
        return view.message(
            kind, in: wish.language, to: person,
            token: kind.text(for: person, at: environment.now(), environment.secrets),
            id: "event-\(event.id).\(event.at.milliseconds)", at: event.at)
    }
}
