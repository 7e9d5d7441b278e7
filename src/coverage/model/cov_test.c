/* Identity and order of tests and suites; see cov_raw.h. */
#include "coverage/model/cov_raw.h"
#include "coverage/module/mod_root_path.h"

int cov_test_cmp(const cov_test *a, const cov_test *b) {
    int order = cc_str_cmp(a->assembly, b->assembly);
    order = order != 0 ? order : cc_str_cmp(a->type, b->type);
    return order != 0 ? order : cc_str_cmp(a->method, b->method);
}

void cov_put_class_key(cc_buf *out, cc_str assembly, cc_str type) {
    cc_buf_key_put(out, assembly);
    cc_buf_key_put(out, type);
}

void cov_put_test_key(cc_buf *out, cc_str assembly, cc_str type, cc_str method) {
    cov_put_class_key(out, assembly, type);
    cc_buf_key_put(out, method);
}

cc_str cov_suite_place(cc_str folder, cc_str root) {
    cc_str below = {"", 0};
    bool is_below = mod_path_below(folder, root, false, &below) && below.len > 0;
    return is_below ? below : folder;
}
