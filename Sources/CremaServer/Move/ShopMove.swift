import CremaSQL
import CremaStore
import Foundation

/// Carries a shop's whole database from one engine to the other.
///
/// The source is read in one transaction and the target written in one, each row is compared, and
/// only then the target is committed: what is cut short leaves both as they were.
package enum ShopMove {
    /// Where a shop's database is.
    package enum Place: Sendable, Hashable {
        /// A data folder's SQLite file.
        case sqlite(path: String)
        case postgres(url: String)
    }

    /// Rows carried, by table, in the schema's order.
    package typealias Outcome = [(table: String, rows: Int)]

    /// Copies every table. Both places have the schema of this program already; the target holds
    /// no shop.
    package static func copy(from source: Place, to target: Place) throws -> Outcome {
        switch (source, target) {
        case (.sqlite(let path), .postgres(let url)):
            let (sqlite, postgres) = (try SQLiteTables(path: path), try PostgresTables(url: url))
            return try copy(try shapes(sqlite), from: sqlite, to: postgres)
        case (.postgres(let url), .sqlite(let path)):
            let (sqlite, postgres) = (try SQLiteTables(path: path), try PostgresTables(url: url))
            return try copy(try shapes(sqlite), from: postgres, to: sqlite)
        case (.sqlite, .sqlite), (.postgres, .postgres):
            throw StartError("a shop moves from one engine to the other; for a copy see backup")
        }
    }

    private static func shapes(_ sqlite: SQLiteTables) throws -> [Table] {
        // What keeps a copy of the file has tables of its own in it.
        let names = try sqlite.names().filter { !$0.hasPrefix("_litestream_") }
        let unknown = Set(names).subtracting(Schema.tables + ["schema_migration"])
        guard unknown.isEmpty else {
            throw StartError(
                "nothing says how to carry \(unknown.sorted().joined(separator: ", "))")
        }
        return try sqlite.shapes(of: Schema.tables)
    }

    private static func copy(
        _ tables: [Table], from source: some Tables, to target: some Tables
    ) throws -> Outcome {
        var outcome: Outcome = []
        for table in tables {
            try target.read(table) { _ in
                throw StartError("the target holds a shop already: its \(table.name) isn't empty")
            }
            var sent = TableSum()
            try target.insert(into: table) { add in
                try source.read(table) { row in
                    sent.add(row)
                    try add(row)
                }
            }
            var arrived = TableSum()
            try target.read(table) { row in arrived.add(row) }
            guard sent == arrived else {
                throw StartError(
                    "\(table.name) didn't arrive as it was sent: "
                        + "\(arrived.rows) of \(sent.rows) rows")
            }
            outcome.append((table.name, sent.rows))
        }
        try target.commit()
        return outcome
    }
}
