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

static void mark_member(imp_build *build, uint32_t member, mth_test_part part) {
    if (part == MTH_TEST_WHOLE || part == MTH_TEST_START || part == MTH_TEST_OPEN) {
        build->is_test[member] = true;
        build->is_open[member] = part == MTH_TEST_OPEN;
    }
    if (part == MTH_TEST_SET_UP) {
        build->is_set_up[member] = !cc_str_starts(build->now.members[member].name, ".ctor(");
    }
}

static void mark(const imp_state *s, imp_build *build) {
    asking first = {s, 0};
    const mth_elsewhere other = elsewhere(&first);
    const mth_test *tests = NULL;
    const mth_test *parts = NULL;
    build->is_test = CC_NEW_ARRAY(s->arena, bool, build->now.count);
    build->is_open = CC_NEW_ARRAY(s->arena, bool, build->now.count);
    build->is_set_up = CC_NEW_ARRAY(s->arena, bool, build->now.count);
    if (mth_find_test_methods(build->image, &other, s->arena, &tests) != CC_OK ||
        mth_find_flow_parts(build->image, tests, s->arena, &parts) != CC_OK || parts == NULL) {
        return;
    }
    for (uint32_t rid = 1; rid <= build->now.method_count; rid++) {
        if (build->now.of_method[rid] != MBR_NONE) {
            mark_member(build, build->now.of_method[rid], parts[rid].part);
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

typedef bool visit_member(void *ctx, const imp_build *build, uint32_t member);

/* Calls `visit` for the members of a type and its bases, until it returns true. */
static bool each_member(const imp_state *s, place at, visit_member *visit, void *ctx) {
    enum { MOST_BASES = 32 };
    for (int depth = 0; depth < MOST_BASES; depth++) {
        uint32_t end = end_of_type(at.build, at.type);
        for (uint32_t i = at.type + 1; i < end; i++) {
            if (visit(ctx, at.build, i)) {
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

static bool is_test(void *ctx, const imp_build *build, uint32_t member) {
    (void)ctx;
    return build->is_test[member];
}

bool imp_has_tests(const imp_state *s, const imp_build *build, uint32_t type) {
    const place at = {build, type};
    return each_member(s, at, is_test, NULL);
}

/* mth_find_flow_parts() looks for attributes in all types, and for names in types with tests; a base
 * class without tests has such names as well. */
static bool is_set_up(void *ctx, const imp_build *build, uint32_t member) {
    (void)ctx;
    return build->is_set_up[member] ||
           mth_is_set_up_name(imp_plain_name(build->now.members[member].name));
}

bool imp_has_set_up(const imp_state *s, const imp_build *build, uint32_t type) {
    const place at = {build, type};
    return each_member(s, at, is_set_up, NULL);
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

/* The length of "Add`1" in "Add`1(System.Int32)". F# has names with parentheses, so the parameters
 * begin where the last parenthesis opens. */
static size_t length_before_parameters(cc_str name) {
    size_t at = name.len;
    int depth = 0;
    while (at > 0) {
        at--;
        depth += name.s[at] == ')' ? 1 : 0;
        depth -= name.s[at] == '(' ? 1 : 0;
        if (depth == 0) {
            return name.s[at] == '(' ? at : name.len;
        }
    }
    return name.len;
}

cc_str imp_plain_name(cc_str name) {
    size_t length = length_before_parameters(name);
    size_t digits = length;
    while (digits > 0 && cc_is_digit(name.s[digits - 1])) {
        digits--;
    }
    bool is_generic = digits > 1 && digits < length && name.s[digits - 1] == '`';
    return (cc_str){name.s, is_generic ? digits - 1 : length};
}

static bool take_unknown(void *ctx, const imp_build *build, uint32_t member) {
    unknown *u = ctx;
    if (!build->is_test[member]) {
        return false;
    }
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
            (void)each_member(u->s, at, take_unknown, u);
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
