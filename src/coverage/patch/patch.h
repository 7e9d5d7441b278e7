/* Changes of sources and their coverage: a unified diff (POSIX diff -u, with git's extended
 * headers), mapped to the lines of a report. The text of a patch is foreign: the parser checks each
 * number. Threads: pure functions of their arguments. */
#ifndef PATCH_H
#define PATCH_H

#include "base/cc_arena.h"
#include "base/cc_err.h"
#include "coverage/model/cov_model.h"

/* Consecutive lines; count 0: none, between line `first` and the next one. */
typedef struct patch_hunk {
    uint32_t old_first, old_count, new_first, new_count;
} patch_hunk;

typedef struct patch_range {
    uint32_t first, last;
} patch_range;

typedef struct patch_file {
    /* the present path, relative to the top of the patch; of a deleted file: the old path */
    cc_str path;
    cc_str old_path; /* differs from `path` when the file was renamed or copied */
    bool is_deleted, is_new, is_binary;
    bool is_submodule;
    patch_range *added; /* present lines, ascending, without overlap */
    uint32_t added_count;
    patch_hunk *hunks; /* ascending; changes only, without context */
    uint32_t hunk_count;
} patch_file;

typedef struct patch_change {
    patch_file *files; /* in the order of the patch */
    uint32_t file_count;
} patch_change;

/* Reads a patch; `text` must stay in place. The patch may have any number of context lines, and
 * paths with or without prefixes (a/ and b/, or those that git's header of the file shows, as with
 * diff.mnemonicPrefix), quoted like git's. CC_E_FORMAT with the line of the
 * patch: also for text without any change, a combined diff (of a merge), and a file that is changed
 * twice (a series of patches). An empty text is a patch without changes. CC_E_NOMEM. Memory of the
 * arena. */
CC_NODISCARD cc_err patch_parse(patch_change *out, cc_str text, cc_arena *arena);

/* Returns the number that an unchanged line had; 0: the line is new. */
uint32_t patch_old_line(const patch_file *file, uint32_t line);

/* --- patch_cover.c: the coverage of the patch ------------------------------------------------- */

/* A changed file that is in the report. */
typedef struct patch_covered {
    const patch_file *change;
    const cov_file *file;
    cov_line **lines; /* added lines that have code */
    uint32_t line_count;
    cov_totals totals; /* of these lines, and of the methods that contain one of them */
} patch_covered;

/* An unchanged line that ran before and no longer runs. */
typedef struct patch_lost {
    const cov_file *file;
    cov_line *line;
    uint32_t old_line;
} patch_lost;

typedef struct patch_cover {
    patch_covered *files; /* files with such lines, by path */
    uint32_t file_count;
    cov_totals totals;
    /* Changed sources (C#, F#, Visual Basic) that are not in the report, by path */
    cc_str *unknown;
    uint32_t unknown_count;
    /* Changed sources of test assemblies, which `unknown` does not contain; 0 without facts in the
     * model */
    uint32_t test_count;
    patch_lost *lost; /* with a report of the base: by path, then line */
    uint32_t lost_count;
} patch_cover;

/* Computes the coverage of the patch. `before`: the report of the base; NULL: none. */
void patch_cover_make(patch_cover *out, const patch_change *change, const cov_model *model,
                      const cov_model *before, cc_arena *arena);

#endif
