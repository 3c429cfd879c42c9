// The life of a connection: accepted, read from, waited for, closed.
#include "engine.h"

#include <arpa/inet.h>
#include <linux/sockios.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static uv_stream_t *stream_of(ch_connection *c) { return (uv_stream_t *)&c->tcp; }

// ---- phases and the end -----------------------------------------------------------------------

/// Bytes that the client hasn't acknowledged: ours, and those in the kernel's buffer, which is so
/// large that a slow client's progress shows there long before it shows here.
static size_t outstanding(ch_connection *c)
{
    int queued = 0;
    uv_os_fd_t fd;
    if (uv_fileno((uv_handle_t *)&c->tcp, &fd) == 0)
        ioctl(fd, SIOCOUTQ, &queued);
    return uv_stream_get_write_queue_size(stream_of(c)) + (size_t)queued;
}

void ch_enter(ch_connection *c, ch_phase phase)
{
    ch_link_remove(&c->link);
    c->phase = (uint8_t)phase;
    c->deadline = uv_now(&c->loop->uv) + c->loop->lifetimes[phase];
    if (phase == PHASE_WRITING || phase == PHASE_BEHIND)
        c->unsent_mark = outstanding(c);
    ch_link_append(&c->loop->phases[phase], &c->link);
}

void ch_free_request(ch_connection *c)
{
    free(c->head);
    free(c->body);
    free(c->input);
    c->head = c->input = NULL;
    c->body = NULL;
    c->head_length = c->head_capacity = 0;
    c->body_length = c->body_capacity = 0;
    c->input_at = c->input_length = c->input_capacity = 0;
}

static void on_closed(uv_handle_t *handle)
{
    ch_connection *c = (ch_connection *)handle;
    ch_loop *loop = c->loop;
    if (c->counted)
        ch_addresses_leave(loop->server->addresses, c->peer, c->peer_length);
    atomic_fetch_sub(&loop->server->connections, 1);
    ch_count(&loop->counters.connections, -1);
    ch_free_request(c);
    free(c);
    loop->live--;
    ch_loop_ended_connection(loop);
}

void ch_drop(ch_connection *c)
{
    if (c->closing)
        return;
    c->closing = true;
    ch_link_remove(&c->link);
    if (c->exchange) {
        c->exchange->connection = NULL;
        ch_exchange_release(c->exchange);
        c->exchange = NULL;
    }
    if (c->phase == PHASE_STREAM || c->phase == PHASE_BEHIND)
        ch_stream_forget(c);
    uv_close((uv_handle_t *)&c->tcp, on_closed);
}

static void on_shutdown(uv_shutdown_t *request, int status)
{
    ch_connection *c = request->data;
    free(request);
    if (status < 0 || c->ended)
        ch_drop(c);
}

/// Ends a connection whose last answer is out. Closing with unread input would make the kernel send
/// RST, which can destroy the answer on its way: so FIN first, and read away for a while.
static void linger(ch_connection *c)
{
    if (c->closing)
        return;
    ch_free_request(c);
    if (c->ended) {
        ch_drop(c);
        return;
    }
    c->dropped = 0;
    ch_enter(c, PHASE_LINGER);
    uv_shutdown_t *request = ch_alloc(sizeof *request);
    request->data = c;
    if (uv_shutdown(request, stream_of(c), on_shutdown) != 0) {
        free(request);
        ch_drop(c);
        return;
    }
    ch_read_start(c);
}

// ---- reading ----------------------------------------------------------------------------------

static size_t pending_input(const ch_connection *c) { return c->input_length - c->input_at; }

static void keep_input(ch_connection *c, const char *data, size_t length)
{
    if (c->input_at > 0) {
        memmove(c->input, c->input + c->input_at, pending_input(c));
        c->input_length -= c->input_at;
        c->input_at = 0;
    }
    size_t needed = c->input_length + length;
    if (needed > c->input_capacity) {
        c->input_capacity = (uint32_t)needed;
        c->input = ch_grow(c->input, needed);
    }
    memcpy(c->input + c->input_length, data, length);
    c->input_length = (uint32_t)needed;
}

