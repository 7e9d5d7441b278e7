/* Decides which modules are in scope. See prof_scope.h. */
#include "profiler/prof_scope.h"

#include <string.h>

#include "base/cc_file.h"
#include "profiler/prof_read.h"
#include "select/sel_maker.h"

enum { MAX_PDB_SIZE = 1 << 30 };

/* --- the framework ---------------------------------------------------------------------------- */

bool prof_is_shared_dir(cc_str dir) {
    cc_str version = cc_path_base(dir);
    cc_str name_dir = cc_path_dir(dir);
    cc_str name = cc_path_base(name_dir);
    cc_str shared = cc_path_base(cc_path_dir(name_dir));
    return version.len > 0 && cc_is_digit(version.s[0]) && cc_str_starts(name, "Microsoft.") &&
           cc_str_eqz(shared, "shared");
}

bool prof_is_framework_path(cc_str path, cc_str corelib_dir) {
    cc_str dir = cc_path_dir(path);
    if (cc_str_eqz(cc_path_base(path), "System.Private.CoreLib.dll") || prof_is_shared_dir(dir)) {
        return true;
    }
    return prof_is_shared_dir(corelib_dir) && cc_str_eq(dir, corelib_dir);
}

/* Sixteen bytes of the modulus of each key (from byte 32 of the public key blob), by public key
 * token. */
enum { KEY_SIZE = 160, KEY_AT = 32, KEY_PART = 16 };
static const uint8_t framework_keys[][KEY_PART] = {
    /* b03f5f7f11d50a3a */
    {0x07, 0xD1, 0xFA, 0x57, 0xC4, 0xAE, 0xD9, 0xF0, 0xA3, 0x2E, 0x84, 0xAA, 0x0F, 0xAE, 0xFD,
     0x0D},
    /* 7cec85d7bea7798e */
    {0x8D, 0x56, 0xC7, 0x6F, 0x9E, 0x86, 0x49, 0x38, 0x30, 0x49, 0xF3, 0x83, 0xC4, 0x4B, 0xE0,
     0xEC},
    /* cc7b13ffcd2ddd51 */
    {0x4B, 0x86, 0xC4, 0xCB, 0x78, 0x54, 0x9B, 0x34, 0xBA, 0xB6, 0x1A, 0x3B, 0x18, 0x00, 0xE2,
     0x3B},
    /* 31bf3856ad364e35 */
    {0xB5, 0xFC, 0x90, 0xE7, 0x02, 0x7F, 0x67, 0x87, 0x1E, 0x77, 0x3A, 0x8F, 0xDE, 0x89, 0x38,
     0xC8},
    /* adb9793829ddae60 */
    {0xF3, 0x3A, 0x29, 0x04, 0x4F, 0xA9, 0xD7, 0x40, 0xC9, 0xB3, 0x21, 0x3A, 0x93, 0xE5, 0x7C,
     0x84},
};
/* The neutral key of ECMA-335 II.6.2.1.3 (token b77a5c561934e089). */
static const uint8_t neutral_key[16] = {[8] = 4};

bool prof_is_framework_key(cc_span key) {
    if (key.len == sizeof neutral_key && memcmp(key.data, neutral_key, sizeof neutral_key) == 0) {
        return true;
    }
    for (size_t i = 0; key.len == KEY_SIZE && i < sizeof framework_keys / KEY_PART; i++) {
        if (memcmp(key.data + KEY_AT, framework_keys[i], KEY_PART) == 0) {
            return true;
        }
    }
    return false;
}

/* --- the PDB ---------------------------------------------------------------------------------- */

static cc_err out_of_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory");
}

typedef enum pdb_kind {
    PDB_OF_IMAGE,
    PDB_OF_ANOTHER_BUILD,
    PDB_OF_WINDOWS,
    PDB_UNREADABLE
} pdb_kind;

