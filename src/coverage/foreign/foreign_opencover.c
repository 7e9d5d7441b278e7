/* OpenCover: sequence points with columns, and distinct arms. A decision is the arms of one
 * offset. */
#include <string.h>

#include "coverage/foreign/foreign_internal.h"

enum { HIDDEN_LINE = 0xFEEFEE };

typedef struct opencover {
    cc_map *files; /* uid -> path, of the module */
    bool is_skipped;
    cc_str class_name, method_name;
    uint64_t file; /* uid of the method's file */
    /* Uid of the last point's file: the initialisers of a class may be in several files */
    uint64_t current;
    /* arms that belong together */
    uint32_t line;
    uint64_t offset, arms_file;
    foreign_arms arms;
    bool is_in_method; /* in a <Method> */
    bool has_method;   /* which has points that count */
} opencover;

static cc_err take_file(opencover *o, foreign_reading *r, const foreign_element *e) {
    uint64_t uid = 0;
    cc_str *path = CC_NEW(r->arena, cc_str);
    void **slot = NULL;
    if (!cc_str_number(foreign_attribute(e, "uid"), INT64_MAX, &uid)) {
        return cc_fail(CC_E_FORMAT, "<File> needs a uid");
    }
    slot = cc_map_put_u64(o->files, uid);
    *slot = path;
    foreign_keep(r, foreign_attribute(e, "fullPath"), path);
    return CC_OK;
}

static cc_err begin_method(opencover *o, foreign_reading *r) {
    const cc_str *path = cc_map_get_u64(o->files, o->file);
    o->has_method = path != NULL && r->assembly != NULL && !o->is_skipped;
    if (!o->has_method) {
        return CC_OK;
    }
    o->current = o->file;
    CC_TRY(foreign_document(r, *path));
    foreign_full_method(r, o->class_name, o->method_name);
    return CC_OK;
}

static bool number_of(const foreign_element *e, const char *name, uint64_t most, uint64_t *out) {
    return cc_str_number(foreign_attribute(e, name), most, out);
}

/* Selects the file of a point; the method's file where the point names none. */
static uint64_t file_of(const opencover *o, const foreign_element *e) {
    uint64_t uid = 0;
    bool is_known =
        number_of(e, "fileid", INT64_MAX, &uid) && cc_map_get_u64(o->files, uid) != NULL;
    return is_known ? uid : o->file;
}

static cc_err switch_file(opencover *o, foreign_reading *r, uint64_t uid) {
    if (uid == o->current) {
        return CC_OK;
    }
    o->current = uid;
    return foreign_switch_document(r, *(const cc_str *)cc_map_get_u64(o->files, uid));
}

static cc_err take_point(opencover *o, foreign_reading *r, const foreign_element *e) {
    uint64_t hits = 0;
    uint64_t places[4] = {0, 0, 0, 0};
    static const char *const names[] = {"sl", "sc", "el", "ec"};
    bool is_fine = foreign_count(foreign_attribute(e, "vc"), &hits);
    for (int i = 0; i < 4; i++) {
        is_fine = is_fine && number_of(e, names[i], FOREIGN_MOST_LINE, &places[i]);
    }
    if (!is_fine) {
        return cc_fail(CC_E_FORMAT, "<SequencePoint> needs vc, sl, sc, el and ec");
    }
    if (!o->has_method || places[0] == HIDDEN_LINE || places[0] == 0) {
        return CC_OK;
    }
    const cov_span span = {(uint32_t)places[0], (uint32_t)places[1], (uint32_t)places[2],
                           (uint32_t)places[3]};
    CC_TRY(switch_file(o, r, file_of(o, e)));
    return foreign_span(r, &span, hits);
}

static cc_err end_decision(opencover *o, foreign_reading *r) {
    uint32_t count = o->arms.count;
    o->arms.count = 0;
    if (count == 0 || !o->has_method) {
        return CC_OK;
    }
    CC_TRY(switch_file(o, r, o->arms_file));
    return foreign_decision(r, o->line, o->arms.taken, count);
}

