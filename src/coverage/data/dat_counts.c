/* Counts of one run as bytes; see dat_internal.h. */
#include "base/cc_leb.h"
#include "coverage/data/dat_internal.h"

/* Points come in ascending order; *next is the point after the last one. */
void dat_counts_put(cc_buf *out, uint64_t *next, uint64_t point, uint64_t count) {
    cc_leb_put(out, point - *next);
    cc_leb_put(out, count);
    *next = point + 1;
}

dat_counts dat_counts_read(cc_span bytes) {
    return (dat_counts){.rest = bytes, .point = UINT64_MAX};
}

bool dat_counts_next(dat_counts *counts) {
    uint64_t skipped = 0;
    if (counts->rest.len == 0 || counts->is_damaged) {
        return false;
    }
    bool is_sound = cc_leb_take(&counts->rest, &skipped) &&
                    cc_leb_take(&counts->rest, &counts->count) && skipped <= UINT32_MAX;
    counts->point += is_sound ? skipped + 1 : 0;
    counts->is_damaged = !is_sound || counts->point > UINT32_MAX;
    return !counts->is_damaged;
}
