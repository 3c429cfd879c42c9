// The schema that holds a shop's tables, put aside whole and brought back.
extension PostgresTables {
    /// What a schema that was put aside is called, followed by a time.
    package static let asidePrefix = "replaced_"

    /// Whether there is any table.
    package func isEmpty() throws(SQLError) -> Bool {
        try number(
            "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public'") == 0
    }

    /// Gives the tables' schema another name, with an empty one in its place. Returns the name.
    package func putAside(at milliseconds: Int64) throws(SQLError) -> String {
        let name = PostgresTables.asidePrefix + String(milliseconds)
        try run("ALTER SCHEMA public RENAME TO \(name)")
        try run("CREATE SCHEMA public")
        return name
    }

    /// Drops the tables, and brings back those that were put aside under a name.
    package func bringBack(_ name: String?) throws(SQLError) {
        try run("DROP SCHEMA public CASCADE")
        try run(name.map { "ALTER SCHEMA \($0) RENAME TO public" } ?? "CREATE SCHEMA public")
    }
}