/// Parses requests one after the other, as long as each is answered at once, and returns how much
/// input that took. A loop and not a recursion: one write may hold thousands of requests.
static size_t consume(ch_connection *c, const char *data, size_t length)
{
    size_t at = 0;
    c->parsing = true;
    while (at < length && !c->closing && c->phase <= PHASE_BODY) {
        size_t used;
        bool complete = ch_parse(c, data + at, length - at, &used);
        at += used;
        if (c->closing)
            break;
        if (complete) {
            ch_dispatch(c);
        } else if (c->refusal != 0) {
            ch_refuse(c, c->refusal);
            at = length;
        }
    }
    c->parsing = false;
    return at;
}

static void consume_kept_input(ch_connection *c)
{
    size_t used = consume(c, c->input + c->input_at, pending_input(c));
    if (c->input == NULL) // given back, with the rest of the request
        return;
    c->input_at += (uint32_t)used;
    if (pending_input(c) == 0) {
        free(c->input);
        c->input = NULL;
        c->input_at = c->input_length = c->input_capacity = 0;
    }
}

/// The client will send no more. What it has sent is answered all the same.
static void on_end(ch_connection *c)
{
    c->ended = true;
    uv_read_stop(stream_of(c));
    c->reading = false;
    switch ((ch_phase)c->phase) {
    case PHASE_HANDLING:
    case PHASE_WRITING:
        break;
    case PHASE_HEAD:
    case PHASE_BODY:
        ch_refuse(c, 400);
        break;
    default:
        ch_drop(c);
    }
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    ch_connection *c = (ch_connection *)stream;
    if (length == UV_EOF)
        on_end(c);
    else if (length < 0)
        ch_drop(c);
    if (length <= 0)
        return;
    switch ((ch_phase)c->phase) {
    case PHASE_STREAM:
    case PHASE_BEHIND:
    case PHASE_LINGER: // nothing is expected: read away, within a bound
        c->dropped += (uint32_t)length;
        if (c->dropped > LINGER_BYTES)
            ch_drop(c);
        return;
    case PHASE_HANDLING:
    case PHASE_WRITING: // pipelined
        keep_input(c, buffer->base, (size_t)length);
        break;
    default: {
        size_t used = consume(c, buffer->base, (size_t)length);
        if (used < (size_t)length && (c->phase == PHASE_HANDLING || c->phase == PHASE_WRITING))
            keep_input(c, buffer->base + used, (size_t)length - used);
    }
    }
    if (!c->closing && c->reading && pending_input(c) >= INPUT_BYTES) {
        uv_read_stop(stream);
        c->reading = false;
    }
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    (void)suggested;
    ch_loop *loop = ((ch_connection *)handle)->loop; // one buffer serves all its connections
    *buffer = uv_buf_init(loop->read_buffer, loop->config->read_bytes);
}

void ch_read_start(ch_connection *c)
{
    if (c->reading || c->closing || c->ended)
        return;
    if (uv_read_start(stream_of(c), on_alloc, on_read) == 0)
        c->reading = true;
    else
        ch_drop(c);
}

void ch_finish(ch_connection *c)
{
    c->head_only = false;
    if (!c->keep_alive || c->loop->stopping) {
        linger(c);
        return;
    }
    ch_enter(c, PHASE_IDLE);
    if (c->body_capacity > KEPT_BYTES || c->head_capacity > KEPT_BYTES) {
        free(c->body);
        free(c->head);
        c->body = NULL;
        c->head = NULL;
        c->body_capacity = c->head_capacity = 0;
    }
    if (c->parsing) // consume() goes on by itself
        return;
    if (pending_input(c) > 0)
        consume_kept_input(c);
    if (c->closing || c->phase > PHASE_BODY)
        return;
    if (!c->ended)
        ch_read_start(c);
    else if (c->phase == PHASE_IDLE)
        ch_drop(c);
    else
        ch_refuse(c, 400); // it ended in the middle of a request
}

// ---- accepting --------------------------------------------------------------------------------

