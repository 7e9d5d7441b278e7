/* Pages of sources that are there: the part of a line that did not run, sentences with links,
 * reasons, long lines, hostile bytes; and the two destinations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "reports/html/html_escape.h"
#include "reports/rep_level.h"
#include "test_main.h"

enum { LINES = 8, LONG = 5 * 1024 * 1024 };

typedef struct scene {
    char dir[64];
    cc_arena *arena;
    cov_arm arms[2];
    cov_branch branch;
    cov_line lines[LINES];
    cov_line *all[LINES];
    cov_spot spots[3];
    cov_method method;
    cov_class cls;
    cov_package package;
    cov_fact facts[2];
    mod_left_out_range range;
    mod_left_out left_out;
    cov_file file;
    cov_model model;
    rep_input in;
    cc_buf out;
} scene;

static const char source[] = "class C {\n"
                             "    int F(bool a, bool b) {\n"
                             "        if (a && b) { G(); }\n"
                             "        Run(\"\xF0\x9F\x98\x80\", () => Never()); // <b> & \"q\"\n"
                             "        return 1;\n"
                             "    }\n"
                             "    void Left() { }\n"
                             "    void Out() { }\n"
                             "}\n";

static void fill_lines(scene *s) {
    static const uint32_t numbers[] = {2, 3, 4, 5, 6};
    for (uint32_t i = 0; i < 5; i++) {
        s->lines[i] = (cov_line){.number = numbers[i],
                                 .hits = i == 3 ? 0 : 1,
                                 .point_count = 1,
                                 .points_hit = i == 3 ? 0 : 1};
        s->all[i] = &s->lines[i];
    }
    s->arms[0] = (cov_arm){.is_taken = true};
    s->arms[1] = (cov_arm){.line = 5};
    s->branch = (cov_branch){.span = {3, 9, 3, 20},
                             .test = DEC_TEST_VALUE,
                             .arm_count = 2,
                             .arms_taken = 1,
                             .arms = s->arms};
    s->lines[1].branches = &s->branch;
    s->lines[1].branch_count = 1;
    s->lines[1].arm_count = 2;
    s->lines[1].arms_taken = 1;
    s->lines[2].point_count = 2; /* the lambda did not run */
    s->spots[0] = (cov_spot){{4, 9, 4, 35}, 1};
    s->spots[1] = (cov_spot){{4, 25, 4, 32}, 0};
    s->spots[2] = (cov_spot){{5, 9, 5, 18}, 0};
}

static void open_scene(scene *s, cc_str text) {
    *s = (scene){.dir = "/tmp/clrcov-test-XXXXXX", .arena = cc_arena_new()};
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(s->dir));
    const char *path = cc_path_join(s->arena, s->dir, "C.cs");
    CU_ASSERT_EQUAL_FATAL(cc_file_write(path, cc_span_of(text.s, text.len), 0644), CC_OK);
    fill_lines(s);
    s->range = (mod_left_out_range){7, 7, CC_STR("coverage: off in line 7")};
    s->left_out = (mod_left_out){.ranges = &s->range, .count = 1};
    s->facts[0] = (cov_fact){.subject = COV_SUBJECT_MEMBER,
                             .path = CC_STR("C.cs"),
                             .first_line = 8,
                             .last_line = 8,
                             .reason = CTR_REASON_EXCLUDED_BY_ATTRIBUTE,
                             .detail = CC_STR("<Generated>")};
    s->file = (cov_file){
        .path = CC_STR("C.cs"), .lines = s->all, .line_count = 5, .left_out = &s->left_out};
    s->method = (cov_method){.name = CC_STR("F"),
                             .signature = CC_STR("()"),
                             .complexity = 2,
                             .is_entered = true,
                             .lines = s->all,
                             .line_count = 5,
                             .spots = s->spots,
                             .spot_count = 3};
    s->cls = (cov_class){CC_STR("C"), &s->file, &s->method, 1, s->all, 5};
    s->package = (cov_package){.name = CC_STR("C"), .classes = &s->cls, .class_count = 1};
    s->model = (cov_model){.root = cc_strz(s->dir),
                           .packages = &s->package,
                           .package_count = 1,
                           .files = &s->file,
                           .file_count = 1,
                           .facts = s->facts,
                           .fact_count = 1};
    s->in = (rep_input){.model = &s->model};
}

