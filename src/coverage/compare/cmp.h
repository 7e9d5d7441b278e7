/* Compares two reports: what is covered better and worse than before. The comparison is line by
 * line where both reports have one text of the file, else it compares only the figures of the file.
 * Memory is of the given arena; lines are borrowed from the two models. Threads: pure functions of
 * their arguments. */
#ifndef CMP_H
#define CMP_H

#include "base/cc_arena.h"
#include "coverage/model/cov_model.h"

/* A line in both reports. Its state (missed, partial, covered) or, of a partial line, the number of
 * arms or points that were reached differs. */
typedef struct cmp_line {
    const cov_line *before, *after;
} cmp_line;

typedef struct cmp_file {
    cc_str path;
    const cov_file *before, *after; /* NULL: this report does not have the file */
    bool is_other_text;             /* the two reports have different texts of the file: no lines */
    cov_totals from, to;            /* without methods and complexity */
    cmp_line *worse, *better;       /* by number */
    uint32_t worse_count, better_count;
} cmp_file;

typedef struct cmp_result {
    const cov_model *before, *after;
    /* The files that differ in coverage or text: most lines worse first, then by path */
    cmp_file *files;
    uint32_t file_count;
    uint32_t worse_count, better_count; /* number of lines, of all files */
} cmp_result;

/* Returns a number below 0: the line is covered worse than before; 0: as before; above 0:
 * better. */
int cmp_lines(const cov_line *before, const cov_line *after);

cmp_result cmp_reports(const cov_model *before, const cov_model *after, cc_arena *arena);

/* Makes a report as if nothing had run: files and lines of `model` without hits, for cmp_reports()
 * alone, which needs nothing else. It borrows names from the model. */
cov_model *cmp_nothing_ran(const cov_model *model, cc_arena *arena);

#endif
