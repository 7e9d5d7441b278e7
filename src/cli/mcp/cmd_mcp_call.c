/* A call of a tool; see cmd_mcp.h. */
#include <string.h>

#include "base/cc_proc.h"
#include "base/cc_utf.h"
#include "cli/mcp/cmd_mcp.h"
#include "clrcov/version.h"

/* Cuts whole lines from the end, and says how much. */
static void cut(cc_buf *text, size_t budget) {
    enum { NOTE = 96 };
    if (text->len <= budget) {
        return;
    }
    size_t kept = budget > NOTE ? budget - NOTE : 0;
    while (kept > 0 && text->data[kept - 1] != '\n') {
        kept--;
    }
    size_t lost = text->len - kept;
    text->len = kept;
    cc_buf_printf(text, "(%zu more bytes were cut; give a larger budget, or ask for less)\n", lost);
}

/* Names of sources may hold any bytes; line ends stay. */
static void put_clean(cc_buf *out, cc_str text) {
    while (text.len > 0) {
        const char *end = memchr(text.s, '\n', text.len);
        size_t len = end == NULL ? text.len : (size_t)(end - text.s);
        cc_utf8_clean((cc_str){text.s, len}, out);
        if (end != NULL) {
            cc_buf_putc(out, '\n');
            len++;
        }
        text = (cc_str){text.s + len, text.len - len};
    }
}

static json_t *result_of(cc_str text, bool is_error) {
    return json_pack("{s:[{s:s, s:s%}], s:b}", "content", "type", "text", "text", text.s, text.len,
                     "isError", is_error ? 1 : 0);
}

json_t *cmd_mcp_run(char *const *command, size_t budget) {
    cc_proc_end end = {0};
    cc_buf output = {0};
    cc_buf clean = {0};
    if (cc_proc_capture_all(&end, command, &output) != CC_OK) {
        return result_of(cc_strz(cc_error_message()), true);
    }
    cut(&output, budget);
    put_clean(&clean, cc_buf_str(&output));
    bool is_fine = end.code == CLRCOV_EXIT_OK || end.code == CLRCOV_EXIT_THRESHOLD;
    json_t *result = result_of(cc_buf_str(&clean), !is_fine || end.signal != 0);
    cc_buf_free(&output);
    cc_buf_free(&clean);
    return result;
}
