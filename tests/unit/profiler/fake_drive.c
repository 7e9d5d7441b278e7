/* What a test does with a fake runtime: callbacks, and looking at what came of them. See
 * fake_runtime.h. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "profiler/fake_runtime.h"

fake_runtime *fake_ready(const ses_settings *settings) {
    fake_runtime *rt = fake_new(settings, NULL);
    fake_put(rt, 1, GOLDEN_DEBUG, PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT);
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    return rt;
}

prof_id fake_class(unsigned module, prof_id argument) {
    return argument << FAKE_CLASS_BITS | module;
}

/* --- callbacks -------------------------------------------------------------------------------- */

void fake_loaded(fake_runtime *rt, unsigned module) {
    typedef prof_hr (*fn)(prof_object *, prof_id, prof_hr);
    fn call = (fn)rt->profiler->vtable[PROF_CALLBACK_ModuleLoadFinished];
    atomic_store(&rt->loading, fake_module_id(module));
    CU_ASSERT_EQUAL(call(rt->profiler, fake_module_id(module), PROF_S_OK), PROF_S_OK);
    atomic_store(&rt->loading, 0);
}

void fake_attached(fake_runtime *rt, unsigned module) {
    typedef prof_hr (*fn)(prof_object *, prof_id, prof_id);
    fn call = (fn)rt->profiler->vtable[PROF_CALLBACK_ModuleAttachedToAssembly];
    prof_id id = fake_module_id(module);
    rt->modules[module].is_detached = false;
    CU_ASSERT_EQUAL(call(rt->profiler, id, id), PROF_S_OK);
}

void fake_unloaded(fake_runtime *rt, unsigned module) {
    fake_unload_begins(rt, module);
    fake_unload_ends(rt, module);
}

void fake_unload_begins(fake_runtime *rt, unsigned module) {
    typedef prof_hr (*fn)(prof_object *, prof_id);
    fn call = (fn)rt->profiler->vtable[PROF_CALLBACK_ModuleUnloadStarted];
    CU_ASSERT_EQUAL(call(rt->profiler, fake_module_id(module)), PROF_S_OK);
    rt->modules[module].is_loaded = false;
}

void fake_unload_ends(fake_runtime *rt, unsigned module) {
    typedef prof_hr (*fn)(prof_object *, prof_id, prof_hr);
    fn call = (fn)rt->profiler->vtable[PROF_CALLBACK_ModuleUnloadFinished];
    CU_ASSERT_EQUAL(call(rt->profiler, fake_module_id(module), PROF_S_OK), PROF_S_OK);
}

void fake_compile_begins(fake_runtime *rt, prof_id function) {
    typedef prof_hr (*fn)(prof_object *, prof_id, prof_bool);
    fn call = (fn)rt->profiler->vtable[PROF_CALLBACK_JITCompilationStarted];
    CU_ASSERT_EQUAL(call(rt->profiler, function, 1), PROF_S_OK);
}

void fake_compile_begins_within(fake_runtime *rt, prof_id function) {
    volatile char frames[512];
    frames[0] = 1;
    fake_compile_begins(rt, function);
    frames[1] = frames[0]; /* the frame is there until now */
}

void fake_compile_ends(fake_runtime *rt, prof_id function, prof_hr status) {
    typedef prof_hr (*fn)(prof_object *, prof_id, prof_hr, prof_bool);
    fn call = (fn)rt->profiler->vtable[PROF_CALLBACK_JITCompilationFinished];
    CU_ASSERT_EQUAL(call(rt->profiler, function, status, 1), PROF_S_OK);
}

bool fake_inlines(fake_runtime *rt, prof_id caller, prof_id callee) {
    typedef prof_hr (*fn)(prof_object *, prof_id, prof_id, prof_bool *);
    fn call = (fn)rt->profiler->vtable[PROF_CALLBACK_JITInlining];
    prof_bool should = -1;
    CU_ASSERT_EQUAL(call(rt->profiler, caller, callee, &should), PROF_S_OK);
    return should != 0;
}

