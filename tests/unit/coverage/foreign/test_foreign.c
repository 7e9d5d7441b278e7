/* Reports of other tools: what is read of each, our own formats back to the model, and what is no
 * report. */
#include "coverage/foreign/foreign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_buf.h"
#include "base/cc_file.h"
#include "test_main.h"

static cc_arena *arena;

static cc_err parse(cov_raw **out, cc_str text) {
    static const foreign_request request = {.root = "/nowhere"};
    return foreign_parse(out, cc_span_of(text.s, text.len), "r", &request, arena);
}

static cov_model *model_of(cov_raw *raw) {
    sel_list filter;
    cov_model *model = NULL;
    cov_raw *const data[] = {raw};
    sel_init(&filter, arena, NULL);
    const cov_request request = {
        .root = "/nowhere", .selection = {.filter = &filter}, .data = data, .data_count = 1};
    CU_ASSERT_EQUAL_FATAL(cov_model_build(&model, &request, arena), CC_OK);
    return model;
}

/* Our own files of the golden model: its totals. What each format lacks is in docs/formats.md. */
static void test_own_formats(void) {
    static const struct {
        const char *name;
        uint64_t lines, covered, arms, taken;
        uint32_t packages;
        bool is_lower_bound;
    } rows[] = {
        {"cobertura.xml", 6, 3, 7, 3, 2, true},
        {"lcov.info", 6, 3, 7, 3, 1, false},
        {"coverlet.json", 6, 3, 7, 3, 2, false},
        {"opencover.xml", 3, 2, 5, 3, 2, false}, /* of the lines only those with points */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cc_mapped_file file;
        cov_raw *raw = NULL;
        const char *path = cc_arena_printf(arena, "golden/formats/%s", rows[i].name);
        CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, path, false), CC_OK);
        cc_err err = parse(&raw, (cc_str){(const char *)file.bytes.data, file.bytes.len});
        cc_file_unmap(&file);
        if (err != CC_OK) {
            printf("\n    %s\n", cc_error_message());
        }
        CU_ASSERT_EQUAL_FATAL(err, CC_OK);
        const cov_model *model = model_of(raw);
        CU_ASSERT_EQUAL(model->totals.lines_valid, rows[i].lines);
        CU_ASSERT_EQUAL(model->totals.lines_covered, rows[i].covered);
        CU_ASSERT_EQUAL(model->totals.branches_valid, rows[i].arms);
        CU_ASSERT_EQUAL(model->totals.branches_covered, rows[i].taken);
        CU_ASSERT_EQUAL(model->package_count, rows[i].packages);
        CU_ASSERT_EQUAL(model->is_lower_bound, rows[i].is_lower_bound);
    }
}

#define COBERTURA(lines)                                                                           \
    "<?xml version=\"1.0\"?><!DOCTYPE coverage SYSTEM "                                            \
    "\"x.dtd\"><coverage><sources><source>/s</source></sources>"                                   \
    "<packages><package name=\"P\"><classes><class name=\"C\" filename=\"a.cs\"><methods><method " \
    "name=\"M\" "                                                                                  \
    "signature=\"()\"><lines>" lines "</lines></method></methods><lines>" lines                    \
    "<line number=\"9\" hits=\"1\"/></lines></class></classes></package></packages></coverage>"

