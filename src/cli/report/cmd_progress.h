/* A line on the terminal about work that takes long. It appears when the work has taken a second,
 * is renewed a few times a second, and is wiped out at the end. Nothing is written when standard
 * error is not a terminal, or a dumb one. */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>

#include "base/cc_progress.h"

typedef struct cmd_progress {
    cc_progress counts; /* for those who do the work */
    const char *what;   /* "merging" */
    unsigned delay_ms;  /* before the line appears; 0: a second */
    bool is_shown;      /* the thread's own */
    bool has_thread;
    bool is_over; /* guarded by `lock`, as `is_shown` is at the end */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
} cmd_progress;

/* The progress must stay in place until cmd_progress_end(). Without a thread there is no line. */
void cmd_progress_begin(cmd_progress *progress, const char *what, bool is_quiet);
/* Wipes the line out. */
void cmd_progress_end(cmd_progress *progress);

#endif
