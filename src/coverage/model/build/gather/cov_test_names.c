/* Names of tests; see cov_test_names.h. */
#include "coverage/model/build/gather/cov_test_names.h"

#include "base/cc_file.h"
#include "coverage/session/ses.h"
#include "method/mth_test_methods.h"

typedef struct open_image {
    cc_mapped_file file;
    const md_tables *tables; /* NULL: it cannot be read */
    bool has_wide_fixtures;
} open_image;

/* What one counters file refers to. */
typedef struct named_file {
    const open_image **images; /* by module; NULL: not looked for yet */
    cc_map *classes;           /* id -> clrcov_class_payload: the first note of it */
} named_file;

void cov_test_names_open(cov_test_names *out, cov_context *c) {
    *out = (cov_test_names){c, cc_map_new(), cc_map_new()};
}

void cov_test_names_close(cov_test_names *names) {
    for (size_t i = 0; i < cc_map_count(names->images); i++) {
        open_image *image = cc_map_at(names->images, i, NULL);
        cc_file_unmap(&image->file);
    }
    for (size_t i = 0; i < cc_map_count(names->files); i++) {
        named_file *named = cc_map_at(names->files, i, NULL);
        cc_map_free(named->classes);
    }
    cc_map_free(names->images);
    cc_map_free(names->files);
}

/* --- what a counters file refers to ----------------------------------------------------------- */

static cc_map *map_classes(const ctr_tests *tests) {
    cc_map *classes = cc_map_new();
    for (uint32_t i = 0; i < tests->class_count; i++) {
        void **slot = cc_map_put_u64(classes, tests->classes[i].class_id);
        *slot = *slot == NULL ? &tests->classes[i] : *slot;
    }
    return classes;
}

static const named_file *named_of(const cov_test_names *names, const ctr_file *file) {
    void **slot = cc_map_put_u64(names->files, (uintptr_t)file);
    if (*slot == NULL) {
        named_file *named = CC_NEW(names->c->work, named_file);
        named->images = CC_NEW_ARRAY(names->c->work, const open_image *, file->module_count);
        named->classes = map_classes(file->tests);
        *slot = named;
    }
    return *slot;
}

static const clrcov_class_payload *class_of(const cov_test_names *names, const ctr_file *file,
                                            const ctr_test *test) {
    return cc_map_get_u64(named_of(names, file)->classes, test->begin.class_id);
}

static void open_tables(const cov_test_names *names, const ctr_module_record *record,
                        const char *path, open_image *out) {
    md_layout layout = record->is_mapped_layout ? MD_LAYOUT_MAPPED : MD_LAYOUT_FLAT;
    md_image *image = NULL;
    if (cc_file_map(&out->file, path, false) == CC_OK &&
        md_image_open(&image, out->file.bytes, layout, names->c->work) == CC_OK) {
        out->tables = md_image_tables(image);
        out->has_wide_fixtures = mth_has_wide_fixtures(out->tables);
    }
}

static const open_image *open_stored(const cov_test_names *names, const ctr_file *file,
                                     uint32_t module) {
    cc_arena *work = names->c->work;
    const ctr_module_record *record = &file->modules[module];
    const char *dir = cc_arena_strdup(work, cc_path_dir(cc_strz(file->path)));
    const char *path = ses_stored(dir, &record->image_hash, ".dll", work);
    void **slot = cc_map_put_str(names->images, cc_strz(path));
    if (*slot == NULL) {
        *slot = CC_NEW(work, open_image);
        open_tables(names, record, path, *slot);
    }
    return *slot;
}

static const open_image *image_of(const cov_test_names *names, const ctr_file *file,
                                  uint32_t module) {
    const open_image **image = &named_of(names, file)->images[module];
    *image = *image == NULL ? open_stored(names, file, module) : *image;
    return *image;
}

/* NULL: the session has no such image, or it cannot be read. */
static const md_tables *tables_of(const cov_test_names *names, const ctr_file *file,
                                  uint32_t module) {
    return image_of(names, file, module)->tables;
}

/* --- names ------------------------------------------------------------------------------------ */

static cc_str token_name(const cov_test_names *names, uint32_t token) {
    return cc_strz(cc_arena_printf(names->c->arena, "0x%08X", token));
}

/* "Ns.Outer+Inner": nested types as the runtime and the test platforms write them. */
static cc_str type_name(const cov_test_names *names, const md_tables *tables, uint32_t token) {
    cc_buf text = {0};
    if (tables == NULL || md_type_name(tables, token, &text) != CC_OK) {
        cc_buf_free(&text);
        return token_name(names, token);
    }
    char *copy = cc_arena_strdup(names->c->arena, cc_buf_str(&text));
    for (char *at = copy; *at != '\0'; at++) {
        *at = *at == '/' ? '+' : *at;
    }
    cc_buf_free(&text);
    return cc_strz(copy);
}

static cc_str method_name(const cov_test_names *names, const md_tables *tables, uint32_t token) {
    md_methoddef method;
    if (tables == NULL || md_get_methoddef(tables, MD_TOKEN_RID(token), &method) != CC_OK) {
        return token_name(names, token);
    }
    return cc_strz(cc_arena_strdup(names->c->arena, method.name));
}

static uint32_t declaring_type(const md_tables *tables, uint32_t token) {
    uint32_t rid = tables == NULL ? 0 : md_owner_of_method(tables, MD_TOKEN_RID(token));
    return MD_TOKEN(MD_TYPEDEF, rid);
}

cov_test_name cov_test_name_of(cov_test_names *names, const ctr_file *file, const ctr_test *test) {
    const clrcov_class_payload *type = class_of(names, file, test);
    const md_tables *tables = tables_of(names, file, test->begin.module_id);
    uint32_t module = type != NULL ? type->module_id : test->begin.module_id;
    uint32_t token = type != NULL ? type->token : declaring_type(tables, test->begin.token);
    return (cov_test_name){
        .assembly = cc_strz(cc_arena_strdup(names->c->arena, file->modules[module].name)),
        .type = type_name(names, tables_of(names, file, module), token),
        .method = method_name(names, tables, test->begin.token),
    };
}

bool cov_test_is_known(cov_test_names *names, const ctr_file *file, const ctr_test *test) {
    enum { ABSTRACT = 0x80 };
    const md_tables *tables = tables_of(names, file, test->begin.module_id);
    md_typedef type;
    if (test->begin.class_id == 0 || class_of(names, file, test) != NULL) {
        return true;
    }
    uint32_t token = declaring_type(tables, test->begin.token);
    return tables == NULL || md_get_typedef(tables, MD_TOKEN_RID(token), &type) != CC_OK ||
           (type.flags & ABSTRACT) == 0;
}

/* The assembly of the class counts, and that of a base class which declares the test. */
bool cov_test_has_wide_fixtures(cov_test_names *names, const ctr_file *file, const ctr_test *test) {
    const clrcov_class_payload *type = class_of(names, file, test);
    return image_of(names, file, test->begin.module_id)->has_wide_fixtures ||
           (type != NULL && image_of(names, file, type->module_id)->has_wide_fixtures);
}
