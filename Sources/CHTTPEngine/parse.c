// From bytes to a request: llhttp's callbacks, and the checks that llhttp leaves to its user.
#include "engine.h"

#include <string.h>
#include <strings.h>

static ch_connection *connection_of(llhttp_t *parser) { return parser->data; }

static int refuse(ch_connection *c, uint16_t status)
{
    c->refusal = status;
    return -1;
}

static bool is_spoken(const llhttp_t *parser)
{
    return parser->http_major == 1 && parser->http_minor <= 1;
}

static bool is_token_byte(unsigned char byte)
{
    return byte > ' ' && byte < 0x7f && strchr("\"(),/:;<=>?@[\\]{}", byte) == NULL;
}

// ---- the head as one block of memory ----------------------------------------------------------

static int append(ch_connection *c, const char *data, size_t length)
{
    size_t needed = c->head_length + length;
    if (needed > c->loop->config->max_head_bytes)
        return refuse(c, 431);
    if (needed > c->head_capacity) {
        c->head_capacity = (uint32_t)(needed * 2 + 256);
        c->head = ch_grow(c->head, c->head_capacity);
    }
    if (length > 0)
        memcpy(c->head + c->head_length, data, length);
    c->head_length = (uint32_t)needed;
    return 0;
}

/// Trailers and chunk extensions are dropped, but not without end.
static int drop(ch_connection *c, size_t length)
{
    if (length > c->loop->config->max_head_bytes - c->dropped)
        return refuse(c, 431);
    c->dropped += (uint32_t)length;
    return 0;
}

// ---- request line -----------------------------------------------------------------------------

static int on_message_begin(llhttp_t *parser)
{
    ch_connection *c = connection_of(parser);
    c->head_length = c->header_count = c->dropped = 0;
    c->authority_at = c->authority_length = c->path_at = c->target_length = 0;
    c->body_length = 0;
    c->refusal = 0;
    c->host_count = c->encoding_count = 0;
    c->head_only = c->expects_continue = c->trailers = false;
    ch_enter(c, PHASE_HEAD);
    return 0;
}

static bool method_of(uint8_t parsed, ch_method *method)
{
    switch (parsed) {
    case HTTP_GET: *method = CH_GET; return true;
    case HTTP_HEAD: *method = CH_HEAD; return true;
    case HTTP_POST: *method = CH_POST; return true;
    case HTTP_PUT: *method = CH_PUT; return true;
    case HTTP_PATCH: *method = CH_PATCH; return true;
    case HTTP_DELETE: *method = CH_DELETE; return true;
    case HTTP_OPTIONS: *method = CH_OPTIONS; return true;
    default: return false;
    }
}

static int on_method_complete(llhttp_t *parser)
{
    ch_method method;
    return method_of(parser->method, &method) ? 0 : refuse(connection_of(parser), 501);
}

static int on_url(llhttp_t *parser, const char *data, size_t length)
{
    ch_connection *c = connection_of(parser);
    if (c->head_length + length > c->loop->config->max_target_bytes)
        return refuse(c, 414);
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)data[i];
        if (byte <= ' ' || byte >= 0x7f || byte == '#')
            return refuse(c, 400);
    }
    return append(c, data, length);
}

/// What clients send to a proxy, a server must take too: `GET http://host/path` (RFC 9112, 3.2.2).
static int split_absolute_target(ch_connection *c)
{
    size_t scheme = 0;
    if (c->head_length >= 7 && strncasecmp(c->head, "http://", 7) == 0)
        scheme = 7;
    else if (c->head_length >= 8 && strncasecmp(c->head, "https://", 8) == 0)
        scheme = 8;
    else
        return refuse(c, 400);
    size_t end = scheme;
    while (end < c->head_length && c->head[end] != '/' && c->head[end] != '?')
        end++;
    if (end == scheme)
        return refuse(c, 400);
    c->authority_at = (uint32_t)scheme;
    c->authority_length = (uint32_t)(end - scheme);
    c->path_at = (uint32_t)end;
    if (end < c->head_length && c->head[end] == '/')
        return 0;
    if (append(c, "/", 1)) // an empty path means the root; it goes before the query
        return -1;
    memmove(c->head + end + 1, c->head + end, c->head_length - 1 - end);
    c->head[end] = '/';
    return 0;
}

