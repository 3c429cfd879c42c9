// The ceiling: writes the rows that placing an order writes, in the same batched transactions,
// with no HTTP, no JSON and no pricing.
//   rows DATABASE SECONDS [BATCH]
// The database is one that Crema made and holds at least one order; that order is the pattern. One
// that was paid from a wallet is paid from each wallet that the database holds, in turns.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { LINES_AT_MOST = 50, ENTRIES_AT_MOST = 20, WALLETS_AT_MOST = 2000, CHECKPOINT_PAGES = 4096 };

static sqlite3 *db;
static const char *path;
static atomic_int log_pages;
static atomic_bool is_done;

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(db));
    exit(1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int64_t milliseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL)) fail(sql);
    return statement;
}

// RFC 9562, version 7, as Crema makes ids.
static void make_id(char out[37]) {
    uint8_t b[16];
    if (getrandom(b, sizeof b, 0) != sizeof b) exit(1);
    int64_t ms = milliseconds();
    for (int i = 0; i < 6; i++) b[i] = (uint8_t)(ms >> (40 - 8 * i));
    b[6] = 0x70 | (b[6] & 15);
    b[8] = 0x80 | (b[8] & 63);
    char *p = out;
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) *p++ = '-';
        *p++ = "0123456789abcdef"[b[i] >> 4];
        *p++ = "0123456789abcdef"[b[i] & 15];
    }
    *p = 0;
}

// A row kept as values, to be bound again.
typedef struct {
    int count;
    sqlite3_value *values[24];
} row;

static int read_rows(const char *sql, const char *id, row *out, int most) {
    sqlite3_stmt *s = prepare(sql);
    if (id) sqlite3_bind_text(s, 1, id, -1, SQLITE_TRANSIENT);
    int n = 0;
    while (n < most && sqlite3_step(s) == SQLITE_ROW) {
        out[n].count = sqlite3_column_count(s);
        for (int c = 0; c < out[n].count; c++)
            out[n].values[c] = sqlite3_value_dup(sqlite3_column_value(s, c));
        n++;
    }
    sqlite3_finalize(s);
    return n;
}

static void bind_row(sqlite3_stmt *s, const row *r) {
    for (int c = 0; c < r->count; c++) sqlite3_bind_value(s, c + 1, r->values[c]);
}

static void run(sqlite3_stmt *s) {
    int code;
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {}
    if (code != SQLITE_DONE) fail(sqlite3_sql(s));
    sqlite3_reset(s);
}

static int on_commit(void *unused, sqlite3 *d, const char *name, int pages) {
    (void)unused; (void)d; (void)name;
    atomic_store(&log_pages, pages);
    return SQLITE_OK;
}