static pdb_kind kind_of(cc_span bytes, const md_debug_info *info) {
    static const char windows[] = "Microsoft C/C++ ";
    size_t length = sizeof windows - 1;
    if (bytes.len > length && memcmp(bytes.data, windows, length) == 0) {
        return PDB_OF_WINDOWS;
    }
    cc_arena *scratch = cc_arena_new();
    pdb_file *pdb = NULL;
    pdb_kind kind = PDB_UNREADABLE;
    if (scratch != NULL && pdb_open(&pdb, bytes, scratch) == CC_OK) {
        kind = pdb_matches(pdb, info) ? PDB_OF_IMAGE : PDB_OF_ANOTHER_BUILD;
    }
    cc_arena_free(scratch);
    return kind;
}

/* State of the search for the image's PDB. */
typedef struct search {
    const md_debug_info *info;
    cc_arena *arena;
    cc_buf *bytes;        /* of the last file that was tried */
    pdb_kind wrong;       /* kind of the first file that exists but does not match */
    const char *wrong_at; /* its path; NULL: none */
} search;

static bool try_file(search *s, const char *path) {
    cc_buf_clear(s->bytes);
    if (path == NULL || prof_read_file(path, MAX_PDB_SIZE, s->bytes) != CC_OK) {
        return false;
    }
    pdb_kind kind = kind_of(cc_buf_span(s->bytes), s->info);
    if (kind != PDB_OF_IMAGE && s->wrong_at == NULL) {
        s->wrong = kind;
        s->wrong_at = path;
    }
    return kind == PDB_OF_IMAGE;
}

/* Returns the name after the last separator of either kind: the compiler may have run on another
 * system. */
static cc_str any_base(cc_str path) {
    for (size_t i = path.len; i > 0; i--) {
        if (path.s[i - 1] == '/' || path.s[i - 1] == '\\') {
            return (cc_str){path.s + i, path.len - i};
        }
    }
    return path;
}

/* Tries the image's folder first: the PDB usually is there. */
static bool find_file(search *s, const prof_candidate *c) {
    cc_str named = s->info->pdb_path;
    cc_str dir = cc_path_dir(c->path);
    dir = dir.len > 0 ? dir : c->bundle_dir;
    cc_str base = any_base(named);
    cc_str stem = cc_path_stem(c->path);
    if (dir.len > 0 && c->path.len > 0) {
        const char *as_named =
            cc_arena_printf(s->arena, "%.*s/%.*s", (int)dir.len, dir.s, (int)base.len, base.s);
        const char *beside =
            cc_arena_printf(s->arena, "%.*s/%.*s.pdb", (int)dir.len, dir.s, (int)stem.len, stem.s);
        if ((base.len > 0 && try_file(s, as_named)) || try_file(s, beside)) {
            return true;
        }
    }
    return named.len > 0 && named.s[0] == '/' && try_file(s, cc_arena_strdup(s->arena, named));
}

/* Records why no PDB matches although a PDB file exists. */
static void record_wrong_pdb(const search *s, ctr_module_record *record) {
    static const char *const texts[] = {
        [PDB_OF_IMAGE] = "is it",
        [PDB_OF_ANOTHER_BUILD] = "belongs to another build",
        [PDB_OF_WINDOWS] = "is a Windows PDB; build with DebugType portable or embedded",
        [PDB_UNREADABLE] = "is not a portable PDB",
    };
    char *detail = cc_arena_printf(s->arena, "%s %s", s->wrong_at, texts[s->wrong]);
    record->reason = s->wrong == PDB_OF_ANOTHER_BUILD ? CTR_REASON_PDB_MISMATCH : CTR_REASON_NO_PDB;
    record->detail = cc_strz(detail != NULL ? detail : "");
}

static bool find_pdb(const prof_candidate *c, search *s, prof_pdb_source *out) {
    const md_debug_info *info = s->info;
    if (info->embedded.data != NULL) {
        out->is_embedded = true;
        return true;
    }
    if (!info->has_codeview) {
        return false;
    }
    if (c->symbols.len > 0 && kind_of(c->symbols, info) == PDB_OF_IMAGE) {
        cc_buf_span_put(&out->bytes, c->symbols);
        return cc_buf_ok(&out->bytes);
    }
    if (find_file(s, c)) {
        return true;
    }
    cc_buf_free(&out->bytes);
    return false;
}

