/* The commands of an attach. See prof_attach.h. */
#include "profiler/prof_attach.h"

#include <stdlib.h>
#include <string.h>

#include "base/cc_os.h"
#include "clrcov/attach_data.h"
#include "profiler/prof_catch.h"
#include "profiler/prof_rejit.h"
#include "profiler/prof_work.h"

/* The only variable of the library for the whole process: a later attach gets a new object from the
 * runtime, and no reference to the first one. */
static _Atomic(prof_profiler *) settled;

void prof_attach_settle(prof_profiler *p) {
    atomic_store(&settled, p);
}

bool prof_attach_is_settled(void) {
    return atomic_load(&settled) != NULL;
}

void prof_attach_forget(const prof_profiler *p) {
    if (atomic_load(&settled) == p) {
        atomic_store(&settled, NULL);
    }
}

prof_profiler *prof_attach_heir(prof_profiler *p) {
    prof_profiler *heir = atomic_load_explicit(&p->heir, memory_order_acquire);
    return heir != NULL ? heir : p;
}

bool prof_attach_is_measuring(const prof_profiler *p) {
    return p->writer != NULL && !atomic_load_explicit(&p->is_stopped, memory_order_relaxed);
}

/* --- the commands ----------------------------------------------------------------------------- */

static prof_hr start(prof_profiler *p, prof_object *unknown, const char *dir) {
    uint64_t begun = cc_os_thread_ns();
    prof_hr hr = prof_start_attached(p, unknown, dir);
    if (PROF_OK(hr)) {
        prof_work_started(p, begun);
    }
    return hr;
}

/* The runtime calls ProfilerAttachComplete after this function returns. */
static prof_hr begin_first(prof_profiler *p, prof_object *unknown, const char *dir) {
    prof_hr hr = start(p, unknown, dir);
    if (PROF_OK(hr)) {
        prof_attach_settle(p);
    }
    return hr;
}

/* The runtime calls the first object, for the events that this object requested. */
static prof_hr begin_again(prof_profiler *p, prof_profiler *first, const char *dir) {
    p->info = first->info;
    p->events = first->events;
    prof_hr hr = start(p, NULL, dir);
    if (!PROF_OK(hr)) {
        return hr;
    }
    atomic_store_explicit(&first->heir, p, memory_order_release);
    prof_catch_up(p);
    return (prof_hr)CLRCOV_ATTACH_DONE;
}

static void end_measuring(prof_profiler *p) {
    prof_module_end(p);
    atomic_store(&p->is_stopped, true);
    prof_rejit_revert(p);
    ctr_writer_end(p->writer);
}

/* A session of an attach may be gone: its command was ended before the library answered. */
static prof_hr begin(prof_profiler *p, prof_object *unknown, const char *dir) {
    prof_profiler *first = atomic_load(&settled);
    if (first == NULL) {
        return begin_first(p, unknown, dir);
    }
    prof_profiler *now = prof_attach_heir(first);
    if (prof_attach_is_measuring(now) && now->is_attached && !cc_path_is_dir(now->session.dir)) {
        end_measuring(now);
    }
    return prof_attach_is_measuring(now) ? (prof_hr)CLRCOV_ATTACH_BUSY : begin_again(p, first, dir);
}

/* The library does not stop a session that began with the process: its bodies are in code that was
 * compiled once. A session that another command has stopped is stopped. */
static prof_hr stop(const char *dir) {
    prof_profiler *first = atomic_load(&settled);
    prof_profiler *now = first != NULL ? prof_attach_heir(first) : NULL;
    if (now == NULL || !now->is_attached || strcmp(now->session.dir, dir) != 0) {
        return (prof_hr)CLRCOV_ATTACH_NOT_ON;
    }
    if (prof_attach_is_measuring(now)) {
        end_measuring(now);
    }
    return (prof_hr)CLRCOV_ATTACH_DONE;
}

/* --- the client data -------------------------------------------------------------------------- */

/* Returns the path after the word, zero-terminated; the caller frees it. NULL: another word, or out
 * of memory. */
static char *after(cc_span data, const char *word) {
    size_t size = strlen(word);
    if (data.len <= size || memcmp(data.data, word, size) != 0 || data.data[size] != '/' ||
        memchr(data.data, 0, data.len) != NULL) {
        return NULL;
    }
    return strndup((const char *)data.data + size, data.len - size);
}

prof_hr prof_attach(prof_profiler *p, prof_object *unknown, cc_span data) {
    char *begun = after(data, CLRCOV_ATTACH_BEGIN);
    char *stopped = begun == NULL ? after(data, CLRCOV_ATTACH_STOP) : NULL;
    prof_hr hr = (prof_hr)CLRCOV_ATTACH_UNKNOWN;
    if (begun != NULL) {
        hr = begin(p, unknown, begun);
    } else if (stopped != NULL) {
        hr = stop(stopped);
    }
    free(begun);
    free(stopped);
    return hr;
}
