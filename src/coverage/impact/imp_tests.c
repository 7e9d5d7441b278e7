/* The tests of a suite: those of the data, and those of the build that is there. */
#include <string.h>

#include "coverage/impact/imp_graph.h"
#include "method/mth_test_methods.h"

/* --- test methods ----------------------------------------------------------------------------- */

/* The search for base classes of attributes goes through few assemblies. */
typedef struct asking {
    const imp_state *s;
    int depth;
} asking;

static bool is_named(const char *list, cc_str name) {
    cc_str rest = list == NULL ? CC_STR("") : cc_strz(list);
    cc_str one = {"", 0};
    while (cc_str_next(&rest, ',', &one)) {
        if (cc_str_eq(one, name)) {
            return true;
        }
    }
    return false;
}

static const imp_build *find_build(const asking *a, cc_str assembly) {
    enum { MOST = 8 };
    for (uint32_t i = 0; a->depth < MOST && i < a->s->build_count; i++) {
        const imp_build *build = &a->s->builds[i];
        if (build->image != NULL && cc_str_eq(build->now.assembly, assembly)) {
            return build;
        }
    }
    return NULL;
}

static mth_elsewhere elsewhere(asking *a);

static bool makes_tests(void *ctx, cc_str assembly, cc_str type) {
    asking deeper = *(asking *)ctx;
    if (is_named(deeper.s->request->test_attributes, type)) {
        return true;
    }
    deeper.depth++;
    const mth_elsewhere other = elsewhere(&deeper);
    const imp_build *build = find_build(&deeper, assembly);
    return build != NULL && mth_derives_from_test(md_image_tables(build->image), type, &other);
}

static bool has_virtual_test(void *ctx, cc_str assembly, cc_str type, cc_str method) {
    asking deeper = *(asking *)ctx;
    const mth_test *tests = NULL;
    deeper.depth++;
    const mth_elsewhere other = elsewhere(&deeper);
    const imp_build *build = find_build(&deeper, assembly);
    return build != NULL &&
           mth_find_test_methods(build->image, &other, deeper.s->arena, &tests) == CC_OK &&
           mth_has_virtual_test(md_image_tables(build->image), tests, &other, type, method);
}

static mth_elsewhere elsewhere(asking *a) {
    return (mth_elsewhere){makes_tests, has_virtual_test, a};
}

static void mark(const imp_state *s, imp_build *build) {
    asking first = {s, 0};
    const mth_elsewhere other = elsewhere(&first);
    const mth_test *tests = NULL;
    build->is_test = CC_NEW_ARRAY(s->arena, bool, build->now.count);
    build->is_open = CC_NEW_ARRAY(s->arena, bool, build->now.count);
    if (mth_find_test_methods(build->image, &other, s->arena, &tests) != CC_OK || tests == NULL) {
        return;
    }
    for (uint32_t rid = 1; rid <= build->now.method_count; rid++) {
        uint32_t member = build->now.of_method[rid];
        mth_test_part part = tests[rid].part;
        bool is_test = part == MTH_TEST_WHOLE || part == MTH_TEST_START || part == MTH_TEST_OPEN;
        if (is_test && member != MBR_NONE) {
            build->is_test[member] = true;
            build->is_open[member] = part == MTH_TEST_OPEN;
        }
    }
}

void imp_mark_tests(imp_state *s) {
    for (uint32_t i = 0; i < s->build_count; i++) {
        if (s->builds[i].image != NULL) {
            mark(s, &s->builds[i]);
        }
    }
}

/* --- classes ---------------------------------------------------------------------------------- */

typedef struct place {
    const imp_build *build;
    uint32_t type; /* member */
} place;

/* Of several types of one name the type of the same assembly. */
static bool find_base(const imp_state *s, uint64_t identity, place *at) {
    const imp_type *found = imp_graph_find(&s->graph, identity);
    for (const imp_type *type = found; type != NULL; type = type->same) {
        if (type->build == at->build) {
            found = type;
        }
    }
    if (found != NULL) {
        *at = (place){found->build, found->member};
    }
    return found != NULL;
}

/* The members of a type follow it. */
static uint32_t end_of_type(const imp_build *build, uint32_t type) {
    uint32_t at = type + 1;
    while (at < build->now.count && build->now.members[at].kind != MBR_TYPE &&
           build->now.members[at].kind != MBR_RESOURCE) {
        at++;
    }
    return at;
}

typedef bool visit_test(void *ctx, const imp_build *build, uint32_t member);

/* Calls `visit` for the test methods of a type and its bases, until it returns true. */
static bool each_test(const imp_state *s, place at, visit_test *visit, void *ctx) {
    enum { MOST_BASES = 32 };
    for (int depth = 0; depth < MOST_BASES; depth++) {
        uint32_t end = end_of_type(at.build, at.type);
        for (uint32_t i = at.type + 1; i < end; i++) {
            if (at.build->is_test[i] && visit(ctx, at.build, i)) {
                return true;
            }
        }
        const mbr_list *bases = &at.build->links.bases;
        uint32_t first = bases->first[at.type];
        bool has_base = false;
        for (uint32_t i = first; i < bases->first[at.type + 1] && !has_base; i++) {
            has_base = find_base(s, bases->items[i], &at);
        }
        if (!has_base) {
            return false;
        }
    }
    return false;
}

