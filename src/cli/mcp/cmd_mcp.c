/* clrcov mcp: answers an agent until its input ends. */
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_proc.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/mcp/cmd_mcp.h"
#include "clrcov/version.h"

typedef struct mcp_options {
    const char *root;
} mcp_options;

static const opt_spec specs[] = {
    {0, "root", OPT_TEXT, "DIR", offsetof(mcp_options, root), NULL,
     "answer about this directory (the working directory)"},
};

const opt_command cmd_mcp_command = {
    .name = "mcp",
    .arguments = "",
    .summary = "Answers coding agents about coverage: a server of the Model Context Protocol.",
    .details =
        "The agent starts it, and speaks to it over standard input and output. Its tools "
        "read; they\n"
        "run no test and write no file (docs/agents.md).\n"
        "\n"
        "Exit code: 0 its input ended; 64 wrong usage, or no such directory; 70 a defect; 73 "
        "the\n"
        "answers cannot be written.",
    OPT_SPECS(specs),
};

/* Reads up to a line feed; false at the end of the input. A longer line than the limit is read and
 * dropped: *is_too_long. */
static bool read_line(FILE *in, cc_buf *line, bool *is_too_long) {
    int c;
    cc_buf_clear(line);
    *is_too_long = false;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (line->len == CMD_MCP_MOST_BYTES) {
            *is_too_long = true;
            continue;
        }
        cc_buf_putc(line, (char)c);
    }
    return c != EOF || line->len > 0;
}

static void answer_line(const cmd_mcp_server *server, const cc_buf *line, bool is_too_long,
                        cc_buf *out) {
    cc_buf_clear(out);
    if (is_too_long) {
        cc_buf_puts(out, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,"
                         "\"message\":\"the message is too long\"}}\n");
    } else if (cc_str_trim(cc_buf_str(line)).len > 0) {
        cmd_mcp_answer(server, cc_buf_str(line), out);
    }
}

/* Standard output carries the protocol and nothing else. */
static int serve(const cmd_mcp_server *server) {
    cc_buf line = {0};
    cc_buf out = {0};
    bool is_too_long = false;
    bool is_written = true;
    while (is_written && read_line(stdin, &line, &is_too_long)) {
        answer_line(server, &line, is_too_long, &out);
        is_written = fwrite(out.data, 1, out.len, stdout) == out.len && fflush(stdout) == 0;
    }
    cc_buf_free(&line);
    cc_buf_free(&out);
    return is_written ? CLRCOV_EXIT_OK : CLRCOV_EXIT_CANTWRITE;
}

static cc_err find_server(cmd_mcp_server *out, const mcp_options *options, cc_arena *arena) {
    char *root = NULL;
    char *program = NULL;
    CC_TRY(cc_path_real(arena, options->root == NULL ? "." : options->root, &root));
    CC_TRY(cc_path_real(arena, "/proc/self/exe", &program));
    if (chdir(root) != 0) {
        return cc_fail(CC_E_IO, "%s: cannot work in this directory", root);
    }
    *out = (cmd_mcp_server){program, root};
    return CC_OK;
}

int cmd_mcp(int argc, char **argv) {
    mcp_options options = {NULL};
    cmd_call call;
    cmd_mcp_server server;
    cc_proc_ignore_pipe();
    if (cmd_call_open(&call, &cmd_mcp_command, argc, argv, &options)) {
        cc_err err = find_server(&server, &options, call.arena);
        call.code = err == CC_OK ? serve(&server) : cmd_fail(cmd_input_code(err));
    }
    return cmd_call_close(&call);
}
