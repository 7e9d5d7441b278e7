/* Code after calls that do not come back: flow on small bodies, callees through assemblies. The
 * golden sources say themselves which of their lines are dead (tests/golden/noreturn). */
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "coverage/module/mod_noreturn.h"
#include "coverage/module/mod_noreturn_flow.h"
#include "rewriter/il_asm.h"
#include "test_main.h"

#define GOLDEN "golden/noreturn/"

/* --- flow on small bodies --------------------------------------------------------------------- */

enum { FAIL = 0x06000001, STATE = 0x04000001, MAX_FAILS = 16 };

/* Which instructions are dead when FAIL does not come back: '.' alive or unreachable, 'x' dead. */
static char *flow_of(cc_arena *arena, const char *text, const mod_machine_fields *machine) {
    il_asm *a = il_asm_new(arena);
    mth_method m = {.point_count = 0};
    mod_flow_dead dead;
    il_asm_text(a, text);
    CU_ASSERT_EQUAL_FATAL(il_decode(&m.body, il_asm_finish(a), arena), CC_OK);
    bool *cut = CC_NEW_ARRAY(arena, bool, m.body.insn_count);
    for (uint32_t u = 0; u < m.body.insn_count; u++) {
        cut[u] = m.body.insns[u].op == IL_CALL && m.body.insns[u].operand == FAIL;
    }
    CU_ASSERT_EQUAL_FATAL(mod_no_return_flow(&m, cut, machine, arena, &dead), CC_OK);
    char *result = (char *)cc_arena_alloc(arena, m.body.insn_count + 1, 1);
    for (uint32_t u = 0; u < m.body.insn_count; u++) {
        result[u] = dead.all != NULL && dead.all[u] ? 'x' : '.';
    }
    return result;
}

#define CHECK_FLOW(text, state, expected)                                                          \
    do {                                                                                           \
        cc_arena *arena = cc_arena_new();                                                          \
        CU_ASSERT_STRING_EQUAL(flow_of(arena, text, state), expected);                             \
        cc_arena_free(arena);                                                                      \
    } while (0)

static void test_straight_and_branches(void) {
    CHECK_FLOW("nop; call 0x06000001; nop; ret", NULL, "..xx");
    CHECK_FLOW("nop; call 0x06000002; nop; ret", NULL, "....");
    CHECK_FLOW("ldarg.0; brfalse @1; call 0x06000001; nop; @1: ret", NULL, "...x.");
    CHECK_FLOW("ldarg.0; brfalse @1; call 0x06000001; nop; br @2; @1: nop; call 0x06000001; nop;"
               "@2: ret",
               NULL, "...xx..xx");
    CHECK_FLOW("ldarg.0; switch @1 @2; call 0x06000001; br @3; @1: nop; br @3; @2: call 0x06000001;"
               "nop; @3: ret",
               NULL, "...x...x.");
    CHECK_FLOW("@1: call 0x06000001; br @1; ret", NULL, ".x.");
    /* What nothing reaches is not dead because of the call. */
    CHECK_FLOW("call 0x06000001; nop; ret; nop; ret", NULL, ".xx..");
    CHECK_FLOW("br @1; call 0x06000001; nop; @1: ret", NULL, "....");
}

static void test_exceptions(void) {
    CHECK_FLOW("@0: call 0x06000001; leave @3; @1: pop; leave @3; @2: nop; @3: ret;"
               ".catch @0 @1 @1 @2 0x01000001",
               NULL, ".x....");
    CHECK_FLOW("@0: call 0x06000001; leave @3; @1: nop; endfinally; @2: nop; @3: ret;"
               ".finally @0 @1 @1 @2",
               NULL, ".x...x");
    CHECK_FLOW("@0: nop; leave @2; @1: call 0x06000001; endfinally; @2: ret; .finally @0 @1 @1 @2",
               NULL, "...xx");
    CHECK_FLOW("@0: nop; leave @2; @1: nop; endfinally; @2: ret; .finally @0 @1 @1 @2", NULL,
               ".....");
    CHECK_FLOW("@0: call 0x06000001; leave @4; @1: pop; ldc.i4.0; endfilter; @2: pop; leave @4;"
               "@3: nop; @4: ret; .filter @0 @1 @2 @3 @1",
               NULL, ".x.......");
    CHECK_FLOW(
        "@0: nop; leave @4; @1: pop; call 0x06000001; ldc.i4.0; endfilter; @2: pop; leave @4;"
        "@3: nop; @4: ret; .filter @0 @1 @2 @3 @1",
        NULL, "....xxxx..");
    CHECK_FLOW("call 0x06000001; @0: nop; leave @2; @1: pop; leave @2; @2: ret;"
               ".catch @0 @1 @1 @2 0x01000001",
               NULL, ".xxxxx");
    CHECK_FLOW("@0: nop; leave @2; @1: call 0x06000001; endfinally; @2: ret; .fault @0 @1 @1 @2",
               NULL, "...x.");
}