static void close_scene(scene *s) {
    cc_buf_free(&s->out);
    CU_ASSERT_EQUAL(cc_dir_remove(s->dir), CC_OK);
    cc_arena_free(s->arena);
}

static bool put_page(void *ctx, const char *name, cc_span bytes) {
    if (strncmp(name, "src/", 4) == 0) {
        cc_buf_span_put(ctx, bytes);
    }
    return true;
}

static bool put_nothing(void *ctx, const char *name, cc_span bytes) {
    (void)ctx;
    (void)name;
    (void)bytes;
    return false;
}

static bool put_text(void *ctx, const void *data, size_t len) {
    cc_buf_bytes(ctx, data, len);
    return true;
}

static bool put_no_text(void *ctx, const void *data, size_t len) {
    (void)ctx;
    (void)data;
    (void)len;
    return false;
}

static void make_page(scene *s) {
    cc_buf_clear(&s->out);
    CU_ASSERT_EQUAL(rep_html(&s->in, (rep_folder){put_page, &s->out}), CC_OK);
    cc_buf_u8(&s->out, 0);
}

static bool has(const scene *s, const char *text) {
    bool is_there = strstr((const char *)s->out.data, text) != NULL;
    if (!is_there) {
        printf("\n    not in the page: %s\n", text);
    }
    return is_there;
}

static void test_lines(void) {
    scene s;
    open_scene(&s, CC_STR(source));
    make_page(&s);
    CU_ASSERT(
        has(&s, "<tr id=\"L1\"><td><a href=\"#L1\">1</a></td><td></td><td>class C {</td></tr>"));
    CU_ASSERT(has(&s, "<tr id=\"L2\" class=\"c\">"));
    CU_ASSERT(has(
        &s, "<tr id=\"L3\" class=\"p\"><td><a href=\"#L3\">3</a></td><td><small>1/2</small></td>"));
    CU_ASSERT(has(&s, "<tr id=\"L5\" class=\"m\">"));
    CU_ASSERT(has(&s, "data-language=\"csharp\""));
    CU_ASSERT(has(&s, "<rect class=\"m\" y=\"4\" width=\"1\" height=\"1\"/>"));
    close_scene(&s);
}

/* Columns count UTF-16 units: the smiling face is two. */
static void test_part(void) {
    scene s;
    open_scene(&s, CC_STR(source));
    make_page(&s);
    CU_ASSERT(has(&s, "() =&gt; <mark>Never()</mark>); // &lt;b&gt; &amp; &quot;q&quot;</td>"));
    CU_ASSERT(has(&s, "<td>        return 1;</td>")); /* missed as a whole */
    s.file.is_changed = true;
    make_page(&s);
    CU_ASSERT(has(&s, "This file is not the one that was compiled"));
    CU_ASSERT(has(&s, "() =&gt; Never())"));
    close_scene(&s);
}

static void test_sentence(void) {
    scene s;
    open_scene(&s, CC_STR(source));
    make_page(&s);
    CU_ASSERT(has(&s, "<tr class=\"w\"><td></td><td></td><td>"));
    CU_ASSERT(has(&s, "<a href=\"#L5\">line 5</a>"));
    close_scene(&s);
}

/* The sentence does not repeat what stands right above it. */
static void test_short_sentence(void) {
    scene s;
    open_scene(&s, CC_STR(source));
    s.branch.test = DEC_TEST_UNKNOWN;
    make_page(&s);
    CU_ASSERT(has(&s, "<td>1 of 2 branches was never taken: <a href=\"#L5\">line 5</a></td>"));
    s.branch.test = DEC_TEST_VALUE;
    s.branch.span = (cov_span){3, 13, 3, 14};
    make_page(&s);
    CU_ASSERT(has(&s, "<td>the condition was never "));
    CU_ASSERT_PTR_NULL(strstr((const char *)s.out.data, " arms "));
    close_scene(&s);
}

