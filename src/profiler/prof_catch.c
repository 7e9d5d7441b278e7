/* The enumeration of modules after an attach. See prof_catch.h. */
#include "profiler/prof_catch.h"

#include <stdlib.h>
#include <time.h>

#include "base/cc_file.h"
#include "profiler/prof_frames.h"
#include "profiler/prof_rejit.h"

bool prof_catch_init(prof_catching *catching) {
    pthread_condattr_t monotonic;
    return pthread_mutex_init(&catching->lock, NULL) == 0 &&
           pthread_condattr_init(&monotonic) == 0 &&
           pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC) == 0 &&
           pthread_cond_init(&catching->passed, &monotonic) == 0;
}

/* Takes the next module that is still loaded; it cannot unload until pass(). 0: no more. */
static prof_id take(prof_catching *c) {
    (void)pthread_mutex_lock(&c->lock);
    while (c->left.count > 0 && c->left.items[c->left.count - 1] == 0) {
        c->left.count--;
    }
    c->current = c->left.count > 0 ? c->left.items[--c->left.count] : 0;
    prof_id id = c->current;
    (void)pthread_mutex_unlock(&c->lock);
    return id;
}

static void pass(prof_catching *c) {
    (void)pthread_mutex_lock(&c->lock);
    c->current = 0;
    (void)pthread_cond_broadcast(&c->passed);
    (void)pthread_mutex_unlock(&c->lock);
}

static void note_failure(prof_profiler *p) {
    prof_note_once(p,
                   CC_STR("the runtime did not list the modules loaded before clrcov attached; "
                          "their code is measured only where the runtime compiles it from now on"));
}

/* Compiled expressions are dynamic methods: the JIT optimises them at once and never compiles them
 * again, and ReJIT does not support them. */
static void note_expressions(prof_profiler *p, prof_id id) {
    prof_module_facts facts;
    if (PROF_OK(prof_info_module(&p->info, id, &facts)) &&
        cc_str_eqz(cc_path_base(cc_buf_str(&facts.path)), "System.Linq.Expressions.dll")) {
        prof_note_once(
            p,
            CC_STR("expressions, such as endpoints of ASP.NET Core, may have been compiled before "
                   "clrcov attached; small methods that were inlined into them are not measured"));
    }
    cc_buf_free(&facts.path);
}

/* Takes later modules first: the program's own modules were loaded after the framework's. */
static void examine_all(prof_profiler *p) {
    for (prof_id id = take(&p->catching); id != 0; id = take(&p->catching)) {
        prof_module *module = prof_module_see(p, id);
        note_expressions(p, id);
        if (module != NULL) {
            prof_rejit_request(p, module);
        }
        prof_module_leave(p, module);
        pass(&p->catching);
    }
}

static void set_list(prof_catching *c, prof_ids ids, bool is_listing) {
    (void)pthread_mutex_lock(&c->lock);
    c->left = ids;
    c->is_listing = is_listing;
    (void)pthread_cond_broadcast(&c->passed);
    (void)pthread_mutex_unlock(&c->lock);
}

void prof_catch_up(prof_profiler *p) {
    const prof_ids none = {.items = NULL};
    prof_ids ids;
    set_list(&p->catching, none, true);
    if (!PROF_OK(prof_info_modules(&p->info, &ids))) {
        note_failure(p);
    }
    set_list(&p->catching, ids, false);
    examine_all(p);
    atomic_store(&p->is_caught_up, true);
    set_list(&p->catching, none, false);
    free(ids.items);
    prof_frames_note(p);
    prof_frames_note_suspended(p);
}

/* Runs under the lock, which it releases during the wait. */
static void wait_for_list(prof_catching *c, const struct timespec *until) {
    int status = 0;
    while (c->is_listing && status == 0) {
        status = pthread_cond_timedwait(&c->passed, &c->lock, until);
    }
}

/* Runs under the lock, which it releases during the wait. */
static void wait_for_module(prof_catching *c, prof_id module, const struct timespec *until) {
    int status = 0;
    while (c->current == module && status == 0) {
        status = pthread_cond_timedwait(&c->passed, &c->lock, until);
    }
}

void prof_catch_unloads(prof_profiler *p, prof_id module) {
    enum { PATIENCE_S = 1 };
    prof_catching *c = &p->catching;
    struct timespec until;
    if (!p->is_attached) {
        return;
    }
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += PATIENCE_S;
    (void)pthread_mutex_lock(&c->lock);
    wait_for_list(c, &until);
    for (uint32_t i = 0; i < c->left.count; i++) {
        c->left.items[i] = c->left.items[i] == module ? 0 : c->left.items[i];
    }
    wait_for_module(c, module, &until);
    (void)pthread_mutex_unlock(&c->lock);
}
