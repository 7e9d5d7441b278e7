/* Folders that are written as a whole. See cc_folder.h. */
#include "base/cc_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_list.h"
#include "base/cc_map.h"
#include "base/cc_os.h"
#include "base/cc_out.h"
#include "base/cc_sort.h"

enum { FOLDER_MODE = 0777, FILE_MODE = 0644 };

static const char heading[] =
    "# Files that clrcov wrote, and will replace or remove when it writes again. "
    "It touches no others.\n";
static const char stage_name[] = ".clrcov-new";

struct cc_folder {
    const cc_folder_kind *kind;
    cc_arena *arena;
    char *path;            /* links resolved */
    char *stage;           /* where files are written; inside `path` */
    int lock;              /* -1: the file system has no locks */
    bool is_new;           /* the folder was made here */
    pthread_mutex_t mutex; /* guards what follows */
    cc_list names;         /* char * */
    cc_err failed;
    int failure; /* errno */
};

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory for a folder");
}

static cc_err fail_write(const char *path, const char *name, int failure) {
    return failure == EFBIG
               ? cc_fail(CC_E_LIMIT, "%s/%s: cannot write: file size limit", path, name)
               : cc_fail(CC_E_IO, "%s/%s: cannot write: %s", path, name, strerror(failure));
}

/* --- names and the list ----------------------------------------------------------------------- */

/* A name that stays inside the folder, whoever wrote it: lists are read from disk. */
static bool is_name(cc_str name) {
    size_t slashes = 0;
    bool is_start = true;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.s[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        bool is_sign = c == '-' || c == '_' || c == '.';
        if (!(is_letter || is_sign || (c == '/' && slashes == 0)) ||
            (is_start && (c == '.' || c == '/'))) {
            return false;
        }
        slashes += c == '/' ? 1 : 0;
        is_start = c == '/';
    }
    return name.len > 0 && !is_start;
}

/* The files that the list names; none when there is no list. */
static cc_err read_list(cc_map *out, const char *path, const cc_folder_kind *kind, cc_arena *arena,
                        bool *is_there) {
    const char *file = cc_path_join(arena, path, kind->list);
    cc_mapped_file mapped;
    *is_there = false;
    if (file == NULL) {
        return no_memory();
    }
    if (cc_file_map(&mapped, file, true) != CC_OK) {
        return CC_OK;
    }
    *is_there = true;
    cc_str rest = {(const char *)mapped.bytes.data, mapped.bytes.len};
    cc_err err = CC_OK;
    while (rest.len > 0 && err == CC_OK) {
        const char *end = memchr(rest.s, '\n', rest.len);
        cc_str name = {rest.s, end == NULL ? rest.len : (size_t)(end - rest.s)};
        size_t used = end == NULL ? name.len : name.len + 1;
        rest = (cc_str){rest.s + used, rest.len - used};
        void **slot = is_name(name) ? cc_map_put_str(out, name) : NULL;
        err = slot == NULL && is_name(name) ? no_memory() : CC_OK;
        if (slot != NULL) {
            *slot = out;
        }
    }
    cc_file_unmap(&mapped);
    return err;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

cc_err cc_folder_check(const char *path, const cc_folder_kind *kind) {
    char list[PATH_MAX];
    char front[PATH_MAX];
    (void)snprintf(list, sizeof list, "%s/%s", path, kind->list);
    (void)snprintf(front, sizeof front, "%s/%s", path, kind->front);
    CC_TRY(cc_link_check(path));
    if (!cc_path_exists(path)) {
        return CC_OK;
    }
    if (!cc_path_is_dir(path)) {
        return cc_fail(CC_E_IO, "%s: cannot write a folder: it is a file", path);
    }
    if (!cc_dir_is_writable(path)) {
        return cc_fail(CC_E_IO, "%s: cannot write: the folder is not writable", path);
    }
    if (cc_path_exists(front) && !cc_path_exists(list)) {
        return cc_fail(CC_E_IO,
                       "%s: was not written by clrcov and would be replaced: choose another "
                       "folder, or remove it",
                       front);
    }
    return CC_OK;
}

/* --- opening ---------------------------------------------------------------------------------- */

static void free_folder(cc_folder *f) {
    if (f != NULL) {
        cc_fd_close(f->lock);
        (void)pthread_mutex_destroy(&f->mutex);
        cc_arena_free(f->arena);
    }
}

/* The lock is that of the folder itself. A file system without locks is written to without. */
static cc_err prepare(cc_folder *f, const char *path) {
    f->is_new = !cc_path_exists(path);
    CC_TRY(cc_dir_make_all(path, FOLDER_MODE));
    CC_TRY(cc_path_real(f->arena, path, &f->path));
    if (cc_fd_open_read(&f->lock, f->path) != CC_OK ||
        cc_fd_lock(f->lock, CC_LOCK_EXCLUSIVE, true, NULL) != CC_OK) {
        cc_fd_close(f->lock);
        f->lock = -1;
    }
    f->stage = cc_path_join(f->arena, f->path, stage_name);
    if (f->stage == NULL) {
        return no_memory();
    }
    if (cc_path_exists(f->stage)) {
        CC_TRY(cc_dir_remove(f->stage));
    }
    return cc_dir_make(f->stage, FOLDER_MODE);
}

cc_err cc_folder_open(cc_folder **out, const char *path, const cc_folder_kind *kind) {
    *out = NULL;
    CC_TRY(cc_folder_check(path, kind));
    cc_arena *arena = cc_arena_new();
    cc_folder *f = arena == NULL ? NULL : CC_NEW(arena, cc_folder);
    if (f == NULL) {
        cc_arena_free(arena);
        return no_memory();
    }
    *f = (cc_folder){.kind = kind, .arena = arena, .lock = -1, .names = {.arena = arena}};
    (void)pthread_mutex_init(&f->mutex, NULL);
    cc_err err = prepare(f, path);
    if (err != CC_OK) {
        free_folder(f);
        return err;
    }
    *out = f;
    return CC_OK;
}

/* --- files ------------------------------------------------------------------------------------ */

/* Returns errno; 0: it is written. */
static int write_all(int fd, cc_span bytes) {
    while (bytes.len > 0) {
        ssize_t n = write(fd, bytes.data, bytes.len);
        if (n < 0 && errno != EINTR) {
            return errno;
        }
        size_t done = n < 0 ? 0 : (size_t)n;
        bytes = (cc_span){bytes.data + done, bytes.len - done};
    }
    return 0;
}

static int open_new(const char *path) {
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, FILE_MODE);
}