/* Each with its line, its figures, in the order of the lines. */
static void test_methods(void) {
    scene s;
    open_scene(&s, CC_STR(source));
    cov_method methods[] = {s.method, s.method};
    methods[0].name = CC_STR("Late");
    methods[0].lines = s.all + 3;
    methods[0].line_count = 1;
    methods[0].is_entered = false;
    s.cls.methods = methods;
    s.cls.method_count = 2;
    make_page(&s);
    CU_ASSERT(has(&s, "<summary>2 methods</summary>"));
    CU_ASSERT(has(&s, "<tbody>\n<tr><th scope=\"row\"><a href=\"#L2\">F<i>()</i> <span>C</span>"
                      "</a></th><td class=\"fair\">80.0%</td><td class=\"full\">4/5</td>"
                      "<td class=\"poor\">50.0%</td><td class=\"full\">1/2</td>"
                      "<td class=\"full\">yes</td><td class=\"full\">2</td><td>2.1</td></tr>\n"
                      "<tr><th scope=\"row\"><a href=\"#L5\">Late<i>()</i> <span>C</span></a>"));
    close_scene(&s);
}

static void test_reasons(void) {
    scene s;
    open_scene(&s, CC_STR(source));
    make_page(&s);
    CU_ASSERT(
        has(&s, "<td>Left out: coverage: off in line 7</td></tr>\n<tr id=\"L7\" class=\"x\">"));
    CU_ASSERT(has(&s, "<td>Left out: excluded by attribute: &lt;Generated&gt;</td></tr>\n"
                      "<tr id=\"L8\" class=\"x\">"));
    close_scene(&s);
}

static void test_no_source(void) {
    scene s;
    open_scene(&s, CC_STR(source));
    s.file.path = CC_STR("Gone.cs");
    s.cls.file = &s.file;
    make_page(&s);
    CU_ASSERT(has(&s, "The text of this file was not there"));
    CU_ASSERT(
        has(&s, "<tr id=\"L5\" class=\"m\"><td><a href=\"#L5\">5</a></td><td></td><td></td></tr>"));
    CU_ASSERT_PTR_NULL(strstr((const char *)s.out.data, "id=\"L1\""));
    close_scene(&s);
}

/* The checksum is that of another text; without one the PDB is believed. */
static void test_embedded_source(void) {
    static const uint8_t stored[] = "\0\0\0\0"
                                    "class Kept { }\n\n\n\n        return 5;\n";
    static const uint8_t wrong[32] = {1};
    scene s;
    open_scene(&s, CC_STR(source));
    s.file.embedded = cc_span_of(stored, sizeof stored - 1);
    make_page(&s);
    CU_ASSERT(has(&s, "<td>class C {</td>"));
    s.file.is_changed = true;
    make_page(&s);
    CU_ASSERT(has(&s, "<td>class Kept { }</td>"));
    CU_ASSERT(has(&s, "The file was changed since: this is the text that was compiled"));
    CU_ASSERT_PTR_NULL(strstr((const char *)s.out.data, "is not the one"));
    s.file.checksum = cc_span_of(wrong, sizeof wrong);
    make_page(&s);
    CU_ASSERT(has(&s, "<td>class C {</td>"));
    CU_ASSERT(has(&s, "This file is not the one that was compiled"));
    s.file = (cov_file){
        .path = CC_STR("Gone.cs"), .lines = s.all, .line_count = 5, .embedded = s.file.embedded};
    make_page(&s);
    CU_ASSERT(has(&s, "The file is not there: this is the text that was compiled"));
    CU_ASSERT(has(&s, "<tr id=\"L5\" class=\"m\">"));
    CU_ASSERT(has(&s, "<td>        return 5;</td>"));
    close_scene(&s);
}

