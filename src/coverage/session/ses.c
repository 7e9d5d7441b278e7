/* The session directory: makes and opens it, and stores files in it. Its place: ses_base.c. Its
 * users and its removal: ses_use.c. */
#include "coverage/session/ses.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_utf.h"
#include "coverage/session/ses_internal.h"
#include "coverage/session/ses_settings.h"

cc_err ses_no_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory");
}

/* --- making one ------------------------------------------------------------------------------- */

/* Makes "20260131-235959-123456789-" and 16 random digits: names sort by time and are
 * unpredictable. */
static cc_err make_name(cc_arena *arena, char **out) {
    uint64_t random;
    CC_TRY(cc_os_random(&random, sizeof random));
    uint64_t now = cc_os_time_ns();
    time_t seconds = (time_t)(now / 1000000000u);
    struct tm tm = {0};
    gmtime_r(&seconds, &tm);
    char date[32];
    if (strftime(date, sizeof date, "%Y%m%d-%H%M%S", &tm) != SES_SESSION_DATE) {
        return cc_fail(CC_E_IO, "the clock is outside the years that a session's name can hold");
    }
    *out = cc_arena_printf(arena, "%s-%09llu-%016llx", date,
                           (unsigned long long)(now % 1000000000u), (unsigned long long)random);
    return *out == NULL ? ses_no_memory() : CC_OK;
}

static cc_err write_text(cc_arena *arena, const char *dir, const char *name, cc_str text) {
    char *path = cc_path_join(arena, dir, name);
    if (path == NULL) {
        return ses_no_memory();
    }
    return cc_file_replace(path, cc_span_of(text.s, text.len), 0600);
}

static cc_err write_settings(cc_arena *arena, const char *dir, const ses_settings *settings) {
    cc_buf text = {0};
    ses_settings_print(settings, &text);
    cc_err err =
        cc_buf_ok(&text) ? write_text(arena, dir, "settings", cc_buf_str(&text)) : ses_no_memory();
    cc_buf_free(&text);
    return err;
}

/* Fills the new directory, which no other process uses yet, and takes its lock. */
static cc_err fill(cc_arena *arena, const char *dir, const ses_settings *settings, cc_str filter,
                   int *lock_fd) {
    char *images = cc_path_join(arena, dir, "images");
    if (images == NULL) {
        return ses_no_memory();
    }
    CC_TRY(cc_dir_make(images, 0700));
    CC_TRY(write_text(arena, dir, "filter", filter));
    CC_TRY(write_settings(arena, dir, settings));
    return ses_lock(dir, lock_fd);
}

/* Makes the directory under a hidden name and renames it when it is locked: pruning sees it either
 * complete and in use, or not at all. */
cc_err ses_create(ses_session *out, const ses_settings *settings, cc_str filter_text,
                  cc_arena *arena) {
    char *base;
    char *note;
    char *name;
    CC_TRY(ses_base(arena, &base, &note));
    CC_TRY(make_name(arena, &name));
    char *hidden = cc_arena_printf(arena, "%s/.%s", base, name);
    char *dir = cc_path_join(arena, base, name);
    if (hidden == NULL || dir == NULL) {
        return ses_no_memory();
    }
    int lock_fd = -1;
    CC_TRY(cc_dir_make(hidden, 0700));
    cc_err err = fill(arena, hidden, settings, filter_text, &lock_fd);
    err = err == CC_OK ? cc_file_rename(hidden, dir) : err;
    err = err == CC_OK ? ses_open(out, dir, arena) : err;
    if (err != CC_OK) {
        ses_unlock(lock_fd);
        return err; /* the hidden directory is pruned later */
    }
    out->lock_fd = lock_fd;
    out->note = note;
    return CC_OK;
}

/* --- opening one ------------------------------------------------------------------------------ */

/* Maximum size of files, against files that would take all memory. */
enum { MAX_TEXT = 1 << 24 };

static cc_err read_text(cc_arena *arena, const char *dir, const char *name, char **out) {
    char *path = cc_path_join(arena, dir, name);
    cc_mapped_file file;
    if (path == NULL) {
        return ses_no_memory();
    }
    CC_TRY(cc_file_map(&file, path, true));
    if (file.bytes.len > MAX_TEXT) {
        cc_file_unmap(&file);
        return cc_fail(CC_E_LIMIT, "%s: is too large", path);
    }
    *out = cc_arena_strdup(arena, (cc_str){(const char *)file.bytes.data, file.bytes.len});
    cc_file_unmap(&file);
    return *out == NULL ? ses_no_memory() : CC_OK;
}

cc_err ses_open(ses_session *out, const char *dir, cc_arena *arena) {
    *out = (ses_session){.lock_fd = -1};
    char *absolute;
    char *settings = NULL;
    CC_TRY(cc_path_absolute(arena, dir, &absolute));
    CC_TRY(cc_dir_check_private(absolute));
    char *images = cc_path_join(arena, absolute, "images");
    if (images == NULL) {
        return ses_no_memory();
    }
    CC_TRY(cc_dir_check_private(images));
    CC_TRY(read_text(arena, absolute, "settings", &settings));
    CC_TRY(read_text(arena, absolute, "filter", &out->filter_text));
    CC_TRY(ses_settings_parse(&out->settings, cc_strz(settings), arena));
    return cc_path_real(arena, absolute, &out->dir); /* as the maps of processes name it */
}

bool ses_is_counters_name(const char *name) {
    cc_str s = cc_strz(name);
    return cc_str_starts(s, "p-") && cc_str_ends(s, ".cov");
}

