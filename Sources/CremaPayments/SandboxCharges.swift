import CremaDomain
import Foundation

/// A charge as the sandbox knows it.
package struct SandboxCharge: Codable, Sendable, Hashable {
    package enum State: String, Codable, Sendable {
        case created, asked, authorized, captured, cancelled, declined
    }

    package let reference: String
    package let payment: String
    package let amount: Int64
    package let currency: String
    package let method: String
    package internal(set) var state = State.created
    var decline: String?
    var returnAddress: String?
    /// Given back, by the refund's id.
    package internal(set) var refunds: [String: Int64] = [:]

    var status: ProviderStatus {
        switch state {
        case .created: .unconfirmed
        case .asked: .open(returnAddress.map { _ in .redirect("/sandbox/" + reference) })
        case .authorized: .authorized
        case .captured: .captured
        case .cancelled: .cancelled
        case .declined:
            .declined(decline.flatMap { PaymentDecline(rawValue: $0) } ?? .declined)
        }
    }
}

/// All charges, by reference; each change is a line of the file.
struct SandboxCharges: ~Copyable {
    private var charges: [String: SandboxCharge] = [:]
    private let file: FileHandle?

    init(file path: String?) throws {
        guard let path else {
            file = nil
            return
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let text = try handle.readToEnd() ?? Data()
        for line in text.split(separator: UInt8(ascii: "\n")) {
            do {
                let charge = try JSONDecoder().decode(SandboxCharge.self, from: Data(line))
                charges[charge.reference] = charge
            } catch {
                // The last line of a process that was killed in the middle of it.
                continue
            }
        }
        file = handle
    }

    subscript(reference: String) -> SandboxCharge? { charges[reference] }

    var all: [SandboxCharge] { charges.values.sorted { $0.payment < $1.payment } }

    mutating func keep(_ charge: SandboxCharge) throws {
        if let file {
            // A line end first as well: what was cut off before it is a line of its own.
            try file.write(contentsOf: Data([0x0A]) + JSONEncoder().encode(charge) + Data([0x0A]))
        }
        charges[charge.reference] = charge
    }
}
