// The engine's parser and a whole connection, driven with given bytes on the caller's thread.
#pragma once

#include "chttp.h"

/// What is parsed and how it ends.
typedef struct {
    unsigned requests;
    int refusal;      // the status of the answer that ends the connection; 0 for none
    size_t used;      // bytes up to the end of the last whole request
    bool is_consistent; // no count, offset or length of the parser's contradicts another
} fuzz_outcome;

/// Limits small enough to be met: 512 bytes of target, 1024 of head, 16 fields, 2048 of body.
enum { FUZZ_TARGET_BYTES = 512, FUZZ_HEAD_BYTES = 1024, FUZZ_FIELDS = 16, FUZZ_BODY_BYTES = 2048 };

/// Parses bytes that arrive in pieces. `cuts` are the pieces' lengths, taken in turn; without any,
/// all arrives at once. Each request is given to `on_request` while it is whole.
fuzz_outcome fuzz_parse(const uint8_t *data, size_t length, const uint8_t *cuts, size_t cut_count,
                        void *context, void (*on_request)(void *, const ch_request *));

/// Sends the bytes to a connection of a loop, piece by piece, ends the sending, and returns how
/// many bytes of `answers` it filled. Each request is answered at once by 200 and its body.
/// -1: the connection didn't end.
ptrdiff_t fuzz_connection(const uint8_t *data, size_t length, const uint8_t *cuts,
                          size_t cut_count, char *answers, size_t room);

/// libFuzzer's own loop, where the program is linked with it.
int LLVMFuzzerRunDriver(int *count, char ***arguments,
                        int (*run)(const uint8_t *data, size_t length));
