/* Paths as text, as compilers of any system write them. No file is accessed. Threads: no state. */
#ifndef MOD_ROOT_PATH_H
#define MOD_ROOT_PATH_H

#include "base/cc_arena.h"

/* `C:\src`, `c:/src` or `\\server\share`. */
bool mod_path_is_windows(cc_str path);
/* `/_/...` or `/_7/...`: *rest is the part behind, not empty. */
bool mod_path_is_deterministic(cc_str path, cc_str *rest);
/* '/' for '\\' in Windows and deterministic names, "." and ".." and repeated '/' folded, no '/' at
 * the end (the top itself is "/"). Memory of `arena`. NULL when out of memory or when the path
 * contains a NUL. */
char *mod_path_plain(cc_arena *arena, cc_str path);
/* A document's name as it is shown when it is no file: of several '/' at its start only the last is
 * kept; "" for names that cannot be files: an empty one, the top, one with a NUL. Part of
 * `name`. */
cc_str mod_path_shown(cc_str name);
/* `path` is `prefix`, or begins with all of its components; *rest is the part behind the '/' that
 * follows. Both are plain. `fold`: ASCII case is ignored. */
bool mod_path_below(cc_str path, cc_str prefix, bool fold, cc_str *rest);
/* `path` is `end` or ends in "/" and `end`. */
bool mod_path_ends(cc_str path, cc_str end, bool fold);

#endif