/// IPv4 addresses that come through an IPv6 socket are told as what they are.
static uint8_t copy_address(uint8_t *peer, const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        memcpy(peer, &((const struct sockaddr_in *)address)->sin_addr, 4);
        return 4;
    }
    const struct in6_addr *six = &((const struct sockaddr_in6 *)address)->sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(six)) {
        memcpy(peer, six->s6_addr + 12, 4);
        return 4;
    }
    memcpy(peer, six->s6_addr, 16);
    return 16;
}

/// Whether one more connection from there is within the limits; if so, it is counted.
static bool admit(ch_loop *loop, const uint8_t *peer, uint8_t length, bool *counted)
{
    const ch_config *config = loop->config;
    ch_server *server = loop->server;
    *counted = false;
    if (atomic_fetch_add(&server->connections, 1) >= config->max_connections) {
        atomic_fetch_sub(&server->connections, 1);
        return false;
    }
    unsigned limit = config->max_connections_per_address;
    if (limit == 0 || (config->is_front && config->is_front(config->context, peer, length)))
        return true;
    *counted = ch_addresses_enter(server->addresses, peer, length, limit);
    if (!*counted)
        atomic_fetch_sub(&server->connections, 1);
    return *counted;
}

void ch_connection_accept(ch_loop *loop, int fd, const struct sockaddr *address)
{
    uint8_t peer[16] = {0};
    uint8_t length = copy_address(peer, address);
    bool counted;
    if (!admit(loop, peer, length, &counted)) {
        ch_count(&loop->counters.refused_connections, 1);
        close(fd);
        return;
    }
    ch_connection *c = ch_alloc(sizeof *c);
    c->loop = loop;
    c->counted = counted;
    memcpy(c->peer, peer, sizeof peer);
    c->peer_length = length;
    ch_link_init(&c->link);
    ch_count(&loop->counters.accepted, 1);
    ch_count(&loop->counters.connections, 1);
    loop->live++;
    uv_tcp_init(&loop->uv, &c->tcp);
    ch_parser_init(c);
    ch_enter(c, PHASE_FRESH);
    if (uv_tcp_open(&c->tcp, fd) != 0) {
        close(fd);
        ch_drop(c);
        return;
    }
    ch_read_start(c);
}

// ---- deadlines --------------------------------------------------------------------------------

static void expire(ch_connection *c)
{
    ch_counters *counters = &c->loop->counters;
    switch ((ch_phase)c->phase) {
    case PHASE_HEAD:
    case PHASE_BODY:
        ch_count(&counters->timed_out, 1);
        ch_refuse(c, 408);
        break;
    case PHASE_WRITING:
    case PHASE_BEHIND:
        // A slow line that moves is left alone; one that takes a byte now and then isn't.
        if (c->unsent_mark >= outstanding(c) + WRITE_PROGRESS_BYTES) {
            ch_enter(c, (ch_phase)c->phase);
            break;
        }
        ch_count(c->phase == PHASE_BEHIND ? &counters->slow_streams : &counters->timed_out, 1);
        ch_drop(c);
        break;
    default:
        ch_drop(c);
    }
}

void ch_expire(ch_loop *loop)
{
    uint64_t now = uv_now(&loop->uv);
    for (int phase = 0; phase < PHASE_COUNT; phase++) {
        ch_link *list = &loop->phases[phase];
        if (phase == PHASE_STREAM || loop->lifetimes[phase] == 0) // heartbeats: stream.c
            continue;
        while (list->next != list) {
            ch_connection *first = CH_OWNER(list->next, ch_connection, link);
            if (first->deadline > now)
                break;
            expire(first);
        }
    }
}

static void drop_phase(ch_loop *loop, ch_phase phase)
{
    ch_link *list = &loop->phases[phase];
    while (list->next != list)
        ch_drop(CH_OWNER(list->next, ch_connection, link));
}

void ch_connections_drop_idle(ch_loop *loop)
{
    drop_phase(loop, PHASE_FRESH);
    drop_phase(loop, PHASE_IDLE);
}

void ch_connections_drop_all(ch_loop *loop)
{
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        drop_phase(loop, (ch_phase)phase);
}
