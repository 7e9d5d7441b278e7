/* .runsettings files. Threads: one. */
#ifndef CMD_SETTINGS_H
#define CMD_SETTINGS_H

#include "base/cc_buf.h"
#include "base/cc_err.h"

/* The coverage collector that the file switches on, as text for a message; NULL: none, or the test
 * platform would not accept the file. The arena is for scratch. */
const char *cmd_settings_collector(const char *path, cc_arena *arena);
/* Writes a copy to `target` (mode 0600) in which all coverage collectors are switched off and paths
 * relative to the file's directory are absolute. */
CC_NODISCARD cc_err cmd_settings_copy(const char *path, const char *target, cc_arena *arena);
/* Appends settings that have this filter of test cases alone. */
void cmd_settings_of_filter(cc_buf *out, const char *filter, cc_arena *arena);
/* Writes such a copy of the file `path` (NULL: an empty one) with this filter of test cases, which
 * holds beside the filter of the file. */
CC_NODISCARD cc_err cmd_settings_with_filter(const char *path, const char *target,
                                             const char *filter, cc_arena *arena);

#endif