static int write_file(const char *path, cc_span bytes) {
    char above[PATH_MAX];
    if (cc_file_exceeds_limit(bytes.len)) {
        return EFBIG;
    }
    int fd = open_new(path);
    if (fd < 0 && errno == ENOENT) {
        cc_str dir = cc_path_dir(cc_strz(path));
        (void)snprintf(above, sizeof above, "%.*s", (int)dir.len, dir.s);
        fd = mkdir(above, FOLDER_MODE) == 0 || errno == EEXIST ? open_new(path) : -1;
    }
    if (fd < 0) {
        return errno;
    }
    int failure = write_all(fd, bytes);
    return close(fd) != 0 && failure == 0 ? errno : failure;
}

bool cc_folder_put(cc_folder *f, const char *name, cc_span bytes) {
    char path[PATH_MAX];
    int n = snprintf(path, sizeof path, "%s/%s", f->stage, name);
    int failure = n < 0 || (size_t)n >= sizeof path || !is_name(cc_strz(name))
                      ? ENAMETOOLONG
                      : write_file(path, bytes);
    (void)pthread_mutex_lock(&f->mutex);
    cc_list_add(&f->names, cc_arena_strdup(f->arena, cc_strz(name)));
    if (f->names.failed || f->names.items[f->names.count - 1] == NULL) {
        f->failed = CC_E_NOMEM;
    } else if (failure != 0 && f->failed == CC_OK) {
        f->failed = CC_E_IO;
        f->failure = failure;
    }
    bool is_good = f->failed == CC_OK;
    (void)pthread_mutex_unlock(&f->mutex);
    return is_good;
}

/* --- moving into place ------------------------------------------------------------------------ */

typedef struct moving {
    cc_folder *f;
    cc_map *old; /* names in the list that is there */
    cc_map *new;
    char from[PATH_MAX], to[PATH_MAX];
} moving;

/* False: a path would be longer than the system takes. */
static bool set_paths(moving *m, const char *name) {
    int from = snprintf(m->from, sizeof m->from, "%s/%s", m->f->stage, name);
    int to = snprintf(m->to, sizeof m->to, "%s/%s", m->f->path, name);
    return from > 0 && (size_t)from < sizeof m->from && to > 0 && (size_t)to < sizeof m->to;
}

