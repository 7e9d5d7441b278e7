/* See cmd_progress.h. A thread of its own writes, so that the work is the same with a terminal and
 * without. */
#include "cli/report/cmd_progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cc_os.h"

enum { DELAY_MS = 1000, RENEWAL_MS = 200 };

static void show(cmd_progress *p) {
    size_t done = atomic_load_explicit(&p->counts.done, memory_order_relaxed);
    size_t total = atomic_load_explicit(&p->counts.total, memory_order_relaxed);
    if (total > 0) {
        (void)fprintf(stderr, "\r%s: %zu of %zu", p->what, done < total ? done : total, total);
    } else {
        (void)fprintf(stderr, "\r%s ...", p->what);
    }
    (void)fflush(stderr);
    p->is_shown = true;
}

/* The longest line that show() can have written. */
static void wipe(const cmd_progress *p) {
    enum { FIGURES = 48 };
    (void)fprintf(stderr, "\r%*s\r", (int)strlen(p->what) + FIGURES, "");
    (void)fflush(stderr);
}

/* Waits for the end; false when the time is over before it. Called with the lock held. */
static bool wait_for_end(cmd_progress *p, unsigned ms) {
    enum { MS = 1000, NS_OF_MS = 1000000, NS = 1000000000 };
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / MS;
    until.tv_nsec += (long)(ms % MS) * NS_OF_MS;
    until.tv_sec += until.tv_nsec / NS;
    until.tv_nsec %= NS;
    int code = 0;
    while (!p->is_over && code == 0) {
        code = pthread_cond_timedwait(&p->ended, &p->lock, &until);
    }
    return p->is_over;
}

static void *write_lines(void *ctx) {
    cmd_progress *p = ctx;
    (void)pthread_mutex_lock(&p->lock);
    for (unsigned ms = p->delay_ms; !wait_for_end(p, ms); ms = RENEWAL_MS) {
        show(p);
    }
    (void)pthread_mutex_unlock(&p->lock);
    return NULL;
}

static bool has_terminal(void) {
    const char *term = getenv("TERM");
    return cc_os_terminal_width() > 0 && term != NULL && strcmp(term, "dumb") != 0;
}

void cmd_progress_begin(cmd_progress *p, const char *what, bool is_quiet) {
    pthread_condattr_t clock;
    p->what = what;
    p->delay_ms = p->delay_ms == 0 ? DELAY_MS : p->delay_ms;
    if (is_quiet || !has_terminal()) {
        return;
    }
    (void)pthread_mutex_init(&p->lock, NULL);
    (void)pthread_condattr_init(&clock);
    (void)pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&p->ended, &clock);
    (void)pthread_condattr_destroy(&clock);
    p->has_thread = pthread_create(&p->thread, NULL, write_lines, p) == 0;
}

void cmd_progress_end(cmd_progress *p) {
    if (!p->has_thread) {
        return;
    }
    (void)pthread_mutex_lock(&p->lock);
    p->is_over = true;
    (void)pthread_cond_signal(&p->ended);
    (void)pthread_mutex_unlock(&p->lock);
    (void)pthread_join(p->thread, NULL);
    if (p->is_shown) {
        wipe(p);
    }
    (void)pthread_cond_destroy(&p->ended);
    (void)pthread_mutex_destroy(&p->lock);
}
