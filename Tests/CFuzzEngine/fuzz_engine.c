#include "cfuzzengine.h"

#include "engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static ch_config config_for(void (*on_request)(void *, ch_exchange *, const ch_request *))
{
    return (ch_config){
        .read_bytes = 4096,
        .max_connections = 8,
        .max_target_bytes = FUZZ_TARGET_BYTES,
        .max_head_bytes = FUZZ_HEAD_BYTES,
        .max_header_count = FUZZ_FIELDS,
        .max_body_bytes = FUZZ_BODY_BYTES,
        .head_timeout_ms = 60000,
        .body_timeout_ms = 60000,
        .idle_timeout_ms = 60000,
        .write_timeout_ms = 60000,
        .stream_buffer_bytes = 65536,
        .publish_slice = 16,
        .on_request = on_request,
    };
}

enum { MOST_PIECES = 12 }; // then the rest comes at once: many inputs tell more than many pieces

typedef struct {
    const uint8_t *cuts;
    size_t count, next;
} cutter;

/// The length of the next piece: at least one byte, so that the end is reached.
static size_t next_piece(cutter *cutter, size_t left)
{
    if (cutter->count == 0 || cutter->next >= MOST_PIECES)
        return left;
    size_t wanted = cutter->cuts[cutter->next++ % cutter->count];
    wanted = wanted == 0 ? 1 : wanted;
    return wanted < left ? wanted : left;
}

// ---- the parser -------------------------------------------------------------------------------

static bool is_text(const char *bytes, size_t length)
{
    return memchr(bytes, 0, length) == NULL;
}

/// What Swift relies on when it takes a request over without a look at each length.
static bool is_consistent(const ch_connection *c, const ch_request *request)
{
    size_t ends = 0;
    for (size_t i = 0; i < request->headers_length; i++)
        ends += request->headers[i] == 0;
    bool is_closed = request->headers_length == 0
        || request->headers[request->headers_length - 1] == 0;
    // An absolute target without a path has a slash more than was sent.
    bool is_target = request->target_length > 0 && request->target_length <= FUZZ_TARGET_BYTES + 1
        && is_text(request->target, request->target_length)
        && (request->target[0] == '/' || request->target[0] == '*');
    return is_target && is_closed && ends == 2 * (size_t)request->header_count
        && request->header_count <= FUZZ_FIELDS && c->head_length <= c->head_capacity
        && c->head_length <= FUZZ_HEAD_BYTES && request->body_length <= FUZZ_BODY_BYTES
        && request->body_length <= c->body_capacity;
}

/// A connection that parses and never writes.
static ch_connection *silent_connection(void)
{
    static ch_config config;
    static ch_loop loop;
    if (loop.config == NULL) {
        config = config_for(NULL);
        loop.config = &config;
        for (int phase = 0; phase < PHASE_COUNT; phase++)
            ch_link_init(&loop.phases[phase]);
    }
    ch_connection *c = ch_alloc(sizeof *c);
    c->loop = &loop;
    c->closing = true; // ch_write() leaves such a one alone
    c->peer_length = 4;
    ch_link_init(&c->link);
    ch_parser_init(c);
    ch_enter(c, PHASE_FRESH);
    return c;
}

fuzz_outcome fuzz_parse(const uint8_t *data, size_t length, const uint8_t *cuts, size_t cut_count,
                        void *context, void (*on_request)(void *, const ch_request *))
{
    fuzz_outcome outcome = {.is_consistent = true};
    cutter cutter = {.cuts = cuts, .count = cut_count};
    ch_connection *c = silent_connection();
    bool goes_on = true;
    for (size_t at = 0; at < length && goes_on;) {
        size_t size = next_piece(&cutter, length - at), done = 0;
        char *piece = malloc(size); // of its own, so that reading past its end is seen
        if (piece == NULL)
            abort();
        memcpy(piece, data + at, size);
        while (done < size && goes_on) {
            size_t used;
            bool is_complete = ch_parse(c, piece + done, size - done, &used);
            outcome.is_consistent = outcome.is_consistent && used <= size - done;
            done += used;
            goes_on = c->refusal == 0;
            if (!is_complete)
                continue;
            ch_request request;
            ch_parsed_request(c, &request);
            outcome.is_consistent = outcome.is_consistent && is_consistent(c, &request);
            outcome.requests++;
            outcome.used = at + done;
            on_request(context, &request);
            goes_on = c->keep_alive;
            ch_enter(c, PHASE_IDLE);
        }
        free(piece);
        at += size;
    }
    outcome.refusal = c->refusal;
    ch_link_remove(&c->link);
    ch_free_request(c);
    free(c);
    return outcome;
}

// ---- a connection -----------------------------------------------------------------------------

static void answer(void *context, ch_exchange *exchange, const ch_request *request)
{
    (void)context;
    (void)request;
    ch_reply(exchange, 200, "", 0, "", 0);
}

static ch_loop *served_loop(void)
{
    static ch_server server;
    static ch_loop *loop;
    if (loop)
        return loop;
    int listeners[2]; // nobody connects there: connections are handed over
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, listeners) != 0)
        abort();
    server.config = config_for(answer);
    server.addresses = ch_addresses_new();
    loop = ch_loop_new(&server, 0, listeners[0]);
    if (loop == NULL)
        abort();
    return loop;
}

/// Reads what has come; what finds no room any more is counted all the same.
static size_t receive(int fd, char *answers, size_t room, size_t filled)
{
    char rest[4096];
    for (;;) {
        size_t left = filled < room ? room - filled : 0;
        ssize_t got = left > 0 ? read(fd, answers + filled, left) : read(fd, rest, sizeof rest);
        if (got <= 0)
            return filled;
        filled += (size_t)got;
    }
}

ptrdiff_t fuzz_connection(const uint8_t *data, size_t length, const uint8_t *cuts,
                          size_t cut_count, char *answers, size_t room)
{
    ch_loop *loop = served_loop();
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0)
        abort();
    struct sockaddr_in address = {.sin_family = AF_INET};
    ch_connection_accept(loop, ends[1], (const struct sockaddr *)&address);
    cutter cutter = {.cuts = cuts, .count = cut_count};
    size_t filled = 0;
    for (size_t at = 0; at < length;) {
        size_t size = next_piece(&cutter, length - at);
        ssize_t sent = send(ends[0], data + at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN)
            break; // it has hung up
        at += sent > 0 ? (size_t)sent : 0;
        uv_run(&loop->uv, UV_RUN_NOWAIT);
    }
    shutdown(ends[0], SHUT_WR);
    for (int turn = 0; turn < 10000 && loop->live > 0; turn++) {
        uv_run(&loop->uv, UV_RUN_NOWAIT);
        filled = receive(ends[0], answers, room, filled);
    }
    filled = receive(ends[0], answers, room, filled);
    bool has_ended = loop->live == 0;
    close(ends[0]);
    return has_ended ? (ptrdiff_t)(filled < room ? filled : room) : -1;
}
