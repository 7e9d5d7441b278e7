/* Idioms on compiled C#: golden/idioms/Idioms.cs says in each line how many arms its decisions
 * have. */
#include <string.h>

#include "base/cc_file.h"
#include "coverage/idiom/cov_idiom.h"
#include "test_main.h"

enum { MAX_LINE = 1000, MAX_TEXT = 64 };

typedef struct expected_lines {
    char arms[MAX_LINE][MAX_TEXT];
} expected_lines;

/* " 2 3" behind `//= `, `//D= ` or `//R= `. */
static void read_marks(expected_lines *out, cc_span source, char config) {
    uint32_t line = 1;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i + 4 < source.len && line < MAX_LINE; i++) {
        const char *at = (const char *)source.data + i;
        line += at[0] == '\n' ? 1 : 0;
        size_t skip = strncmp(at, "//=", 3) == 0 ? 3 : 0;
        skip = strncmp(at, "//", 2) == 0 && at[2] == config && at[3] == '=' ? 4 : skip;
        size_t length = 0;
        while (
            skip > 0 && length + 1 < MAX_TEXT && i + skip + length < source.len &&
            (at[skip + length] == ' ' || (at[skip + length] >= '0' && at[skip + length] <= '9'))) {
            out->arms[line][length] = at[skip + length];
            length++;
        }
        while (length > 0 && out->arms[line][length - 1] == ' ') {
            out->arms[line][--length] = 0;
        }
    }
}

typedef struct opened {
    cc_arena *arena;
    cc_mapped_file dll, symbols, source;
    md_image *image;
    pdb_file *pdb;
} opened;

static void open_golden(opened *o, const char *config) {
    *o = (opened){.arena = cc_arena_new()};
    char *dll = cc_arena_printf(o->arena, "golden/idioms/%s/Idioms.dll", config);
    char *symbols = cc_arena_printf(o->arena, "golden/idioms/%s/Idioms.pdb", config);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&o->dll, dll, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&o->symbols, symbols, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&o->source, "golden/idioms/Idioms.cs", false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&o->image, o->dll.bytes, MD_LAYOUT_FLAT, o->arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(pdb_open(&o->pdb, o->symbols.bytes, o->arena), CC_OK);
}

static void close_golden(opened *o) {
    cc_file_unmap(&o->dll);
    cc_file_unmap(&o->symbols);
    cc_file_unmap(&o->source);
    cc_arena_free(o->arena);
}

/* The line of a decision, as the model finds it. */
static uint32_t line_of(const mth_method *m, const cov_decisions *d, uint32_t unit) {
    uint32_t offset = m->body.units[unit].offset;
    uint32_t line = 0;
    for (uint32_t i = 0; i < m->point_count; i++) {
        bool usable = !m->points[i].hidden && !d->is_phantom[i];
        if (usable && (line == 0 || m->points[i].offset <= offset)) {
            line = m->points[i].start_line;
        }
    }
    return line;
}

static uint32_t decide_all(opened *o, bool raw, expected_lines *got) {
    uint32_t decisions = 0;
    uint32_t count = md_row_count(md_image_tables(o->image), MD_METHODDEF);
    memset(got, 0, sizeof *got);
    for (uint32_t rid = 1; rid <= count; rid++) {
        mth_method m;
        mth_skip skip = MTH_OK;
        cov_decisions d;
        probe_options plan = {0};
        cov_decide_options options = {PDB_LANG_CSHARP, raw};
        CU_ASSERT_EQUAL_FATAL(mth_open(&m, &skip, o->image, o->pdb, MD_TOKEN(MD_METHODDEF, rid),
                                       (cc_span){NULL, 0}, &plan, o->arena),
                              CC_OK);
        if (skip != MTH_OK) {
            continue;
        }
        CU_ASSERT_EQUAL_FATAL(cov_decide(&d, &m, md_image_tables(o->image), &options, o->arena),
                              CC_OK);
        for (uint32_t i = 0; i < d.count; i++) {
            uint32_t line = line_of(&m, &d, d.items[i].unit);
            CU_ASSERT_FATAL(line > 0 && line < MAX_LINE);
            size_t used = strlen(got->arms[line]);
            (void)snprintf(got->arms[line] + used, MAX_TEXT - used, " %u", d.items[i].arm_count);
        }
        decisions += d.count;
    }
    return decisions;
}

static void check_config(const char *config) {
    static expected_lines expected;
    static expected_lines got;
    opened o;
    open_golden(&o, config);
    read_marks(&expected, o.source.bytes, config[0]);
    uint32_t decisions = decide_all(&o, false, &got);
    CU_ASSERT(decisions > 40);
    for (uint32_t line = 2; line < MAX_LINE; line++) {
        if (strcmp(expected.arms[line], got.arms[line]) != 0) {
            printf("\n%s, Idioms.cs:%u: expected arms '%s', got '%s'", config, line,
                   expected.arms[line], got.arms[line]);
            CU_FAIL("a line has other decisions than its mark says");
        }
    }
    CU_ASSERT(decide_all(&o, true, &got) > decisions); /* raw: the compiler's branches are there */
    close_golden(&o);
}

static void test_debug(void) {
    check_config("Debug");
}

static void test_release(void) {
    check_config("Release");
}

static const test_case cases[] = {
    {"idioms: decisions of the source, Debug", test_debug},
    {"idioms: decisions of the source, Release", test_release},
};

TEST_MAIN("model idioms", cases)
