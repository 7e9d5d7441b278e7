/* Opens and stores images. See prof_image.h. */
#include "profiler/prof_image.h"

#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "profiler/prof_exact.h"
#include "profiler/prof_read.h"
#include "profiler/prof_scope.h"

enum { HEADER_BYTES = 4096, MAX_IMAGE_BYTES = 1 << 30 };

/* --- source of the bytes ---------------------------------------------------------------------- */

typedef struct source {
    cc_span bytes;
    md_layout layout;
    cc_buf copy; /* owns `bytes` when they are neither the runtime's nor borrowed */
    md_image *image;
} source;

/* Reads only the pages with the headers, guarded: modules in memory may be shorter than a page. */
static cc_err memory_extent(const uint8_t *base, md_layout layout, size_t *size) {
    cc_buf head = {0};
    size_t readable = 0;
    cc_err err = prof_read_memory(base, HEADER_BYTES, &head, &readable);
    if (err == CC_OK) {
        err = md_image_extent(cc_span_of(head.data, readable), layout, size);
    }
    cc_buf_free(&head);
    if (err == CC_OK && *size > MAX_IMAGE_BYTES) {
        err = cc_fail(CC_E_LIMIT, "the image is too large (%zu bytes)", *size);
    }
    return err;
}

/* The runtime has checked that sections are inside the image and directories inside sections. */
static cc_err open_memory(source *out, const prof_module_facts *facts, cc_arena *arena) {
    size_t size = 0;
    if (facts->base == NULL) {
        return cc_fail(CC_E_NOTFOUND, "the runtime gives no address for the image");
    }
    bool is_flat = (facts->flags & PROF_MODULE_FLAT_LAYOUT) != 0;
    out->layout = is_flat ? MD_LAYOUT_FLAT : MD_LAYOUT_MAPPED;
    CC_TRY(memory_extent(facts->base, out->layout, &size));
    out->bytes = cc_span_of(facts->base, size);
    return md_image_open(&out->image, out->bytes, out->layout, arena);
}

cc_err prof_image_open_memory(md_image **out, const prof_module_facts *facts, cc_arena *arena) {
    source seen = {0};
    CC_TRY(open_memory(&seen, facts, arena));
    *out = seen.image;
    return CC_OK;
}

static cc_err open_file(source *out, const prof_module_facts *facts, cc_arena *arena) {
    CC_TRY(prof_read_file((const char *)facts->path.data, MAX_IMAGE_BYTES, &out->copy));
    out->bytes = cc_buf_span(&out->copy);
    out->layout = MD_LAYOUT_FLAT;
    return md_image_open(&out->image, out->bytes, out->layout, arena);
}

static bool is_same_module(const source *a, const source *b) {
    uint8_t first[16];
    uint8_t second[16];
    return md_mvid(md_image_tables(a->image), first) == CC_OK &&
           md_mvid(md_image_tables(b->image), second) == CC_OK &&
           memcmp(first, second, sizeof first) == 0 &&
           md_image_timestamp(a->image) == md_image_timestamp(b->image);
}

/* Makes the bytes to store for an image in section layout, which may have gaps that cannot be
 * read. */
static cc_err as_stored(source *out, const source *seen, const prof_module_facts *facts,
                        cc_arena *arena) {
    bool has_file = cc_path_dir(cc_buf_str(&facts->path)).len > 0;
    if (has_file && open_file(out, facts, arena) == CC_OK && is_same_module(seen, out)) {
        return CC_OK;
    }
    cc_buf_clear(&out->copy);
    CC_TRY(prof_read_memory(seen->bytes.data, seen->bytes.len, &out->copy, NULL));
    out->bytes = cc_buf_span(&out->copy);
    out->layout = seen->layout;
    return CC_OK;
}

/* --- storing ---------------------------------------------------------------------------------- */

