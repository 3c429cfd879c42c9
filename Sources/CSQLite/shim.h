#pragma once
#include <sqlite3.h>

// Swift can't call variadic functions.

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
