// What the engine's files share. A connection and all it owns belong to one loop's thread; what
// crosses threads goes through the loop's mailbox.
#pragma once

#include "chttp.h"

#include <llhttp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <uv.h>

enum {
    INPUT_BYTES = 65536,         // pipelined input kept while an answer is due
    KEPT_BYTES = 4096,           // larger request buffers are given back between requests
    LINGER_MS = 1000,            // how long, and
    LINGER_BYTES = 1 << 20,      // how much is read away before a close
    WRITE_PROGRESS_BYTES = 8192, // a writer must take so much per write timeout
    FILE_BYTES = 32768,          // shared bytes from here on are sent by sendfile
    STREAM_SOCKET_BYTES = 65536, // what the kernel may hold for a slow stream
    STREAM_CHANNELS = 64,        // channels of one stream
    DATE_BYTES = 40,
};

// ---- bytes ------------------------------------------------------------------------------------

struct ch_bytes {
    atomic_uint references;
    uint16_t frame_before, frame_after; // around the payload: an HTTP chunk's frame
    int file;                           // the same bytes as a file in memory; -1 for none
    size_t length;                      // with the frame
    char *data;
    char room[];
};

/// Zeroed memory; the process ends when there is none.
void *ch_alloc(size_t size);
void *ch_grow(void *memory, size_t size);
/// The payload framed as one chunk (RFC 9112, 7.1); NULL for none, since that would end the body.
ch_bytes *ch_bytes_chunk(const void *payload, size_t length);

// ---- lists ------------------------------------------------------------------------------------

typedef struct ch_link {
    struct ch_link *previous, *next;
} ch_link;

static inline void ch_link_init(ch_link *link) { link->previous = link->next = link; }

static inline void ch_link_remove(ch_link *link)
{
    link->previous->next = link->next;
    link->next->previous = link->previous;
    ch_link_init(link);
}

static inline void ch_link_append(ch_link *list, ch_link *link)
{
    link->previous = list->previous;
    link->next = list;
    list->previous->next = link;
    list->previous = link;
}

#define CH_OWNER(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

// ---- connections ------------------------------------------------------------------------------

/// Each phase has one fixed time to live, so the connections in it stand in the order of their
/// deadlines and a tick looks at the first ones only.
typedef enum {
    PHASE_FRESH,    // accepted, nothing received yet
    PHASE_IDLE,     // between two requests
    PHASE_HEAD,     // reading a head
    PHASE_BODY,     // reading a body
    PHASE_HANDLING, // the application owes the answer
    PHASE_WRITING,  // the answer waits for the socket
    PHASE_STREAM,   // an event stream with nothing unsent, in order of the last write
    PHASE_BEHIND,   // an event stream that waits for the socket
    PHASE_LINGER,   // FIN sent, reading away
    PHASE_COUNT
} ch_phase;

typedef struct ch_connection ch_connection;
typedef struct ch_subscription ch_subscription;

struct ch_connection {
    uv_tcp_t tcp; // first: libuv's callbacks get a pointer to it
    llhttp_t parser;
    ch_loop *loop;
    ch_link link; // in loop->phases[phase]
    uint64_t deadline;
    ch_exchange *exchange; // while PHASE_HANDLING

    char *head; // target NUL, then name NUL value NUL …
    uint32_t head_length, head_capacity;
    uint32_t authority_at, authority_length; // of an absolute-form target, within head
    uint32_t path_at, target_length;         // the target without scheme and authority
    uint32_t name_at, value_at;              // of the field being read
    uint32_t header_count;
    uint32_t dropped; // bytes of trailers and chunk extensions; read away while lingering
    uint8_t *body;
    size_t body_length, body_capacity, body_limit;
    char *input; // received, not parsed yet: [input_at, input_length)
    uint32_t input_at, input_length, input_capacity;

    size_t unsent;      // bytes given to uv_write and not written yet
    size_t unsent_mark; // what the client had to acknowledge when the write deadline was set

    ch_subscription *subscriptions;
    uint64_t stream_id, last_sequence, last_publication;

    uint8_t peer[16];
    uint8_t peer_length;
    uint8_t phase;
    uint16_t refusal; // the status for what a parser callback objected to
    uint8_t host_count, encoding_count;
    bool reading : 1, closing : 1, parsing : 1, ended : 1; // ended: the client sent FIN
    bool keep_alive : 1, head_only : 1, expects_continue : 1, trailers : 1;
    bool finish_when_written : 1, unframed : 1, counted : 1; // unframed: a stream on HTTP/1.0
};

struct ch_exchange;

// ---- mailbox ----------------------------------------------------------------------------------

typedef enum { MESSAGE_REPLY, MESSAGE_STREAM, MESSAGE_PUBLISH, MESSAGE_JOB, MESSAGE_STOP } ch_kind;

typedef struct ch_message {
    struct ch_message *next;
    ch_kind kind;
} ch_message;

typedef struct {
    ch_message *first, **last;
} ch_queue;

struct ch_exchange {
    ch_message message;
    atomic_int references; // the application's and the connection's
    ch_loop *loop;
    ch_connection *connection; // NULL once the client is gone or answered; the loop's thread only
    int status;
    ch_bytes *head, *body;
    uint64_t stream_id, after;
    size_t channel_count;
    uint64_t *channels;
};

