/* What changed: a patch file, or the user's own git, which also tells of a shallow clone and can
 * mend it. See cmd_patch.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "cli/core/cmd_memory.h"
#include "cli/core/cmd_quote.h"
#include "cli/report/cmd_git.h"
#include "cli/report/cmd_patch.h"

typedef struct asking {
    cc_arena *arena;
    char *root;
} asking;

/* --- git ---------------------------------------------------------------------------------------- */

/* As cmd_ask_git() says. */
static cc_err ask(const asking *a, const char *const *words, bool *is_fine, cc_str *out) {
    cc_err err = cmd_ask_git(a->root, words, is_fine, out, a->arena);
    return err == CC_E_NOTFOUND
               ? cc_fail(CC_E_USAGE, "git not found; give the change with --patch FILE")
               : err;
}

static cc_err ask_yes(const asking *a, const char *const *words, bool *is_yes) {
    cc_str out;
    CC_TRY(ask(a, words, is_yes, &out));
    *is_yes = *is_yes && cc_str_eqz(out, "true");
    return CC_OK;
}

static cc_err is_commit(const asking *a, const char *ref, bool *out) {
    const char *commit = cc_arena_printf(a->arena, "%s^{commit}", ref);
    const char *const words[] = {"rev-parse", "--verify", "-q", "--end-of-options", commit, NULL};
    cc_str ignored;
    return ask(a, words, out, &ignored);
}

/* --- the base ------------------------------------------------------------------------------------ */

/* A variable in which a CI system names the target of a pull request. */
typedef struct ci_variable {
    const char *name;
    bool is_commit; /* else a branch of the remote `origin` */
} ci_variable;

static const ci_variable ci_variables[] = {
    {"CI_MERGE_REQUEST_DIFF_BASE_SHA", true},   /* GitLab */
    {"GITHUB_BASE_REF", false},                 /* GitHub Actions */
    {"SYSTEM_PULLREQUEST_TARGETBRANCH", false}, /* Azure Pipelines */
    {"CHANGE_TARGET", false},                   /* Jenkins */
    {"BITBUCKET_PR_DESTINATION_BRANCH", false}, /* Bitbucket */
};

/* The branch that the remote is at, else the usual main branches, of the remote and of this repository. */
static cc_err name_main(const asking *a, const char **ref, const char **branch) {
    static const struct {
        const char *ref, *branch;
    } usual[] = {{"origin/HEAD", "HEAD"},
                 {"origin/main", "main"},
                 {"origin/master", "master"},
                 {"main", "main"},
                 {"master", "master"}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        bool is_known = false;
        CC_TRY(is_commit(a, usual[i].ref, &is_known));
        if (is_known) {
            *ref = usual[i].ref;
            *branch = usual[i].branch;
            return CC_OK;
        }
    }
    *ref = usual[0].ref;
    *branch = usual[0].branch;
    return CC_OK;
}

/* The base that is meant: *branch is its name at the remote, for the command that fetches it. */
static cc_err name_base(const asking *a, const cmd_config *config, const char **ref,
                        const char **branch) {
    *ref = config->values.base;
    *branch = *ref;
    if (*ref != NULL) {
        const char *name =
            cc_str_starts(cc_strz(*ref), "origin/") ? *ref + strlen("origin/") : *ref;
        *branch = name;
        return CC_OK;
    }
    for (size_t i = 0; i < sizeof ci_variables / sizeof *ci_variables; i++) {
        const char *value = cc_proc_variable(ci_variables[i].name);
        if (value == NULL || value[0] == '-') {
            continue;
        }
        const char *prefix = "refs/heads/";
        bool is_full = cc_str_starts(cc_strz(value), prefix);
        *branch = is_full ? value + strlen(prefix) : value;
        *ref = ci_variables[i].is_commit ? value : cc_arena_printf(a->arena, "origin/%s", *branch);
        return CC_OK;
    }
    return name_main(a, ref, branch);
}