static void test_conditions(void) {
    static const struct {
        const char *text;
        uint32_t branches, arms, taken;
    } rows[] = {
        {COBERTURA(
             "<line number=\"1\" hits=\"1\" branch=\"True\" condition-coverage=\"66.67% (2/3)\"/>"),
         1, 3, 2},
        {COBERTURA("<line number=\"1\" hits=\"1\" branch=\"true\" condition-coverage=\"50% "
                   "(2/4)\"><conditions>"
                   "<condition number=\"0\" type=\"jump\" coverage=\"100%\"/><condition "
                   "number=\"1\" type=\"jump\" "
                   "coverage=\"0%\"/></conditions></line>"),
         2, 4, 2},
        {COBERTURA("<line number=\"1\" hits=\"1\" branch=\"true\" condition-coverage=\"60% "
                   "(3/5)\"><conditions>"
                   "<condition number=\"0\" type=\"jump\" coverage=\"50%\"/><condition "
                   "number=\"1\" type=\"switch\" "
                   "coverage=\"66%\"/></conditions></line>"),
         2, 5, 3},
        {COBERTURA("<line number=\"1\" hits=\"0\" branch=\"false\"/>"), 0, 0, 0},
        {COBERTURA("<line number=\"1\" hits=\"1\" branch=\"true\" condition-coverage=\"odd\"/>"), 0,
         0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cov_raw *raw = NULL;
        CU_ASSERT_EQUAL_FATAL(parse(&raw, cc_strz(rows[i].text)), CC_OK);
        const cov_model *model = model_of(raw);
        CU_ASSERT_EQUAL_FATAL(model->file_count, 1);
        const cov_line *line = cov_file_line(&model->files[0], 1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(line);
        CU_ASSERT_EQUAL(line->branch_count, rows[i].branches);
        CU_ASSERT_EQUAL(line->arm_count, rows[i].arms);
        CU_ASSERT_EQUAL(line->arms_taken, rows[i].taken);
        CU_ASSERT_PTR_NOT_NULL(cov_file_line(&model->files[0], 9));
    }
}

static void test_errors(void) {
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"", "neither a data file of clrcov nor a report"},
        {"hello", "neither a data file of clrcov nor a report"},
        {"<html/>", "<html> is not the root of a report of Cobertura or OpenCover"},
        {"<coverage><packages>", "r: line 1: "},
        {"<coverage><line number=\"1\"/></coverage>", "<line> outside a class"},
        {COBERTURA("<line number=\"x\" hits=\"1\"/>"), "<line> needs a line number"},
        {COBERTURA("<line number=\"1\" hits=\"1.5\"/>"), "hits=\"1.5\" is not a count"},
        {"<!DOCTYPE coverage [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><coverage "
         "version=\"&b;\"/>",
         "r: line 1"},
        {"<CoverageSession><Modules><Module><Files><File "
         "fullPath=\"x\"/></Files></Module></Modules></CoverageSession>",
         "<File> needs a uid"},
        {"<CoverageSession><Modules><Module><SequencePoints/></Module></Modules></CoverageSession>",
         "<SequencePoints> outside a method"},
        {"{\"A.dll\": 1}", "a module has no files"},
        {"{\"A.dll\": {\"a.cs\": {\"C\": {\"M\": {}}}}}", "a method has no Lines"},
        {"{\"A.dll\": {\"a.cs\": {\"C\": {\"M\": {\"Lines\": {\"x\": 1}}}}}}",
         "a line needs a number and a count"},
        {"{\"A.dll\":", "r: line 1: "},
        {"SF:a\nDA:x,1\nend_of_record\n", "line 2: DA needs a line and a count"},
        {"SF:a\nBRDA:1,0\nend_of_record\n", "line 2: BRDA needs"},
        {"SF:a\nDA:1,1\n", "the file ends within a record"},
        {"SF:a\nnothing\n", "line 2: not a record of lcov"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cov_raw *raw = NULL;
        cc_err err = parse(&raw, cc_strz(rows[i].text));
        CU_ASSERT_EQUAL(err, CC_E_FORMAT);
        CU_ASSERT_PTR_NULL(raw);
        bool is_told = strstr(cc_error_message(), rows[i].message) != NULL;
        if (!is_told) {
            printf("\n    %s\n", cc_error_message());
        }
        CU_ASSERT_TRUE(is_told);
    }
}

/* lcov 2 writes names of branches, exceptions and functions with their end. */
static void test_lcov_of_others(void) {
    cov_raw *raw = NULL;
    static const char text[] =
        "TN:t\nSF:src/x.c\nVER:1\nFN:2,9,main\nFNDA:1,main\nBRDA:3,0,(a == 1),1\n"
        "BRDA:3,0,!(a == 1),-\nDA:1,1\nDA:3,7,checksum\nLF:2\nend_of_record\n";
    CU_ASSERT_EQUAL_FATAL(parse(&raw, cc_strz(text)), CC_OK);
    const cov_model *model = model_of(raw);
    CU_ASSERT_EQUAL(model->totals.lines_valid, 2);
    CU_ASSERT_EQUAL(model->totals.branches_valid, 2);
    CU_ASSERT_EQUAL(model->totals.branches_covered, 1);
    CU_ASSERT_EQUAL(model->packages[0].classes[0].method_count, 2);
    CU_ASSERT_EQUAL(raw->runs[0].hits, CTR_HITS_EXACT);
}

/* The hits of a line are those of the line, in whatever methods, classes and assemblies it is
 * listed. */
static void test_copies(void) {
    static const char *const texts[] = {
        "<coverage><packages>"
        "<package name=\"P\"><classes><class name=\"C\" filename=\"a.cs\"><methods>"
        "<method name=\"get\" signature=\"()\"><lines><line number=\"1\" "
        "hits=\"3\"/></lines></method>"
        "<method name=\"set\" signature=\"(A&amp;)\"><lines><line number=\"1\" "
        "hits=\"4\"/></lines></method>"
        "</methods><lines/></class></classes></package>"
        "<package name=\"Q\"><classes><class name=\"C\" filename=\"a.cs\"><methods/><lines>"
        "<line number=\"1\" hits=\"4\"/></lines></class></classes></package></packages></coverage>",
        "{\"P.dll\":{\"a.cs\":{\"C\":{"
        "\"V C::get()\":{\"Lines\":{\"1\":3},\"Branches\":[]},"
        "\"V C::set(A&)\":{\"Lines\":{\"1\":4},\"Branches\":[]}}}},"
        "\"Q.dll\":{\"a.cs\":{\"C\":{\"V C::get()\":{\"Lines\":{\"1\":4},\"Branches\":[]}}}}}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cov_raw *raw = NULL;
        CU_ASSERT_EQUAL_FATAL(parse(&raw, cc_strz(texts[i])), CC_OK);
        const cov_model *model = model_of(raw);
        CU_ASSERT_EQUAL_FATAL(model->file_count, 1);
        CU_ASSERT_EQUAL(cov_file_line(&model->files[0], 1)->hits, 4);
        const cov_class *cls = &model->packages[0].classes[0];
        CU_ASSERT_EQUAL_FATAL(cls->method_count, 2);
        CU_ASSERT(cc_str_eqz(cls->methods[1].signature, "(A&)"));
    }
}

/* Comments, blanks after a byte order mark, arms of exceptions, more arms than a switch has in
 * practice. */
static void test_lcov_in_full(void) {
    static const char *const heads[] = {"", "# made by hand\n#\n\n", "\xEF\xBB\xBF \n",
                                        " \n# x\r\n"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        cov_raw *raw = NULL;
        cc_buf text = {0};
        cc_buf_puts(&text, heads[i]);
        cc_buf_puts(&text, "TN:\nSF:a.c\nDA:3,1\nBRDA:3,0,0,1\nBRDA:3,e0,1,0\n");
        for (int k = 0; k < 300; k++) {
            cc_buf_puts(&text, cc_arena_printf(arena, "BRDA:3,1,%d,1\n", k));
        }
        cc_buf_puts(&text, "end_of_record\n");
        CU_ASSERT_EQUAL_FATAL(parse(&raw, cc_buf_str(&text)), CC_OK);
        const cov_model *model = model_of(raw);
        CU_ASSERT_EQUAL(model->totals.branches_valid, 302);
        CU_ASSERT_EQUAL(model->totals.branches_covered, 301);
        cc_buf_free(&text);
    }
}

/* The largest count that clrcov writes, and one that only others write. */
static void test_large_counts(void) {
    static const char *const texts[] = {
        "TN:\nSF:a.cs\nDA:1,18446744073709551615\nBRDA:1,0,0,18446744073709551615\n"
        "BRDA:1,0,1,0\nend_of_record\n",
        "SF:a.cs\nDA:1,99999999999999999999999\nend_of_record\n",
        COBERTURA("<line number=\"1\" hits=\"18446744073709551615\"/>"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cov_raw *raw = NULL;
        CU_ASSERT_EQUAL_FATAL(parse(&raw, cc_strz(texts[i])), CC_OK);
        const cov_model *model = model_of(raw);
        CU_ASSERT_EQUAL(cov_file_line(&model->files[0], 1)->hits, UINT64_MAX);
    }
}

#define OPENCOVER(points, branches)                                                                \
    "<CoverageSession><Modules><Module skippedDueTo=\"Filter\"><ModuleName>Skipped</ModuleName>"   \
    "<Classes/></Module><Module><ModuleName>A</ModuleName><Files>"                                 \
    "<File uid=\"1\" fullPath=\"/x/a.cs\"/><File uid=\"2\" fullPath=\"/x/b.cs\"/></Files>"         \
    "<Classes><Class><FullName>C</FullName><Methods><Method><Name>System.Void C::M(A::B)</Name>"   \
    "<FileRef uid=\"1\"/><SequencePoints>" points "</SequencePoints><BranchPoints>" branches       \
    "</BranchPoints></Method></Methods></Class></Classes></Module></Modules></CoverageSession>"

static const cov_file *file_at(const cov_model *model, const char *path) {
    for (uint32_t i = 0; i < model->file_count; i++) {
        if (cc_str_eqz(model->files[i].path, path)) {
            return &model->files[i];
        }
    }
    return NULL;
}

/* The constructor of a partial class initialises fields of several files. */
static void test_opencover_files(void) {
    cov_raw *raw = NULL;
    static const char text[] =
        OPENCOVER("<SequencePoint vc=\"1\" sl=\"3\" sc=\"1\" el=\"3\" ec=\"9\" fileid=\"1\"/>"
                  "<SequencePoint vc=\"0\" sl=\"7\" sc=\"1\" el=\"7\" ec=\"9\" fileid=\"2\"/>"
                  "<SequencePoint vc=\"1\" sl=\"5\" sc=\"1\" el=\"5\" ec=\"9\" fileid=\"9\"/>"
                  "<SequencePoint vc=\"1\" sl=\"6\" sc=\"1\" el=\"6\" ec=\"9\"/>",
                  "<BranchPoint vc=\"1\" offset=\"1\" sl=\"7\" fileid=\"2\"/>"
                  "<BranchPoint vc=\"0\" offset=\"1\" sl=\"7\" fileid=\"2\"/>"
                  "<BranchPoint vc=\"1\" offset=\"9\" sl=\"3\" fileid=\"1\"/>"
                  "<BranchPoint vc=\"1\" offset=\"9\" sl=\"3\" fileid=\"1\"/>");
    CU_ASSERT_EQUAL_FATAL(parse(&raw, cc_strz(text)), CC_OK);
    CU_ASSERT_EQUAL(raw->assembly_count, 1); /* and none that was skipped */
    const cov_model *model = model_of(raw);
    const cov_file *a = file_at(model, "/x/a.cs");
    const cov_file *b = file_at(model, "/x/b.cs");
    CU_ASSERT_TRUE_FATAL(a != NULL && b != NULL && model->file_count == 2);
    CU_ASSERT_TRUE(cov_file_line(a, 3) != NULL && cov_file_line(a, 5) != NULL);
    CU_ASSERT_TRUE(cov_file_line(a, 6) != NULL && cov_file_line(a, 7) == NULL);
    const cov_line *seven = cov_file_line(b, 7);
    CU_ASSERT_TRUE_FATAL(seven != NULL && cov_file_line(b, 3) == NULL);
    CU_ASSERT_TRUE(seven->arm_count == 2 && seven->arms_taken == 1);
    CU_ASSERT_EQUAL(model->package_count, 1);
    const cov_method *method = &model->packages[0].classes[0].methods[0];
    CU_ASSERT_TRUE(cc_str_eqz(method->name, "M") && cc_str_eqz(method->signature, "(A::B)"));
}

/* Arms that are open when another module begins: its uids mean other files. */
static void test_opencover_modules(void) {
    cov_raw *raw = NULL;
    static const char text[] =
        "<CoverageSession><Modules><Module><ModuleName>A</ModuleName><Files>"
        "<File uid=\"1\" fullPath=\"/x/a.cs\"/></Files><Classes><Class><FullName>C</FullName>"
        "<Methods><Method><Name>System.Void C::M()</Name><FileRef uid=\"1\"/>"
        "<SequencePoints><SequencePoint vc=\"1\" sl=\"3\" sc=\"1\" el=\"3\" ec=\"9\"/>"
        "</SequencePoints><BranchPoint vc=\"1\" offset=\"1\" sl=\"3\"/>"
        "<BranchPoint vc=\"0\" offset=\"1\" sl=\"3\"/></Method></Methods></Class></Classes>"
        "</Module><Module><ModuleName>B</ModuleName><Files><File uid=\"2\" "
        "fullPath=\"/x/b.cs\"/></Files><Classes><Class><FullName>D</FullName><Methods><Method>"
        "<Name>System.Void D::M()</Name><FileRef uid=\"2\"/><SequencePoints><SequencePoint "
        "vc=\"1\" sl=\"4\" sc=\"1\" el=\"4\" ec=\"9\"/></SequencePoints><BranchPoints/>"
        "</Method></Methods></Class></Classes></Module></Modules></CoverageSession>";
    CU_ASSERT_EQUAL_FATAL(parse(&raw, cc_strz(text)), CC_OK);
    const cov_model *model = model_of(raw);
    CU_ASSERT_EQUAL(model->file_count, 2);
    CU_ASSERT_EQUAL(model->totals.lines_valid, 2);
}

/* A file that is named after the points, and is not in the module. */
static void test_opencover_late_file(void) {
    cov_raw *raw = NULL;
    static const char text[] =
        "<CoverageSession><Modules><Module><ModuleName>A</ModuleName><Files>"
        "<File uid=\"1\" fullPath=\"/x/a.cs\"/></Files><Classes><Class><FullName>C</FullName>"
        "<Methods><Method><Name>System.Void C::M()</Name><FileRef uid=\"1\"/>"
        "<SequencePoints><SequencePoint vc=\"1\" sl=\"3\" sc=\"1\" el=\"3\" ec=\"9\"/>"
        "</SequencePoints><FileRef uid=\"7\"/><BranchPoints><BranchPoint vc=\"1\" offset=\"1\" "
        "sl=\"3\"/><BranchPoint vc=\"0\" offset=\"1\" sl=\"3\"/></BranchPoints></Method></Methods>"
        "</Class></Classes></Module></Modules></CoverageSession>";
    CU_ASSERT_EQUAL_FATAL(parse(&raw, cc_strz(text)), CC_OK);
    const cov_model *model = model_of(raw);
    CU_ASSERT_EQUAL(model->file_count, 1);
    CU_ASSERT_EQUAL(model->totals.branches_valid, 2);
    CU_ASSERT_EQUAL(model->totals.branches_covered, 1);
}

/* All arms of a decision, or an error: a part of them would be another figure. */
static void test_many_arms(void) {
    for (int i = 0; i < 2; i++) {
        cov_raw *raw = NULL;
        cc_buf arms = {0};
        uint32_t count = i == 0 ? 5000 : (1 << 16) + 1;
        for (uint32_t k = 0; k < count; k++) {
            cc_buf_puts(&arms, "<BranchPoint vc=\"1\" offset=\"1\" sl=\"3\"/>");
        }
        cc_buf_u8(&arms, 0);
        static const char point[] = "<SequencePoint vc=\"1\" sl=\"3\" sc=\"1\" el=\"3\" ec=\"9\"/>";
        const char *whole =
            cc_arena_printf(arena, OPENCOVER("%s", "%s"), point, (const char *)arms.data);
        cc_err err = parse(&raw, cc_strz(whole));
        CU_ASSERT_EQUAL(err, i == 0 ? CC_OK : CC_E_FORMAT);
        if (i == 0) {
            CU_ASSERT_EQUAL(model_of(raw)->totals.branches_valid, 5000);
        } else {
            CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "line 3 has more than 65536 arms"));
        }
        cc_buf_free(&arms);
    }
}

