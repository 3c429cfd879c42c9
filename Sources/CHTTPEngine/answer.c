// From an answer to bytes on the socket.
#include "engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>

// ---- writing ----------------------------------------------------------------------------------

typedef struct {
    uv_write_t request; // first: libuv's callback gets a pointer to it
    ch_connection *connection;
    ch_bytes *owner;
    size_t length;
    char copy[];
} unsent_part;

static uv_stream_t *stream_of(ch_connection *c) { return (uv_stream_t *)&c->tcp; }

static void on_written(uv_write_t *request, int status)
{
    unsent_part *part = (unsent_part *)request;
    ch_connection *c = part->connection;
    c->unsent -= part->length;
    ch_bytes_release(part->owner);
    free(part);
    if (status < 0) {
        ch_drop(c);
        return;
    }
    if (c->unsent > 0 || c->closing)
        return;
    if (c->finish_when_written) {
        c->finish_when_written = false;
        ch_finish(c);
    } else if (c->phase == PHASE_BEHIND) {
        ch_enter(c, PHASE_STREAM);
    }
}

static void queue(ch_connection *c, uv_buf_t *parts, unsigned count, size_t done, ch_bytes *owner)
{
    size_t copied = 0;
    for (unsigned i = 0; i < count; i++) {
        size_t skipped = done < parts[i].len ? done : parts[i].len;
        parts[i].base += skipped;
        parts[i].len -= skipped;
        done -= skipped;
        if (owner == NULL || i + 1 < count)
            copied += parts[i].len;
    }
    unsent_part *unsent = ch_alloc(sizeof *unsent + copied);
    char *end = unsent->copy;
    for (unsigned i = 0; i < (owner ? count - 1 : count); i++)
        if (parts[i].len > 0) {
            memcpy(end, parts[i].base, parts[i].len);
            end += parts[i].len;
        }
    uv_buf_t left[2];
    unsigned left_count = 0;
    if (copied > 0)
        left[left_count++] = uv_buf_init(unsent->copy, (unsigned)copied);
    if (owner && parts[count - 1].len > 0) {
        left[left_count++] = parts[count - 1];
        unsent->owner = ch_bytes_retain(owner);
        copied += parts[count - 1].len;
    }
    unsent->connection = c;
    unsent->length = copied;
    c->unsent += copied;
    c->unsent_mark += copied;
    if (uv_write(&unsent->request, stream_of(c), left, left_count, on_written) != 0) {
        c->unsent -= unsent->length;
        ch_bytes_release(unsent->owner);
        free(unsent);
        ch_drop(c);
    }
}

/// Sends the parts, the last of which is the file's content, without copying that one; returns how
/// many bytes the socket took, or a negative error of libuv's.
static ssize_t send_file(ch_connection *c, uv_buf_t *parts, unsigned count, ch_bytes *owner)
{
    uv_os_fd_t socket;
    int error = uv_fileno((uv_handle_t *)&c->tcp, &socket);
    if (error != 0)
        return error;
    struct msghdr head = {.msg_iov = (struct iovec *)parts, .msg_iovlen = count - 1};
    size_t head_length = 0;
    for (unsigned i = 0; i + 1 < count; i++)
        head_length += parts[i].len;
    ssize_t sent;
    do
        sent = sendmsg(socket, &head, MSG_MORE | MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent < 0)
        return errno == EAGAIN ? 0 : -errno;
    if ((size_t)sent < head_length)
        return sent;
    off_t offset = 0;
    while ((size_t)offset < owner->length) {
        ssize_t more = sendfile(socket, owner->file, &offset, owner->length - (size_t)offset);
        if (more < 0 && errno == EINTR)
            continue;
        if (more < 0 && errno != EAGAIN)
            return -errno;
        if (more <= 0)
            break;
    }
    return sent + offset;
}

