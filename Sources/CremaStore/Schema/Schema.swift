package import CremaSQL

/// The database's shape, as numbered steps that are only ever appended to.
package enum Schema {
    /// All steps, in order.
    package static let migrations: [Migration] = [first, ledger, accounts, payments, till]

    /// All tables but the migrations' own, each behind those that it refers to.
    package static let tables = [
        "shop", "location", "location_counter", "menu_edition", "availability", "customer_order",
        "order_line", "order_step", "tender", "event", "request", "cart", "person", "membership",
        "session", "audit", "posting", "ledger_entry",
        "customer_balance", "invitation", "follower", "payment", "payment_refund",
        "order_refund", "drawer_session", "cash_movement", "session_posting", "day_report",
        "day_report_sum", "day_report_unpaid",
    ]
}
