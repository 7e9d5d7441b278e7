/* What is in the report and what is not: rules for types, members, attributes and files, and the
 * switches, on golden/select; each row says which lines are there and which are gone. */
#include <string.h>

#include "coverage/module/mod_assembly.h"
#include "model_help.h"
#include "test_main.h"

static void begin(mh_fixture *f, mh_process *p) {
    mh_begin(f, "golden/select", "now", "Picks");
    mh_start(p, f, CTR_HITS_ONCE);
    mh_finish(p);
}

/* --- lines that are in and out ---------------------------------------------------------------- */

enum { MAX_RULES = 3, MAX_TAGS = 16 };

typedef struct row {
    const char *rules[MAX_RULES];
    const char *in[MAX_TAGS];
    const char *out[MAX_TAGS];
} row;

static void check_row(mh_fixture *f, const row *r, const cov_request *like) {
    cov_request request = *like;
    request.selection.filter = mh_filter(f);
    for (size_t i = 0; i < MAX_RULES && r->rules[i] != NULL; i++) {
        mh_rule(request.selection.filter, r->rules[i], "clrcov.xml:7");
    }
    cov_model *model = mh_model(f, &request);
    for (size_t i = 0; i < MAX_TAGS && r->in[i] != NULL; i++) {
        if (mh_line_at(f, model, r->in[i]) == NULL) {
            printf("\n    %s: %s is not in", r->rules[0], r->in[i]);
            CU_FAIL("a line is not in");
        }
    }
    for (size_t i = 0; i < MAX_TAGS && r->out[i] != NULL; i++) {
        if (mh_line_at(f, model, r->out[i]) != NULL) {
            printf("\n    %s: %s is in", r->rules[0], r->out[i]);
            CU_FAIL("a line is in");
        }
    }
    CU_ASSERT_FALSE(mh_any_text(model->warnings, model->warning_count, "matched nothing"));
    CU_ASSERT_EQUAL(model->lost_count, 0);
}

static void check_rows(const row *rows, size_t count) {
    mh_fixture f;
    mh_process p;
    cov_request request = {.selection.filter = NULL};
    begin(&f, &p);
    for (size_t i = 0; i < count; i++) {
        check_row(&f, &rows[i], &request);
    }
    mh_end(&f);
}

#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof((rows)[0]))

static void test_nothing_asked(void) {
    static const row rows[] = {
        {{NULL},
         {"auto", "mixed-getter", "value-setter", "whole-getter", "yield", "linq", "hidden",
          "hidden-lambda", "made", "marked-nested", "made-type", "record", "twice", "deepest"},
         {"written"}},
    };
    CHECK_ROWS(rows);
}

static void test_attributes(void) {
    static const row rows[] = {
        {{"-attribute:Skip"},
         {"value-getter", "inside", "count-lambda", "await", "made", "auto", "field", "around",
          "around-end"},
         {"value-setter", "whole-getter", "whole-setter", "yield", "linq", "yield-again", "hidden",
          "hidden-lambda", "hidden-statement", "marked-nested", "whole-lambda", "around-hidden"}},
        {{"-attribute:pick.skipattribute"}, {"value-getter"}, {"value-setter", "linq"}},
        {{"-attribute:CompilerGenerated"},
         {"auto", "mixed-setter", "count-lambda", "await", "fetched", "fetch-local", "yield",
          "linq", "hidden-lambda", "field"},
         {"mixed-getter", "made", "made-type"}},
        {{"-attribute:GeneratedCode"}, {"made", "auto"}, {"written"}},
        {{"-attribute:AsyncStateMachine"}, {"count-if"}, {"await", "fetched", "fetch-local"}},
        {{"+attribute:Want"},
         {"await", "fetched", "fetch-local"},
         {"count-if", "count-lambda", "outer", "auto", "inside", "field"}},
        {{"+attribute:Want", "+attribute:Skip", "-attribute:GeneratedCode"},
         {"await", "hidden", "hidden-lambda", "marked-nested", "whole-getter", "value-setter"},
         {"inside", "value-getter", "written", "outer"}},
        {{"+attribute:AssemblyCompany", "-attribute:Skip"}, {"count-if", "auto"}, {"linq"}},
    };
    CHECK_ROWS(rows);
}

