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
    char *stage_path;      /* the stage, where the writer writes files; inside `path` */
    int top, stage;        /* both folders, open: names below them pass through no link */
    bool is_new;           /* this writer made the folder */
    pthread_mutex_t mutex; /* guards all fields below */
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

/* The name stays inside the folder. The check is needed because lists come from the disk. */
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

/* A writer of this kind can have put the name into the list. */
static bool is_own(const cc_folder_kind *kind, cc_str name) {
    return is_name(name) && kind->is_own(name);
}

/* Reads the files that the list names; none without a list. */
static cc_err read_list(cc_map *out, const char *path, const cc_folder_kind *kind,
                        cc_arena *arena) {
    const char *file = cc_path_join(arena, path, kind->list);
    cc_mapped_file mapped;
    if (file == NULL) {
        return no_memory();
    }
    if (cc_file_map(&mapped, file, true) != CC_OK) {
        return CC_OK;
    }
    cc_str rest = {(const char *)mapped.bytes.data, mapped.bytes.len};
    cc_err err = CC_OK;
    while (rest.len > 0 && err == CC_OK) {
        const char *end = memchr(rest.s, '\n', rest.len);
        cc_str name = {rest.s, end == NULL ? rest.len : (size_t)(end - rest.s)};
        size_t used = end == NULL ? name.len : name.len + 1;
        rest = (cc_str){rest.s + used, rest.len - used};
        bool is_taken = is_own(kind, name);
        void **slot = is_taken ? cc_map_put_str(out, name) : NULL;
        err = slot == NULL && is_taken ? no_memory() : CC_OK;
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
        return cc_fail(CC_E_IO, "%s: is a file, not a folder; choose another path", path);
    }
    if (!cc_dir_is_writable(path)) {
        return cc_fail(CC_E_IO, "%s: cannot write: the folder is not writable", path);
    }
    if (cc_path_exists(front) && !cc_path_exists(list)) {
        return cc_fail(CC_E_IO,
                       "%s: was not written by clrcov and would be replaced; choose another "
                       "folder, or remove it",
                       front);
    }
    return CC_OK;
}

/* --- places below the folder ------------------------------------------------------------------ */

/* The place of a name: in the folder itself, or in a folder below it. */
typedef struct place {
    int dir;
    bool is_below; /* leave() closes `dir` */
    const char *base;
} place;

