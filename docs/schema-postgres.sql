CREATE TABLE shop (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    name TEXT COLLATE "C" NOT NULL,
    currency TEXT COLLATE "C" NOT NULL CHECK (length(currency) = 3),
    is_demo BIGINT NOT NULL CHECK (is_demo IN (0, 1)),
    menu_edition BIGINT NOT NULL CHECK (menu_edition >= 0),
    created_at BIGINT NOT NULL
);

CREATE TABLE location (
    id TEXT COLLATE "C" PRIMARY KEY,
    position BIGINT NOT NULL,
    settings TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1)
);

CREATE TABLE location_counter (
    location_id TEXT COLLATE "C" PRIMARY KEY REFERENCES location (id),
    business_date TEXT COLLATE "C" NOT NULL,
    call_sequence BIGINT NOT NULL CHECK (call_sequence >= 0),
    menu_version BIGINT NOT NULL CHECK (menu_version >= 1)
);

CREATE TABLE menu_edition (
    edition BIGINT PRIMARY KEY CHECK (edition >= 1),
    document TEXT COLLATE "C" NOT NULL,
    person_id TEXT COLLATE "C",
    created_at BIGINT NOT NULL
);

CREATE TABLE availability (
    location_id TEXT COLLATE "C" NOT NULL REFERENCES location (id),
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('item', 'modifier', 'size')),
    subject_id TEXT COLLATE "C" NOT NULL,
    is_sold_out BIGINT NOT NULL CHECK (is_sold_out IN (0, 1)),
    stock BIGINT CHECK (stock >= 0),
    price BIGINT CHECK (price >= 0),
    PRIMARY KEY (location_id, kind, subject_id)
);

CREATE TABLE customer_order (
    id TEXT COLLATE "C" PRIMARY KEY,
    location_id TEXT COLLATE "C" NOT NULL REFERENCES location (id),
    business_date TEXT COLLATE "C" NOT NULL,
    call_sequence BIGINT NOT NULL CHECK (call_sequence >= 1),
    state TEXT COLLATE "C" NOT NULL
        CHECK (state IN ('awaitingPayment', 'pending', 'preparing',
        'ready', 'completed', 'cancelled', 'uncollected', 'expired')),
    version BIGINT NOT NULL CHECK (version >= 1),
    placed_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    owner_id TEXT COLLATE "C" NOT NULL,
    customer_name TEXT COLLATE "C" NOT NULL,
    fulfilment TEXT COLLATE "C" NOT NULL CHECK (fulfilment IN ('toGo', 'forHere')),
    language TEXT COLLATE "C" NOT NULL,
    subtotal BIGINT NOT NULL CHECK (subtotal >= 0),
    discount BIGINT NOT NULL CHECK (discount >= 0),
    tax BIGINT NOT NULL CHECK (tax >= 0),
    tip BIGINT NOT NULL CHECK (tip >= 0),
    total BIGINT NOT NULL CHECK (total >= 0),
    due BIGINT NOT NULL CHECK (due >= 0),
    details TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL
);
CREATE INDEX customer_order_owner ON customer_order (owner_id, placed_at, id);
CREATE UNIQUE INDEX customer_order_number
    ON customer_order (location_id, business_date, call_sequence);
CREATE INDEX customer_order_completed ON customer_order (location_id, changed_at)
    WHERE state = 'completed';
CREATE INDEX customer_order_open ON customer_order (location_id, placed_at)
    WHERE state IN ('awaitingPayment', 'pending', 'preparing', 'ready');

CREATE TABLE order_line (
    order_id TEXT COLLATE "C" NOT NULL REFERENCES customer_order (id),
    number BIGINT NOT NULL CHECK (number >= 1),
    item_id TEXT COLLATE "C" NOT NULL,
    size_id TEXT COLLATE "C",
    name TEXT COLLATE "C" NOT NULL,
    size_name TEXT COLLATE "C",
    modifiers TEXT COLLATE "C" NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity BETWEEN 1 AND 99),
    base_price BIGINT NOT NULL CHECK (base_price >= 0),
    unit_price BIGINT NOT NULL CHECK (unit_price >= 0),
    subtotal BIGINT NOT NULL CHECK (subtotal = unit_price * quantity),
    discount BIGINT NOT NULL CHECK (discount BETWEEN 0 AND subtotal),
    net BIGINT NOT NULL,
    tax BIGINT NOT NULL,
    total BIGINT NOT NULL CHECK (total = net + tax),
    request TEXT COLLATE "C" NOT NULL,
    cup_name TEXT COLLATE "C" NOT NULL,
    station TEXT COLLATE "C" NOT NULL,
    make_seconds BIGINT NOT NULL,
    done_at BIGINT,
    PRIMARY KEY (order_id, number)
);

CREATE TABLE order_step (
    order_id TEXT COLLATE "C" NOT NULL REFERENCES customer_order (id),
    version BIGINT NOT NULL CHECK (version >= 1),
    state TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (order_id, version)
);

CREATE TABLE tender (
    order_id TEXT COLLATE "C" NOT NULL REFERENCES customer_order (id),
    number BIGINT NOT NULL CHECK (number >= 1),
    kind TEXT COLLATE "C" NOT NULL
        CHECK (kind IN ('counter', 'cash', 'externalCard', 'wallet',
        'giftCard', 'card')),
    amount BIGINT NOT NULL CHECK (amount >= 0),
    state TEXT COLLATE "C" NOT NULL
        CHECK (state IN ('pending', 'held', 'captured', 'released',
        'refunded')),
    rounding BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (order_id, number)
);