/* The base is not known here: why, and what mends it. */
static cc_err fail_base(const asking *a, const cmd_config *config, const char *ref,
                        const char *branch) {
    static const char *const shallow[] = {"rev-parse", "--is-shallow-repository", NULL};
    bool is_shallow = false;
    CC_TRY(ask_yes(a, shallow, &is_shallow));
    const char *names =
        cc_arena_printf(a->arena, "+refs/heads/%s:refs/remotes/origin/%s", branch, branch);
    names = cmd_shell_word(names, a->arena); /* a branch of a pull request has any name */
    if (is_shallow) {
        return cc_fail(
            CC_E_USAGE,
            "this clone is shallow, and its history does not reach %s; run `git fetch --unshallow "
            "origin %s`, or check out with the whole history (fetch-depth: 0)",
            ref, names);
    }
    if (config->values.base == NULL && strcmp(ref, "origin/HEAD") == 0) {
        return cc_fail(CC_E_USAGE, "the base of the change is not known: neither a CI system nor "
                                   "origin/HEAD names it, and there is no branch main or master; "
                                   "name it with --base REF, or give the change with --patch FILE");
    }
    return cc_fail(
        CC_E_USAGE,
        "%s is not known to this repository; for a branch of the remote run `git fetch origin %s`",
        ref, names);
}

/* Where the branch left the base. */
static cc_err find_base(const asking *a, const cmd_config *config, const char **name, cc_str *out) {
    static const char *const inside[] = {"rev-parse", "--is-inside-work-tree", NULL};
    const char *branch = NULL;
    bool is_fine = false;
    CC_TRY(ask_yes(a, inside, &is_fine));
    if (!is_fine) {
        return cc_fail(CC_E_USAGE,
                       "%s is not in a git repository; give the change with --patch FILE", a->root);
    }
    CC_TRY(name_base(a, config, name, &branch));
    CC_TRY(is_commit(a, *name, &is_fine));
    if (is_fine) {
        const char *const words[] = {"merge-base", *name, "HEAD", NULL};
        CC_TRY(ask(a, words, &is_fine, out));
    }
    return is_fine ? CC_OK : fail_base(a, config, *name, branch);
}

/* --- the change ---------------------------------------------------------------------------------- */

/* The text is copied: the file may be removed. */
static cc_err parse_file(patch_change *out, const char *path, cc_arena *arena) {
    cc_str text;
    CC_TRY(cc_file_read(arena, path, SIZE_MAX, &text));
    cc_err err = patch_parse(out, text, arena);
    return err == CC_E_FORMAT ? cc_fail_in(err, path) : err;
}

/* A name for the output of git: it may be of any size. */
static cc_err temporary(cc_arena *arena, char **out) {
    uint64_t random = 0;
    char *base = NULL;
    char *note = NULL;
    CC_TRY(ses_base(arena, &base, &note));
    CC_TRY(cc_os_random(&random, sizeof random));
    *out = cc_arena_printf(arena, "%s/patch-%016llx", base, (unsigned long long)random);
    return CC_OK;
}

/* From the base to the files as they are now, below the root. */
static cc_err diff_to(const asking *a, const char *base, const char *path, patch_change *out) {
    const char *output = cc_arena_printf(a->arena, "--output=%s", path);
    const char *const words[] = {"diff",
                                 "-U0",
                                 "-M",
                                 "--no-ext-diff",
                                 "--no-color",
                                 "--relative",
                                 "--src-prefix=a/",
                                 "--dst-prefix=b/",
                                 "--no-textconv",
                                 output,
                                 base,
                                 "--",
                                 NULL};
    bool is_fine = false;
    cc_str ignored;
    CC_TRY(ask(a, words, &is_fine, &ignored));
    return is_fine ? parse_file(out, path, a->arena)
                   : cc_fail(CC_E_USAGE, "git diff of %s failed in %s", base, a->root);
}

static cc_err diff(const asking *a, const char *base, patch_change *out) {
    char *path = NULL;
    CC_TRY(temporary(a->arena, &path));
    cmd_memory_removes(path);
    cc_err err = diff_to(a, base, path, out);
    cmd_memory_removes(NULL);
    cc_file_remove(path);
    return err;
}

cc_err cmd_check_changes(const cmd_config *config, cc_arena *arena) {
    const asking a = {arena, config->root};
    cc_str base = {"", 0};
    const char *name = NULL;
    if (config->values.patch != NULL) {
        patch_change ignored;
        return parse_file(&ignored, config->values.patch, arena);
    }
    return find_base(&a, config, &name, &base);
}

cc_err cmd_find_changes(cmd_changes *out, const cmd_config *config, cc_arena *arena) {
    const asking a = {arena, config->root};
    cc_str base = {"", 0};
    const char *name = NULL;
    if (config->values.patch != NULL) {
        out->name = config->values.patch;
        return parse_file(&out->change, config->values.patch, arena);
    }
    CC_TRY(find_base(&a, config, &name, &base));
    out->name = cc_arena_printf(arena, "since %s", name);
    return diff(&a, base.s, &out->change);
}
