// Event streams: who subscribes to which channel, and what is on its way to them.
#include "engine.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct ch_channel {
    ch_channel *next; // in its chain of the table
    uint64_t id;
    ch_subscription *first;
};

struct ch_subscription {
    ch_channel *channel;
    ch_connection *connection;
    ch_subscription *previous, *next; // of the same channel
    ch_subscription *sibling;         // of the same connection
};

// ---- channels ---------------------------------------------------------------------------------

static ch_channel **find(ch_loop *loop, uint64_t id)
{
    ch_channel **place = &loop->channels[id & (loop->channel_slots - 1)];
    while (*place && (*place)->id != id)
        place = &(*place)->next;
    return place;
}

static void grow_table(ch_loop *loop)
{
    ch_channel **old = loop->channels;
    size_t count = loop->channel_slots;
    loop->channel_slots = count ? count * 2 : 64;
    loop->channels = ch_alloc(loop->channel_slots * sizeof *loop->channels);
    for (size_t i = 0; i < count; i++)
        for (ch_channel *channel = old[i], *next; channel; channel = next) {
            next = channel->next;
            ch_channel **place = &loop->channels[channel->id & (loop->channel_slots - 1)];
            channel->next = *place;
            *place = channel;
        }
    free(old);
}

static void subscribe(ch_connection *c, uint64_t id)
{
    ch_loop *loop = c->loop;
    if (loop->channel_count >= loop->channel_slots)
        grow_table(loop);
    ch_channel **place = find(loop, id);
    if (*place == NULL) {
        *place = ch_alloc(sizeof **place);
        (*place)->id = id;
        loop->channel_count++;
    }
    ch_channel *channel = *place;
    ch_subscription *subscription = ch_alloc(sizeof *subscription);
    subscription->channel = channel;
    subscription->connection = c;
    subscription->next = channel->first;
    if (channel->first)
        channel->first->previous = subscription;
    channel->first = subscription;
    subscription->sibling = c->subscriptions;
    c->subscriptions = subscription;
}

static void unsubscribe(ch_loop *loop, ch_subscription *subscription)
{
    ch_publication *current = (ch_publication *)loop->publications.first;
    if (current && current->cursor == subscription)
        current->cursor = subscription->next;
    ch_channel *channel = subscription->channel;
    if (subscription->previous)
        subscription->previous->next = subscription->next;
    else
        channel->first = subscription->next;
    if (subscription->next)
        subscription->next->previous = subscription->previous;
    free(subscription);
    if (channel->first)
        return;
    *find(loop, channel->id) = channel->next;
    free(channel);
    loop->channel_count--;
}

// ---- one stream -------------------------------------------------------------------------------

static void put(ch_connection *c, ch_bytes *bytes)
{
    size_t before = c->unframed ? bytes->frame_before : 0;
    size_t length = bytes->length - before - (c->unframed ? bytes->frame_after : 0);
    if (c->unsent > 0 && c->unsent + length > c->loop->config->stream_buffer_bytes) {
        ch_count(&c->loop->counters.slow_streams, 1);
        ch_drop(c); // it resumes by its last event's id
        return;
    }
    uv_buf_t part = uv_buf_init(bytes->data + before, (unsigned)length);
    ch_write(c, &part, 1, bytes);
    if (c->closing)
        return;
    if (c->unsent == 0)
        ch_enter(c, PHASE_STREAM);
    else if (c->phase == PHASE_STREAM)
        ch_enter(c, PHASE_BEHIND);
}

/// So that a client that stopped reading, or lost its power, costs no more than it must.
static void bound_kernel_buffers(ch_connection *c)
{
    uv_os_fd_t fd;
    if (uv_fileno((uv_handle_t *)&c->tcp, &fd) != 0)
        return;
    const ch_config *config = c->loop->config;
    int bytes = STREAM_SOCKET_BYTES;
    unsigned milliseconds = config->heartbeat_ms + config->write_timeout_ms;
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
}

static void write_opening(ch_connection *c, const ch_exchange *exchange)
{
    static const char fixed[] = "Content-Type: text/event-stream\r\n"
                                "Cache-Control: no-store\r\n"
                                "X-Accel-Buffering: no\r\n";
    static const char status[] = "HTTP/1.1 200 OK\r\n";
    static const char chunked[] = "Transfer-Encoding: chunked\r\n\r\n";
    static const char closed[] = "Connection: close\r\n\r\n";
    ch_bytes *first = c->head_only ? NULL : exchange->body;
    bool framed = !c->unframed;
    uv_buf_t parts[6] = {
        uv_buf_init((char *)status, sizeof status - 1),
        uv_buf_init(c->loop->date, (unsigned)c->loop->date_length),
        uv_buf_init((char *)fixed, sizeof fixed - 1),
        uv_buf_init(exchange->head->data, (unsigned)exchange->head->length),
        framed ? uv_buf_init((char *)chunked, sizeof chunked - 1)
               : uv_buf_init((char *)closed, sizeof closed - 1),
    };
    unsigned count = 5;
    if (first) {
        size_t before = framed ? 0 : first->frame_before;
        size_t after = framed ? 0 : first->frame_after;
        parts[count++] =
            uv_buf_init(first->data + before, (unsigned)(first->length - before - after));
    }
    ch_write(c, parts, count, first);
}

