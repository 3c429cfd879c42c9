import CremaHTTP
@testable import CremaServer
import CremaServices
import CremaSQL
import CremaStore
import Foundation
import TestEngine
import Testing

@Suite(.enabled(if: TestEngine.isSQLite)) struct BackupTests {
    private func orders(_ folder: String) async throws -> [String: Int64] {
        let database = try SQLiteDatabase(path: folder + "/crema.db", options: .throwaway)
        let rows = try await database.read { tx in
            try tx.all(
                """
                SELECT id, (SELECT COUNT(*) FROM order_line WHERE order_id = customer_order.id)
                FROM customer_order
                """
            ) { ($0.text(0), $0.int(1)) }
        }
        await database.close()
        return Dictionary(uniqueKeysWithValues: rows)
    }

    private func placed(_ count: Int, in shop: TestShop) async throws -> [String] {
        var ids: [String] = []
        for _ in 0..<count {
            let answer = try await shop.place(CornerShop.cart(of: "cookie"))
            ids.append(try #require(answer["id"].string))
        }
        return ids
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private func backup(of shop: TestShop, at file: String) async throws {
        try await Backup.make(of: try DataFolder(path: shop.folder), at: file)
    }

    private func refusal(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `a backup made while orders come in holds all that were answered before`()
        async throws
    {
        try await TestShop.open { shop in
            try await withTemporaryFolder { folder in
                let before = try await placed(5, in: shop)
                let file = folder + "/shop: monday.tar"

                async let meanwhile = placed(40, in: shop)
                try await backup(of: shop, at: file)
                let later = try await meanwhile
                let restored = try await Backup.restore(
                    file, to: folder + "/new/shop", replacing: false)

                let found = try await orders(folder + "/new/shop")
                #expect(Set(before).isSubset(of: found.keys))
                #expect(Set(found.keys).isSubset(of: before + later))
                #expect(found.values.allSatisfy { $0 == 1 })
                #expect(restored.movedTo == nil)
                let mode = try FileManager.default.attributesOfItem(atPath: file)
                #expect(mode[.posixPermissions] as? Int == 0o600)
                for key in ["secret", "metrics"] {
                    let old = FileManager.default.contents(atPath: shop.folder + "/keys/" + key)
                    let new = FileManager.default.contents(
                        atPath: folder + "/new/shop/keys/" + key)
                    #expect(old != nil && old == new)
                }
                #expect(try names(folder) == ["new", "shop: monday.tar"])
                #expect(try names(folder + "/new") == ["shop"])
            }
        }
    }

    @Test func `a restored shop serves, and the one before it is only moved aside`() async throws {
        try await TestShop.open { shop in
            try await withTemporaryFolder { folder in
                let first = try await placed(1, in: shop)
                try await backup(of: shop, at: folder + "/one.tar")
                let second = try await placed(1, in: shop)
                try await backup(of: shop, at: folder + "/two.tar")
                let path = folder + "/shop"
                _ = try await Backup.restore(folder + "/two.tar", to: path, replacing: false)

                let refused = await refusal {
                    _ = try await Backup.restore(folder + "/one.tar", to: path, replacing: false)
                }
                let restored = try await Backup.restore(
                    folder + "/one.tar", to: path, replacing: true)

                #expect(refused?.contains("--replace") == true)
                #expect(try await orders(path).keys.sorted() == first)
                let aside = try #require(restored.movedTo)
                #expect(try await orders(aside).keys.sorted() == (first + second).sorted())
                var options = ServerOptions()
                options.dataPath = path
                options.port = 0
                let server = try await RunningServer.start(options) { _ in }
                let answer = try await TestClient(port: server.http.port).send(
                    .get("/readyz"))
                await server.stop(grace: .zero)
                #expect(answer.status == 200)
            }
        }
    }

    @Test func `a shop that is there stays, unless it is to be replaced`() async throws {
        try await TestShop.open { shop in
            try await withTemporaryFolder { folder in
                try await backup(of: shop, at: folder + "/one.tar")
                let before = try names(shop.folder)

                let refused = await refusal {
                    _ = try await Backup.restore(
                        folder + "/one.tar", to: shop.folder, replacing: false)
                }

                #expect(refused?.contains("holds a shop already") == true)
                #expect(try names(shop.folder) == before)
            }
        }
    }

    @Test func `a shop that a program works on isn't replaced`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/shop"
            let program = try Program(["demo", "--data", path, "--port", "0", "--quiet"])
            try await Backup.make(of: try DataFolder(path: path), at: folder + "/one.tar")
            let before = try names(path)

            let refused = await refusal {
                _ = try await Backup.restore(folder + "/one.tar", to: path, replacing: true)
            }

            #expect(refused == "process \(program.processID) works on \(path): stop it first")
            #expect(try names(path) == before)
            _ = program.end()
            let restored = try await Backup.restore(
                folder + "/one.tar", to: path, replacing: true)
            #expect(restored.shop == "Old Mill Coffee")
        }
    }

    @Test func `what is no whole backup is refused, and nothing is changed`() async throws {
        try await TestShop.open { shop in
            try await withTemporaryFolder { folder in
                _ = try await placed(3, in: shop)
                let file = folder + "/one.tar"
                try await backup(of: shop, at: file)
                let whole = try #require(FileManager.default.contents(atPath: file))
                var damaged = whole
                let start = 512 + 3 * 4096
                damaged.replaceSubrange(
                    start..<(start + 4096), with: Data(repeating: 0x5A, count: 4096))
                let wrong: [String: Data] = [
                    "text": Data("not a backup".utf8), "empty": Data(),
                    "half": whole.prefix(whole.count / 2), "damaged": damaged,
                ]
                for (name, data) in wrong {
                    try data.write(to: URL(fileURLWithPath: "\(folder)/\(name).tar"))
                    let refused = await refusal {
                        _ = try await Backup.restore(
                            "\(folder)/\(name).tar", to: folder + "/shop", replacing: false)
                    }
                    #expect(refused != nil, "\(name)")
                    #expect(try names(folder + "/shop").isEmpty, "\(name)")
                }
                let missing = await refusal {
                    _ = try await Backup.restore(
                        folder + "/none.tar", to: folder + "/shop", replacing: false)
                }
                #expect(missing?.contains("isn't there") == true)
                let again = await refusal { try await backup(of: shop, at: file) }
                #expect(again?.contains("exists already") == true)
                #expect(FileManager.default.contents(atPath: file) == whole)
            }
        }
    }

    @Test func `an archive with other files than a shop's is refused`() async throws {
        try await TestShop.open { shop in
            try await withTemporaryFolder { folder in
                try await backup(of: shop, at: folder + "/one.tar")
                let path = folder + "/work"
                try FileManager.default.createDirectory(
                    atPath: path + "/photos", withIntermediateDirectories: true)
                try FileManager.default.createSymbolicLink(
                    atPath: path + "/photos/a.png", withDestinationPath: "/etc/passwd")
                try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/crema.db"))
                try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/evil"))
                try await Tar.create(folder + "/link.tar", [(path, ["crema.db", "photos"])])
                try await Tar.create(folder + "/more.tar", [(path, ["crema.db", "evil"])])

                for name in ["link", "more"] {
                    let refused = await refusal {
                        _ = try await Backup.restore(
                            "\(folder)/\(name).tar", to: folder + "/shop", replacing: false)
                    }
                    #expect(refused?.contains("no backup of a shop") == true, "\(name)")
                }
            }
        }
    }

    @Test func `each night leaves one backup, and the latest are kept`() async throws {
        try await TestShop.open { shop in
            let folder = try DataFolder(path: shop.folder)
            let services = shop.server.services
            func night() async throws -> String? {
                try await NightlyBackups.run(services, folder, kept: 2).map {
                    URL(fileURLWithPath: $0).lastPathComponent
                }
            }
            try Data().write(to: URL(fileURLWithPath: folder.backupPath + "/mine.tar"))

            // It is seven in the morning: the night's backup is late.
            #expect(try await night() == "crema-2026-03-04.tar")
            #expect(try await night() == nil)
            shop.clock.advance(seconds: 20 * 3600 - 1)
            #expect(try await night() == nil)
            shop.clock.advance(seconds: 1)
            #expect(try await night() == "crema-2026-03-05.tar")
            shop.clock.advance(seconds: 48 * 3600)
            #expect(try await night() == "crema-2026-03-07.tar")

            #expect(
                try names(folder.backupPath)
                    == ["crema-2026-03-05.tar", "crema-2026-03-07.tar", "mine.tar"])
        }
    }
}
