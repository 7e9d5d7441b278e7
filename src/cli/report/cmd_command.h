/* The command of a run, stored in its session: its words, each with a zero after it. Threads:
 * one. */
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"
#include "base/cc_file.h"

/* Stores the words in the session (mode 0600). A session of several commands has the words of the
 * last one, and notes whether they start several programs. */
CC_NODISCARD cc_err cmd_store_command(const char *session_dir, char *const *words, size_t count,
                                      cc_arena *arena);
/* Appends the words as they are stored. */
void cmd_join_words(cc_buf *out, char *const *words, size_t count);
/* Maps the stored words; cc_file_unmap() frees them. Errors of cc_file_map(). */
CC_NODISCARD cc_err cmd_read_command(cc_mapped_file *out, const char *session_dir, cc_arena *arena);

/* What a command is called where it is published: "dotnet test" of `dotnet test Shop.slnx --
 * secret`, "dotnet App.dll", "app" of `./bin/app --password ...`. Its arguments are not part of
 * it. */
cc_str cmd_program_of(char *const *words, size_t count, cc_arena *arena);
/* That name of the stored command; "" where there is none, or several programs were started. In the
 * arena. */
cc_str cmd_read_program(const char *session_dir, cc_arena *arena);

#endif
