/* Files and directories. Together with cc_os.h the only place that calls the operating system.
 * Paths are zero-terminated UTF-8. Every error message names the path. */
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

/* Maps a regular file; with `no_follow` not through a link in the last component. CC_E_NOTFOUND
 * when it does not exist. cc_file_unmap() frees it. */
CC_NODISCARD cc_err cc_file_map(cc_mapped_file *out, const char *path, bool no_follow);
/* Like cc_file_map(), for content that the caller reads once and frees soon: copies a small
 * file. */
CC_NODISCARD cc_err cc_file_look(cc_mapped_file *out, const char *path);
/* Like cc_file_map(), for an open file, which stays open; `path` is for messages. CC_E_IO when it
 * is not a regular file. */
CC_NODISCARD cc_err cc_file_look_fd(cc_mapped_file *out, int fd, const char *path);
void cc_file_unmap(cc_mapped_file *file);
/* Reads a regular file as a whole into the arena, with a zero after it. Errors of cc_file_map();
 * CC_E_LIMIT: it has more than `most` bytes; CC_E_NOMEM. */
CC_NODISCARD cc_err cc_file_read(cc_arena *arena, const char *path, size_t most, cc_str *out);
/* The first `most` bytes of the file contain the text. False also when it cannot be read. */
bool cc_file_contains(const char *path, size_t most, cc_str text);

/* Writes a file in one piece, as cc_out_open() and cc_out_open_own() do (cc_out.h); mode 0644 minus
 * umask, or `mode`. */
CC_NODISCARD cc_err cc_file_write(const char *path, cc_span bytes, unsigned mode);
CC_NODISCARD cc_err cc_file_replace(const char *path, cc_span bytes, unsigned mode);

/* Renames within one file system; replaces an existing file. */
CC_NODISCARD cc_err cc_file_rename(const char *from, const char *to);
/* Removes a file or link; fails unless it is gone afterwards. */
CC_NODISCARD cc_err cc_file_take_away(const char *path);
/* Removes a file or link; ignores failures. */
void cc_file_remove(const char *path);

bool cc_path_exists(const char *path);
/* The path is a link to any target. */
bool cc_path_is_link(const char *path);
/* A device or a pipe: it accepts bytes in order and cannot be replaced. */
bool cc_path_is_device(const char *path);
/* This process may create and remove names in the directory. */
bool cc_dir_is_writable(const char *path);
bool cc_path_is_dir(const char *path);
/* A program with rights that the user who starts it does not have: setuid, setgid, file
 * capabilities. */
bool cc_path_gains_rights(const char *path);
/* The path is a directory and not a link to one; *device identifies its file system. */
bool cc_path_is_own_dir(const char *path, uint64_t *device);
/* Creates one directory with `mode` (minus umask, unless only its owner has rights); succeeds when
 * it already exists as a directory. */
CC_NODISCARD cc_err cc_dir_make(const char *path, unsigned mode);
/* Creates the directory like cc_dir_make(), and all missing parent directories; `path` is
 * absolute. */
CC_NODISCARD cc_err cc_dir_make_all(const char *path, unsigned mode);
/* Checks that `path` is a directory, not a link, owned by this user, closed to others (mode & 077
 * == 0). */
CC_NODISCARD cc_err cc_dir_check_private(const char *path);
/* Makes such a directory if it is missing. When a directory of this user grants rights to nobody, a
 * strict umask removed the owner's rights: the function restores them. */
CC_NODISCARD cc_err cc_dir_make_private(const char *path);
/* Lists the names in the directory, sorted by bytes, without "." and "..". In the arena. */
CC_NODISCARD cc_err cc_dir_list(cc_arena *arena, const char *path, char ***names, size_t *count);
/* Removes a directory with its content. Removes links, also one in place of the directory, and does
 * not follow them. */
CC_NODISCARD cc_err cc_dir_remove(const char *path);

/* Makes an absolute path with links resolved; in the arena. CC_E_NOTFOUND when it does not
 * exist. */
CC_NODISCARD cc_err cc_path_real(cc_arena *arena, const char *path, char **out);
/* Checks the links of a path. CC_E_IO when the path leads through a link that another user made in
 * a sticky directory to which all may write (/tmp), unless that directory is the other user's. The
 * kernel refuses to open such a link (fs.protected_symlinks) where it is the last component, but
 * follows links to directories. CC_E_IO also for a cycle of links; CC_E_LIMIT for a path that is
 * too long. */
CC_NODISCARD cc_err cc_link_check(const char *path);
/* Resolves the last component until it is not a link, also when the target does not exist. Does not
 * resolve links of the directories above. `out` has room for PATH_MAX bytes. CC_E_LIMIT; CC_E_IO
 * for a cycle of links, or where cc_link_check() fails for `path`. */
CC_NODISCARD cc_err cc_path_follow(char *out, const char *path);
/* Makes an absolute path by text alone: joined to the working directory, "." and ".." folded. In
 * the arena. */
CC_NODISCARD cc_err cc_path_absolute(cc_arena *arena, const char *path, char **out);
/* Makes an absolute path from a path in the directory `dir`. */
CC_NODISCARD cc_err cc_path_resolve(cc_arena *arena, const char *dir, const char *path, char **out);
/* Makes "dir/name" in the arena; NULL when out of memory. */
char *cc_path_join(cc_arena *arena, const char *dir, const char *name);
/* Returns the part after the last '/'; borrowed. */
cc_str cc_path_base(cc_str path);
/* Returns the part before the last '/', without it; "/" for a file in the root; "" for a path
 * without '/'. */
cc_str cc_path_dir(cc_str path);
/* Returns the nearest directory at or above `start`, an absolute path, in which `name` exists; NULL
 * when there is none. In the arena. CC_E_NOMEM. */
CC_NODISCARD cc_err cc_path_find_up(cc_arena *arena, const char *start, const char *name,
                                    char **out);
/* Returns the base name without its last extension. */
cc_str cc_path_stem(cc_str path);
/* Returns the time of the last change of content in seconds since 1970, 0 when it cannot be read.
 * Sets *size to the size if `size` is given. */
int64_t cc_file_mtime(const char *path, uint64_t *size);
/* Whether the file or folder is as it was at that time (cc_os_time_ns()): content, name and rights.
 * False also where it does not exist, and where the change was so shortly before that the clock of
 * the file system cannot tell. */
bool cc_file_is_unchanged_since(const char *path, uint64_t time_ns);

#endif