static int on_url_complete(llhttp_t *parser)
{
    ch_connection *c = connection_of(parser);
    if (c->head_length == 0)
        return refuse(c, 400);
    bool asterisk = c->head_length == 1 && c->head[0] == '*' && parser->method == HTTP_OPTIONS;
    if (c->head[0] != '/' && !asterisk && split_absolute_target(c))
        return -1;
    c->target_length = c->head_length - c->path_at;
    if (append(c, "", 1))
        return -1;
    c->name_at = c->head_length;
    return 0;
}

// ---- header fields ----------------------------------------------------------------------------

static int on_header_field(llhttp_t *parser, const char *data, size_t length)
{
    ch_connection *c = connection_of(parser);
    return c->trailers ? drop(c, length + 2) : append(c, data, length);
}

static int on_header_field_complete(llhttp_t *parser)
{
    ch_connection *c = connection_of(parser);
    if (c->trailers)
        return 0;
    if (c->head_length == c->name_at)
        return refuse(c, 400);
    if (append(c, "", 1))
        return -1;
    c->value_at = c->head_length;
    return 0;
}

static int on_header_value(llhttp_t *parser, const char *data, size_t length)
{
    return on_header_field(parser, data, length);
}

static int check_transfer_encoding(ch_connection *c, const char *value)
{
    if (++c->encoding_count > 1)
        return refuse(c, 400);
    if (strcasecmp(value, "chunked") == 0)
        return 0;
    // Chunked must be the last coding, or nobody knows where the body ends (RFC 9112, 6.1).
    bool first = strncasecmp(value, "chunked", 7) == 0 && !is_token_byte((uint8_t)value[7]);
    return refuse(c, first ? 400 : 501);
}

static bool is_host(const char *value)
{
    for (; *value; value++)
        if (!is_token_byte((unsigned char)*value) && strchr(":[](),;=", *value) == NULL)
            return false;
    return true;
}

static int check_field(ch_connection *c)
{
    const char *name = c->head + c->name_at, *value = c->head + c->value_at;
    switch (c->value_at - c->name_at - 1) {
    case 4:
        if (strcasecmp(name, "host") == 0) {
            bool other = c->authority_length > 0
                && (strlen(value) != c->authority_length
                    || strncasecmp(value, c->head + c->authority_at, c->authority_length) != 0);
            if (++c->host_count > 1 || !is_host(value) || other)
                return refuse(c, 400);
        }
        break;
    case 6:
        if (strcasecmp(name, "expect") == 0) {
            if (strcasecmp(value, "100-continue") != 0)
                return refuse(c, 417);
            c->expects_continue = true;
        }
        break;
    case 17:
        if (strcasecmp(name, "transfer-encoding") == 0)
            return check_transfer_encoding(c, value);
        break;
    }
    return 0;
}

static int on_header_value_complete(llhttp_t *parser)
{
    ch_connection *c = connection_of(parser);
    if (c->trailers)
        return 0;
    while (c->head_length > c->value_at
           && (c->head[c->head_length - 1] == ' ' || c->head[c->head_length - 1] == '\t'))
        c->head_length--;
    if (append(c, "", 1) || check_field(c))
        return -1;
    c->name_at = c->head_length;
    return ++c->header_count > c->loop->config->max_header_count ? refuse(c, 431) : 0;
}

static size_t body_limit(const ch_connection *c)
{
    const ch_config *config = c->loop->config;
    if (config->body_limit == NULL)
        return config->max_body_bytes;
    ch_request request;
    ch_parsed_request(c, &request);
    return config->body_limit(config->context, &request);
}

static int on_headers_complete(llhttp_t *parser)
{
    ch_connection *c = connection_of(parser);
    if (!is_spoken(parser))
        return refuse(c, 505);
    bool current = parser->http_minor == 1;
    if (c->host_count != 1 && current)
        return refuse(c, 400);
    if (c->encoding_count > 0 && (!current || (parser->flags & F_CONTENT_LENGTH)))
        return refuse(c, 400);

    c->head_only = parser->method == HTTP_HEAD;
    parser->upgrade = 0; // no other protocol is spoken here; left set, llhttp would stop
    c->trailers = true;
    bool has_body = c->encoding_count > 0 || parser->content_length > 0;
    if (!has_body)
        return 0;
    c->body_limit = body_limit(c);
    if ((parser->flags & F_CONTENT_LENGTH) && parser->content_length > c->body_limit)
        return refuse(c, 413);
    ch_enter(c, PHASE_BODY);
    if (c->expects_continue && current) {
        static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
        uv_buf_t part = uv_buf_init((char *)go_on, sizeof go_on - 1);
        ch_write(c, &part, 1, NULL);
    }
    return 0;
}