static void test_debugger_step_through_of_compilers(void) {
    mh_fixture f;
    mh_process p;
    static const row r = {{"-attribute:DebuggerStepThrough"}, {"await", "fetched"}, {NULL}};
    cov_request request = {.selection.filter = NULL};
    begin(&f, &p);
    check_row(&f, &r, &request);
    mh_end(&f);
}

static void test_types(void) {
    static const row rows[] = {
        {{"-type:Pick.Outer"}, {"auto", "twice"}, {"outer", "inner", "deepest"}},
        {{"-type:Pick.Outer/Inner"}, {"outer"}, {"inner", "deepest"}},
        {{"-type:Pick.Outer+Inner"}, {"outer"}, {"inner", "deepest"}},
        {{"+type:Pick.Outer/Inner"}, {"inner", "deepest"}, {"outer", "auto"}},
        {{"+type:Pick.Outer", "-type:Pick.Outer/Inner/Deepest"},
         {"outer", "inner"},
         {"deepest", "auto"}},
        {{"-type:Pick.Orders"},
         {"outer"},
         {"auto", "count-lambda", "await", "fetch-local", "linq", "hidden-lambda", "field"}},
        {{"-[Picks]Pick.Ord*"}, {"outer"}, {"auto", "count-lambda", "await", "fetch-local"}},
        {{"-[P*]Pick.Outer"}, {"auto"}, {"outer", "inner"}},
        {{"+[Picks]Pick.Outer*"}, {"outer", "inner", "deepest"}, {"auto"}},
    };
    CHECK_ROWS(rows);
}

static void test_members(void) {
    static const row rows[] = {
        {{"-member:Pick.Orders.Count"},
         {"value-getter", "inside"},
         {"count-if", "count-then", "count-lambda", "count-text"}},
        {{"-member:Pick.Orders.Value"}, {"whole-getter"}, {"value-getter", "value-setter"}},
        {{"-member:Pick.Orders.get_Value"}, {"value-setter"}, {"value-getter"}},
        {{"-member:Pick.Orders.Changed"}, {"count-if"}, {"add", "remove"}},
        {{"-member:Pick.Orders.Fetch"}, {"count-if"}, {"await", "fetched", "fetch-local"}},
        {{"-member:Pick.Orders.Numbers"}, {"count-if"}, {"yield", "linq", "yield-again"}},
        {{"-member:Pick.Orders.Inside"}, {"count-if"}, {"inside", "hidden", "hidden-lambda"}},
        {{"-member:Pick.Orders..ctor"}, {"auto"}, {"field"}},
        {{"+member:Pick.Orders.Plain"}, {"auto"}, {"count-if", "field", "outer"}},
        {{"+type:Pick.Orders", "+member:*.Value"},
         {"value-getter", "value-setter"},
         {"outer", "count-if"}},
    };
    CHECK_ROWS(rows);
}

/* --- files ------------------------------------------------------------------------------------ */

static void check_files(const char *rule, const char *in, const char *out) {
    mh_fixture f;
    mh_process p;
    begin(&f, &p);
    cov_request request = {.selection.filter = mh_filter(&f)};
    mh_rule(request.selection.filter, rule, "--exclude");
    cov_model *model = mh_model(&f, &request);
    bool has_in = false;
    for (uint32_t i = 0; i < model->file_count; i++) {
        has_in = has_in || cc_str_eqz(model->files[i].path, in);
        CU_ASSERT_FALSE(cc_str_eqz(model->files[i].path, out));
    }
    for (uint32_t i = 0; i < model->packages[0].class_count; i++) {
        CU_ASSERT_FALSE(cc_str_eqz(model->packages[0].classes[i].file->path, out));
    }
    CU_ASSERT(has_in);
    CU_ASSERT_EQUAL(model->warning_count, 0);
    mh_end(&f);
}

static void test_files(void) {
    check_files("-file:Second.cs", "Picks.cs", "Second.cs");
    check_files("-file:**/Second.cs", "Picks.cs", "Second.cs");
    check_files("+file:Second.cs", "Second.cs", "Picks.cs");
    check_files("-file:P*.cs", "Second.cs", "Picks.cs");
}

/* --- switches --------------------------------------------------------------------------------- */

