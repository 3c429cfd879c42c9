#pragma once
#include <sqlite3.h>

// Swift can't call variadic functions, nor spell the macro SQLITE_TRANSIENT.

/// Settings of the whole process; they must come before the first connection.
/// Each connection has one user, memory statistics cost a global lock on each allocation, and a
/// path that begins with "file:" is a path.
static inline int csqlite_configure(void) {
    int code = sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
    if (code == SQLITE_OK) code = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    if (code == SQLITE_OK) code = sqlite3_config(SQLITE_CONFIG_URI, 0);
    return code;
}

/// Turns a switch of one connection on or off (https://sqlite.org/c3ref/c_dbconfig_defensive.html).
static inline int csqlite_set_switch(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

/// Binds a copy of the text; the length is given, so it may hold NUL.
static inline int csqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

/// Binds a copy of the bytes. A length of 0 binds an empty blob, where SQLite would bind NULL.
static inline int csqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, int length) {
    if (length == 0) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}
