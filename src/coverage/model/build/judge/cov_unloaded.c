/* Assemblies that no process loaded: searched beside the entry assemblies of measured processes or,
 * before any run, in given folders. See cov_judge.h, docs/coverage-rules.md. */
#include "base/cc_file.h"
#include "coverage/model/build/judge/cov_judge.h"
#include "coverage/module/mod_assembly.h"
#include "coverage/module/mod_root_path.h"

typedef struct looking {
    const cov_judge *judge;
    cov_context *c;
    cc_map *taken;           /* name and target framework -> cov_candidate */
    const char *image, *pdb; /* the current file */
    mod_module *module;
} looking;

/* A copy of what ran would only add lines of another version; a build for a framework that no
 * running build was made for has lines of its own. */
static bool is_wanted(const looking *l, cc_str framework) {
    const cov_gathered *from = l->judge->from;
    cc_str name = l->module->name;
    const cov_loaded *loaded = cc_map_get_str(from->loaded, name);
    if (loaded == NULL) {
        return true;
    }
    for (uint32_t i = 0; i < from->candidates.count; i++) {
        const cov_case *other = &l->judge->cases[i];
        bool is_same = other->framework.len == 0 || cc_str_eq(other->framework, framework);
        if (is_same && cc_str_eq(other->candidate->record.name, name)) {
            return false;
        }
    }
    return framework.len > 0 && !loaded->is_left_alone;
}

/* Of several copies the newest is used. */
static void add_build(looking *l, cc_str framework) {
    const cc_str key[] = {l->module->name, framework};
    void **slot = cc_map_put_texts(l->taken, key, sizeof key / sizeof *key);
    const cov_candidate *other = *slot;
    if (other != NULL && cc_file_mtime(l->image, NULL) <= cc_file_mtime(other->image_path, NULL)) {
        return;
    }
    cov_add_input(l->c, l->image);
    cov_candidate *made = CC_NEW(l->c->work, cov_candidate);
    made->image_path = l->image;
    made->pdb_path = l->pdb;
    made->record.name = cc_strz(cc_arena_strdup(l->c->work, l->module->name));
    made->record.path = cc_strz(l->image);
    *slot = made;
}

/* A managed image that cannot be shown. It is reported only when the user named the folder; else it
 * is one of many files beside a program. */
static void leave_out(looking *l, cc_err why) {
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
    cov_add_omitted(l->c, l->module->name, verdict.reason, verdict.detail);
    cov_add_assembly_fact(l->c, l->module->name, cc_strz(l->image), &verdict, false);
}

static void look_at_module(looking *l, cc_err opened) {
    const cov_request *request = l->c->request;
    cc_str name = l->module->name;
    if (name.len == 0) {
        return; /* native code, or damaged */
    }
    mod_no_return_add(l->c->no_return, name, cc_strz(l->image), MD_LAYOUT_FLAT);
    if (opened == CC_OK) {
        cc_str framework = mod_assembly_text(l->module->tables,
                                             "System.Runtime.Versioning.TargetFrameworkAttribute");
        if (is_wanted(l, framework)) {
            add_build(l, framework);
        }
        return;
    }
    /* so that matching rules are marked */
    const sel_assembly_facts facts = {name, cc_strz(l->image), {"", 0}, {"", 0}};
    (void)sel_assembly(request->selection.filter, &facts);
    if (request->folder_count > 0) {
        leave_out(l, opened);
    }
}

static void look_at_file(looking *l, const char *dir, const char *file) {
    mod_module module;
    if (!mod_is_image_name(cc_strz(file))) {
        return;
    }
    l->image = cc_path_join(l->c->work, dir, file);
    cc_err opened = mod_open_file(&module, l->image, l->c->work, &l->pdb);
    l->module = &module;
    look_at_module(l, opened);
    mod_close(&module);
}

/* A session from elsewhere names no folder outside of the root. */
static bool may_look(const cov_context *c, const char *dir) {
    cc_str rest = {"", 0};
    char *real = NULL;
    if (!c->request->is_foreign) {
        return true;
    }
    return cc_path_real(c->work, dir, &real) == CC_OK && c->root.len > 1 &&
           mod_path_below(cc_strz(real), c->root, false, &rest);
}

/* A folder that cannot be read is reported when the user named it; else the build output may have
 * been deleted since. */
static void look_at_dir(looking *l, const char *dir) {
    char **names = NULL;
    size_t count = 0;
    if (!may_look(l->c, dir)) {
        return;
    }
    if (cc_dir_list(l->c->work, dir, &names, &count) != CC_OK) {
        if (l->c->request->folder_count > 0) {
            cov_add_warning(l->c, "%s", cc_error_message());
        }
        return;
    }
    cov_add_input(l->c, dir);
    for (size_t i = 0; i < count && !cov_is_cancelled(l->c); i++) {
        look_at_file(l, dir, names[i]);
    }
}

static void look_at_all(looking *l) {
    const cc_list *dirs = &l->judge->dirs;
    for (uint32_t i = 0; i < dirs->count; i++) {
        look_at_dir(l, dirs->items[i]);
    }
}

void cov_find_unloaded(cov_judge *judge, cc_list *out) {
    /* the assemblies are unknown that tests loaded under another profiler */
    if (judge->from->has_rival) {
        return;
    }
    looking l = {.judge = judge, .c = judge->c, .taken = cc_map_new()};
    look_at_all(&l);
    for (size_t i = 0; i < cc_map_count(l.taken); i++) {
        cov_case *made = CC_NEW(judge->c->work, cov_case);
        made->candidate = cc_map_at(l.taken, i, NULL);
        cc_list_add(out, made);
    }
    cc_map_free(l.taken);
}