static void test_auto_properties(void) {
    mh_fixture f;
    mh_process p;
    static const row r = {
        {NULL}, {"mixed-setter", "record", "twice", "value-getter", "auto"}, {"mixed-getter"}};
    begin(&f, &p);
    cov_request request = {.selection.skip_auto_properties = true};
    check_row(&f, &r, &request);
    cov_model *model = mh_model(&f, &request);
    const cov_class *orders = mh_class(model, "Pick.Orders");
    CU_ASSERT_EQUAL(mh_methods(orders, "get_Plain", "()"), 0);
    CU_ASSERT_EQUAL(mh_methods(orders, ".ctor", "()"), 1);
    CU_ASSERT_EQUAL(mh_methods(orders, "get_Value", "()"), 1);
    CU_ASSERT_EQUAL(mh_methods(mh_class(model, "Pick.Point"), "get_X", "()"), 0);
    cov_model *plain = mh_plain_model(&f);
    CU_ASSERT_EQUAL(mh_methods(mh_class(plain, "Pick.Orders"), "get_Plain", "()"), 1);
    mh_end(&f);
}

static void test_auto_properties_of_fsharp(void) {
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/select", "fsharp", "Auto");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_finish(&p);
    cov_request request = {.selection.skip_auto_properties = true};
    const cov_class *person = mh_class(mh_model(&f, &request), "Auto/Person");
    CU_ASSERT_EQUAL(mh_methods(person, "get_Plain", "()"), 0);
    CU_ASSERT_EQUAL(mh_methods(person, "set_Plain", "(System.Int32)"), 0);
    CU_ASSERT_EQUAL(mh_methods(person, "get_Computed", "()"), 1);
    person = mh_class(mh_plain_model(&f), "Auto/Person");
    CU_ASSERT_EQUAL(mh_methods(person, "get_Plain", "()"), 1);
    mh_end(&f);
}

static void test_top_level_code(void) {
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/select", "program", "Main");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_finish(&p);
    cov_request request = {.selection.filter = mh_filter(&f)};
    mh_rule(request.selection.filter, "-attribute:CompilerGenerated", "");
    cov_model *model = mh_model(&f, &request);
    CU_ASSERT_PTR_NOT_NULL(mh_line_at(&f, model, "top"));
    CU_ASSERT_PTR_NOT_NULL(mh_line_at(&f, model, "local"));
    mh_end(&f);
}

static void test_lines_alone(void) {
    mh_fixture f;
    mh_process p;
    begin(&f, &p);
    cov_request request = {.no_branches = true};
    cov_model *model = mh_model(&f, &request);
    cov_model *full = mh_plain_model(&f);
    CU_ASSERT_EQUAL(model->totals.branches_valid, 0);
    CU_ASSERT(full->totals.branches_valid > 0);
    CU_ASSERT_EQUAL(mh_line_at(&f, model, "count-if")->branch_count, 0);
    CU_ASSERT_EQUAL(model->totals.lines_valid, full->totals.lines_valid);
    CU_ASSERT_EQUAL(model->totals.complexity, full->totals.complexity);
    mh_end(&f);
}

static void test_code_after_calls_that_do_not_return(void) {
    static const row gone = {{NULL}, {"fail", "fail-call", "alive"}, {"dead-if", "dead"}};
    static const row kept = {{NULL}, {"fail-call", "dead-if", "dead", "alive"}, {NULL}};
    mh_fixture f;
    mh_process p;
    begin(&f, &p);
    cov_request request = {.selection.filter = NULL};
    check_row(&f, &gone, &request);
    request.keep_after_no_return = true;
    check_row(&f, &kept, &request);
    /* The attribute lied: what ran is shown. */
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_ran(&p, "after-if", 1, NULL, false, 0);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT_EQUAL(mh_hits(&f, model, "dead"), 1);
    CU_ASSERT_EQUAL(mh_line_at(&f, model, "dead-if")->arm_count, 2);
    mh_end(&f);
}

static void test_generated_code(void) {
    static const row gone = {{NULL}, {"made", "auto"}, {"written"}};
    static const row kept = {{NULL}, {"made", "auto", "written"}, {NULL}};
    mh_fixture f;
    mh_process p;
    begin(&f, &p);
    cov_request request = {.selection = {.filter = NULL}};
    check_row(&f, &gone, &request);
    CU_ASSERT_EQUAL(mh_plain_model(&f)->generated_methods, 1);
    request.selection.keep_generated = true;
    check_row(&f, &kept, &request);
    mh_end(&f);
}

static bool has_file(const cov_model *model, const char *path) {
    for (uint32_t i = 0; i < model->file_count; i++) {
        if (cc_str_eqz(model->files[i].path, path)) {
            return true;
        }
    }
    return false;
}

