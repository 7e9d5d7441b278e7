/* From a question to lines and tests; see cmd_who.h. */
#include <string.h>

#include "base/cc_glob.h"
#include "cli/explain/cmd_who.h"

void cmd_who_name(cc_buf *out, const cov_test *test) {
    cc_buf_str_put(out, test->type);
    cc_buf_putc(out, '.');
    cc_buf_str_put(out, test->method);
}

/* --- tests ------------------------------------------------------------------------------------ */

static bool ends_with_part(cc_str name, cc_str part) {
    size_t from = name.len - part.len;
    bool is_end = part.len <= name.len && memcmp(name.s + from, part.s, part.len) == 0;
    return is_end && (from == 0 || name.s[from - 1] == '.' || name.s[from - 1] == '+');
}

/* The pattern is the whole name, or its last parts: "Class.Method", "Method". */
static bool is_asked(const cov_test *test, const char *pattern) {
    cc_buf name = {0};
    cmd_who_name(&name, test);
    cc_str text = cc_buf_str(&name);
    bool matches =
        cc_glob_name(cc_strz(pattern), text, true) || ends_with_part(text, cc_strz(pattern));
    cc_buf_free(&name);
    return matches;
}

static const bool *find_tests(const cov_model *model, const char *pattern, cc_arena *arena) {
    bool *asked = CC_NEW_ARRAY(arena, bool, model->test_count);
    for (uint32_t i = 0; i < model->test_count; i++) {
        asked[i] = pattern == NULL || is_asked(&model->tests[i], pattern);
    }
    return asked;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* The lines of what was found, by file. */
typedef struct finding {
    const cov_model *model;
    bool **is_in; /* by file, by index of the line */
} finding;

static void open_finding(finding *f, const cov_model *model, cc_arena *arena) {
    *f = (finding){model, CC_NEW_ARRAY(arena, bool *, model->file_count)};
    for (uint32_t i = 0; i < model->file_count; i++) {
        f->is_in[i] = CC_NEW_ARRAY(arena, bool, model->files[i].line_count);
    }
}

/* `file`: of the model; NULL: it is not in the report. */
static void take_line(const finding *f, const cov_file *file, uint32_t number) {
    uint32_t at = file == NULL ? 0 : cov_file_index(file, number);
    if (file != NULL && at < file->line_count) {
        f->is_in[file - f->model->files][at] = true;
    }
}

static void take_lines(const finding *f, const cov_file *file, cov_line *const *lines,
                       uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        take_line(f, file, lines[i]->number);
    }
}

static void take_classes(const finding *f, const cov_fact *fact) {
    for (uint32_t i = 0; i < f->model->package_count; i++) {
        const cov_package *package = &f->model->packages[i];
        for (uint32_t k = 0; k < package->class_count; k++) {
            const cov_class *cls = &package->classes[k];
            bool is_in = fact->subject == COV_SUBJECT_ASSEMBLY || cc_str_eq(cls->name, fact->name);
            if (is_in && cc_str_eq(package->name, fact->assembly)) {
                take_lines(f, cls->file, cls->lines, cls->line_count);
            }
        }
    }
}

static void take_file(const finding *f, const cov_file *file) {
    if (file != NULL) {
        memset(f->is_in[file - f->model->files], 1, file->line_count * sizeof(bool));
    }
}

static void take_fact(const finding *f, const cov_fact *fact) {
    const cov_method *method = NULL;
    switch (fact->subject) {
    case COV_SUBJECT_ASSEMBLY:
    case COV_SUBJECT_TYPE:
        take_classes(f, fact);
        break;
    case COV_SUBJECT_MEMBER:
        method = cmd_fact_method(f->model, fact);
        if (method != NULL) {
            take_lines(f, cov_find_file(f->model, fact->path), method->lines, method->line_count);
        }
        break;
    case COV_SUBJECT_FILE:
        take_file(f, cov_find_file(f->model, fact->name));
        break;
    }
}

static void take_found(const finding *f, const cmd_answer *found) {
    for (uint32_t i = 0; i < found->line_count; i++) {
        take_line(f, found->lines[i].shown, found->lines[i].number);
    }
    for (uint32_t i = 0; found->line_count == 0 && i < found->fact_count; i++) {
        take_fact(f, found->facts[i]);
    }
    for (uint32_t i = 0; found->thing == NULL && i < f->model->file_count; i++) {
        take_file(f, &f->model->files[i]);
    }
}

/* --- the answer ------------------------------------------------------------------------------- */

static bool has_asked(const cmd_who_answer *answer, const cov_line_tests *tests) {
    for (uint32_t i = 0; i < tests->count; i++) {
        if (answer->is_asked[tests->tests[i]]) {
            return true;
        }
    }
    return false;
}

/* A line that belongs to every test is hit by more than a few. */
static bool is_wanted(const cmd_who_answer *answer, const cov_line_tests *tests) {
    const cmd_who_question *question = answer->question;
    if (question->test != NULL && !has_asked(answer, tests)) {
        return false;
    }
    if (question->only_by == 0) {
        return true;
    }
    return tests->count > 0 && tests->count <= question->only_by && !tests->is_shared;
}

static void add_line(cmd_who_answer *answer, const cov_file *file, uint32_t index) {
    const cov_line_tests *tests = &file->tests[index];
    if (!is_wanted(answer, tests)) {
        return;
    }
    answer->lines[answer->line_count++] = (cmd_who_line){file, file->lines[index], tests};
    for (uint32_t i = 0; i < tests->count; i++) {
        answer->counts[tests->tests[i]]++;
    }
}

static uint32_t count_lines(const cov_model *model) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->file_count; i++) {
        count += model->files[i].line_count;
    }
    return count;
}

void cmd_who_find(cmd_who_answer *out, const cmd_answer *found, const cmd_who_question *question,
                  cc_arena *arena) {
    const cov_model *model = found->model;
    finding f;
    *out = (cmd_who_answer){.model = model, .question = question, .thing = found->thing};
    out->is_one_line = found->thing != NULL && found->thing->line > 0;
    out->is_asked = find_tests(model, question->test, arena);
    out->counts = CC_NEW_ARRAY(arena, uint32_t, model->test_count);
    out->lines = CC_NEW_ARRAY(arena, cmd_who_line, count_lines(model));
    open_finding(&f, model, arena);
    take_found(&f, found);
    for (uint32_t i = 0; i < model->file_count; i++) {
        for (uint32_t k = 0; k < model->files[i].line_count; k++) {
            if (f.is_in[i][k]) {
                add_line(out, &model->files[i], k);
            }
        }
    }
}