static cc_err take_arm(opencover *o, foreign_reading *r, const foreign_element *e) {
    uint64_t hits = 0;
    uint64_t offset = 0;
    uint64_t line = 0;
    if (!foreign_count(foreign_attribute(e, "vc"), &hits) ||
        !number_of(e, "offset", INT64_MAX, &offset)) {
        return cc_fail(CC_E_FORMAT, "<BranchPoint> needs vc and offset");
    }
    if (!number_of(e, "sl", FOREIGN_MOST_LINE, &line) || line == 0 || line == HIDDEN_LINE) {
        return CC_OK; /* OpenCover itself leaves branches without a line */
    }
    if (!o->has_method) {
        return CC_OK;
    }
    uint64_t file = file_of(o, e);
    if (o->offset != offset || o->line != line || o->arms_file != file) {
        CC_TRY(end_decision(o, r));
    }
    o->offset = offset;
    o->line = (uint32_t)line;
    o->arms_file = file;
    return foreign_add_arm(r, &o->arms, o->line, hits > 0);
}

/* The uids of another module mean other files: nothing of before goes on in it. */
static void begin_module(opencover *o, const foreign_element *e) {
    cc_map_free(o->files);
    o->files = cc_map_new();
    o->is_skipped = foreign_attribute(e, "skippedDueTo").len > 0;
    o->class_name = CC_STR("");
    o->has_method = o->is_in_method = false;
    o->arms.count = 0;
}

static cc_err begin_one(opencover *o) {
    o->method_name = CC_STR("");
    o->file = 0;
    o->has_method = false;
    o->is_in_method = true;
    o->arms.count = 0;
    return o->files == NULL ? cc_fail(CC_E_FORMAT, "<Method> outside a module") : CC_OK;
}

static cc_err on_start(void *ctx, foreign_reading *r, const foreign_element *e) {
    opencover *o = ctx;
    if (strcmp(e->name, "Module") == 0) {
        begin_module(o, e);
        return CC_OK;
    }
    if (strcmp(e->name, "File") == 0) {
        return o->files == NULL ? cc_fail(CC_E_FORMAT, "<File> outside a module")
                                : take_file(o, r, e);
    }
    if (strcmp(e->name, "Method") == 0) {
        return begin_one(o);
    }
    /* points that were read belong to the file that was named before them */
    if (strcmp(e->name, "FileRef") == 0 && !o->has_method) {
        (void)number_of(e, "uid", INT64_MAX, &o->file);
    }
    if (strcmp(e->name, "SequencePoints") == 0) {
        return o->is_in_method ? begin_method(o, r)
                               : cc_fail(CC_E_FORMAT, "<SequencePoints> outside a method");
    }
    if (strcmp(e->name, "SequencePoint") == 0) {
        return take_point(o, r, e);
    }
    return strcmp(e->name, "BranchPoint") == 0 ? take_arm(o, r, e) : CC_OK;
}

static cc_err on_end(void *ctx, foreign_reading *r, const char *name, cc_str text) {
    opencover *o = ctx;
    if (strcmp(name, "ModuleName") == 0) {
        foreign_assembly_of(r, cc_str_trim(text));
        return CC_OK;
    }
    if (strcmp(name, "FullName") == 0) {
        foreign_keep(r, cc_str_trim(text), &o->class_name);
        return CC_OK;
    }
    if (strcmp(name, "Name") == 0) {
        foreign_keep(r, cc_str_trim(text), &o->method_name);
        return CC_OK;
    }
    if (strcmp(name, "BranchPoints") == 0) {
        return end_decision(o, r);
    }
    if (strcmp(name, "Method") == 0) {
        o->has_method = o->is_in_method = false;
        foreign_end_method(r);
    }
    return CC_OK;
}

static void on_close(void *ctx) {
    cc_map_free(((opencover *)ctx)->files);
}

const foreign_handler foreign_opencover = {on_start, on_end, on_close, sizeof(opencover)};