/* Of several folders it is the one that has the file; '/' comes after the source root. */
static void test_sources_of_cobertura(void) {
    static const struct {
        const char *folders[3], *name, *found;
    } rows[] = {
        {{"one", "two", ""}, "b.cs", "two/b.cs"},    {{"one", "two", ""}, "a.cs", "one/a.cs"},
        {{"none", "/", ""}, "one/a.cs", "one/a.cs"}, {{"none", "two", ""}, "c.cs", "c.cs"},
        {{"one", "/", ""}, "none.cs", "none.cs"},
    };
    char top[] = "/tmp/clrcov-foreign-XXXXXX";
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(top));
    static const char *const files[] = {"one/a.cs", "two/a.cs", "two/b.cs", "c.cs"};
    CU_ASSERT_EQUAL_FATAL(cc_dir_make(cc_path_join(arena, top, "one"), 0755), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_dir_make(cc_path_join(arena, top, "two"), 0755), CC_OK);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        CU_ASSERT_EQUAL_FATAL(
            cc_file_write(cc_path_join(arena, top, files[i]), cc_span_of("x", 1), 0644), CC_OK);
    }
    const foreign_request request = {.root = top};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cov_raw *raw = NULL;
        cc_buf text = {0};
        cc_buf_puts(&text, "<coverage><sources>");
        for (int k = 0; k < 3 && rows[i].folders[k][0] != '\0'; k++) {
            bool is_top = rows[i].folders[k][0] == '/';
            cc_buf_puts(&text, cc_arena_printf(arena, "<source>%s%s%s</source>", is_top ? "" : top,
                                               is_top ? "" : "/", rows[i].folders[k]));
        }
        cc_buf_puts(
            &text,
            cc_arena_printf(
                arena,
                "</sources><packages><package name=\"P\"><classes>"
                "<class name=\"C\" filename=\"%s\"><lines><line number=\"1\" hits=\"1\"/></lines>"
                "</class></classes></package></packages></coverage>",
                rows[i].name));
        cc_str all = cc_buf_str(&text);
        CU_ASSERT_EQUAL_FATAL(foreign_parse(&raw, cc_span_of(all.s, all.len), "r", &request, arena),
                              CC_OK);
        CU_ASSERT_TRUE(cc_str_eqz(raw->assemblies[0].documents[0].path, rows[i].found));
        CU_ASSERT_EQUAL(raw->assemblies[0].documents[0].is_missing, i == 4);
        cc_buf_free(&text);
    }
    (void)!cc_dir_remove(top);
}

