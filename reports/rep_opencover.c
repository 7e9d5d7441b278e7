/* OpenCover: modules, files, classes, methods with their sequence points and branch points. A
 * branch point is an arm of a decision. Its offset is the decision's number in the file, its path
 * the number of the arm: readers distinguish arms by both, also where a line is in several methods.
 * MetadataToken is a running number. Summaries count sequence points and arms. */
#include <inttypes.h>
#include <stdio.h>

#include "reports/rep.h"
#include "reports/rep_number.h"
#include "reports/rep_remarks.h"
#include "reports/rep_text.h"
#include "reports/xmlw.h"

typedef struct writing {
    xmlw w;
    const cov_model *model;
    uint64_t next; /* number of the next point */
    uint32_t methods;
    uint32_t **decisions; /* by file: number of its decisions before each of its lines */
} writing;

typedef struct counts {
    uint64_t points, points_hit, arms, arms_taken, methods, methods_hit, classes, classes_hit;
    uint32_t least_complexity, most_complexity;
} counts;

static cc_str bool_text(bool value) {
    return value ? CC_STR("true") : CC_STR("false");
}

/* --- sums ------------------------------------------------------------------------------------- */

static counts count_method(const cov_method *m) {
    counts c = {.methods = 1,
                .methods_hit = m->is_entered ? 1 : 0,
                .points = m->spot_count,
                .least_complexity = m->complexity,
                .most_complexity = m->complexity};
    for (uint32_t i = 0; i < m->spot_count; i++) {
        c.points_hit += m->spots[i].hits > 0 ? 1 : 0;
    }
    for (uint32_t i = 0; i < m->line_count; i++) {
        c.arms += m->lines[i]->arm_count;
        c.arms_taken += m->lines[i]->arms_taken;
    }
    return c;
}

static void add(counts *to, const counts *c) {
    bool is_first = to->methods == 0;
    to->points += c->points;
    to->points_hit += c->points_hit;
    to->arms += c->arms;
    to->arms_taken += c->arms_taken;
    to->methods += c->methods;
    to->methods_hit += c->methods_hit;
    to->classes += c->classes;
    to->classes_hit += c->classes_hit;
    if (is_first || c->least_complexity < to->least_complexity) {
        to->least_complexity = c->least_complexity;
    }
    if (c->most_complexity > to->most_complexity) {
        to->most_complexity = c->most_complexity;
    }
}

static counts count_class(const cov_class *cls) {
    counts sum = {0};
    for (uint32_t i = 0; i < cls->method_count; i++) {
        counts one = count_method(&cls->methods[i]);
        add(&sum, &one);
    }
    sum.classes = 1;
    sum.classes_hit = sum.methods_hit > 0 ? 1 : 0;
    return sum;
}

static counts count_package(const cov_package *package) {
    counts sum = {0};
    for (uint32_t i = 0; i < package->class_count; i++) {
        counts one = count_class(&package->classes[i]);
        add(&sum, &one);
    }
    return sum;
}

/* Writes "83.33", rounded down; 0 when there is nothing to cover. */
static void put_percent(xmlw *w, const char *name, uint64_t covered, uint64_t valid) {
    char text[REP_NUMBER_SIZE];
    uint32_t hundredths = valid == 0 ? 0 : rep_hundredths(covered, valid);
    (void)snprintf(text, sizeof text, "%" PRIu32 ".%02" PRIu32, hundredths / 100, hundredths % 100);
    xmlw_attr(w, name, cc_strz(text));
}

static void put_summary(xmlw *w, const counts *c) {
    xmlw_start(w, "Summary");
    xmlw_attr_number(w, "numSequencePoints", c->points);
    xmlw_attr_number(w, "visitedSequencePoints", c->points_hit);
    xmlw_attr_number(w, "numBranchPoints", c->arms);
    xmlw_attr_number(w, "visitedBranchPoints", c->arms_taken);
    put_percent(w, "sequenceCoverage", c->points_hit, c->points);
    put_percent(w, "branchCoverage", c->arms_taken, c->arms);
    xmlw_attr_number(w, "maxCyclomaticComplexity", c->most_complexity);
    xmlw_attr_number(w, "minCyclomaticComplexity", c->least_complexity);
    xmlw_attr_number(w, "visitedClasses", c->classes_hit);
    xmlw_attr_number(w, "numClasses", c->classes);
    xmlw_attr_number(w, "visitedMethods", c->methods_hit);
    xmlw_attr_number(w, "numMethods", c->methods);
    xmlw_end(w);
}