static bool stop(void *ctx, const imp_build *build, uint32_t member) {
    (void)ctx;
    (void)build;
    (void)member;
    return true;
}

bool imp_has_tests(const imp_state *s, const imp_build *build, uint32_t type) {
    const place at = {build, type};
    return each_test(s, at, stop, NULL);
}

/* --- tests that no run has -------------------------------------------------------------------- */

typedef struct unknown {
    const imp_state *s;
    cc_map *known; /* type and method -> test of the data */
    cc_list *to;
    cc_str type; /* as tests name it */
} unknown;

static void put_key(cc_buf *out, cc_str type, cc_str method) {
    cc_buf_str_put(out, type);
    cc_buf_putc(out, '\0');
    cc_buf_str_put(out, method);
}

static void **slot_of(cc_map *map, cc_str type, cc_str method) {
    cc_buf key = {0};
    put_key(&key, type, method);
    void **slot = cc_map_put(map, cc_buf_span(&key));
    cc_buf_free(&key);
    return slot;
}

cc_str imp_plain_name(cc_str name) {
    size_t length = 0;
    while (length < name.len && name.s[length] != '(' && name.s[length] != '`') {
        length++;
    }
    return (cc_str){name.s, length};
}

static bool take_unknown(void *ctx, const imp_build *build, uint32_t member) {
    unknown *u = ctx;
    cc_str method = imp_plain_name(build->now.members[member].name);
    void **slot = slot_of(u->known, u->type, method);
    if (*slot == NULL) {
        imp_test *test = CC_NEW(u->s->arena, imp_test);
        *test = (imp_test){.type = u->type, .method = method, .reason = "no run of it is known"};
        *slot = test;
        cc_list_add(u->to, test);
    }
    return false;
}

cc_str imp_name_of_tests(cc_arena *arena, cc_str type) {
    char *name = cc_arena_strdup(arena, type);
    for (char *at = name; *at != '\0'; at++) {
        *at = *at == '/' ? '+' : *at;
    }
    return cc_strz(name);
}

/* Abstract classes are run as their derived ones; static ones are abstract and sealed. */
static bool is_class_of_tests(const imp_build *build, uint32_t member) {
    return build->now.members[member].kind == MBR_TYPE && !build->now.members[member].is_abstract;
}

static void add_unknown_of(unknown *u, const imp_build *build) {
    for (uint32_t i = 0; i < build->now.count; i++) {
        if (is_class_of_tests(build, i)) {
            const place at = {build, i};
            u->type = imp_name_of_tests(u->s->arena, build->now.members[i].type);
            (void)each_test(u->s, at, take_unknown, u);
        }
    }
}

void imp_add_unknown(const imp_state *s, cc_list *to) {
    unknown u = {.s = s, .known = cc_map_new(), .to = to};
    for (uint32_t i = 0; i < s->request->data->test_count; i++) {
        cov_test *test = &s->request->data->tests[i];
        if (s->is_of_suite[i]) {
            *slot_of(u.known, test->type, test->method) = test;
        }
    }
    for (uint32_t i = 0; i < s->build_count; i++) {
        const imp_build *build = &s->builds[i];
        if (build->image != NULL && cc_str_eq(build->now.assembly, s->suite->assembly)) {
            add_unknown_of(&u, build);
        }
    }
    cc_map_free(u.known);
}

/* --- tests that run in any case --------------------------------------------------------------- */

/* Names of tests that return a value, which a framework may judge after their end. */
static cc_map *find_open(const imp_state *s) {
    cc_map *open = cc_map_new();
    for (uint32_t i = 0; i < s->build_count; i++) {
        const imp_build *build = &s->builds[i];
        for (uint32_t k = 0; build->image != NULL && k < build->now.count; k++) {
            if (build->is_open[k]) {
                *cc_map_put_str(open, imp_plain_name(build->now.members[k].name)) = open;
            }
        }
    }
    return open;
}

static const char *why_unsure(const imp_state *s, const cov_test *test, const cc_map *open) {
    if (test->outcome == COV_OUTCOME_THREW) {
        return "an exception left it in its last run";
    }
    if (test->outcome == COV_OUTCOME_OPEN) {
        return "its end was not seen in its last run";
    }
    if (test->is_overlapped) {
        return "other tests ran at the same time";
    }
    if (s->suite->has_failed && cc_map_get_str(open, test->method) != NULL) {
        return "the last run failed, and what it returned may be why";
    }
    return NULL;
}

void imp_run_unsure(imp_state *s) {
    const cov_raw *data = s->request->data;
    bool has_failed_test = false;
    cc_map *open = find_open(s);
    for (uint32_t i = 0; i < data->test_count; i++) {
        if (s->is_of_suite[i]) {
            const char *reason = why_unsure(s, &data->tests[i], open);
            s->reasons[i] = s->reasons[i] == NULL ? reason : s->reasons[i];
            has_failed_test = has_failed_test || data->tests[i].outcome != COV_OUTCOME_ENDED;
        }
    }
    cc_map_free(open);
    if (s->suite->has_failed && !has_failed_test) {
        imp_run_all(s, "the last run failed, and which test failed is not known");
    }
}
