/* Answers of `clrcov who` as lines for people; see cmd_who.h. */
#include <inttypes.h>

#include "base/cc_utf.h"
#include "cli/explain/cmd_who.h"

static void put_name(cc_buf *out, const cov_test *test) {
    cc_buf name = {0};
    cmd_who_name(&name, test);
    cc_utf8_clean(cc_buf_str(&name), out);
    cc_buf_free(&name);
}

/* What a reader should know of the test. */
static void put_remarks(cc_buf *out, const cov_test *test) {
    if (test->outcome == COV_OUTCOME_THREW) {
        cc_buf_puts(out, " (threw)");
    }
    if (test->is_overlapped) {
        cc_buf_puts(out, " (ran beside other tests)");
    }
}

/* "Ns.Class.Method (threw): 12 lines" */
static void put_test(cc_buf *out, const cmd_who_answer *answer, uint32_t index) {
    put_name(out, &answer->model->tests[index]);
    put_remarks(out, &answer->model->tests[index]);
    cc_buf_printf(out, ": %" PRIu32 " line%s\n", answer->counts[index],
                  cc_plural(answer->counts[index]));
}

/* --- one line --------------------------------------------------------------------------------- */

static void put_arm(cc_buf *out, const cmd_who_answer *answer, const cov_branch *branch,
                    uint32_t arm, const cov_line_tests *of) {
    cc_buf_printf(out, "    arm %" PRIu32 " of %" PRIu32, arm + 1, branch->arm_count);
    if (branch->arms[arm].line != 0) {
        cc_buf_printf(out, ", to line %" PRIu32, branch->arms[arm].line);
    }
    cc_buf_printf(out, ": %" PRIu32 " test%s%s\n", of->count, cc_plural(of->count),
                  of->is_shared ? ", and code that belongs to every test" : "");
    for (uint32_t i = 0; i < of->count; i++) {
        cc_buf_puts(out, "      ");
        put_name(out, &answer->model->tests[of->tests[i]]);
        cc_buf_putc(out, '\n');
    }
}

/* `arms`: of all branches of the line. */
static void put_branches(cc_buf *out, const cmd_who_answer *answer, const cov_line *line,
                         const cov_line_tests *arms) {
    for (uint32_t i = 0; arms != NULL && i < line->branch_count; i++) {
        const cov_branch *branch = &line->branches[i];
        cc_buf_printf(out, "  branch in column %" PRIu32 "\n", branch->span.start_column);
        for (uint32_t k = 0; k < branch->arm_count; k++) {
            put_arm(out, answer, branch, k, arms++);
        }
    }
}

static void put_line_tests(cc_buf *out, const cmd_who_answer *answer, const cmd_who_line *line) {
    cc_utf8_clean(line->file->path, out);
    cc_buf_printf(out, ":%" PRIu32 ": %" PRIu32 " test%s%s\n", line->line->number,
                  line->tests->count, cc_plural(line->tests->count),
                  line->tests->is_shared ? ", and code that belongs to every test" : "");
    for (uint32_t i = 0; i < line->tests->count; i++) {
        const cov_test *test = &answer->model->tests[line->tests->tests[i]];
        cc_buf_puts(out, "  ");
        put_name(out, test);
        put_remarks(out, test);
        cc_buf_putc(out, '\n');
    }
    put_branches(out, answer, line->line, line->tests->arms);
}

static void put_no_line(cc_buf *out, const cmd_who_answer *answer) {
    cc_utf8_clean(answer->thing->text, out);
    cc_buf_puts(out, ": no line of the report; clrcov explain gives the reason\n");
}

static void put_every_line(cc_buf *out, const cmd_who_answer *answer) {
    for (uint32_t i = 0; i < answer->line_count; i++) {
        put_line_tests(out, answer, &answer->lines[i]);
    }
}

/* --- what tests ran --------------------------------------------------------------------------- */

static bool has_test(const cmd_who_line *line, uint32_t test) {
    for (uint32_t i = 0; i < line->tests->count; i++) {
        if (line->tests->tests[i] == test) {
            return true;
        }
    }
    return false;
}

/* Index of the last line of the answer that follows without a gap in the file. */
static uint32_t end_of_range(const cmd_who_answer *answer, uint32_t from, uint32_t test) {
    uint32_t at = from;
    while (at + 1 < answer->line_count && answer->lines[at + 1].file == answer->lines[at].file &&
           answer->lines[at + 1].line->number == answer->lines[at].line->number + 1 &&
           has_test(&answer->lines[at + 1], test)) {
        at++;
    }
    return at;
}

static void put_ranges(cc_buf *out, const cmd_who_answer *answer, uint32_t test) {
    const cov_file *file = NULL;
    for (uint32_t i = 0; i < answer->line_count; i++) {
        const cmd_who_line *line = &answer->lines[i];
        if (!has_test(line, test)) {
            continue;
        }
        if (line->file != file) {
            cc_buf_puts(out, file == NULL ? "  " : "\n  ");
            cc_utf8_clean(line->file->path, out);
            cc_buf_puts(out, ": ");
        } else {
            cc_buf_puts(out, ", ");
        }
        file = line->file;
        cc_buf_printf(out, "%" PRIu32, line->line->number);
        uint32_t last = end_of_range(answer, i, test);
        if (last > i) {
            cc_buf_printf(out, "-%" PRIu32, answer->lines[last].line->number);
        }
        i = last;
    }
    if (file != NULL) {
        cc_buf_putc(out, '\n');
    }
}

static void put_asked_tests(cc_buf *out, const cmd_who_answer *answer) {
    for (uint32_t i = 0; i < answer->model->test_count; i++) {
        if (answer->is_asked[i]) {
            put_test(out, answer, i);
            put_ranges(out, answer, i);
        }
    }
}

/* --- a file or a member ----------------------------------------------------------------------- */

static uint32_t count_tests(const cmd_who_answer *answer) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < answer->model->test_count; i++) {
        count += answer->counts[i] > 0 ? 1 : 0;
    }
    return count;
}

static void put_tests(cc_buf *out, const cmd_who_answer *answer) {
    uint32_t count = count_tests(answer);
    cc_buf_printf(out, "%" PRIu32 " test%s, %" PRIu32 " line%s\n", count, cc_plural(count),
                  answer->line_count, cc_plural(answer->line_count));
    for (uint32_t i = 0; i < answer->model->test_count; i++) {
        if (answer->counts[i] > 0) {
            cc_buf_puts(out, "  ");
            put_test(out, answer, i);
        }
    }
}

void cmd_who_text(const cmd_who_answer *answer, cc_buf *out) {
    if (answer->question->test != NULL) {
        put_asked_tests(out, answer);
    } else if (answer->is_one_line && answer->line_count == 0) {
        put_no_line(out, answer);
    } else if (answer->is_one_line || answer->question->only_by > 0) {
        put_every_line(out, answer);
    } else {
        put_tests(out, answer);
    }
}
