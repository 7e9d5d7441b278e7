/* Is an assembly in? The whole truth: filter, test assembly, attributes, sources under the root.
 * Those that no process loaded are looked for beside the entry assemblies. See cov_build.h,
 * semantics (what is in). */
#include <string.h>

#include "coverage/cov_build.h"
#include "coverage/cov_session.h"

/* --- one candidate ---------------------------------------------------------------------------- */

static bool is_zero(const cc_hash128 *hash) {
    static const cc_hash128 zero;
    return memcmp(hash, &zero, sizeof zero) == 0;
}

static cc_err open_candidate(cov_build *b, cov_candidate *c, cov_module *module) {
    const char *image = c->image_path;
    const char *pdb = c->pdb_path;
    if (image == NULL) {
        if (is_zero(&c->record.image_hash)) {
            *module = (cov_module){0};
            return cc_fail(CC_E_NOTFOUND, "its image was not kept");
        }
        image = cov_session_stored(c->session_dir, &c->record.image_hash, ".dll", b->work);
        pdb = is_zero(&c->record.pdb_hash)
                  ? NULL
                  : cov_session_stored(c->session_dir, &c->record.pdb_hash, ".pdb", b->work);
    }
    md_layout layout = c->record.is_mapped_layout ? MD_LAYOUT_MAPPED : MD_LAYOUT_FLAT;
    return cov_module_open(module, image, layout, pdb);
}

/* Why the assembly is not in; COV_MEASURED when it is. Sources first: of others' assemblies nothing
 * else is interesting. */
static cc_err judge(cov_build *b, cov_module *module, cov_reason *reason) {
    bool has_source = false;
    *reason = COV_MEASURED;
    if (!sel_assembly(b->request->filter, module->name, NULL)) {
        *reason = COV_FILTER;
        return CC_OK;
    }
    CC_TRY(cov_module_places(module, b->root, &has_source));
    if (!has_source) {
        *reason = COV_SOURCES_NOT_FOUND;
    } else if (!b->request->include_tests && cov_module_is_test(module)) {
        *reason = COV_TEST_ASSEMBLY;
    } else if (cov_has_exclusion(module->tables, MD_TOKEN(MD_ASSEMBLY, 1)) ||
               cov_has_exclusion(module->tables, MD_TOKEN(MD_MODULE, 1))) {
        *reason = COV_EXCLUDED_BY_ATTRIBUTE;
    }
    return CC_OK;
}

static cc_err include(cov_build *b, cov_module *module, const cov_candidate *c) {
    void **slot = cc_map_put_str(b->packages, module->name);
    if (slot != NULL && *slot == NULL) {
        cov_package *package = CC_NEW(b->arena, cov_package);
        char *name = cc_arena_strdup(b->arena, module->name);
        if (package != NULL && name != NULL) {
            package->name = cc_strz(name);
            package->never_loaded = c->image_path != NULL;
            *slot = package;
        }
    }
    if (slot == NULL || *slot == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for packages");
    }
    b->any_measured = b->any_measured || c->image_path == NULL;
    CC_TRY(cov_module_homes(module));
    CC_TRY(cov_module_exclusions(module));
    return cov_measure(b, module, c);
}

/* An assembly whose sources are on this machine, but elsewhere, is most likely the user's own: the
 * source root is wrong. *detail says so; empty for others. */
static cc_err explain_sources(cov_build *b, const cov_module *module, cc_str *detail) {
    for (uint32_t i = 1; i <= module->document_count; i++) {
        const cov_place *place = module->places[i];
        if (place == NULL || place->kind != COV_PLACE_OUTSIDE) {
            continue;
        }
        char *text = cc_arena_printf(b->arena, "%s is outside the source root %s (see --root)",
                                     place->file, b->request->root);
        if (text == NULL) {
            return cc_fail(CC_E_NOMEM, "out of memory for messages");
        }
        *detail = cc_strz(text);
        cov_warn(b, "%.*s is not measured: %s", (int)module->name.len, module->name.s, text);
        return CC_OK;
    }
    return CC_OK;
}

