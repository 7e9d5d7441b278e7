/* Paths as text, as compilers of any system write them. The functions access no files. Threads: no
 * state. */
#ifndef MOD_ROOT_PATH_H
#define MOD_ROOT_PATH_H

#include "base/cc_arena.h"

/* `C:\src`, `c:/src` or `\\server\share`. */
bool mod_path_is_windows(cc_str path);
/* `/_/...` or `/_7/...`: *rest is the part after, not empty. */
bool mod_path_is_deterministic(cc_str path, cc_str *rest);
/* Makes a plain path: '/' for '\\' in Windows and deterministic names, "." and ".." and repeated
 * '/' folded, no '/' at the end (the top itself is "/"). Memory of `arena`. NULL when there is no
 * memory or when the path contains a NUL. */
char *mod_path_plain(cc_arena *arena, cc_str path);
/* Returns a document's name as a report shows it when it is not a file: of several '/' at its start
 * only the last remains. "" for names that cannot be files: an empty name, the top, a name with a
 * NUL. The result is a part of `name`. */
cc_str mod_path_shown(cc_str name);
/* `path` is `prefix`, or begins with all of its components; *rest is the part after the '/' that
 * follows. Both are plain. `fold`: ASCII case is ignored. */
bool mod_path_below(cc_str path, cc_str prefix, bool fold, cc_str *rest);
/* `path` is `end` or ends in "/" and `end`. */
bool mod_path_ends(cc_str path, cc_str end, bool fold);

#endif
