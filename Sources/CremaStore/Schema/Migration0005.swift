import CremaSQL

extension Schema {
    /// Drawers, what went in and out of them, and days' reports.
    static let till = Migration(
        number: 5, name: "till",
        sqlite: """
            CREATE TABLE drawer_session (
                id TEXT PRIMARY KEY,
                location_id TEXT NOT NULL REFERENCES location (id),
                business_date TEXT NOT NULL,
                first_date TEXT NOT NULL,
                float_amount INTEGER NOT NULL CHECK (float_amount >= 0),
                opened_at INTEGER NOT NULL,
                opened_by TEXT NOT NULL,
                closed_at INTEGER,
                UNIQUE (location_id, business_date),
                CHECK (first_date <= business_date)
            ) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX drawer_session_in_use ON drawer_session (location_id)
                WHERE closed_at IS NULL;

            CREATE TABLE cash_movement (
                session_id TEXT NOT NULL REFERENCES drawer_session (id),
                number INTEGER NOT NULL CHECK (number >= 1),
                kind TEXT NOT NULL CHECK (kind IN ('paidIn', 'paidOut', 'drop')),
                amount INTEGER NOT NULL CHECK (amount > 0),
                reason TEXT NOT NULL,
                at INTEGER NOT NULL,
                person_id TEXT NOT NULL,
                PRIMARY KEY (session_id, number)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE session_posting (
                posting_id INTEGER PRIMARY KEY REFERENCES posting (id),
                session_id TEXT NOT NULL REFERENCES drawer_session (id)
            ) STRICT;
            CREATE INDEX posting_day ON posting (location_id, business_date);

            CREATE TABLE day_report (
                location_id TEXT NOT NULL REFERENCES location (id),
                number INTEGER NOT NULL CHECK (number >= 1),
                session_id TEXT NOT NULL UNIQUE REFERENCES drawer_session (id),
                closed_at INTEGER NOT NULL,
                closed_by TEXT NOT NULL,
                expected INTEGER NOT NULL,
                counted INTEGER NOT NULL CHECK (counted >= 0),
                piles TEXT NOT NULL,
                posting_count INTEGER NOT NULL,
                PRIMARY KEY (location_id, number)
            ) STRICT, WITHOUT ROWID;
            CREATE TRIGGER day_report_no_update BEFORE UPDATE ON day_report
                BEGIN SELECT RAISE(ABORT, 'reports are never changed'); END;
            CREATE TRIGGER day_report_no_delete BEFORE DELETE ON day_report
                BEGIN SELECT RAISE(ABORT, 'reports are never deleted'); END;

            CREATE TABLE day_report_sum (
                location_id TEXT NOT NULL,
                number INTEGER NOT NULL,
                in_drawer INTEGER NOT NULL CHECK (in_drawer IN (0, 1)),
                kind TEXT NOT NULL,
                account TEXT NOT NULL,
                amount INTEGER NOT NULL CHECK (amount <> 0),
                PRIMARY KEY (location_id, number, in_drawer, kind, account),
                FOREIGN KEY (location_id, number) REFERENCES day_report (location_id, number)
            ) STRICT, WITHOUT ROWID;
            CREATE TRIGGER day_report_sum_no_update BEFORE UPDATE ON day_report_sum
                BEGIN SELECT RAISE(ABORT, 'reports are never changed'); END;
            CREATE TRIGGER day_report_sum_no_delete BEFORE DELETE ON day_report_sum
                BEGIN SELECT RAISE(ABORT, 'reports are never deleted'); END;

            CREATE TABLE day_report_unpaid (
                location_id TEXT NOT NULL,
                number INTEGER NOT NULL,
                order_id TEXT NOT NULL REFERENCES customer_order (id),
                call_number TEXT NOT NULL,
                due INTEGER NOT NULL CHECK (due > 0),
                PRIMARY KEY (location_id, number, order_id),
                FOREIGN KEY (location_id, number) REFERENCES day_report (location_id, number)
            ) STRICT, WITHOUT ROWID;
            CREATE TRIGGER day_report_unpaid_no_update BEFORE UPDATE ON day_report_unpaid
                BEGIN SELECT RAISE(ABORT, 'reports are never changed'); END;
            CREATE TRIGGER day_report_unpaid_no_delete BEFORE DELETE ON day_report_unpaid
                BEGIN SELECT RAISE(ABORT, 'reports are never deleted'); END;
            """,
        postgres: """
            CREATE TABLE drawer_session (
                id TEXT COLLATE "C" PRIMARY KEY,
                location_id TEXT COLLATE "C" NOT NULL REFERENCES location (id),
                business_date TEXT COLLATE "C" NOT NULL,
                first_date TEXT COLLATE "C" NOT NULL,
                float_amount BIGINT NOT NULL CHECK (float_amount >= 0),
                opened_at BIGINT NOT NULL,
                opened_by TEXT COLLATE "C" NOT NULL,
                closed_at BIGINT,
                UNIQUE (location_id, business_date),
                CHECK (first_date <= business_date)
            );
            CREATE UNIQUE INDEX drawer_session_in_use ON drawer_session (location_id)
                WHERE closed_at IS NULL;

            CREATE TABLE cash_movement (
                session_id TEXT COLLATE "C" NOT NULL REFERENCES drawer_session (id),
                number BIGINT NOT NULL CHECK (number >= 1),
                kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('paidIn', 'paidOut', 'drop')),
                amount BIGINT NOT NULL CHECK (amount > 0),
                reason TEXT COLLATE "C" NOT NULL,
                at BIGINT NOT NULL,
                person_id TEXT COLLATE "C" NOT NULL,
                PRIMARY KEY (session_id, number)
            );

            CREATE TABLE session_posting (
                posting_id BIGINT PRIMARY KEY REFERENCES posting (id),
                session_id TEXT COLLATE "C" NOT NULL REFERENCES drawer_session (id)
            );
            CREATE INDEX posting_day ON posting (location_id, business_date);

            CREATE TABLE day_report (
                location_id TEXT COLLATE "C" NOT NULL REFERENCES location (id),
                number BIGINT NOT NULL CHECK (number >= 1),
                session_id TEXT COLLATE "C" NOT NULL UNIQUE REFERENCES drawer_session (id),
                closed_at BIGINT NOT NULL,
                closed_by TEXT COLLATE "C" NOT NULL,
                expected BIGINT NOT NULL,
                counted BIGINT NOT NULL CHECK (counted >= 0),
                piles TEXT COLLATE "C" NOT NULL,
                posting_count BIGINT NOT NULL,
                PRIMARY KEY (location_id, number)
            );
            CREATE TRIGGER day_report_no_change BEFORE UPDATE OR DELETE ON day_report
                FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
            CREATE TRIGGER day_report_no_truncate BEFORE TRUNCATE ON day_report
                FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

            CREATE TABLE day_report_sum (
                location_id TEXT COLLATE "C" NOT NULL,
                number BIGINT NOT NULL,
                in_drawer BIGINT NOT NULL CHECK (in_drawer IN (0, 1)),
                kind TEXT COLLATE "C" NOT NULL,
                account TEXT COLLATE "C" NOT NULL,
                amount BIGINT NOT NULL CHECK (amount <> 0),
                PRIMARY KEY (location_id, number, in_drawer, kind, account),
                FOREIGN KEY (location_id, number) REFERENCES day_report (location_id, number)
            );
            CREATE TRIGGER day_report_sum_no_change BEFORE UPDATE OR DELETE ON day_report_sum
                FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
            CREATE TRIGGER day_report_sum_no_truncate BEFORE TRUNCATE ON day_report_sum
                FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

            CREATE TABLE day_report_unpaid (
                location_id TEXT COLLATE "C" NOT NULL,
                number BIGINT NOT NULL,
                order_id TEXT COLLATE "C" NOT NULL REFERENCES customer_order (id),
                call_number TEXT COLLATE "C" NOT NULL,
                due BIGINT NOT NULL CHECK (due > 0),
                PRIMARY KEY (location_id, number, order_id),
                FOREIGN KEY (location_id, number) REFERENCES day_report (location_id, number)
            );
            CREATE TRIGGER day_report_unpaid_no_change BEFORE UPDATE OR DELETE ON day_report_unpaid
                FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
            CREATE TRIGGER day_report_unpaid_no_truncate BEFORE TRUNCATE ON day_report_unpaid
                FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
            """)
}
