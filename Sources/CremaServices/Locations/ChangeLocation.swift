package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why a location stays as it is.
package enum ChangeLocationRefusal: Error, Sendable, Hashable {
    case unknownLocation
    case location(LocationDocumentProblem)
    /// Prices are in the shop's currency, for good.
    case currencyDiffers(String)
}

/// Replaces a location's settings: hours, taxes, pause. On the command line only.
package struct ChangeLocation: UseCase {
    package typealias Refusal = ChangeLocationRefusal
    package static let name = "changeLocation"

    package let id: ID<Location>
    package let document: LocationDocument
    private let environment: Environment

    package init(id: ID<Location>, document: LocationDocument, environment: Environment) {
        self.id = id
        self.document = document
        self.environment = environment
    }

    package var locks: [LockName] { [.location(id)] }

    package func load(_ tx: Transaction) throws -> LocationDocument? {
        try LocationStore.document(of: id, tx: tx)
    }

    package func access(_ subject: LocationDocument?) -> Access { .system }

    package func run(_ subject: LocationDocument?, _ work: Work) throws -> Int64 {
        guard let before = subject else { throw ChangeLocationRefusal.unknownLocation }
        let location: Location
        do throws(LocationDocumentProblem) {
            location = try document.location(id: id, environment)
        } catch {
            throw ChangeLocationRefusal.location(error)
        }
        guard location.currency.code == before.currency else {
            throw ChangeLocationRefusal.currencyDiffers(location.currency.code)
        }
        guard try LocationStore.update(document, id: id, tx: work.tx),
            let version = try MenuStore.version(at: id, tx: work.tx)
        else { throw ChangeLocationRefusal.unknownLocation }
        work.audit(
            id.rawValue, before: try LocationStore.text(of: before),
            after: try LocationStore.text(of: document))
        work.tell(
            Event(
                at: work.now, kind: .location, subject: id.rawValue, version: version,
                locationID: id.rawValue, owner: "", payload: "{}"))
        return version
    }

    package func kept(_ output: Int64) -> KeptAnswer {
        KeptAnswer(status: 200, subject: String(output))
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Int64 {
        Int64(record.subject) ?? 0
    }
}
