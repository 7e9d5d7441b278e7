/* Finds ancestors by their counters files. See prof_family.h. Files are named "p-PID-RANDOM.cov"
 * and locked while their process lives, so that a reused process id is not taken for the former
 * process. */
#include "profiler/prof_family.h"

#include <stdio.h>

#include "base/cc_file.h"
#include "base/cc_hash.h"
#include "base/cc_os.h"

enum { MAX_ANCESTORS = 64 };

typedef struct family {
    const char *session_dir;
    char **names;
    size_t count;
    cc_arena *arena;
} family;

static bool is_measured(const family *f, uint32_t pid) {
    char prefix[32];
    (void)snprintf(prefix, sizeof prefix, "p-%u-", pid);
    for (size_t i = 0; i < f->count; i++) {
        if (!cc_str_starts(cc_strz(f->names[i]), prefix)) {
            continue;
        }
        const char *path = cc_path_join(f->arena, f->session_dir, f->names[i]);
        if (path != NULL && cc_file_is_locked(path)) {
            return true;
        }
    }
    return false;
}

/* Computes the mark from the session's name only, so that it is equal in all its processes, in
 * whatever namespace they see the directory. */
static uint64_t mark_of(const char *session_dir) {
    cc_str name = cc_path_base(cc_strz(session_dir));
    return cc_hash64(cc_span_of(name.s, name.len));
}

void prof_mark_descendants(const char *session_dir) {
    cc_os_mark_descendants(mark_of(session_dir));
}

cc_err prof_has_measured_ancestor(bool *out, const char *session_dir, cc_arena *arena) {
    family f = {.session_dir = session_dir, .arena = arena};
    *out = cc_os_has_mark(mark_of(session_dir));
    if (*out) {
        return CC_OK;
    }
    CC_TRY(cc_dir_list(arena, session_dir, &f.names, &f.count));
    uint32_t pid = cc_os_parent_of(cc_os_pid());
    for (int i = 0; i < MAX_ANCESTORS && pid != 0 && !*out; i++) {
        *out = is_measured(&f, pid);
        pid = cc_os_parent_of(pid);
    }
    return CC_OK;
}