static bool put_front(void *ctx, const char *name, cc_span bytes) {
    if (strcmp(name, REP_HTML_FRONT) == 0) {
        cc_buf_span_put(ctx, bytes);
    }
    return true;
}

static void make_index(scene *s) {
    cc_buf_clear(&s->out);
    CU_ASSERT_EQUAL(rep_html(&s->in, (rep_folder){put_front, &s->out}), CC_OK);
    cc_buf_u8(&s->out, 0);
}

/* The chart goes from 35 to 70 percent: that of lines is 40, 66.66, 50, that of branches 36.66, 50,
 * 70. */
static void test_trend(void) {
    cov_history_row rows[] = {
        {CC_STR("0123456789abcdef"), 86400, {10, 4, 30, 11, 0, 2, 1}},
        {CC_STR("<b>"), 0, {12, 8, 30, 15, 0, 2, 2}},
        {CC_STR("fedcba9876543210"), 172800, {12, 6, 30, 21, 0, 2, 2}},
    };
    cov_history history = {rows, 3};
    scene s;
    open_scene(&s, CC_STR(source));
    s.in.history = &history;
    make_index(&s);
    CU_ASSERT(has(&s, "<span>70%</span><span>35%</span>"));
    CU_ASSERT(has(&s, "aria-label=\"Lines from 40.0% to 50.0%, branches from 36.6% to 70.0% "
                      "over 3 commits\""));
    CU_ASSERT(has(&s, "<path class=\"lines\" d=\"M0.0 85.7L500.0 9.5L1000.0 57.1\"/>"));
    CU_ASSERT(has(&s, "<path class=\"branches\" d=\"M0.0 95.2L500.0 57.1L1000.0 0.0\"/>"));
    CU_ASSERT(has(&s, "<title>&lt;b&gt;: 66.6% of lines</title>"));
    CU_ASSERT(has(&s, "<tr><th scope=\"row\"><code>fedcba987</code></th><td>1970-01-03</td>"
                      "<td class=\"main\">50.0% <span class=\"counts\">6/12</span></td>"
                      "<td>-16.6</td>"));
    CU_ASSERT(has(&s, "<code>&lt;b&gt;</code></th><td></td><td class=\"main\">66.6% "));
    CU_ASSERT(has(&s, "<td>1970-01-02</td><td class=\"main\">40.0% "
                      "<span class=\"counts\">4/10</span></td><td></td>"));
    history.count = 1;
    make_index(&s);
    CU_ASSERT(has(&s, "<code>012345678</code>"));
    CU_ASSERT_PTR_NULL(strstr((const char *)s.out.data, "<figure>"));
    history.count = 0;
    make_index(&s);
    CU_ASSERT_PTR_NULL(strstr((const char *)s.out.data, "Trend"));
    close_scene(&s);
}