static int open_below(int dir, const char *name) {
    return openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* `top` is an open folder. With `makes` the function makes a missing folder below it. False, with
 * errno: the folder of the name does not exist, or is a link. */
static bool enter(place *out, int top, const char *name, bool makes) {
    char above[NAME_MAX + 1];
    const char *slash = strchr(name, '/');
    *out = (place){.dir = top, .base = name};
    if (slash == NULL) {
        return true;
    }
    int n = snprintf(above, sizeof above, "%.*s", (int)(slash - name), name);
    errno = ENAMETOOLONG;
    if (n < 0 || (size_t)n >= sizeof above) {
        return false;
    }
    if (makes && mkdirat(top, above, FOLDER_MODE) != 0 && errno != EEXIST) {
        return false;
    }
    *out = (place){.dir = open_below(top, above), .is_below = true, .base = slash + 1};
    return out->dir >= 0;
}

static void leave(const place *p) {
    if (p->is_below) {
        cc_fd_close(p->dir);
    }
}

static bool is_link_at(int dir, const char *name) {
    struct stat st;
    return fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(st.st_mode);
}

/* --- opening ---------------------------------------------------------------------------------- */

static void free_folder(cc_folder *f) {
    if (f != NULL) {
        cc_fd_close(f->stage);
        cc_fd_close(f->top);
        (void)pthread_mutex_destroy(&f->mutex);
        cc_arena_free(f->arena);
    }
}

/* Removes the remains of a dead writer, or a link in their place. */
static cc_err make_stage(cc_folder *f) {
    f->stage_path = cc_path_join(f->arena, f->path, stage_name);
    if (f->stage_path == NULL) {
        return no_memory();
    }
    int made = mkdirat(f->top, stage_name, FOLDER_MODE);
    if (made != 0 && errno == EEXIST) {
        CC_TRY(cc_dir_remove(f->stage_path));
        made = mkdirat(f->top, stage_name, FOLDER_MODE);
    }
    f->stage = made == 0 ? open_below(f->top, stage_name) : -1;
    return f->stage >= 0 ? CC_OK : fail_write(f->path, stage_name, errno);
}

/* Locks the folder itself. On a file system without locks the writer works without a lock. */
static cc_err prepare(cc_folder *f, const char *path) {
    f->is_new = !cc_path_exists(path);
    CC_TRY(cc_dir_make_all(path, FOLDER_MODE));
    CC_TRY(cc_path_real(f->arena, path, &f->path));
    f->top = open_below(AT_FDCWD, f->path);
    if (f->top < 0) {
        return fail_write(f->path, "", errno);
    }
    (void)!cc_fd_lock(f->top, CC_LOCK_EXCLUSIVE, true, NULL);
    return make_stage(f);
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
    *f = (cc_folder){
        .kind = kind, .arena = arena, .top = -1, .stage = -1, .names = {.arena = arena}};
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

/* Writes bytes. Returns errno; 0: everything is written. */
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

/* Writes a new file of the stage, or of the folder itself. Returns errno; 0: the file is
 * written. */
static int write_file(int stage, const char *name, cc_span bytes) {
    place to;
    if (cc_file_exceeds_limit(bytes.len)) {
        return EFBIG;
    }
    if (!enter(&to, stage, name, true)) {
        return errno;
    }
    int fd =
        openat(to.dir, to.base, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, FILE_MODE);
    int failure = fd < 0 ? errno : write_all(fd, bytes);
    if (fd >= 0 && close(fd) != 0 && failure == 0) {
        failure = errno;
    }
    leave(&to);
    return failure;
}

bool cc_folder_put(cc_folder *f, const char *name, cc_span bytes) {
    bool is_good_name = is_own(f->kind, cc_strz(name));
    int failure = is_good_name ? write_file(f->stage, name, bytes) : EINVAL;
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
    cc_map *old; /* names in the existing list */
    cc_map *new;
} moving;

static cc_err fail_link(const cc_folder *f, const char *name) {
    return cc_fail(CC_E_IO,
                   "%s/%.*s: is a link, and clrcov does not write through links; remove it, or "
                   "choose another folder",
                   f->path, (int)strcspn(name, "/"), name);
}

/* Opens the folder of a page for a change. */
static cc_err enter_top(place *out, const cc_folder *f, const char *name, bool makes,
                        bool *is_there) {
    char above[NAME_MAX + 1];
    *is_there = enter(out, f->top, name, makes);
    if (*is_there || (errno == ENOENT && !makes)) {
        return CC_OK;
    }
    int failure = errno;
    (void)snprintf(above, sizeof above, "%.*s", (int)strcspn(name, "/"), name);
    return is_link_at(f->top, above) ? fail_link(f, name) : fail_write(f->path, name, failure);
}

/* The move would replace no foreign file. */
static cc_err check_place(const moving *m, const char *name) {
    place to;
    bool is_there = false;
    struct stat st;
    CC_TRY(enter_top(&to, m->f, name, false, &is_there));
    bool is_taken = is_there && fstatat(to.dir, to.base, &st, AT_SYMLINK_NOFOLLOW) == 0;
    leave(&to);
    if (is_taken && cc_map_get_str(m->old, cc_strz(name)) == NULL) {
        return cc_fail(CC_E_IO,
                       "%s/%s: was not written by clrcov and would be replaced; choose another "
                       "folder, or move it",
                       m->f->path, name);
    }
    return CC_OK;
}

static cc_err check_places(moving *m) {
    for (uint32_t i = 0; i < m->f->names.count; i++) {
        const char *name = m->f->names.items[i];
        void **slot = cc_map_put_str(m->new, cc_strz(name));
        if (slot == NULL) {
            return no_memory();
        }
        *slot = m;
        CC_TRY(check_place(m, name));
    }
    return CC_OK;
}

/* Writes the list. With `and_old` it also names the old files, so that the list names each file
 * whatever happens meanwhile. */
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
    place from;
    place to;
    bool is_there = false;
    CC_TRY(enter_top(&to, m->f, name, true, &is_there));
    bool has_source = enter(&from, m->f->stage, name, false);
    bool is_moved = has_source && renameat(from.dir, from.base, to.dir, to.base) == 0;
    int failure = is_moved ? 0 : errno;
    leave(&from);
    leave(&to);
    return is_moved ? CC_OK : fail_write(m->f->path, name, failure);
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

static void remove_one(const cc_folder *f, const char *name) {
    place at;
    if (enter(&at, f->top, name, false)) {
        (void)unlinkat(at.dir, at.base, 0);
    }
    leave(&at);
}

/* Removes files of the old list that were not written again. */
static void remove_old(moving *m) {
    for (size_t i = 0; i < cc_map_count(m->old); i++) {
        cc_span key;
        char name[PATH_MAX];
        (void)cc_map_at(m->old, i, &key);
        if (cc_map_get(m->new, key) == NULL && key.len < sizeof name) {
            (void)snprintf(name, sizeof name, "%.*s", (int)key.len, (const char *)key.data);
            remove_one(m->f, name);
        }
    }
}

/* The pages exist without it, so a failure here is not a failure of the report. */
static void write_ignore(const cc_folder *f) {
    if (f->is_new && f->kind->is_ignored) {
        (void)!write_file(f->top, CC_FOLDER_IGNORE,
                          cc_span_of(CC_FOLDER_IGNORE_TEXT, strlen(CC_FOLDER_IGNORE_TEXT)));
    }
}

static cc_err move_into_place(cc_folder *f) {
    moving m = {.f = f, .old = cc_map_new(), .new = cc_map_new()};
    if (f->names.count > 1) {
        cc_sort(f->names.items, f->names.count, sizeof(void *), compare_names);
    }
    cc_err err =
        m.old == NULL || m.new == NULL ? no_memory() : read_list(m.old, f->path, f->kind, f->arena);
    err = err == CC_OK ? check_places(&m) : err;
    err = err == CC_OK ? write_list(&m, true) : err;
    err = err == CC_OK ? move_all(&m) : err;
    if (err == CC_OK) {
        remove_old(&m);
        write_ignore(f);
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
    cc_err removed = cc_dir_remove(f->stage_path);
    if (f->is_new && (err != CC_OK || !is_whole)) {
        (void)rmdir(f->path); /* stays when it is not empty */
    }
    free_folder(f);
    return err != CC_OK || !is_whole ? err : removed;
}
