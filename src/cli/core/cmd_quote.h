/* Words of a shell. Threads: one. */
#ifndef CMD_QUOTE_H
#define CMD_QUOTE_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"

/* Appends the text between single quotes. Out of memory is recorded in `out`. */
void cmd_put_quoted(cc_buf *out, const char *text);
/* No character of the text is special for a shell. */
bool cmd_is_plain_word(const char *text);
/* The text as one word of a command that a message tells to run: as it is where no character is
 * special, else between single quotes, in the arena. "..." when out of memory. */
const char *cmd_shell_word(const char *text, cc_arena *arena);

#endif
