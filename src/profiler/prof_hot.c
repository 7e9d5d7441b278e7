/* Has hot code that is compiled only once compiled again, without the probes that were hit. See
 * prof.h.
 *
 * Where the JIT does not optimise (Debug builds) the runtime compiles no method a second time. A
 * store costs little there, but two threads that store into one cache line slow each other down by
 * a factor of a hundred. So a thread of the library checks from time to time which probes fire. It
 * changes the counter of a hit probe from 1 to 2; the probe of a counter that is 1 again a moment
 * later has fired meanwhile. The runtime compiles methods that have such a probe in each of several
 * short moments again by ReJIT at their next call. Such code is never inlined, so that ReJIT, which
 * prevents inlining of the method, costs nothing; the library leaves optimised code to the tiers of
 * the runtime.
 *
 * The time between two searches grows with the age of the process. So the thread finds code that
 * stays hot after a small part of its time, and does not slow a short process down. */
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/cc_os.h"
#include "profiler/prof_thread.h"
#include "profiler/prof_work.h"

/* Counters of once mode: a reader treats every value but 0 as a hit. */
enum { FIRED = 1, SEEN = 2 };

enum { MAX_WATCHED = 256, WATCHES = 2 };

enum { NS_PER_US = 1000, NS_PER_MS = 1000 * NS_PER_US, NS_PER_S = 1000 * NS_PER_MS };

/* Duration of the search in all methods, and of each check of the methods that fired in it. */
enum { FIRST_MOMENT_NS = NS_PER_MS, MOMENT_NS = 50 * NS_PER_US };

/* Time between two searches in a session that tests this library: every method that fires is
 * hot. */
enum { EAGER_NS = 300 * NS_PER_US };

/* Time between two searches in other sessions: a part of the time since the first search, and much
 * more than a search takes. */
enum { SHORTEST_NS = 10 * NS_PER_MS, LONGEST_NS = NS_PER_S, PART_OF_AGE = 8, PART_OF_LOOK = 300 };

typedef struct watched {
    prof_module *module; /* held */
    uint32_t row;
} watched;

typedef struct look {
    watched items[MAX_WATCHED];
    uint32_t count;
    /* number of fired methods to skip: earlier searches had room only for these */
    uint32_t to_pass;
    uint32_t fired;
} look;

/* Marks hit probes, so that probes that fire later can be distinguished. A body has as many
 * counters as sites. */
static void mark(const prof_body *body) {
    uint8_t *counters = (uint8_t *)(uintptr_t)body->counters;
    for (uint32_t i = 0; i < body->site_count; i++) {
        if (__atomic_load_n(&counters[i], __ATOMIC_RELAXED) == FIRED) {
            __atomic_store_n(&counters[i], SEEN, __ATOMIC_RELAXED);
        }
    }
}

static bool has_fired(const prof_body *body) {
    for (uint32_t i = 0; i < body->site_count; i++) {
        if (__atomic_load_n(&body->counters[i], __ATOMIC_RELAXED) == FIRED) {
            return true;
        }
    }
    return false;
}

/* The runtime refuses ReJIT for code that may be unloaded. */
static bool is_watchable(const prof_module *module) {
    return module->image != NULL && !module->image->is_optimised &&
           (module->flags & PROF_MODULE_COLLECTIBLE) == 0;
}

/* NULL: the method is not measured, or was not compiled yet. */
static const prof_body *measured_body(const prof_module *module, uint32_t row) {
    const prof_body *body = prof_body_of(module, row);
    return body != NULL && body->skip == MTH_OK ? body : NULL;
}

static void mark_all(prof_profiler *p, prof_module *module, void *context) {
    (void)p;
    (void)context;
    if (!is_watchable(module)) {
        return;
    }
    for (uint32_t row = 1; row <= module->image->method_count; row++) {
        const prof_body *body = measured_body(module, row);
        if (body != NULL) {
            mark(body);
        }
    }
}

/* The method has hit probes that a compile would remove. After a request, whatever its result,
 * another request needs further hit probes. */
static bool is_worth_it(const prof_module *module, uint32_t row, const prof_body *body) {
    return prof_method_is_set(module, row) &&
           prof_body_hits(body) > atomic_load(&module->methods[row - 1].asked);
}

static void take(look *found, prof_module *module, uint32_t row) {
    if (found->fired++ >= found->to_pass && found->count < MAX_WATCHED &&
        prof_module_hold(module)) {
        found->items[found->count++] = (watched){module, row};
    }
}

static void find_fired(prof_profiler *p, prof_module *module, void *context) {
    (void)p;
    if (!is_watchable(module)) {
        return;
    }
    for (uint32_t row = 1; row <= module->image->method_count; row++) {
        const prof_body *body = measured_body(module, row);
        if (body != NULL && has_fired(body) && is_worth_it(module, row, body)) {
            take(context, module, row);
        }
    }
}

static void rest(int64_t nanoseconds) {
    struct timespec time = {nanoseconds / NS_PER_S, nanoseconds % NS_PER_S};
    (void)nanosleep(&time, NULL);
}

/* Keeps the methods that fire in the next moment, too. */
static void watch_once(prof_profiler *p, look *found) {
    for (uint32_t i = 0; i < found->count; i++) {
        mark(prof_body_of(found->items[i].module, found->items[i].row));
    }
    rest(MOMENT_NS);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < found->count; i++) {
        watched item = found->items[i];
        if (has_fired(prof_body_of(item.module, item.row))) {
            found->items[kept++] = item;
        } else {
            prof_module_leave(p, item.module);
        }
    }
    found->count = kept;
}

