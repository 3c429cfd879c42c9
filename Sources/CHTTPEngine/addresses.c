// How many connections each address holds, over all loops. Asked once per connection.
#include "engine.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLOTS = 1024 };

typedef struct entry {
    struct entry *next;
    uint64_t key;
    uint8_t length;
    unsigned count;
} entry;

struct ch_addresses {
    pthread_mutex_t mutex;
    uint64_t seed;
    entry *slots[SLOTS];
};

ch_addresses *ch_addresses_new(void)
{
    ch_addresses *addresses = ch_alloc(sizeof *addresses);
    pthread_mutex_init(&addresses->mutex, NULL);
    // Chains can't be lengthened on purpose by someone who doesn't know where things lie.
    addresses->seed = ((uint64_t)(uintptr_t)addresses ^ (uint64_t)time(NULL)) | 1;
    return addresses;
}

void ch_addresses_free(ch_addresses *addresses)
{
    for (int i = 0; i < SLOTS; i++)
        for (entry *e = addresses->slots[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    pthread_mutex_destroy(&addresses->mutex);
    free(addresses);
}

/// The first 64 bits of an IPv6 address are one household; the rest it chooses itself.
static uint64_t key_of(const uint8_t *peer, uint8_t length)
{
    uint64_t key = 0;
    memcpy(&key, peer, length < sizeof key ? length : sizeof key);
    return key;
}

static entry **find(ch_addresses *addresses, uint64_t key, uint8_t length)
{
    uint64_t mixed = (key ^ addresses->seed) * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 29)) * addresses->seed;
    entry **place = &addresses->slots[(mixed >> 40) % SLOTS];
    while (*place && ((*place)->key != key || (*place)->length != length))
        place = &(*place)->next;
    return place;
}

bool ch_addresses_enter(ch_addresses *addresses, const uint8_t *peer, uint8_t length,
                        unsigned limit)
{
    uint64_t key = key_of(peer, length);
    pthread_mutex_lock(&addresses->mutex);
    entry **place = find(addresses, key, length);
    if (*place == NULL) {
        *place = ch_alloc(sizeof **place);
        (*place)->key = key;
        (*place)->length = length;
    }
    bool admitted = (*place)->count < limit;
    if (admitted)
        (*place)->count++;
    pthread_mutex_unlock(&addresses->mutex);
    return admitted;
}

void ch_addresses_leave(ch_addresses *addresses, const uint8_t *peer, uint8_t length)
{
    pthread_mutex_lock(&addresses->mutex);
    entry **place = find(addresses, key_of(peer, length), length);
    if (*place && --(*place)->count == 0) {
        entry *gone = *place;
        *place = gone->next;
        free(gone);
    }
    pthread_mutex_unlock(&addresses->mutex);
}
