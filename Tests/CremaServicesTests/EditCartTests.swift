import CremaDomain
import CremaServices
import CremaStore
import Testing

/// Carts that are kept between visits.
struct EditCartTests {
    private func edit(
        _ shop: TestShop, _ edit: CartEdit, by actor: Actor = Story.phone,
        at location: ID<Location> = TestShop.corner, key: RequestKey? = nil
    ) async throws -> StoredCart {
        try await shop.services.perform(
            EditCart(locationID: location, owner: actor.owner, edit: edit), by: actor, key: key
        ).output
    }

    private func add(_ line: CartLine) -> CartEdit { .add(line, seenPrice: Money(350)) }

    private func cart(
        _ shop: TestShop, of actor: Actor = Story.phone, at location: ID<Location> = TestShop.corner
    ) async throws -> StoredCart {
        try await shop.services.read(CartQuery(locationID: location), by: actor)
    }

    @Test func `the same thing twice is one line, anything else is another`() async throws {
        try await withShop { shop in
            var named = Story.line()
            named.cupName = "Ada"
            for line in [
                Story.line(), Story.line(quantity: 2), Story.line(Story.oat), named, Story.line(),
            ] {
                _ = try await edit(shop, add(line))
            }

            let lines = try await cart(shop).lines
            #expect(lines.map(\.line.quantity) == [4, 1, 1])
            #expect(Set(lines.map(\.key)).count == 3)
        }
    }

    @Test func `a line never holds more pieces than allowed`() async throws {
        try await withShop { shop in
            _ = try await edit(shop, add(Story.line(quantity: 98)))
            let full = try await edit(shop, add(Story.line(quantity: 2)))
            #expect(full.lines.map(\.line.quantity) == [98, 2])

            for quantity in [0, -2, 100, Int.max, Int.min] {
                for wrong in [
                    add(Story.line(quantity: quantity)), .setQuantity(key: "1", quantity),
                    .replace(key: "1", Story.line(quantity: quantity), seenPrice: .zero),
                ] {
                    let refused = try await refusal(EditCartRefusal.self) {
                        try await edit(shop, wrong)
                    }
                    #expect(refused == .quantityOutOfRange)
                }
            }
            #expect(try await cart(shop) == full)
        }
    }

    @Test func `a cart holds fifty lines`() async throws {
        try await withShop { shop in
            for number in 1...50 {
                var line = Story.line()
                line.cupName = "Guest \(number)"
                _ = try await edit(shop, add(line))
            }
            let refused = try await refusal(EditCartRefusal.self) {
                try await edit(shop, add(Story.croissants()))
            }
            #expect(refused == .isFull)
            #expect(try await cart(shop).lines.count == 50)
        }
    }

    @Test func `a removed line comes back where it stood, once`() async throws {
        try await withShop { shop in
            for line in [Story.line(), Story.croissants(), Story.line(Story.oat)] {
                _ = try await edit(shop, add(line))
            }
            let before = try await cart(shop)

            let without = try await edit(shop, .remove(key: "2"))
            #expect(without.lines.map(\.key) == ["1", "3"])
            let restored = try await edit(shop, .restore(key: "2"))
            #expect(restored.lines == before.lines)

            let again = try await refusal(EditCartRefusal.self) {
                try await edit(shop, .restore(key: "2"))
            }
            #expect(again == .unknownLine)
        }
    }

    @Test func `a key is never used for another line`() async throws {
        try await withShop { shop in
            _ = try await edit(shop, add(Story.line()))
            _ = try await edit(shop, .remove(key: "1"))
            let cart = try await edit(shop, add(Story.croissants()))

            #expect(cart.lines.map(\.key) == ["2"])
            for gone in [
                CartEdit.setQuantity(key: "1", 2), .remove(key: "1"), .restore(key: "1"),
                .replace(key: "1", Story.line(), seenPrice: .zero),
            ] {
                let refused = try await refusal(EditCartRefusal.self) { try await edit(shop, gone) }
                #expect(refused == .unknownLine)
            }
        }
    }

    @Test func `fulfilment and tip are kept, within bounds`() async throws {
        try await withShop { shop in
            _ = try await edit(shop, .setFulfilment(.forHere))
            _ = try await edit(shop, .setTip(Money(10_000_000)))
            for tip in [-1, 10_000_001] as [Int64] {
                let refused = try await refusal(EditCartRefusal.self) {
                    try await edit(shop, .setTip(Money(tip)))
                }
                #expect(refused == .tipOutOfRange)
            }
            let kept = try await cart(shop)
            #expect(kept.fulfilment == .forHere && kept.tip == Money(10_000_000))
        }
    }

    @Test func `each owner has a cart of their own at each place`() async throws {
        try await withShop { shop in
            _ = try await edit(shop, add(Story.line()))
            _ = try await edit(shop, add(Story.croissants()), at: TestShop.harbour)
            _ = try await edit(shop, add(Story.line(Story.oat)), by: Story.ada)

            #expect(try await cart(shop).lines.map(\.line) == [Story.line()])
            #expect(
                try await cart(shop, at: TestShop.harbour).lines.map(\.line)
                    == [Story.croissants()])
            let adas = try await cart(shop, of: Story.ada).lines.map(\.line)
            #expect(adas == [Story.line(Story.oat)])
            #expect(try await cart(shop, of: Actor(device: ID("other"))).lines.isEmpty)
            let nobody = try await refusal(EditCartRefusal.self) {
                try await edit(shop, add(Story.line()), by: .nobody)
            }
            #expect(nobody == .noOwner)
            let nowhere = try await refusal(EditCartRefusal.self) {
                try await edit(shop, add(Story.line()), at: ID("moon"))
            }
            #expect(nowhere == .unknownLocation)
        }
    }

    @Test func `edits at once are all kept`() async throws {
        try await withShop { shop in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let line = number % 2 == 0 ? Story.line() : Story.croissants()
                        _ = try await edit(shop, add(line))
                    }
                }
                try await group.waitForAll()
            }

            let lines = try await cart(shop).lines
            #expect(lines.map(\.line.quantity) == [20, 20])
        }
    }

    @Test func `a tap sent twice adds once`() async throws {
        try await withShop { shop in
            _ = try await edit(shop, add(Story.line()), key: key("tap"))
            let again = try await edit(shop, add(Story.line()), key: key("tap"))

            #expect(again.lines.map(\.line.quantity) == [1])
        }
    }

    @Test func `words of all kinds come back as they were`() async throws {
        try await withShop { shop in
            var line = Story.line(Story.oat, syrups: 3)
            line.request = "\"extra\" hot \\ <b>☕️</b>\nبدون سكر"
            line.cupName = "Zoë 🇯🇵"
            _ = try await edit(shop, add(line))

            #expect(try await cart(shop).lines.first?.line == line)
        }
    }

    @Test func `words longer than what can be placed aren't kept`() async throws {
        try await withShop { shop in
            let full = try await edit(shop, add(Story.line()))
            var wish = Story.line()
            wish.request = String(repeating: "a", count: 201)
            var name = Story.line()
            name.cupName = String(repeating: "é", count: 81)
            for (line, expected) in [
                (wish, EditCartRefusal.requestTooLong), (name, .cupNameTooLong),
            ] {
                for edit in [add(line), .replace(key: "1", line, seenPrice: .zero)] {
                    let refused = try await refusal(EditCartRefusal.self) {
                        try await self.edit(shop, edit)
                    }
                    #expect(refused == expected)
                }
            }
            #expect(try await cart(shop) == full)
        }
    }
}
