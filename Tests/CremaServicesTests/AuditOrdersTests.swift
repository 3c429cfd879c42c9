import CremaDomain
import CremaServices
import CremaSQL
import Testing

struct AuditOrdersTests {
    private func findings(_ shop: TestShop, page: Int = 2) async throws -> [String] {
        try await shop.services.audit(AuditOrders.self, page: page).findings.map(\.words)
    }

    /// Orders that ended in every way there is.
    private func story(_ shop: TestShop) async throws -> ID<Order> {
        try await shop.place()
        let cancelled = try await shop.place([Story.line(), Story.croissants(2)]).id
        try await shop.move(cancelled, to: .cancelled, by: Story.ada)
        let free = try await shop.place([CartLine(itemID: Story.water)]).id
        try await shop.move(free, to: .preparing)
        let paid = try await shop.place([Story.line()]).id
        try await shop.pay(paid)
        for state in [OrderState.preparing, .ready, .preparing, .ready, .completed] {
            try await shop.move(paid, to: state)
        }
        return paid
    }

    @Test func `what the program wrote adds up, whatever the page's size`() async throws {
        try await withShop { shop in
            _ = try await story(shop)

            for page in [1, 2, 3, 100] {
                #expect(try await findings(shop, page: page).isEmpty)
            }
        }
    }

    @Test func `only Crema itself may look through all orders`() async throws {
        try await withShop { shop in
            for actor in [Story.ada, Story.ben, Story.olga, .nobody] {
                await #expect(throws: ReadFailure.self) {
                    try await shop.services.read(AuditOrders(after: "", limit: 1), by: actor)
                }
            }
        }
    }

    @Test(arguments: [
        ("UPDATE customer_order SET total = total + 1", "lines, fees and tip aren't the total"),
        ("UPDATE customer_order SET subtotal = subtotal - 1", "the lines aren't the subtotal"),
        ("UPDATE order_line SET total = total + 1, tax = tax + 1", "aren't the order's"),
        ("UPDATE order_line SET net = net + 1, total = total + 1", "line 1 doesn't add up"),
        ("UPDATE tender SET amount = amount + 1", "more was taken than the total"),
        ("UPDATE tender SET amount = amount - 1", "it is completed, and not paid"),
        ("UPDATE tender SET state = 'released'", "it is completed, and not paid"),
        ("UPDATE customer_order SET due = 1", "is noted as due"),
        ("UPDATE customer_order SET state = 'ready'", "its steps don't lead"),
        ("DELETE FROM order_step WHERE version = 3", "its steps don't lead"),
        ("UPDATE customer_order SET details = '{}'", "can't be read"),
        (
            "UPDATE order_line SET base_price = 9000000000000000000, "
                + "net = 9000000000000000000, tax = 100, total = 9000000000000000100",
            "line 1 doesn't add up"
        ),
    ]) func `what was changed behind its back is found`(
        change: String, expected: String
    ) async throws {
        try await withShop { shop in
            let id = try await story(shop)
            let key =
                change.contains("customer_order") ? "id = '\(id)'" : "order_id = '\(id)'"
            let joint = change.contains("WHERE") ? " AND " : " WHERE "

            try await shop.database.write { tx in
                try tx.executeScript(change + joint + key)
            }

            let found = try await findings(shop)
            #expect(found.contains { $0.contains(expected) }, "\(found)")
        }
    }
}