static cc_err take_open(cov_build *b, cov_module *module, cov_candidate *c) {
    cov_reason reason = COV_MEASURED;
    CC_TRY(judge(b, module, &reason));
    if (reason == COV_MEASURED) {
        return include(b, module, c);
    }
    /* The folder of a test assembly holds what it tests, also when the host's entry is elsewhere.
     * */
    if (reason == COV_TEST_ASSEMBLY && c->image_path == NULL) {
        cov_list_add(&b->entry_dirs, cc_arena_strdup(b->work, cc_path_dir(c->record.path)));
    }
    if (c->image_path != NULL) {
        return CC_OK;
    }
    cc_str detail = {"", 0};
    if (reason == COV_SOURCES_NOT_FOUND) {
        CC_TRY(explain_sources(b, module, &detail));
    }
    return cov_omit(b, module->name, reason, detail);
}

cc_err cov_take(cov_build *b, cov_candidate *candidate) {
    cov_module module;
    cc_err err = open_candidate(b, candidate, &module);
    if (err == CC_OK) {
        err = take_open(b, &module, candidate);
    } else if (err != CC_E_NOMEM) {
        cc_str why = cc_strz(cc_error_message());
        err = candidate->image_path != NULL
                  ? CC_OK
                  : cov_omit(b, candidate->record.name, COV_BAD_IMAGE, why);
    }
    cov_module_close(&module);
    return err;
}

/* --- never loaded ----------------------------------------------------------------------------- */

static cc_err add_unloaded(cov_build *b, cc_map *taken, const char *image, const char *pdb,
                           cc_str name) {
    cov_candidate *c = CC_NEW(b->work, cov_candidate);
    void **slot = cc_map_put_str(taken, name);
    if (c == NULL || slot == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for modules");
    }
    cov_candidate *other = (cov_candidate *)*slot;
    int64_t age = other == NULL ? 0 : cc_file_mtime(other->image_path, NULL);
    if (other != NULL && cc_file_mtime(image, NULL) <= age) {
        return CC_OK;
    }
    *c = (cov_candidate){.image_path = image, .pdb_path = pdb};
    *slot = c;
    return CC_OK;
}

/* A managed image with symbols whose assembly no process loaded. Of several copies the newest
 * counts. */
static cc_err look_at_file(cov_build *b, cc_map *taken, const char *dir, const char *file) {
    cc_str base = cc_strz(file);
    if (!cc_str_ends(base, ".dll") && !cc_str_ends(base, ".exe")) {
        return CC_OK;
    }
    const char *image = cc_path_join(b->work, dir, file);
    const char *pdb = cc_arena_printf(b->work, "%s/%.*s.pdb", dir, (int)(base.len - 4), file);
    if (image == NULL || pdb == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for modules");
    }
    pdb = cc_path_exists(pdb) ? pdb : NULL;
    cov_module module;
    cc_err err = cov_module_open(&module, image, MD_LAYOUT_FLAT, pdb);
    if (err == CC_OK && cc_map_get_str(b->loaded, module.name) == NULL) {
        err = add_unloaded(b, taken, image, pdb, module.name);
    } else if (err != CC_E_NOMEM) {
        err = CC_OK; /* native, without symbols, of another build: nothing to tell about */
    }
    cov_module_close(&module);
    return err;
}

static cc_err look_at_dir(cov_build *b, cc_map *taken, const char *dir) {
    char **names = NULL;
    size_t count = 0;
    cc_err err = cc_dir_list(b->work, dir, &names, &count);
    if (err != CC_OK) {
        return err == CC_E_NOMEM ? err : CC_OK; /* the build output may be gone by now */
    }
    for (size_t i = 0; i < count; i++) {
        CC_TRY(look_at_file(b, taken, dir, names[i]));
    }
    return CC_OK;
}

cc_err cov_gather_unloaded(cov_build *b) {
    cc_map *taken = cc_map_new();
    cc_err err = taken == NULL ? cc_fail(CC_E_NOMEM, "out of memory for modules") : CC_OK;
    for (uint32_t i = 0; err == CC_OK && i < b->entry_dirs.count; i++) {
        err = look_at_dir(b, taken, (const char *)b->entry_dirs.items[i]);
    }
    for (size_t i = 0; err == CC_OK && i < cc_map_count(taken); i++) {
        cc_span name;
        err = cov_take(b, (cov_candidate *)cc_map_at(taken, i, &name));
    }
    cc_map_free(taken);
    return err;
}
