/// The mark in a file's header that says whose it is.
enum SQLiteStamp {
    /// "Crem" (https://sqlite.org/fileformat2.html#application_id).
    private static let applicationID: Int64 = 0x4372_656D
    /// Raised only when older programs must not touch the file at all.
    private static let layout: Int64 = 1

    /// Throws unless the file is empty or ours.
    static func check(_ connection: SQLiteConnection) throws(SQLError) {
        let found = try connection.integer("PRAGMA application_id")
        guard found != applicationID else {
            let layout = try connection.integer("PRAGMA user_version")
            if layout <= Self.layout { return }
            throw SQLError(
                kind: .foreignFile,
                message: "the database was written by a newer version of the program")
        }
        let objects = try connection.integer("SELECT count(*) FROM sqlite_schema")
        guard found == 0 && objects == 0 else {
            throw SQLError(
                kind: .foreignFile, message: "the database belongs to another program")
        }
    }

    static func set(_ connection: SQLiteConnection) throws(SQLError) {
        guard try connection.integer("PRAGMA application_id") != applicationID else { return }
        try connection.executeScript(
            "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(layout)")
    }
}
