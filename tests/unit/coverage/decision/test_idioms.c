/* Idioms on compiled code: the sources in golden/idioms say in each line how many arms its
 * decisions have. Labels.* hold switches and conditions with what looks like them. Idioms.cs holds
 * the idioms, NearMisses.* what must not be taken for them, with `NEAR name` for each idiom of
 * dec_idioms.def. */
#include <string.h>

#include "base/cc_file.h"
#include "coverage/decision/core/dec.h"
#include "coverage/decision/fsharp/dec_fsharp_closure.h"
#include "test_main.h"

enum { MAX_LINE = 1000, MAX_TEXT = 64 };

typedef struct golden {
    const char *name, *extension;
    pdb_language language;
    uint32_t least; /* decisions it has at least */
} golden;

static const golden idioms_cs = {"Idioms", "cs", PDB_LANG_CSHARP, 40};
static const golden suspended_cs = {"Suspended", "cs", PDB_LANG_CSHARP, 13};
static const golden idioms_fs = {"IdiomsFSharp", "fs", PDB_LANG_FSHARP, 12};
static const golden idioms_vb = {"IdiomsBasic", "vb", PDB_LANG_VB, 15};
static const golden near_cs = {"NearMisses", "cs", PDB_LANG_CSHARP, 80};
static const golden near_vb = {"NearMissesBasic", "vb", PDB_LANG_VB, 16};
static const golden labels_cs = {"Labels", "cs", PDB_LANG_CSHARP, 40};
static const golden labels_vb = {"LabelsBasic", "vb", PDB_LANG_VB, 20};
static const golden labels_fs = {"LabelsFSharp", "fs", PDB_LANG_FSHARP, 15};
static const golden near_fs = {"NearMissesFSharp", "fs", PDB_LANG_FSHARP, 5};

typedef struct expected_lines {
    char arms[MAX_LINE][MAX_TEXT];
} expected_lines;

/* How long the sign of a mark is that stands here, `//=` or `//D=` (`'=` in Visual Basic); 0:
 * none. */
static size_t mark_length(const char *at, char config) {
    size_t lead = at[0] == '\'' ? 1 : 0;
    lead = strncmp(at, "//", 2) == 0 ? 2 : lead;
    if (lead == 0) {
        return 0;
    }
    if (at[lead] == '=') {
        return lead + 1;
    }
    return at[lead] == config && at[lead + 1] == '=' ? lead + 2 : 0;
}

/* " 2 3" after the sign of a mark. */
static void read_marks(expected_lines *out, cc_span source, char config) {
    uint32_t line = 1;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i + 4 < source.len && line < MAX_LINE; i++) {
        const char *at = (const char *)source.data + i;
        line += at[0] == '\n' ? 1 : 0;
        size_t skip = mark_length(at, config);
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
    src_text text;
} opened;

