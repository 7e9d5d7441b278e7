/* Paths as text, as compilers of any system wrote them. No file is touched. Threads: no state. */
#ifndef MOD_ROOT_PATH_H
#define MOD_ROOT_PATH_H

#include "base/cc_arena.h"

/* `C:\src`, `c:/src` or `\\server\share`. */
bool mod_path_is_windows(cc_str path);
/* `/_/...` or `/_7/...`: *rest is what stands behind, not empty. */
bool mod_path_is_deterministic(cc_str path, cc_str *rest);
/* '/' for '\\' in Windows and deterministic names, "." and ".." and repeated '/' folded, no '/' at
 * the end (the top itself is "/"). NULL when out of memory or when there is a NUL in it. */
char *mod_path_plain(cc_arena *arena, cc_str path);
/* A document's name as it is shown where it is no file: of several '/' at its start the last is left; "" for
 * what can name no file: nothing, the top, a name with a NUL. Part of `name`. */
cc_str mod_path_shown(cc_str name);
/* `path` is `prefix`, or begins with all of its components; *rest is what follows the '/' behind
 * it. Both plain. `fold`: ASCII case does not matter. */
bool mod_path_below(cc_str path, cc_str prefix, bool fold, cc_str *rest);
/* `path` is `end` or ends in "/" and `end`. */
bool mod_path_ends(cc_str path, cc_str end, bool fold);

#endif
