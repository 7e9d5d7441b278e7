/* Adds up the library's own work in the counters file. See prof_work.h. */
#include "profiler/prof_work.h"

#include "base/cc_os.h"

static bool is_enabled(const prof_profiler *p) {
    return p->session.settings.stats && p->writer != NULL;
}

static void add(uint64_t *sum, uint64_t amount) {
    (void)__atomic_fetch_add(sum, amount, __ATOMIC_RELAXED);
}

uint64_t prof_work_begin(const prof_profiler *p) {
    return is_enabled(p) ? cc_os_thread_ns() : 0;
}

void prof_work_end(const prof_profiler *p, prof_work_kind kind, uint64_t begun) {
    if (begun == 0) {
        return;
    }
    clrcov_work *work = ctr_writer_work(p->writer);
    uint64_t took = cc_os_thread_ns() - begun;
    switch (kind) {
    case PROF_WORK_CALLBACK:
        add(&work->callbacks, 1);
        add(&work->callback_ns, took);
        break;
    case PROF_WORK_MODULE:
        add(&work->modules, 1);
        add(&work->module_ns, took);
        break;
    case PROF_WORK_METHOD:
        add(&work->methods, 1);
        add(&work->method_ns, took);
        break;
    }
}

/* Cost of a call of the clock: a call that enters the kernel costs as much as the measured work. */
static uint64_t look_at_clock(void) {
    enum { LOOKS = 16 };
    uint64_t first = cc_os_thread_ns();
    uint64_t last = first;
    for (int i = 0; i < LOOKS; i++) {
        last = cc_os_thread_ns();
    }
    return (last - first) / LOOKS;
}

void prof_work_started(const prof_profiler *p, uint64_t begun) {
    if (is_enabled(p)) {
        clrcov_work *work = ctr_writer_work(p->writer);
        add(&work->start_ns, cc_os_thread_ns() - begun);
        add(&work->look_ns, look_at_clock());
    }
}

void prof_work_erased(const prof_profiler *p) {
    if (is_enabled(p)) {
        add(&ctr_writer_work(p->writer)->erased, 1);
    }
}
