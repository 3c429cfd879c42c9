import CremaSQL
import CremaStore
import Foundation

/// Carries a shop's whole database from one engine to the other.
///
/// The source is read in one transaction and the target written in one, each row is compared, and
/// only then the target is committed: what is cut short leaves both as they were. Nobody else
/// writes to the source before it is put aside.
package final class ShopMove {
    /// Where a shop's database is.
    package enum Place: Sendable, Hashable {
        /// A data folder's SQLite file.
        case sqlite(path: String)
        case postgres(url: String)
    }

    /// Rows carried, by table, in the schema's order.
    package typealias Outcome = [(table: String, rows: Int)]

    private let tables: [Table]
    private let source: Place
    /// What holds the source; none once it was put aside.
    private var held: (any Tables)?
    private let target: Place

    /// Keeps everybody else from writing to the source. Both places have the schema of this program
    /// already.
    package init(from source: Place, to target: Place) throws {
        self.source = source
        self.target = target
        switch (source, target) {
        case (.sqlite(let path), .postgres):
            let sqlite = try SQLiteTables(path: path)
            tables = try ShopMove.shapes(sqlite)
            held = sqlite
        case (.postgres(let url), .sqlite(let path)):
            tables = try ShopMove.shapes(try SQLiteTables(path: path))
            held = try PostgresTables(url: url)
            try held?.lock(tables)
        case (.sqlite, .sqlite), (.postgres, .postgres):
            throw StartError("a shop moves from one engine to the other; for a copy see backup")
        }
    }

    /// Copies every table into the target, which holds no shop.
    package func copy() throws -> Outcome {
        guard let held else { throw StartError("the source was put aside already") }
        switch target {
        case .postgres(let url): return try copy(from: held, to: try PostgresTables(url: url))
        case .sqlite(let path): return try copy(from: held, to: try SQLiteTables(path: path))
        }
    }

    /// Gives the source another name, where nothing is served from, and returns it.
    package func putSourceAside() throws -> String {
        let stamp = Bootstrap.nowMilliseconds()
        defer { held = nil }
        if case .sqlite(let path) = source {
            held = nil  // SQLite lets go of a file before it gets another name.
            return try ShopMove.putAside(file: path, at: stamp)
        }
        guard let postgres = held as? PostgresTables else {
            throw StartError("the source was put aside already")
        }
        let name = try postgres.putAside(at: stamp)
        try postgres.commit()
        return "the schema \(name)"
    }

    private static func refuseInUse(_ path: String) throws {
        guard let process = FolderUse.process(on: path) else { return }
        throw StartError(
            "process \(process) has begun to work on \(path): stop it, empty the target, and "
                + "move again")
    }

    private static func putAside(file path: String, at stamp: Int64) throws -> String {
        let aside = "\(path).moved-\(stamp)"
        try refuseInUse(path)
        guard rename(path, aside) == 0 else {
            throw StartError("\(path) can't be renamed: \(String(cString: strerror(errno)))")
        }
        do {
            // Who opened it meanwhile would go on with what was moved.
            try refuseInUse(path)
        } catch {
            rename(aside, path)
            throw error
        }
        for ending in ["-wal", "-shm"] where access(path + ending, F_OK) == 0 {
            rename(path + ending, aside + ending)
        }
        return aside
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

    private func copy(from source: some Tables, to target: some Tables) throws -> Outcome {
        try target.lock(tables)
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
