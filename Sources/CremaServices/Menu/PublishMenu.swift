import CremaAPI
package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why a menu isn't published.
package enum PublishMenuRefusal: Error, Sendable, Hashable {
    /// There is no shop yet.
    case noShop
}

/// Makes a catalogue the shop's current one, at all its locations, whole or not at all.
package struct PublishMenu: UseCase {
    package typealias Refusal = PublishMenuRefusal
    package static let name = "publishMenu"

    package let catalog: Catalog

    package init(catalog: Catalog) {
        self.catalog = catalog
    }

    package func load(_ tx: Transaction) throws -> Shop? {
        try LocationStore.shop(tx: tx)
    }

    package func access(_ subject: Shop?) -> Access { .system }

    package func run(_ subject: Shop?, _ work: Work) throws -> Int64 {
        guard let shop = subject else { throw PublishMenuRefusal.noShop }
        let before = try MenuStore.currentDocument(tx: work.tx)?.edition
        let document = MenuDocument(catalog, currency: shop.currency)
        let edition = try MenuStore.publish(
            document: String(decoding: document.json(), as: UTF8.self), by: work.actor.person,
            at: work.now, tx: work.tx)
        for location in try LocationStore.all(tx: work.tx) {
            let version = try MenuStore.version(at: location.id, tx: work.tx) ?? 1
            work.tell(.menu(version, at: location.id, work.now))
        }
        work.audit(
            "menu", before: before.map { "edition \($0)" } ?? "", after: "edition \(edition)")
        return edition
    }

    package func kept(_ output: Int64) -> KeptAnswer {
        KeptAnswer(status: 200, subject: String(output))
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Int64 {
        Int64(record.subject) ?? 0
    }
}
