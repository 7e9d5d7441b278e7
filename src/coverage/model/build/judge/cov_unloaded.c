/* Assemblies that no process loaded: searched beside the entry assemblies of measured processes or,
 * before any run, in given folders. See cov_build.h, docs/coverage-rules.md. */
#include <string.h>

#include "base/cc_file.h"
#include "coverage/model/build/cov_build.h"
#include "coverage/model/cov_rival.h"
#include "coverage/module/mod_assembly.h"
#include "coverage/module/mod_root_path.h"

/* Builds by name and target framework: cov_candidate. */
typedef struct looking {
    cov_build *b;
    cc_map *taken;
    const char *image, *pdb; /* the current file */
    mod_module *module;
} looking;

/* A copy of what ran would only add lines of another version; a build for a framework that no
 * running build was made for has lines of its own. */
static bool is_wanted(const looking *l, cc_str framework) {
    const cov_build *b = l->b;
    cc_str name = l->module->name;
    const cov_loaded *loaded = (const cov_loaded *)cc_map_get_str(b->gathered.loaded, name);
    if (loaded == NULL) {
        return true;
    }
    for (uint32_t i = 0; i < b->gathered.candidates.count; i++) {
        const cov_candidate *c = (const cov_candidate *)b->gathered.candidates.items[i];
        bool is_same = c->framework.len == 0 || cc_str_eq(c->framework, framework);
        if (cc_str_eq(c->record.name, name) && is_same) {
            return false;
        }
    }
    return framework.len > 0 && !loaded->is_left_alone;
}

/* Of several copies the newest is used. */
static void add_build(looking *l, cc_str framework) {
    cov_build *b = l->b;
    cc_buf key = {0};
    cc_buf_str_put(&key, l->module->name);
    cc_buf_putc(&key, 0);
    cc_buf_str_put(&key, framework);
    void **slot = cc_buf_ok(&key) ? cc_map_put(l->taken, cc_buf_span(&key)) : NULL;
    cc_buf_free(&key);
    cov_candidate *c = CC_NEW(b->c.work, cov_candidate);
    char *name = cc_arena_strdup(b->c.work, l->module->name);
    const cov_candidate *other = (const cov_candidate *)*slot;
    if (other != NULL && cc_file_mtime(l->image, NULL) <= cc_file_mtime(other->image_path, NULL)) {
        return;
    }
    *c = (cov_candidate){.image_path = l->image, .pdb_path = l->pdb};
    c->record.name = cc_strz(name);
    c->record.path = cc_strz(l->image);
    *slot = c;
}

/* A managed image that cannot be shown. It is reported only when the user named the folder; else it
 * is one of many files beside a program. */
static cc_err leave_out(looking *l, cc_err why) {
    mod_verdict verdict = {CTR_REASON_BAD_IMAGE, cc_strz(cc_error_message())};
    if (why == CC_E_NOTFOUND) {
        verdict.reason = CTR_REASON_NO_PDB;
        verdict.detail = CC_STR("");
    } else if (why == CC_E_MISMATCH) {
        verdict.reason = CTR_REASON_PDB_MISMATCH;
        verdict.detail = cc_strz(l->pdb != NULL ? l->pdb : "");
    }
    if (l->module->method_count == 0) {
        verdict = (mod_verdict){CTR_REASON_FRAMEWORK, {"", 0}}; /* resources of another culture */
    }
    cov_add_omitted(&l->b->c, l->module->name, verdict.reason, verdict.detail);
    cov_add_assembly_fact(&l->b->c, l->module->name, cc_strz(l->image), &verdict, false);
    return CC_OK;
}

static cc_err look_at_module(looking *l, cc_err opened) {
    cov_build *b = l->b;
    cc_str name = l->module->name;
    if (name.len == 0) {
        return CC_OK; /* native code, or damaged */
    }
    CC_TRY(mod_no_return_add(b->c.no_return, name, cc_strz(l->image), MD_LAYOUT_FLAT));
    if (opened != CC_OK) {
        sel_assembly_facts facts = {name, cc_strz(l->image), {"", 0}, {"", 0}};
        /* so that matching rules are marked */
        (void)sel_assembly(b->c.request->selection.filter, &facts);
        return b->c.request->folder_count > 0 ? leave_out(l, opened) : CC_OK;
    }
    cc_str framework =
        mod_assembly_text(l->module->tables, "System.Runtime.Versioning.TargetFrameworkAttribute");
    if (is_wanted(l, framework)) {
        add_build(l, framework);
    }
    return CC_OK;
}

static cc_err look_at_file(looking *l, const char *dir, const char *file) {
    cov_build *b = l->b;
    mod_module module;
    if (!mod_is_image_name(cc_strz(file))) {
        return CC_OK;
    }
    l->image = cc_path_join(b->c.work, dir, file);
    cc_err opened = mod_open_file(&module, l->image, b->c.work, &l->pdb);
    l->module = &module;
    cc_err err = look_at_module(l, opened);
    mod_close(&module);
    return err;
}

/* A session from elsewhere names no folder outside of the root. */
static bool may_look(const cov_build *b, const char *dir) {
    cc_str rest = {"", 0};
    char *real = NULL;
    return !b->c.request->is_foreign ||
           (cc_path_real(b->c.work, dir, &real) == CC_OK && b->model->root.len > 1 &&
            mod_path_below(cc_strz(real), b->model->root, false, &rest));
}

static cc_err look_at_dir(looking *l, const char *dir) {
    char **names = NULL;
    size_t count = 0;
    if (!may_look(l->b, dir)) {
        return CC_OK;
    }
    cc_err err = cc_dir_list(l->b->c.work, dir, &names, &count);
    if (err != CC_OK) {
        if (l->b->c.request->folder_count > 0) {
            cov_add_warning(&l->b->c, "%s", cc_error_message());
        }
        /* the build output may have been deleted since */
        return CC_OK;
    }
    for (size_t i = 0; i < count; i++) {
        CC_TRY(look_at_file(l, dir, names[i]));
    }
    return CC_OK;
}

/* A folder twice is one folder. */
static bool is_repeated(const cc_list *dirs, uint32_t index) {
    for (uint32_t i = 0; i < index; i++) {
        if (strcmp((const char *)dirs->items[i], (const char *)dirs->items[index]) == 0) {
            return true;
        }
    }
    return false;
}

/* The assemblies are unknown that tests loaded under another profiler. */
static bool is_unknown(const cov_build *b) {
    for (uint32_t i = 0; i < b->gathered.file_count; i++) {
        if (cov_has_rival(b->gathered.files[i])) {
            return true;
        }
    }
    return false;
}

cc_err cov_add_unloaded(cov_build *b) {
    if (is_unknown(b)) {
        return CC_OK;
    }
    looking l = {.b = b, .taken = cc_map_new()};
    cc_err err = CC_OK;
    for (uint32_t i = 0; err == CC_OK && i < b->gathered.entry_dirs.count; i++) {
        if (!is_repeated(&b->gathered.entry_dirs, i)) {
            err = look_at_dir(&l, (const char *)b->gathered.entry_dirs.items[i]);
        }
    }
    for (size_t i = 0; err == CC_OK && i < cc_map_count(l.taken); i++) {
        cc_span name;
        err = cov_add_candidate(b, (cov_candidate *)cc_map_at(l.taken, i, &name));
    }
    cc_map_free(l.taken);
    return err;
}
