// Holds many event streams open and times how long one event takes to reach all of them.
//   streams PORT COUNT PATH ROUNDS
// Each time it reads a line from standard input it waits for an event on every stream, and prints
// the milliseconds from the line to the last stream that heard it.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int dial(int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to)) {
        perror("connect");
        exit(1);
    }
    return fd;
}

// Reads what is there; true where it holds the text.
static int holds(int fd, const char *text) {
    char buffer[8192];
    ssize_t n = read(fd, buffer, sizeof buffer - 1);
    if (n <= 0) {
        fprintf(stderr, "a stream was closed\n");
        exit(1);
    }
    buffer[n] = 0;
    return memmem(buffer, (size_t)n, text, strlen(text)) != NULL;
}

int main(int argc, char **argv) {
    if (argc != 5) return fprintf(stderr, "streams PORT COUNT PATH ROUNDS\n"), 2;
    int port = atoi(argv[1]), count = atoi(argv[2]), rounds = atoi(argv[4]);
    struct rlimit limit = {(rlim_t)count + 100, (rlim_t)count + 100};
    setrlimit(RLIMIT_NOFILE, &limit);
    int *fds = calloc((size_t)count, sizeof *fds), poll = epoll_create1(0);
    char *seen = calloc((size_t)count, 1), request[512];
    int length = snprintf(request, sizeof request,
        "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n", argv[3]);
    for (int i = 0; i < count; i++) {
        fds[i] = dial(port);
        if (write(fds[i], request, (size_t)length) != length) return 1;
        while (!holds(fds[i], "retry:")) {}
        fcntl(fds[i], F_SETFL, O_NONBLOCK);
        struct epoll_event e = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        epoll_ctl(poll, EPOLL_CTL_ADD, fds[i], &e);
    }
    printf("open\n");
    fflush(stdout);
    char line[64];
    for (int round = 0; round < rounds && fgets(line, sizeof line, stdin); round++) {
        double start = now();
        memset(seen, 0, (size_t)count);
        for (int heard = 0; heard < count;) {
            struct epoll_event events[512];
            int ready = epoll_wait(poll, events, 512, 5000);
            if (ready <= 0) {
                fprintf(stderr, "only %d of %d heard\n", heard, count);
                return 1;
            }
            for (int i = 0; i < ready; i++) {
                uint32_t at = events[i].data.u32;
                if (holds(fds[at], "event:") && !seen[at]) {
                    seen[at] = 1;
                    heard++;
                }
            }
        }
        printf("%.1f\n", (now() - start) * 1000);
        fflush(stdout);
    }
    pause();
    return 0;
}
