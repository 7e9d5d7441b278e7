/* Mutations for inputs full of offsets: most of the time a few bytes are overwritten where they
 * are, so that what stands after stays where others point to. libFuzzer only; the other half is
 * its own mutations. */
#include <string.h>

#include "tests/fuzz/fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

enum { MAX_CHANGES = 4 };

static uint32_t next(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static uint32_t small_number(uint32_t *state) {
    static const uint32_t odd[] = {0, 1, 2, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0xFFFF, 0x80000000};
    uint32_t kind = next(state) % 4;
    return kind == 0 ? odd[next(state) % (sizeof odd / sizeof *odd)] : next(state) % 64;
}

static void change(uint8_t *data, size_t size, uint32_t *state) {
    size_t at = next(state) % size;
    size_t room = size - at < 4 ? size - at : 4;
    size_t from = next(state) % (size - room + 1);
    uint32_t value = small_number(state);
    size_t width = next(state) % 2 == 0 ? 1 : room;
    switch (next(state) % 6) {
    case 0: /* a bit */
        data[at] ^= (uint8_t)(1u << (next(state) % 8));
        break;
    case 1: /* a neighbour of the number */
        data[at] = (uint8_t)(data[at] + (next(state) % 2 == 0 ? 1 : 255));
        break;
    case 2: /* any byte */
        data[at] = (uint8_t)next(state);
        break;
    case 3: /* what stands elsewhere */
        memmove(data + at, data + from, room);
        break;
    default:
        memcpy(data + at, &value, width);
        break;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    uint32_t state = seed;
    if (size == 0 || next(&state) % 4 == 0) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    uint32_t changes = 1 + next(&state) % MAX_CHANGES;
    for (uint32_t i = 0; i < changes; i++) {
        change(data, size, &state);
    }
    return size;
}
