// A loop: its thread, its mailbox, its timers.
#include "engine.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    JOB_ROUNDS = 16,         // of jobs that post jobs, before the sockets get their turn
    FIRST_STOP_TICK_MS = 10, // lets requests that have arrived already be read
};

static _Thread_local ch_loop *current;

bool ch_on_loop(const ch_loop *loop) { return current == loop; }

// ---- mailbox ----------------------------------------------------------------------------------

static void queue_init(ch_queue *queue)
{
    queue->first = NULL;
    queue->last = &queue->first;
}

static void queue_append(ch_queue *queue, ch_message *message)
{
    message->next = NULL;
    *queue->last = message;
    queue->last = &message->next;
}

static ch_message *queue_take(ch_queue *queue)
{
    ch_message *first = queue->first;
    queue_init(queue);
    return first;
}

bool ch_send(ch_loop *loop, ch_message *message)
{
    pthread_mutex_lock(&loop->mutex);
    bool open = !loop->closed;
    if (open) {
        bool wake = loop->mailbox.first == NULL;
        queue_append(&loop->mailbox, message);
        if (wake) // under the lock, since the handle closes once `closed` is set
            uv_async_send(&loop->wake);
    }
    pthread_mutex_unlock(&loop->mutex);
    return open;
}

static void on_spin(uv_idle_t *idle) { (void)idle; }

bool ch_send_soon(ch_loop *loop, ch_message *message)
{
    if (current != loop)
        return ch_send(loop, message);
    queue_append(&loop->local, message);
    if (!loop->handles_closed)
        uv_idle_start(&loop->spin, on_spin);
    return true;
}

typedef struct {
    ch_message message;
    void *job;
} job_message;

typedef struct {
    ch_message message;
    unsigned grace_ms;
} stop_message;

bool ch_post(ch_loop *loop, void *job)
{
    job_message *message = ch_alloc(sizeof *message);
    message->message.kind = MESSAGE_JOB;
    message->job = job;
    if (ch_send_soon(loop, &message->message))
        return true;
    free(message);
    return false;
}

static void begin_stop(ch_loop *loop, unsigned grace_ms);

static void handle(ch_loop *loop, ch_message *message)
{
    switch (message->kind) {
    case MESSAGE_REPLY:
    case MESSAGE_STREAM:
        ch_exchange_answer((ch_exchange *)message);
        break;
    case MESSAGE_PUBLISH:
        ch_publication_add(loop, (ch_publication *)message);
        break;
    case MESSAGE_JOB: {
        void *job = ((job_message *)message)->job;
        free(message);
        loop->config->run_job(loop->config->context, loop, job);
        break;
    }
    case MESSAGE_STOP:
        begin_stop(loop, ((stop_message *)message)->grace_ms);
        free(message);
        break;
    }
}

static bool handle_all(ch_loop *loop, ch_message *message)
{
    bool any = message != NULL;
    for (ch_message *next; message; message = next) {
        next = message->next;
        handle(loop, message);
    }
    return any;
}

static void drain_mailbox(ch_loop *loop)
{
    pthread_mutex_lock(&loop->mutex);
    ch_message *first = queue_take(&loop->mailbox);
    pthread_mutex_unlock(&loop->mutex);
    handle_all(loop, first);
}

static void on_wake(uv_async_t *wake) { drain_mailbox(wake->data); }

/// Each turn, after the sockets: jobs and answers of this very turn, then a slice of the rest.
static void on_check(uv_check_t *check)
{
    ch_loop *loop = check->data;
    for (int round = 0; round < JOB_ROUNDS; round++)
        if (!handle_all(loop, queue_take(&loop->local)))
            break;
    if (ch_publishing(loop))
        ch_publish_slice(loop);
    ch_heartbeat(loop);
    if (loop->handles_closed)
        return;
    if (loop->local.first || ch_publishing(loop) || ch_heartbeats_due(loop))
        uv_idle_start(&loop->spin, on_spin);
    else
        uv_idle_stop(&loop->spin);
}

// ---- time -------------------------------------------------------------------------------------

