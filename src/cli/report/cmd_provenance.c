/* Where the figures of a report come from: the program, and what git says of the repository; see
 * cmd_provenance.h. Pages are published, so nothing here may hold a secret: no arguments of the
 * command, no user or password of a remote. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/core/cmd_paths.h"
#include "cli/report/cmd_command.h"
#include "cli/report/cmd_git.h"
#include "cli/report/cmd_head.h"
#include "cli/report/cmd_provenance.h"

/* --- the remote ------------------------------------------------------------------------------- */

/* The parts of a remote. */
typedef struct remote {
    cc_str host, port; /* port: of https; "" */
    cc_str path;       /* "owner/name" */
} remote;

static cc_str after(cc_str s, size_t start) {
    return (cc_str){s.s + start, s.len - start};
}

static bool has_only(cc_str text, const char *signs) {
    for (size_t i = 0; i < text.len; i++) {
        char c = text.s[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!is_letter && (c == '\0' || strchr(signs, c) == NULL)) {
            return false;
        }
    }
    return text.len > 0;
}

static bool is_number(cc_str text) {
    for (size_t i = 0; i < text.len; i++) {
        if (text.s[i] < '0' || text.s[i] > '9') {
            return false;
        }
    }
    return true;
}

/* "https://user:password@host:8443/owner/name", "ssh://git@host/owner/name", "git@host:owner/name":
 * what stands before the last '@' of the host is dropped. False: another form. */
static bool split(remote *out, cc_str url) {
    static const char https[] = "https://";
    static const char ssh[] = "ssh://";
    bool is_https = cc_str_starts(url, https);
    bool is_ssh = cc_str_starts(url, ssh);
    *out = (remote){.host = {"", 0}};
    out->path = is_https ? after(url, strlen(https)) : is_ssh ? after(url, strlen(ssh)) : url;
    cc_str place = cc_str_cut(&out->path, is_https || is_ssh ? '/' : ':');
    while (memchr(place.s, '@', place.len) != NULL) {
        (void)cc_str_cut(&place, '@');
    }
    out->host = cc_str_cut(&place, ':');
    out->port = is_https ? place : CC_STR("");
    return out->path.len > 0 && has_only(out->host, ".-") && is_number(out->port);
}

/* Takes '/' and ".git" from the ends; the number of parts, 0: some part is none of a repository's
 * path. */
static size_t tidy(cc_str *path) {
    size_t count = 0;
    while (path->len > 0 && path->s[0] == '/') {
        *path = after(*path, 1);
    }
    while (path->len > 0 && path->s[path->len - 1] == '/') {
        path->len--;
    }
    path->len -= cc_str_ends(*path, ".git") ? strlen(".git") : 0;
    for (cc_str rest = *path; rest.len > 0; count++) {
        cc_str part = cc_str_cut(&rest, '/');
        if (!has_only(part, "._~-%") || cc_str_eqz(part, ".") || cc_str_eqz(part, "..")) {
            return 0;
        }
    }
    return count;
}

/* "v3/org/project/name" of ssh.dev.azure.com, "org/project/_git/name" of dev.azure.com. */
static char *azure_of(const remote *r, size_t count, cc_arena *arena) {
    cc_str rest = r->path;
    bool is_ssh = cc_str_starts(rest, "v3/") && count == 4;
    if (is_ssh) {
        (void)cc_str_cut(&rest, '/');
    }
    cc_str org = cc_str_cut(&rest, '/');
    cc_str project = cc_str_cut(&rest, '/');
    bool is_https = !is_ssh && count == 4 && cc_str_eqz(cc_str_cut(&rest, '/'), "_git");
    return !is_ssh && !is_https
               ? NULL
               : cc_arena_printf(arena, "https://dev.azure.com/%.*s/%.*s/_git/%.*s",
                                 CC_STR_ARGS(org), CC_STR_ARGS(project), CC_STR_ARGS(rest));
}

static bool has_name(cc_str host, const char *name) {
    size_t len = strlen(name);
    for (size_t i = 0; i + len <= host.len; i++) {
        if (strncasecmp(host.s + i, name, len) == 0) {
            return true;
        }
    }
    return false;
}

rep_host cmd_repository_of(cc_str *out, cc_str url, cc_arena *arena) {
    remote r;
    *out = CC_STR("");
    if (url.len == 0) {
        return REP_HOST_NONE;
    }
    size_t count = split(&r, url) ? tidy(&r.path) : 0;
    bool is_github = cc_str_eqz(r.host, "github.com") && count == 2;
    bool is_gitlab = has_name(r.host, "gitlab") && count >= 2;
    bool is_azure = cc_str_eqz(r.host, "dev.azure.com") || cc_str_eqz(r.host, "ssh.dev.azure.com");
    char *text = NULL;
    if (is_github || is_gitlab) {
        text = cc_arena_printf(arena, "https://%.*s%s%.*s/%.*s", CC_STR_ARGS(r.host),
                               r.port.len > 0 ? ":" : "", CC_STR_ARGS(r.port), CC_STR_ARGS(r.path));
    } else if (is_azure) {
        text = azure_of(&r, count, arena);
    }
    if (text == NULL) {
        return REP_HOST_NONE;
    }
    *out = cc_strz(text);
    return is_github ? REP_HOST_GITHUB : is_gitlab ? REP_HOST_GITLAB : REP_HOST_AZURE;
}

