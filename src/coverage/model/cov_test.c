/* Identity and order of tests; see cov_raw.h. */
#include "coverage/model/cov_raw.h"

int cov_test_cmp(const cov_test *a, const cov_test *b) {
    int order = cc_str_cmp(a->assembly, b->assembly);
    order = order != 0 ? order : cc_str_cmp(a->type, b->type);
    return order != 0 ? order : cc_str_cmp(a->method, b->method);
}

static void put_text(cc_buf *key, cc_str text) {
    cc_buf_u64(key, text.len);
    cc_buf_str_put(key, text);
}

void cov_put_class_key(cc_buf *out, cc_str assembly, cc_str type) {
    put_text(out, assembly);
    put_text(out, type);
}

void cov_put_test_key(cc_buf *out, cc_str assembly, cc_str type, cc_str method) {
    cov_put_class_key(out, assembly, type);
    put_text(out, method);
}