CREATE TABLE event (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    subject_id TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    location_id TEXT COLLATE "C" NOT NULL,
    owner_id TEXT COLLATE "C" NOT NULL,
    payload TEXT COLLATE "C" NOT NULL
);

CREATE TABLE request (
    id BIGINT PRIMARY KEY,
    name_hash BYTEA NOT NULL,
    body_hash BYTEA NOT NULL,
    status BIGINT NOT NULL,
    subject_id TEXT COLLATE "C" NOT NULL,
    response BYTEA,
    at BIGINT NOT NULL
);

CREATE TABLE cart (
    owner_id TEXT COLLATE "C" NOT NULL,
    location_id TEXT COLLATE "C" NOT NULL REFERENCES location (id),
    document TEXT COLLATE "C" NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, location_id)
);

CREATE TABLE person (
    id TEXT COLLATE "C" PRIMARY KEY,
    email TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT COLLATE "C" NOT NULL,
    password_hash TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE membership (
    person_id TEXT COLLATE "C" NOT NULL REFERENCES person (id),
    location_id TEXT COLLATE "C" NOT NULL,
    role TEXT COLLATE "C" NOT NULL CHECK (role IN ('barista', 'manager', 'owner')),
    PRIMARY KEY (person_id, location_id)
);

CREATE TABLE session (
    id TEXT COLLATE "C" PRIMARY KEY,
    person_id TEXT COLLATE "C" NOT NULL REFERENCES person (id),
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('browser', 'api')),
    access_hash BYTEA NOT NULL UNIQUE,
    refresh_hash BYTEA UNIQUE,
    previous_refresh_hash BYTEA,
    rotated_at BIGINT,
    access_expires_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX session_person ON session (person_id);

CREATE TABLE audit (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    at BIGINT NOT NULL,
    person_id TEXT COLLATE "C" NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    subject_id TEXT COLLATE "C" NOT NULL,
    value_before TEXT COLLATE "C" NOT NULL,
    value_after TEXT COLLATE "C" NOT NULL
);
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'audit rows are never changed or deleted';
    END
$$;
CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE ON audit
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TABLE posting (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    key TEXT COLLATE "C" NOT NULL UNIQUE,
    at BIGINT NOT NULL,
    location_id TEXT COLLATE "C" NOT NULL REFERENCES location (id),
    business_date TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('sale', 'refund', 'topUp')),
    order_id TEXT COLLATE "C" REFERENCES customer_order (id),
    person_id TEXT COLLATE "C" NOT NULL
);
CREATE INDEX posting_order ON posting (order_id);

CREATE TABLE ledger_entry (
    posting_id BIGINT NOT NULL REFERENCES posting (id),
    number BIGINT NOT NULL CHECK (number >= 1),
    account TEXT COLLATE "C" NOT NULL,
    amount BIGINT NOT NULL CHECK (amount <> 0),
    balance_before BIGINT CHECK (balance_before >= 0),
    balance_after BIGINT CONSTRAINT enough_funds CHECK (balance_after >= 0),
    PRIMARY KEY (posting_id, number),
    CHECK (balance_after = balance_before + amount),
    CHECK ((balance_before IS NULL) = (balance_after IS NULL)),
    CHECK (account NOT LIKE 'wallet:%' OR balance_after IS NOT NULL)
);

CREATE INDEX ledger_entry_customer ON ledger_entry (account, posting_id)
    WHERE balance_after IS NOT NULL;

CREATE TABLE customer_balance (
    account TEXT COLLATE "C" PRIMARY KEY,
    amount BIGINT NOT NULL CHECK (amount >= 0),
    version BIGINT NOT NULL CHECK (version >= 1)
);

ALTER TABLE tender ADD COLUMN payer_id TEXT COLLATE "C";

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'the ledger is never changed or deleted';
    END
$$;
CREATE TRIGGER posting_no_change BEFORE UPDATE OR DELETE ON posting
    FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER posting_no_truncate BEFORE TRUNCATE ON posting
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_entry_no_change BEFORE UPDATE OR DELETE ON ledger_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_entry_no_truncate BEFORE TRUNCATE ON ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
ALTER TABLE session ADD COLUMN client TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE person ADD COLUMN news_since BIGINT;
ALTER TABLE person ADD COLUMN email_verified_at BIGINT;

ALTER TABLE request RENAME TO request_before;
CREATE TABLE request (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    key BIGINT NOT NULL,
    name_hash BYTEA NOT NULL,
    body_hash BYTEA NOT NULL,
    status BIGINT NOT NULL,
    subject_id TEXT COLLATE "C" NOT NULL,
    response BYTEA,
    at BIGINT NOT NULL
);
INSERT INTO request (key, name_hash, body_hash, status, subject_id, response, at)
    SELECT id, name_hash, body_hash, status, subject_id, response, at
    FROM request_before ORDER BY at;
DROP TABLE request_before;
CREATE UNIQUE INDEX request_key ON request (key);

CREATE TABLE invitation (
    id TEXT COLLATE "C" PRIMARY KEY,
    email TEXT COLLATE "C" NOT NULL,
    location_id TEXT COLLATE "C" NOT NULL,
    role TEXT COLLATE "C" NOT NULL CHECK (role IN ('barista', 'manager', 'owner')),
    invited_by TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    accepted_at BIGINT
);
CREATE INDEX invitation_email ON invitation (email, location_id);

CREATE TABLE follower (
    name TEXT COLLATE "C" PRIMARY KEY,
    event_id BIGINT NOT NULL,
    holder TEXT COLLATE "C" NOT NULL,
    held_until BIGINT NOT NULL
);
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