/* Two finally blocks on the way of one leave: both must come to their end. */
static void test_nested_finally(void) {
    CHECK_FLOW("@0: @1: nop; leave @5; @2: nop; endfinally; @3: leave @5; @4: call 0x06000001;"
               "endfinally; @5: ret; .finally @1 @2 @2 @3; .finally @0 @4 @4 @5",
               NULL, "......xx");
    CHECK_FLOW("@0: @1: nop; leave @5; @2: call 0x06000001; endfinally; @3: leave @5; @4: nop;"
               "endfinally; @5: ret; .finally @1 @2 @2 @3; .finally @0 @4 @4 @5",
               NULL, "...x...x");
    CHECK_FLOW("@0: @1: nop; leave @5; @2: nop; endfinally; @3: leave @5; @4: nop;"
               "endfinally; @5: ret; .finally @1 @2 @2 @3; .finally @0 @4 @4 @5",
               NULL, "........");
}

/* Async: state 0 is stored alive, state 1 only after the call. */
#define MACHINE                                                                                    \
    "ldarg.0; ldfld 0x04000001; stloc.0; ldloc.0; switch @10 @11;"                                 \
    "ldarg.0; ldc.i4.0; dup; stloc.0; stfld 0x04000001; ret;" /* suspends in state 0 */            \
    "@10: call 0x06000001;"                                                                        \
    "ldarg.0; ldc.i4.1; dup; stloc.0; stfld 0x04000001; ret;" /* suspends in state 1 */            \
    "@11: nop; ret"

static void test_states(void) {
    const mod_machine_fields async = {.state = STATE};
    CHECK_FLOW(MACHINE, &async, "............xxxxxxxx");
    CHECK_FLOW(MACHINE, NULL, "............xxxxxx..");
    /* An iterator begins in state 0, stores states without a local, and may test by subtraction. */
    const mod_machine_fields iterator = {.state = STATE, .is_iterator = true};
    CHECK_FLOW("ldarg.0; ldfld 0x04000001; stloc.0; ldloc.0; brfalse @0; ldloc.0; ldc.i4.1; sub;"
               "switch @1 @2; ldc.i4.0; ret;"
               "@0: ldarg.0; ldc.i4.1; stfld 0x04000001; ldc.i4.1; ret;"
               "@1: call 0x06000001; ldarg.0; ldc.i4.2; stfld 0x04000001; ldc.i4.1; ret;"
               "@2: nop; ldc.i4.0; ret",
               &iterator, ".................xxxxxxxx");
    CHECK_FLOW(
        "ldarg.0; ldfld 0x04000001; stloc.0; ldloc.0; ldc.i4.2; beq @2; ldloc.0; ldc.i4.1;"
        "bgt.un @3; call 0x06000001; ldarg.0; ldc.i4.2; stfld 0x04000001; ret; @2: nop; @3: ret",
        &iterator, "..........xxxxxx");
    /* A state that is not a constant may be any. */
    CHECK_FLOW("ldarg.0; ldfld 0x04000001; stloc.0; ldloc.0; switch @10 @11;"
               "ldarg.0; ldarg.1; stfld 0x04000001; ret; @10: call 0x06000001; @11: nop; ret",
               &async, "............");
}

/* More states than a set of constants holds. */
static void test_many_states(void) {
    enum { STATES = 3000 };
    cc_arena *arena = cc_arena_new();
    const mod_machine_fields async = {.state = STATE};
    cc_buf text = {0};
    cc_buf_puts(&text, "ldarg.0; ldfld 0x04000001; stloc.0; ldloc.0; switch @1;");
    for (int i = 0; i < STATES; i++) {
        cc_buf_printf(&text, "ldarg.0; ldc.i4 %d; stfld 0x04000001;", i);
    }
    cc_buf_puts(&text, "call 0x06000001; nop; @1: ret");
    cc_buf_u8(&text, 0);
    char *flow = flow_of(arena, (const char *)text.data, &async);
    CU_ASSERT_PTR_EQUAL(strchr(flow, 'x'), flow + strlen(flow) - 2);
    cc_buf_free(&text);
    cc_arena_free(arena);
}

