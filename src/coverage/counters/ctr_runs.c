/* Runs of counters; see ctr_runs.h. */
#include "coverage/counters/ctr_runs.h"

#include "base/cc_leb.h"

void ctr_put_run(cc_buf *out, uint64_t end, const ctr_run *run) {
    cc_leb_put(out, run->first - end);
    cc_leb_put(out, run->count);
}

enum { STEP = 64 };

/* No byte of the next STEP is set. The bytes are aligned to 8 and may change meanwhile. */
static bool is_blank(const uint8_t *bytes) {
    const uint64_t *words = (const void *)bytes;
    uint64_t any = 0;
    for (size_t i = 0; i < STEP / sizeof *words; i++) {
        any |= __atomic_load_n(&words[i], __ATOMIC_RELAXED);
    }
    return any == 0;
}

static bool is_hit(const uint8_t *counter) {
    return __atomic_load_n(counter, __ATOMIC_RELAXED) != 0;
}

static void close_run(ctr_runs *s) {
    if (s->run.count > 0) {
        ctr_put_run(s->out, s->end, &s->run);
        s->end = s->run.first + s->run.count;
        s->run.count = 0;
    }
}

static void take_counter(ctr_runs *s, uint64_t offset, bool hit) {
    if (!hit) {
        close_run(s);
        return;
    }
    if (s->run.count == 0) {
        s->run.first = offset;
    }
    s->run.count++;
}

void ctr_runs_search(ctr_runs *s, const uint8_t *bytes, uint64_t size, uint64_t offset) {
    for (uint64_t at = 0; at < size; at += STEP) {
        if (is_blank(bytes + at)) {
            close_run(s);
            continue;
        }
        for (uint64_t i = at; i < at + STEP; i++) {
            take_counter(s, offset + i, is_hit(bytes + i));
        }
    }
    close_run(s);
}

bool ctr_next_run(cc_span *runs, ctr_run *run) {
    uint64_t gap = 0;
    uint64_t count = 0;
    if (runs->len == 0 || !cc_leb_take(runs, &gap) || !cc_leb_take(runs, &count) || count == 0) {
        return false;
    }
    uint64_t end = run->first + run->count;
    if (gap > UINT64_MAX - end || count > UINT64_MAX - end - gap) {
        return false;
    }
    *run = (ctr_run){end + gap, count};
    return true;
}
