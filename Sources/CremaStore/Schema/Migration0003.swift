import CremaSQL

extension Schema {
    /// What customers' accounts need: what a session runs on, since when somebody wants news and is
    /// known to read the mails, and how far a worker has come that follows the stream of events.
    static let accounts = Migration(
        number: 3, name: "accounts",
        sqlite: """
            ALTER TABLE session ADD COLUMN client TEXT NOT NULL DEFAULT '';
            ALTER TABLE person ADD COLUMN news_since INTEGER;
            ALTER TABLE person ADD COLUMN email_verified_at INTEGER;

            CREATE TABLE follower (
                name TEXT PRIMARY KEY,
                event_id INTEGER NOT NULL,
                holder TEXT NOT NULL,
                held_until INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """,
        postgres: """
            ALTER TABLE session ADD COLUMN client TEXT COLLATE "C" NOT NULL DEFAULT '';
            ALTER TABLE person ADD COLUMN news_since BIGINT;
            ALTER TABLE person ADD COLUMN email_verified_at BIGINT;

            CREATE TABLE follower (
                name TEXT COLLATE "C" PRIMARY KEY,
                event_id BIGINT NOT NULL,
                holder TEXT COLLATE "C" NOT NULL,
                held_until BIGINT NOT NULL
            );
            """)
}
