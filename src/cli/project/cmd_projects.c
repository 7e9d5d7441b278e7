/* The projects of a test run; see cmd_projects.h. */
#include "cli/project/cmd_projects.h"

#include <string.h>

#include "base/cc_file.h"
#include "base/cc_list.h"
#include "base/cc_utf.h"
#include "cli/core/cmd.h"
#include "cli/project/cmd_collect_parts.h"
#include "cli/project/cmd_project.h"

/* --- reading ------------------------------------------------------------------------------------ */

typedef struct listing {
    cc_list assemblies;
    const cmd_test_run *run;
} listing;

/* Adds its assembly, unless the project is one of tests, or the name is not known. */
static cc_err add_project(void *ctx, const char *path, const char *solution_dir) {
    listing *l = ctx;
    cmd_project_facts facts;
    cc_list *all = &l->assemblies;
    const cmd_project_asked asked = {path, solution_dir, l->run->words + l->run->at,
                                     l->run->end - l->run->at};
    if (cmd_project_evaluate(&facts, &asked, all->arena) != CC_OK || facts.is_test) {
        return CC_OK;
    }
    bool is_new = facts.assembly != NULL;
    for (uint32_t i = 0; is_new && i < all->count; i++) {
        is_new = strcmp(facts.assembly, all->items[i]) != 0; /* several runs may apply to it */
    }
    if (is_new) {
        cc_list_add(all, cc_arena_strdup(all->arena, cc_strz(facts.assembly)));
    }
    return CC_OK;
}

static cc_err add_projects(void *ctx, const cmd_test_run *run) {
    listing *l = ctx;
    l->run = run;
    return cmd_is_dotnet(run->words, run->end, run->at, "test")
               ? cmd_visit_projects(run, add_project, l, l->assemblies.arena)
               : CC_OK;
}

cc_err cmd_list_projects(cmd_projects *out, char *const *words, size_t count, cc_arena *arena) {
    listing l = {.assemblies = {.arena = arena}};
    *out = (cmd_projects){0};
    CC_TRY(cmd_visit_runs(words, count, add_projects, &l, arena));
    out->assemblies = CC_NEW_ARRAY(arena, const char *, l.assemblies.count);
    for (uint32_t i = 0; i < l.assemblies.count; i++) {
        out->assemblies[out->count++] = l.assemblies.items[i];
    }
    return CC_OK;
}

/* --- what was not loaded ------------------------------------------------------------------------ */

static bool is_in_model(const cov_model *model, cc_str name) {
    for (uint32_t i = 0; i < model->package_count; i++) {
        if (cc_str_eq_nocase(model->packages[i].name, name)) {
            return true;
        }
    }
    for (uint32_t i = 0; i < model->omitted_count; i++) {
        if (cc_str_eq_nocase(model->omitted[i].name, name)) {
            return true;
        }
    }
    return false;
}

void cmd_say_unloaded(const cmd_projects *projects, const cov_model *model, sel_list *filter) {
    enum { MOST_NAMES = 5 };
    cc_buf names = {0};
    size_t count = 0;
    for (size_t i = 0; i < projects->count && !model->nothing_measured; i++) {
        cc_str name = cc_strz(projects->assemblies[i]);
        if (is_in_model(model, name) || !sel_may_be_in(filter, name).is_in) {
            continue;
        }
        if (count++ < MOST_NAMES) {
            cc_buf_puts(&names, names.len == 0 ? "" : ", ");
            cc_utf8_clean(name, &names);
        }
    }
    if (count > MOST_NAMES) {
        cc_buf_printf(&names, " and %zu more", count - MOST_NAMES);
    }
    cc_str all = cc_buf_str(&names);
    if (count > 0) {
        cmd_say("%.*s: no test loads %s; the report does not include %s", CC_STR_ARGS(all),
                count == 1 ? "this project" : "these projects", count == 1 ? "it" : "them");
    }
    cc_buf_free(&names);
}