// ---- body -------------------------------------------------------------------------------------

static int on_body(llhttp_t *parser, const char *data, size_t length)
{
    ch_connection *c = connection_of(parser);
    size_t needed = c->body_length + length;
    if (needed > c->body_limit)
        return refuse(c, 413);
    if (needed > c->body_capacity) {
        // Grows with what has arrived, so that announcing a large body costs us nothing.
        size_t capacity = needed * 2 < 1024 ? 1024 : needed * 2;
        c->body_capacity = capacity < c->body_limit ? capacity : c->body_limit;
        c->body = ch_grow(c->body, c->body_capacity);
    }
    memcpy(c->body + c->body_length, data, length);
    c->body_length = needed;
    return 0;
}

static int on_chunk_header(llhttp_t *parser)
{
    ch_connection *c = connection_of(parser);
    return parser->content_length > c->body_limit - c->body_length ? refuse(c, 413) : 0;
}

static int on_chunk_extension(llhttp_t *parser, const char *data, size_t length)
{
    (void)data;
    return drop(connection_of(parser), length + 1);
}

static int on_message_complete(llhttp_t *parser)
{
    (void)parser;
    return HPE_PAUSED;
}

// ---- the parser as the connection sees it -----------------------------------------------------

static const llhttp_settings_t settings = {
    .on_message_begin = on_message_begin,
    .on_method_complete = on_method_complete,
    .on_url = on_url,
    .on_url_complete = on_url_complete,
    .on_header_field = on_header_field,
    .on_header_field_complete = on_header_field_complete,
    .on_header_value = on_header_value,
    .on_header_value_complete = on_header_value_complete,
    .on_headers_complete = on_headers_complete,
    .on_body = on_body,
    .on_chunk_header = on_chunk_header,
    .on_chunk_extension_name = on_chunk_extension,
    .on_chunk_extension_value = on_chunk_extension,
    .on_message_complete = on_message_complete,
};

void ch_parser_init(ch_connection *c)
{
    llhttp_init(&c->parser, HTTP_REQUEST, &settings);
    c->parser.data = c;
}

/// llhttp knows a fixed list of methods. What merely isn't on it is 501, what can't be one is 400.
static uint16_t status_of(const llhttp_t *parser, llhttp_errno_t error, const char *at,
                          const char *end)
{
    if (error == HPE_INVALID_METHOD)
        return at && at < end && (is_token_byte((unsigned char)*at) || *at == ' ') ? 501 : 400;
    // It also says so of a version that isn't followed by CRLF.
    return error == HPE_INVALID_VERSION && !is_spoken(parser) ? 505 : 400;
}

bool ch_parse(ch_connection *c, const char *data, size_t length, size_t *used)
{
    llhttp_errno_t error = llhttp_execute(&c->parser, data, length);
    *used = length;
    if (error == HPE_OK)
        return false;
    const char *at = llhttp_get_error_pos(&c->parser);
    if (error == HPE_PAUSED) {
        *used = (size_t)(at - data);
        c->keep_alive = llhttp_should_keep_alive(&c->parser);
        llhttp_resume(&c->parser);
        return true;
    }
    if (c->refusal == 0)
        c->refusal = status_of(&c->parser, error, at, data + length);
    return false;
}

void ch_parsed_request(const ch_connection *c, ch_request *request)
{
    uint32_t headers_at = c->path_at + c->target_length + 1;
    *request = (ch_request){
        .target = c->head + c->path_at,
        .target_length = c->target_length,
        .headers = c->head + headers_at,
        .headers_length = c->head_length - headers_at,
        .header_count = c->header_count,
        .body = c->body,
        .body_length = c->body_length,
        .peer_length = c->peer_length,
        .loop = c->loop,
    };
    method_of(c->parser.method, &request->method);
    memcpy(request->peer, c->peer, sizeof request->peer);
}
