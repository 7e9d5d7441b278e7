/* Work before the command has ended; see cmd_early.h. */
#include "cli/report/cmd_early.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/cc_os.h"
#include "base/cc_quota.h"
#include "cli/core/cmd_memory.h"

/* A command that ends at once needs no early work. */
enum { FIRST_LOOK_MS = 250, LOOK_MS = 20, WAIT_MS = 1 };
/* How old a model may be when the command ends. */
#define FRESH_NS UINT64_C(1000000000)
/* The part of the command's time that models take which nobody takes. */
enum { PART = 20 };

struct cmd_early {
    cmd_subject subject; /* a copy without output; `model`: NULL, or in `arena` */
    size_t kept_sessions;
    cc_arena *arena;
    cc_progress progress;
    uint64_t begun_ns, built_ns,
        spent_ns; /* the thread began; the model was complete; all models took */
    bool has_pruned;
    _Atomic uint64_t state; /* of the session when the model was begun; 0: before the first one */
    atomic_bool is_over;    /* the thread begins no other work */
    atomic_bool
        is_working;   /* the fields above belong to the thread, else to the caller where is_over */
    atomic_int users; /* the caller, and the thread */
};

/* --- the thread ------------------------------------------------------------------------------- */

static void leave(cmd_early *e) {
    if (atomic_fetch_sub(&e->users, 1) == 1) {
        cc_arena_free(e->arena);
        free(e);
    }
}

/* The caller sets is_over and then looks at is_working; so one of the two sees the other. */
static bool begin_work(cmd_early *e) {
    atomic_store(&e->is_working, true);
    if (atomic_load(&e->is_over)) {
        atomic_store(&e->is_working, false);
        return false;
    }
    return true;
}

static void end_work(cmd_early *e) {
    atomic_store(&e->is_working, false);
}

static void prune(cmd_early *e) {
    if (begin_work(e)) {
        e->has_pruned = ses_prune(e->kept_sessions, e->subject.session.dir) == CC_OK;
        end_work(e);
    }
}

static void drop_model(cmd_early *e) {
    cc_arena_free(e->arena);
    e->arena = NULL;
    e->subject.model = NULL;
}

static void build_model(cmd_early *e, uint64_t state) {
    uint64_t begun = cc_os_monotonic_ns();
    drop_model(e);
    e->arena = cc_arena_new();
    atomic_store(&e->state, state);
    if (cmd_subject_build(&e->subject, &e->progress, e->arena) != CC_OK) {
        drop_model(e);
    }
    e->built_ns = cc_os_monotonic_ns();
    e->spent_ns += e->built_ns - begun;
}

static bool is_fresh(const cmd_early *e) {
    return cc_os_monotonic_ns() - e->built_ns <= FRESH_NS;
}

static bool is_affordable(const cmd_early *e) {
    return e->spent_ns <= (cc_os_monotonic_ns() - e->begun_ns) / PART;
}

static void look(cmd_early *e) {
    ses_moment now;
    cc_arena *scratch = cc_arena_new();
    bool is_known = ses_look(&now, e->subject.session.dir, scratch) == CC_OK;
    cc_arena_free(scratch);
    bool is_new = is_known && now.is_at_rest && now.state != atomic_load(&e->state);
    if (is_new && is_affordable(e) && begin_work(e)) {
        build_model(e, now.state);
        end_work(e);
    } else if (e->arena != NULL && !is_fresh(e) && begin_work(e)) {
        drop_model(e);
        end_work(e);
    }
}

static void *work(void *data) {
    cmd_early *e = data;
    cc_os_sleep_ms(FIRST_LOOK_MS);
    prune(e);
    while (!atomic_load(&e->is_over)) {
        look(e);
        cc_os_sleep_ms(LOOK_MS);
    }
    leave(e);
    return NULL;
}

/* --- the caller ------------------------------------------------------------------------------- */

cmd_early *cmd_early_start(const cmd_subject *subject, size_t kept_sessions) {
    pthread_t thread;
    if (cc_os_processors() < 2 || cc_has_quota()) {
        return NULL;
    }
    cmd_early *e = calloc(1, sizeof *e);
    cmd_need_memory(e != NULL);
    e->subject = *subject;
    e->subject.is_quiet = true;
    e->kept_sessions = kept_sessions;
    e->begun_ns = cc_os_monotonic_ns();
    atomic_init(&e->users, 2);
    if (!cc_os_thread(&thread, work, e)) {
        free(e);
        return NULL;
    }
    (void)pthread_detach(thread);
    return e;
}

/* A thread without memory does not end its work. */
static bool wait_for_end(cmd_early *e) {
    while (atomic_load(&e->is_working) && !cmd_memory_was_short()) {
        cc_os_sleep_ms(WAIT_MS);
    }
    return !atomic_load(&e->is_working);
}

cov_model *cmd_early_take(cmd_early *e) {
    ses_moment now = {0};
    if (e == NULL) {
        return NULL;
    }
    atomic_store(&e->is_over, true);
    cc_arena *scratch = cc_arena_new();
    bool is_known = ses_look(&now, e->subject.session.dir, scratch) == CC_OK;
    cc_arena_free(scratch);
    bool is_same = is_known && now.is_at_rest && now.state == atomic_load(&e->state);
    if (!is_same) {
        cc_progress_cancel(&e->progress);
    }
    return wait_for_end(e) && is_same && is_fresh(e) ? e->subject.model : NULL;
}

bool cmd_early_end(cmd_early *e) {
    if (e == NULL) {
        return false;
    }
    atomic_store(&e->is_over, true);
    cc_progress_cancel(&e->progress);
    bool has_pruned = wait_for_end(e) && e->has_pruned;
    leave(e);
    return has_pruned;
}