static void test_files_of_tools(void) {
    mh_fixture f;
    mh_process p;
    cov_request request = {.selection = {.filter = NULL}};
    mh_begin(&f, "golden/select", "sources", "Sources");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_finish(&p);
    cov_model *model = mh_model(&f, &request);
    CU_ASSERT_TRUE(has_file(model, "Sources.cs"));
    CU_ASSERT_FALSE(has_file(model, "Tool.cs"));
    CU_ASSERT_EQUAL(model->generated_methods, 1);
    request.selection.keep_generated = true;
    CU_ASSERT_TRUE(has_file(mh_model(&f, &request), "Tool.cs"));
    mh_end(&f);
}

static void test_lines_beyond_the_end(void) {
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/select", "sources", "Sources");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT_PTR_NOT_NULL(mh_line(model, "Short.tmpl", 3));
    CU_ASSERT_PTR_NULL(mh_line(model, "Short.tmpl", 400));
    CU_ASSERT_PTR_NULL(mh_line(model, "Short.tmpl", 401));
    CU_ASSERT_TRUE(
        mh_any_text(model->warnings, model->warning_count, "Short.tmpl ends with line 3"));
    CU_ASSERT_EQUAL(model->totals.branches_valid, 0);
    mh_end(&f);
}

static void test_totals_of_methods(void) {
    mh_fixture f;
    mh_process p;
    begin(&f, &p);
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_ran(&p, "count-if", 1, NULL, false, 0);
    mh_ran(&p, "deepest", 1, NULL, false, 0);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    uint64_t methods = 0;
    for (uint32_t i = 0; i < model->packages[0].class_count; i++) {
        methods += model->packages[0].classes[i].method_count;
    }
    CU_ASSERT_EQUAL(model->totals.methods_valid, methods);
    CU_ASSERT_EQUAL(model->packages[0].totals.methods_valid, methods);
    CU_ASSERT_EQUAL(model->totals.methods_covered, 2);
    CU_ASSERT_EQUAL(cov_class_totals(mh_class(model, "Pick.Orders")).methods_covered, 1);
    mh_end(&f);
}

/* --- whole assemblies ------------------------------------------------------------------------- */

/* In place of regular expressions: does the text hold the pattern? */
static cc_err compile_part(void **out, cc_str pattern, cc_arena *arena) {
    *out = cc_arena_strdup(arena, pattern);
    return CC_OK;
}

static bool match_part(const void *compiled, cc_str text) {
    const char *part = (const char *)compiled;
    return text.len > 0 && memmem(text.s, text.len, part, strlen(part)) != NULL;
}

static bool gave_up(const void *compiled) {
    return strcmp((const char *)compiled, "slow") == 0;
}

static const sel_engine parts = {.compile = compile_part, .match = match_part, .gave_up = gave_up};

static void test_assemblies_that_are_out(void) {
    static const struct {
        const char *rule;
        ctr_reason reason;
        const char *detail;
    } rows[] = {
        {"-Pi*", CTR_REASON_FILTER, "Pi*"},
        {"+Other", CTR_REASON_FILTER, "include"},
        {"-[Picks]*", CTR_REASON_FILTER, "[Picks]*"},
        {"-path~/app/P", CTR_REASON_FILTER, "path~/app/P"},
        {"-company~Golden", CTR_REASON_FILTER, "company~Golden"},
        {"-key~aea99e78584783dd", CTR_REASON_FILTER, "key~aea99e78584783dd"},
        {"-type:*", CTR_REASON_FILTER, "type:*"},
        {"+type:Nowhere.*", CTR_REASON_FILTER, "include"},
        {"-member:*", CTR_REASON_FILTER, "member:*"},
        {"-file:*.cs", CTR_REASON_FILTER, "file:*.cs"},
        {"+attribute:Nothing", CTR_REASON_FILTER, "include"},
        {"-attribute:AssemblyCompany", CTR_REASON_EXCLUDED_BY_ATTRIBUTE, "on the assembly"},
    };
    mh_fixture f;
    mh_process p;
    begin(&f, &p);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cov_request request = {.selection.filter = mh_filter(&f)};
        request.selection.filter->engine = &parts;
        mh_rule(request.selection.filter, rows[i].rule, "clrcov.xml:7");
        cov_model *model = mh_model(&f, &request);
        CU_ASSERT_EQUAL(model->package_count, 0);
        CU_ASSERT_EQUAL(model->file_count, 0);
        CU_ASSERT(model->nothing_measured);
        CU_ASSERT_EQUAL_FATAL(model->omitted_count, 1);
        CU_ASSERT(cc_str_eqz(model->omitted[0].name, "Picks"));
        CU_ASSERT_EQUAL(model->omitted[0].reason, rows[i].reason);
        if (!mh_has(model->omitted[0].detail, rows[i].detail)) {
            printf("\n    %s: %.*s", rows[i].rule, (int)model->omitted[0].detail.len,
                   model->omitted[0].detail.s);
            CU_FAIL("the detail does not name the rule");
        }
    }
    mh_end(&f);
}