static void open_golden(opened *o, const golden *g, const char *config) {
    *o = (opened){.arena = cc_arena_new()};
    char *dll = cc_arena_printf(o->arena, "golden/idioms/%s/%s.dll", config, g->name);
    char *symbols = cc_arena_printf(o->arena, "golden/idioms/%s/%s.pdb", config, g->name);
    char *source = cc_arena_printf(o->arena, "golden/idioms/%s.%s", g->name, g->extension);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&o->dll, dll, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&o->symbols, symbols, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&o->source, source, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&o->image, o->dll.bytes, MD_LAYOUT_FLAT, o->arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(pdb_open(&o->pdb, o->symbols.bytes, o->arena), CC_OK);
    cc_str text = {(const char *)o->source.bytes.data, o->source.bytes.len};
    src_language language = src_language_of(cc_strz(source));
    CU_ASSERT_EQUAL_FATAL(src_text_open(&o->text, text, language, o->arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(src_text_scan(&o->text, NULL, o->arena), CC_OK);
}

/* A library has one source. */
static const src_text *source_text(const void *ctx, uint32_t document) {
    (void)document;
    return &((const opened *)ctx)->text;
}

static void close_golden(opened *o) {
    cc_file_unmap(&o->dll);
    cc_file_unmap(&o->symbols);
    cc_file_unmap(&o->source);
    cc_arena_free(o->arena);
}

/* The line of a decision, as the model finds it. */
static uint32_t line_of(const mth_method *m, const dec_decisions *d, const dec_decision *of) {
    uint32_t offset = m->body.insns[of->place].offset;
    uint32_t line = of->head != NULL ? of->head->head.line : 0;
    for (uint32_t i = 0; of->head == NULL && i < m->point_count; i++) {
        bool usable = !m->points[i].hidden && !d->is_phantom[i];
        if (usable && (line == 0 || m->points[i].offset <= offset)) {
            line = m->points[i].start_line;
        }
    }
    return line;
}

static uint32_t decide_all(opened *o, pdb_language language, bool raw, expected_lines *got) {
    uint32_t decisions = 0;
    uint32_t count = md_row_count(md_image_tables(o->image), MD_METHODDEF);
    memset(got, 0, sizeof *got);
    for (uint32_t rid = 1; rid <= count; rid++) {
        mth_method m;
        mth_skip skip = MTH_OK;
        dec_decisions d;
        probe_options plan = {0};
        dec_decide_options options = {.language = language,
                                      .is_optimised =
                                          mod_is_optimised(md_image_tables(o->image), o->pdb),
                                      .raw = raw,
                                      .pdb = o->pdb,
                                      .sources = {source_text, o}};
        CU_ASSERT_EQUAL_FATAL(mth_open(&m, &skip, o->image, o->pdb, MD_TOKEN(MD_METHODDEF, rid),
                                       (cc_span){NULL, 0}, &plan, o->arena),
                              CC_OK);
        if (skip != MTH_OK) {
            continue;
        }
        dec_decide(&d, &m, md_image_tables(o->image), &options, o->arena);
        for (uint32_t i = 0; i < d.count; i++) {
            uint32_t line = line_of(&m, &d, &d.items[i]);
            CU_ASSERT_FATAL(line > 0 && line < MAX_LINE);
            size_t used = strlen(got->arms[line]);
            (void)snprintf(got->arms[line] + used, MAX_TEXT - used, " %u", d.items[i].arm_count);
        }
        decisions += d.count;
    }
    return decisions;
}

static void check_golden(const golden *g, const char *config) {
    static expected_lines expected;
    static expected_lines got;
    opened o;
    open_golden(&o, g, config);
    read_marks(&expected, o.source.bytes, config[0]);
    uint32_t decisions = decide_all(&o, g->language, false, &got);
    CU_ASSERT(decisions >= g->least);
    for (uint32_t line = 2; line < MAX_LINE; line++) {
        if (strcmp(expected.arms[line], got.arms[line]) != 0) {
            printf("\n%s, %s.%s:%u: expected arms '%s', got '%s'", config, g->name, g->extension,
                   line, expected.arms[line], got.arms[line]);
            CU_FAIL("a line has other decisions than its mark says");
        }
    }
    /* raw: the compiler's branches are there */
    CU_ASSERT(decide_all(&o, g->language, true, &got) > decisions);
    close_golden(&o);
}

static void test_debug(void) {
    check_golden(&idioms_cs, "Debug");
    check_golden(&idioms_vb, "Debug");
    check_golden(&idioms_fs, "Debug");
}

static void test_release(void) {
    check_golden(&idioms_cs, "Release");
    check_golden(&idioms_vb, "Release");
    check_golden(&idioms_fs, "Release");
}

static void test_suspended(void) {
    check_golden(&suspended_cs, "Debug");
    check_golden(&suspended_cs, "Release");
}

static void test_near_debug(void) {
    check_golden(&near_cs, "Debug");
    check_golden(&near_vb, "Debug");
    check_golden(&near_fs, "Debug");
}

static void test_near_release(void) {
    check_golden(&near_cs, "Release");
    check_golden(&near_vb, "Release");
    check_golden(&near_fs, "Release");
}

static void test_labels_debug(void) {
    check_golden(&labels_cs, "Debug");
    check_golden(&labels_vb, "Debug");
    check_golden(&labels_fs, "Debug");
}

static void test_labels_release(void) {
    check_golden(&labels_cs, "Release");
    check_golden(&labels_vb, "Release");
    check_golden(&labels_fs, "Release");
}

/* --- the table -------------------------------------------------------------------------------- */

static const char *const idiom_names[] = {
#define DEC_IDIOM(name, languages, after, text) #name,
#include "coverage/decision/core/dec_idioms.def"
#undef DEC_IDIOM
};

/* The text of the source from `sign name` on, up to the next sign; empty when it is not there. */
static cc_span section(cc_span source, const char *sign, const char *name) {
    size_t sign_length = strlen(sign);
    size_t name_length = strlen(name);
    size_t start = 0;
    for (size_t i = 0; i + sign_length + name_length < source.len; i++) {
        const char *at = (const char *)source.data + i;
        if (strncmp(at, sign, sign_length) != 0) {
            continue;
        }
        if (start > 0) {
            return (cc_span){source.data + start, i - start};
        }
        at += sign_length;
        bool same = strncmp(at, name, name_length) == 0;
        start = same && (at[name_length] == ':' || at[name_length] == ',') ? i : 0;
    }
    return start > 0 ? (cc_span){source.data + start, source.len - start} : (cc_span){NULL, 0};
}

/* A decision is marked in the section of the idiom's name. */
static bool has_near_miss(const golden *g, const char *name) {
    static expected_lines marks;
    opened o;
    bool marked = false;
    open_golden(&o, g, "Debug");
    read_marks(&marks, section(o.source.bytes, " NEAR ", name), 'D');
    for (uint32_t line = 1; line < MAX_LINE; line++) {
        marked = marked || marks.arms[line][0] != 0;
    }
    close_golden(&o);
    return marked;
}

static void test_every_idiom_has_a_near_miss(void) {
    for (size_t i = 0; i < sizeof idiom_names / sizeof idiom_names[0]; i++) {
        const char *name = idiom_names[i];
        if (!has_near_miss(&near_cs, name) && !has_near_miss(&near_vb, name) &&
            !has_near_miss(&near_fs, name)) {
            printf("\n%s: no near miss", name);
            CU_FAIL("an idiom of dec_idioms.def has no near miss in golden/idioms");
        }
    }
    CU_ASSERT(!has_near_miss(&near_cs, "nothing"));
    CU_ASSERT(!has_near_miss(&near_cs, "stat")); /* a name is compared as a whole */
}

/* --- the order of arms ------------------------------------------------------------------------ */

enum { MAX_LINES_OF_ARMS = 2 * MAX_LINE };

/* The line that the arm leads to; 0: to another test, or out. */
static uint32_t line_of_arm(const mth_method *m, const dec_decision_arm *arm, uint32_t insn) {
    const probe_plan *plan = m->plan;
    uint32_t b = plan->branch_of_insn[insn];
    if (b == PROBE_NONE || plan->branches[b].kind != PROBE_BRANCH_COND) {
        return 0;
    }
    const probe_arm *arms = plan->branches[b].arms;
    uint32_t at = arms[arm->nodes[0] == arms[0].nodes[0] ? 0 : 1].target;
    for (int steps = 0; steps < 100 && at < m->body.insn_count; steps++) {
        const il_insn *u = &m->body.insns[at];
        for (uint32_t i = 0; i < m->point_count; i++) {
            if (m->points[i].offset == u->offset && !m->points[i].hidden) {
                return m->points[i].start_line;
            }
        }
        if (plan->branch_of_insn[at] != PROBE_NONE || u->op == IL_RET || u->op == IL_THROW) {
            return 0;
        }
        at = u->op == IL_BR || u->op == IL_BR_S ? u->target : at + 1;
    }
    return 0;
}

/* By line of the decision: where its two arms lead, when it is alone there and they tell. */
static void list_arm_lines(const golden *g, const char *config, uint32_t *lines) {
    opened o;
    open_golden(&o, g, config);
    uint32_t count = md_row_count(md_image_tables(o.image), MD_METHODDEF);
    memset(lines, 0, MAX_LINES_OF_ARMS * sizeof *lines);
    for (uint32_t rid = 1; rid <= count; rid++) {
        mth_method m;
        mth_skip skip = MTH_OK;
        dec_decisions d;
        probe_options plan = {0};
        dec_decide_options options = {.language = g->language,
                                      .is_optimised =
                                          mod_is_optimised(md_image_tables(o.image), o.pdb),
                                      .pdb = o.pdb,
                                      .sources = {source_text, &o}};
        CU_ASSERT_EQUAL_FATAL(mth_open(&m, &skip, o.image, o.pdb, MD_TOKEN(MD_METHODDEF, rid),
                                       (cc_span){NULL, 0}, &plan, o.arena),
                              CC_OK);
        if (skip != MTH_OK) {
            continue;
        }
        dec_decide(&d, &m, md_image_tables(o.image), &options, o.arena);
        for (uint32_t i = 0; i < d.count; i++) {
            uint32_t line = line_of(&m, &d, &d.items[i]);
            if (line < MAX_LINE && d.items[i].arm_count == 2 && !d.items[i].is_switch) {
                lines[2 * line] = line_of_arm(&m, &d.items[i].arms[0], d.items[i].insn);
                lines[2 * line + 1] = line_of_arm(&m, &d.items[i].arms[1], d.items[i].insn);
            }
        }
    }
    close_golden(&o);
}

/* Of two arms, the first one leads to the code right after the line: not back, and not further
 * on. */
static bool first_goes_in(const uint32_t *lines, uint32_t line) {
    return lines[0] > line && (lines[0] < lines[1] || lines[1] <= line);
}

/* Debug and Release branch the other way round here and there; arms are united by their number. */
static void test_arms_in_one_order(void) {
    static uint32_t debug[MAX_LINES_OF_ARMS];
    static uint32_t release[MAX_LINES_OF_ARMS];
    static expected_lines marks;
    uint32_t compared = 0;
    opened o;
    open_golden(&o, &near_cs, "Debug");
    read_marks(&marks, o.source.bytes, 'D');
    close_golden(&o);
    list_arm_lines(&near_cs, "Debug", debug);
    list_arm_lines(&near_cs, "Release", release);
    for (uint32_t line = 0; line < MAX_LINE; line++) {
        const uint32_t *d = &debug[2 * line];
        const uint32_t *r = &release[2 * line];
        bool tell = strcmp(marks.arms[line], " 2") == 0 && d[0] != d[1] && r[0] != r[1] &&
                    d[0] * d[1] * r[0] * r[1] != 0;
        compared += tell ? 1 : 0;
        bool is_same = !tell || first_goes_in(d, line) == first_goes_in(r, line);
        if (!is_same) {
            printf("\nline %u: Debug %u, %u; Release %u, %u", line, d[0], d[1], r[0], r[1]);
        }
        CU_ASSERT(is_same);
    }
    CU_ASSERT(compared >= 20);
}

/* --- closures of F# ---------------------------------------------------------------------------- */

/* Does the line of the source hold the text? */
static bool line_holds(cc_span source, uint32_t line, const char *text) {
    const char *at = (const char *)source.data;
    const char *end = at + source.len;
    for (; line > 1 && at < end; at++) {
        line -= *at == '\n' ? 1 : 0;
    }
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    return memmem(at, (size_t)((stop == NULL ? end : stop) - at), text, strlen(text)) != NULL;
}

/* The closure that goes on after `match!` begins after it; the point around it is that of
 * match!. */
static void test_point_around_a_closure(void) {
    mod_module m;
    uint32_t found_count = 0;
    opened o;
    open_golden(&o, &idioms_fs, "Debug");
    CU_ASSERT_EQUAL_FATAL(mod_open(&m, "golden/idioms/Debug/IdiomsFSharp.dll", MD_LAYOUT_FLAT,
                                   "golden/idioms/Debug/IdiomsFSharp.pdb", false),
                          CC_OK);
    m.document_count = pdb_document_count(m.pdb);
    mod_find_extents(&m);
    for (uint32_t rid = 1; rid <= m.method_count; rid++) {
        pdb_point point;
        bool found = false;
        found = dec_closure_statement(&m, rid, o.arena, &point);
        if (found && line_holds(o.source.bytes, m.extents[rid].start_line, "Some other ->")) {
            found_count++;
            CU_ASSERT(line_holds(o.source.bytes, point.start_line, "match! source"));
        }
        CU_ASSERT(!found || point.start_line <= m.extents[rid].start_line);
    }
    CU_ASSERT_EQUAL(found_count, 1);
    mod_close(&m);
    close_golden(&o);
}

static const test_case cases[] = {
    {"idioms: decisions of the source, Debug", test_debug},
    {"idioms: decisions of the source, Release", test_release},
    {"idioms: methods that the runtime suspends", test_suspended},
    {"idioms: near misses are branches, Debug", test_near_debug},
    {"idioms: near misses are branches, Release", test_near_release},
    {"idioms: labels, conditions and near misses, Debug", test_labels_debug},
    {"idioms: labels, conditions and near misses, Release", test_labels_release},
    {"idioms: each one has a near miss", test_every_idiom_has_a_near_miss},
    {"idioms: Debug and Release have arms in one order", test_arms_in_one_order},
    {"idioms: the point around a closure of F#", test_point_around_a_closure},
};

TEST_MAIN("model idioms", cases)
