/* A message of the Model Context Protocol: the answer is nothing, or one line with a JSON object that
 * has a result or an error of the protocol. The program behind the tools does nothing. */
#include <string.h>

#include "cli/mcp/cmd_mcp.h"
#include "tests/fuzz/fuzz.h"

static void check_answer(cc_str line) {
    json_error_t why;
    json_t *answer = json_loadb(line.s, line.len, 0, &why);
    fuzz_require(json_is_object(answer), "the answer is an object");
    json_t *error = json_object_get(answer, "error");
    json_int_t code = json_integer_value(json_object_get(error, "code"));
    fuzz_require((error == NULL) != (json_object_get(answer, "result") == NULL),
               "either a result or an error");
    fuzz_require(error == NULL || code == CMD_MCP_PARSE_ERROR || code == CMD_MCP_NO_METHOD ||
                   code == CMD_MCP_INVALID_REQUEST || code == CMD_MCP_INVALID_PARAMS,
               "the error is one of the protocol");
    json_decref(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const cmd_mcp_server server = {"/bin/true", "/"};
    cc_buf out = {0};
    cmd_mcp_answer(&server, (cc_str){(const char *)data, size}, &out);
    if (out.len > 0) {
        const void *end = memchr(out.data, '\n', out.len);
        fuzz_require(end == out.data + out.len - 1, "the answer is one line");
        check_answer(cc_buf_str(&out));
    }
    cc_buf_free(&out);
    return 0;
}
