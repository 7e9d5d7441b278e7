/* Moves a folder of files. See cc_folder.h. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_folder.h"
#include "base/cc_list.h"

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory for a folder");
}

/* Reads the lines of the list after its heading. CC_E_NOTFOUND: the folder has no list, so the folder is
 * not of this kind. */
static cc_err read_names(cc_list *out, const char *path, const cc_folder_kind *kind) {
    cc_mapped_file file;
    const char *list = cc_path_join(out->arena, path, kind->list);
    CC_TRY(list == NULL ? no_memory() : cc_file_map(&file, list, true));
    cc_str rest = {(const char *)file.bytes.data, file.bytes.len};
    while (rest.len > 0) {
        const char *end = memchr(rest.s, '\n', rest.len);
        cc_str name = {rest.s, end == NULL ? rest.len : (size_t)(end - rest.s)};
        size_t used = end == NULL ? name.len : name.len + 1;
        rest = (cc_str){rest.s + used, rest.len - used};
        if (name.len > 0 && name.s[0] != '#') {
            cc_list_add(out, cc_arena_strdup(out->arena, name));
        }
    }
    cc_file_unmap(&file);
    return out->failed ? no_memory() : CC_OK;
}

/* Returns the folder below `path` that contains the name; NULL: the name is in `path` itself. */
static const char *folder_of(const char *path, const char *name, cc_arena *arena) {
    cc_str dir = cc_path_dir(cc_strz(name));
    return dir.len == 0 ? NULL : cc_arena_printf(arena, "%s/%.*s", path, (int)dir.len, dir.s);
}

/* Copies a file; skips a file that no longer exists, or that is reached through a link. False: the
 * copy failed. */
static bool copy_file(cc_folder *to, const char *path, const char *name, cc_arena *arena) {
    cc_mapped_file file;
    uint64_t device;
    const char *dir = folder_of(path, name, arena);
    const char *from = cc_path_join(arena, path, name);
    bool is_there = from != NULL && (dir == NULL || cc_path_is_own_dir(dir, &device)) &&
                    cc_file_map(&file, from, true) == CC_OK;
    if (!is_there) {
        return true;
    }
    bool is_copied = cc_folder_put(to, name, file.bytes);
    cc_file_unmap(&file);
    return is_copied;
}

static cc_err copy_all(const char *from, const char *to, const cc_list *names,
                       const cc_folder_kind *kind) {
    cc_folder *folder;
    CC_TRY(cc_folder_open(&folder, to, kind));
    bool is_whole = true;
    for (uint32_t i = 0; i < names->count && is_whole; i++) {
        is_whole = copy_file(folder, from, names->items[i], names->arena);
    }
    CC_TRY(cc_folder_close(folder, is_whole));
    return is_whole ? CC_OK : cc_fail(CC_E_IO, "%s: cannot copy %s", to, from);
}

/* The file is clrcov's own, unless it was changed. */
static void remove_ignore(const char *path, cc_arena *arena) {
    static const char text[] = CC_FOLDER_IGNORE_TEXT;
    cc_mapped_file file;
    const char *ignore = cc_path_join(arena, path, CC_FOLDER_IGNORE);
    if (ignore == NULL || cc_file_map(&file, ignore, true) != CC_OK) {
        return;
    }
    bool is_own = cc_span_eq(file.bytes, cc_span_of(text, sizeof text - 1));
    cc_file_unmap(&file);
    if (is_own) {
        cc_file_remove(ignore);
    }
}

/* Removes the files of the folder by a write without files, and then the empty folders. */
static cc_err remove_all(const char *path, const cc_list *names, const cc_folder_kind *kind) {
    cc_folder *folder;
    uint64_t device;
    CC_TRY(cc_folder_open(&folder, path, kind));
    CC_TRY(cc_folder_close(folder, true));
    for (uint32_t i = 0; i < names->count; i++) {
        const char *dir = folder_of(path, names->items[i], names->arena);
        if (dir != NULL) {
            (void)rmdir(dir);
        }
    }
    const char *list = cc_path_join(names->arena, path, kind->list);
    CC_TRY(list == NULL ? no_memory() : cc_file_take_away(list));
    remove_ignore(path, names->arena);
    if (cc_path_is_own_dir(path, &device)) {
        (void)rmdir(path); /* stays when other files are in it */
    }
    return CC_OK;
}

cc_err cc_folder_move(const char *from, const char *to, const cc_folder_kind *kind) {
    cc_arena *arena = cc_arena_new();
    cc_list names = {.arena = arena};
    cc_err err = arena == NULL ? no_memory() : read_names(&names, from, kind);
    err = err == CC_OK ? copy_all(from, to, &names, kind) : err;
    err = err == CC_OK ? remove_all(from, &names, kind) : err;
    cc_arena_free(arena);
    return err;
}