static void test_assemblies_that_are_in(void) {
    static const char *const rules[] = {"+Picks",
                                        "+picks",
                                        "+path~/app/P",
                                        "+company~Golden",
                                        "+key~aea99e78584783dd",
                                        "-company~Other",
                                        "+[Picks]*",
                                        "-[Picks]Pick.Outer"};
    mh_fixture f;
    mh_process p;
    begin(&f, &p);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        cov_request request = {.selection.filter = mh_filter(&f)};
        request.selection.filter->engine = &parts;
        mh_rule(request.selection.filter, rules[i], "clrcov.xml:7");
        CU_ASSERT_EQUAL(mh_model(&f, &request)->package_count, 1);
    }
    mh_end(&f);
}

/* Processes load one build from several places, in any order. */
static void test_assemblies_of_several_places(void) {
    static const struct {
        const char *rules[2];
        uint32_t packages;
    } rows[] = {{{"-path~/app/P", NULL}, 1},
                {{"-path~/other/P", NULL}, 1},
                {{"-path~/app/P", "-path~/other/P"}, 0},
                {{"+path~/other/P", NULL}, 1},
                {{"+path~/nowhere/P", NULL}, 0}};
    mh_fixture f;
    mh_process p;
    begin(&f, &p);
    mh_image elsewhere = f.main;
    elsewhere.path = "/other/Picks.dll";
    mh_start_empty(&p, &f, CTR_HITS_ONCE, "");
    mh_load(&p, &elsewhere);
    mh_finish(&p);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cov_request request = {.selection.filter = mh_filter(&f)};
        request.selection.filter->engine = &parts;
        for (size_t k = 0; k < 2 && rows[i].rules[k] != NULL; k++) {
            mh_rule(request.selection.filter, rows[i].rules[k], "clrcov.xml:7");
        }
        CU_ASSERT_EQUAL(mh_model(&f, &request)->package_count, rows[i].packages);
    }
    mh_end(&f);
}

static void test_public_key_tokens(void) {
    static const uint8_t neutral[16] = {[8] = 4}; /* ECMA-335 II.6.2.1.3 */
    char token[17];
    mod_key_token(cc_span_of(neutral, sizeof neutral), token);
    CU_ASSERT_STRING_EQUAL(token, "b77a5c561934e089");
    mod_key_token((cc_span){NULL, 0}, token);
    CU_ASSERT_STRING_EQUAL(token, "");
}

/* --- rules that matched nothing --------------------------------------------------------------- */