/* --- the repository --------------------------------------------------------------------------- */

/* "" where git has no answer, or is not there. */
static cc_str ask(const char *root, const char *const *words, cc_arena *arena) {
    bool is_fine = false;
    cc_str out;
    (void)!cmd_ask_git(root, words, &is_fine, &out, arena);
    return is_fine ? out : CC_STR("");
}

/* Each file of the commit is the one that is there, so that lines of both are the same. */
static bool is_as_committed(const char *root, cc_arena *arena) {
    static const char *const status[] = {"--no-optional-locks", "status", "--porcelain",
                                         "--untracked-files=no", NULL};
    cc_str changes;
    bool is_fine = false;
    (void)!cmd_ask_git(root, status, &is_fine, &changes, arena);
    return is_fine && changes.len == 0;
}

static cc_str without_slash(cc_str path) {
    bool has_slash = path.len > 0 && path.s[path.len - 1] == '/';
    return has_slash ? (cc_str){path.s, path.len - 1} : path;
}

/* The last part of the repository's address, where the root is its top; else the folder's name. */
static cc_str project_of(const char *root, cc_str repository, cc_str folder) {
    cc_str name = cc_path_base(repository);
    bool is_plain = name.len > 0 && memchr(name.s, '%', name.len) == NULL && folder.len == 0;
    return is_plain ? name : cc_path_base(cc_strz(root));
}

/* The run measured another commit than the one that is there now, which no server shows as it was
 * measured: whether its sources were as committed is not known. */
static void take_head_of_run(cov_raw_run *run, const char *session_dir, cc_arena *arena) {
    cmd_head head;
    cmd_read_head(&head, session_dir, arena);
    if (head.commit.len == 0 || cc_str_eq(head.commit, run->commit)) {
        return;
    }
    run->commit = head.commit;
    run->branch = head.branch;
    run->folder = head.folder;
    run->repository = CC_STR("");
}

void cmd_find_provenance(cov_raw_run *run, const char *session_dir, const char *root,
                         cc_arena *arena) {
    static const char *const head[] = {"rev-parse", "--verify", "-q", "HEAD", NULL};
    static const char *const branch[] = {"symbolic-ref", "-q", "--short", "HEAD", NULL};
    static const char *const prefix[] = {"rev-parse", "--show-prefix", NULL};
    static const char *const url[] = {"remote", "get-url", "origin", NULL};
    bool is_clean = false;
    cc_str remote_url = {"", 0};
    run->program = cmd_read_program(session_dir, arena);
    run->commit = ask(root, head, arena);
    if (run->commit.len > 0) {
        run->branch = ask(root, branch, arena);
        run->folder = ask(root, prefix, arena);
        remote_url = ask(root, url, arena);
    }
    run->folder = without_slash(run->folder);
    if (cmd_repository_of(&run->repository, remote_url, arena) != REP_HOST_NONE) {
        is_clean = is_as_committed(root, arena); /* reads the whole work tree */
    }
    run->project = project_of(root, run->repository, run->folder);
    run->repository = is_clean ? run->repository : CC_STR("");
    take_head_of_run(run, session_dir, arena);
}

/* --- of all runs ------------------------------------------------------------------------------ */

/* What is not the same in all runs is left out. */
static void join(cc_str *to, cc_str from, bool is_first) {
    *to = is_first || cc_str_eq(*to, from) ? from : CC_STR("");
}

static bool is_hash(cc_str commit) {
    enum { SHORTEST = 40 };
    for (size_t i = 0; i < commit.len; i++) {
        char c = commit.s[i];
        if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) {
            return false;
        }
    }
    return commit.len >= SHORTEST;
}

void cmd_give_origin(rep_input *in, const cov_raw_run *runs, uint32_t count, cc_arena *arena) {
    rep_origin *origin = CC_NEW(arena, rep_origin);
    *origin = (rep_origin){.host = REP_HOST_NONE};
    for (uint32_t i = 0; i < count; i++) {
        join(&origin->project, runs[i].project, i == 0);
        join(&origin->program, runs[i].program, i == 0);
        join(&origin->commit, runs[i].commit, i == 0);
        join(&origin->branch, runs[i].branch, i == 0);
        join(&origin->repository, runs[i].repository, i == 0);
        join(&origin->folder, runs[i].folder, i == 0);
    }
    bool is_one = is_hash(origin->commit);
    for (uint32_t i = 0; i < count; i++) {
        is_one = is_one && cc_str_eq(runs[i].folder, origin->folder);
    }
    /* Data may be of another machine: its address is read as a remote is. */
    cc_str repository = origin->repository;
    rep_host host = cmd_repository_of(&origin->repository, repository, arena);
    origin->host = is_one ? host : REP_HOST_NONE;
    in->origin = origin;
}

void cmd_give_folder(rep_input *in, const char *root, cc_arena *arena) {
    rep_origin *origin = CC_NEW(arena, rep_origin);
    char *top = NULL;
    *origin = in->origin != NULL ? *in->origin : (rep_origin){.host = REP_HOST_NONE};
    if (origin->commit.len > 0 || origin->folder.len > 0 ||
        cmd_find_git(arena, root, &top) != CC_OK || top == NULL) {
        return;
    }
    origin->folder = cmd_folder_below(root, top);
    in->origin = origin;
}