static void update_date(ch_loop *loop)
{
    time_t now = time(NULL);
    if (now == loop->date_second)
        return;
    struct tm parts;
    gmtime_r(&now, &parts);
    loop->date_second = now;
    loop->date_length = strftime(loop->date, sizeof loop->date,
                                 "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
}

static void on_tick(uv_timer_t *timer)
{
    ch_loop *loop = timer->data;
    update_date(loop);
    ch_expire(loop);
    if (loop->stopping)
        ch_connections_drop_idle(loop);
    if (loop->stopping && uv_now(&loop->uv) >= loop->stop_at)
        ch_connections_drop_all(loop);
}

/// Deadlines are kept to within this.
static uint64_t tick_ms(const ch_loop *loop)
{
    uint64_t shortest = 1000;
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        if (loop->lifetimes[phase] > 0 && loop->lifetimes[phase] < shortest)
            shortest = loop->lifetimes[phase];
    return shortest / 4 < 10 ? 10 : shortest / 4;
}

// ---- start and end ----------------------------------------------------------------------------

static void close_handles(ch_loop *loop)
{
    if (loop->handles_closed)
        return;
    loop->handles_closed = true;
    pthread_mutex_lock(&loop->mutex);
    loop->closed = true;
    pthread_mutex_unlock(&loop->mutex);
    uv_close((uv_handle_t *)&loop->tick, NULL);
    uv_close((uv_handle_t *)&loop->wake, NULL);
    uv_close((uv_handle_t *)&loop->check, NULL);
    uv_close((uv_handle_t *)&loop->spin, NULL);
}

void ch_loop_ended_connection(ch_loop *loop)
{
    if (loop->stopping && loop->live == 0)
        close_handles(loop);
}

static void begin_stop(ch_loop *loop, unsigned grace_ms)
{
    if (loop->stopping)
        return;
    ch_accept_stop(loop);
    loop->stopping = true;
    loop->stop_at = uv_now(&loop->uv) + grace_ms;
    ch_link *lists[] = {&loop->phases[PHASE_STREAM], &loop->phases[PHASE_BEHIND]};
    for (int i = 0; i < 2; i++)
        while (lists[i]->next != lists[i])
            ch_stream_end(CH_OWNER(lists[i]->next, ch_connection, link));
    if (grace_ms == 0)
        ch_connections_drop_all(loop);
    uint64_t tick = tick_ms(loop);
    uv_timer_start(&loop->tick, on_tick, FIRST_STOP_TICK_MS, tick < 50 ? tick : 50);
    ch_loop_ended_connection(loop);
}

/// What is left when nothing runs any more: late answers are forgotten, jobs still run, since
/// somebody waits for them.
static void handle_the_rest(ch_loop *loop)
{
    do
        drain_mailbox(loop);
    while (handle_all(loop, queue_take(&loop->local)));
    ch_publish_slice(loop);
    while (ch_publishing(loop))
        ch_publish_slice(loop);
}

static void *loop_main(void *argument)
{
    ch_loop *loop = argument;
    current = loop;
    uv_run(&loop->uv, UV_RUN_DEFAULT);
    handle_the_rest(loop);
    uv_loop_close(&loop->uv);
    free(loop->channels);
    free(loop->read_buffer);
    loop->channels = NULL;
    loop->channel_slots = 0;
    loop->read_buffer = NULL;
    current = NULL;
    return NULL;
}

static void set_lifetimes(ch_loop *loop)
{
    const ch_config *config = loop->config;
    loop->lifetimes[PHASE_FRESH] = config->head_timeout_ms;
    loop->lifetimes[PHASE_IDLE] = config->idle_timeout_ms;
    loop->lifetimes[PHASE_HEAD] = config->head_timeout_ms;
    loop->lifetimes[PHASE_BODY] = config->body_timeout_ms;
    loop->lifetimes[PHASE_WRITING] = config->write_timeout_ms;
    loop->lifetimes[PHASE_STREAM] = config->heartbeat_ms;
    loop->lifetimes[PHASE_BEHIND] = config->write_timeout_ms;
    loop->lifetimes[PHASE_LINGER] = LINGER_MS;
}

ch_loop *ch_loop_new(ch_server *server, int index, int listen_fd)
{
    ch_loop *loop = ch_alloc(sizeof *loop);
    int error = uv_loop_init(&loop->uv); // takes descriptors, which may have run out
    if (error != 0) {
        free(loop);
        errno = -error;
        return NULL;
    }
    if (uv_async_init(&loop->uv, &loop->wake, on_wake) != 0)
        abort(); // uses what uv_loop_init has made
    atomic_init(&loop->references, 1);
    loop->server = server;
    loop->config = &server->config;
    loop->index = index;
    pthread_mutex_init(&loop->mutex, NULL);
    queue_init(&loop->mailbox);
    queue_init(&loop->local);
    queue_init(&loop->publications);
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        ch_link_init(&loop->phases[phase]);
    set_lifetimes(loop);
    loop->read_buffer = ch_alloc(server->config.read_bytes);

    update_date(loop);
    uv_timer_init(&loop->uv, &loop->tick);
    uv_check_init(&loop->uv, &loop->check);
    uv_idle_init(&loop->uv, &loop->spin);
    loop->tick.data = loop->wake.data = loop->check.data = loop;
    uv_check_start(&loop->check, on_check);
    uv_timer_start(&loop->tick, on_tick, tick_ms(loop), tick_ms(loop));
    ch_accept_start(loop, listen_fd);
    if (loop->config->loop_made)
        loop->user = loop->config->loop_made(loop->config->context, loop);
    return loop;
}

/// Signals are the main thread's business, except those that tell of a fault right here. A write
/// to a connection that the client has closed must fail, not raise SIGPIPE.
static void block_signals(void)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    sigset_t signals;
    sigfillset(&signals);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        sigdelset(&signals, faults[i]);
    pthread_sigmask(SIG_SETMASK, &signals, NULL);
}

static void *thread_main(void *argument)
{
    block_signals();
    char name[16];
    snprintf(name, sizeof name, "http-%d", ((ch_loop *)argument)->index);
    pthread_setname_np(pthread_self(), name);
    return loop_main(argument);
}

bool ch_loop_start(ch_loop *loop)
{
    loop->started = pthread_create(&loop->thread, NULL, thread_main, loop) == 0;
    return loop->started;
}

void ch_loop_stop(ch_loop *loop, unsigned grace_ms)
{
    stop_message *message = ch_alloc(sizeof *message);
    message->message.kind = MESSAGE_STOP;
    message->grace_ms = grace_ms;
    if (!ch_send(loop, &message->message))
        free(message);
}

void ch_loop_join(ch_loop *loop)
{
    if (loop->started)
        pthread_join(loop->thread, NULL);
    else
        loop_main(loop); // its thread never ran: the message to stop is read here
}

void *ch_loop_user(const ch_loop *loop) { return loop->user; }

void ch_loop_retain(ch_loop *loop)
{
    atomic_fetch_add_explicit(&loop->references, 1, memory_order_relaxed);
}

void ch_loop_release(ch_loop *loop)
{
    if (atomic_fetch_sub_explicit(&loop->references, 1, memory_order_acq_rel) > 1)
        return;
    pthread_mutex_destroy(&loop->mutex);
    free(loop);
}
