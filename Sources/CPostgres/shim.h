#pragma once
#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>

// Swift doesn't see macros that stand for a character.
static const int CPOSTGRES_STATE = PG_DIAG_SQLSTATE;
static const int CPOSTGRES_MESSAGE = PG_DIAG_MESSAGE_PRIMARY;
static const int CPOSTGRES_TABLE = PG_DIAG_TABLE_NAME;
static const int CPOSTGRES_COLUMN = PG_DIAG_COLUMN_NAME;
static const int CPOSTGRES_CONSTRAINT = PG_DIAG_CONSTRAINT_NAME;

/// Waits until the socket can be read, or written where that is asked for. 0 when the time is up,
/// negative where it can't be waited for.
static inline int cpostgres_wait(int socket, int for_writing, int milliseconds) {
    struct pollfd entry = {.fd = socket, .events = (short)(POLLIN | (for_writing ? POLLOUT : 0))};
    int ready;
    do {
        ready = poll(&entry, 1, milliseconds);
    } while (ready < 0 && errno == EINTR);
    return ready;
}