/* --- points ----------------------------------------------------------------------------------- */

static void put_place(writing *to, uint32_t ordinal, uint32_t offset) {
    xmlw_attr_number(&to->w, "uspid", ++to->next);
    xmlw_attr_number(&to->w, "ordinal", ordinal);
    xmlw_attr_number(&to->w, "offset", offset);
}

static void put_spot_attributes(writing *to, const cov_spot *spot, uint32_t index, uint64_t file) {
    /* readers of the format take an int */
    xmlw_attr_number(&to->w, "vc", rep_hits(spot->hits, INT32_MAX));
    put_place(to, index, index);
    xmlw_attr_number(&to->w, "sl", spot->span.start_line);
    xmlw_attr_number(&to->w, "sc", spot->span.start_column);
    xmlw_attr_number(&to->w, "el", spot->span.end_line);
    xmlw_attr_number(&to->w, "ec", spot->span.end_column);
    xmlw_attr_number(&to->w, "fileid", file);
}

/* The tests of the line on which the point begins. */
static void put_spot_tests(writing *to, const cov_spot *spot, uint64_t file) {
    const cov_file *of = &to->model->files[file - 1];
    uint32_t index = of->tests == NULL ? 0 : cov_file_index(of, spot->span.start_line);
    if (of->tests == NULL || index == of->line_count || of->tests[index].count == 0 ||
        spot->hits == 0) {
        return;
    }
    xmlw_start(&to->w, "TrackedMethodRefs");
    for (uint32_t i = 0; i < of->tests[index].count; i++) {
        xmlw_start(&to->w, "TrackedMethodRef");
        xmlw_attr_number(&to->w, "uid", of->tests[index].tests[i] + 1);
        xmlw_attr_number(&to->w, "vc", 1);
        xmlw_end(&to->w);
    }
    xmlw_end(&to->w);
}

static void put_spots(writing *to, const cov_method *m, uint64_t file) {
    xmlw_start(&to->w, "SequencePoints");
    for (uint32_t i = 0; i < m->spot_count; i++) {
        xmlw_start(&to->w, "SequencePoint");
        put_spot_attributes(to, &m->spots[i], i, file);
        put_spot_tests(to, &m->spots[i], file);
        xmlw_end(&to->w);
    }
    xmlw_end(&to->w);
}

static void put_arm(writing *to, const cov_line *line, const cov_arm *arm, uint32_t branch,
                    uint32_t path, uint32_t ordinal, uint64_t file) {
    xmlw *w = &to->w;
    xmlw_start(w, "BranchPoint");
    xmlw_attr_number(w, "vc", arm->is_taken ? 1 : 0);
    put_place(to, ordinal, branch);
    xmlw_attr_number(w, "path", path);
    xmlw_attr_number(w, "offsetend", branch + 1);
    xmlw_attr_number(w, "sl", line->number);
    xmlw_attr_number(w, "fileid", file);
    xmlw_end(w);
}

static void number_decisions(writing *to, cc_arena *arena) {
    const cov_model *model = to->model;
    to->decisions = CC_NEW_ARRAY(arena, uint32_t *, model->file_count);
    for (uint32_t i = 0; i < model->file_count; i++) {
        const cov_file *file = &model->files[i];
        uint32_t count = 0;
        to->decisions[i] = CC_NEW_ARRAY(arena, uint32_t, file->line_count);
        for (uint32_t k = 0; k < file->line_count; k++) {
            to->decisions[i][k] = count;
            count += file->lines[k]->branch_count;
        }
    }
}

