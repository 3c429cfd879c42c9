// The listening socket of one loop.
#include "engine.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    ACCEPT_SLICE = 64,     // connections accepted per turn
    ACCEPT_PAUSE_MS = 100, // when descriptors have run out
    // Descriptors that connections leave alone, also where the limit is low or was lowered:
    // libdispatch ends the program where it can't open a file of /proc.
    RESERVED_DESCRIPTORS = 16,
};

static void on_listener(uv_poll_t *poll, int status, int events);

static void on_pause_over(uv_timer_t *timer)
{
    ch_loop *loop = timer->data;
    uv_poll_start(&loop->listener, UV_READABLE, on_listener);
}

/// Connections wait in the kernel's queue until a descriptor is free; asking at once again would
/// only burn the core.
static void pause_accepting(ch_loop *loop)
{
    ch_count(&loop->counters.accept_pauses, 1);
    uv_poll_stop(&loop->listener);
    uv_timer_start(&loop->accept_pause, on_pause_over, ACCEPT_PAUSE_MS, 0);
}

/// Whether the next connection would take one of the last descriptors: the kernel gives the lowest
/// free number, so a high one says that few are left.
static bool is_down_to_the_reserve(const ch_loop *loop)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return false;
    int next = fcntl(loop->listen_fd, F_DUPFD_CLOEXEC, 0);
    if (next < 0)
        return true;
    close(next);
    return (rlim_t)next + RESERVED_DESCRIPTORS >= limit.rlim_cur;
}

static void accept_some(ch_loop *loop)
{
    for (int i = 0; i < ACCEPT_SLICE; i++) {
        if (is_down_to_the_reserve(loop)) {
            pause_accepting(loop);
            return;
        }
        struct sockaddr_in6 address; // holds an IPv4 one too
        socklen_t length = sizeof address;
        int fd = accept4(loop->listen_fd, (struct sockaddr *)&address, &length,
                         SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            ch_connection_accept(loop, fd, (struct sockaddr *)&address);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return;
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            pause_accepting(loop);
            return;
        } // else the connection failed before it was accepted: on to the next
    }
}

static void on_listener(uv_poll_t *poll, int status, int events)
{
    (void)events;
    ch_loop *loop = poll->data;
    if (status < 0)
        pause_accepting(loop);
    else
        accept_some(loop);
}

void ch_accept_start(ch_loop *loop, int listen_fd)
{
    loop->listen_fd = listen_fd;
    uv_timer_init(&loop->uv, &loop->accept_pause);
    if (uv_poll_init(&loop->uv, &loop->listener, listen_fd) != 0)
        abort(); // a fresh socket can be waited for
    loop->accept_pause.data = loop->listener.data = loop;
    uv_poll_start(&loop->listener, UV_READABLE, on_listener);
}

void ch_accept_stop(ch_loop *loop)
{
    accept_some(loop); // whoever has connected still has a request to make
    uv_close((uv_handle_t *)&loop->accept_pause, NULL);
    uv_close((uv_handle_t *)&loop->listener, NULL);
    close(loop->listen_fd);
}
