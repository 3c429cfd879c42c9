package import CremaPayments
import CremaServices
import Foundation

/// Who charges cards for the shop.
package enum PaymentOption: Sendable {
    case stripe(StripeSettings)
    /// Nobody: a demo's cards.
    case sandbox

    /// Reads the keys of the shop's account.
    static func stripe(dataPath: String?) throws -> PaymentOption? {
        let file = "keys/stripe"
        let text = try SecretPlace.text(
            variable: "CREMA_STRIPE", file: file, dataPath: dataPath)
        guard let text else { return nil }
        guard let settings = StripeSettings(text) else {
            throw UsageError(
                "CREMA_STRIPE (or \(file)) takes secret=sk_…, publishable=pk_… and "
                    + "webhook=whsec_…, a line or a semicolon between them")
        }
        return .stripe(settings)
    }

    /// - Parameter folder: where a sandbox remembers what it was told.
    func provider(in folder: DataFolder) throws -> any PaymentProvider {
        switch self {
        case .stripe(let settings): StripeProvider(settings)
        case .sandbox: try SandboxProvider(file: folder.path + "/sandbox-payments.jsonl")
        }
    }
}

extension SandboxProvider {
    /// Lets it call as a real one would: whoever is called asks what became of the charge.
    func call(_ services: Services) {
        connect { reference in
            Task {
                do {
                    try await services.refresh(reference: reference)
                } catch {
                    // The worker asks again.
                    Terminal.error("crema: payments: \(error)")
                }
            }
        }
    }
}
