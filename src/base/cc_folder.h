/* A folder of files that belong together, such as pages with their style sheet. The writer writes
 * all files to a separate folder inside it, and moves them into place when all are complete: a
 * failure before that changes nothing. The moves are renames, one per file, the front file last.
 *
 * A list inside the folder names the files that the writer wrote. The writer replaces or removes
 * only files in the list, and only names of the kind's own form: a forged list cannot choose what
 * is removed. Other files stay as they are. A file that is in the way and not in the list is an
 * error. The writer writes and removes nothing through a link inside the folder.
 *
 * In a folder that the writer made, and for kinds with `is_ignored`, a .gitignore keeps the files
 * out of commits. An existing .gitignore stays as it is, and a removed one does not return.
 *
 * One writer at a time: another writer waits. The next writer removes the remains of a killed
 * writer. Threads: several threads may call cc_folder_put() at once. */
#ifndef CC_FOLDER_H
#define CC_FOLDER_H

#include "base/cc_err.h"
#include "base/cc_span.h"

typedef struct cc_folder cc_folder;

/* Describes a kind of folder. */
typedef struct cc_folder_kind {
    const char *list;            /* name of the list */
    const char *front;           /* the front file, which people open: it is moved last */
    bool (*is_own)(cc_str name); /* a writer of this kind makes files with this name */
    /* git ignores the files of a folder that the writer made for them */
    bool is_ignored;
} cc_folder_kind;

/* Checks that a folder could be written at `path`: it does not exist, or is a folder in which no
 * foreign file is in the place of the front file. CC_E_IO. */
CC_NODISCARD cc_err cc_folder_check(const char *path, const cc_folder_kind *kind);

/* Makes the folder, and the folders above it, where they are missing. `path` is absolute; `path`
 * and `kind` must stay valid until cc_folder_close(). CC_E_IO, CC_E_NOMEM; *out is then NULL. */
CC_NODISCARD cc_err cc_folder_open(cc_folder **out, const char *path, const cc_folder_kind *kind);
/* Writes a file of the folder. `name`: letters, digits, '.', '-', '_', and at most one '/', in the
 * kind's form; each name once. False from the first failure on; cc_folder_close() reports it. */
bool cc_folder_put(cc_folder *folder, const char *name, cc_span bytes);
/* Moves the files into place; after a failure, or without `is_whole`, removes them. Frees the
 * writer. CC_E_IO, CC_E_LIMIT, CC_E_NOMEM. */
CC_NODISCARD cc_err cc_folder_close(cc_folder *folder, bool is_whole);

/* The name of the .gitignore of such a folder, and its text. */
#define CC_FOLDER_IGNORE ".gitignore"
#define CC_FOLDER_IGNORE_TEXT "# Made by clrcov: reports are not committed by accident.\n*\n"

/* Moves the files that the list of the folder `from` names to a new folder `to` of the kind, which
 * may be on another file system. Both paths are absolute. Other files stay, and then `from` stays,
 * too. After a failure `from` is unchanged, or `to` has all files. CC_E_NOTFOUND: `from` has no
 * list. CC_E_IO, CC_E_LIMIT, CC_E_NOMEM. */
CC_NODISCARD cc_err cc_folder_move(const char *from, const char *to, const cc_folder_kind *kind);

#endif
