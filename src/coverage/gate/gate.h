/* Thresholds: compares the coverage of a report, of each file and of a patch with the limits of the
 * user. It compares fractions exactly, as integers. It rounds the figures in sentences down (risks:
 * up), so that they never contradict the verdict.
 *
 * Threads: pure functions of their arguments. */
#ifndef GATE_H
#define GATE_H

#include "base/cc_err.h"
#include "coverage/model/cov_model.h"
#include "coverage/patch/patch.h"

/* Percentages in ten-thousandths of a percent: 80.5 % is 805000. */
enum { GATE_NONE = -1, GATE_POINT = 10000, GATE_WHOLE = 100 * GATE_POINT };

/* What a limit applies to. */
typedef enum gate_scope {
    GATE_TOTAL,   /* the whole report */
    GATE_MINIMUM, /* each assembly */
    GATE_AVERAGE  /* the mean of the percentages of the assemblies that have something to cover */
} gate_scope;

/* 0, GATE_NONE: no threshold. */
typedef struct gate_percentages {
    int32_t line, branch, method;
} gate_percentages;

typedef struct gate_limits {
    gate_percentages all;
    gate_scope scope;       /* of `all` */
    gate_percentages file;  /* each file */
    gate_percentages patch; /* the changed lines, and the methods with a changed line */
    int64_t max_uncovered;  /* lines; GATE_NONE: any */
    int64_t max_crap;       /* of each method, see cov_crap_hundredths(); GATE_NONE: any */
    bool allow_empty;       /* a threshold is met when there is nothing to cover */
} gate_limits;

typedef struct gate_verdict {
    const char *text; /* a sentence, with the figure, the threshold and the worst places */
    bool is_met;
} gate_verdict;

typedef struct gate_result {
    gate_verdict *items; /* one verdict per threshold; an unmet one states what is missing */
    uint32_t count;
    bool is_met; /* all thresholds are met */
} gate_result;

/* The report, and what its thresholds refer to. */
typedef struct gate_subject {
    const cov_model *model;
    const patch_cover *patch;  /* NULL: without thresholds for a patch */
    const cov_model *baseline; /* no percentage may be lower than in this report; NULL: none */
} gate_subject;

/* Checks the thresholds. Memory of `arena`. CC_E_NOMEM. */
CC_NODISCARD cc_err gate_check(gate_result *out, const gate_subject *subject,
                               const gate_limits *limits, cc_arena *arena);

/* --- gate_number.c ---------------------------------------------------------------------------- */

enum { GATE_NUMBER_SIZE = 32 };
/* Appends "80%", "80.5%": up to four decimals. */
void gate_print_percent(char out[GATE_NUMBER_SIZE], int64_t percent);
/* Appends "12.50": hundredths. */
void gate_print_hundredths(char out[GATE_NUMBER_SIZE], uint64_t value);
/* covered / valid is at least limit / GATE_WHOLE. Both counts are below 2^43. */
bool gate_is_reached(uint64_t covered, uint64_t valid, int32_t limit);
/* Returns how many more must be covered to reach the limit. */
uint64_t gate_missing(uint64_t covered, uint64_t valid, int32_t limit);

#endif
