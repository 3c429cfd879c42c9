import CremaDomain
import Foundation

/// A PaymentIntent, as far as it is read.
struct StripeIntent: Decodable {
    let id: String
    let status: String
    let client_secret: String?
    let last_payment_error: StripeError?

    var providerStatus: ProviderStatus? {
        switch status {
        case "requires_payment_method":
            last_payment_error.map { .declined($0.decline) } ?? .open(nil)
        case "requires_confirmation": .unconfirmed
        case "processing": .open(nil)
        // Its script leads the customer through whatever the bank wants.
        case "requires_action": .open(client_secret.map { .script(secret: $0) })
        case "requires_capture": .authorized
        case "succeeded": .captured
        case "canceled": .cancelled
        default: nil
        }
    }
}

/// Why something wasn't done.
struct StripeError: Decodable {
    let code: String?
    let decline_code: String?
    let message: String?

    /// In words that a customer can do something about.
    var decline: PaymentDecline {
        switch decline_code ?? code {
        case "insufficient_funds", "withdrawal_count_limit_exceeded": .insufficientFunds
        case "expired_card": .expiredCard
        case "incorrect_cvc", "invalid_cvc": .wrongCode
        case "authentication_required", "payment_intent_authentication_failure":
            .notAuthenticated
        case "amount_too_small", "amount_too_large": .amountNotTaken
        default: .declined
        }
    }
}

struct StripeFailure: Decodable {
    let error: StripeError
}

/// A refund, as far as it is read.
struct StripeRefund: Decodable {
    let id: String
    let status: String?
    let metadata: [String: String]?
}

struct StripeRefunds: Decodable {
    let data: [StripeRefund]
}

/// What Stripe calls about.
struct StripeEvent: Decodable {
    struct Content: Decodable {
        let object: Subject
    }

    struct Subject: Decodable {
        let object: String
        let id: String?
        let payment_intent: String?
    }

    let data: Content
}
