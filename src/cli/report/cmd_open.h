/* Pages in a browser. Threads: one. */
#ifndef CMD_OPEN_H
#define CMD_OPEN_H

#include "cli/core/cmd_config.h"

/* Makes sure that the command writes pages, in the working directory unless they were asked for;
 * the number of that report in *index. CC_E_USAGE when they go to standard output. */
CC_NODISCARD cc_err cmd_add_pages(cmd_config *config, cc_arena *arena, size_t *index);
/* Opens the pages in a browser. Without one it says where they are. */
void cmd_open_pages(const cmd_config *config, size_t index, cc_arena *arena);

#endif