/* Small reports that ask for huge work are refused, by name. */
static void test_limits(void) {
    cov_raw *raw = NULL;
    cc_buf text = {0};
    cc_buf_puts(&text, "<coverage><packages><package name=\"A\"><classes><class name=\"C\" "
                       "filename=\"a.cs\"><methods/><lines>");
    for (int i = 1; i <= 6; i++) {
        cc_buf_printf(&text,
                      "<line number=\"%d\" hits=\"1\" branch=\"true\" "
                      "condition-coverage=\"50%% (30000/60000)\"/>",
                      i);
    }
    cc_buf_puts(&text, "</lines></class></classes></package></packages></coverage>");
    CU_ASSERT_EQUAL(parse(&raw, cc_buf_str(&text)), CC_E_LIMIT);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "r: "));
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "arms"));
    cc_buf_clear(&text);
    cc_buf_puts(&text, "<CoverageSession><Modules><Module><ModuleName>M</ModuleName><Files><File "
                       "uid=\"1\" fullPath=\"a.cs\"/></Files><Classes><Class><FullName>C</FullName>"
                       "<Methods><Method><Name>System.Void C::M()</Name><FileRef uid=\"1\"/>"
                       "<SequencePoints>");
    for (int i = 1; i <= 4; i++) {
        cc_buf_printf(&text, "<SequencePoint vc=\"1\" sl=\"%d\" sc=\"1\" el=\"%d\" ec=\"2\"/>", i,
                      i + 90000);
    }
    cc_buf_puts(&text, "</SequencePoints></Method></Methods></Class></Classes></Module></Modules>"
                       "</CoverageSession>");
    CU_ASSERT_EQUAL(parse(&raw, cc_buf_str(&text)), CC_E_LIMIT);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "r: "));
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "lines"));
    cc_buf_free(&text);
}

