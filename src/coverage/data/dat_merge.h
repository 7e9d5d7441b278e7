/* What the files of merging share: builds with their hits (dat_merge.c), and lists (dat_lists.c).
 * Internal to this room. */
#ifndef DAT_MERGE_H
#define DAT_MERGE_H

#include "base/cc_map.h"
#include "coverage/data/dat_internal.h"

/* A set of rows, compared as a whole. */
typedef struct dat_lists {
    cc_arena *arena;
    cc_map *runs;                      /* id -> cov_raw_run */
    cc_map *settings;                  /* row -> cov_raw_setting */
    cc_map *omitted;                   /* row -> cov_omitted */
    cc_map *facts;                     /* row without its sums -> cov_fact */
    cc_map *lost, *warnings, *missing; /* text -> cc_str */
    cc_map *left_out;                  /* path and checksum -> cov_raw_left_out */
} dat_lists;

/* To be closed in any case. */
void dat_lists_open(dat_lists *out, cc_arena *arena);
void dat_lists_close(dat_lists *lists);
void dat_lists_add(dat_lists *lists, const cov_raw *raw);
/* Fills all lists of `out` but assemblies and run_hits, sorted. */
void dat_lists_finish(dat_lists *lists, cov_raw *out);

#endif