/* Returns the number in the file of the line's first decision. */
static uint32_t first_decision(const writing *to, uint32_t index, const cov_line *line) {
    const cov_file *file = &to->model->files[index];
    uint32_t low = 0;
    uint32_t high = file->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (file->lines[middle]->number <= line->number) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return file->line_count == 0 ? 0 : to->decisions[index][low];
}

static void put_branches(writing *to, const cov_method *m, uint64_t file) {
    uint32_t ordinal = 0;
    xmlw_start(&to->w, "BranchPoints");
    for (uint32_t i = 0; i < m->line_count; i++) {
        const cov_line *line = m->lines[i];
        uint32_t first = line->branch_count == 0 ? 0 : first_decision(to, (uint32_t)file - 1, line);
        for (uint32_t k = 0; k < line->branch_count; k++) {
            for (uint32_t a = 0; a < line->branches[k].arm_count; a++) {
                put_arm(to, line, &line->branches[k].arms[a], first + k, a, ordinal++, file);
            }
        }
    }
    xmlw_end(&to->w);
}

/* --- methods ---------------------------------------------------------------------------------- */

static void put_method_attributes(xmlw *w, const cov_method *m, const counts *c) {
    char crap[REP_NUMBER_SIZE];
    uint64_t score = cov_crap_hundredths(m);
    bool is_constructor = cc_str_starts(m->name, ".c");
    (void)snprintf(crap, sizeof crap, "%" PRIu64 ".%02" PRIu64, score / 100, score % 100);
    xmlw_attr(w, "visited", bool_text(m->is_entered));
    xmlw_attr_number(w, "cyclomaticComplexity", m->complexity);
    put_percent(w, "sequenceCoverage", c->points_hit, c->points);
    put_percent(w, "branchCoverage", c->arms_taken, c->arms);
    xmlw_attr(w, "crapScore", cc_strz(crap));
    xmlw_attr(w, "isConstructor", bool_text(is_constructor));
    xmlw_attr(w, "isStatic", CC_STR("false"));
    xmlw_attr(w, "isGetter", bool_text(cc_str_starts(m->name, "get_")));
    xmlw_attr(w, "isSetter", bool_text(cc_str_starts(m->name, "set_")));
}

static void put_text_element(xmlw *w, const char *name, cc_str text) {
    xmlw_start(w, name);
    xmlw_text(w, text);
    xmlw_end(w);
}

/* Writes "Ns.Type::Method(Args)". */
static void put_method_name(xmlw *w, const cov_class *cls, const cov_method *m) {
    xmlw_start(w, "Name");
    xmlw_text(w, cls->name);
    xmlw_text(w, CC_STR("::"));
    xmlw_text(w, m->name);
    xmlw_text(w, m->signature);
    xmlw_end(w);
}

static void put_method(writing *to, const cov_class *cls, const cov_method *m, uint64_t file) {
    xmlw *w = &to->w;
    counts c = count_method(m);
    char token[REP_NUMBER_SIZE];
    (void)snprintf(token, sizeof token, "%" PRIu32, ++to->methods);
    xmlw_start(w, "Method");
    put_method_attributes(w, m, &c);
    put_summary(w, &c);
    put_text_element(w, "MetadataToken", cc_strz(token));
    put_method_name(w, cls, m);
    xmlw_start(w, "FileRef");
    xmlw_attr_number(w, "uid", file);
    xmlw_end(w);
    put_spots(to, m, file);
    put_branches(to, m, file);
    if (m->spot_count > 0) {
        xmlw_start(w, "MethodPoint");
        put_spot_attributes(to, &m->spots[0], 0, file);
        xmlw_end(w);
    }
    xmlw_end(w);
}

static void put_class(writing *to, const cov_class *cls) {
    xmlw *w = &to->w;
    counts c = count_class(cls);
    xmlw_newline(w);
    xmlw_start(w, "Class");
    put_summary(w, &c);
    put_text_element(w, "FullName", cls->name);
    xmlw_start(w, "Methods");
    for (uint32_t i = 0; i < cls->method_count; i++) {
        put_method(to, cls, &cls->methods[i], (uint64_t)(cls->file - to->model->files) + 1);
    }
    xmlw_end(w);
    xmlw_end(w);
}

