/* Sources that were changed after the last build. */
#include "coverage/impact/imp_internal.h"

static uint64_t time_of(const imp_state *s, cc_str path) {
    return imp_time_of(cc_arena_printf(s->arena, "%s/%.*s", s->folder, CC_STR_ARGS(path)));
}

/* A source that belongs to no project may be part of any: of the last one that was built, at
 * least. */
static uint64_t last_build(const imp_state *s) {
    uint64_t last = 0;
    for (uint32_t i = 0; i < s->now.count; i++) {
        uint64_t built = imp_is_own(s, s->now.items[i].path) ? time_of(s, s->now.items[i].path) : 0;
        last = built > last ? built : last;
    }
    return last;
}

/* 0: its build is not in the folder. */
static uint64_t build_of(const imp_state *s, cc_str source, uint64_t last) {
    cc_str assembly = {"", 0};
    if (!imp_find_project(s, source, &assembly) || assembly.len == 0) {
        return last;
    }
    return time_of(s, cc_strz(cc_arena_printf(s->arena, "%.*s.dll", CC_STR_ARGS(assembly))));
}

bool imp_is_newer(const imp_state *s, cc_str path) {
    uint64_t changed =
        imp_time_of(cc_arena_printf(s->arena, "%s/%.*s", s->request->root, CC_STR_ARGS(path)));
    return changed > build_of(s, path, last_build(s));
}

void imp_check_stale(imp_state *s) {
    uint64_t last = last_build(s);
    for (uint32_t i = 0; i < s->sources->count && s->all == NULL; i++) {
        const imp_source *source = s->sources->items[i];
        uint64_t built = build_of(s, source->path, last);
        if (built != 0 && source->changed_ns > built) {
            imp_run_all(s, "%.*s is newer than the build: build first", CC_STR_ARGS(source->path));
        }
    }
}
