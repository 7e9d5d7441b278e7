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

typedef enum base_kind {
    BASE_GIVEN,  /* by the user: what it is shows when it is not known */
    BASE_BRANCH, /* of a remote, or HEAD, which is at one of its branches */
    BASE_COMMIT, /* by its number */
    BASE_OTHER   /* tag, HEAD~1, a branch of this repository */
} base_kind;

typedef struct wanted_base {
    const char *ref;
    base_kind kind;
    const char *remote, *branch; /* of BASE_BRANCH */
} wanted_base;

/* The branch that the remote is at, else the usual main branches, of the remote and of this repository. */
static cc_err name_main(const asking *a, wanted_base *out) {
    static const wanted_base usual[] = {{"origin/HEAD", BASE_BRANCH, "origin", "HEAD"},
                                        {"origin/main", BASE_BRANCH, "origin", "main"},
                                        {"origin/master", BASE_BRANCH, "origin", "master"},
                                        {"main", BASE_OTHER, NULL, NULL},
                                        {"master", BASE_OTHER, NULL, NULL}};
    *out = usual[0];
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        bool is_known = false;
        CC_TRY(is_commit(a, usual[i].ref, &is_known));
        if (is_known) {
            *out = usual[i];
            return CC_OK;
        }
    }
    return CC_OK;
}

static wanted_base base_of_variable(const asking *a, const ci_variable *variable,
                                    const char *value) {
    const char *prefix = "refs/heads/";
    bool is_full = cc_str_starts(cc_strz(value), prefix);
    const char *branch = is_full ? value + strlen(prefix) : value;
    if (variable->is_commit) {
        return (wanted_base){value, BASE_COMMIT, NULL, NULL};
    }
    const char *ref = cc_arena_printf(a->arena, "origin/%s", branch);
    return (wanted_base){ref, BASE_BRANCH, "origin", branch};
}

static cc_err name_base(const asking *a, const cmd_config *config, wanted_base *out) {
    if (config->values.base != NULL) {
        *out = (wanted_base){config->values.base, BASE_GIVEN, NULL, NULL};
        return CC_OK;
    }
    for (size_t i = 0; i < sizeof ci_variables / sizeof *ci_variables; i++) {
        const char *value = cc_proc_variable(ci_variables[i].name);
        if (value != NULL && value[0] != '-') {
            *out = base_of_variable(a, &ci_variables[i], value);
            return CC_OK;
        }
    }
    return name_main(a, out);
}

/* --- a base that is not known ------------------------------------------------------------------- */

static bool is_number_of_commit(const char *ref) {
    enum { LEAST_DIGITS = 7, MOST_DIGITS = 64 };
    size_t len = strspn(ref, "0123456789abcdefABCDEF");
    return ref[len] == '\0' && len >= LEAST_DIGITS && len <= MOST_DIGITS;
}

/* The remote's name begins the reference. */
static void take_remote(const asking *a, cc_str name, wanted_base *base) {
    const char *prefix = cc_arena_printf(a->arena, "%.*s/", CC_STR_ARGS(name));
    bool is_shorter = base->remote != NULL && name.len < strlen(base->remote);
    if (!is_shorter && cc_str_starts(cc_strz(base->ref), prefix)) {
        base->remote = cc_arena_strdup(a->arena, name);
        base->branch = base->ref + strlen(prefix);
        base->kind = BASE_BRANCH;
    }
}

/* Of several remotes it is the one with the longest name. */
static cc_err find_remote(const asking *a, wanted_base *base) {
    static const char *const words[] = {"remote", NULL};
    bool is_fine = false;
    cc_str names;
    cc_str name;
    CC_TRY(ask(a, words, &is_fine, &names));
    while (is_fine && cc_str_next(&names, '\n', &name)) {
        take_remote(a, name, base);
    }
    return CC_OK;
}