/* --- golden assemblies ------------------------------------------------------------------------ */

enum { MAX_LINES = 512 };

typedef struct golden {
    cc_arena *arena;
    const char *config;
    cc_mapped_file image_file, pdb_file, source;
    md_image *image;
    pdb_file *pdb;
    mod_no_return *n;
    bool is_dead[MAX_LINES], is_wanted[MAX_LINES];
} golden;

static char *in(golden *g, const char *name) {
    return cc_arena_printf(g->arena, GOLDEN "%s/%s", g->config, name);
}

static void read_marks(golden *g) {
    const char *text = (const char *)g->source.bytes.data;
    size_t left = g->source.bytes.len;
    for (uint32_t line = 1; left > 0 && line < MAX_LINES; line++) {
        const char *end = (const char *)memchr(text, '\n', left);
        size_t length = end == NULL ? left : (size_t)(end - text);
        cc_str row = {text, length};
        g->is_wanted[line] = cc_str_ends(row, "// dead") ||
                             (cc_str_ends(row, "// dead D") && g->config[0] == 'D') ||
                             (cc_str_ends(row, "// dead R") && g->config[0] == 'R');
        size_t taken = end == NULL ? length : length + 1;
        text += taken;
        left -= taken;
    }
}

static golden *golden_open(const char *config) {
    golden *g = calloc(1, sizeof *g);
    CU_ASSERT_PTR_NOT_NULL_FATAL(g);
    g->arena = cc_arena_new();
    g->config = config;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&g->source, GOLDEN "Caller.cs", false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&g->image_file, in(g, "Caller.dll"), false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&g->pdb_file, in(g, "Caller.pdb"), false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&g->image, g->image_file.bytes, MD_LAYOUT_FLAT, g->arena),
                          CC_OK);
    CU_ASSERT_EQUAL_FATAL(pdb_open(&g->pdb, g->pdb_file.bytes, g->arena), CC_OK);
    g->n = mod_no_return_open();
    return g;
}

static void golden_close(golden *g) {
    mod_no_return_close(g->n);
    cc_file_unmap(&g->image_file);
    cc_file_unmap(&g->pdb_file);
    cc_file_unmap(&g->source);
    cc_arena_free(g->arena);
    free(g);
}

static void add(golden *g, const char *name, const char *file) {
    mod_no_return_add(g->n, cc_strz(name), cc_strz(in(g, file)), MD_LAYOUT_FLAT);
}

static void note_dead(golden *g, uint32_t rid) {
    mth_method m;
    mth_skip skip = MTH_OK;
    mod_dead dead;
    probe_options options = {.all = false};
    CU_ASSERT_EQUAL_FATAL(mth_open(&m, &skip, g->image, g->pdb, MD_TOKEN(MD_METHODDEF, rid),
                                   (cc_span){NULL, 0}, &options, g->arena),
                          CC_OK);
    if (skip != MTH_OK) {
        return;
    }
    CU_ASSERT_EQUAL_FATAL(mod_no_return_insns(g->n, &m, g->arena, &dead), CC_OK);
    for (uint32_t i = 0; dead.all != NULL && i < m.point_count; i++) {
        if (!m.points[i].hidden && dead.all[m.body.insn_at[m.points[i].offset]]) {
            g->is_dead[m.points[i].start_line] = true;
        }
    }
}

static uint32_t note_all(golden *g) {
    const md_tables *t = md_image_tables(g->image);
    uint32_t count = 0;
    mod_no_return_begin(g->n, t);
    for (uint32_t rid = 1; rid <= md_row_count(t, MD_METHODDEF); rid++) {
        note_dead(g, rid);
    }
    for (uint32_t line = 0; line < MAX_LINES; line++) {
        count += g->is_dead[line] ? 1 : 0;
    }
    return count;
}

static void check_marks(const char *config) {
    golden *g = golden_open(config);
    add(g, "facade", "Facade.dll"); /* names of assemblies do not differ by case */
    add(g, "Deep", "Deep.dll");
    read_marks(g);
    CU_ASSERT(note_all(g) > 40);
    for (uint32_t line = 1; line < MAX_LINES; line++) {
        if (g->is_dead[line] != g->is_wanted[line]) {
            printf("\n%s: Caller.cs:%u is %s", config, line,
                   g->is_dead[line] ? "dead and has no mark" : "marked and not dead");
            CU_FAIL("a line is not what its mark says");
        }
    }
    golden_close(g);
}

