// The server as a whole: its sockets, its loops, its end.
#include "engine.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SPARE_DESCRIPTORS = 64 }; // for the database, files and the loops themselves

int ch_core_count(void) { return (int)uv_available_parallelism(); }

uint64_t ch_raise_descriptor_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    if (limit.rlim_cur < limit.rlim_max) {
        struct rlimit raised = {limit.rlim_max, limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0)
            limit = raised;
    }
    return limit.rlim_cur;
}

uint64_t ch_next_stream_id(void)
{
    static atomic_ullong last;
    return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

// ---- sockets ----------------------------------------------------------------------------------

static int bound_port(int fd)
{
    struct sockaddr_in6 address = {0}; // holds an IPv4 one too; the port stands at the same place
    socklen_t length = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &length) != 0)
        return -1;
    return ntohs(address.sin6_port);
}

static int bind_to(const char *host, int port, bool shared)
{
    struct addrinfo hints = {
        .ai_socktype = SOCK_STREAM,
        .ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV,
    };
    struct addrinfo *found;
    char service[8];
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(host, service, &hints, &found) != 0) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    int fd = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;
    if (fd >= 0) {
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on); // accepted sockets inherit it
        if (shared)
            setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
        if (bind(fd, found->ai_addr, found->ai_addrlen) != 0) {
            int error = errno;
            close(fd);
            errno = error;
            fd = -1;
        }
    }
    freeaddrinfo(found);
    return fd;
}

/// SO_REUSEPORT lets a second server take the same port unnoticed, so it is asked for without
/// that first.
static bool is_free(const char *host, int port)
{
    if (port == 0)
        return true;
    int fd = bind_to(host, port, false);
    if (fd < 0)
        return false;
    close(fd);
    return true;
}

static int listen_on(const char *host, int *port, int backlog)
{
    int fd = bind_to(host, *port, true);
    if (fd < 0)
        return -1;
    int bound = bound_port(fd);
    if (bound < 0 || listen(fd, backlog) != 0) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    *port = bound;
    return fd;
}

// ---- start and end ----------------------------------------------------------------------------

static ch_server *server_new(const ch_config *config)
{
    ch_server *server = ch_alloc(sizeof *server);
    server->config = *config;
    server->config.host = NULL;
    server->port = config->port;
    server->loops = ch_alloc((size_t)config->loops * sizeof *server->loops);
    server->addresses = ch_addresses_new();
    pthread_mutex_init(&server->stop_mutex, NULL);
    if (server->config.publish_slice == 0)
        server->config.publish_slice = UINT32_MAX;
    uint64_t descriptors = ch_raise_descriptor_limit();
    if (descriptors > 2 * SPARE_DESCRIPTORS
        && server->config.max_connections > descriptors - SPARE_DESCRIPTORS)
        server->config.max_connections = (unsigned)(descriptors - SPARE_DESCRIPTORS);
    return server;
}

ch_server *ch_start(const ch_config *config)
{
    if (!is_free(config->host, config->port))
        return NULL;
    ch_server *server = server_new(config);
    int *sockets = ch_alloc((size_t)config->loops * sizeof *sockets);
    for (int i = 0; i < config->loops; i++) {
        sockets[i] = listen_on(config->host, &server->port, config->backlog);
        if (sockets[i] >= 0)
            continue;
        int error = errno;
        while (i-- > 0)
            close(sockets[i]);
        server->config.loops = 0;
        free(sockets);
        ch_free(server);
        errno = error;
        return NULL;
    }
    int made = 0;
    while (made < config->loops
           && (server->loops[made] = ch_loop_new(server, made, sockets[made])) != NULL)
        made++;
    int error = errno;
    for (int i = made; i < config->loops; i++)
        close(sockets[i]);
    free(sockets);
    bool running = made == config->loops;
    server->config.loops = made;
    for (int i = 0; running && i < made; i++)
        if (!ch_loop_start(server->loops[i])) {
            error = EAGAIN;
            running = false;
        }
    if (running)
        return server;
    ch_stop(server, 0);
    ch_free(server);
    errno = error;
    return NULL;
}

uint16_t ch_port(const ch_server *server) { return (uint16_t)server->port; }

void ch_stop(ch_server *server, unsigned grace_ms)
{
    pthread_mutex_lock(&server->stop_mutex);
    if (!server->stopped) {
        for (int i = 0; i < server->config.loops; i++)
            ch_loop_stop(server->loops[i], grace_ms);
        for (int i = 0; i < server->config.loops; i++)
            ch_loop_join(server->loops[i]);
        server->stopped = true;
    }
    pthread_mutex_unlock(&server->stop_mutex);
}

void ch_free(ch_server *server)
{
    for (int i = 0; i < server->config.loops; i++)
        ch_loop_release(server->loops[i]);
    free(server->loops);
    ch_addresses_free(server->addresses);
    pthread_mutex_destroy(&server->stop_mutex);
    free(server);
}

// ---- to all loops -----------------------------------------------------------------------------

static void publish(ch_server *server, const uint64_t *channels, size_t count, ch_bytes *bytes,
                    uint64_t sequence)
{
    for (int i = 0; i < server->config.loops; i++) {
        ch_publication *publication =
            ch_alloc(sizeof *publication + count * sizeof *channels);
        publication->message.kind = MESSAGE_PUBLISH;
        publication->bytes = bytes ? ch_bytes_retain(bytes) : NULL;
        publication->sequence = sequence;
        publication->channel_count = count;
        memcpy(publication->channels, channels, count * sizeof *channels);
        if (!ch_send(server->loops[i], &publication->message))
            ch_publication_free(publication);
    }
}

void ch_publish(ch_server *server, const uint64_t *channels, size_t channel_count,
                const void *events, size_t length, uint64_t sequence)
{
    if (channel_count == 0 || length == 0)
        return;
    ch_bytes *bytes = ch_bytes_chunk(events, length);
    publish(server, channels, channel_count, bytes, sequence);
    ch_bytes_release(bytes);
}

void ch_end_streams(ch_server *server, uint64_t channel)
{
    publish(server, &channel, 1, NULL, 0);
}

ch_stats ch_statistics(const ch_server *server)
{
    ch_stats sum = {0};
    for (int i = 0; i < server->config.loops; i++) {
        const ch_counters *c = &server->loops[i]->counters;
#define SUM(counter) sum.counter += atomic_load_explicit(&c->counter, memory_order_relaxed)
        SUM(accepted);
        SUM(refused_connections);
        SUM(requests);
        SUM(refused_requests);
        SUM(timed_out);
        SUM(slow_streams);
        SUM(accept_pauses);
        SUM(connections);
        SUM(streams);
#undef SUM
    }
    return sum;
}
