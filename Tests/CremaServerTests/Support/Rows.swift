import CremaSQL
import CremaServer
import Testing

/// All that a shop's database holds that a request could change: how many rows each table has,
/// and what stands in those that change in place.
struct Rows: Hashable, Sendable {
    let counts: [String: Int64]
    let contents: [String]

    static func of(_ shop: TestShop) async throws -> Rows {
        try await shop.server.database.read { tx in
            let counts = try tx.all(
                """
                SELECT 'shop', COUNT(*) FROM shop
                UNION ALL SELECT 'location', COUNT(*) FROM location
                UNION ALL SELECT 'location_counter', COUNT(*) FROM location_counter
                UNION ALL SELECT 'menu_edition', COUNT(*) FROM menu_edition
                UNION ALL SELECT 'availability', COUNT(*) FROM availability
                UNION ALL SELECT 'customer_order', COUNT(*) FROM customer_order
                UNION ALL SELECT 'order_line', COUNT(*) FROM order_line
                UNION ALL SELECT 'order_step', COUNT(*) FROM order_step
                UNION ALL SELECT 'tender', COUNT(*) FROM tender
                UNION ALL SELECT 'event', COUNT(*) FROM event
                UNION ALL SELECT 'request', COUNT(*) FROM request
                UNION ALL SELECT 'cart', COUNT(*) FROM cart
                UNION ALL SELECT 'person', COUNT(*) FROM person
                UNION ALL SELECT 'membership', COUNT(*) FROM membership
                UNION ALL SELECT 'session', COUNT(*) FROM session
                UNION ALL SELECT 'audit', COUNT(*) FROM audit
                UNION ALL SELECT 'posting', COUNT(*) FROM posting
                UNION ALL SELECT 'ledger_entry', COUNT(*) FROM ledger_entry
                UNION ALL SELECT 'customer_balance', COUNT(*) FROM customer_balance
                UNION ALL SELECT 'follower', COUNT(*) FROM follower
                UNION ALL SELECT 'invitation', COUNT(*) FROM invitation
                UNION ALL SELECT 'payment', COUNT(*) FROM payment
                UNION ALL SELECT 'payment_refund', COUNT(*) FROM payment_refund
                UNION ALL SELECT 'order_refund', COUNT(*) FROM order_refund
                UNION ALL SELECT 'drawer_session', COUNT(*) FROM drawer_session
                UNION ALL SELECT 'cash_movement', COUNT(*) FROM cash_movement
                UNION ALL SELECT 'session_posting', COUNT(*) FROM session_posting
                UNION ALL SELECT 'day_report', COUNT(*) FROM day_report
                UNION ALL SELECT 'day_report_sum', COUNT(*) FROM day_report_sum
                UNION ALL SELECT 'day_report_unpaid', COUNT(*) FROM day_report_unpaid
                """
            ) { ($0.text(0), $0.int(1)) }
            let contents = try tx.all(
                """
                SELECT id || ' ' || state || ' ' || version || ' ' || due FROM customer_order
                UNION ALL SELECT location_id || ' ' || business_date || ' ' || call_sequence
                    || ' ' || menu_version FROM location_counter
                UNION ALL SELECT location_id || subject_id || ' ' || COALESCE(stock, -1)
                    FROM availability
                UNION ALL SELECT order_id || number || ' ' || COALESCE(done_at, 0) FROM order_line
                UNION ALL SELECT order_id || number || ' ' || state FROM tender
                UNION ALL SELECT id || ' ' || owner_id || ' ' || customer_name FROM customer_order
                UNION ALL SELECT id || ' ' || name || ' ' || password_hash || ' '
                    || COALESCE(news_since, 0) FROM person
                UNION ALL SELECT account || ' ' || amount || ' ' || version FROM customer_balance
                UNION ALL SELECT id || ' ' || state FROM payment
                UNION ALL SELECT id || ' ' || COALESCE(closed_at, 0) FROM drawer_session
                """
            ) { $0.text(0) }
            return Rows(
                counts: Dictionary(uniqueKeysWithValues: counts), contents: contents.sorted())
        }
    }

    /// Tables that the database has.
    static func tables(of shop: TestShop) async throws -> Set<String> {
        try await shop.server.database.read { tx in
            let names =
                switch tx.dialect {
                case .sqlite:
                    try tx.all("SELECT name FROM sqlite_master WHERE type = 'table'") { $0.text(0) }
                case .postgres:
                    try tx.all(
                        "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
                    ) { $0.text(0) }
                }
            return Set(names).subtracting(["schema_migration", "sqlite_sequence"])
        }
    }
}
