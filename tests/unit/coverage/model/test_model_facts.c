/* Facts: why each assembly, type, member and file is in the report or not. */
#include <string.h>

#include "model_help.h"
#include "test_main.h"

typedef struct expected {
    cov_subject subject;
    const char *type, *name;
    ctr_reason reason;
    const char *detail; /* a part of it; "": there is none */
    bool has_data;
} expected;

static const cov_fact *find(const cov_model *model, const expected *e) {
    for (uint32_t i = 0; i < model->fact_count; i++) {
        const cov_fact *fact = &model->facts[i];
        if (fact->subject == e->subject && cc_str_eqz(fact->type, e->type) &&
            cc_str_eqz(fact->name, e->name)) {
            return fact;
        }
    }
    return NULL;
}

static void check(const cov_model *model, const expected *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const cov_fact *fact = find(model, &rows[i]);
        if (fact == NULL) {
            printf("\n    no fact of %s %s", rows[i].type, rows[i].name);
            CU_FAIL("a fact is missing");
            continue;
        }
        bool is_detail =
            rows[i].detail[0] == 0 ? fact->detail.len == 0 : mh_has(fact->detail, rows[i].detail);
        if (fact->reason != rows[i].reason || fact->has_data != rows[i].has_data || !is_detail) {
            printf("\n    %s %s: %s, %.*s, %d", rows[i].type, rows[i].name,
                   ctr_reason_name(fact->reason), (int)fact->detail.len, fact->detail.s,
                   fact->has_data);
            CU_FAIL("a fact is wrong");
        }
    }
}

#define CHECK(model, rows) check(model, rows, sizeof(rows) / sizeof((rows)[0]))

/* Types are named twice in facts: as type and as name. */
#define TYPE(full_name) COV_SUBJECT_TYPE, full_name, full_name
#define MEMBER(type, name) COV_SUBJECT_MEMBER, type, name
#define NAMED(subject, name) COV_SUBJECT_##subject, "", name

static cov_model *model_with(mh_fixture *f, const char *const *rules, cov_request request) {
    request.selection.filter = mh_filter(f);
    request.wants_facts = true;
    for (size_t i = 0; rules[i] != NULL; i++) {
        mh_rule(request.selection.filter, rules[i], "clrcov.xml:7");
    }
    return mh_model(f, &request);
}

static void begin(mh_fixture *f) {
    mh_process p;
    mh_begin(f, "golden/select", "now", "Picks");
    mh_start(&p, f, CTR_HITS_ONCE);
    mh_ran(&p, "count-if", 1, NULL, false, 0);
    mh_ran(&p, "await", 1, NULL, false, 0);
    mh_load_other(&p, "Frame", CTR_REASON_FRAMEWORK, "");
    mh_load_other(&p, "Bare", CTR_REASON_NO_PDB, "none beside it");
    mh_load_other(&p, "Away", CTR_REASON_FILTER, "");
    mh_load_other(&p, "Gone", CTR_REASON_FILTER, "rule exclude Gone (--exclude)");
    mh_finish(&p);
}

static void test_reasons(void) {
    static const char *const rules[] = {"-attribute:Skip",
                                        "-type:Pick.Outer/Inner",
                                        "-member:Pick.Orders.Changed",
                                        "-file:Second.cs",
                                        "-Aw*",
                                        NULL};
    static const expected rows[] = {
        {NAMED(ASSEMBLY, "Picks"), CTR_MEASURED, "", true},
        {NAMED(ASSEMBLY, "Frame"), CTR_REASON_FRAMEWORK, "", true},
        {NAMED(ASSEMBLY, "Bare"), CTR_REASON_NO_PDB, "none beside it", true},
        {NAMED(ASSEMBLY, "Away"), CTR_REASON_FILTER, "Aw*", true},
        {NAMED(ASSEMBLY, "Gone"), CTR_REASON_FILTER, "exclude Gone", true},
        {TYPE("Pick.Orders"), CTR_MEASURED, "", true},
        {TYPE("Pick.Outer"), CTR_MEASURED, "", false},
        {TYPE("Pick.Outer/Inner"), CTR_REASON_FILTER, "type:Pick.Outer/Inner (clrcov.xml:7)",
         false},
        {TYPE("Pick.Outer/Inner/Deepest"), CTR_REASON_FILTER, "type:Pick.Outer/Inner", false},
        {TYPE("Pick.Marked"), CTR_REASON_EXCLUDED_BY_ATTRIBUTE, "on type Marked", false},
        {TYPE("Pick.Marked/Nested"), CTR_REASON_EXCLUDED_BY_ATTRIBUTE, "on type Marked", false},
        {TYPE("Pick.Colour"), CTR_MEASURED, "no code", false},
        {TYPE("Pick.Second"), CTR_REASON_FILTER, "file:Second.cs (clrcov.xml:7)", false},
        {MEMBER("Pick.Orders", "Count(System.Int32)"), CTR_MEASURED, "", true},
        {MEMBER("Pick.Orders", "Count(System.String)"), CTR_MEASURED, "", false},
        {MEMBER("Pick.Orders", "Fetch(System.Int32)"), CTR_MEASURED, "", true},
        {MEMBER("Pick.Orders", "Numbers()"), CTR_REASON_EXCLUDED_BY_ATTRIBUTE, "on Numbers", false},
        {MEMBER("Pick.Orders", "get_Whole()"), CTR_REASON_EXCLUDED_BY_ATTRIBUTE,
         "on property Whole", false},
        {MEMBER("Pick.Orders", "set_Value(System.Int32)"), CTR_REASON_EXCLUDED_BY_ATTRIBUTE,
         "attribute:Skip (clrcov.xml:7) on set_Value", false},
        {MEMBER("Pick.Orders", "add_Changed(System.EventHandler)"), CTR_REASON_FILTER,
         "member:Pick.Orders.Changed", false},
        {MEMBER("Pick.Outer/Inner", "get_Value()"), CTR_REASON_FILTER, "type:Pick.Outer/Inner",
         false},
        {MEMBER("Pick.Point", ".ctor(Pick.Point)"), CTR_REASON_COMPILER_MADE, "compiler", false},
        {MEMBER("Pick.Second", "Stays()"), CTR_REASON_FILTER, "file:Second.cs", false},
        {NAMED(FILE, "Picks.cs"), CTR_MEASURED, "", true},
        {NAMED(FILE, "Second.cs"), CTR_REASON_FILTER, "file:Second.cs (clrcov.xml:7)", false},
        {NAMED(FILE, "Assembly.cs"), CTR_MEASURED, "no code", false},
    };
    mh_fixture f;
    begin(&f);
    cov_model *model = model_with(&f, rules, (cov_request){.selection.filter = NULL});
    CHECK(model, rows);
    CU_ASSERT(cc_str_eqz(mh_omitted(model, "Away")->detail, "rule exclude Aw* (clrcov.xml:7)"));
    mh_end(&f);
}