static cc_err map_stored(const prof_profiler *p, const cc_hash128 *hash, const char *extension,
                         cc_arena *arena, cc_mapped_file *out) {
    const char *path = ses_stored(p->session.dir, hash, extension, arena);
    if (path == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    return cc_file_map(out, path, true);
}

static cc_err open_symbols(const prof_profiler *p, prof_image *image,
                           const ctr_module_record *record, bool is_embedded) {
    cc_span bytes;
    if (is_embedded) {
        md_debug_info info;
        CC_TRY(md_image_debug_info(image->image, &info));
        CC_TRY(pdb_inflate(&info, image->arena, &bytes));
    } else {
        CC_TRY(map_stored(p, &record->pdb_hash, ".pdb", image->arena, &image->files[1]));
        bytes = image->files[1].bytes;
    }
    return pdb_open(&image->pdb, bytes, image->arena);
}

/* The library instruments test assemblies only when the run measures them: a third of what a test
 * suite compiles is its tests. It stores them in any case: the report names them, and looks beside
 * them for the assemblies that they test. */
static bool is_left_alone(const prof_profiler *p, const prof_image *image,
                          const ctr_module_record *record) {
    return record->reason == CTR_MEASURED && !p->session.settings.include_tests &&
           !p->session.settings.per_test &&
           p->session.settings.stress == SES_STRESS_NONE &&
           mth_test_framework(md_image_tables(image->image)) != NULL;
}

static cc_err fill(prof_profiler *p, prof_image *image, const ctr_module_record *record,
                   bool is_embedded) {
    md_layout layout = record->is_mapped_layout ? MD_LAYOUT_MAPPED : MD_LAYOUT_FLAT;
    CC_TRY(map_stored(p, &record->image_hash, ".dll", image->arena, &image->files[0]));
    CC_TRY(md_image_open(&image->image, image->files[0].bytes, layout, image->arena));
    if (record->reason == CTR_MEASURED) {
        CC_TRY(open_symbols(p, image, record, is_embedded));
    }
    image->image_hash = record->image_hash;
    image->pdb_hash = record->pdb_hash;
    image->is_mapped_layout = record->is_mapped_layout;
    memcpy(image->pdb_id, record->pdb_id, sizeof image->pdb_id);
    image->is_optimised = md_is_optimised(md_image_tables(image->image));
    image->is_left_alone = is_left_alone(p, image, record);
    image->method_count = md_row_count(md_image_tables(image->image), MD_METHODDEF);
    image->bodies = calloc((size_t)image->method_count + 1, sizeof *image->bodies);
    if (image->bodies == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    cc_err err = ctr_writer_module(p->writer, record, &image->record);
    if (err != CC_OK) {
        ctr_writer_refused(p->writer, image->method_count);
    }
    bool has_calls = image->pdb != NULL || p->session.settings.stress == SES_STRESS_NONE;
    return err == CC_OK && has_calls ? prof_tests_find(p, image, record->path) : err;
}

static cc_err make(prof_profiler *p, const ctr_module_record *record, bool is_embedded,
                   prof_image **out) {
    prof_image *image = calloc(1, sizeof *image);
    if (image == NULL || (image->arena = cc_arena_new()) == NULL) {
        prof_image_free(image);
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    cc_err err = fill(p, image, record, is_embedded);
    if (err != CC_OK) {
        prof_image_free(image);
        return err;
    }
    image->probe = (rw_probe){.kind = RW_PROBE_STORE,
                              .stride = 1,
                              .force_wide = p->session.settings.wide || !image->is_optimised};
    image->has_probe = !prof_exact_has_forms(p);
    prof_images_add(p, image);
    *out = image;
    return CC_OK;
}

/* Sets the record's reason if the bytes cannot be stored: the image itself has no fault. */
static cc_err store(const prof_profiler *p, cc_span bytes, const char *extension,
                    ctr_module_record *record, cc_hash128 *hash) {
    cc_err err = ses_store(p->session.dir, bytes, extension, hash);
    record->reason = err == CC_OK ? record->reason : CTR_REASON_NOT_STORED;
    return err;
}

/* Stores the bytes, then opens the stored files; or finds the image with equal bytes. */
static cc_err keep(prof_profiler *p, const source *from, const prof_pdb_source *pdb,
                   ctr_module_record *record, prof_image **out) {
    record->is_mapped_layout = from->layout == MD_LAYOUT_MAPPED;
    CC_TRY(store(p, from->bytes, ".dll", record, &record->image_hash));
    if (record->reason == CTR_MEASURED && !pdb->is_embedded) {
        CC_TRY(store(p, cc_buf_span(&pdb->bytes), ".pdb", record, &record->pdb_hash));
    }
    *out = prof_images_same(p, record);
    return *out != NULL ? CC_OK : make(p, record, pdb->is_embedded, out);
}

/* --- the decision ----------------------------------------------------------------------------- */

static cc_err keep_as_stored(prof_profiler *p, const prof_sight *sight, const source *seen,
                             const prof_pdb_source *pdb, ctr_module_record *record, cc_arena *arena,
                             prof_image **out) {
    if (seen->layout == MD_LAYOUT_FLAT) {
        return keep(p, seen, pdb, record, out);
    }
    source stored = {0};
    cc_err err = as_stored(&stored, seen, &sight->facts, arena);
    err = err == CC_OK ? keep(p, &stored, pdb, record, out) : err;
    cc_buf_free(&stored.copy);
    return err;
}

/* Tests of assemblies that are not measured begin and end as others do. */
static bool has_tests(const prof_profiler *p, const source *seen, const ctr_module_record *record,
                      cc_arena *arena) {
    bool may_have = record->reason == CTR_REASON_FILTER ||
                    mth_test_framework(md_image_tables(seen->image)) != NULL;
    return may_have && record->reason != CTR_MEASURED && record->reason != CTR_REASON_FRAMEWORK &&
           prof_tests_are_in(p, seen->image, record->path, arena);
}

static cc_err look(prof_profiler *p, const prof_sight *sight, cc_arena *arena,
                   ctr_module_record *record, prof_image **out) {
    cc_str path = cc_buf_str(&sight->facts.path);
    cc_str dir = cc_path_dir(path);
    prof_candidate candidate = {
        .path = path,
        .symbols = cc_buf_span(&sight->symbols),
        .bundle_dir = p->executable_dir,
        .is_in_memory = (sight->facts.flags & PROF_MODULE_DISK) == 0,
        .include_tools =
            p->session.settings.include_tools || p->session.settings.stress != SES_STRESS_NONE,
        .is_framework = prof_is_framework_path(path, p->corelib_dir),
        .is_self_contained_framework_dir =
            p->corelib_dir.s != NULL && cc_str_eq(dir, p->corelib_dir) && !prof_is_shared_dir(dir),
    };
    prof_pdb_source pdb = {0};
    source seen = {0};
    CC_TRY(open_memory(&seen, &sight->facts, arena));
    bool may_be_framework = candidate.is_framework || candidate.is_self_contained_framework_dir;
    if (seen.layout == MD_LAYOUT_FLAT && !may_be_framework &&
        (*out = prof_images_of_file(p, seen.image, seen.bytes)) != NULL) {
        return CC_OK; /* with the PDB of the first load */
    }
    cc_err err = prof_scope_decide(&candidate, seen.image, &p->filter, arena, record, &pdb);
    bool is_kept = err == CC_OK &&
                   (record->reason == CTR_MEASURED || has_tests(p, &seen, record, arena) ||
                    prof_is_stressed(p->session.settings.stress, seen.image, &p->filter, record));
    if (is_kept) {
        err = keep_as_stored(p, sight, &seen, &pdb, record, arena, out);
    }
    cc_buf_free(&pdb.bytes);
    return err;
}

static void note_corelib(prof_profiler *p, cc_str path) {
    if (p->corelib_dir.s == NULL && cc_str_eqz(cc_path_base(path), "System.Private.CoreLib.dll")) {
        const char *copy = cc_arena_strdup(p->arena, cc_path_dir(path));
        p->corelib_dir = cc_strz(copy != NULL ? copy : "");
    }
}

/* Returns the reason that follows from the module's name and flags; CTR_MEASURED: none. */
static ctr_reason early_reason(const prof_profiler *p, const prof_sight *sight) {
    if ((sight->facts.flags & PROF_MODULE_DYNAMIC) != 0) {
        return CTR_REASON_DYNAMIC;
    }
    bool is_framework = prof_is_framework_path(cc_buf_str(&sight->facts.path), p->corelib_dir);
    return is_framework ? CTR_REASON_FRAMEWORK : CTR_MEASURED;
}

static bool is_stressed_framework(const prof_profiler *p, ctr_reason reason) {
    return reason == CTR_REASON_FRAMEWORK && p->session.settings.stress != SES_STRESS_NONE;
}

static prof_image *look_closely(prof_profiler *p, const prof_sight *sight, cc_arena *arena,
                                ctr_module_record *record) {
    prof_image *image = NULL;
    cc_err err = look(p, sight, arena, record, &image);
    if (err != CC_OK) {
        record->reason =
            record->reason == CTR_REASON_NOT_STORED ? CTR_REASON_NOT_STORED : CTR_REASON_BAD_IMAGE;
        record->detail = cc_strz(cc_error_message());
        memset(&record->image_hash, 0, sizeof record->image_hash);
        memset(&record->pdb_hash, 0, sizeof record->pdb_hash);
    }
    return image;
}

/* Writes the record once, however often the assembly is loaded. */
static void list_unmeasured(prof_profiler *p, const ctr_module_record *record) {
    cc_buf what = {0};
    cc_buf_bytes(&what, record->mvid, sizeof record->mvid);
    cc_buf_bytes(&what, record->pdb_id, sizeof record->pdb_id);
    cc_buf_u32(&what, (uint32_t)record->reason);
    cc_buf_bytes(&what, record->path.s, record->path.len);
    cc_buf_u8(&what, 0);
    cc_buf_bytes(&what, record->name.s, record->name.len);
    cc_buf_u8(&what, 0);
    cc_buf_bytes(&what, record->detail.s, record->detail.len);
    if (!cc_buf_ok(&what) || prof_tell_once(p, cc_buf_span(&what))) {
        uint32_t number = 0;
        cc_err err = ctr_writer_module(p->writer, record, &number);
        /* no room for the record: the list lacks the assembly, which is not measured anyway */
        (void)err;
    }
    cc_buf_free(&what);
}

prof_image *prof_image_see(prof_profiler *p, const prof_sight *sight) {
    cc_str path = cc_buf_str(&sight->facts.path);
    bool is_in_memory = (sight->facts.flags & PROF_MODULE_DISK) == 0;
    note_corelib(p, path);
    ctr_module_record record = {
        .path = is_in_memory ? CC_STR("") : path,
        .name = sight->name.len > 0 ? cc_buf_str(&sight->name) : cc_path_stem(path),
        .reason = early_reason(p, sight),
    };
    bool is_open_to = record.reason == CTR_MEASURED || is_stressed_framework(p, record.reason);
    cc_arena *arena = is_open_to ? prof_arena_take(p) : NULL;
    prof_image *image = NULL;
    if (arena != NULL) {
        image = look_closely(p, sight, arena, &record);
    }
    if (image == NULL && (arena != NULL || !is_open_to)) {
        list_unmeasured(p, &record);
    }
    prof_arena_give(p, arena);
    return image != NULL && image->is_left_alone ? NULL : image;
}
