import CremaSQL

extension Schema {
    /// Charges through a payment provider, and what is given back of them. Kinds of postings are
    /// the program's own from here on: a list of them in the table made every new kind a copy of
    /// the books.
    static let payments = Migration(
        number: 4, name: "payments",
        sqlite: """
            ALTER TABLE ledger_entry RENAME TO ledger_entry_before;
            ALTER TABLE posting RENAME TO posting_before;
            CREATE TABLE posting (
                id INTEGER PRIMARY KEY,
                key TEXT NOT NULL UNIQUE,
                at INTEGER NOT NULL,
                location_id TEXT NOT NULL REFERENCES location (id),
                business_date TEXT NOT NULL,
                kind TEXT NOT NULL,
                order_id TEXT REFERENCES customer_order (id),
                person_id TEXT NOT NULL
            ) STRICT;
            CREATE TABLE ledger_entry (
                posting_id INTEGER NOT NULL REFERENCES posting (id),
                number INTEGER NOT NULL CHECK (number >= 1),
                account TEXT NOT NULL,
                amount INTEGER NOT NULL CHECK (amount <> 0),
                balance_before INTEGER CHECK (balance_before >= 0),
                balance_after INTEGER CONSTRAINT enough_funds CHECK (balance_after >= 0),
                PRIMARY KEY (posting_id, number),
                CHECK (balance_after = balance_before + amount),
                CHECK ((balance_before IS NULL) = (balance_after IS NULL)),
                CHECK (account NOT LIKE 'wallet:%' OR balance_after IS NOT NULL)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO posting SELECT id, key, at, location_id, business_date, kind, order_id,
                person_id FROM posting_before;
            INSERT INTO ledger_entry SELECT posting_id, number, account, amount, balance_before,
                balance_after FROM ledger_entry_before;
            DROP TABLE ledger_entry_before;
            DROP TABLE posting_before;
            CREATE INDEX posting_order ON posting (order_id);
            CREATE TRIGGER posting_no_update BEFORE UPDATE ON posting
                BEGIN SELECT RAISE(ABORT, 'postings are never changed'); END;
            CREATE TRIGGER posting_no_delete BEFORE DELETE ON posting
                BEGIN SELECT RAISE(ABORT, 'postings are never deleted'); END;
            CREATE INDEX ledger_entry_customer ON ledger_entry (account, posting_id)
                WHERE balance_after IS NOT NULL;
            CREATE TRIGGER ledger_entry_no_update BEFORE UPDATE ON ledger_entry
                BEGIN SELECT RAISE(ABORT, 'ledger entries are never changed'); END;
            CREATE TRIGGER ledger_entry_no_delete BEFORE DELETE ON ledger_entry
                BEGIN SELECT RAISE(ABORT, 'ledger entries are never deleted'); END;

            CREATE TABLE payment (
                id TEXT PRIMARY KEY,
                order_id TEXT REFERENCES customer_order (id),
                tender_number INTEGER,
                person_id TEXT,
                location_id TEXT NOT NULL REFERENCES location (id),
                amount INTEGER NOT NULL CHECK (amount > 0),
                currency TEXT NOT NULL,
                method TEXT NOT NULL,
                state TEXT NOT NULL CHECK (state IN ('open', 'authorized', 'captured',
                    'cancelling', 'cancelled', 'failed')),
                reference TEXT UNIQUE,
                decline TEXT,
                created_at INTEGER NOT NULL,
                tries INTEGER NOT NULL,
                due_at INTEGER,
                CHECK ((order_id IS NULL) <> (person_id IS NULL)),
                CHECK ((order_id IS NULL) = (tender_number IS NULL))
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX payment_order ON payment (order_id, id);
            CREATE INDEX payment_person ON payment (person_id, id);
            CREATE UNIQUE INDEX payment_live ON payment (order_id, tender_number)
                WHERE state IN ('open', 'authorized');
            CREATE INDEX payment_due ON payment (due_at) WHERE due_at IS NOT NULL;

            CREATE TABLE payment_refund (
                id TEXT PRIMARY KEY,
                payment_id TEXT NOT NULL REFERENCES payment (id),
                amount INTEGER NOT NULL CHECK (amount > 0),
                state TEXT NOT NULL CHECK (state IN ('wanted', 'done', 'failed')),
                created_at INTEGER NOT NULL,
                tries INTEGER NOT NULL,
                due_at INTEGER
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX payment_refund_payment ON payment_refund (payment_id);
            CREATE INDEX payment_refund_due ON payment_refund (due_at) WHERE due_at IS NOT NULL;

            ALTER TABLE tender ADD COLUMN refunded INTEGER NOT NULL DEFAULT 0
                CHECK (refunded BETWEEN 0 AND amount);
            CREATE TABLE order_refund (
                order_id TEXT NOT NULL REFERENCES customer_order (id),
                number INTEGER NOT NULL CHECK (number >= 1),
                parts TEXT NOT NULL,
                lines TEXT NOT NULL,
                reason TEXT NOT NULL,
                at INTEGER NOT NULL,
                PRIMARY KEY (order_id, number)
            ) STRICT, WITHOUT ROWID;
            """,
        postgres: """
            ALTER TABLE posting DROP CONSTRAINT posting_kind_check;

            CREATE TABLE payment (
                id TEXT COLLATE "C" PRIMARY KEY,
                order_id TEXT COLLATE "C" REFERENCES customer_order (id),
                tender_number BIGINT,
                person_id TEXT COLLATE "C",
                location_id TEXT COLLATE "C" NOT NULL REFERENCES location (id),
                amount BIGINT NOT NULL CHECK (amount > 0),
                currency TEXT COLLATE "C" NOT NULL,
                method TEXT COLLATE "C" NOT NULL,
                state TEXT COLLATE "C" NOT NULL CHECK (state IN ('open', 'authorized', 'captured',
                    'cancelling', 'cancelled', 'failed')),
                reference TEXT COLLATE "C" UNIQUE,
                decline TEXT COLLATE "C",
                created_at BIGINT NOT NULL,
                tries BIGINT NOT NULL,
                due_at BIGINT,
                CHECK ((order_id IS NULL) <> (person_id IS NULL)),
                CHECK ((order_id IS NULL) = (tender_number IS NULL))
            );
            CREATE INDEX payment_order ON payment (order_id, id);
            CREATE INDEX payment_person ON payment (person_id, id);
            CREATE UNIQUE INDEX payment_live ON payment (order_id, tender_number)
                WHERE state IN ('open', 'authorized');
            CREATE INDEX payment_due ON payment (due_at) WHERE due_at IS NOT NULL;

            CREATE TABLE payment_refund (
                id TEXT COLLATE "C" PRIMARY KEY,
                payment_id TEXT COLLATE "C" NOT NULL REFERENCES payment (id),
                amount BIGINT NOT NULL CHECK (amount > 0),
                state TEXT COLLATE "C" NOT NULL CHECK (state IN ('wanted', 'done', 'failed')),
                created_at BIGINT NOT NULL,
                tries BIGINT NOT NULL,
                due_at BIGINT
            );
            CREATE INDEX payment_refund_payment ON payment_refund (payment_id);
            CREATE INDEX payment_refund_due ON payment_refund (due_at) WHERE due_at IS NOT NULL;

            ALTER TABLE tender ADD COLUMN refunded BIGINT NOT NULL DEFAULT 0
                CHECK (refunded BETWEEN 0 AND amount);
            CREATE TABLE order_refund (
                order_id TEXT COLLATE "C" NOT NULL REFERENCES customer_order (id),
                number BIGINT NOT NULL CHECK (number >= 1),
                parts TEXT COLLATE "C" NOT NULL,
                lines TEXT COLLATE "C" NOT NULL,
                reason TEXT COLLATE "C" NOT NULL,
                at BIGINT NOT NULL,
                PRIMARY KEY (order_id, number)
            );
            """,
        // Of an old shop, too, orders are read as they are written by now.
        carryOver: { try LedgerStore.postEarlierPayments(tx: $0) })
}
