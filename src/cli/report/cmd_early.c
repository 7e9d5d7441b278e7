/* Work before the command has ended; see cmd_early.h. */
#include "cli/report/cmd_early.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_quota.h"
#include "cli/core/cmd_memory.h"

/* A command that ends at once needs no early work. */
enum { FIRST_LOOK_MS = 250, LOOK_MS = 20, MOST_PAUSE_MS = 10000, WAIT_MS = 1 };
/* How old a model may be when the command ends. */
#define FRESH_NS UINT64_C(1000000000)
#define NS_PER_MS UINT64_C(1000000)
/* The part of the command's time for looking, and for models that nobody takes. */
enum { PART = 20 };

struct cmd_early {
    cmd_subject subject; /* a copy without output; `model`: NULL, or in `arena` */
    const char *session_dir;
    size_t kept_sessions;
    cc_arena *arena, *own; /* of the model; of the thread */
    cc_progress progress;
    uint64_t begun_ns;          /* the thread began */
    uint64_t spent_ns;          /* all models took */
    uint64_t read_ns, built_ns; /* the model: real time of its begin, and when it was complete */
    _Atomic uint64_t state; /* of the session when the model was begun; 0: before the first one */
    atomic_bool is_over;    /* the thread begins no other work */
    /* the fields before `state` belong to the thread; otherwise to the caller, where is_over */
    atomic_bool is_working;
    atomic_int users; /* the caller, and the thread */
};

/* --- the thread ------------------------------------------------------------------------------- */

static void leave(cmd_early *e) {
    if (atomic_fetch_sub(&e->users, 1) == 1) {
        cc_arena_free(e->arena);
        cc_arena_free(e->own);
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
    if (e->kept_sessions > 0 && begin_work(e)) {
        (void)!ses_prune(e->kept_sessions, e->session_dir);
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
    e->read_ns = cc_os_time_ns();
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
    bool is_known = ses_look(&now, e->session_dir, scratch) == CC_OK;
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

/* Many processes take long to look at. */
static unsigned pause_after(uint64_t took_ns) {
    uint64_t ms = took_ns * PART / NS_PER_MS;
    return ms < LOOK_MS ? LOOK_MS : ms < MOST_PAUSE_MS ? (unsigned)ms : MOST_PAUSE_MS;
}

static void *work(void *data) {
    cmd_early *e = data;
    cc_os_sleep_ms(FIRST_LOOK_MS);
    prune(e);
    while (!atomic_load(&e->is_over)) {
        uint64_t begun = cc_os_monotonic_ns();
        look(e);
        cc_os_sleep_ms(pause_after(cc_os_monotonic_ns() - begun));
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
    e->own = cc_arena_new();
    e->session_dir = cc_arena_strdup(e->own, cc_strz(subject->session.dir));
    e->subject = *subject;
    e->subject.is_quiet = true;
    e->kept_sessions = kept_sessions;
    e->begun_ns = cc_os_monotonic_ns();
    atomic_init(&e->users, 2);
    if (!cc_os_thread(&thread, work, e)) {
        cc_arena_free(e->own);
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

/* A script may change sources and assemblies after its tests. */
static bool has_same_inputs(const cmd_early *e) {
    const cov_model *model = e->subject.model;
    for (uint32_t i = 0; i < model->input_count; i++) {
        if (!cc_file_is_unchanged_since(model->inputs[i], e->read_ns)) {
            return false;
        }
    }
    return true;
}

cov_model *cmd_early_take(cmd_early *e) {
    ses_moment now = {0};
    if (e == NULL) {
        return NULL;
    }
    atomic_store(&e->is_over, true);
    cc_arena *scratch = cc_arena_new();
    bool is_known = ses_look(&now, e->session_dir, scratch) == CC_OK;
    cc_arena_free(scratch);
    bool is_same = is_known && now.is_at_rest && now.state == atomic_load(&e->state);
    if (!is_same) {
        cc_progress_cancel(&e->progress);
    }
    bool is_right = wait_for_end(e) && is_same && e->subject.model != NULL && is_fresh(e);
    return is_right && has_same_inputs(e) ? e->subject.model : NULL;
}

bool cmd_early_end(cmd_early *e) {
    if (e == NULL) {
        return true;
    }
    atomic_store(&e->is_over, true);
    cc_progress_cancel(&e->progress);
    bool has_ended = wait_for_end(e);
    leave(e);
    return has_ended;
}