/* A chart has a height, also when no figure changes. */
static void test_flat_trend(void) {
    static const struct {
        uint64_t covered;
        const char *edges;
    } rows[] = {{0, "<span>5%</span><span>0%</span>"},
                {5, "<span>55%</span><span>50%</span>"},
                {10, "<span>100%</span><span>95%</span>"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cov_history_row commits[2] = {{.commit = CC_STR("a")}, {.commit = CC_STR("b")}};
        cov_history history = {commits, 2};
        scene s;
        for (int k = 0; k < 2; k++) {
            commits[k].totals.lines_valid = 10;
            commits[k].totals.lines_covered = rows[i].covered;
        }
        open_scene(&s, CC_STR(source));
        s.in.history = &history;
        make_index(&s);
        CU_ASSERT(has(&s, rows[i].edges));
        CU_ASSERT_PTR_NULL(strstr((const char *)s.out.data, "class=\"branches\""));
        close_scene(&s);
    }
}

/* --- where figures come from, and what they say ------------------------------------------------- */

static void test_origin(void) {
    rep_origin origin = {.project = CC_STR("<Shop>"),
                         .program = CC_STR("dotnet test"),
                         .commit = CC_STR("0123456789abcdef0123456789abcdef01234567"),
                         .branch = CC_STR("a&b")};
    scene s;
    open_scene(&s, CC_STR(source));
    s.model.timestamp = 86400 + 3661;
    s.model.process_count = 10;
    s.model.totals = (cov_totals){.lines_valid = 31, .lines_covered = 27};
    s.in.origin = &origin;
    make_index(&s);
    CU_ASSERT(has(&s, "<title>87.0% - &lt;Shop&gt; - coverage</title>"));
    CU_ASSERT(has(&s, "<h1>Coverage of &lt;Shop&gt;</h1>\n<ul class=\"origin\">\n"
                      "<li><time datetime=\"1970-01-02T01:01Z\">1970-01-02 01:01 UTC</time></li>\n"
                      "<li>Commit <code>012345678</code></li>\n"
                      "<li>Branch <code>a&amp;b</code></li>\n"
                      "<li>Measured <code>dotnet test</code></li>\n</ul>\n</header>"));
    CU_ASSERT_PTR_NULL(strstr((const char *)s.out.data, "process"));
    origin = (rep_origin){.host = REP_HOST_NONE};
    s.model.timestamp = 0;
    make_index(&s);
    CU_ASSERT_PTR_NULL(strstr((const char *)s.out.data, "class=\"origin\""));
    make_page(&s);
    CU_ASSERT(has(&s, "<title>80.0% - C.cs - "));
    close_scene(&s);
}

/* Links to the commit, the file, and to the first line of what was missed. */
static void test_host(void) {
    static const struct {
        rep_host host;
        const char *repository, *commit, *file, *line;
    } rows[] = {
        {REP_HOST_GITHUB, "https://github.com/o/r", "https://github.com/o/r/commit/c0",
         "<a class=\"host\" rel=\"noreferrer\" "
         "href=\"https://github.com/o/r/blob/c0/a%20b/C%23.cs\">At GitHub</a>",
         "href=\"https://github.com/o/r/blob/c0/a%20b/C%23.cs#L3\" aria-label=\"Line 3 at "
         "GitHub\"></a>"},
        {REP_HOST_GITLAB, "https://gitlab.x/o/r", "https://gitlab.x/o/r/-/commit/c0",
         "href=\"https://gitlab.x/o/r/-/blob/c0/a%20b/C%23.cs\">At GitLab</a>",
         "href=\"https://gitlab.x/o/r/-/blob/c0/a%20b/C%23.cs#L3\" aria-label=\"Line 3 at "
         "GitLab\"></a>"},
        {REP_HOST_AZURE, "https://dev.azure.com/o/p/_git/r",
         "https://dev.azure.com/o/p/_git/r/commit/c0",
         "href=\"https://dev.azure.com/o/p/_git/r?path=/a%20b/C%23.cs&amp;version=GCc0\">At Azure "
         "DevOps</a>",
         "?path=/a%20b/C%23.cs&amp;version=GCc0&amp;line=3&amp;lineEnd=3&amp;lineStartColumn=1"
         "&amp;lineEndColumn=1\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const rep_origin origin = {.commit = CC_STR("c0"),
                                   .host = rows[i].host,
                                   .repository = cc_strz(rows[i].repository),
                                   .folder = CC_STR("a b")};
        scene s;
        open_scene(&s, CC_STR(source));
        s.file.path = CC_STR("C#.cs");
        s.in.origin = &origin;
        make_index(&s);
        CU_ASSERT(has(&s, rows[i].commit));
        make_page(&s);
        CU_ASSERT(has(&s, rows[i].file));
        CU_ASSERT(has(&s, rows[i].line));
        CU_ASSERT_PTR_NULL(strstr((const char *)s.out.data, "Line 4 at")); /* in part, as line 3 */
        CU_ASSERT_PTR_NOT_NULL(strstr((const char *)s.out.data, "Line 5 at"));
        s.file.is_changed = true;
        make_page(&s);
        CU_ASSERT_PTR_NULL(strstr((const char *)s.out.data, "class=\"host\""));
        close_scene(&s);
    }
}

/* By the gates where there are some; a figure that just misses one is not shown as if it met it. */
static void test_levels(void) {
    rep_levels levels = rep_default_levels;
    scene s;
    open_scene(&s, CC_STR(source));
    s.model.totals = (cov_totals){.lines_valid = 10000,
                                  .lines_covered = 8049,
                                  .branches_valid = 100,
                                  .branches_covered = 70,
                                  .methods_valid = 10000,
                                  .methods_covered = 1};
    make_index(&s);
    CU_ASSERT(has(&s, "<strong class=\"fair\">80.4%</strong> <span>8049 of 10000</span>"
                      "<svg class=\"bar\" viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" "
                      "aria-hidden=\"true\"><rect class=\"ran\" width=\"80.49\" height=\"1\"/>"
                      "<rect class=\"not\" x=\"80.49\" width=\"19.51\" height=\"1\"/></svg>"));
    CU_ASSERT(has(&s, "<strong class=\"poor\">70.0%"));
    CU_ASSERT(has(&s, "<strong class=\"poor\">&lt;0.1%"));
    CU_ASSERT(has(&s,
                  "<li>Figures, no gate: <span class=\"good\">90% or more</span> "
                  "<span class=\"fair\">75% or more</span> <span class=\"poor\">less</span></li>"));
    CU_ASSERT(has(&s, "\"levels\":[[900000,750000],[900000,750000],[900000,750000]]"));
    levels.all[REP_LINES] = rep_bounds_of(805000);
    levels.all[REP_BRANCHES] = rep_bounds_of(700000);
    s.in.levels = &levels;
    make_index(&s);
    CU_ASSERT(has(&s, "<strong class=\"fair\">80.4%"));
    CU_ASSERT(has(&s, "<strong class=\"good\">70.0%"));
    CU_ASSERT(has(&s, "<li>Lines: <span class=\"good\">80.5% or more, as the gate asks</span> "
                      "<span class=\"fair\">70.5% or more</span>"));
    CU_ASSERT(has(&s, "<li>Methods, no gate: <span class=\"good\">90% or more</span>"));
    CU_ASSERT(has(&s, "<li>Lines of a file: <span class=\"good\">90% or more</span>"));
    CU_ASSERT_PTR_NULL(strstr((const char *)s.out.data, "Methods of a file"));
    s.model.totals.lines_covered = 8050;
    make_index(&s);
    CU_ASSERT(has(&s, "<strong class=\"good\">80.5%"));
    close_scene(&s);
}

/* Folded, the assemblies of the project first. */
static void test_left_out(void) {
    cov_omitted omitted[] = {
        {CC_STR("System.Linq"), CTR_REASON_FRAMEWORK, CC_STR("")},
        {CC_STR("Aaa.Package"), CTR_REASON_NO_PDB, CC_STR("")},
        {CC_STR("Shop.Tests"), CTR_REASON_TEST_ASSEMBLY, CC_STR("xunit")},
    };
    scene s;
    open_scene(&s, CC_STR(source));
    s.model.omitted = omitted;
    s.model.omitted_count = 3;
    s.model.generated_methods = 2;
    make_index(&s);
    CU_ASSERT(has(&s,
                  "<details>\n<summary>1 own assembly, 1 assembly of others, 1 of the framework, "
                  "2 methods of generated code</summary>"));
    const char *text = (const char *)s.out.data;
    const char *own = strstr(text, "Shop.Tests</th>");
    const char *other = strstr(text, "Aaa.Package</th>");
    CU_ASSERT(own != NULL && other != NULL && own < other);
    CU_ASSERT_PTR_NULL(strstr(text, "System.Linq</th>"));
    close_scene(&s);
}

/* The plain table: what did not run has a column. */
static void test_plain_table(void) {
    scene s;
    open_scene(&s, CC_STR(source));
    make_index(&s);
    CU_ASSERT(has(&s, "<th scope=\"col\" colspan=\"2\">Lines</th><th scope=\"col\">Missed</th>"));
    CU_ASSERT(has(&s, "C.cs</a></th><td class=\"fair\">80.0%</td><td>4/5</td><td>1</td>"
                      "<td class=\"poor\">50.0%</td><td>1/2</td>"));
    close_scene(&s);
}

static void test_other_encodings(void) {
    static const char text[] = "\xFF\xFE"
                               "a\0<\0\n\0\xE9\0";
    scene s;
    open_scene(&s, (cc_str){text, sizeof text - 1});
    make_page(&s);
    CU_ASSERT(has(&s, "<td>a&lt;</td>"));
    CU_ASSERT(has(&s, "<td>\xC3\xA9</td>"));
    close_scene(&s);
}

static void test_long_line(void) {
    scene s;
    char *text = malloc(LONG);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    memset(text, 'x', LONG);
    open_scene(&s, (cc_str){text, LONG});
    make_page(&s);
    CU_ASSERT(has(&s, "x<i class=\"cut\">and 5232880 more bytes</i></td>"));
    CU_ASSERT(s.out.len < 20000);
    free(text);
    close_scene(&s);
}

/* Hostile text, and what shows. */
static void test_escape(void) {
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"</td><script>alert('x')</script>",
         "&lt;/td&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"},
        {"a\x1B[31m\x01\x7F\tb", "a\xE2\x90\x9B[31m\xE2\x90\x81\xE2\x90\xA1\tb"},
        {"\xE2\x80\xAEtxt.exe", "[U+202E]txt.exe"},
        {"\xE2\x81\xA6 \xD8\x9C", "[U+2066] [U+061C]"},
        {"\xFF\xC0\x80\xED\xA0\x80",
         "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"\xC2\x85\xEF\xBF\xBF", "[U+0085]\xEF\xBF\xBD"},
        {"\xF3\xA0\x81\x81", "[U+E0041]"},
        {"\xC3\xA4 \xF0\x9F\x98\x80", "\xC3\xA4 \xF0\x9F\x98\x80"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cc_buf out = {0};
        html_text(&out, cc_strz(rows[i].text));
        CU_ASSERT(cc_str_eqz(cc_buf_str(&out), rows[i].shown));
        cc_buf_free(&out);
    }
    cc_buf json = {0};
    html_json(&json, CC_STR("</script><!-- \"\\\n"));
    CU_ASSERT(cc_str_eqz(cc_buf_str(&json), "\"\\u003c/script>\\u003c!-- \\\"\\\\\xE2\x90\x8A\""));
    cc_buf_free(&json);
}

static void test_one_file(void) {
    scene s;
    cc_buf again = {0};
    open_scene(&s, CC_STR(source));
    CU_ASSERT_EQUAL(rep_html_file(&s.in, (rep_sink){put_text, &s.out}), CC_OK);
    CU_ASSERT_EQUAL(rep_html_file(&s.in, (rep_sink){put_text, &again}), CC_OK);
    CU_ASSERT(cc_span_eq(cc_buf_span(&s.out), cc_buf_span(&again)));
    cc_buf_u8(&s.out, 0);
    CU_ASSERT(has(&s, "<article id=\"f1\" class=\"page\">"));
    CU_ASSERT(has(&s, "<tr id=\"f1L5\" class=\"m\"><td><a href=\"#f1L5\">5</a>"));
    CU_ASSERT(has(&s, "<a href=\"#f1L5\">line 5</a>"));
    CU_ASSERT_PTR_NULL(strstr((const char *)s.out.data, "href=\"style.css"));
    cc_buf_free(&again);
    close_scene(&s);
}

static void test_full(void) {
    scene s;
    open_scene(&s, CC_STR(source));
    CU_ASSERT_EQUAL(rep_html(&s.in, (rep_folder){put_nothing, NULL}), CC_E_IO);
    CU_ASSERT_EQUAL(rep_html_file(&s.in, (rep_sink){put_no_text, NULL}), CC_E_IO);
    close_scene(&s);
    const cov_model empty = {.root = CC_STR("/")};
    const rep_input in = {.model = &empty};
    cc_buf out = {0};
    CU_ASSERT_EQUAL(rep_html(&in, (rep_folder){put_page, &out}), CC_OK);
    CU_ASSERT_EQUAL(rep_html_file(&in, (rep_sink){put_text, &out}), CC_OK);
    cc_buf_free(&out);
}

/* --- live pages ------------------------------------------------------------------------------- */

static bool put_all(void *ctx, const char *name, cc_span bytes) {
    if (strcmp(name, "style.css") != 0 && strcmp(name, "app.js") != 0) {
        cc_buf_printf(ctx, "[%s]", name);
        cc_buf_span_put(ctx, bytes);
    }
    return true;
}

static void make_live(scene *s, const cov_model *before) {
    const cmp_result compared = cmp_reports(before, &s->model, s->arena);
    s->in.compared = &compared;
    s->in.live = 0x2A;
    s->in.since = "since <noon>";
    cc_buf_clear(&s->out);
    CU_ASSERT_EQUAL(rep_html(&s->in, (rep_folder){put_all, &s->out}), CC_OK);
    cc_buf_u8(&s->out, 0);
}

static void test_live(void) {
    scene s;
    open_scene(&s, CC_STR(source));
    make_live(&s, cmp_nothing_ran(&s.model, s.arena));
    CU_ASSERT(has(&s, "<html lang=\"en\" data-live=\"000000000000002a\">"));
    CU_ASSERT(has(&s, "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>"));
    CU_ASSERT(has(&s, "[live.js]clrcovLive('000000000000002a');"));
    CU_ASSERT(has(&s, "<h2 id=\"new\">New since &lt;noon&gt;</h2>"));
    CU_ASSERT(has(&s, "C.cs</a></th><td>4</td><td><a href=\"src/C.cs-"));
    CU_ASSERT(has(&s, "#L2\">2\xE2\x80\x93"
                      "4</a>, <a"));
    CU_ASSERT(has(&s, "<tr id=\"L2\" class=\"c f\">"));
    CU_ASSERT(has(&s, "<tr id=\"L5\" class=\"m\">"));
    make_live(&s, &s.model);
    CU_ASSERT(has(&s, "<p>Nothing ran that had not run before.</p>"));
    CU_ASSERT(has(&s, "<tr id=\"L2\" class=\"c\">"));
    const cov_model empty = {.root = s.model.root};
    make_live(&s, &empty); /* a file that was loaded since */
    CU_ASSERT(has(&s, "<tr id=\"L2\" class=\"c f\">"));
    close_scene(&s);
}

static const test_case cases[] = {
    {"lines have their states", test_lines},
    {"the part of a line that did not run is marked", test_part},
    {"sentences lead to their lines", test_sentence},
    {"sentences do not repeat the line", test_short_sentence},
    {"the methods of a file", test_methods},
    {"what is left out says why", test_reasons},
    {"where the figures come from", test_origin},
    {"links to the server of the repository", test_host},
    {"colours by the gates, and what they say", test_levels},
    {"assemblies that are left out", test_left_out},
    {"the table without scripts", test_plain_table},
    {"a source that is gone", test_no_source},
    {"a source that the compiler embedded", test_embedded_source},
    {"the trend, as a chart and as a table", test_trend},
    {"a trend without a change", test_flat_trend},
    {"a source in UTF-16", test_other_encodings},
    {"a line of 5 MB", test_long_line},
    {"hostile text shows as text", test_escape},
    {"one file, the same twice", test_one_file},
    {"live pages show what is new", test_live},
    {"destinations that take nothing, and models without content", test_full},
};

TEST_MAIN("html", cases)
