/* A thread that reads methods ahead of the report; see cov_shadow.h. */
#include "coverage/model/cov_shadow.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_quota.h"
#include "coverage/model/build/measure/cov_body.h"
#include "coverage/module/mod_source.h"
#include "coverage/session/ses.h"

/* Programs that end at once need no shadow. */
enum { FIRST_LOOK_MS = 250, LOOK_MS = 100 };
/* Memory of methods that nobody has asked for yet. */
enum { MOST_MEMORY = 256 << 20 };

/* Builds are added at the front; those that are there never change. */
typedef struct shadow_build {
    struct shadow_build *next;
    cc_hash128 image, pdb;
    bool is_mapped_layout;
    mod_module module;
    cov_ready *ready; /* NULL: it is not in the report */
    cc_arena *arena;
} shadow_build;

struct cov_shadow {
    cc_arena *arena;
    const char *session_dir, *images; /* folders */
    mod_root *places;
    cov_request request; /* what reading a method needs */
    _Atomic(shadow_build *) builds;
    atomic_bool is_stopped;
    atomic_int users; /* the caller, and the thread */
    bool skips_tests; /* test assemblies are not in the report */
    size_t memory;    /* of builds that are complete */
};

/* --- a build ---------------------------------------------------------------------------------- */

static bool is_stopped(const cov_shadow *s) {
    return atomic_load_explicit(&s->is_stopped, memory_order_relaxed);
}

static bool is_of(const shadow_build *build, const ctr_module_record *record) {
    return build->is_mapped_layout == record->is_mapped_layout &&
           memcmp(&build->image, &record->image_hash, sizeof build->image) == 0 &&
           memcmp(&build->pdb, &record->pdb_hash, sizeof build->pdb) == 0;
}

static shadow_build *find_build(cov_shadow *s, const ctr_module_record *record) {
    shadow_build *build = atomic_load_explicit(&s->builds, memory_order_acquire);
    while (build != NULL && !is_of(build, record)) {
        build = build->next;
    }
    return build;
}

/* Texts of sources decide as in the report: only those that are what was compiled. */
static void compare_sources(const cov_shadow *s, const mod_module *module) {
    for (uint32_t rid = 1; rid <= module->document_count && !is_stopped(s); rid++) {
        if (module->has_code[rid]) {
            (void)mod_compare_checksum(module, rid);
        }
    }
}

static void make_methods(const cov_shadow *s, shadow_build *build) {
    const mod_module *module = &build->module;
    const cov_reader from = {.request = &s->request, .module = module, .arena = build->arena};
    for (uint32_t rid = 1; rid <= module->method_count; rid++) {
        if (is_stopped(s) || s->memory + cc_arena_size(build->arena) > MOST_MEMORY) {
            return;
        }
        const cov_ready_body *body =
            module->extents[rid].document == 0 ? NULL : cov_body_prepare(&from, rid);
        if (body != NULL) {
            cov_ready_put(build->ready, rid, body);
        }
    }
}

static bool open_module(cov_shadow *s, shadow_build *build) {
    static const cc_hash128 none;
    bool has_pdb = memcmp(&build->pdb, &none, sizeof none) != 0;
    const char *image = ses_stored(s->session_dir, &build->image, ".dll", build->arena);
    const char *pdb =
        has_pdb ? ses_stored(s->session_dir, &build->pdb, ".pdb", build->arena) : NULL;
    md_layout layout = build->is_mapped_layout ? MD_LAYOUT_MAPPED : MD_LAYOUT_FLAT;
    mod_module *module = &build->module;
    return mod_open(module, image, layout, pdb, true) == CC_OK &&
           !(s->skips_tests && mth_test_framework(module->tables) != NULL) &&
           mod_find_locations(module, s->places);
}

static void make_build(cov_shadow *s, const ctr_module_record *record) {
    cc_arena *arena = cc_arena_new();
    shadow_build *build = CC_NEW(arena, shadow_build);
    *build = (shadow_build){.image = record->image_hash,
                            .pdb = record->pdb_hash,
                            .is_mapped_layout = record->is_mapped_layout,
                            .arena = arena};
    if (open_module(s, build)) {
        compare_sources(s, &build->module);
        mod_sources_open(&build->module);
        build->ready = cov_ready_new(build->module.method_count, arena);
    }
    build->next = atomic_load(&s->builds);
    atomic_store_explicit(&s->builds, build, memory_order_release);
    if (build->ready != NULL) {
        make_methods(s, build);
    }
    s->memory += cc_arena_size(arena);
}

/* --- the session ------------------------------------------------------------------------------ */

static void look_into(cov_shadow *s, const char *path, cc_arena *scratch) {
    ctr_file *file = NULL;
    if (ctr_open(&file, path, scratch) != CC_OK) {
        return;
    }
    for (uint32_t i = 0; i < file->module_count && !is_stopped(s); i++) {
        const ctr_module_record *record = &file->modules[i];
        if (record->reason == CTR_MEASURED && s->memory < MOST_MEMORY &&
            find_build(s, record) == NULL) {
            make_build(s, record);
        }
    }
    ctr_close(file);
}

