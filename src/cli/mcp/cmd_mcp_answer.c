/* One message of the protocol; see cmd_mcp.h. Sources: JSON-RPC 2.0; the specification of the Model
 * Context Protocol, "Lifecycle" and "Tools". */
#include <stdlib.h>
#include <string.h>

#include "base/cc_utf.h"
#include "cli/mcp/cmd_mcp.h"
#include "clrcov/version.h"

/* The newest version first: a client of an unknown one gets it. */
static const char *const versions[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05",
                                       NULL};

/* --- answers ---------------------------------------------------------------------------------- */

/* Takes the references `id` and `content`. */
static void put_answer(cc_buf *out, json_t *id, const char *key, json_t *content) {
    json_t *answer =
        json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id", id == NULL ? json_null() : id, key,
                  content == NULL ? json_null() : content);
    char *text = json_dumps(answer, JSON_COMPACT);
    if (text != NULL) {
        cc_buf_puts(out, text);
        cc_buf_putc(out, '\n');
    }
    free(text);
    json_decref(answer);
}

/* A message about foreign text may end within a character, which JSON does not have. */
static void put_error(cc_buf *out, json_t *id, int code, const char *why) {
    cc_buf message = {0};
    cc_utf8_clean(cc_strz(why), &message);
    cc_str text = cc_buf_str(&message);
    put_answer(out, json_incref(id), "error",
               json_pack("{s:i, s:s%}", "code", code, "message", text.s, text.len));
    cc_buf_free(&message);
}

/* --- methods ---------------------------------------------------------------------------------- */

static const char *version_for(const char *wanted) {
    for (size_t i = 0; wanted != NULL && versions[i] != NULL; i++) {
        if (strcmp(wanted, versions[i]) == 0) {
            return versions[i];
        }
    }
    return versions[0];
}

static json_t *initialize(json_t *params) {
    const char *wanted = json_string_value(json_object_get(params, "protocolVersion"));
    return json_pack("{s:s, s:{s:{s:b}}, s:{s:s, s:s}, s:s}", "protocolVersion",
                     version_for(wanted), "capabilities", "tools", "listChanged", 0, "serverInfo",
                     "name", "clrcov", "version", CLRCOV_VERSION, "instructions",
                     "Coverage of .NET code that `clrcov run -- dotnet test` measured. Begin with "
                     "`next`: it names the members to test. The tools read; they run no test.");
}

static void call_tool(const cmd_mcp_server *server, json_t *id, json_t *params, cc_buf *out) {
    const char *name = json_string_value(json_object_get(params, "name"));
    json_t *given = json_object_get(params, "arguments");
    json_t *arguments = given == NULL ? json_object() : json_incref(given);
    cc_arena *arena = cc_arena_new();
    char **command = NULL;
    size_t budget = 0;
    if (name == NULL || !json_is_object(arguments)) {
        put_error(out, id, CMD_MCP_INVALID_PARAMS, "a name and an object of arguments are needed");
    } else if (cmd_mcp_command_of(server, name, arguments, &command, &budget, arena) != CC_OK) {
        put_error(out, id, CMD_MCP_INVALID_PARAMS, cc_error_message());
    } else {
        put_answer(out, json_incref(id), "result", cmd_mcp_run(command, budget));
    }
    json_decref(arguments);
    cc_arena_free(arena);
}

static void answer_method(const cmd_mcp_server *server, const char *method, json_t *id,
                          json_t *params, cc_buf *out) {
    if (strcmp(method, "initialize") == 0) {
        put_answer(out, json_incref(id), "result", initialize(params));
    } else if (strcmp(method, "ping") == 0) {
        put_answer(out, json_incref(id), "result", json_object());
    } else if (strcmp(method, "tools/list") == 0) {
        put_answer(out, json_incref(id), "result",
                   json_pack("{s:o}", "tools", cmd_mcp_list_tools()));
    } else if (strcmp(method, "tools/call") == 0) {
        call_tool(server, id, params, out);
    } else {
        put_error(out, id, CMD_MCP_NO_METHOD, "clrcov has no such method");
    }
}

/* --- messages --------------------------------------------------------------------------------- */

static bool is_id(const json_t *id) {
    return json_is_string(id) || json_is_integer(id);
}

/* A message without an id is a notification, which has no answer; an answer of the client is not
 * awaited. */
static void answer_object(const cmd_mcp_server *server, json_t *message, cc_buf *out) {
    json_t *id = json_object_get(message, "id");
    const char *method = json_string_value(json_object_get(message, "method"));
    const char *version = json_string_value(json_object_get(message, "jsonrpc"));
    bool is_answer = method == NULL && (json_object_get(message, "result") != NULL ||
                                        json_object_get(message, "error") != NULL);
    if (is_answer) {
        return;
    }
    bool is_sound = method != NULL && version != NULL && strcmp(version, "2.0") == 0;
    if (!is_sound || (id != NULL && !is_id(id))) {
        put_error(out, is_id(id) ? id : NULL, CMD_MCP_INVALID_REQUEST,
                  "not a request of JSON-RPC 2.0");
        return;
    }
    if (id != NULL) {
        answer_method(server, method, id, json_object_get(message, "params"), out);
    }
}

void cmd_mcp_answer(const cmd_mcp_server *server, cc_str message, cc_buf *out) {
    json_error_t error;
    json_t *parsed = json_loadb(message.s, message.len, JSON_REJECT_DUPLICATES, &error);
    if (parsed == NULL) {
        put_error(out, NULL, CMD_MCP_PARSE_ERROR, error.text);
        return;
    }
    if (json_is_object(parsed)) {
        answer_object(server, parsed, out);
    } else {
        put_error(out, NULL, CMD_MCP_INVALID_REQUEST, "one message on each line is needed");
    }
    json_decref(parsed);
}
