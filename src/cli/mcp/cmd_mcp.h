/* Internal to `clrcov mcp`: a server of the Model Context Protocol over standard input and output, in
 * JSON-RPC 2.0, one message on each line. Its tools are other subcommands, which run as processes of
 * their own: they only read. Users' view: docs/agents.md. Threads: one. */
#ifndef CMD_MCP_H
#define CMD_MCP_H

#include <jansson.h>

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"

/* Errors of JSON-RPC 2.0. */
enum {
    CMD_MCP_PARSE_ERROR = -32700,
    CMD_MCP_INVALID_REQUEST = -32600,
    CMD_MCP_NO_METHOD = -32601,
    CMD_MCP_INVALID_PARAMS = -32602
};

/* The longest message that is read. */
#define CMD_MCP_MOST_BYTES (1u << 20)

/* What the server is. */
typedef struct cmd_mcp_server {
    const char *program; /* the path of this command */
    const char *root;    /* the working directory, resolved: paths stay below it */
} cmd_mcp_server;

/* Answers one message: appends a line with the answer, or nothing for a notification. */
void cmd_mcp_answer(const cmd_mcp_server *server, cc_str message, cc_buf *out);

/* --- cmd_mcp_tools.c: what the tools are ------------------------------------------------------ */

/* The list of tools, as tools/list returns it: a new reference. */
json_t *cmd_mcp_list_tools(void);
/* The command line of a call, NULL-terminated, and the budget of its answer. CC_E_NOTFOUND: there is
 * no such tool. CC_E_USAGE: an argument is missing, of a wrong kind, or leads out of the root. */
CC_NODISCARD cc_err cmd_mcp_command_of(const cmd_mcp_server *server, const char *tool,
                                       json_t *arguments, char ***out, size_t *budget,
                                       cc_arena *arena);

/* --- cmd_mcp_call.c --------------------------------------------------------------------------- */

/* Runs the command and returns the result of tools/call: its output as text, cut to the budget, with
 * `isError` when it failed. A new reference. */
json_t *cmd_mcp_run(char *const *command, size_t budget);

#endif
