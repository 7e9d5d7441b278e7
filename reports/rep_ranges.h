/* Lines that did not run, as ranges. Threads: pure functions. */
#ifndef REP_RANGES_H
#define REP_RANGES_H

#include "reports/rep.h"

typedef struct rep_range {
    uint32_t first, last; /* no line between them ran, and both have code */
} rep_range;

/* Takes the next range of missed lines among lines[*at..count); *at moves past it. False: there is
 * none. */
bool rep_next_range(cov_line *const *lines, uint32_t count, uint32_t *at, rep_range *out);

/* Like rep_next_range(), among the changed lines; a range is within lines that changed together. */
bool rep_next_changed(const patch_covered *c, uint32_t *at, rep_range *out);

/* Appends "17-23, 40->45, 52 1/2": ranges of missed lines, and for a line that ran in part the
 * lines of its arms that were not taken. If these lines are not known, it appends how many arms
 * were taken. */
void rep_put_missing(cc_buf *out, cov_line *const *lines, uint32_t count);

/* Shortens the output of rep_put_missing() to at most `most` bytes: ranges stay whole. `is_cut`:
 * some ranges are omitted. */
cc_str rep_cut_missing(cc_str text, size_t most, bool *is_cut);

/* Order by what was missed: most lines first, then most arms. */
int rep_compare_missed(const cov_totals *a, const cov_totals *b);
/* A file with what is missing in it. */
typedef struct rep_worst {
    const cov_file *file;
    cov_totals totals;
} rep_worst;
/* The files of the model of which lines or arms are missing, those with the most missed lines
 * first, then arms, then by path; in the arena. */
void rep_find_worst(const cov_model *model, cc_arena *arena, rep_worst **out, uint32_t *count);

#endif