bool fake_uses_cached(fake_runtime *rt, prof_id function) {
    typedef prof_hr (*fn)(prof_object *, prof_id, prof_bool *);
    fn call = (fn)rt->profiler->vtable[PROF_CALLBACK_JITCachedFunctionSearchStarted];
    prof_bool use = -1;
    CU_ASSERT_EQUAL(call(rt->profiler, function, &use), PROF_S_OK);
    return use != 0;
}

static prof_hr control_body(fake_control *control, uint32_t size, const uint8_t *bytes) {
    control->bodies++;
    cc_buf_clear(&control->body);
    cc_buf_bytes(&control->body, bytes, size);
    return PROF_S_OK;
}

static prof_hr control_map(fake_control *control, uint32_t count, const rw_map_entry *map) {
    control->maps++;
    control->map_count = count;
    CU_ASSERT(count == 0 || (map[0].old_offset == 0 && map[0].new_offset == 0));
    return PROF_S_OK;
}

void fake_recompiles(fake_runtime *rt, prof_id module, uint32_t token, fake_control *out) {
    typedef prof_hr (*fn)(prof_object *, prof_id, uint32_t, prof_object *);
    fn call = (fn)rt->profiler->vtable[PROF_CALLBACK_GetReJITParameters];
    *out = (fake_control){.body = {0}};
    out->slots[PROF_SLOT_ControlSetILFunctionBody] = (prof_slot)control_body;
    out->slots[PROF_SLOT_ControlSetILInstrumentedCodeMap] = (prof_slot)control_map;
    out->object.vtable = out->slots;
    CU_ASSERT_EQUAL(call(rt->profiler, module, token, &out->object), PROF_S_OK);
}

/* --- running code ----------------------------------------------------------------------------- */

/* As running code does. */
static void hit(const prof_body *body, uint32_t site) {
    if (body != NULL && body->skip == MTH_OK && site < body->site_count) {
        uint8_t *at = (uint8_t *)(uintptr_t)body->counters + body->sites[site].counter;
        __atomic_store_n(at, (uint8_t)1, __ATOMIC_RELAXED);
    }
}

void fake_hit(fake_runtime *rt, unsigned module, uint32_t row, uint32_t site) {
    prof_profiler *p = fake_acting(rt);
    prof_module *entry = prof_module_see(p, fake_module_id(module));
    if (entry != NULL && entry->image != NULL && row <= entry->image->method_count &&
        p->session.settings.hits == CTR_HITS_ONCE) {
        hit(atomic_load(&entry->image->bodies[row - 1]), site);
    }
    prof_module_leave(p, entry);
}

/* --- looking into the library ------------------------------------------------------------------- */

static bool is_of(const prof_image *image, const fake_module *module) {
    uint8_t first[16];
    uint8_t second[16];
    return md_mvid(md_image_tables(image->image), first) == CC_OK &&
           md_mvid(md_image_tables(module->image), second) == CC_OK &&
           memcmp(first, second, sizeof first) == 0;
}

static const prof_image *images(const fake_runtime *rt) {
    return fake_acting(rt)->images;
}

const prof_image *fake_image(const fake_runtime *rt, unsigned module) {
    const prof_image *image = images(rt);
    while (image != NULL && (image->original != NULL || !is_of(image, &rt->modules[module]))) {
        image = image->next;
    }
    return image;
}

static bool is_body_or_copy(const prof_body *body, const uint8_t *given) {
    if (body == NULL || body->skip != MTH_OK) {
        return false;
    }
    const prof_erased *copy = atomic_load(&body->erased);
    while (copy != NULL && copy->bytes != given) {
        copy = copy->older;
    }
    return copy != NULL || body->bytes == given;
}

bool fake_has_right_body(fake_runtime *rt, unsigned module, uint32_t row) {
    const uint8_t *given = rt->modules[module].body[row];
    bool is_right = given == NULL;
    for (const prof_image *image = images(rt); image != NULL && !is_right; image = image->next) {
        is_right = is_of(image, &rt->modules[module]) &&
                   is_body_or_copy(atomic_load(&image->bodies[row - 1]), given);
    }
    return is_right;
}

/* --- looking ---------------------------------------------------------------------------------- */