/* False: the runtime does not support this. */
static bool request(prof_profiler *p, const look *found) {
    prof_id modules[MAX_WATCHED];
    uint32_t tokens[MAX_WATCHED];
    for (uint32_t i = 0; i < found->count; i++) {
        const watched *item = &found->items[i];
        modules[i] = (prof_id)atomic_load(&item->module->id);
        tokens[i] = MD_TOKEN(MD_METHODDEF, item->row);
        atomic_store(&item->module->methods[item->row - 1].asked,
                     prof_body_hits(prof_body_of(item->module, item->row)));
    }
    return PROF_OK(prof_events_add(p, PROF_ENABLE_REJIT)) &&
           PROF_OK(prof_info_request_rejit(&p->info, found->count, modules, tokens));
}

static bool is_eager(const prof_profiler *p) {
    return p->session.settings.stress != SES_STRESS_NONE;
}

/* False: this was the last search. */
static bool look_for_hot(prof_profiler *p) {
    look found = {.count = 0, .to_pass = p->hot.passed};
    prof_module_each(p, mark_all, NULL);
    rest(FIRST_MOMENT_NS);
    prof_module_each(p, find_fired, &found);
    p->hot.passed = found.count == MAX_WATCHED ? found.to_pass + MAX_WATCHED : 0;
    for (int i = 0; i < WATCHES && found.count > 0 && !is_eager(p); i++) {
        watch_once(p, &found);
    }
    bool goes_on = !atomic_load(&p->hot.is_over) && (found.count == 0 || request(p, &found));
    for (uint32_t i = 0; i < found.count; i++) {
        prof_module_leave(p, found.items[i].module);
    }
    return goes_on;
}

/* --- the thread ------------------------------------------------------------------------------- */

static int64_t now_ns(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

static int64_t pause_ns(const prof_profiler *p, int64_t age, int64_t look_took) {
    if (is_eager(p)) {
        return EAGER_NS;
    }
    int64_t pause = age / PART_OF_AGE;
    pause = pause < SHORTEST_NS ? SHORTEST_NS : pause > LONGEST_NS ? LONGEST_NS : pause;
    return pause > look_took * PART_OF_LOOK ? pause : look_took * PART_OF_LOOK;
}

/* Runs under the lock. */
static void sleep_for(prof_hot *hot, int64_t nanoseconds) {
    int64_t until = now_ns() + nanoseconds;
    struct timespec time = {until / NS_PER_S, until % NS_PER_S};
    int status = 0;
    while (!atomic_load(&hot->is_over) && status == 0) {
        status = pthread_cond_timedwait(&hot->end, &hot->lock, &time);
    }
}

/* Runs under the lock, which it releases during the search. False: this was the last search. */
static bool look_unlocked(prof_profiler *p, int64_t *took) {
    if (atomic_load(&p->hot.is_over)) {
        return false;
    }
    uint64_t before = cc_os_thread_ns();
    p->hot.is_looking = true;
    (void)pthread_mutex_unlock(&p->hot.lock);
    bool goes_on = look_for_hot(p);
    (void)pthread_mutex_lock(&p->hot.lock);
    p->hot.is_looking = false;
    (void)pthread_cond_broadcast(&p->hot.end);
    *took = (int64_t)(cc_os_thread_ns() - before);
    return goes_on;
}

static void *watch(void *profiler) {
    prof_profiler *p = profiler;
    int64_t begun = now_ns();
    int64_t took = 0;
    bool goes_on = true;
    (void)pthread_setname_np(pthread_self(), "clrcov");
    (void)pthread_mutex_lock(&p->hot.lock);
    while (goes_on) {
        sleep_for(&p->hot, pause_ns(p, now_ns() - begun, took));
        goes_on = look_unlocked(p, &took);
    }
    (void)pthread_mutex_unlock(&p->hot.lock);
    if (atomic_load(&p->hot.is_over)) {
        prof_thread_rest();
    }
    return NULL;
}

bool prof_hot_init(prof_hot *hot) {
    pthread_condattr_t monotonic;
    return pthread_mutex_init(&hot->lock, NULL) == 0 && pthread_condattr_init(&monotonic) == 0 &&
           pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC) == 0 &&
           pthread_cond_init(&hot->end, &monotonic) == 0;
}

void prof_hot_begin(prof_profiler *p) {
    if (atomic_load_explicit(&p->hot.is_begun, memory_order_relaxed) ||
        atomic_exchange(&p->hot.is_begun, true)) {
        return;
    }
    /* The runtime refuses ReJIT for modules that can be reloaded. */
    if (prof_erases(p) && !p->is_modifiable) {
        (void)prof_thread_start(watch, p); /* on failure probes stay */
    }
}

/* Waits a moment for a search in progress. */
void prof_hot_end(prof_profiler *p) {
    enum { PATIENCE_NS = 20 * NS_PER_MS };
    int64_t until = now_ns() + PATIENCE_NS;
    struct timespec time = {until / NS_PER_S, until % NS_PER_S};
    int status = 0;
    (void)pthread_mutex_lock(&p->hot.lock);
    atomic_store(&p->hot.is_over, true);
    (void)pthread_cond_broadcast(&p->hot.end);
    while (p->hot.is_looking && status == 0) {
        status = pthread_cond_timedwait(&p->hot.end, &p->hot.lock, &time);
    }
    (void)pthread_mutex_unlock(&p->hot.lock);
}