static void test_switches(void) {
    static const char *const rules[] = {NULL};
    static const expected rows[] = {
        {MEMBER("Pick.Orders", "get_Mixed()"), CTR_REASON_AUTO_PROPERTY, "compiler", false},
        {MEMBER("Pick.Orders", "set_Mixed(System.Int32)"), CTR_MEASURED, "", false},
    };
    mh_fixture f;
    begin(&f);
    CHECK(model_with(&f, rules, (cov_request){.selection.skip_auto_properties = true}), rows);
    mh_end(&f);
}

/* What is inside of an assembly that is out is out for the same reason. */
static void test_inside_of_what_is_out(void) {
    static const char *const rules[] = {"-Picks", NULL};
    static const expected rows[] = {
        {NAMED(ASSEMBLY, "Picks"), CTR_REASON_FILTER, "exclude Picks", true},
        {TYPE("Pick.Orders"), CTR_REASON_FILTER, "exclude Picks", true},
        {MEMBER("Pick.Orders", "Count(System.Int32)"), CTR_REASON_FILTER, "exclude Picks", true},
        {NAMED(FILE, "Picks.cs"), CTR_REASON_FILTER, "exclude Picks", true},
    };
    static const char *const empty[] = {"-type:Pick.*", NULL};
    static const expected emptied[] = {
        {NAMED(ASSEMBLY, "Picks"), CTR_REASON_FILTER, "type:Pick.*", true},
        {TYPE("Pick.Orders"), CTR_REASON_FILTER, "type:Pick.*", true},
    };
    mh_fixture f;
    begin(&f);
    CHECK(model_with(&f, rules, (cov_request){.selection.filter = NULL}), rows);
    CHECK(model_with(&f, empty, (cov_request){.selection.filter = NULL}), emptied);
    mh_end(&f);
}

static void test_sources_elsewhere(void) {
    static const char *const rules[] = {NULL};
    static const expected rows[] = {
        {NAMED(ASSEMBLY, "Picks"), CTR_REASON_SOURCES_NOT_FOUND, "/_/Picks.cs and 2 more", true},
        {NAMED(FILE, "/_/Picks.cs"), CTR_REASON_SOURCES_NOT_FOUND, "does not exist", false},
    };
    mh_fixture f;
    begin(&f);
    f.root = f.top;
    CHECK(model_with(&f, rules, (cov_request){.selection.filter = NULL}), rows);
    mh_end(&f);
}

static void test_places_of_members(void) {
    static const char *const rules[] = {NULL};
    const expected count = {MEMBER("Pick.Orders", "Count(System.Int32)"), CTR_MEASURED, "", true};
    const expected numbers = {MEMBER("Pick.Orders", "Numbers()"), CTR_MEASURED, "", false};
    mh_fixture f;
    begin(&f);
    cov_model *model = model_with(&f, rules, (cov_request){.selection.filter = NULL});
    const cov_fact *fact = find(model, &count);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fact);
    CU_ASSERT(cc_str_eqz(fact->assembly, "Picks"));
    CU_ASSERT(cc_str_eqz(fact->path, "Picks.cs"));
    CU_ASSERT_EQUAL(fact->first_line + 1, mh_line_with(&f, "count-if"));
    CU_ASSERT_EQUAL(fact->last_line, mh_line_with(&f, "count-lambda") + 1);
    fact = find(model, &numbers);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fact);
    CU_ASSERT_EQUAL(fact->first_line + 1, mh_line_with(&f, "yield"));
    CU_ASSERT(fact->last_line > mh_line_with(&f, "yield-again"));
    mh_end(&f);
}