static cc_err find_kind(const asking *a, wanted_base *base) {
    base->kind = is_number_of_commit(base->ref) ? BASE_COMMIT : BASE_OTHER;
    return base->kind == BASE_OTHER && strpbrk(base->ref, "~^:@") == NULL ? find_remote(a, base)
                                                                          : CC_OK;
}

/* What `git fetch` needs to be told to make the base known; a branch of a pull request has any name. */
static const char *fetched(const asking *a, const wanted_base *base) {
    bool is_head = strcmp(base->branch, "HEAD") == 0;
    const char *names =
        cc_arena_printf(a->arena, "+%s%s:refs/remotes/%s/%s", is_head ? "" : "refs/heads/",
                        base->branch, base->remote, base->branch);
    return cc_arena_printf(a->arena, "%s %s", cmd_shell_word(base->remote, a->arena),
                           cmd_shell_word(names, a->arena));
}

static cc_err fail_shallow(const asking *a, const wanted_base *base) {
    const char *what = base->kind == BASE_BRANCH ? fetched(a, base) : "--tags origin";
    return cc_fail(CC_E_USAGE,
                   "this clone is shallow, and its history does not reach %s; run `git fetch "
                   "--unshallow %s`, or check out with the whole history (fetch-depth: 0)",
                   base->ref, what);
}

static cc_err fail_unknown(const asking *a, const wanted_base *base) {
    if (base->kind == BASE_BRANCH) {
        return cc_fail(CC_E_USAGE, "%s is not known to this repository; run `git fetch %s`",
                       base->ref, fetched(a, base));
    }
    if (base->kind == BASE_COMMIT) {
        return cc_fail(CC_E_USAGE, "%s is not known to this repository; run `git fetch origin %s`",
                       base->ref, cmd_shell_word(base->ref, a->arena));
    }
    return cc_fail(CC_E_USAGE,
                   "%s is not known to this repository; for a tag run `git fetch --tags origin`, "
                   "for a branch of a remote name REMOTE/BRANCH",
                   base->ref);
}

/* Why there is no commit where the branch left the base, and what mends it. */
static cc_err fail_base(const asking *a, const cmd_config *config, wanted_base *base,
                        bool is_known) {
    static const char *const shallow[] = {"rev-parse", "--is-shallow-repository", NULL};
    bool is_shallow = false;
    CC_TRY(ask_yes(a, shallow, &is_shallow));
    CC_TRY(base->kind == BASE_GIVEN ? find_kind(a, base) : CC_OK);
    if (is_shallow) {
        return fail_shallow(a, base);
    }
    if (is_known) {
        return cc_fail(
            CC_E_USAGE,
            "%s has no commit in common with HEAD; name another base with --base REF, or "
            "give the change with --patch FILE",
            base->ref);
    }
    if (config->values.base == NULL && strcmp(base->ref, "origin/HEAD") == 0) {
        return cc_fail(CC_E_USAGE, "the base of the change is not known: neither a CI system nor "
                                   "origin/HEAD names it, and there is no branch main or master; "
                                   "name it with --base REF, or give the change with --patch FILE");
    }
    return fail_unknown(a, base);
}

/* Where the branch left the base. */
static cc_err find_base(const asking *a, const cmd_config *config, const char **name, cc_str *out) {
    static const char *const inside[] = {"rev-parse", "--is-inside-work-tree", NULL};
    wanted_base base;
    bool is_fine = false;
    CC_TRY(ask_yes(a, inside, &is_fine));
    if (!is_fine) {
        return cc_fail(CC_E_USAGE,
                       "%s is not in a git repository; give the change with --patch FILE", a->root);
    }
    CC_TRY(name_base(a, config, &base));
    *name = base.ref;
    bool is_known = false;
    CC_TRY(is_commit(a, base.ref, &is_known));
    is_fine = is_known;
    if (is_known) {
        const char *const words[] = {"merge-base", base.ref, "HEAD", NULL};
        CC_TRY(ask(a, words, &is_fine, out));
    }
    return is_fine ? CC_OK : fail_base(a, config, &base, is_known);
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
