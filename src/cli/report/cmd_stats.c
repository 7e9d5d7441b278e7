/* clrcov run --stats: the library's own work in the measured processes. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/core/cmd.h"
#include "cli/report/cmd_stats.h"

typedef struct stats {
    clrcov_work sum;
    uint32_t processes;
    uint64_t most_ns; /* largest value of one process */
} stats;

static void subtract_looks(uint64_t *ns, uint64_t looks) {
    *ns -= looks < *ns ? looks : *ns;
}

static void add(stats *s, const clrcov_work *counted) {
    clrcov_work own = *counted;
    clrcov_work *work = &own;
    uint64_t inner = work->modules + work->methods;
    subtract_looks(&work->module_ns, work->modules * work->look_ns);
    subtract_looks(&work->method_ns, work->methods * work->look_ns);
    subtract_looks(&work->callback_ns, (work->callbacks + 2 * inner) * work->look_ns);
    uint64_t whole = work->start_ns + work->callback_ns;
    s->processes++;
    s->most_ns = whole > s->most_ns ? whole : s->most_ns;
    s->sum.start_ns += work->start_ns;
    s->sum.callbacks += work->callbacks;
    s->sum.callback_ns += work->callback_ns;
    s->sum.modules += work->modules;
    s->sum.module_ns += work->module_ns;
    s->sum.methods += work->methods;
    s->sum.method_ns += work->method_ns;
    s->sum.erased += work->erased;
}

/* Skips unreadable files: the report names them. */
static cc_err add_up(stats *s, const ses_session *session, cc_arena *arena) {
    char **paths;
    size_t count;
    CC_TRY(ses_files(session, arena, &paths, &count));
    for (size_t i = 0; i < count; i++) {
        ctr_file *counters;
        if (ctr_open(&counters, paths[i], arena) == CC_OK) {
            add(s, &counters->work);
            ctr_close(counters);
        }
    }
    return CC_OK;
}

static double ms(uint64_t ns) {
    return (double)ns / 1e6;
}

static double each_us(uint64_t ns, uint64_t count) {
    return count == 0 ? 0 : (double)ns / 1e3 / (double)count;
}

void cmd_say_stats(const ses_session *session) {
    stats s = {0};
    cc_arena *arena = cc_arena_new();
    cc_err err = add_up(&s, session, arena);
    cc_arena_free(arena);
    if (err != CC_OK) {
        cmd_say("--stats: %s", cc_error_message());
        return;
    }
    const clrcov_work *w = &s.sum;
    uint64_t inner = w->module_ns + w->method_ns;
    uint64_t others = w->callback_ns > inner ? w->callback_ns - inner : 0;
    uint64_t whole = w->start_ns + w->callback_ns;
    (void)fprintf(stderr, "Processes: %" PRIu32 ", library %.1f ms each, at most %.1f ms\n",
                  s.processes, s.processes == 0 ? 0 : ms(whole) / s.processes, ms(s.most_ns));
    (void)fprintf(stderr, "Start: %.1f ms\n", ms(w->start_ns));
    (void)fprintf(stderr, "Modules: %" PRIu64 ", %.1f ms, %.0f us each\n", w->modules,
                  ms(w->module_ns), each_us(w->module_ns, w->modules));
    (void)fprintf(stderr, "Methods: %" PRIu64 ", %.1f ms, %.1f us each\n", w->methods,
                  ms(w->method_ns), each_us(w->method_ns, w->methods));
    (void)fprintf(stderr, "Callbacks: %" PRIu64 ", %.1f ms besides, %.2f us each\n", w->callbacks,
                  ms(others), each_us(others, w->callbacks));
    (void)fprintf(stderr, "Erased: %" PRIu64 "\n", w->erased);
}
