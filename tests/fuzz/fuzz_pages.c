/* Pages from any bytes as names and sources: what comes out is UTF-8 without control characters,
 * and its markup is ours alone, so that the number of elements does not depend on the bytes. Byte
 * 0: the language and what is known of the file, and whether the source is a file or embedded in
 * the PDB; then the source, a NUL, and the name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_utf.h"
#include "reports/rep.h"
#include "tests/fuzz/fuzz.h"

enum { LINES = 4, IS_CHANGED = 4, IS_EXACT = 8, IS_EMBEDDED = 16 };

static const char *const paths[] = {"a.cs", "a.fs", "a.vb", "a"};

/* Everything that one input is made of. */
typedef struct scene {
    cov_arm arms[2];
    cov_branch branch;
    cov_line lines[LINES];
    cov_line *all[LINES];
    cov_spot spots[2];
    cov_fact fact;
    cov_file file;
    cov_method method;
    cov_class cls;
    cov_package package;
    cov_omitted omitted;
    cov_model model;
} scene;

static void fill_lines(scene *s) {
    s->arms[0].is_taken = true;
    s->arms[1].line = 3;
    s->branch = (cov_branch){.span = {1, 1, 2, 3},
                             .test = DEC_TEST_VALUE,
                             .arm_count = 2,
                             .arms_taken = 1,
                             .arms = s->arms};
    for (uint32_t i = 0; i < LINES; i++) {
        s->lines[i] =
            (cov_line){.number = i + 1, .hits = i % 2 + 1u, .point_count = 2, .points_hit = 1};
        s->all[i] = &s->lines[i];
    }
    s->lines[0].branches = &s->branch;
    s->lines[0].branch_count = 1;
    s->lines[0].arm_count = 2;
    s->lines[0].arms_taken = 1;
    s->spots[0] = (cov_spot){{1, 1, 4, 2}, 1};
    s->spots[1] = (cov_spot){{1, 3, 2, 4}, 0};
}

static void fill(scene *s, uint8_t kind, cc_str root, cc_str name) {
    fill_lines(s);
    s->file = (cov_file){.path = cc_strz(paths[kind % 4]),
                         .is_changed = (kind & IS_CHANGED) != 0,
                         .lines = s->all,
                         .line_count = LINES};
    s->fact = (cov_fact){.subject = COV_SUBJECT_MEMBER,
                         .path = s->file.path,
                         .first_line = 5,
                         .last_line = 6,
                         .reason = CTR_REASON_FILTER,
                         .detail = name};
    s->method = (cov_method){.name = name,
                             .signature = name,
                             .complexity = 9,
                             .lines = s->all,
                             .line_count = LINES,
                             .spots = s->spots,
                             .spot_count = 2};
    s->cls = (cov_class){name, &s->file, &s->method, 1, s->all, LINES};
    s->package = (cov_package){.name = name, .classes = &s->cls, .class_count = 1};
    s->omitted = (cov_omitted){name, CTR_REASON_FILTER, name};
    s->model = (cov_model){.root = root,
                           .hits = (kind & IS_EXACT) != 0 ? CTR_HITS_EXACT : CTR_HITS_ONCE,
                           .packages = &s->package,
                           .package_count = 1,
                           .files = &s->file,
                           .file_count = 1,
                           .omitted = &s->omitted,
                           .omitted_count = 1,
                           .warning_count = 1,
                           .facts = &s->fact,
                           .fact_count = 1};
    s->model.warnings = &s->omitted.name;
}

static void check_text(cc_span bytes) {
    cc_str rest = {(const char *)bytes.data, bytes.len};
    uint32_t code = 0;
    while (rest.len > 0) {
        cc_str before = rest;
        (void)cc_utf8_next(&rest, &code);
        bool is_own = code != 0xFFFD || before.len - rest.len == 3;
        bool is_control =
            (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code < 0xA0);
        bool is_hidden = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
        fuzz_require(is_own, "UTF-8");
        fuzz_require(!is_control && !is_hidden, "no character that is not seen");
    }
}

/* Elements that bytes of others could have made. */
static void check_markup(cc_span bytes, bool is_page) {
    static const char *const never[] = {"<img",    "<iframe", "<a onclick",
                                        "<object", "<embed",  "<base"};
    cc_str text = {(const char *)bytes.data, bytes.len};
    size_t scripts = 0;
    for (size_t i = 0; i < text.len; i++) {
        cc_str rest = {text.s + i, text.len - i};
        scripts += cc_str_starts(rest, "<script") ? 1 : 0;
        for (size_t k = 0; k < sizeof never / sizeof *never; k++) {
            fuzz_require(!cc_str_starts(rest, never[k]), "no markup of others");
        }
    }
    fuzz_require(scripts == (is_page ? 1 : 2), "scripts of ours alone");
}

static bool put(void *ctx, const char *name, cc_span bytes) {
    (void)ctx;
    if (cc_str_ends(cc_strz(name), ".html")) {
        check_text(bytes);
        check_markup(bytes, strcmp(name, REP_HTML_FRONT) != 0);
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char dir[] = "/tmp/clrcov-fuzz-XXXXXX";
    char path[64];
    if (size < 1 || mkdtemp(dir) == NULL) {
        return 0;
    }
    cc_span source = {data + 1, size - 1};
    size_t number = (data[0] & IS_EMBEDDED) != 0 ? 4 : 0; /* before an embedded source */
    const uint8_t *end =
        source.len <= number ? NULL : memchr(source.data + number, 0, source.len - number);
    cc_str name = {"", 0};
    if (end != NULL) {
        name = (cc_str){(const char *)end + 1, source.len - (size_t)(end - source.data) - 1};
        source.len = (size_t)(end - source.data);
    }
    scene s = {.lines = {{0}}};
    rep_gate gate = {"coverage is <b>", true};
    cov_history_row commits[] = {{.commit = name, .time = size}, {.commit = name}};
    const cov_history history = {commits, 2};
    bool is_embedded = (data[0] & IS_EMBEDDED) != 0;
    fill(&s, data[0], cc_strz(dir), name);
    s.file.embedded = is_embedded ? source : (cc_span){NULL, 0};
    (void)snprintf(path, sizeof path, "%s/%s", dir, paths[data[0] % 4]);
    if (is_embedded || cc_file_write(path, source, 0600) == CC_OK) {
        const rep_input in = {
            .model = &s.model, .gates = &gate, .gate_count = 1, .history = &history};
        fuzz_require(rep_html(&in, (rep_folder){put, NULL}) == CC_OK, "pages");
    }
    (void)unlink(path);
    (void)rmdir(dir);
    return 0;
}
