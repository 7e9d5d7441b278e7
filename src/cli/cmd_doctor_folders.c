/* The assemblies that were built at or below the working directory: how many have a PDB that
 * belongs to them, for without one nothing can be measured. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/cmd.h"
#include "cli/cmd_doctor.h"

enum { MAX_NAMES = 5, MAX_FOLDERS = 100 };

typedef struct counts {
    unsigned with, without, other_build, unreadable;
    cc_buf names; /* of those without, a few */
} counts;

static void count(counts *c, const cov_fact *fact) {
    if (fact->reason == COV_BAD_IMAGE) {
        c->unreadable++;
    } else if (fact->reason == COV_PDB_MISMATCH) {
        c->other_build++;
    } else if (fact->reason != COV_NO_PDB) {
        c->with += fact->reason != COV_FRAMEWORK;
        return;
    } else {
        c->without++;
    }
    unsigned named = c->without + c->other_build + c->unreadable;
    if (named <= MAX_NAMES) {
        cc_buf_printf(&c->names, "%s%.*s", named == 1 ? "" : ", ", (int)fact->name.len,
                      fact->name.s);
    }
}

static cc_err judge(cmd_doctor_state *d, const cmd_folder_list *folders, counts *c) {
    cov_request request = {
        .folders = folders->paths,
        .folder_count = folders->count,
        .without_sources = COV_SOURCES_KEEP,
        .include_tests = true,
        .wants_facts = true,
    };
    sel_list filter;
    char *root;
    cov_model *model;
    sel_init(&filter, d->arena, NULL);
    CC_TRY(cmd_find_root(d->arena, NULL, &root));
    request.filter = &filter;
    request.root = root;
    CC_TRY(cov_model_build(&model, &request, d->arena));
    for (uint32_t i = 0; i < model->fact_count; i++) {
        if (model->facts[i].subject == COV_SUBJECT_ASSEMBLY) {
            count(c, &model->facts[i]);
        }
    }
    return CC_OK;
}

static void tell(cmd_doctor_state *d, const counts *c, size_t folder_count) {
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
    unsigned unnamed = c->without + c->other_build + c->unreadable;
    if (cc_buf_ok(&c->names) && c->names.len > 0) {
        cc_str names = cc_buf_str(&c->names);
        cmd_doctor_tell(d, CMD_FINE, "PDBs", "not measured: %.*s%s (clrcov explain tells why)",
                        (int)names.len, names.s, unnamed > MAX_NAMES ? ", ..." : "");
    }
}

void cmd_doctor_folders(cmd_doctor_state *d) {
    cmd_folder_list folders = {0};
    char *here = NULL;
    counts c = {0};
    cc_err err = cc_path_real(d->arena, ".", &here);
    err = err == CC_OK ? cmd_find_folders(&folders, here, MAX_FOLDERS, d->arena) : err;
    if (err == CC_OK && folders.count > 0) {
        err = judge(d, &folders, &c);
    }
    if (err != CC_OK) {
        cmd_doctor_tell(d, CMD_WARNING, "PDBs", "%s", cc_error_message());
    } else if (folders.count == 0) {
        cmd_doctor_tell(d, CMD_FINE, "PDBs", "nothing is built below %s", here);
    } else {
        tell(d, &c, folders.count);
    }
    if (folders.is_cut) {
        cmd_doctor_tell(d, CMD_FINE, "PDBs", "not all folders below %s were looked at", here);
    }
    cc_buf_free(&c.names);
}