static void test_idle_rules(void) {
    static const struct {
        const char *rule, *origin;
        bool is_told;
    } rows[] = {
        {"-type:Foo*", "clrcov.xml:7", true},     {"-type:Foo*", "", false},
        {"-member:*.Foo", "--exclude", true},     {"-attribute:Foo", "--exclude", true},
        {"-file:Foo.cs", "--exclude", true},      {"-Foo", "--exclude", true},
        {"-[Foo]*", "--exclude", true},           {"-[Picks]Foo", "--exclude", true},
        {"-Frame", "--exclude", false},           {"-type:Pick.Outer", "--exclude", false},
        {"-company~Foo", "--exclude", false}, /* the framework was not asked */
        {"-path~/Frame.dll", "--exclude", false},
    };
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/select", "now", "Picks");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_load_other(&p, "Frame", CTR_REASON_FRAMEWORK, "");
    mh_finish(&p);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cov_request request = {.selection.filter = mh_filter(&f)};
        request.selection.filter->engine = &parts;
        mh_rule(request.selection.filter, rows[i].rule, rows[i].origin);
        cov_model *model = mh_model(&f, &request);
        char *told = cc_arena_printf(f.arena, "the rule exclude %s (%s) matched nothing",
                                     rows[i].rule + 1, rows[i].origin);
        CU_ASSERT_EQUAL(mh_any_text(model->warnings, model->warning_count, told), rows[i].is_told);
        CU_ASSERT_EQUAL(mh_any_text(model->warnings, model->warning_count, "matched nothing"),
                        rows[i].is_told);
        CU_ASSERT_FALSE(mh_any_text(model->warnings, model->warning_count, "takes too long"));
    }
    cov_request translated = {.selection.filter = mh_filter(&f)};
    translated.selection.filter->engine = &parts;
    CU_ASSERT_EQUAL(sel_add_translated(translated.selection.filter, true, CC_STR("file~^/Foo"),
                                       CC_STR("**/Foo.cs"), CC_STR("x.runsettings:5")),
                    CC_OK);
    cov_model *worded = mh_model(&f, &translated);
    CU_ASSERT(mh_any_text(worded->warnings, worded->warning_count,
                          "the rule exclude **/Foo.cs (x.runsettings:5) matched nothing"));
    cov_request request = {.selection.filter = mh_filter(&f)};
    request.selection.filter->engine = &parts;
    mh_rule(request.selection.filter, "-member~slow", "--exclude");
    cov_model *model = mh_model(&f, &request);
    CU_ASSERT(mh_any_text(model->warnings, model->warning_count,
                          "the rule exclude member~slow (--exclude) takes too long"));
    CU_ASSERT_FALSE(mh_any_text(model->warnings, model->warning_count, "matched nothing"));
    mh_end(&f);
}

/* The whole assembly is out by another rule; what is inside was there to match all the same. When
 * there is nothing of the user's at all, nothing can be said of rules for what is inside. */
static void test_rules_for_parts_of_what_is_out(void) {
    mh_fixture f;
    mh_process p;
    begin(&f, &p);
    cov_request request = {.selection.filter = mh_filter(&f)};
    mh_rule(request.selection.filter, "-Picks", "--exclude");
    mh_rule(request.selection.filter, "-type:Pick.Outer", "--exclude");
    mh_rule(request.selection.filter, "-type:Pick.Oter", "--exclude");
    cov_model *model = mh_model(&f, &request);
    CU_ASSERT(mh_any_text(model->warnings, model->warning_count, "Pick.Oter"));
    CU_ASSERT_FALSE(mh_any_text(model->warnings, model->warning_count, "Pick.Outer"));
    mh_end(&f);

    mh_begin(&f, "golden/select", "now", "Picks");
    mh_start_empty(&p, &f, CTR_HITS_ONCE, "");
    mh_load_other(&p, "Frame", CTR_REASON_FRAMEWORK, "");
    mh_finish(&p);
    request = (cov_request){.selection.filter = mh_filter(&f)};
    mh_rule(request.selection.filter, "-type:Pick.Oter", "--exclude");
    model = mh_model(&f, &request);
    CU_ASSERT_EQUAL(model->warning_count, 0);
    mh_end(&f);
}

static const test_case cases[] = {
    {"files that begin with <auto-generated> are out", test_files_of_tools},
    {"lines beyond the end of a source do not exist", test_lines_beyond_the_end},
    {"select: without rules everything is in", test_nothing_asked},
    {"select: attributes, with all that belongs to the element", test_attributes},
    {"select: DebuggerStepThrough that the compiler wrote",
     test_debugger_step_through_of_compilers},
    {"select: types, with those nested in them", test_types},
    {"select: members, properties and events", test_members},
    {"select: an excluded file shows nowhere", test_files},
    {"select: auto-properties of C#", test_auto_properties},
    {"select: auto-properties of F#", test_auto_properties_of_fsharp},
    {"select: top-level code is the user's", test_top_level_code},
    {"select: lines alone", test_lines_alone},
    {"select: code after calls that do not return", test_code_after_calls_that_do_not_return},
    {"select: generated code", test_generated_code},
    {"select: totals of methods", test_totals_of_methods},
    {"select: whole assemblies that are out, by which rule", test_assemblies_that_are_out},
    {"select: whole assemblies that are in", test_assemblies_that_are_in},
    {"a build is in when it is in at one of its places", test_assemblies_of_several_places},
    {"select: public key tokens", test_public_key_tokens},
    {"select: rules that matched nothing are told about", test_idle_rules},
    {"select: rules for parts of what is out", test_rules_for_parts_of_what_is_out},
};

TEST_MAIN("model: select", cases)
