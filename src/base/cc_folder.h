/* A folder of files that belong together, such as pages with their style sheet. All files are
 * written to a folder of their own inside it, and moved into place when the last one is there: a
 * failure before that changes nothing. The moves are renames, one for each file, the front file
 * last.
 *
 * A list inside the folder names the files that were written. Only what it names is ever replaced
 * or removed, and only names of the kind's own form: whoever can put a list there cannot choose
 * what goes. Other files stay as they are. A file that stands in the way and is not in the list is
 * an error. Nothing is written or removed through a link inside the folder.
 *
 * In a folder that was made here, and where the kind wants it, a .gitignore keeps the files out of commits. One that is
 * there stays as it is, and one that was removed does not come back.
 *
 * One writer at a time: another one waits. What a writer that was killed left is removed by the
 * next one. Threads: cc_folder_put() may be called by several at once. */
#ifndef CC_FOLDER_H
#define CC_FOLDER_H

#include "base/cc_err.h"
#include "base/cc_span.h"

typedef struct cc_folder cc_folder;

/* What a folder of this kind is. */
typedef struct cc_folder_kind {
    const char *list;            /* name of the list */
    const char *front;           /* the file that people open: it is moved last */
    bool (*is_own)(cc_str name); /* a writer of this kind makes files of this name */
    bool is_ignored;             /* git ignores the files of a folder that was made for them */
} cc_folder_kind;

/* A folder could be written at `path`: it does not exist, or is a folder where no file of others is
 * in the place of the front file. CC_E_IO. */
CC_NODISCARD cc_err cc_folder_check(const char *path, const cc_folder_kind *kind);

/* Makes the folder, and those above it, where they are missing. `path` is absolute, and stays in
 * place with `kind` until cc_folder_close(). CC_E_IO, CC_E_NOMEM; *out is NULL then. */
CC_NODISCARD cc_err cc_folder_open(cc_folder **out, const char *path, const cc_folder_kind *kind);
/* Writes a file of the folder. `name`: letters, digits, '.', '-', '_', and at most one '/', in the
 * kind's form; each name once. False from the first failure on; cc_folder_close() reports it. */
bool cc_folder_put(cc_folder *folder, const char *name, cc_span bytes);
/* Moves the files into place; after a failure, or without `is_whole`, removes them. Frees. CC_E_IO,
 * CC_E_LIMIT, CC_E_NOMEM. */
CC_NODISCARD cc_err cc_folder_close(cc_folder *folder, bool is_whole);

/* What the .gitignore of such a folder is called, and its text. */
#define CC_FOLDER_IGNORE ".gitignore"
#define CC_FOLDER_IGNORE_TEXT "# Made by clrcov: reports are not committed by accident.\n*\n"

/* Moves the files that the list of the folder `from` names to a new folder `to` of the kind, which may
 * be on another file system. Both paths are absolute. Other files stay, and `from` with them. After a
 * failure `from` is as it was, or `to` has all files. CC_E_NOTFOUND: `from` has no list. CC_E_IO,
 * CC_E_LIMIT, CC_E_NOMEM. */
CC_NODISCARD cc_err cc_folder_move(const char *from, const char *to, const cc_folder_kind *kind);

#endif
