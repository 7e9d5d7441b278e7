/* Files and directories. The only place, with cc_os.h, that talks to the operating system.
 * Paths are zero-terminated UTF-8. Every failure names the path in its message. */
#ifndef CC_FILE_H
#define CC_FILE_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"

/* The content of a file: mapped read-only and private, or a copy. */
typedef struct cc_mapped_file {
    cc_span bytes;
    void *base; /* NULL for an empty file */
    bool is_copy;
} cc_mapped_file;

/* Opens without following a link in the last component when `no_follow`. Regular files only.
 * CC_E_NOTFOUND when it does not exist. */
CC_NODISCARD cc_err cc_file_map(cc_mapped_file *out, const char *path, bool no_follow);
/* The same for content that is read once and given back soon: a small file is copied. */
CC_NODISCARD cc_err cc_file_look(cc_mapped_file *out, const char *path);
void cc_file_unmap(cc_mapped_file *file);

/* Writes a file in one piece, as cc_out_open() and cc_out_open_own() do (cc_out.h); mode 0644 less umask, or `mode`. */
CC_NODISCARD cc_err cc_file_write(const char *path, cc_span bytes, unsigned mode);
CC_NODISCARD cc_err cc_file_replace(const char *path, cc_span bytes, unsigned mode);

/* Renames within one file system, over what is there. */
CC_NODISCARD cc_err cc_file_rename(const char *from, const char *to);
/* Removes a file or link: it must be gone afterwards. */
CC_NODISCARD cc_err cc_file_take_away(const char *path);
/* Removes a file or link; a missing one is fine, and so is one that cannot be removed. */
void cc_file_remove(const char *path);

bool cc_path_exists(const char *path);
/* Something that takes bytes as they come and cannot be replaced: a device, a pipe. */
bool cc_path_is_device(const char *path);
/* May this process create and remove names in the directory? */
bool cc_dir_is_writable(const char *path);
bool cc_path_is_dir(const char *path);
/* The same, but a link to one is none; *device tells file systems apart. */
bool cc_path_is_own_dir(const char *path, uint64_t *device);
/* Creates one directory with `mode` (less umask, unless it is for its owner alone); fine when it exists already as a
 * directory. */
CC_NODISCARD cc_err cc_dir_make(const char *path, unsigned mode);
/* The same for all directories on the way that are missing; `path` is absolute. */
CC_NODISCARD cc_err cc_dir_make_all(const char *path, unsigned mode);
/* Checks that `path` is a directory, no link, owned by this user, closed to others (mode & 077 == 0). */
CC_NODISCARD cc_err cc_dir_check_private(const char *path);
/* Makes such a directory when it is missing. One of this user that is closed to everybody gets its owner's rights back:
 * a tight umask took them. */
CC_NODISCARD cc_err cc_dir_make_private(const char *path);
/* Names in the directory, sorted by bytes, without "." and "..". In the arena. */
CC_NODISCARD cc_err cc_dir_list(cc_arena *arena, const char *path, char ***names, size_t *count);
/* Removes a directory and all below it; links are removed, not followed. */
CC_NODISCARD cc_err cc_dir_remove(const char *path);

/* Absolute path with links resolved; in the arena. CC_E_NOTFOUND when it does not exist. */
CC_NODISCARD cc_err cc_path_real(cc_arena *arena, const char *path, char **out);
/* Where the last component leads in the end when it is a link, also to something that is not there; links of the
 * directories above stay. `out` has room for PATH_MAX bytes. CC_E_LIMIT, CC_E_IO for a circle. */
CC_NODISCARD cc_err cc_path_follow(char *out, const char *path);
/* Absolute path by text alone: joined to the working directory, "." and ".." folded. In the arena. */
CC_NODISCARD cc_err cc_path_absolute(cc_arena *arena, const char *path, char **out);
/* "dir/name" in the arena; NULL when out of memory. */
char *cc_path_join(cc_arena *arena, const char *dir, const char *name);
/* The part behind the last '/'; borrowed. */
cc_str cc_path_base(cc_str path);
/* The part before the last '/', without it; "/" for a file in the root; "" when there is no '/'. */
cc_str cc_path_dir(cc_str path);
/* The nearest directory at or above `start`, an absolute path, in which `name` exists; NULL when there
 * is none. In the arena. CC_E_NOMEM. */
CC_NODISCARD cc_err cc_path_find_up(cc_arena *arena, const char *start, const char *name,
                                    char **out);
/* The base name without its last extension. */
cc_str cc_path_stem(cc_str path);
/* Seconds since 1970 of the last change of content, 0 when it cannot be read; size in *size if given. */
int64_t cc_file_mtime(const char *path, uint64_t *size);

#endif
