/* Two reports beside each other: what is covered better and worse than before. Lines are compared
 * one by one where both reports are of the same text of the file, else only its figures are. Memory
 * of the given arena; lines are borrowed from the two models. Threads: pure functions of their
 * arguments. */
#ifndef CMP_H
#define CMP_H

#include "base/cc_arena.h"
#include "base/cc_err.h"
#include "coverage/model/cov_model.h"

/* A line in both reports. Its state (missed, partial, covered) or, of a partial line, the number of
 * arms or points that were reached differs. */
typedef struct cmp_line {
    const cov_line *before, *after;
} cmp_line;

typedef struct cmp_file {
    cc_str path;
    const cov_file *before, *after; /* NULL: that report does not have the file */
    bool is_other_text;             /* the two were compiled from different text: no lines */
    cov_totals from, to;            /* without methods and complexity */
    cmp_line *worse, *better;       /* by number */
    uint32_t worse_count, better_count;
} cmp_file;

typedef struct cmp_result {
    const cov_model *before, *after;
    /* Those that differ in coverage or text: most lines worse first, then by path */
    cmp_file *files;
    uint32_t file_count;
    uint32_t worse_count, better_count; /* lines, of all files */
} cmp_result;

/* Below 0: the line is covered worse than before; 0: as before; above 0: better. */
int cmp_lines(const cov_line *before, const cov_line *after);

/* CC_E_NOMEM. */
CC_NODISCARD cc_err cmp_reports(cmp_result *out, const cov_model *before, const cov_model *after,
                                cc_arena *arena);

/* The report as if nothing had run: files and lines of `model` with nothing hit, for cmp_reports()
 * alone, which asks for nothing else. It borrows names from the model. NULL when out of memory. */
cov_model *cmp_nothing_ran(const cov_model *model, cc_arena *arena);

#endif