/* libxml2's work grows with the square of the number of attributes. */
static void test_large_tags(void) {
    static const struct {
        int attributes;
        size_t value;
        bool has_comment;
        cc_err err;
        const char *why;
    } rows[] = {{200, 1, false, CC_OK, NULL},
                {300, 1, false, CC_E_LIMIT, "attributes"},
                {100000, 1, false, CC_E_LIMIT, "bytes"},
                {1, 200000, false, CC_OK, NULL},
                {1, 600000, false, CC_E_LIMIT, "bytes"},
                {1, 1, true, CC_E_LIMIT, "bytes"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cov_raw *raw = NULL;
        cc_buf text = {0};
        cc_buf_puts(&text, "<coverage");
        for (int k = 0; k < rows[i].attributes; k++) {
            cc_buf_printf(&text, " a%d=\"%0*d\"", k, (int)rows[i].value, 0);
        }
        cc_buf_puts(&text, ">");
        if (rows[i].has_comment) {
            cc_buf_printf(&text, "<!-- %0600000d -->", 0);
        }
        cc_buf_puts(&text, "<packages/></coverage>");
        CU_ASSERT_EQUAL(parse(&raw, cc_buf_str(&text)), rows[i].err);
        CU_ASSERT_TRUE(rows[i].why == NULL || strstr(cc_error_message(), rows[i].why) != NULL);
        CU_ASSERT_TRUE(rows[i].why == NULL || strstr(cc_error_message(), "r: line ") != NULL);
        cc_buf_free(&text);
    }
}

/* A report names folders in which its files may lie: each is tried for each file. */
static void test_many_folders(void) {
    static const struct {
        int folders, files;
        cc_err err;
    } rows[] = {{250, 20, CC_OK}, {16, 4000, CC_OK}, {250, 5000, CC_E_LIMIT}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cov_raw *raw = NULL;
        cc_buf text = {0};
        cc_buf_puts(&text, "<coverage><sources>");
        for (int k = 0; k < rows[i].folders; k++) {
            cc_buf_printf(&text, "<source>/no-such/%d</source>", k);
        }
        cc_buf_puts(&text, "</sources><packages><package name=\"A\"><classes>");
        for (int k = 0; k < rows[i].files; k++) {
            cc_buf_printf(&text,
                          "<class name=\"C\" filename=\"no-such-%d.cs\"><lines><line "
                          "number=\"1\" hits=\"1\"/></lines></class>",
                          k);
        }
        cc_buf_puts(&text, "</classes></package></packages></coverage>");
        CU_ASSERT_EQUAL(parse(&raw, cc_buf_str(&text)), rows[i].err);
        CU_ASSERT_TRUE(rows[i].err == CC_OK || strstr(cc_error_message(), "places") != NULL);
        CU_ASSERT_TRUE(rows[i].err == CC_OK || strstr(cc_error_message(), "r: line ") != NULL);
        cc_buf_free(&text);
    }
}

static const test_case cases[] = {
    {"foreign: a tag that asks for much work is refused", test_large_tags},
    {"foreign: too many folders for its files are refused", test_many_folders},
    {"foreign: little text that asks for much work is refused", test_limits},
    {"a line that is listed several times", test_copies},
    {"our own formats", test_own_formats},
    {"conditions of Cobertura", test_conditions},
    {"lcov of others", test_lcov_of_others},
    {"lcov in full", test_lcov_in_full},
    {"counts beyond 64 bits", test_large_counts},
    {"files of OpenCover", test_opencover_files},
    {"arms at the end of a module of OpenCover", test_opencover_modules},
    {"a file of OpenCover after the points", test_opencover_late_file},
    {"many arms", test_many_arms},
    {"sources of Cobertura", test_sources_of_cobertura},
    {"what is no report", test_errors},
};

int main(void) {
    arena = cc_arena_new();
    int failed = arena == NULL || test_run("foreign", cases, sizeof cases / sizeof *cases);
    cc_arena_free(arena);
    return failed;
}