ctr_file *fake_read(fake_runtime *rt) {
    char **paths = NULL;
    size_t count = 0;
    ctr_file *counters = NULL;
    CU_ASSERT_EQUAL_FATAL(ses_files(&rt->session, rt->arena, &paths, &count), CC_OK);
    CU_ASSERT_EQUAL_FATAL(count, 1);
    CU_ASSERT_EQUAL_FATAL(ctr_open(&counters, paths[0], rt->arena), CC_OK);
    CU_ASSERT_PTR_NULL(counters->damage);
    return counters;
}

static uint32_t nth_row(fake_runtime *rt, unsigned module, unsigned nth, unsigned *count) {
    fake_module *m = &rt->modules[module];
    cc_mapped_file file;
    md_debug_info info;
    pdb_file *pdb = NULL;
    cc_span inflated;
    uint32_t found = 0;
    CU_ASSERT_EQUAL_FATAL(md_image_debug_info(m->image, &info), CC_OK);
    if (info.embedded.data != NULL) {
        CU_ASSERT_EQUAL_FATAL(pdb_inflate(&info, rt->arena, &inflated), CC_OK);
    } else {
        CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, "golden/metadata/debug/Shapes.pdb", false), CC_OK);
        inflated = file.bytes;
    }
    CU_ASSERT_EQUAL_FATAL(pdb_open(&pdb, inflated, rt->arena), CC_OK);
    *count = 0;
    for (uint32_t row = 1; row <= m->rows; row++) {
        mth_method method;
        mth_skip skip = MTH_OK;
        probe_options options = {.all = false};
        cc_err err = mth_open(&method, &skip, m->image, pdb, MD_TOKEN(MD_METHODDEF, row),
                              (cc_span){0}, &options, rt->arena);
        if (err == CC_OK && skip == MTH_OK && method.plan->counter_count > 0 && (*count)++ == nth) {
            found = row;
        }
    }
    return found;
}

uint32_t fake_row(fake_runtime *rt, unsigned module, unsigned nth) {
    unsigned count = 0;
    uint32_t row = nth_row(rt, module, nth, &count);
    CU_ASSERT_FATAL(row != 0);
    return row;
}

unsigned fake_row_count(fake_runtime *rt, unsigned module) {
    unsigned count = 0;
    (void)nth_row(rt, module, 0, &count);
    return count;
}

/* --- low memory ------------------------------------------------------------------------------- */

enum { MOST_PIECES = 512 };

struct fake_pieces {
    size_t count;
    struct {
        void *at;
        size_t size;
    } items[MOST_PIECES];
};

/* Pieces of one size until one lies elsewhere. */
static void take_pieces(fake_pieces *pieces, int fd, size_t size) {
    bool is_low = true;
    while (is_low && pieces->count < MOST_PIECES) {
        void *at = NULL;
        CU_ASSERT_EQUAL_FATAL(cc_fd_map_low(&at, fd, 0, size), CC_OK);
        is_low = (uintptr_t)at < (uintptr_t)INT32_MAX;
        pieces->items[pieces->count].at = at;
        pieces->items[pieces->count++].size = size;
    }
}

fake_pieces *fake_take_low_memory(void) {
    enum { LARGEST = 64 << 20, SMALLEST = 4 << 10 };
    char path[] = "/tmp/clrcov-low-XXXXXX";
    int fd = mkstemp(path);
    CU_ASSERT_FATAL(fd >= 0);
    CU_ASSERT_EQUAL(unlink(path), 0);
    CU_ASSERT_EQUAL_FATAL(ftruncate(fd, LARGEST), 0);
    fake_pieces *pieces = calloc(1, sizeof *pieces);
    CU_ASSERT_PTR_NOT_NULL_FATAL(pieces);
    for (size_t size = LARGEST; size >= SMALLEST; size /= 4) {
        take_pieces(pieces, fd, size);
    }
    cc_fd_close(fd);
    return pieces;
}

void fake_give_back(fake_pieces *pieces) {
    for (size_t i = 0; i < pieces->count; i++) {
        cc_unmap(pieces->items[i].at, pieces->items[i].size);
    }
    free(pieces);
}
