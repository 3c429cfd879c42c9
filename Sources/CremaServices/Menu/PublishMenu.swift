import CremaAPI
package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why a menu isn't published.
package enum PublishMenuRefusal: Error, Sendable, Hashable {
    /// There is no shop yet.
    case noShop
}

/// Makes a catalogue the shop's current one, at all its locations, whole or not at all. One that is
/// current already makes no new edition.
package struct PublishMenu: UseCase {
    package typealias Refusal = PublishMenuRefusal
    package static let name = "publishMenu"

    package let catalog: Catalog

    package init(catalog: Catalog) {
        self.catalog = catalog
    }

    /// A shop with its menu, and the new one as it would be kept.
    package struct ShopMenu {
        let current: (edition: Int64, text: String)?
        let text: String
    }

    package var locks: [LockName] { [.menu] }

    package func load(_ tx: Transaction) throws -> ShopMenu? {
        guard let shop = try LocationStore.shop(tx: tx) else { return nil }
        let document = MenuDocument(catalog, currency: shop.currency)
        return ShopMenu(
            current: try MenuStore.currentDocument(tx: tx),
            text: String(decoding: document.json(), as: UTF8.self))
    }

    package func access(_ subject: ShopMenu?) -> Access { .system }

    package func settled(_ subject: ShopMenu?) throws -> Int64? {
        guard let current = subject?.current, current.text == subject?.text else { return nil }
        return current.edition
    }

    package func run(_ subject: ShopMenu?, _ work: Work) throws -> Int64 {
        guard let subject else { throw PublishMenuRefusal.noShop }
        let before = subject.current?.edition
        let edition = try MenuStore.publish(
            document: subject.text, by: work.actor.person, at: work.now, tx: work.tx)
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
