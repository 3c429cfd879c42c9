// Memory: allocation that doesn't fail, and reference-counted bytes.
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *ch_alloc(size_t size)
{
    void *memory = calloc(1, size);
    if (memory == NULL)
        abort();
    return memory;
}

void *ch_grow(void *memory, size_t size)
{
    void *grown = realloc(memory, size);
    if (grown == NULL)
        abort();
    return grown;
}

static ch_bytes *bytes_new(size_t length, size_t room)
{
    ch_bytes *bytes = malloc(sizeof *bytes + room);
    if (bytes == NULL)
        abort();
    atomic_init(&bytes->references, 1);
    bytes->frame_before = bytes->frame_after = 0;
    bytes->file = -1;
    bytes->length = length;
    bytes->data = bytes->room;
    return bytes;
}

ch_bytes *ch_bytes_copy(const void *data, size_t length)
{
    ch_bytes *bytes = bytes_new(length, length);
    if (length > 0)
        memcpy(bytes->data, data, length);
    return bytes;
}

ch_bytes *ch_bytes_shared(const void *data, size_t length)
{
    if (length < FILE_BYTES)
        return ch_bytes_copy(data, length);
    int file = memfd_create("crema", MFD_CLOEXEC);
    if (file < 0)
        return ch_bytes_copy(data, length);
    void *map = MAP_FAILED;
    if (ftruncate(file, (off_t)length) == 0)
        map = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) {
        close(file);
        return ch_bytes_copy(data, length);
    }
    memcpy(map, data, length);
    ch_bytes *bytes = bytes_new(length, 0);
    bytes->file = file;
    bytes->data = map;
    return bytes;
}

ch_bytes *ch_bytes_chunk(const void *payload, size_t length)
{
    if (length == 0)
        return NULL;
    char size[24];
    int digits = snprintf(size, sizeof size, "%zx\r\n", length);
    size_t framed = (size_t)digits + length + 2;
    ch_bytes *bytes = bytes_new(framed, framed);
    bytes->frame_before = (uint16_t)digits;
    bytes->frame_after = 2;
    memcpy(bytes->data, size, (size_t)digits);
    memcpy(bytes->data + digits, payload, length);
    memcpy(bytes->data + digits + length, "\r\n", 2);
    return bytes;
}

const uint8_t *ch_bytes_data(const ch_bytes *bytes) { return (const uint8_t *)bytes->data; }

size_t ch_bytes_length(const ch_bytes *bytes) { return bytes->length; }

ch_bytes *ch_bytes_retain(ch_bytes *bytes)
{
    atomic_fetch_add_explicit(&bytes->references, 1, memory_order_relaxed);
    return bytes;
}

void ch_bytes_release(ch_bytes *bytes)
{
    if (!bytes || atomic_fetch_sub_explicit(&bytes->references, 1, memory_order_acq_rel) > 1)
        return;
    if (bytes->file >= 0) {
        munmap(bytes->data, bytes->length);
        close(bytes->file);
    }
    free(bytes);
}