void ch_stream_begin(ch_connection *c, ch_exchange *exchange)
{
    ch_loop *loop = c->loop;
    c->unframed = c->parser.http_minor == 0;
    c->stream_id = exchange->stream_id;
    c->last_sequence = exchange->after;
    c->last_publication = 0;
    c->dropped = 0;
    ch_free_request(c);
    ch_enter(c, PHASE_STREAM);
    ch_count(&loop->counters.streams, 1);
    for (size_t i = 0; i < exchange->channel_count; i++)
        subscribe(c, exchange->channels[i]);
    bound_kernel_buffers(c);
    bool head_only = c->head_only;
    write_opening(c, exchange);
    if (c->closing)
        return;
    if (c->unsent > 0)
        ch_enter(c, PHASE_BEHIND);
    // A browser reconnects after a stream's end, but not after an error's status.
    if (head_only || loop->stopping)
        ch_stream_end(c);
    else if (c->ended)
        ch_drop(c);
    else
        ch_read_start(c); // a client that goes away is seen at once
}

void ch_stream_forget(ch_connection *c)
{
    ch_loop *loop = c->loop;
    for (ch_subscription *subscription = c->subscriptions, *next; subscription;
         subscription = next) {
        next = subscription->sibling;
        unsubscribe(loop, subscription);
    }
    c->subscriptions = NULL;
    ch_count(&loop->counters.streams, -1);
    if (loop->config->on_stream_closed)
        loop->config->on_stream_closed(loop->config->context, c->stream_id);
}

void ch_stream_end(ch_connection *c)
{
    static const char last_chunk[] = "0\r\n\r\n";
    if (!c->unframed && !c->head_only) {
        uv_buf_t part = uv_buf_init((char *)last_chunk, sizeof last_chunk - 1);
        ch_write(c, &part, 1, NULL);
    }
    if (c->closing)
        return;
    ch_stream_forget(c);
    c->keep_alive = false;
    ch_enter(c, PHASE_WRITING);
    ch_finish_when_written(c);
}

// ---- publications -----------------------------------------------------------------------------

void ch_publication_add(ch_loop *loop, ch_publication *publication)
{
    publication->message.next = NULL;
    publication->serial = ++loop->publication_serial;
    *loop->publications.last = &publication->message;
    loop->publications.last = &publication->message.next;
}

void ch_publication_free(ch_publication *publication)
{
    ch_bytes_release(publication->bytes);
    free(publication);
}

bool ch_publishing(const ch_loop *loop) { return loop->publications.first != NULL; }

/// Whether the stream was written to. It isn't when it has had this event, be it by another
/// channel or in its backlog.
static bool deliver(ch_connection *c, const ch_publication *publication)
{
    if (publication->bytes == NULL) {
        ch_stream_end(c);
        return true;
    }
    if (c->last_publication == publication->serial
        || (publication->sequence != 0 && publication->sequence <= c->last_sequence))
        return false;
    c->last_publication = publication->serial;
    if (publication->sequence != 0)
        c->last_sequence = publication->sequence;
    put(c, publication->bytes);
    return true;
}

/// False when `*left` deliveries weren't enough.
static bool serve(ch_loop *loop, ch_publication *publication, unsigned *left)
{
    for (; publication->channel < publication->channel_count; publication->channel++) {
        if (!publication->started) {
            ch_channel *channel = loop->channel_slots == 0
                ? NULL
                : *find(loop, publication->channels[publication->channel]);
            publication->cursor = channel ? channel->first : NULL;
            publication->started = true;
        }
        while (publication->cursor) {
            if (*left == 0)
                return false;
            ch_connection *c = publication->cursor->connection;
            publication->cursor = publication->cursor->next;
            if (deliver(c, publication))
                --*left;
        }
        publication->started = false;
    }
    return true;
}

/// A large audience is served in slices, so that requests don't wait behind it.
void ch_publish_slice(ch_loop *loop)
{
    unsigned left = loop->config->publish_slice;
    while (loop->publications.first) {
        ch_publication *publication = (ch_publication *)loop->publications.first;
        if (!serve(loop, publication, &left))
            return;
        loop->publications.first = publication->message.next;
        if (loop->publications.first == NULL)
            loop->publications.last = &loop->publications.first;
        ch_publication_free(publication);
    }
}

static ch_connection *first_silent(const ch_loop *loop)
{
    const ch_link *list = &loop->phases[PHASE_STREAM];
    if (list->next == list || loop->lifetimes[PHASE_STREAM] == 0)
        return NULL;
    ch_connection *c = CH_OWNER(list->next, ch_connection, link);
    return c->deadline <= uv_now(&loop->uv) ? c : NULL;
}

bool ch_heartbeats_due(const ch_loop *loop) { return first_silent(loop) != NULL; }

/// A comment keeps proxies from closing a silent stream, and finds clients that are gone.
void ch_heartbeat(ch_loop *loop)
{
    ch_connection *c = first_silent(loop);
    if (c == NULL)
        return;
    ch_bytes *comment = ch_bytes_chunk(":\n\n", 3);
    unsigned left = loop->config->publish_slice;
    for (; c && left > 0; c = first_silent(loop), left--)
        put(c, comment);
    ch_bytes_release(comment);
}