static void test_marks_debug(void) {
    check_marks("Debug");
}

static void test_marks_release(void) {
    check_marks("Release");
}

/* Callees that cannot be looked up come back: only those of the module itself are known. */
static void test_missing_files(void) {
    golden *g = golden_open("Release");
    uint32_t own = note_all(g);
    CU_ASSERT(own > 0 && own < 10);
    golden_close(g);
    g = golden_open("Release");
    add(g, "Facade", "Facade.dll");
    CU_ASSERT_EQUAL(note_all(g), own);
    golden_close(g);
    g = golden_open("Release");
    add(g, "Facade", "Facade.dll");
    add(g, "Deep", "Gone.dll");
    add(g, "Deep", "Caller.pdb");
    add(g, "Deep", "../Caller.cs");
    add(g, "", "Deep.dll");
    CU_ASSERT_EQUAL(note_all(g), own);
    golden_close(g);
}

/* One of several files of an assembly is enough, and a file may be told of twice. */
static void test_several_files(void) {
    golden *g = golden_open("Release");
    add(g, "Facade", "Facade.dll");
    add(g, "Facade", "Facade.dll");
    add(g, "Deep", "Gone.dll");
    add(g, "Deep", "Deep.dll");
    add(g, "Deep", "../Debug/Deep.dll");
    uint32_t all = note_all(g);
    CU_ASSERT(all > 40);
    /* A second module with the same context, and the first one again. */
    CU_ASSERT_EQUAL(note_all(g), all);
    golden_close(g);
}

/* A facade that forwards to itself ends. */
static void test_forwarding_in_a_circle(void) {
    golden *g = golden_open("Release");
    add(g, "Facade", "Facade.dll");
    add(g, "Deep", "Facade.dll");
    uint32_t all = note_all(g);
    golden_close(g);
    g = golden_open("Release");
    CU_ASSERT_EQUAL(note_all(g), all);
    mod_no_return_add(g->n, CC_STR("Facade"), cc_strz(in(g, "Facade.dll")), MD_LAYOUT_FLAT);
    mod_no_return_add(g->n, CC_STR("Deep"), cc_strz(in(g, "../Release/Facade.dll")),
                      MD_LAYOUT_FLAT);
    CU_ASSERT_EQUAL(note_all(g), all);
    golden_close(g);
}

/* Whatever is wrong with the file of a callee, the answer is one and nothing is read outside. */
static void test_damaged_callee(void) {
    golden *g = golden_open("Release");
    cc_mapped_file deep;
    char path[] = "/tmp/clrcov-noreturn-XXXXXX";
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(path));
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&deep, in(g, "Deep.dll"), false), CC_OK);
    for (size_t length = 0; length < deep.bytes.len; length += 173) {
        mod_no_return *n = g->n;
        char *file = cc_path_join(g->arena, path, "Deep.dll");
        CU_ASSERT_EQUAL_FATAL(cc_file_write(file, cc_span_of(deep.bytes.data, length), 0600),
                              CC_OK);
        g->n = mod_no_return_open();
        add(g, "Facade", "Facade.dll");
        mod_no_return_add(g->n, CC_STR("Deep"), cc_strz(file), MD_LAYOUT_FLAT);
        (void)note_all(g);
        mod_no_return_close(g->n);
        g->n = n;
    }
    cc_file_unmap(&deep);
    CU_ASSERT_EQUAL(cc_dir_remove(path), CC_OK);
    golden_close(g);
}

static const test_case cases[] = {
    {"flow: straight code, branches, switches, loops", test_straight_and_branches},
    {"flow: handlers, filters, finally and fault", test_exceptions},
    {"flow: a leave passes every finally on its way", test_nested_finally},
    {"flow: a state that only dead code stores is not entered", test_states},
    {"flow: too many states are as none", test_many_states},
    {"golden: every dead line is marked, in Debug", test_marks_debug},
    {"golden: every dead line is marked, in Release", test_marks_release},
    {"callees: what is not found comes back", test_missing_files},
    {"callees: one of several files is enough", test_several_files},
    {"callees: forwarding in a circle ends", test_forwarding_in_a_circle},
    {"callees: damaged files are survived", test_damaged_callee},
};

TEST_MAIN("no return", cases)