/* --- the decision ----------------------------------------------------------------------------- */

static cc_err describe(const md_tables *tables, cc_arena *arena, ctr_module_record *record) {
    cc_str name;
    CC_TRY(md_mvid(tables, record->mvid));
    CC_TRY(md_assembly_name(tables, &name));
    char *copy = cc_arena_strdup(arena, name);
    if (copy == NULL) {
        return out_of_memory();
    }
    record->name = (cc_str){copy, name.len};
    return CC_OK;
}

static cc_err tell_rule(const sel_verdict *verdict, cc_arena *arena, ctr_module_record *record) {
    cc_buf text = {0};
    sel_describe(verdict, &text);
    const char *copy = cc_buf_ok(&text) ? cc_arena_strdup(arena, cc_buf_str(&text)) : NULL;
    cc_buf_free(&text);
    if (copy == NULL) {
        return out_of_memory();
    }
    record->detail = cc_strz(copy);
    return CC_OK;
}

cc_err prof_scope_decide(const prof_candidate *candidate, const md_image *image, sel_list *filter,
                         cc_arena *arena, ctr_module_record *record, prof_pdb_source *pdb) {
    const md_tables *tables = md_image_tables(image);
    CC_TRY(describe(tables, arena, record));
    record->is_ready_to_run = md_image_is_ready_to_run(image);
    if (candidate->is_framework || (candidate->is_self_contained_framework_dir &&
                                    prof_is_framework_key(md_assembly_public_key(tables)))) {
        record->reason = CTR_REASON_FRAMEWORK;
        return CC_OK;
    }
    sel_verdict verdict = sel_may_be_in(filter, record->name);
    if (!verdict.is_in) {
        record->reason = CTR_REASON_FILTER;
        return tell_rule(&verdict, arena, record);
    }
    if (!candidate->include_tools && sel_is_test_tool(record->name, candidate->path, arena)) {
        record->reason = CTR_REASON_THIRD_PARTY;
        record->detail = CC_STR("tests run with it");
        return CC_OK;
    }
    md_debug_info info;
    CC_TRY(md_image_debug_info(image, &info));
    search s = {.info = &info, .arena = arena, .bytes = &pdb->bytes};
    if (find_pdb(candidate, &s, pdb)) {
        memcpy(record->pdb_id, info.pdb_id, sizeof record->pdb_id);
        record->reason = CTR_MEASURED;
        return CC_OK;
    }
    record->reason = candidate->is_in_memory ? CTR_REASON_IN_MEMORY_NO_SYMBOLS : CTR_REASON_NO_PDB;
    if (md_row_count(tables, MD_METHODDEF) == 0) {
        record->reason = CTR_REASON_FRAMEWORK; /* a satellite assembly: nothing to measure */
    } else if (s.wrong_at != NULL) {
        record_wrong_pdb(&s, record);
    }
    return CC_OK;
}

bool prof_is_stressed(ses_stress stress, const md_image *image, sel_list *filter,
                      const ctr_module_record *record) {
    bool has_reason = record->reason == CTR_REASON_FRAMEWORK ||
                      record->reason == CTR_REASON_NO_PDB ||
                      record->reason == CTR_REASON_PDB_MISMATCH ||
                      record->reason == CTR_REASON_IN_MEMORY_NO_SYMBOLS;
    if (stress == SES_STRESS_NONE || !has_reason ||
        md_row_count(md_image_tables(image), MD_METHODDEF) == 0) {
        return false;
    }
    bool is_corelib = cc_str_eqz(record->name, "System.Private.CoreLib");
    return (stress == SES_STRESS_CORELIB || !is_corelib) &&
           sel_may_be_in(filter, record->name).is_in;
}
