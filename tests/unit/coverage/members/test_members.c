/* Members of builds: names without numbers, and digests of golden builds. Runs in the tests
 * directory. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "base/cc_file.h"
#include "coverage/members/mbr.h"
#include "coverage/members/mbr_plain.h"
#include "test_main.h"
#include "tests/tools/md_make.h"

/* --- names ------------------------------------------------------------------------------------ */

typedef struct name_case {
    const char *text, *plain;
    bool is_made;
} name_case;

static const name_case names[] = {
    /* the user's names stay as they are, with their digits */
    {"Shop.Cart::Add2", "Shop.Cart::Add2", false},
    {"Shop.Pair`2<System.Int32,!0>::Get", "Shop.Pair`2<System.Int32,!0>::Get", false},
    {"A.B3/C4::.ctor", "A.B3/C4::.ctor", false},
    {"e@mail::x", "e@mail::x", false},
    /* C# */
    {"A/<>c::<M>b__3_0", "A/<>c::<M>b__#_#", true},
    {"A/<>c__DisplayClass12_1::<M2>b__4", "A/<>c__DisplayClass#_#::<M2>b__#", true},
    {"A::<M>g__Local|3_0", "A::<M>g__Local|#_#", true},
    {"A/<M>d__17::MoveNext", "A/<M>d__#::MoveNext", true},
    {"A/<<M>b__3_0>d::MoveNext", "A/<<M>b__#_#>d::MoveNext", true},
    {"<>f__AnonymousType0`2<X,Y>", "<>f__AnonymousType#`2<X,Y>", true},
    {"A::<P>k__BackingField", "A::<P>k__BackingField", true},
    /* Visual Basic */
    {"A/_Closure$__::_Lambda$__3-0", "A/_Closure$__::_Lambda$__#-#", true},
    {"A/_Closure$__::$I3-0", "A/_Closure$__::$I#-#", true},
    {"A/_Closure$__1-0::$VB$Local_I2", "A/_Closure$__#-#::$VB$Local_I2", true},
    {"A/_Closure$__1-0", "A/_Closure$__#-#", true},
    {"A/VB$StateMachine_2_M3::MoveNext", "A/VB$StateMachine_#_M3::MoveNext", true},
    /* F# */
    {"A/f@12-1::Invoke", "A/f@#-#::Invoke", true},
    {"A/f2@120::Invoke", "A/f2@#::Invoke", true},
    {"A::field18_1@", "A::field#_#@", true},
    {"A::field18@", "A::field18@", false},
    {"A::myfield18_1@", "A::myfield18_1@", false},
    {"A/Pipe #1 input at line 5@5", "A/Pipe #1 input at line #@#", true},
};

static void test_names(void) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cc_buf out = {0};
        bool is_made = mbr_put_plain(cc_strz(names[i].text), &out);
        bool is_right = is_made == names[i].is_made && cc_str_eqz(cc_buf_str(&out), names[i].plain);
        if (!is_right) {
            printf("\n    %s: %.*s, %s", names[i].text, CC_STR_ARGS(cc_buf_str(&out)),
                   is_made ? "made" : "not made");
        }
        CU_ASSERT(is_right);
        cc_buf_free(&out);
    }
}

/* --- golden builds ---------------------------------------------------------------------------- */

typedef struct golden {
    cc_arena *arena;
    cc_mapped_file file;
    mbr_build build;
    mbr_links links;
} golden;

static void open_golden(golden *g, const char *folder, const char *config, const char *name) {
    md_image *image = NULL;
    *g = (golden){.arena = cc_arena_new()};
    const char *path =
        cc_arena_printf(g->arena, "golden/members/%s/%s/%s.dll", folder, config, name);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&g->file, path, true), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&image, g->file.bytes, MD_LAYOUT_FLAT, g->arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(mbr_read(&g->build, &g->links, image, g->arena), CC_OK);
}

static void close_golden(golden *g) {
    cc_file_unmap(&g->file);
    cc_arena_free(g->arena);
}

static const mbr_member *find(const mbr_build *in, const mbr_member *member) {
    for (uint32_t i = 0; i < in->count; i++) {
        if (in->members[i].identity == member->identity) {
            return &in->members[i];
        }
    }
    return NULL;
}

static bool is_equal(const mbr_member *x, const mbr_member *y) {
    return y != NULL && x->declaration == y->declaration && x->code == y->code;
}

/* The members of `x` that `y` does not have as they are; `last` is one of them. */
static uint32_t count_different(const golden *x, const golden *y, const mbr_member **last) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->build.count; i++) {
        const mbr_member *member = &x->build.members[i];
        if (!is_equal(member, find(&y->build, member))) {
            *last = member;
            count++;
        }
    }
    return count;
}

static const char *const configs[] = {"Debug", "Release"};

static void check_moved(const char *name) {
    for (size_t i = 0; i < 2; i++) {
        golden before, moved;
        const mbr_member *last = NULL;
        open_golden(&before, "before", configs[i], name);
        open_golden(&moved, "moved", configs[i], name);
        CU_ASSERT_EQUAL(before.build.count, moved.build.count);
        uint32_t count = count_different(&before, &moved, &last);
        if (count > 0) {
            printf("\n    %s, %s: %u differ, %.*s.%.*s among them", name, configs[i], count,
                   CC_STR_ARGS(last->type), CC_STR_ARGS(last->name));
        }
        CU_ASSERT_EQUAL(count, 0);
        close_golden(&before);
        close_golden(&moved);
    }
}

static void test_moved_csharp(void) {
    check_moved("Members");
}

static void test_moved_basic(void) {
    check_moved("MembersBasic");
}

static void test_moved_fsharp(void) {
    check_moved("MembersFSharp");
}

