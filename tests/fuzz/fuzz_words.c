/* Sentences about arms, from any text: bytes 0 to 2 choose the language, the test and the number of
 * branches of one statement, the rest is its text. A sentence is valid whatever the text is, and
 * short. */
#include <string.h>

#include "reports/rep_words.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_BRANCHES = 8, MOST_SENTENCE = 1024, HEADER = 3 };

static const char *const paths[] = {"a.cs", "a.fs", "a.vb", "a"};

/* The span of the whole text. */
static cov_span whole(const src_text *source) {
    uint32_t columns = 1;
    cc_str last = src_text_line(source, source->line_count);
    for (size_t i = 0; i < last.len; i++) {
        columns += ((unsigned char)last.s[i] & 0xC0) != 0x80 ? 1 : 0;
    }
    return (cov_span){1, 1, source->line_count, columns};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEADER) {
        return 0;
    }
    cov_arm arms[] = {{.is_taken = true}, {.line = 1}};
    cov_branch branches[MOST_BRANCHES];
    cov_line line = {.number = 1, .hits = 1, .branch_count = data[2] % MOST_BRANCHES + 1};
    cov_line *lines[] = {&line};
    cov_file file = {.path = cc_strz(paths[data[0] % 4]), .lines = lines, .line_count = 1};
    rep_words words;
    cc_str text = {(const char *)data + HEADER, size - HEADER};
    if (rep_words_open(&words, &file, text) == CC_OK) {
        for (uint32_t i = 0; i < line.branch_count; i++) {
            branches[i] = (cov_branch){.span = whole(&words.source),
                                       .test = (dec_test)(data[1] % (DEC_TEST_GREATER + 1)),
                                       .holds = data[1] >> 7,
                                       .arm_count = 2,
                                       .arms_taken = 1,
                                       .arms = arms};
        }
        line.branches = branches;
        for (uint32_t i = 0; i < line.branch_count; i++) {
            cc_buf out = {0};
            fuzz_require(rep_words_branch(&words, &line, i, &out), "an arm was missed");
            fuzz_require(out.len > 0 && out.len < MOST_SENTENCE, "a sentence");
            fuzz_require(memchr(out.data, '\n', out.len) == NULL, "of one line");
            cc_buf_free(&out);
        }
    }
    rep_words_close(&words);
    return 0;
}
