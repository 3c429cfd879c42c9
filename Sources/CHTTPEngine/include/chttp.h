// An HTTP/1.1 server: one libuv loop per thread, each with its own listening socket, and llhttp.
//
// Threads: the callbacks of `ch_config` run on a loop's thread and must not block. Every function
// below may be called from any thread, unless its comment says otherwise.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ch_server ch_server;

/// One event loop. Counted: it outlives the server while an executor or an exchange still names it.
typedef struct ch_loop ch_loop;

/// The duty to answer one request. The application gives it up by exactly one call of ch_reply,
/// ch_reply_bytes, ch_reply_problem or ch_stream_open; a client that went away makes it harmless.
typedef struct ch_exchange ch_exchange;

/// Immutable bytes with a reference count, sent without a copy.
typedef struct ch_bytes ch_bytes;

typedef enum {
    CH_GET,
    CH_HEAD,
    CH_POST,
    CH_PUT,
    CH_PATCH,
    CH_DELETE,
    CH_OPTIONS
} ch_method;

/// A request as received; its memory is valid only during the callback.
typedef struct {
    ch_method method;
    const char *target; // of an absolute-form target what follows the authority
    size_t target_length;
    const char *headers; // name NUL value NUL …, in the order of arrival
    size_t headers_length;
    unsigned header_count;
    const uint8_t *body;
    size_t body_length;
    uint8_t peer[16];
    uint8_t peer_length; // 4 or 16
    ch_loop *loop;
} ch_request;

typedef struct {
    const char *host; // numeric; read only by ch_start
    uint16_t port;    // 0: any free one
    int loops;
    int backlog;
    unsigned read_bytes; // what is read from a socket at once
    unsigned max_connections;
    unsigned max_connections_per_address; // 0: no limit; an IPv6 address counts by its /64
    unsigned max_target_bytes;
    unsigned max_head_bytes; // target, names, values; trailers and chunk extensions as much again
    unsigned max_header_count;
    size_t max_body_bytes;
    unsigned head_timeout_ms;  // for the head as a whole
    unsigned body_timeout_ms;  // for the body as a whole
    unsigned idle_timeout_ms;  // between two requests
    unsigned write_timeout_ms; // without noticeable progress
    size_t stream_buffer_bytes; // a stream that is further behind is cut
    unsigned publish_slice;     // streams written to per loop turn
    unsigned heartbeat_ms;      // of silence before a comment is sent; 0: never

    void *context;
    void (*on_request)(void *context, ch_exchange *exchange, const ch_request *request);
    /// Optional: the body limit of this request, of which the head is known.
    size_t (*body_limit)(void *context, const ch_request *request);
    /// Optional: whether this address is a front that may hold any number of connections.
    bool (*is_front)(void *context, const uint8_t *peer, uint8_t peer_length);
    /// Called once for each id that ch_stream_open returned.
    void (*on_stream_closed)(void *context, uint64_t stream_id);
    /// Called by ch_start for each loop before its thread starts; kept as ch_loop_user.
    void *(*loop_made)(void *context, ch_loop *loop);
    void (*run_job)(void *context, ch_loop *loop, void *job);
} ch_config;

typedef struct {
    uint64_t accepted;            // connections
    uint64_t refused_connections; // over a limit
    uint64_t requests;            // handed to the application
    uint64_t refused_requests;    // answered with an error by the engine
    uint64_t timed_out;
    uint64_t slow_streams; // cut for being behind
    uint64_t accept_pauses; // times that descriptors ran out
    uint64_t connections;  // open now
    uint64_t streams;      // open now
} ch_stats;

/// NULL with errno set when the address can't be bound.
ch_server *ch_start(const ch_config *config);
uint16_t ch_port(const ch_server *server);
ch_stats ch_statistics(const ch_server *server);

/// Stops accepting, ends streams with a last chunk, lets running requests finish for at most
/// grace_ms, and ends the threads. Not from a loop's thread. Later calls of other functions are
/// harmless; of two concurrent ones of this both wait.
void ch_stop(ch_server *server, unsigned grace_ms);
/// After ch_stop: gives everything back.
void ch_free(ch_server *server);

/// Cores that this process may use.
int ch_core_count(void);
/// Raises the soft limit of open files to the hard one and returns it.
uint64_t ch_raise_descriptor_limit(void);

/// head: further header lines, each ended by CRLF, already checked.
void ch_reply(ch_exchange *exchange, int status, const char *head, size_t head_length,
              const void *body, size_t body_length);
void ch_reply_bytes(ch_exchange *exchange, int status, const char *head, size_t head_length,
                    ch_bytes *body);
/// A problem document (RFC 9457) that says no more than the status.
void ch_reply_problem(ch_exchange *exchange, int status);

/// Answers with an endless text/event-stream of the channels, beginning with `first`. Events whose
/// sequence isn't above `after` are skipped. Returns the stream's id, or 0 (and no
/// on_stream_closed) when the server has ended.
uint64_t ch_stream_open(ch_exchange *exchange, const char *head, size_t head_length,
                        const uint64_t *channels, size_t channel_count, const void *first,
                        size_t first_length, uint64_t after);
/// Sends whole events to each stream that subscribes to one of the channels, once. Calls and
/// ch_stream_open that happen in some order reach each stream in that order. 0: no sequence.
void ch_publish(ch_server *server, const uint64_t *channels, size_t channel_count,
                const void *events, size_t length, uint64_t sequence);
/// Ends each stream of the channel with a last chunk, after what was published before.
void ch_end_streams(ch_server *server, uint64_t channel);

void *ch_loop_user(const ch_loop *loop);
void ch_loop_retain(ch_loop *loop);
void ch_loop_release(ch_loop *loop);
/// Has run_job(job) called on the loop's thread; false when that thread has ended.
bool ch_post(ch_loop *loop, void *job);

ch_bytes *ch_bytes_copy(const void *data, size_t length);
/// The same for bytes that are sent many times: when they are many, the kernel sends them without
/// a copy from a file that is in memory only.
ch_bytes *ch_bytes_shared(const void *data, size_t length);
const uint8_t *ch_bytes_data(const ch_bytes *bytes);
size_t ch_bytes_length(const ch_bytes *bytes);
ch_bytes *ch_bytes_retain(ch_bytes *bytes);
void ch_bytes_release(ch_bytes *bytes);
