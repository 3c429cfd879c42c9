package import CremaDomain
package import CremaServices
import Foundation
import Synchronization

/// A payment provider in which no money moves: for the demo, and to try what can go wrong. What it
/// was told is kept in a file, as another company would keep it.
package final class SandboxProvider: PaymentProvider {
    package let name = "sandbox"

    /// Its cards, and what happens with each.
    package enum Card: String, CaseIterable, Sendable {
        case visa, declined, insufficient, expired, secure, slow, late, twice, lost, down

        package var method: String { "sandbox_" + rawValue }

        var words: String {
            switch self {
            case .visa: "4242 · pays"
            case .declined: "0002 · is declined"
            case .insufficient: "9995 · has too little on it"
            case .expired: "0069 · has expired"
            case .secure: "3220 · asks for 3-D Secure"
            case .slow: "0010 · pays after 5 seconds"
            case .late: "0011 · pays in 20 seconds, by a webhook"
            case .twice: "0012 · pays, and calls three times"
            case .lost: "0013 · pays, but its answer gets lost"
            case .down: "0014 · the provider is down"
            }
        }
    }

    private static let slowSeconds = 5
    private static let lateSeconds = 20

    private let charges: Mutex<SandboxCharges>
    private let called = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// - Parameter file: where it remembers; nil to remember nothing.
    package init(file: String?) throws {
        charges = Mutex(try SandboxCharges(file: file))
    }

    /// Who is called when something becomes of a charge, by its reference.
    package func connect(_ call: @escaping @Sendable (String) -> Void) {
        called.withLock { $0 = call }
    }

    package var form: CardForm {
        .choices(Card.allCases.map { TrialCard(method: $0.method, name: $0.words) })
    }

    package var bank: (any SandboxBank)? { self }

    package func takes(_ amount: Money, _ currency: Currency) -> Bool { amount > .zero }

    package func canGiveBack(_ amount: Money, _ currency: Currency) -> Bool { amount > .zero }

    package func create(_ payment: Payment) async throws(ProviderFailure) -> String {
        guard payment.method != Card.down.method else { throw .unavailable("the sandbox is down") }
        let charge = SandboxCharge(
            reference: "sb_" + Base64URL.encode(Hash.random(18)), payment: payment.id.rawValue,
            amount: payment.amount.minorUnits, currency: payment.currency.code,
            method: payment.method)
        try keep(charge)
        return charge.reference
    }

    package func confirm(
        _ reference: String, returnAddress: String
    ) async throws(ProviderFailure) -> ProviderStatus {
        var charge = try found(reference)
        guard charge.state == .created else { return charge.status }
        let card = Card.allCases.first { $0.method == charge.method }
        switch card {
        case nil, .declined: return try decline(&charge, .declined)
        case .insufficient: return try decline(&charge, .insufficientFunds)
        case .expired: return try decline(&charge, .expiredCard)
        case .secure:
            charge.state = .asked
            charge.returnAddress = returnAddress
            try keep(charge)
            return charge.status
        case .late:
            charge.state = .asked
            try keep(charge)
            later(reference)
            throw .unavailable("no answer yet")
        case .slow: try await pause(SandboxProvider.slowSeconds)
        case .visa, .twice, .lost, .down: break
        }
        charge = try authorize(reference)
        if card == .twice { for _ in 0..<3 { call(reference) } }
        if card == .lost { throw .unavailable("the answer got lost") }
        return charge.status
    }

    package func status(of reference: String) async throws(ProviderFailure) -> ProviderStatus {
        try found(reference).status
    }

    package func capture(
        _ payment: Payment, _ reference: String
    ) async throws(ProviderFailure) -> ProviderStatus {
        try change(reference) { (charge) throws(ProviderFailure) in
            if charge.state == .captured { return }
            guard charge.state == .authorized else { throw .refused("it isn't authorized") }
            charge.state = .captured
        }.status
    }

    package func cancel(_ reference: String) async throws(ProviderFailure) -> ProviderStatus {
        try change(reference) { (charge) throws(ProviderFailure) in
            switch charge.state {
            case .captured: throw .refused("it is captured")
            case .created, .asked, .authorized, .declined, .cancelled: charge.state = .cancelled
            }
        }.status
    }

    package func refund(
        _ refund: PaymentRefund, of payment: Payment, _ reference: String, attempt: Int?
    ) async throws(ProviderFailure) -> RefundStatus {
        _ = try change(reference) { (charge) throws(ProviderFailure) in
            guard charge.refunds[refund.id.rawValue] == nil else { return }
            let left = charge.amount - charge.refunds.values.reduce(0, +)
            guard charge.state == .captured, refund.amount.minorUnits <= left else {
                throw .refused("there is less left of it")
            }
            charge.refunds[refund.id.rawValue] = refund.amount.minorUnits
        }
        return .done
    }

    package func reference(
        inNotice body: [UInt8], signature: String, at now: Timestamp
    ) throws(NoticeFailure) -> String? {
        throw .notSigned
    }

    /// What it was told, as another company's statement would say it.
    package var statement: [SandboxCharge] { charges.withLock { $0.all } }

    // MARK: parts

    private func decline(
        _ charge: inout SandboxCharge, _ why: PaymentDecline
    ) throws(ProviderFailure) -> ProviderStatus {
        charge.state = .declined
        charge.decline = why.rawValue
        try keep(charge)
        return charge.status
    }

    private func authorize(_ reference: String) throws(ProviderFailure) -> SandboxCharge {
        try change(reference) { (charge) throws(ProviderFailure) in
            if charge.state == .created || charge.state == .asked { charge.state = .authorized }
        }
    }

    private func later(_ reference: String) {
        Task {
            try? await Task.sleep(for: .seconds(SandboxProvider.lateSeconds))  // It ends with us.
            do {
                _ = try authorize(reference)
            } catch {
                return
            }
            call(reference)
        }
    }

    private func call(_ reference: String) {
        called.withLock { $0 }?(reference)
    }

    private func pause(_ seconds: Int) async throws(ProviderFailure) {
        do {
            try await Task.sleep(for: .seconds(seconds))
        } catch {
            throw .unavailable("the call was given up")
        }
    }

    private func found(_ reference: String) throws(ProviderFailure) -> SandboxCharge {
        guard let charge = charges.withLock({ $0[reference] }) else {
            throw .refused("no such charge")
        }
        return charge
    }

    private func keep(_ charge: SandboxCharge) throws(ProviderFailure) {
        do {
            try charges.withLock { try $0.keep(charge) }
        } catch {
            throw .unavailable("the sandbox can't write: \(error)")
        }
    }

    /// Changes a charge as one step: two callers never see the same state before.
    private func change(
        _ reference: String, _ change: (inout SandboxCharge) throws(ProviderFailure) -> Void
    ) throws(ProviderFailure) -> SandboxCharge {
        let result: Result<SandboxCharge, ProviderFailure> = charges.withLock { charges in
            guard var charge = charges[reference] else {
                return .failure(.refused("no such charge"))
            }
            do {
                try change(&charge)
                try charges.keep(charge)
            } catch let error as ProviderFailure {
                return .failure(error)
            } catch {
                return .failure(.unavailable("the sandbox can't write: \(error)"))
            }
            return .success(charge)
        }
        return try result.get()
    }
}

extension SandboxProvider: SandboxBank {
    package func asked(_ reference: String) -> BankQuestion? {
        guard let charge = charges.withLock({ $0[reference] }), charge.state == .asked,
            charge.returnAddress != nil, let currency = Currency(code: charge.currency)
        else { return nil }
        return BankQuestion(amount: Money(charge.amount), currency: currency)
    }

    package func answer(_ reference: String, isConfirmed: Bool) async -> String? {
        do throws(ProviderFailure) {
            var charge = try found(reference)
            guard charge.state == .asked else { return charge.returnAddress }
            if isConfirmed {
                _ = try authorize(reference)
            } else {
                _ = try decline(&charge, .notAuthenticated)
            }
            call(reference)
            return charge.returnAddress
        } catch {
            return nil
        }
    }
}
