/* Runs of points or arms; see cov_raw.h. */
#include <string.h>

#include "base/cc_leb.h"
#include "coverage/model/cov_raw.h"

void cov_put_run(cc_buf *out, uint32_t end, const cov_run *run) {
    cc_leb_put(out, run->first - end);
    cc_leb_put(out, run->count);
}

bool cov_next_run(cc_span *runs, cov_run *run) {
    uint32_t gap = 0;
    uint32_t count = 0;
    if (!cc_leb_take_u32(runs, &gap) || !cc_leb_take_u32(runs, &count) || count == 0) {
        return false;
    }
    uint32_t end = run->first + run->count;
    if (gap > UINT32_MAX - end || count > UINT32_MAX - end - gap) {
        return false;
    }
    *run = (cov_run){end + gap, count};
    return true;
}

void cov_mark_runs(uint8_t *marks, cc_span runs, const uint32_t *to) {
    cov_run run = {0, 0};
    while (cov_next_run(&runs, &run)) {
        for (uint32_t i = run.first; i < run.first + run.count; i++) {
            uint32_t place = to == NULL ? i : to[i];
            if (place != COV_RAW_NONE) {
                marks[place] = 1;
            }
        }
    }
}

/* The first mark from `at` on; `end`: there is none. Most marks are not set. */
static uint32_t next_mark(const uint8_t *marks, uint32_t at, uint32_t end) {
    uint64_t word = 0;
    while (end - at >= sizeof word) {
        memcpy(&word, marks + at, sizeof word);
        if (word != 0) {
            break;
        }
        at += sizeof word;
    }
    while (at < end && marks[at] == 0) {
        at++;
    }
    return at;
}

cc_span cov_take_marks(uint8_t *marks, uint32_t first, uint32_t end, cc_arena *arena) {
    cc_buf runs = {0};
    uint32_t last = 0;
    for (uint32_t i = next_mark(marks, first, end); i < end; i = next_mark(marks, i, end)) {
        cov_run run = {i, 0};
        while (i < end && marks[i] != 0) {
            marks[i++] = 0;
            run.count++;
        }
        cov_put_run(&runs, last, &run);
        last = i;
    }
    cc_span kept = runs.len == 0 ? (cc_span){NULL, 0} : cc_arena_copy(arena, cc_buf_span(&runs));
    cc_buf_free(&runs);
    return kept;
}