/* The code of one method differs, and nothing else. */
static void check_changed(const char *name, const char *method) {
    for (size_t i = 0; i < 2; i++) {
        golden before, changed;
        const mbr_member *last = NULL;
        open_golden(&before, "before", configs[i], name);
        open_golden(&changed, "changed", configs[i], name);
        CU_ASSERT_EQUAL(count_different(&before, &changed, &last), 1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(last);
        CU_ASSERT_TRUE(cc_str_starts(last->name, method));
        CU_ASSERT_EQUAL(last->declaration, find(&changed.build, last)->declaration);
        close_golden(&before);
        close_golden(&changed);
    }
}

static void test_changed_lambda(void) {
    check_changed("Members", "First(");
}

static void test_changed_bytes(void) {
    check_changed("MembersFSharp", "fourth(");
}

/* Lambdas, local functions, state machines are of the method that has them. */
static void test_owners(void) {
    for (size_t i = 0; i < 2; i++) {
        golden g;
        open_golden(&g, "before", configs[i], "Members");
        for (uint32_t k = 0; k < g.build.count; k++) {
            const mbr_member *member = &g.build.members[k];
            CU_ASSERT_PTR_NULL(member->kind == MBR_METHOD ? strstr(member->name.s, "b__") : NULL);
            CU_ASSERT_PTR_NULL(member->kind == MBR_METHOD ? strstr(member->name.s, "MoveNext")
                                                          : NULL);
        }
        uint32_t owned = 0;
        for (uint32_t rid = 1; rid <= g.build.method_count; rid++) {
            owned += g.build.of_method[rid] != MBR_NONE ? 1 : 0;
        }
        CU_ASSERT_TRUE(owned > 30);
        close_golden(&g);
    }
}

/* What the compiler makes of closures, iterators, tasks and delegates has fields that end with the
 * call. */
static void test_keepers(void) {
    for (size_t i = 0; i < 2; i++) {
        golden g;
        open_golden(&g, "before", configs[i], "Members");
        for (uint32_t k = 0; k < g.build.count; k++) {
            CU_ASSERT_FALSE(g.links.keeps[k]);
        }
        close_golden(&g);
    }
}

/* --- damage ----------------------------------------------------------------------------------- */

enum { TYPES = 400, METHODS = 50, MADE = 2 };

/* Types with the methods 1 to 50 take turns with types whose run of methods goes backwards. The latter
 * are in a type that a compiler made, whose members are not read. */
static void put_types(cc_buf *out) {
    for (uint32_t i = 1; i <= TYPES; i++) {
        cc_buf_u32(out, 0);
        cc_buf_u16(out, i == MADE ? 3 : 1); /* "<>c", "A" */
        cc_buf_u16(out, 0);
        cc_buf_u16(out, 0);
        cc_buf_u16(out, 1);
        cc_buf_u16(out, i % 2 == 1 || i == MADE ? 1 : METHODS);
    }
}

static void put_nested(cc_buf *out, uint32_t *count) {
    for (uint32_t i = MADE + 2; i <= TYPES; i += 2) {
        cc_buf_u16(out, (uint16_t)i);
        cc_buf_u16(out, MADE);
        (*count)++;
    }
}

static void put_root(cc_buf *out) {
    static const uint8_t module[10];
    static const uint8_t methods[METHODS][14];
    static const uint8_t assembly[22] = {[18] = 1};
    cc_buf types = {0};
    cc_buf nested = {0};
    uint32_t count = 0;
    put_types(&types);
    put_nested(&nested, &count);
    const make_metadata m = {
        .strings = cc_span_of("\0A\0<>c", 7),
        .tables = {{MD_MODULE, 1, cc_span_of(module, sizeof module)},
                   {MD_TYPEDEF, TYPES, cc_buf_span(&types)},
                   {MD_METHODDEF, METHODS, cc_span_of(methods, sizeof methods)},
                   {MD_ASSEMBLY, 1, cc_span_of(assembly, sizeof assembly)},
                   {MD_NESTED_CLASS, count, cc_buf_span(&nested)}}};
    make_root(out, &m);
    cc_buf_free(&types);
    cc_buf_free(&nested);
}

/* A build has not more members than rows. */
static void test_runs_that_overlap(void) {
    cc_arena *arena = cc_arena_new();
    cc_buf root = {0};
    cc_buf bytes = {0};
    md_image *image = NULL;
    mbr_build build;
    put_root(&root);
    make_image(&bytes, &(make_pe){.layout = MD_LAYOUT_FLAT}, cc_buf_span(&root));
    CU_ASSERT_EQUAL_FATAL(md_image_open(&image, cc_buf_span(&bytes), MD_LAYOUT_FLAT, arena), CC_OK);
    CU_ASSERT_EQUAL(mbr_read(&build, NULL, image, arena), CC_E_FORMAT);
    CU_ASSERT(build.count <= 1 + TYPES + METHODS);
    cc_buf_free(&root);
    cc_buf_free(&bytes);
    cc_arena_free(arena);
}

static const test_case cases[] = {
    {"names: numbers of compilers are left out, digits of users are not", test_names},
    {"C#: order and comments change no digest", test_moved_csharp},
    {"Visual Basic: order and comments change no digest", test_moved_basic},
    {"F#: order and comments change no digest", test_moved_fsharp},
    {"C#: a constant in a lambda changes the code of its method alone", test_changed_lambda},
    {"F#: a byte of an array changes the code of its method alone", test_changed_bytes},
    {"parts of a method are no members", test_owners},
    {"fields of closures and state machines keep no values", test_keepers},
    {"damage: types whose runs of methods overlap", test_runs_that_overlap},
};

TEST_MAIN("members", cases)
