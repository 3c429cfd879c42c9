package import CremaDomain
package import CremaServices
import Dispatch
import Foundation

/// Charges cards through Stripe: PaymentIntents that are authorized first and captured once what
/// they pay for is in the books (docs.stripe.com/api/payment_intents).
package final class StripeProvider: PaymentProvider {
    package let name = "stripe"
    private let settings: StripeSettings
    /// Calls wait in threads of their own: one that is slow keeps no other waiting.
    private let queue = DispatchQueue(label: "stripe", attributes: .concurrent)

    package init(_ settings: StripeSettings) {
        self.settings = settings
    }

    package var form: CardForm {
        if settings.isElsewhere {
            let scripts = settings.api + "/js.stripe.com/v3/"
            return .script(
                CardScript(
                    address: scripts, publishableKey: settings.publishableKey,
                    scripts: [settings.api], frames: [], calls: [settings.api]))
        }
        return .script(
            CardScript(
                address: "https://js.stripe.com/v3/", publishableKey: settings.publishableKey,
                scripts: ["https://js.stripe.com", "https://*.js.stripe.com"],
                frames: [
                    "https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com",
                ], calls: ["https://api.stripe.com"]))
    }

    package func takes(_ amount: Money, _ currency: Currency) -> Bool {
        StripeAmount.units(amount, currency).map {
            $0 >= StripeAmount.least(currency)
        } ?? false
    }

    package func canGiveBack(_ amount: Money, _ currency: Currency) -> Bool {
        StripeAmount.units(amount, currency) != nil
    }

    package func create(_ payment: Payment) async throws(ProviderFailure) -> String {
        guard let units = StripeAmount.units(payment.amount, payment.currency) else {
            throw .refused("Stripe can't charge that amount")
        }
        let answer = try await post(
            "/v1/payment_intents", key: "create-" + payment.id.rawValue,
            [
                ("amount", String(units)), ("currency", payment.currency.code.lowercased()),
                ("payment_method", payment.method), ("payment_method_types[0]", "card"),
                ("capture_method", "manual"), ("metadata[payment]", payment.id.rawValue),
            ])
        return try intent(answer).id
    }

    package func confirm(
        _ reference: String, returnAddress: String
    ) async throws(ProviderFailure) -> ProviderStatus {
        let answer = try await post(path(reference, "/confirm"), [])
        // The bank said no, in the same breath.
        if answer.status == 402 {
            return .declined(failure(answer)?.decline ?? .declined)
        }
        return try status(answer)
    }

    package func status(of reference: String) async throws(ProviderFailure) -> ProviderStatus {
        try status(try await get(path(reference, "")))
    }

    package func capture(
        _ payment: Payment, _ reference: String
    ) async throws(ProviderFailure) -> ProviderStatus {
        // No key: Stripe would give a failure again under it for a day, and the intent's own state
        // keeps it from being captured twice.
        try status(try await post(path(reference, "/capture"), []))
    }

    package func cancel(_ reference: String) async throws(ProviderFailure) -> ProviderStatus {
        try status(try await post(path(reference, "/cancel"), []))
    }

    /// Looks first whether it was done: an answer may have been lost, longer ago than Stripe
    /// remembers keys.
    package func refund(
        _ refund: PaymentRefund, of payment: Payment, _ reference: String, attempt: Int?
    ) async throws(ProviderFailure) -> RefundStatus {
        guard let units = StripeAmount.units(refund.amount, payment.currency) else {
            throw .refused("Stripe can't give that amount back")
        }
        let listed = try await get(
            "/v1/refunds?limit=100&payment_intent=" + HTTPCall.encoded(reference))
        let earlier = try decoded(StripeRefunds.self, listed).data
        if let done = earlier.first(where: { $0.metadata?["refund"] == refund.id.rawValue }) {
            return try outcome(done)
        }
        guard let attempt else { return .done }
        // An answer that is late is waited for under one key; a failure is kept under it for a day,
        // so there is another one in time.
        let key = "refund-\(refund.id.rawValue)-\(attempt / StripeProvider.triesPerKey)"
        let answer = try await post(
            "/v1/refunds", key: key,
            [
                ("payment_intent", reference), ("amount", String(units)),
                ("metadata[refund]", refund.id.rawValue),
            ])
        // Somebody gave it back in Stripe's own pages.
        if failure(answer)?.code == "charge_already_refunded" { return .done }
        return try outcome(try decoded(StripeRefund.self, answer))
    }

    private static let triesPerKey = 3

    private func outcome(_ refund: StripeRefund) throws(ProviderFailure) -> RefundStatus {
        switch refund.status {
        case "succeeded": return .done
        case "failed", "canceled":
            throw .refused("the refund \(refund.id) is \(refund.status ?? "")")
        default: return .pending
        }
    }

    package func reference(
        inNotice body: [UInt8], signature: String, at now: Timestamp
    ) throws(NoticeFailure) -> String? {
        guard StripeSignature.holds(signature, over: body, secret: settings.noticeSecret, at: now)
        else { throw .notSigned }
        do {
            let event = try JSONDecoder().decode(StripeEvent.self, from: Data(body))
            let subject = event.data.object
            return subject.object == "payment_intent" ? subject.id : subject.payment_intent
        } catch {
            throw .unreadable
        }
    }

    // MARK: calls

    private func path(_ reference: String, _ end: String) -> String {
        "/v1/payment_intents/" + HTTPCall.encoded(reference) + end
    }

    private func get(_ path: String) async throws(ProviderFailure) -> HTTPCall.Answer {
        try await HTTPCall(method: .get, url: settings.api + path, headers: headers)
            .perform(on: queue)
    }

    private func post(
        _ path: String, key: String? = nil, _ fields: [(name: String, value: String)]
    ) async throws(ProviderFailure) -> HTTPCall.Answer {
        let call = HTTPCall(
            method: .post, url: settings.api + path,
            headers: headers + (key.map { ["Idempotency-Key: " + $0] } ?? []), fields: fields)
        return try await call.perform(on: queue)
    }

    private var headers: [String] {
        // The version that the shapes above are those of.
        ["Authorization: Bearer " + settings.secretKey, "Stripe-Version: 2024-06-20"]
    }

    private func status(
        _ answer: HTTPCall.Answer
    ) throws(ProviderFailure) -> ProviderStatus {
        let intent = try intent(answer)
        guard let status = intent.providerStatus else {
            throw .unavailable("Stripe says \(intent.status), which is new to us")
        }
        return status
    }

    private func intent(_ answer: HTTPCall.Answer) throws(ProviderFailure) -> StripeIntent {
        try decoded(StripeIntent.self, answer)
    }

    private func decoded<Value: Decodable>(
        _ type: Value.Type, _ answer: HTTPCall.Answer
    ) throws(ProviderFailure) -> Value {
        guard answer.status == 200 else {
            let words = "\(answer.status) \(failure(answer)?.message ?? "")"
            // Another account's key is the shop's to mend, and no answer about this charge.
            switch answer.status {
            case 400, 402: throw .refused(words)
            default: throw .unavailable(words)
            }
        }
        do {
            return try JSONDecoder().decode(type, from: Data(answer.body))
        } catch {
            throw .unavailable("Stripe's answer can't be read: \(error)")
        }
    }

    private func failure(_ answer: HTTPCall.Answer) -> StripeError? {
        do {
            return try JSONDecoder().decode(StripeFailure.self, from: Data(answer.body)).error
        } catch {
            // Not in its usual shape: a front's page, say.
            return nil
        }
    }
}
