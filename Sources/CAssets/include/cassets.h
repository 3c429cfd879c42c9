// The files that browsers load, inside the program.
#pragma once
#include <stddef.h>

typedef struct {
    const char *name;
    const char *type;
    const unsigned char *bytes;
    size_t count;
} cassets_file;

extern const cassets_file cassets_files[];
extern const size_t cassets_count;

/// The file at an index below `cassets_count`.
const cassets_file *cassets_at(size_t index);