cc_err ses_files(const ses_session *session, cc_arena *arena, char ***paths, size_t *count) {
    char **names;
    size_t name_count;
    CC_TRY(cc_dir_list(arena, session->dir, &names, &name_count));
    *count = 0;
    *paths = CC_NEW_ARRAY(arena, char *, name_count);
    for (size_t i = 0; *paths != NULL && i < name_count; i++) {
        if (!ses_is_counters_name(names[i])) {
            continue;
        }
        char *path = cc_path_join(arena, session->dir, names[i]);
        if (path == NULL) {
            return ses_no_memory();
        }
        (*paths)[(*count)++] = path;
    }
    return *paths == NULL ? ses_no_memory() : CC_OK;
}

/* --- problems --------------------------------------------------------------------------------- */

enum { MAX_PROBLEMS = 100, MAX_PROBLEM_TEXT = 2048 };

/* "problem-123.txt" and "problem-123-0123456789abcdef.txt" give 123; 0 for other names. */
static uint32_t problem_pid(const char *name) {
    static const char front[] = "problem-";
    if (strncmp(name, front, sizeof front - 1) != 0) {
        return 0;
    }
    uint64_t pid = 0;
    const char *at = name + sizeof front - 1;
    for (; *at >= '0' && *at <= '9' && pid <= UINT32_MAX; at++) {
        pid = pid * 10 + (uint64_t)(*at - '0');
    }
    at += *at == '-' ? 1 + strspn(at + 1, "0123456789abcdef") : 0;
    return pid <= UINT32_MAX && strcmp(at, ".txt") == 0 ? (uint32_t)pid : 0;
}

/* Reads the file's text as one clean line; *out is NULL when it is empty. */
static cc_err read_problem(const char *path, cc_arena *arena, const char **out) {
    cc_mapped_file file;
    *out = NULL;
    if (cc_file_map(&file, path, true) != CC_OK) {
        return CC_OK; /* missing, a link, or not a file */
    }
    cc_str text = {(const char *)file.bytes.data, file.bytes.len};
    text.len = text.len < MAX_PROBLEM_TEXT ? text.len : MAX_PROBLEM_TEXT;
    while (text.len > 0 && (text.s[text.len - 1] == '\n' || text.s[text.len - 1] == '\0')) {
        text.len--;
    }
    cc_buf clean = {0};
    cc_utf8_clean(text, &clean);
    if (text.len > 0 && cc_buf_ok(&clean)) {
        *out = cc_arena_strdup(arena, cc_buf_str(&clean));
    }
    bool is_lost = text.len > 0 && *out == NULL;
    cc_buf_free(&clean);
    cc_file_unmap(&file);
    return is_lost ? ses_no_memory() : CC_OK;
}

cc_err ses_problems(const ses_session *session, cc_arena *arena, ses_problem **out, size_t *count) {
    char **names;
    size_t name_count;
    CC_TRY(cc_dir_list(arena, session->dir, &names, &name_count));
    *count = 0;
    *out = CC_NEW_ARRAY(arena, ses_problem, MAX_PROBLEMS);
    if (*out == NULL) {
        return ses_no_memory();
    }
    for (size_t i = 0; i < name_count && *count < MAX_PROBLEMS; i++) {
        uint32_t pid = problem_pid(names[i]);
        char *path = pid != 0 ? cc_path_join(arena, session->dir, names[i]) : NULL;
        const char *text = NULL;
        if (path != NULL) {
            CC_TRY(read_problem(path, arena, &text));
        }
        if (text != NULL) {
            (*out)[(*count)++] = (ses_problem){pid, text};
        }
    }
    return CC_OK;
}

void ses_leave_problem(const char *session_dir, const char *message, cc_arena *arena) {
    if (session_dir == NULL || session_dir[0] != '/' ||
        cc_dir_check_private(session_dir) != CC_OK) {
        return;
    }
    /* Ids repeat in other process namespaces. */
    uint64_t random = 0;
    (void)!cc_os_random(&random, sizeof random); /* on failure the id alone must suffice */
    char *path = cc_arena_printf(arena, "%s/problem-%u-%016llx.txt", session_dir, cc_os_pid(),
                                 (unsigned long long)random);
    char *text = cc_arena_printf(arena, "%s\n", message);
    if (path != NULL && text != NULL) {
        (void)!cc_file_replace(path, cc_span_of(text, strlen(text)), 0600);
    }
}

/* --- stored files ----------------------------------------------------------------------------- */

char *ses_stored(const char *session_dir, const cc_hash128 *hash, const char *extension,
                 cc_arena *arena) {
    char hex[33];
    cc_hash128_hex(hash, hex);
    return cc_arena_printf(arena, "%s/images/%s%s", session_dir, hex, extension);
}

static bool is_extension(const char *text) {
    return text[0] == '.' && text[1] != '\0' && text[1] != '.' && strchr(text, '/') == NULL;
}

cc_err ses_store(const char *session_dir, cc_span bytes, const char *extension, cc_hash128 *hash) {
    if (!is_extension(extension)) {
        return cc_fail(CC_E_USAGE, "'%s' is not an extension for a stored file", extension);
    }
    cc_arena *arena = cc_arena_new();
    *hash = cc_hash128_of(bytes);
    char *path = arena == NULL ? NULL : ses_stored(session_dir, hash, extension, arena);
    cc_err err = path == NULL ? ses_no_memory() : CC_OK;
    uint64_t size = 0;
    bool is_there = path != NULL && cc_file_mtime(path, &size) != 0 && size == bytes.len;
    if (err == CC_OK && !is_there) {
        err = cc_file_replace(path, bytes, 0600);
    }
    cc_arena_free(arena);
    return err;
}
