CREATE TABLE shop (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    is_demo INTEGER NOT NULL CHECK (is_demo IN (0, 1)),
    menu_edition INTEGER NOT NULL CHECK (menu_edition >= 0),
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE location (
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    settings TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1)
) STRICT, WITHOUT ROWID;

CREATE TABLE location_counter (
    location_id TEXT PRIMARY KEY REFERENCES location (id),
    business_date TEXT NOT NULL,
    call_sequence INTEGER NOT NULL CHECK (call_sequence >= 0),
    menu_version INTEGER NOT NULL CHECK (menu_version >= 1)
) STRICT, WITHOUT ROWID;

CREATE TABLE menu_edition (
    edition INTEGER PRIMARY KEY CHECK (edition >= 1),
    document TEXT NOT NULL,
    person_id TEXT,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE availability (
    location_id TEXT NOT NULL REFERENCES location (id),
    kind TEXT NOT NULL CHECK (kind IN ('item', 'modifier', 'size')),
    subject_id TEXT NOT NULL,
    is_sold_out INTEGER NOT NULL CHECK (is_sold_out IN (0, 1)),
    stock INTEGER CHECK (stock >= 0),
    price INTEGER CHECK (price >= 0),
    PRIMARY KEY (location_id, kind, subject_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE customer_order (
    id TEXT PRIMARY KEY,
    location_id TEXT NOT NULL REFERENCES location (id),
    business_date TEXT NOT NULL,
    call_sequence INTEGER NOT NULL CHECK (call_sequence >= 1),
    state TEXT NOT NULL CHECK (state IN ('awaitingPayment', 'pending', 'preparing',
        'ready', 'completed', 'cancelled', 'uncollected', 'expired')),
    version INTEGER NOT NULL CHECK (version >= 1),
    placed_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    owner_id TEXT NOT NULL,
    customer_name TEXT NOT NULL,
    fulfilment TEXT NOT NULL CHECK (fulfilment IN ('toGo', 'forHere')),
    language TEXT NOT NULL,
    subtotal INTEGER NOT NULL CHECK (subtotal >= 0),
    discount INTEGER NOT NULL CHECK (discount >= 0),
    tax INTEGER NOT NULL CHECK (tax >= 0),
    tip INTEGER NOT NULL CHECK (tip >= 0),
    total INTEGER NOT NULL CHECK (total >= 0),
    due INTEGER NOT NULL CHECK (due >= 0),
    details TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX customer_order_owner ON customer_order (owner_id, placed_at, id);

CREATE UNIQUE INDEX customer_order_number
    ON customer_order (location_id, business_date, call_sequence);

CREATE INDEX customer_order_completed ON customer_order (location_id, changed_at)
    WHERE state = 'completed';

CREATE INDEX customer_order_open ON customer_order (location_id, placed_at)
    WHERE state IN ('awaitingPayment', 'pending', 'preparing', 'ready');

CREATE TABLE order_line (
    order_id TEXT NOT NULL REFERENCES customer_order (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    item_id TEXT NOT NULL,
    size_id TEXT,
    name TEXT NOT NULL,
    size_name TEXT,
    modifiers TEXT NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
    base_price INTEGER NOT NULL CHECK (base_price >= 0),
    unit_price INTEGER NOT NULL CHECK (unit_price >= 0),
    subtotal INTEGER NOT NULL CHECK (subtotal = unit_price * quantity),
    discount INTEGER NOT NULL CHECK (discount BETWEEN 0 AND subtotal),
    net INTEGER NOT NULL,
    tax INTEGER NOT NULL,
    total INTEGER NOT NULL CHECK (total = net + tax),
    request TEXT NOT NULL,
    cup_name TEXT NOT NULL,
    station TEXT NOT NULL,
    make_seconds INTEGER NOT NULL,
    done_at INTEGER,
    PRIMARY KEY (order_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE order_step (
    order_id TEXT NOT NULL REFERENCES customer_order (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    state TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (order_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE tender (
    order_id TEXT NOT NULL REFERENCES customer_order (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    kind TEXT NOT NULL CHECK (kind IN ('counter', 'cash', 'externalCard', 'wallet',
        'giftCard', 'card')),
    amount INTEGER NOT NULL CHECK (amount >= 0),
    state TEXT NOT NULL CHECK (state IN ('pending', 'held', 'captured', 'released',
        'refunded')),
    rounding INTEGER NOT NULL,
    at INTEGER NOT NULL, payer_id TEXT, refunded INTEGER NOT NULL DEFAULT 0
    CHECK (refunded BETWEEN 0 AND amount),
    PRIMARY KEY (order_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    location_id TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    payload TEXT NOT NULL
) STRICT;

CREATE TABLE cart (
    owner_id TEXT NOT NULL,
    location_id TEXT NOT NULL REFERENCES location (id),
    document TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (owner_id, location_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE person (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL
, news_since INTEGER, email_verified_at INTEGER) STRICT, WITHOUT ROWID;

CREATE TABLE membership (
    person_id TEXT NOT NULL REFERENCES person (id),
    location_id TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('barista', 'manager', 'owner')),
    PRIMARY KEY (person_id, location_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
    id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    kind TEXT NOT NULL CHECK (kind IN ('browser', 'api')),
    access_hash BLOB NOT NULL UNIQUE,
    refresh_hash BLOB UNIQUE,
    previous_refresh_hash BLOB,
    rotated_at INTEGER,
    access_expires_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL
, client TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;

CREATE INDEX session_person ON session (person_id);

CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    person_id TEXT NOT NULL,
    action TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    value_before TEXT NOT NULL,
    value_after TEXT NOT NULL
) STRICT;

CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END;

CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'audit rows are never deleted'); END;

CREATE TABLE customer_balance (
    account TEXT PRIMARY KEY,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    version INTEGER NOT NULL CHECK (version >= 1)
) STRICT, WITHOUT ROWID;

CREATE TABLE request (
    id INTEGER PRIMARY KEY,
    key INTEGER NOT NULL,
    name_hash BLOB NOT NULL,
    body_hash BLOB NOT NULL,
    status INTEGER NOT NULL,
    subject_id TEXT NOT NULL,
    response BLOB,
    at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX request_key ON request (key);

CREATE TABLE invitation (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    location_id TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('barista', 'manager', 'owner')),
    invited_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    accepted_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX invitation_email ON invitation (email, location_id);

CREATE TABLE follower (
    name TEXT PRIMARY KEY,
    event_id INTEGER NOT NULL,
    holder TEXT NOT NULL,
    held_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE order_refund (
    order_id TEXT NOT NULL REFERENCES customer_order (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    parts TEXT NOT NULL,
    lines TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (order_id, number)
) STRICT, WITHOUT ROWID;

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