// Checkpoints off the commit path, as Crema does.
static void *checkpointer(void *unused) {
    (void)unused;
    sqlite3 *own;
    if (sqlite3_open(path, &own)) exit(1);
    while (!atomic_load(&is_done)) {
        if (atomic_load(&log_pages) >= CHECKPOINT_PAGES)
            sqlite3_wal_checkpoint_v2(own, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    sqlite3_close(own);
    return NULL;
}

// The statements of placing an order, kept prepared.
static sqlite3_stmt *begin, *commit, *save, *release, *look, *draw, *order, *line, *tender, *tell,
    *keep, *post, *enter, *pay;

static void prepare_all(void) {
    begin = prepare("BEGIN IMMEDIATE");
    commit = prepare("COMMIT");
    save = prepare("SAVEPOINT member");
    release = prepare("RELEASE member");
    look = prepare(
        "SELECT name_hash, body_hash, status, subject_id, response, at FROM request WHERE key=?1");
    draw = prepare(
        "UPDATE location_counter SET call_sequence=call_sequence+1 "
        "WHERE location_id=?1 AND business_date=?2 RETURNING call_sequence, menu_version");
    order = prepare(
        "INSERT INTO customer_order VALUES "
        "(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20)");
    line = prepare(
        "INSERT INTO order_line VALUES "
        "(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20)");
    tender = prepare(
        "INSERT INTO tender (order_id,number,kind,amount,state,rounding,at,payer_id) "
        "VALUES (?1,?2,?3,?4,?5,?6,?7,?8)");
    tell = prepare(
        "INSERT INTO event (at,kind,subject_id,version,location_id,owner_id,payload) "
        "VALUES (?1,?2,?3,?4,?5,?6,?7) RETURNING id");
    keep = prepare(
        "INSERT INTO request (key,name_hash,body_hash,status,subject_id,response,at) "
        "VALUES (?1,?2,?3,?4,?5,?6,?7)");
    post = prepare(
        "INSERT INTO posting (key,at,location_id,business_date,kind,order_id,person_id) "
        "VALUES (?1,?2,?3,?4,?5,?6,?7) ON CONFLICT (key) DO NOTHING RETURNING id");
    enter = prepare("INSERT INTO ledger_entry VALUES (?1,?2,?3,?4,?5,?6)");
    pay = prepare(
        "UPDATE customer_balance SET amount=amount+?1, version=version+1 WHERE account=?2 "
        "RETURNING amount, version");
}

// The order that is written again and again.
static row head[1], lines[LINES_AT_MOST], tenders[4], event[1], posting[1];
static row entries[ENTRIES_AT_MOST], wallet_event[1], wallets[WALLETS_AT_MOST];
static int line_count, tender_count, entry_count, wallet_count;
static char location[128], date[16];

static void read_pattern(void) {
    char id[64];
    if (!read_rows(
            "SELECT * FROM customer_order ORDER BY placed_at DESC LIMIT 1", NULL, head, 1)) {
        fprintf(stderr, "the database holds no order to copy\n");
        exit(1);
    }
    snprintf(id, sizeof id, "%s", (const char *)sqlite3_value_text(head->values[0]));
    snprintf(location, sizeof location, "%s", (const char *)sqlite3_value_text(head->values[1]));
    snprintf(date, sizeof date, "%s", (const char *)sqlite3_value_text(head->values[2]));
    line_count =
        read_rows("SELECT * FROM order_line WHERE order_id=?1", id, lines, LINES_AT_MOST);
    tender_count = read_rows("SELECT * FROM tender WHERE order_id=?1", id, tenders, 4);
    read_rows(
        "SELECT * FROM event WHERE subject_id=?1 AND version=1 LIMIT 1", id, event, 1);
}

static void read_payment(void) {
    const char *id = (const char *)sqlite3_value_text(head->values[0]);
    if (!read_rows("SELECT * FROM posting WHERE order_id=?1 LIMIT 1", id, posting, 1)) return;
    entry_count = read_rows(
        "SELECT e.* FROM ledger_entry e JOIN posting p ON p.id=e.posting_id WHERE p.order_id=?1",
        id, entries, ENTRIES_AT_MOST);
    read_rows(
        "SELECT * FROM event WHERE kind='wallet' ORDER BY id DESC LIMIT 1", NULL, wallet_event, 1);
    wallet_count = read_rows(
        "SELECT account FROM customer_balance WHERE account LIKE 'wallet:%' AND amount > 0", NULL,
        wallets, WALLETS_AT_MOST);
}

// Takes what the pattern's wallet paid from one of the wallets.
static void write_payment(const char *id, const char *wallet, const char *owner, int64_t at) {
    char key[80];
    snprintf(key, sizeof key, "order:%s:tender:1:capture", id);
    for (int c = 1; c < posting->count; c++) sqlite3_bind_value(post, c, posting->values[c]);
    sqlite3_bind_text(post, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_int64(post, 2, at);
    sqlite3_bind_text(post, 6, id, -1, SQLITE_STATIC);
    if (sqlite3_step(post) != SQLITE_ROW) fail("post");
    int64_t number = sqlite3_column_int64(post, 0);
    run(post);
    int64_t version = 0;
    for (int k = 0; k < entry_count; k++) {
        bind_row(enter, &entries[k]);
        sqlite3_bind_int64(enter, 1, number);
        if (sqlite3_value_type(entries[k].values[5]) != SQLITE_NULL) {
            int64_t amount = sqlite3_value_int64(entries[k].values[3]);
            sqlite3_bind_int64(pay, 1, amount);
            sqlite3_bind_text(pay, 2, wallet, -1, SQLITE_STATIC);
            if (sqlite3_step(pay) != SQLITE_ROW) fail("pay");
            int64_t after = sqlite3_column_int64(pay, 0);
            version = sqlite3_column_int64(pay, 1);
            run(pay);
            sqlite3_bind_text(enter, 3, wallet, -1, SQLITE_STATIC);
            sqlite3_bind_int64(enter, 5, after - amount);
            sqlite3_bind_int64(enter, 6, after);
        }
        run(enter);
    }
    for (int c = 1; c < wallet_event->count; c++)
        sqlite3_bind_value(tell, c, wallet_event->values[c]);
    sqlite3_bind_text(tell, 3, wallet + strlen("wallet:"), -1, SQLITE_STATIC);
    sqlite3_bind_int64(tell, 4, version);
    sqlite3_bind_text(tell, 6, owner, -1, SQLITE_STATIC);
    run(tell);
}

static int64_t draw_number(void) {
    sqlite3_bind_text(draw, 1, location, -1, SQLITE_STATIC);
    sqlite3_bind_text(draw, 2, date, -1, SQLITE_STATIC);
    if (sqlite3_step(draw) != SQLITE_ROW) fail("draw");
    int64_t sequence = sqlite3_column_int64(draw, 0);
    run(draw);
    return sequence;
}

static void write_order(void) {
    static long turn;
    char id[37], owner[48];
    const char *wallet = NULL;
    uint8_t hash[32], body[32];
    int64_t key, at = milliseconds();
    make_id(id);
    snprintf(owner, sizeof owner, "order:%s", id);
    if (wallet_count) {
        wallet = (const char *)sqlite3_value_text(wallets[turn++ % wallet_count].values[0]);
        snprintf(owner, sizeof owner, "person:%s", wallet + strlen("wallet:"));
    }
    if (getrandom(hash, sizeof hash, 0) < 0 || getrandom(body, sizeof body, 0) < 0) exit(1);
    memcpy(&key, hash, sizeof key);
    run(save);
    sqlite3_bind_int64(look, 1, key);
    run(look);
    int64_t sequence = draw_number();
    bind_row(order, head);
    sqlite3_bind_text(order, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_int64(order, 4, sequence);
    sqlite3_bind_int64(order, 7, at);
    sqlite3_bind_int64(order, 8, at);
    sqlite3_bind_text(order, 9, owner, -1, SQLITE_STATIC);
    run(order);
    for (int k = 0; k < line_count; k++) {
        bind_row(line, &lines[k]);
        sqlite3_bind_text(line, 1, id, -1, SQLITE_STATIC);
        run(line);
    }
    for (int k = 0; k < tender_count; k++) {
        bind_row(tender, &tenders[k]);
        sqlite3_bind_text(tender, 1, id, -1, SQLITE_STATIC);
        if (wallet)
            sqlite3_bind_text(tender, 8, wallet + strlen("wallet:"), -1, SQLITE_STATIC);
        run(tender);
    }
    for (int c = 1; c < event->count; c++) sqlite3_bind_value(tell, c, event->values[c]);
    sqlite3_bind_text(tell, 3, id, -1, SQLITE_STATIC);
    sqlite3_bind_text(tell, 6, owner, -1, SQLITE_STATIC);
    run(tell);
    if (wallet) write_payment(id, wallet, owner, at);
    sqlite3_bind_int64(keep, 1, key);
    sqlite3_bind_blob(keep, 2, hash, 32, SQLITE_STATIC);
    sqlite3_bind_blob(keep, 3, body, 32, SQLITE_STATIC);
    sqlite3_bind_int64(keep, 4, 201);
    sqlite3_bind_text(keep, 5, id, -1, SQLITE_STATIC);
    sqlite3_bind_null(keep, 6);
    sqlite3_bind_int64(keep, 7, at);
    run(keep);
    run(release);
}

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "rows DATABASE SECONDS [BATCH]\n"), 2;
    path = argv[1];
    double seconds = atof(argv[2]);
    int batch = argc > 3 ? atoi(argv[3]) : 64;
    if (sqlite3_open(path, &db)) fail("open");
    sqlite3_exec(
        db,
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
        "PRAGMA recursive_triggers=ON; PRAGMA temp_store=MEMORY; PRAGMA mmap_size=0;"
        "PRAGMA cache_size=-16384; PRAGMA wal_autocheckpoint=0",
        0, 0, 0);
    sqlite3_wal_hook(db, on_commit, NULL);
    read_pattern();
    read_payment();
    prepare_all();
    pthread_t thread;
    pthread_create(&thread, NULL, checkpointer, NULL);
    long count = 0;
    double start = now(), end = start + seconds;
    while (now() < end) {
        run(begin);
        for (int i = 0; i < batch; i++, count++) write_order();
        run(commit);
    }
    double elapsed = now() - start;
    atomic_store(&is_done, true);
    pthread_join(thread, NULL);
    printf("%.0f\n", (double)count / elapsed);
    return 0;
}
