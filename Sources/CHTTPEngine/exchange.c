// One request between the connection, which may go away, and the application, which may be late.
// Each holds a reference; the connection's is dropped on the loop's thread only.
#include "engine.h"

#include <stdlib.h>
#include <string.h>

void ch_dispatch(ch_connection *c)
{
    ch_loop *loop = c->loop;
    ch_exchange *exchange = ch_alloc(sizeof *exchange);
    atomic_init(&exchange->references, 2);
    exchange->loop = loop;
    exchange->connection = c;
    ch_loop_retain(loop);
    c->exchange = exchange;
    ch_count(&loop->counters.requests, 1);
    ch_enter(c, PHASE_HANDLING);
    ch_request request;
    ch_parsed_request(c, &request);
    loop->config->on_request(loop->config->context, exchange, &request);
    if (c->body_capacity > KEPT_BYTES) { // the application has its own copy
        free(c->body);
        c->body = NULL;
        c->body_length = c->body_capacity = 0;
    }
}

void ch_exchange_release(ch_exchange *exchange)
{
    if (atomic_fetch_sub_explicit(&exchange->references, 1, memory_order_acq_rel) > 1)
        return;
    ch_bytes_release(exchange->head);
    ch_bytes_release(exchange->body);
    free(exchange->channels);
    ch_loop_release(exchange->loop);
    free(exchange);
}

/// The connection that still waits for this answer, if any. On the loop's thread.
static ch_connection *take_connection(ch_exchange *exchange)
{
    ch_connection *c = exchange->connection;
    if (c == NULL)
        return NULL;
    exchange->connection = NULL;
    c->exchange = NULL;
    ch_exchange_release(exchange);
    return c;
}

void ch_exchange_answer(ch_exchange *exchange)
{
    ch_connection *c = take_connection(exchange);
    if (exchange->message.kind == MESSAGE_STREAM) {
        ch_loop *loop = exchange->loop;
        if (c)
            ch_stream_begin(c, exchange);
        else if (loop->config->on_stream_closed)
            loop->config->on_stream_closed(loop->config->context, exchange->stream_id);
    } else if (c && exchange->body == NULL) {
        ch_answer_problem(c, exchange->status);
    } else if (c) {
        ch_bytes *head = exchange->head, *body = exchange->body;
        ch_answer(c, exchange->status, head->data, head->length, body->data, body->length, body);
    }
    ch_exchange_release(exchange);
}

static void post(ch_exchange *exchange, ch_kind kind)
{
    exchange->message.kind = kind;
    if (!ch_send_soon(exchange->loop, &exchange->message))
        ch_exchange_release(exchange);
}

void ch_reply(ch_exchange *exchange, int status, const char *head, size_t head_length,
              const void *body, size_t body_length)
{
    if (ch_on_loop(exchange->loop)) { // no copies, no queue
        ch_connection *c = take_connection(exchange);
        if (c)
            ch_answer(c, status, head, head_length, body, body_length, NULL);
        ch_exchange_release(exchange);
        return;
    }
    exchange->status = status;
    exchange->head = ch_bytes_copy(head, head_length);
    exchange->body = ch_bytes_copy(body, body_length);
    post(exchange, MESSAGE_REPLY);
}

void ch_reply_bytes(ch_exchange *exchange, int status, const char *head, size_t head_length,
                    ch_bytes *body)
{
    if (ch_on_loop(exchange->loop)) {
        ch_connection *c = take_connection(exchange);
        if (c)
            ch_answer(c, status, head, head_length, body->data, body->length, body);
        ch_exchange_release(exchange);
        return;
    }
    exchange->status = status;
    exchange->head = ch_bytes_copy(head, head_length);
    exchange->body = ch_bytes_retain(body);
    post(exchange, MESSAGE_REPLY);
}

void ch_reply_problem(ch_exchange *exchange, int status)
{
    exchange->status = status;
    post(exchange, MESSAGE_REPLY);
}

uint64_t ch_stream_open(ch_exchange *exchange, const char *head, size_t head_length,
                        const uint64_t *channels, size_t channel_count, const void *first,
                        size_t first_length, uint64_t after)
{
    ch_loop *loop = exchange->loop;
    uint64_t id = ch_next_stream_id();
    exchange->message.kind = MESSAGE_STREAM;
    exchange->stream_id = id;
    exchange->after = after;
    exchange->head = ch_bytes_copy(head, head_length);
    exchange->body = ch_bytes_chunk(first, first_length);
    exchange->channel_count = channel_count < STREAM_CHANNELS ? channel_count : STREAM_CHANNELS;
    exchange->channels = ch_alloc((exchange->channel_count + 1) * sizeof *channels);
    if (exchange->channel_count > 0)
        memcpy(exchange->channels, channels, exchange->channel_count * sizeof *channels);
    if (ch_send(loop, &exchange->message))
        return id;
    ch_exchange_release(exchange);
    return 0;
}
