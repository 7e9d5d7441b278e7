/* What the files of this room share. Internal to this room. */
#ifndef GATE_INTERNAL_H
#define GATE_INTERNAL_H

#include "base/cc_buf.h"
#include "coverage/gate/gate.h"

enum { GATE_WORST = 3 }; /* maximum number of places that a sentence names */
enum { GATE_LINES, GATE_BRANCHES, GATE_METHODS, GATE_KINDS };

/* One of the three percentages. */
typedef struct gate_measure {
    const char *name; /* "line" */
    const char *many; /* "lines" */
    uint64_t covered, valid;
    int32_t limit;
} gate_measure;

typedef struct gating {
    const gate_subject *subject;
    const gate_limits *limits;
    cc_arena *arena;
    gate_result *out;
    bool has_failed; /* out of memory */
} gating;

gate_measure gate_measure_of(const gate_percentages *limits, const cov_totals *t, int kind);
/* The figure reaches its limit. With nothing to cover it does so only where that is allowed. */
bool gate_is_met(const gating *g, const gate_measure *m);
/* Appends "line coverage of Shop is 79.00% (79 of 100), below the threshold of 80%: 1 more line
 * needed"; `of` may be empty. */
void gate_put_figure(cc_buf *out, const gate_measure *m, cc_str of);
/* Appends "line coverage of each file is at least 80%". */
void gate_put_all_met(cc_buf *out, const gate_measure *m, const char *what);

/* Something below its threshold. */
typedef struct gate_below {
    cc_str name;
    gate_measure measure;
} gate_below;
/* Appends the figures of the lowest percentages, and how many more `many` ("files") are below their
 * threshold; sorts the items. */
void gate_put_below(cc_buf *out, gate_below *items, uint32_t count, const char *many);
/* The totals of each file, with its methods; NULL: out of memory, which is noted. */
cov_totals *gate_count_files(gating *g);
uint64_t gate_missed_of(const cov_totals *totals, int kind);

/* A file with the number of its missed lines, arms or methods. */
typedef struct gate_place {
    const cov_file *file;
    uint64_t missed;
} gate_place;
/* Appends the places with the most misses; sorts the places. */
void gate_put_worst(cc_buf *out, gate_place *places, uint32_t count);
/* Appends the places of the whole report. */
void gate_put_worst_files(gating *g, cc_buf *out, int kind);
/* Adds a verdict, and frees the text. */
void gate_add(gating *g, cc_buf *text, bool is_met);

/* --- gate_scopes.c ---------------------------------------------------------------------------- */
void gate_check_files(gating *g);
void gate_check_patch(gating *g);
void gate_check_uncovered(gating *g);
void gate_check_baseline(gating *g);

#endif