/* --- modules ---------------------------------------------------------------------------------- */

static void put_path(xmlw *w, const cov_model *model, const cov_file *file) {
    cc_buf path = {0};
    rep_absolute_path(&path, model, file);
    xmlw_attr(w, "fullPath", cc_buf_str(&path));
    cc_buf_free(&path);
}

/* Writes the files of the package, each once: classes are in the order of names, so a file may
 * occur again later. */
static void put_files(writing *to, const cov_package *package, bool *is_put) {
    xmlw *w = &to->w;
    xmlw_start(w, "Files");
    for (uint32_t i = 0; i < package->class_count; i++) {
        const cov_file *file = package->classes[i].file;
        uint32_t index = (uint32_t)(file - to->model->files);
        if (!is_put[index]) {
            is_put[index] = true;
            xmlw_start(w, "File");
            xmlw_attr_number(w, "uid", index + 1);
            put_path(w, to->model, file);
            xmlw_end(w);
        }
    }
    xmlw_end(w);
    for (uint32_t i = 0; i < package->class_count; i++) {
        is_put[package->classes[i].file - to->model->files] = false;
    }
}

/* Tests are of test assemblies, which are no modules here: the first module has all of them. */
static void put_tests(writing *to) {
    const cov_model *model = to->model;
    xmlw_start(&to->w, "TrackedMethods");
    for (uint32_t i = 0; i < model->test_count; i++) {
        const cov_test *test = &model->tests[i];
        cc_buf name = {0};
        cc_buf_printf(&name, "System.Void %.*s::%.*s()", CC_STR_ARGS(test->type),
                      CC_STR_ARGS(test->method));
        xmlw_start(&to->w, "TrackedMethod");
        xmlw_attr_number(&to->w, "uid", i + 1);
        xmlw_attr_number(&to->w, "token", i + 1);
        xmlw_attr(&to->w, "name", cc_buf_str(&name));
        xmlw_attr(&to->w, "strategy", test->assembly);
        xmlw_end(&to->w);
        cc_buf_free(&name);
    }
    xmlw_end(&to->w);
}

static void put_module(writing *to, const cov_package *package, bool *is_put) {
    xmlw *w = &to->w;
    counts c = count_package(package);
    xmlw_newline(w);
    xmlw_start(w, "Module");
    xmlw_attr(w, "hash", package->name);
    put_summary(w, &c);
    xmlw_start(w, "ModulePath");
    xmlw_text(w, package->name);
    xmlw_text(w, CC_STR(".dll"));
    xmlw_end(w);
    put_text_element(w, "ModuleName", package->name);
    put_files(to, package, is_put);
    xmlw_start(w, "Classes");
    for (uint32_t i = 0; i < package->class_count; i++) {
        put_class(to, &package->classes[i]);
    }
    xmlw_end(w);
    if (to->model->test_count > 0 && package == to->model->packages) {
        put_tests(to);
    }
    xmlw_end(w);
}

static void put_session(writing *to, bool *is_put) {
    const cov_model *model = to->model;
    counts all = {0};
    for (uint32_t i = 0; i < model->package_count; i++) {
        counts one = count_package(&model->packages[i]);
        add(&all, &one);
    }
    xmlw_start(&to->w, "CoverageSession");
    rep_put_comments(&to->w, model);
    put_summary(&to->w, &all);
    xmlw_start(&to->w, "Modules");
    for (uint32_t i = 0; i < model->package_count; i++) {
        put_module(to, &model->packages[i], is_put);
    }
}

cc_err rep_opencover(const rep_input *in, rep_sink sink) {
    writing to = {.model = in->model};
    cc_arena *arena = cc_arena_new();
    bool *is_put = CC_NEW_ARRAY(arena, bool, in->model->file_count);
    number_decisions(&to, arena);
    xmlw_open(&to.w, sink);
    put_session(&to, is_put);
    cc_err err = xmlw_close(&to.w);
    cc_arena_free(arena);
    return err;
}
