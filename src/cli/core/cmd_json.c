/* Answers as JSON; see cmd_json.h. */
#include "cli/core/cmd_json.h"

#include "base/cc_log.h"
#include "base/cc_utf.h"

void cmd_json_begin(cc_json *json, cc_buf *text, unsigned indent, uint32_t version) {
    *json = (cc_json){.out = text, .indent = indent};
    cc_json_begin(json, NULL, '{');
    cc_json_number(json, "version", version);
}

void cmd_json_end(cc_json *json, cc_buf *out) {
    cc_log log = {0};
    cc_json_end(json, '}');
    cc_buf_putc(json->out, '\n');
    cc_log_put_json(&log, cc_buf_str(json->out), out);
    cc_buf_free(json->out);
}

void cmd_json_begin_test(cc_json *json, const char *key, const cov_test *test) {
    cc_json_begin(json, key, '{');
    cmd_json_text(json, "assembly", test->assembly);
    cmd_json_text(json, "class", test->type);
    cmd_json_text(json, "method", test->method);
}

void cmd_json_text(cc_json *json, const char *key, cc_str text) {
    cc_buf clean = {0};
    cc_utf8_clean(text, &clean);
    cc_json_text(json, key, cc_buf_str(&clean));
    cc_buf_free(&clean);
}
