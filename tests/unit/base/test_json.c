/* The writer of JSON. */
#include <CUnit/CUnit.h>

#include "base/cc_json.h"
#include "base/test_base.h"

/* An object with each kind of value, an empty array, and an array on lines of its own. */
static void put_document(cc_json *json) {
    cc_json_begin(json, NULL, '{');
    cc_json_text(json, "text", CC_STR("a\"\\\n\x7F\xC3\xA9\xFF"));
    cc_json_number(json, "number", UINT64_MAX);
    cc_json_real(json, "whole", 2);
    cc_json_real(json, "part", 0.5);
    cc_json_truth(json, "truth", true);
    cc_json_null(json, "null");
    cc_json_begin(json, "none", '[');
    cc_json_end(json, ']');
    cc_json_key(json, CC_STR("any \"key\""));
    cc_json_begin(json, NULL, '[');
    for (uint64_t i = 0; i < 2; i++) {
        cc_json_line(json);
        cc_json_number(json, NULL, i);
    }
    cc_json_end(json, ']');
    cc_json_next(json, "own");
    cc_buf_puts(json->out, "1.20");
    cc_json_end(json, '}');
}

void test_json(void) {
    cc_buf out = {0};
    cc_json json = {.out = &out};
    put_document(&json);
    CU_ASSERT(cc_str_eqz(cc_buf_str(&out),
                         "{\"text\":\"a\\\"\\\\\\u000a\\u007f\xC3\xA9\xEF\xBF\xBD\","
                         "\"number\":18446744073709551615,\"whole\":2.0,\"part\":0.5,"
                         "\"truth\":true,\"null\":null,\"none\":[],"
                         "\"any \\\"key\\\"\":[\n0,\n1],\"own\":1.20}"));
    cc_buf_free(&out);
}

void test_json_lines(void) {
    cc_buf out = {0};
    cc_json json = {.out = &out, .indent = 2};
    cc_json_begin(&json, NULL, '{');
    cc_json_begin(&json, "items", '[');
    cc_json_number(&json, NULL, 1);
    cc_json_begin(&json, NULL, '{');
    cc_json_end(&json, '}');
    cc_json_end(&json, ']');
    cc_json_truth(&json, "truth", false);
    cc_json_end(&json, '}');
    CU_ASSERT(cc_str_eqz(cc_buf_str(&out),
                         "{\n  \"items\": [\n    1,\n    {}\n  ],\n  \"truth\": false\n}"));
    cc_buf_free(&out);
}