/* No file of others would be replaced. */
static cc_err check_places(moving *m) {
    for (uint32_t i = 0; i < m->f->names.count; i++) {
        const char *name = m->f->names.items[i];
        if (!set_paths(m, name)) {
            return fail_write(m->f->path, name, ENAMETOOLONG);
        }
        void **slot = cc_map_put_str(m->new, cc_strz(name));
        if (slot == NULL) {
            return no_memory();
        }
        *slot = m;
        if (cc_map_get_str(m->old, cc_strz(name)) == NULL && cc_path_exists(m->to)) {
            return cc_fail(CC_E_IO,
                           "%s: was not written by clrcov and would be replaced: choose another "
                           "folder, or move it away",
                           m->to);
        }
    }
    return CC_OK;
}

/* With `and_old` it names the files of before as well: whatever happens meanwhile, each is
 * named. */
static cc_err write_list(const moving *m, bool and_old) {
    cc_buf text = {0};
    char path[PATH_MAX];
    cc_buf_puts(&text, heading);
    for (uint32_t i = 0; i < m->f->names.count; i++) {
        cc_buf_puts(&text, m->f->names.items[i]);
        cc_buf_putc(&text, '\n');
    }
    for (size_t i = 0; and_old && i < cc_map_count(m->old); i++) {
        cc_span key;
        (void)cc_map_at(m->old, i, &key);
        cc_buf_span_put(&text, key);
        cc_buf_putc(&text, '\n');
    }
    (void)snprintf(path, sizeof path, "%s/%s", m->f->path, m->f->kind->list);
    cc_err err =
        cc_buf_ok(&text) ? cc_file_replace(path, cc_buf_span(&text), FILE_MODE) : no_memory();
    cc_buf_free(&text);
    return err;
}

static cc_err move_file(moving *m, const char *name) {
    bool fits = set_paths(m, name);
    int failure = fits && rename(m->from, m->to) == 0 ? 0 : fits ? errno : ENAMETOOLONG;
    if (failure == ENOENT) {
        char above[PATH_MAX];
        cc_str dir = cc_path_dir(cc_strz(m->to));
        (void)snprintf(above, sizeof above, "%.*s", (int)dir.len, dir.s);
        CC_TRY(cc_dir_make(above, FOLDER_MODE));
        failure = rename(m->from, m->to) == 0 ? 0 : errno;
    }
    return failure == 0 ? CC_OK : fail_write(m->f->path, name, failure);
}

static cc_err move_all(moving *m) {
    const char *front = NULL;
    for (uint32_t i = 0; i < m->f->names.count; i++) {
        const char *name = m->f->names.items[i];
        if (strcmp(name, m->f->kind->front) == 0) {
            front = name;
        } else {
            CC_TRY(move_file(m, name));
        }
    }
    return front == NULL ? CC_OK : move_file(m, front);
}

/* Files of the list of before that were not written again. */
static void remove_old(moving *m) {
    for (size_t i = 0; i < cc_map_count(m->old); i++) {
        cc_span key;
        char name[PATH_MAX];
        (void)cc_map_at(m->old, i, &key);
        if (cc_map_get(m->new, key) == NULL && key.len < sizeof name) {
            (void)snprintf(name, sizeof name, "%.*s", (int)key.len, (const char *)key.data);
            if (set_paths(m, name)) {
                cc_file_remove(m->to);
            }
        }
    }
}

static cc_err move_into_place(cc_folder *f) {
    moving m = {.f = f, .old = cc_map_new(), .new = cc_map_new()};
    bool has_list = false;
    if (f->names.count > 1) {
        cc_sort(f->names.items, f->names.count, sizeof(void *), compare_names);
    }
    cc_err err = m.old == NULL || m.new == NULL
                     ? no_memory()
                     : read_list(m.old, f->path, f->kind, f->arena, &has_list);
    err = err == CC_OK ? check_places(&m) : err;
    err = err == CC_OK ? write_list(&m, true) : err;
    err = err == CC_OK ? move_all(&m) : err;
    if (err == CC_OK) {
        remove_old(&m);
        err = write_list(&m, false);
    }
    cc_map_free(m.new);
    cc_map_free(m.old);
    return err;
}

cc_err cc_folder_close(cc_folder *f, bool is_whole) {
    cc_err err = f->failed == CC_E_IO ? fail_write(f->path, "", f->failure)
                 : f->failed != CC_OK ? no_memory()
                                      : CC_OK;
    if (err == CC_OK && is_whole) {
        err = move_into_place(f);
    }
    cc_err removed = cc_dir_remove(f->stage);
    if (f->is_new && (err != CC_OK || !is_whole)) {
        (void)rmdir(f->path); /* stays when it is not empty */
    }
    free_folder(f);
    return err != CC_OK || !is_whole ? err : removed;
}
