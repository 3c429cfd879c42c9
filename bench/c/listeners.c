// Holds many event streams open and tells when each of them hears what.
//   listeners PORT REQUESTS_FILE
// Each line of the file is the head of one stream's request, with tabs in place of CR LF. Prints
// "open" when all streams have begun, and for each `data:` line, from the first on, the seconds of
// the monotonic clock, the stream's number from 0 and what follows `data:`.
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

enum { LINE_BYTES = 4096, HEAD_BYTES = 8192 };

typedef struct {
    int fd, length;
    char line[LINE_BYTES];
} stream;

static stream *streams;
static int count;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static int dial(int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to)) fail("connect");
    return fd;
}

// Reads what is there and tells of each data line that is whole. A chunk's length stands on a line
// of its own.
static void hear(int number) {
    stream *s = &streams[number];
    char buffer[16384];
    ssize_t n = read(s->fd, buffer, sizeof buffer);
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) {
        fprintf(stderr, "stream %d was closed\n", number);
        exit(1);
    }
    double at = now();
    for (ssize_t i = 0; i < n; i++) {
        if (buffer[i] != '\n') {
            if (s->length == LINE_BYTES - 1) {
                fprintf(stderr, "stream %d sent a line above %d bytes\n", number, LINE_BYTES);
                exit(1);
            }
            s->line[s->length++] = buffer[i];
            continue;
        }
        if (s->length && s->line[s->length - 1] == '\r') s->length--;
        s->line[s->length] = 0;
        if (!strncmp(s->line, "data:", 5)) printf("%.6f %d %s\n", at, number, s->line + 5);
        if (!strncmp(s->line, "HTTP/1.1 ", 9) && strncmp(s->line + 9, "200", 3)) {
            fprintf(stderr, "stream %d was refused: %s\n", number, s->line);
            exit(1);
        }
        s->length = 0;
    }
}

// Whether the head has ended and something came behind it.
static void wait_until_begun(int number) {
    stream *s = &streams[number];
    char peeked[HEAD_BYTES];
    for (;;) {
        ssize_t n = recv(s->fd, peeked, sizeof peeked, MSG_PEEK);
        if (n <= 0) fail("a stream that opens");
        char *end = memmem(peeked, (size_t)n, "\r\n\r\n", 4);
        if (end && end + 4 < peeked + n) break;
        usleep(200);
    }
    hear(number);
}

static void open_all(int port, const char *path, int poll) {
    FILE *file = fopen(path, "r");
    if (!file) fail(path);
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int allocated = 0;
    while ((length = getline(&line, &room, file)) > 0) {
        if (count == allocated) {
            allocated = allocated ? allocated * 2 : 1024;
            streams = realloc(streams, (size_t)allocated * sizeof *streams);
            if (!streams) fail("memory");
        }
        stream *s = &streams[count];
        *s = (stream){.fd = dial(port)};
        char head[HEAD_BYTES];
        int size = 0;
        for (ssize_t i = 0; i < length && line[i] != '\n' && size < HEAD_BYTES - 2; i++) {
            if (line[i] == '\t') head[size++] = '\r';
            head[size++] = line[i] == '\t' ? '\n' : line[i];
        }
        if (write(s->fd, head, (size_t)size) != size) fail("write");
        wait_until_begun(count);
        fcntl(s->fd, F_SETFL, O_NONBLOCK);
        struct epoll_event e = {.events = EPOLLIN, .data.u32 = (uint32_t)count};
        epoll_ctl(poll, EPOLL_CTL_ADD, s->fd, &e);
        count++;
    }
    free(line);
    fclose(file);
}

int main(int argc, char **argv) {
    if (argc != 3) return fprintf(stderr, "listeners PORT REQUESTS_FILE\n"), 2;
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    int poll = epoll_create1(0);
    open_all(atoi(argv[1]), argv[2], poll);
    printf("open\n");
    fflush(stdout);
    for (;;) {
        struct epoll_event events[512];
        int ready = epoll_wait(poll, events, 512, -1);
        for (int i = 0; i < ready; i++) hear((int)events[i].data.u32);
        fflush(stdout);
    }
}