void cov_shadow_look(cov_shadow *s) {
    cc_arena *scratch = cc_arena_new();
    ses_session session;
    char **paths = NULL;
    size_t count = 0;
    bool is_there = ses_open(&session, s->session_dir, scratch) == CC_OK &&
                    ses_files(&session, scratch, &paths, &count) == CC_OK;
    for (size_t i = 0; is_there && i < count && !is_stopped(s); i++) {
        look_into(s, paths[i], scratch);
    }
    cc_arena_free(scratch);
}

/* Looks when the session has got another image, and for a while after that: a process stores an image
 * before it records the module. */
static void look_for_images(cov_shadow *s, int64_t *seen, unsigned *looks) {
    enum { LOOKS = 10 };
    uint64_t size = 0;
    int64_t now = cc_file_mtime(s->images, &size);
    *looks = now != *seen ? LOOKS : *looks;
    *seen = now;
    if (*looks > 0) {
        (*looks)--;
        cov_shadow_look(s);
    }
}

/* --- the thread ------------------------------------------------------------------------------- */

static void free_shadow(cov_shadow *s) {
    shadow_build *build = atomic_load(&s->builds);
    while (build != NULL) {
        shadow_build *next = build->next;
        mod_close(&build->module);
        cc_arena_free(build->arena);
        build = next;
    }
    mod_root_close(s->places);
    cc_arena_free(s->arena);
}

static void leave(cov_shadow *s) {
    if (atomic_fetch_sub(&s->users, 1) == 1) {
        free_shadow(s);
    }
}

static _Thread_local bool is_own_thread;

bool cov_shadow_is_thread(void) {
    return is_own_thread;
}

static void *work(void *data) {
    cov_shadow *s = data;
    is_own_thread = true;
    const struct sched_param lowest = {0};
    bool is_idle = sched_setscheduler(0, SCHED_IDLE, &lowest) == 0;
    int64_t seen = 0;
    unsigned looks = 0;
    cc_os_sleep_ms(FIRST_LOOK_MS);
    while (is_idle && !is_stopped(s)) {
        look_for_images(s, &seen, &looks);
        cc_os_sleep_ms(LOOK_MS);
    }
    leave(s);
    return NULL;
}

static mod_mapping *copy_mappings(const cov_request *request, cc_arena *arena) {
    mod_mapping *copy = CC_NEW_ARRAY(arena, mod_mapping, request->mapping_count);
    for (size_t i = 0; i < request->mapping_count; i++) {
        copy[i].from = cc_arena_strdup(arena, cc_strz(request->mappings[i].from));
        copy[i].to = cc_arena_strdup(arena, cc_strz(request->mappings[i].to));
    }
    return copy;
}

cov_shadow *cov_shadow_open(const cov_request *request) {
    cc_arena *arena = cc_arena_new();
    cov_shadow *s = CC_NEW(arena, cov_shadow);
    s->arena = arena;
    s->skips_tests = !request->include_tests || request->has_no_tests;
    atomic_init(&s->users, 1);
    s->session_dir = cc_arena_strdup(arena, cc_strz(request->session_dirs[0]));
    s->images = cc_arena_printf(arena, "%s/images", s->session_dir);
    const char *root = cc_arena_strdup(arena, cc_strz(request->root));
    cc_err err = mod_root_open(&s->places, root, copy_mappings(request, arena),
                               request->mapping_count, arena);
    if (err == CC_OK) {
        return s;
    }
    free_shadow(s);
    return NULL;
}

cov_shadow *cov_shadow_start(const cov_request *request) {
    pthread_t thread;
    if (cc_os_processors() < COV_SHADOW_PROCESSORS || cc_has_quota()) {
        return NULL;
    }
    cov_shadow *s = cov_shadow_open(request);
    if (s == NULL) {
        return NULL;
    }
    (void)atomic_fetch_add(&s->users, 1);
    if (!cc_os_thread(&thread, work, s)) {
        free_shadow(s);
        return NULL;
    }
    (void)pthread_detach(thread);
    return s;
}

/* --- the report ------------------------------------------------------------------------------- */

const cov_ready *cov_shadow_find(cov_shadow *shadow, const ctr_module_record *build) {
    shadow_build *found = shadow == NULL ? NULL : find_build(shadow, build);
    return found == NULL ? NULL : found->ready;
}

void cov_shadow_stop(cov_shadow *shadow) {
    if (shadow != NULL) {
        atomic_store(&shadow->is_stopped, true);
    }
}

void cov_shadow_leave(cov_shadow *shadow) {
    cov_shadow_stop(shadow);
    if (shadow != NULL) {
        leave(shadow);
    }
}