/* Sorted, none twice, and nobody sees what compilers made; without the wish there are none. */
static void test_order(void) {
    static const char *const rules[] = {NULL};
    mh_fixture f;
    mh_process p;
    begin(&f);
    mh_start(&p, &f, CTR_HITS_ONCE); /* the same build again */
    mh_finish(&p);
    cov_model *model = model_with(&f, rules, (cov_request){.selection.filter = NULL});
    uint32_t assemblies = 0;
    CU_ASSERT(model->fact_count > 40);
    for (uint32_t i = 0; i < model->fact_count; i++) {
        const cov_fact *fact = &model->facts[i];
        assemblies += fact->subject == COV_SUBJECT_ASSEMBLY ? 1 : 0;
        CU_ASSERT_FALSE(mh_has(fact->type, "<"));
        CU_ASSERT_FALSE(mh_has(fact->name, "<"));
        if (i > 0) {
            const cov_fact *last = fact - 1;
            int order = (int)last->subject - (int)fact->subject;
            order = order != 0 ? order : cc_str_cmp(last->assembly, fact->assembly);
            order = order != 0 ? order : cc_str_cmp(last->type, fact->type);
            order = order != 0 ? order : cc_str_cmp(last->name, fact->name);
            CU_ASSERT(order < 0);
        }
    }
    CU_ASSERT_EQUAL(assemblies, 5);
    CU_ASSERT_EQUAL(mh_plain_model(&f)->fact_count, 0);
    mh_end(&f);
}

/* Each build has its facts: the file is in for the one that was compiled from it. */
static void test_two_builds(void) {
    static const char *const rules[] = {NULL};
    mh_fixture f;
    mh_process p;
    mh_image old;
    uint32_t in = 0;
    uint32_t out = 0;
    uint32_t builds = 0;
    begin(&f);
    mh_open(&f, &old, "golden/select/old", "Picks", "/old/Picks.dll");
    mh_start_empty(&p, &f, CTR_HITS_ONCE, "");
    mh_load(&p, &old);
    mh_finish(&p);
    cov_model *model = model_with(&f, rules, (cov_request){.selection.filter = NULL});
    for (uint32_t i = 0; i < model->fact_count; i++) {
        const cov_fact *fact = &model->facts[i];
        bool is_second = fact->subject == COV_SUBJECT_FILE && cc_str_eqz(fact->name, "Second.cs");
        in += is_second && fact->reason == CTR_MEASURED ? 1 : 0;
        out += is_second && fact->reason == CTR_REASON_PDB_MISMATCH &&
                       mh_has(fact->detail, "/app/Picks.dll")
                   ? 1
                   : 0;
        builds += fact->subject == COV_SUBJECT_ASSEMBLY && cc_str_eqz(fact->name, "Picks") ? 1 : 0;
    }
    CU_ASSERT_EQUAL(in, 1);
    CU_ASSERT_EQUAL(out, 1);
    CU_ASSERT_EQUAL(builds, 2);
    mh_close(&old);
    mh_end(&f);
}

static void test_one_build_from_two_places(void) {
    static const char *const rules[] = {NULL};
    mh_fixture f;
    mh_process p;
    uint32_t places = 0;
    begin(&f);
    mh_image again = f.main;
    again.path = "/again/Picks.dll";
    mh_start_empty(&p, &f, CTR_HITS_ONCE, "");
    mh_load(&p, &again);
    mh_load(&p, &again);
    mh_load(&p, &f.main);
    mh_finish(&p);
    cov_model *model = model_with(&f, rules, (cov_request){.selection.filter = NULL});
    for (uint32_t i = 0; i < model->fact_count; i++) {
        const cov_fact *fact = &model->facts[i];
        bool is_library = fact->subject == COV_SUBJECT_ASSEMBLY && cc_str_eqz(fact->name, "Picks");
        places += is_library && (mh_has(fact->path, "/app/") || mh_has(fact->path, "/again/"));
    }
    CU_ASSERT_EQUAL(places, 2);
    mh_end(&f);
}

static const test_case cases[] = {
    {"facts: the reason of each assembly, type, member and file", test_reasons},
    {"facts: switches", test_switches},
    {"facts: what is inside of an assembly that is out", test_inside_of_what_is_out},
    {"facts: sources elsewhere", test_sources_elsewhere},
    {"facts: places of members", test_places_of_members},
    {"facts: sorted, each once", test_order},
    {"facts: two builds", test_two_builds},
    {"facts: one build from two places", test_one_build_from_two_places},
};

TEST_MAIN("model: facts", cases)
