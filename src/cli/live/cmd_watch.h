/* Pages that clrcov watch keeps fresh. */
#ifndef CMD_WATCH_H
#define CMD_WATCH_H

#include "coverage/model/cov_model.h"

/* A report, and the arena that it lies in. */
typedef struct cmd_watch_model {
    const cov_model *model; /* NULL: none yet */
    cc_arena *arena;        /* may be that of the other one */
} cmd_watch_model;

typedef struct cmd_watch_pages {
    const char *path;       /* of the folder; NULL: no pages are wanted */
    const char *since;      /* what `before` is the report of */
    cmd_watch_model before; /* what the pages are compared with */
    cmd_watch_model last;   /* what they show */
    uint64_t making;        /* number of the last one; 0: there was none */
    uint64_t reset;         /* ses_last_reset() when `last` was read */
} cmd_watch_pages;

/* Writes the pages of this moment, if anything changed since the last call. In front stands what is
 * new: since the watching began, or since the counters were set to zero. `reset` is
 * ses_last_reset() as it was before the counters were read. Takes the arena, in which the model
 * lies. Returns an exit code. */
int cmd_watch_pages_show(cmd_watch_pages *pages, const cov_model *model, cc_arena *arena,
                         uint64_t reset);
void cmd_watch_pages_end(cmd_watch_pages *pages);

#endif