/// Writes the parts in order. What the socket doesn't take at once is copied and queued, except
/// the last part when it belongs to `owner`, which is kept instead.
void ch_write(ch_connection *c, uv_buf_t *parts, unsigned count, ch_bytes *owner)
{
    if (c->closing)
        return;
    size_t total = 0, done = 0;
    for (unsigned i = 0; i < count; i++)
        total += parts[i].len;
    if (c->unsent == 0) {
        ssize_t written = owner && owner->file >= 0
            ? send_file(c, parts, count, owner)
            : uv_try_write(stream_of(c), parts, count);
        if (written < 0 && written != UV_EAGAIN) {
            ch_drop(c);
            return;
        }
        done = written > 0 ? (size_t)written : 0;
    }
    if (done < total)
        queue(c, parts, count, done, owner);
}

void ch_finish_when_written(ch_connection *c)
{
    if (c->closing)
        return;
    if (c->unsent == 0) {
        ch_finish(c);
        return;
    }
    ch_enter(c, PHASE_WRITING);
    c->finish_when_written = true;
}

// ---- answers ----------------------------------------------------------------------------------

static const char *reason_of(int status)
{
    switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 206: return "Partial Content";
    case 301: return "Moved Permanently";
    case 302: return "Found";
    case 303: return "See Other";
    case 304: return "Not Modified";
    case 307: return "Temporary Redirect";
    case 308: return "Permanent Redirect";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 410: return "Gone";
    case 412: return "Precondition Failed";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 416: return "Range Not Satisfiable";
    case 417: return "Expectation Failed";
    case 421: return "Misdirected Request";
    case 422: return "Unprocessable Content";
    case 428: return "Precondition Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 502: return "Bad Gateway";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return ""; // allowed by RFC 9112, section 4
    }
}

static char *add(char *end, const char *text, size_t length)
{
    memcpy(end, text, length);
    return end + length;
}

#define ADD(end, literal) add(end, literal, sizeof literal - 1)

static char *add_number(char *end, size_t number)
{
    char digits[24];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count > 0)
        *end++ = digits[--count];
    return end;
}

static bool has_no_content(int status) { return status == 204 || status == 304; }

void ch_answer(ch_connection *c, int status, const char *head, size_t head_length,
               const void *body, size_t body_length, ch_bytes *owner)
{
    if (c->loop->stopping)
        c->keep_alive = false;
    char before[128], after[128], *end = before;
    const char *reason = reason_of(status);
    end = ADD(end, "HTTP/1.1 ");
    end = add_number(end, (size_t)status);
    end = ADD(end, " ");
    end = add(end, reason, strlen(reason));
    end = ADD(end, "\r\n");
    end = add(end, c->loop->date, c->loop->date_length);

    char *tail = after;
    if (!has_no_content(status)) {
        tail = ADD(tail, "Content-Length: ");
        tail = add_number(tail, body_length);
        tail = ADD(tail, "\r\n");
    }
    if (!c->keep_alive)
        tail = ADD(tail, "Connection: close\r\n");
    else if (c->parser.http_minor == 0)
        tail = ADD(tail, "Connection: keep-alive\r\n");
    tail = ADD(tail, "\r\n");

    bool bodiless = c->head_only || has_no_content(status) || body_length == 0;
    uv_buf_t parts[4] = {
        uv_buf_init(before, (unsigned)(end - before)),
        uv_buf_init((char *)head, (unsigned)head_length),
        uv_buf_init(after, (unsigned)(tail - after)),
        uv_buf_init((char *)body, (unsigned)body_length),
    };
    if (bodiless)
        ch_write(c, parts, 3, NULL);
    else
        ch_write(c, parts, 4, owner);
    ch_finish_when_written(c);
}

/// Small enough to need no library: the title is the status's own phrase (RFC 9457, 4.2.1).
void ch_answer_problem(ch_connection *c, int status)
{
    static const char head[] =
        "Content-Type: application/problem+json\r\nCache-Control: no-store\r\n";
    char body[128];
    int length = snprintf(body, sizeof body,
                          "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d}",
                          reason_of(status), status);
    ch_answer(c, status, head, sizeof head - 1, body, (size_t)length, NULL);
}

/// Answers what isn't a proper request, and ends the connection: where the next one would begin
/// is unknown.
void ch_refuse(ch_connection *c, int status)
{
    c->keep_alive = false;
    ch_count(&c->loop->counters.refused_requests, 1);
    ch_answer_problem(c, status);
}
