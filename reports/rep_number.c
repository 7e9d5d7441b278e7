/* Fractions as text. See rep_number.h. */
#include "reports/rep_number.h"

#include <inttypes.h>
#include <stdio.h>

uint32_t rep_hundredths(uint64_t covered, uint64_t valid) {
    if (valid == 0 || covered >= valid) {
        return 10000;
    }
    /* Counts too large for the multiplication both lose an equal number of low bits. */
    while (covered > UINT64_MAX / 10000) {
        covered >>= 1;
        valid >>= 1;
    }
    uint64_t parts = covered * 10000 / valid;
    return parts < 10000 ? (uint32_t)parts : 9999;
}

void rep_rate(uint64_t covered, uint64_t valid, char out[REP_NUMBER_SIZE]) {
    uint32_t parts = rep_hundredths(covered, valid);
    (void)snprintf(out, REP_NUMBER_SIZE, "%" PRIu32 ".%04" PRIu32, parts / 10000, parts % 10000);
}

void rep_percent(uint64_t covered, uint64_t valid, char out[REP_NUMBER_SIZE]) {
    uint32_t parts = rep_hundredths(covered, valid);
    if (valid == 0) {
        (void)snprintf(out, REP_NUMBER_SIZE, "n/a");
        return;
    }
    (void)snprintf(out, REP_NUMBER_SIZE, "%" PRIu32 ".%02" PRIu32 "%%", parts / 100, parts % 100);
}

void rep_short_percent(uint64_t covered, uint64_t valid, char out[REP_NUMBER_SIZE]) {
    uint32_t tenths = rep_hundredths(covered, valid) / 10;
    if (valid == 0) {
        (void)snprintf(out, REP_NUMBER_SIZE, "n/a");
    } else if (tenths == 0 && covered > 0) {
        (void)snprintf(out, REP_NUMBER_SIZE, "<0.1%%");
    } else {
        (void)snprintf(out, REP_NUMBER_SIZE, "%" PRIu32 ".%" PRIu32 "%%", tenths / 10, tenths % 10);
    }
}

void rep_short_step(uint32_t from, uint32_t to, char out[REP_NUMBER_SIZE]) {
    uint32_t size = to < from ? from / 10 - to / 10 : to / 10 - from / 10;
    const char *sign = to < from ? "-" : "+";
    if (size == 0 && from != to) {
        (void)snprintf(out, REP_NUMBER_SIZE, "%s<0.1", sign);
        return;
    }
    (void)snprintf(out, REP_NUMBER_SIZE, "%s%" PRIu32 ".%" PRIu32, sign, size / 10, size % 10);
}

void rep_step(uint32_t from, uint32_t to, char out[REP_NUMBER_SIZE]) {
    uint32_t size = to < from ? from - to : to - from;
    (void)snprintf(out, REP_NUMBER_SIZE, "%s%" PRIu32 ".%02" PRIu32, to < from ? "-" : "+",
                   size / 100, size % 100);
}

void rep_whole_percent(uint64_t covered, uint64_t valid, char out[REP_NUMBER_SIZE]) {
    (void)snprintf(out, REP_NUMBER_SIZE, "%" PRIu32 "%%", rep_hundredths(covered, valid) / 100);
}

uint64_t rep_hits(uint64_t hits, uint64_t most) {
    return hits < most ? hits : most;
}