typedef struct {
    ch_message message;
    ch_bytes *bytes; // NULL: end the streams
    uint64_t sequence, serial;
    ch_subscription *cursor; // the next to serve, when `started`
    bool started;
    size_t channel, channel_count;
    uint64_t channels[];
} ch_publication;

// ---- loops ------------------------------------------------------------------------------------

typedef struct {
    atomic_ullong accepted, refused_connections, requests, refused_requests, timed_out;
    atomic_ullong slow_streams, accept_pauses, connections, streams;
} ch_counters;

typedef struct ch_channel ch_channel;

struct ch_loop {
    atomic_int references;
    ch_server *server; // valid while the thread runs
    const ch_config *config;
    void *user;
    int index;
    pthread_t thread;
    bool started;
    uv_loop_t uv;
    int listen_fd;
    uv_poll_t listener;
    uv_timer_t accept_pause, tick;
    uv_async_t wake;
    uv_check_t check;
    uv_idle_t spin; // active while work is left, so that the loop doesn't wait

    pthread_mutex_t mutex; // guards `mailbox` and `closed`
    ch_queue mailbox;
    bool closed;
    ch_queue local; // posted by the loop's own thread

    ch_link phases[PHASE_COUNT];
    uint64_t lifetimes[PHASE_COUNT]; // milliseconds; 0: no end
    unsigned live;                   // connections not freed yet
    bool stopping, handles_closed;
    uint64_t stop_at;

    ch_channel **channels; // hash table of channel_slots chains
    size_t channel_slots, channel_count;
    ch_queue publications;
    uint64_t publication_serial;

    ch_counters counters;
    time_t date_second;
    char date[DATE_BYTES]; // "Date: …\r\n"
    size_t date_length;
    char *read_buffer;
};

typedef struct ch_addresses ch_addresses;

struct ch_server {
    ch_config config;
    int port;
    ch_loop **loops;
    atomic_uint connections;
    ch_addresses *addresses;
    pthread_mutex_t stop_mutex;
    bool stopped;
};

/// Counters have one writer, so no locked instruction is needed.
static inline void ch_count(atomic_ullong *counter, long long by)
{
    unsigned long long now = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, now + (unsigned long long)by, memory_order_relaxed);
}

// addresses.c: connections per address, over all loops
ch_addresses *ch_addresses_new(void);
void ch_addresses_free(ch_addresses *addresses);
bool ch_addresses_enter(ch_addresses *, const uint8_t *peer, uint8_t length, unsigned limit);
void ch_addresses_leave(ch_addresses *, const uint8_t *peer, uint8_t length);

// parse.c
void ch_parser_init(ch_connection *connection);
/// Parses until a request is complete (true), the input ends or the request is refused.
/// `*used` is how much was read; the refusal's status stands in connection->refusal.
bool ch_parse(ch_connection *connection, const char *data, size_t length, size_t *used);
void ch_parsed_request(const ch_connection *connection, ch_request *request);

// connection.c
void ch_connection_accept(ch_loop *loop, int fd, const struct sockaddr *address);
void ch_enter(ch_connection *connection, ch_phase phase);
void ch_drop(ch_connection *connection);
/// The answer is out: on to the next request, or to the end.
void ch_finish(ch_connection *connection);
void ch_read_start(ch_connection *connection);
void ch_free_request(ch_connection *connection);
void ch_expire(ch_loop *loop);
void ch_connections_drop_idle(ch_loop *loop);
void ch_connections_drop_all(ch_loop *loop);

// answer.c
void ch_write(ch_connection *connection, uv_buf_t *parts, unsigned count, ch_bytes *owner);
void ch_answer(ch_connection *connection, int status, const char *head, size_t head_length,
               const void *body, size_t body_length, ch_bytes *owner);
void ch_answer_problem(ch_connection *connection, int status);
void ch_refuse(ch_connection *connection, int status);
void ch_finish_when_written(ch_connection *connection);

// exchange.c
void ch_dispatch(ch_connection *connection);
void ch_exchange_release(ch_exchange *exchange);
void ch_exchange_answer(ch_exchange *exchange);

// stream.c
void ch_stream_begin(ch_connection *connection, ch_exchange *exchange);
void ch_stream_forget(ch_connection *connection);
void ch_stream_end(ch_connection *connection);
void ch_publication_add(ch_loop *loop, ch_publication *publication);
void ch_publication_free(ch_publication *publication);
void ch_publish_slice(ch_loop *loop);
/// True while streams wait for what was published.
bool ch_publishing(const ch_loop *loop);
bool ch_heartbeats_due(const ch_loop *loop);
void ch_heartbeat(ch_loop *loop);

// accept.c
void ch_accept_start(ch_loop *loop, int listen_fd);
void ch_accept_stop(ch_loop *loop);

// loop.c
/// NULL with errno set when descriptors have run out; the socket stays the caller's.
ch_loop *ch_loop_new(ch_server *server, int index, int listen_fd);
/// False when there is no thread to be had.
bool ch_loop_start(ch_loop *loop);
void ch_loop_stop(ch_loop *loop, unsigned grace_ms);
void ch_loop_join(ch_loop *loop);
/// False when the loop has ended; the message stays the caller's.
bool ch_send(ch_loop *loop, ch_message *message);
/// Like ch_send, but a message from the loop's own thread may overtake others.
bool ch_send_soon(ch_loop *loop, ch_message *message);
bool ch_on_loop(const ch_loop *loop);
void ch_loop_ended_connection(ch_loop *loop);

// server.c
uint64_t ch_next_stream_id(void);
