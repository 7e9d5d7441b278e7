/* The assemblies that were built at or below the working directory: the number of those with a
 * matching PDB, since without one nothing can be measured. Only ids are compared. */
#include "base/cc_file.h"
#include "base/cc_map.h"
#include "cli/core/cmd_folders.h"
#include "cli/doctor/cmd_doctor.h"
#include "coverage/module/mod.h"

enum { MAX_NAMES = 5, MAX_FOLDERS = 100 };

/* Ordered from best to worst: of several copies of an assembly the best counts. */
typedef enum pdb_state { WITH = 1, OTHER_BUILD, WITHOUT, UNREADABLE } pdb_state;

typedef struct counts {
    unsigned with, without, other_build, unreadable;
    cc_buf names;   /* some of those without a PDB */
    cc_buf readers; /* of IL at run time, each once */
} counts;

static pdb_state state_of(cc_err opened) {
    if (opened == CC_E_MISMATCH) {
        return OTHER_BUILD;
    }
    if (opened == CC_E_NOTFOUND) {
        return WITHOUT;
    }
    return opened == CC_OK ? WITH : UNREADABLE;
}

static pdb_state state_in(void *const *slot) {
    return (pdb_state)(uintptr_t)*slot;
}

/* Native code and satellite assemblies have no PDB and need none. */
static void look_at_file(cc_map *states, counts *c, const char *path, cc_arena *arena) {
    mod_module module;
    const char *pdb = NULL;
    cc_err opened = mod_open_file(&module, path, arena, &pdb);
    bool is_code = module.name.len > 0 && (opened == CC_OK || module.method_count > 0);
    if (is_code) {
        void **slot = cc_map_put_str(states, module.name);
        pdb_state state = state_of(opened);
        if (*slot == NULL && mod_reads_il(&module)) {
            cc_buf_printf(&c->readers, "%s%.*s", c->readers.len > 0 ? ", " : "",
                          CC_STR_ARGS(module.name));
        }
        if (*slot == NULL || state < state_in(slot)) {
            *slot = (void *)(uintptr_t)state;
        }
    }
    mod_close(&module);
}

/* The folder may have been removed. */
static void look_at_folder(cc_map *states, counts *c, const char *folder, cc_arena *arena) {
    char **names = NULL;
    size_t count = 0;
    cc_err err = cc_dir_list(arena, folder, &names, &count);
    for (size_t i = 0; err == CC_OK && i < count; i++) {
        if (mod_is_image_name(cc_strz(names[i]))) {
            look_at_file(states, c, cc_path_join(arena, folder, names[i]), arena);
        }
    }
}

static void count(counts *c, cc_span name, pdb_state state) {
    unsigned *const counters[] = {
        [WITH] = &c->with,
        [OTHER_BUILD] = &c->other_build,
        [WITHOUT] = &c->without,
        [UNREADABLE] = &c->unreadable,
    };
    ++*counters[state];
    unsigned named = c->without + c->other_build + c->unreadable;
    if (state != WITH && named <= MAX_NAMES) {
        cc_buf_printf(&c->names, "%s%.*s", named == 1 ? "" : ", ", (int)name.len,
                      (const char *)name.data);
    }
}

static void judge(const cmd_folder_list *folders, counts *c) {
    cc_map *states = cc_map_new();
    for (size_t i = 0; i < folders->count; i++) {
        cc_arena *arena = cc_arena_new();
        look_at_folder(states, c, folders->paths[i], arena);
        cc_arena_free(arena);
    }
    for (size_t i = 0; i < cc_map_count(states); i++) {
        cc_span name;
        void *state = cc_map_at(states, i, &name);
        count(c, name, state_in(&state));
    }
    cc_map_free(states);
}

static void report_counts(cmd_doctor_state *d, const counts *c, size_t folder_count) {
    cmd_doctor_tell(d, c->with > 0 ? CMD_FINE : CMD_WARNING, "PDBs",
                    "%u assembl%s in %zu folder%s here with a PDB, %u without", c->with,
                    c->with == 1 ? "y" : "ies", folder_count, folder_count == 1 ? "" : "s",
                    c->without);
    if (c->other_build > 0) {
        cmd_doctor_tell(d, CMD_WARNING, "PDBs", "%u with a PDB of another build", c->other_build);
    }
    if (c->unreadable > 0) {
        cmd_doctor_tell(d, CMD_WARNING, "PDBs", "%u cannot be read", c->unreadable);
    }
    if (c->readers.len > 0) {
        cc_str readers = cc_buf_str(&c->readers);
        cmd_doctor_tell(
            d, CMD_WARNING, "reflection",
            "IL at run time, which has probes in measured methods; these assemblies read it: %.*s",
            CC_STR_ARGS(readers));
    }
    unsigned unnamed = c->without + c->other_build + c->unreadable;
    if (c->names.len > 0) {
        cc_str names = cc_buf_str(&c->names);
        cmd_doctor_tell(d, CMD_FINE, "PDBs", "not measured: %.*s%s (clrcov explain shows why)",
                        CC_STR_ARGS(names), unnamed > MAX_NAMES ? ", ..." : "");
    }
}

void cmd_doctor_folders(cmd_doctor_state *d) {
    cmd_folder_list folders = {0};
    char *here = NULL;
    counts c = {0};
    cc_err err = cc_path_real(d->arena, ".", &here);
    err = err == CC_OK ? cmd_find_folders(&folders, here, MAX_FOLDERS, d->arena) : err;
    judge(&folders, &c);
    if (err != CC_OK) {
        cmd_doctor_tell(d, CMD_WARNING, "PDBs", "%s", cc_error_message());
    } else if (folders.count == 0) {
        cmd_doctor_tell(d, CMD_FINE, "PDBs", "nothing is built below %s", here);
    } else {
        report_counts(d, &c, folders.count);
    }
    if (folders.is_cut) {
        cmd_doctor_tell(d, CMD_FINE, "PDBs", "some folders below %s were not searched", here);
    }
    cc_buf_free(&c.names);
    cc_buf_free(&c.readers);
}
