/* The assemblies of the project as they are now; see imp_internal.h. */
#include <string.h>

#include "base/cc_crew.h"
#include "coverage/impact/imp_internal.h"
#include "coverage/module/mod_assembly.h"

/* The assembly that a file of the folder holds, by its name. */
static cc_str assembly_of(cc_str path) {
    cc_str stem = cc_path_stem(path);
    bool is_image = cc_str_ends_nocase(path, ".dll") && memchr(path.s, '/', path.len) == NULL;
    return is_image ? stem : CC_STR("");
}

bool imp_is_known(const cov_raw *data, cc_str name) {
    for (uint32_t i = 0; i < data->assembly_count; i++) {
        if (data->assemblies[i].member_count > 0 && cc_str_eq(data->assemblies[i].name, name)) {
            return true;
        }
    }
    return false;
}

bool imp_is_own(const imp_state *s, cc_str path) {
    cc_str name = assembly_of(path);
    return name.len > 0 && imp_is_known(s->request->data, name);
}

static const cov_raw_input *find_input(const cov_raw_inputs *in, cc_str path) {
    for (uint32_t i = 0; i < in->count; i++) {
        if (cc_str_eq(in->items[i].path, path)) {
            return &in->items[i];
        }
    }
    return NULL;
}

static bool was_hit(const imp_state *s, const cov_raw_assembly *old) {
    for (uint32_t i = 0; i < old->test_hit_count; i++) {
        uint32_t test = old->test_hits[i].test;
        if (test != COV_RAW_SHARED && s->is_of_suite[test]) {
            return true;
        }
    }
    return false;
}

/* A map of several runs may have several builds of one assembly. The tests of the suite ran the one
 * for this framework that they hit. Where this does not tell builds apart, everything runs. */
static const cov_raw_assembly *find_old(imp_state *s, const imp_build *build) {
    enum { HIT = 1, SAME_FRAMEWORK = 2 };
    const cov_raw *data = s->request->data;
    const cov_raw_assembly *found = NULL;
    int best = 0;
    bool is_unique = true;
    for (uint32_t i = 0; i < data->assembly_count; i++) {
        const cov_raw_assembly *a = &data->assemblies[i];
        if (a->member_count == 0 || !cc_str_eq(a->name, build->now.assembly)) {
            continue;
        }
        int rank = (cc_str_eq(a->framework, build->framework) ? SAME_FRAMEWORK : 0) +
                   (was_hit(s, a) ? HIT : 0);
        if (found == NULL || rank > best) {
            found = a;
            best = rank;
            is_unique = true;
        } else if (rank == best) {
            is_unique = false;
        }
    }
    if (!is_unique) {
        imp_run_all(s, "the map has several builds of %.*s", CC_STR_ARGS(build->now.assembly));
    }
    return found;
}

/* --- opening ---------------------------------------------------------------------------------- */

typedef struct opening {
    imp_state *state;
    const cov_raw_input **files; /* by build */
    cc_arena **arenas;           /* by build */
} opening;

static cc_err open_build(const opening *o, size_t index) {
    imp_build *build = &o->state->builds[index];
    cc_arena *arena = o->arenas[index];
    md_image *image = NULL;
    mod_assembly facts;
    const char *path =
        cc_arena_printf(arena, "%s/%.*s", o->state->folder, CC_STR_ARGS(o->files[index]->path));
    CC_TRY(cc_file_map(&build->file, path, true));
    CC_TRY(md_image_open(&image, build->file.bytes, MD_LAYOUT_FLAT, arena));
    CC_TRY(mbr_read(&build->now, &build->links, image, arena));
    mod_assembly_read(md_image_tables(image), &facts);
    build->framework = facts.framework;
    build->image = image;
    return CC_OK;
}

/* An assembly that cannot be read keeps `image` NULL. */
static void make_build(void *ctx, unsigned worker, size_t index) {
    const opening *o = ctx;
    (void)worker;
    if (open_build(o, index) != CC_OK) {
        o->state->builds[index].image = NULL;
    }
}

static bool is_same_file(const imp_state *s, const cov_raw_input *now) {
    const cov_raw_input *before = find_input(&s->suite->inputs, now->path);
    return before != NULL && before->digest == now->digest && now->digest >= COV_INPUT_FIRST;
}

static uint32_t list_own(const imp_state *s, const cov_raw_input **out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->now.count; i++) {
        if (imp_is_own(s, s->now.items[i].path)) {
            out[count++] = &s->now.items[i];
        }
    }
    return count;
}

void imp_builds_open(imp_state *s) {
    opening o = {.state = s, .files = CC_NEW_ARRAY(s->arena, const cov_raw_input *, s->now.count)};
    s->build_count = list_own(s, o.files);
    s->builds = CC_NEW_ARRAY(s->arena, imp_build, s->build_count);
    o.arenas = CC_NEW_ARRAY(s->arena, cc_arena *, s->build_count);
    for (uint32_t i = 0; i < s->build_count; i++) {
        o.arenas[i] = cc_arena_child(s->arena);
    }
    cc_crew_run_large(s->build_count, make_build, &o);
    for (uint32_t i = 0; i < s->build_count; i++) {
        imp_build *build = &s->builds[i];
        build->is_changed = !is_same_file(s, o.files[i]);
        if (build->image == NULL) {
            imp_run_all(s, "%.*s cannot be read", CC_STR_ARGS(o.files[i]->path));
            continue;
        }
        build->old = find_old(s, build);
    }
}

void imp_builds_close(imp_state *s) {
    for (uint32_t i = 0; i < s->build_count; i++) {
        cc_file_unmap(&s->builds[i].file);
    }
    s->build_count = 0;
}
