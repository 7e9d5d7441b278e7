/* Tokens, directives, places, switch statements and rules of sources. */
#include <string.h>

#include "base/cc_buf.h"
#include "source/src_labels.h"
#include "source/src_lines.h"
#include "source/src_text.h"
#include "source/src_tokens.h"
#include "test_main.h"

enum { CS = SRC_LANGUAGE_CSHARP, FS = SRC_LANGUAGE_FSHARP, VB = SRC_LANGUAGE_VB };

/* --- tokens ----------------------------------------------------------------------------------- */

typedef struct token_row {
    int language;
    const char *text, *tokens; /* with `|` between them */
} token_row;

static const token_row token_rows[] = {
    {CS, "a /* when */ b // if", "a|b"},
    {CS, "f(@\"a\\\", 'x')", "f|(|@\"a\\\"|,|'x'|)"},
    {CS, "'\"' when", "'\"'|when"},
    {CS, "'\\'' x", "'\\''|x"},
    {CS, "\"a\\\"b\" c", "\"a\\\"b\"|c"},
    {CS, "@\"a\"\"b\" c", "@\"a\"\"b\"|c"},
    {CS, "\"\" c", "\"\"|c"},
    {CS, "\"\"\"a \"when\" b\"\"\" c", "\"\"\"a \"when\" b\"\"\"|c"},
    {CS, "$\"{f(\"x\")}\" c", "$\"{f(\"x\")}\"|c"},
    {CS, "$\"{{ if }}\" c", "$\"{{ if }}\"|c"},
    {CS, "$\"{n switch { 1 => '}', _ => \"}\" }}\" c",
     "$\"{n switch { 1 => '}', _ => \"}\" }}\"|c"},
    {CS, "$$\"\"\"{a} {{b(\"}}\")}} \"\"\" c", "$$\"\"\"{a} {{b(\"}}\")}} \"\"\"|c"},
    {CS, "$@\"{a}\"\"\\\" c", "$@\"{a}\"\"\\\"|c"},
    {CS, "@when => x", "@when|=>|x"},
    {CS, "\"not closed", "\"not closed"},
    {FS, "(* a (* when *) \"*)\" b *) x", "x"},
    {FS, "(*) 1 2", "(|*|)|1|2"},
    {FS, "x' -> 'a'", "x'|->|'a'"},
    {FS, "f<'T> '\\n'", "f|<|'|T|>|'\\n'"},
    {FS, "``a when b`` c", "``a when b``|c"},
    {FS, "\"\"\"a\"b\"\"\" // c", "\"\"\"a\"b\"\"\""},
    {VB, "If a ' when", "If|a"},
    {VB, "x = \"a\"\"b\" REM when", "x|=|\"a\"\"b\""},
    {VB, "$\"{If(a, \"}\", b)}\" c", "$\"{If(a, \"}\", b)}\"|c"},
    {VB, "Remark(1)", "Remark|(|1|)"},
    {VB, "x.Rem(1) + [Rem]", "x|.|Rem|(|1|)|+|[|Rem|]"},
    {VB, "x = <a b=\"1\"><![CDATA[ \" ' ]]>it's 5\"</a> + 1",
     "x|=|<a b=\"1\"><![CDATA[ \" ' ]]>it's 5\"</a>|+|1"},
    {VB, "F(<a/>, <b><a></a></>)", "F|(|<a/>|,|<b><a></a></>|)"},
    {VB, "<?xml v='1'?><a>\"</a>.X", "<?xml v='1'?>|<a>\"</a>|.|X"},
    {VB, "<a c=<%= If(x, <b><%= y %></b>, \"a\") %>><%= z %></a> ' c",
     "<a c=<%= If(x, <b><%= y %></b>, \"a\") %>><%= z %></a>"},
    {VB, "<Out> x, <DllImport(\"a\")> y", "<|Out|>|x|,|<|DllImport|(|\"a\"|)|>|y"},
    {VB, "a.<b>(0) <> c.<d></b>", "a|.|<|b|>|(|0|)|<>|c|.|<|d|>|<|/|b|>"},
    {VB, "a<b & \"</b>\"", "a|<|b|&|\"</b>\""},
    {VB, "<!-- \" --> <!-- \" x", "<!-- \" -->|<|!|-|-|\" x"},
    {VB, "$\"{theorem}\" c", "$\"{theorem}\"|c"},
    {VB, "$\"{d:yyyy'-'MM}\" c", "$\"{d:yyyy'-'MM}\"|c"},
    {CS, "$\"{d:MM//dd}\" c", "$\"{d:MM//dd}\"|c"},
    {CS, "$\"{(b ? \":\" : \"}\")}\" c", "$\"{(b ? \":\" : \"}\")}\"|c"},
    {CS, "$\"{(b ? 1 : 2):N//}\" c", "$\"{(b ? 1 : 2):N//}\"|c"},
    {CS, "$\"{p is { A: \"}\" }}\" c", "$\"{p is { A: \"}\" }}\"|c"},
    {FS, "$\"{x':N2}\" c", "$\"{x':N2}\"|c"},
    {CS, "\xC2\xA0x\xE3\x80\x80= \xE2\x80\x8A\xC3\xA9t\xC3\xA9\f;\v// c",
     "x|=|\xC3\xA9t\xC3\xA9|;"},
    {VB, "x\xE2\x80\xAF= 1\xE1\x9A\x80' c", "x|=|1"},
};

static void test_tokens(void) {
    for (size_t i = 0; i < sizeof token_rows / sizeof *token_rows; i++) {
        cc_arena *arena = cc_arena_new();
        cc_buf got = {0};
        uint32_t count = 0;
        const src_token *tokens = src_tokens_of(
            cc_strz(token_rows[i].text), (src_language)token_rows[i].language, arena, &count);
        for (uint32_t t = 0; tokens != NULL && t < count; t++) {
            cc_buf_puts(&got, t == 0 ? "" : "|");
            cc_buf_str_put(&got, tokens[t].text);
        }
        bool is_same = cc_str_eqz(cc_buf_str(&got), token_rows[i].tokens);
        if (!is_same) {
            printf("\n%s: expected %s, got %.*s", token_rows[i].text, token_rows[i].tokens,
                   (int)cc_buf_str(&got).len, cc_buf_str(&got).s);
        }
        CU_ASSERT(is_same);
        cc_buf_free(&got);
        cc_arena_free(arena);
    }
}

/* --- directives ------------------------------------------------------------------------------- */

typedef struct directive_row {
    int language;
    bool is_known;
    const char *text, *tokens;
} directive_row;

static const directive_row directive_rows[] = {
    {CS, true, "a\n#if NO\nb\n#endif\nc", "a c"},
    {CS, true, "a\n#if ON\nb\n#else\nx\n#endif\nc", "a b c"},
    {CS, true, "a\n#if NO\nb\n#elif ON\nx\n#else\ny\n#endif\nc", "a x c"},
    {CS, true, "a\n#if NO\n#if ON\nb\n#else\nx\n#endif\n#else\ny\n#endif\nc", "a y c"},
    {CS, true, "#if !NO && (ON || NO)\nb\n#endif\nc", "b c"},
    {CS, true, "#if ON == true\nb\n#endif\n#if ON != NO\nc\n#endif", "b c"},
    {CS, true, "#if NO\nit's \"not C#\n#endif\nc", "c"},
    {CS, true, "#define MINE\n#if MINE\nb\n#endif\nc", "b c"},
    {CS, true, "#region when\nb\n#endregion\n#pragma warning disable\nc", "b c"},
    {CS, false, "a\n#if NO\nb\n#else\nx\n#endif\nc", "a b x c"},
    {FS, true, "a\n#if NO\nb\n#else\nx\n#endif\nc", "a x c"},
    {FS, false, "a\n#if NO\n\"b\n#else\n(* x\n#endif\nc \"d\" (* *)", "a \" b ( * x c \"d\""},
    {FS, false, "#if NO\na \"\n#if ON\n\" b\n#endif\n#endif\nc \"d\"", "a \" \" b c \"d\""},
    {FS, false, "#if NO\na \"\n#if ON\n#endif\n\" b\n#endif\nc", "a \"\n#if ON\n#endif\n\" b c"},
    {FS, false, "a \"\n#endif\n\" b", "a \"\n#endif\n\" b"},
    {CS, false, "#if NO\n/* a\n#elif ON\n@\"b\n#endif\nc \"d\" /* */", "/ * a @ \" b c \"d\""},
    {VB, true, "a\n#If NO Then\nb\n#Else\nx\n#End If\nc\n#Region \"x\"\nd\n#End Region", "a x c d"},
    {VB, false, "a\n#If NO Then\nb\n#Else\nx\n#End If\nc", "a b x c"},
    {VB, true, "#If on Then ' why\na\n#ElseIf NO\nb\n#End If\nc", "a c"},
    {VB, true, "#If Not NO AndAlso (ON Or no) Then\na\n#Else\nb\n#End If", "a"},
    {VB, true, "#If Not ON = True Then\na\n#Else\nb\n#End If", "b"},
    {VB, true, "#If VERSION >= 17.1 And VERSION < 18 Then\na\n#Else\nb\n#End If", "a"},
    {VB, true, "#If KIND = \"a b\" Then\na\n#Else\nb\n#End If", "a"},
    {VB, true, "#If KIND <> \"a b\" Then\na\n#Else\nb\n#End If", "b"},
    {VB, true, "#If NO = 0 Then\na\n#Else\nb\n#End If", "a"},
    {CS, true, "#define MINE // why\n#if MINE\na\n#else\nb\n#endif", "a"},
    {CS, true, "#define\tMINE\n#if MINE\na\n#else\nb\n#endif", "a"},
    {CS, true, "/* a\n licence */\n#define MINE\n#if MINE\na\n#else\nb\n#endif", "a"},
    {CS, true, "a\n\xC2\xA0#if\xC2\xA0NO\xC2\xA0\nb\n\xE3\x80\x80#endif\nc", "a c"},
    {CS, true, "# define MINE\n#if MINE\na\n#else\nb\n#endif", "a"},
    {CS, true, "#if NO\n#define MINE\n#endif\n#if MINE\na\n#else\nb\n#endif", "a b"},
    {CS, true, "#undef ON\n#if ON\na\n#else\nb\n#endif", "a b"},
    {FS, true, "x = \"\"\"\"name\" is\"\"\" y", "x = \"\"\"\"name\" is\"\"\" y"},
    {FS, true, "a (* '\"' *) b (* \"*)\" *) c", "a b c"},
    {FS, true, "a (* the operator (*) *) b", "a b"},
    {VB, true, "#If VERSION Then\na\n#Else\nb\n#End If", "a"},
    {VB, true, "#Const MINE = True\n#If MINE Then\na\n#Else\nb\n#End If", "a"},
    {VB, true, "#const ON = False\n#If ON Then\na\n#Else\nb\n#End If", "a b"},
    {VB, true, "#If inf Then\na\n#Else\nb\n#End If", "b"},
    /* what is not read leaves all code in */
    {VB, true, "#If VERSION + 1 Then\na\n#Else\nb\n#End If", "a b"},
    {VB, true, "#If Not VERSION Then\na\n#Else\nb\n#End If", "a b"},
    {VB, true, "#If KIND = 3 Then\na\n#Else\nb\n#End If", "a b"},
    {VB, true, "#If (NO Then\na\n#Else\nb\n#End If", "a b"},
    {VB, true, "#If KIND < \"b\" Then\na\n#Else\nb\n#End If", "a b"},
};

static void open_text(src_text *text, const char *source, int language, bool is_known,
                      cc_arena *arena) {
    static cc_str names[] = {{"ON", 2}};
    static cc_str constants[] = {{"ON=-1", 5}, {"VERSION=17.13", 13}, {"KIND=\"a b\"", 10}};
    src_symbols symbols = {is_known, names, 1};
    if (language == VB) {
        symbols = (src_symbols){is_known, constants, 3};
    }
    CU_ASSERT_EQUAL_FATAL(src_text_open(text, cc_strz(source), (src_language)language, arena),
                          CC_OK);
    CU_ASSERT_EQUAL_FATAL(src_text_scan(text, &symbols, arena), CC_OK);
}

static void test_directives(void) {
    for (size_t i = 0; i < sizeof directive_rows / sizeof *directive_rows; i++) {
        const directive_row *row = &directive_rows[i];
        cc_arena *arena = cc_arena_new();
        cc_buf got = {0};
        src_text text;
        src_token token;
        open_text(&text, row->text, row->language, row->is_known, arena);
        src_scan scan = src_text_from(&text, (src_place){1, 1});
        while (src_scan_next(&scan, &token)) {
            cc_buf_puts(&got, got.len == 0 ? "" : " ");
            cc_buf_str_put(&got, token.text);
        }
        bool is_same = cc_str_eqz(cc_buf_str(&got), row->tokens);
        if (!is_same) {
            printf("\n%s: got %.*s", row->text, (int)cc_buf_str(&got).len, cc_buf_str(&got).s);
        }
        CU_ASSERT(is_same);
        cc_buf_free(&got);
        cc_arena_free(arena);
    }
}

/* --- places ----------------------------------------------------------------------------------- */

static void check_before(const src_text *text, uint32_t line, uint32_t column,
                         const char *expected) {
    src_token token = {.text = {"", 0}};
    bool is_found = src_text_before(text, (src_place){line, column}, &token);
    CU_ASSERT_EQUAL(is_found, expected[0] != 0);
    CU_ASSERT(cc_str_eqz(token.text, expected));
}

static void check_from(const src_text *text, uint32_t line, uint32_t column, const char *expected) {
    src_token token = {.text = {"", 0}};
    src_scan scan = src_text_from(text, (src_place){line, column});
    CU_ASSERT_EQUAL(src_scan_next(&scan, &token), expected[0] != 0);
    CU_ASSERT(cc_str_eqz(token.text, expected));
}

/* Columns count UTF-16 units: the third word stands after one that has two. */
static void test_places(void) {
    static const char *const words[] = {"one", "three", NULL};
    cc_arena *arena = cc_arena_new();
    src_token token;
    src_text text;
    open_text(&text, "\xEF\xBB\xBFone two\n\n/* x\n */ \xF0\x9F\x98\x80 three\n", CS, true, arena);
    check_before(&text, 1, 1, "");
    check_before(&text, 1, 2, "one");
    check_before(&text, 1, 5, "one");
    check_before(&text, 4, 8, "\xF0\x9F\x98\x80");
    check_before(&text, 9, 1, "three");
    check_from(&text, 1, 1, "one");
    check_from(&text, 1, 2, "two");
    check_from(&text, 2, 1, "\xF0\x9F\x98\x80");
    check_from(&text, 4, 8, "three");
    check_from(&text, 4, 9, "");
    CU_ASSERT(src_text_last_of(&text, (src_place){4, 8}, words, &token));
    CU_ASSERT(cc_str_eqz(token.text, "one"));
    CU_ASSERT(src_text_last_of(&text, (src_place){4, 9}, words, &token));
    CU_ASSERT(cc_str_eqz(token.text, "three"));
    CU_ASSERT(!src_text_last_of(&text, (src_place){1, 1}, words, &token));
    CU_ASSERT(src_text_has_code(&text, 1));
    CU_ASSERT(!src_text_has_code(&text, 2));
    CU_ASSERT(!src_text_has_code(&text, 3));
    CU_ASSERT(src_text_has_code(&text, 4));
    CU_ASSERT(!src_text_has_code(&text, 0));
    CU_ASSERT(!src_text_has_code(&text, 5));
    cc_arena_free(arena);
}

/* A long line has marks inside: each place is found as if there were none. */
static void test_long_line(void) {
    enum { WORDS = 5000, WIDTH = 4 };
    cc_arena *arena = cc_arena_new();
    cc_buf source = {0};
    src_text text;
    for (int i = 0; i < WORDS; i++) {
        cc_buf_puts(&source, i % 2 == 0 ? "abc " : "xyz ");
    }
    cc_buf_putc(&source, 0);
    open_text(&text, (const char *)source.data, CS, true, arena);
    CU_ASSERT(text.mark_count > WORDS * WIDTH / 2048);
    for (uint32_t i = 1; i < WORDS; i++) {
        check_before(&text, 1, 1 + i * WIDTH, i % 2 == 0 ? "xyz" : "abc");
        check_from(&text, 1, 1 + i * WIDTH, i % 2 == 0 ? "abc" : "xyz");
    }
    cc_buf_free(&source);
    cc_arena_free(arena);
}

/* --- switch statements ------------------------------------------------------------------------ */

static uint32_t column_of(const char *source, const char *sign) {
    return (uint32_t)(strstr(source, sign) - source) + 1;
}

static void check_switch(const src_text *text, const char *source, const char *place,
                         const char *head) {
    const src_block *found =
        src_text_block_of(text, SRC_BLOCK_SWITCH, (src_place){1, column_of(source, place)});
    CU_ASSERT_EQUAL(found != NULL, head != NULL);
    if (found != NULL && head != NULL) {
        CU_ASSERT_EQUAL(found->head.column, column_of(source, head));
    }
}

static void test_switches(void) {
    static const char source[] =
        "A(); switch (a(b)) { case 1: B(); switch ( c ) { case 2: { C(); } break; } D(); break; "
        "default: E(x switch { 1 => F(), _ => 2 }); break; } G(); /* switch (d) { */ H();";
    cc_arena *arena = cc_arena_new();
    src_text text;
    open_text(&text, source, CS, true, arena);
    CU_ASSERT_EQUAL(text.block_count, 2);
    check_switch(&text, source, "A()", NULL);
    check_switch(&text, source, "B()", "switch (a");
    check_switch(&text, source, "C()", "switch ( c");
    check_switch(&text, source, "D()", "switch (a");
    check_switch(&text, source, "F()", "switch (a");
    check_switch(&text, source, "G()", NULL);
    check_switch(&text, source, "H()", NULL);
    const src_block *inner = src_text_block(&text, (src_place){1, column_of(source, "C()")});
    CU_ASSERT_PTR_NOT_NULL_FATAL(inner);
    CU_ASSERT_EQUAL(inner->head_end.column, column_of(source, " { case 2"));
    cc_arena_free(arena);
}

static void check_lambda(const src_text *text, const char *source, const char *place,
                         const char *open, const char *close) {
    const src_block *found =
        src_text_block_of(text, SRC_BLOCK_LAMBDA, (src_place){1, column_of(source, place)});
    CU_ASSERT_EQUAL(found != NULL, open != NULL);
    if (found != NULL && open != NULL) {
        CU_ASSERT_EQUAL(found->open.column, column_of(source, open));
        CU_ASSERT_EQUAL(found->close.column, column_of(source, close));
    }
}

/* Bodies with braces of lambdas and anonymous methods; not those of switch expressions, of
 * initialisers and of members. */
static void test_lambdas(void) {
    static const char source[] =
        "int P => A(); void M() { F(x => { B(); G(delegate { C(); }1); }2); H(y => D()); "
        "J(delegate (int z) { E(() => new() { K = L() }); }3); N(o switch { 1 => O(), _ => 2 }); "
        "} ";
    cc_arena *arena = cc_arena_new();
    src_text text;
    open_text(&text, source, CS, true, arena);
    CU_ASSERT_EQUAL(text.block_count, 3);
    check_lambda(&text, source, "A()", NULL, NULL);
    check_lambda(&text, source, "B()", "{ B()", "}2");
    check_lambda(&text, source, "C()", "{ C()", "}1");
    check_lambda(&text, source, "}2", "{ B()", "}2");
    check_lambda(&text, source, "D()", NULL, NULL);
    check_lambda(&text, source, "E()", NULL, NULL);
    check_lambda(&text, source, "L()", "{ E(()", "}3");
    check_lambda(&text, source, "O()", NULL, NULL);
    cc_arena_free(arena);
}

/* Lines that `#line` hides or names otherwise. */
static void test_mapped(void) {
    static const char source[] = "a\n# line hidden\nb\n#line default\nc\n#line 7 \"d\"\ne\n";
    cc_arena *arena = cc_arena_new();
    src_text text;
    open_text(&text, source, CS, true, arena);
    CU_ASSERT(!src_text_is_mapped(&text, 1));
    CU_ASSERT(src_text_is_mapped(&text, 3));
    CU_ASSERT(!src_text_is_mapped(&text, 5));
    CU_ASSERT(src_text_is_mapped(&text, 7));
    CU_ASSERT(!src_text_is_mapped(&text, 9));
    open_text(&text, "a\n#line default\nb\n", CS, true, arena);
    CU_ASSERT_PTR_NULL(text.is_mapped);
    cc_arena_free(arena);
}

typedef struct constant_row {
    const char *alternatives;
    int count;              /* of the constants */
    src_constant_kind kind; /* of the first */
    int64_t value;
} constant_row;

static const constant_row constant_rows[] = {
    {"0", 1, SRC_CONSTANT_NUMBER, 0},
    {"-7", 1, SRC_CONSTANT_NUMBER, -7},
    {"0x1_0UL", 1, SRC_CONSTANT_NUMBER, 16},
    {"0b101", 1, SRC_CONSTANT_NUMBER, 5},
    {"'a' or 'b'", 2, SRC_CONSTANT_NUMBER, 'a'},
    {"(byte)5 or > 9", 1, SRC_CONSTANT_NUMBER, 5},
    {"> 9 or 0", 1, SRC_CONSTANT_NUMBER, 0},
    {"null or [1, ..]", 1, SRC_CONSTANT_NULL, 0},
    {"true", 1, SRC_CONSTANT_TRUE, 0},
    {"not null and false", 0, SRC_CONSTANT_FALSE, 0},
    {"false", 1, SRC_CONSTANT_FALSE, 0},
    {"1.5", 1, SRC_CONSTANT_REAL, 0x3FF8000000000000},
    {"1.5f", 1, SRC_CONSTANT_REAL, 0x3FF8000000000000},
    {"-2e0", 1, SRC_CONSTANT_REAL, (int64_t)0xC000000000000000},
    {"1.5m", 1, SRC_CONSTANT_UNKNOWN, 0},
    {"A.B", 1, SRC_CONSTANT_UNKNOWN, 0},
    {"A | B", 1, SRC_CONSTANT_UNKNOWN, 0},
    {"5 - 2", 1, SRC_CONSTANT_UNKNOWN, 0},
    {"'\\n'", 1, SRC_CONSTANT_UNKNOWN, 0},
    {"int", 0, SRC_CONSTANT_UNKNOWN, 0},
    {"string s", 0, SRC_CONSTANT_UNKNOWN, 0},
    {"var x", 0, SRC_CONSTANT_UNKNOWN, 0},
    {"not (7 or 9)", 0, SRC_CONSTANT_UNKNOWN, 0},
    {"{ Length: 4 }", 0, SRC_CONSTANT_UNKNOWN, 0},
    {"(1, 2)", 0, SRC_CONSTANT_UNKNOWN, 0},
};

static void test_constants_of_labels(void) {
    for (size_t i = 0; i < sizeof constant_rows / sizeof *constant_rows; i++) {
        const constant_row *row = &constant_rows[i];
        cc_arena *arena = cc_arena_new();
        char source[128];
        src_text text;
        (void)snprintf(source, sizeof source, "switch (x) { case %s when y ? a : b: break; }",
                       row->alternatives);
        open_text(&text, source, CS, true, arena);
        CU_ASSERT_EQUAL_FATAL(text.block_count, 1);
        const src_labels *labels = src_labels_of(&text, &text.blocks[0], arena);
        CU_ASSERT_PTR_NOT_NULL_FATAL(labels);
        CU_ASSERT_EQUAL(labels->label_count, 1);
        bool is_same = (int)labels->constant_count == row->count;
        if (is_same && row->count > 0) {
            is_same =
                labels->constants[0].kind == row->kind && labels->constants[0].value == row->value;
        }
        if (!is_same) {
            printf("\n%s: %u constants", row->alternatives, labels->constant_count);
        }
        CU_ASSERT(is_same);
        cc_arena_free(arena);
    }
}

/* Labels of one body are a section; those of a switch in a body are none of the outer one. */
static void test_labels(void) {
    static const char source[] =
        "switch (x) { case 1: case \"a\" when c: A(); goto default; case 3: { switch (y) { case 9: "
        "B(); break; } } goto case 1; default: C(); break; }";
    cc_arena *arena = cc_arena_new();
    src_text text;
    open_text(&text, source, CS, true, arena);
    CU_ASSERT_EQUAL_FATAL(text.block_count, 2);
    const src_labels *labels = src_labels_of(&text, &text.blocks[0], arena);
    CU_ASSERT_PTR_NOT_NULL_FATAL(labels);
    CU_ASSERT_EQUAL_FATAL(labels->label_count, 4);
    uint32_t a = src_labels_at(labels, (src_place){1, column_of(source, "A()")});
    uint32_t b = src_labels_at(labels, (src_place){1, column_of(source, "B()")});
    uint32_t c = src_labels_at(labels, (src_place){1, column_of(source, "C()")});
    src_label_range range = src_labels_of_section(labels, a);
    CU_ASSERT(a == 1 && b == 2 && c == 3);
    CU_ASSERT(range.first == 0 && range.end == 2);
    CU_ASSERT(!src_labels_have_default(labels, range));
    CU_ASSERT(src_labels_have_default(labels, src_labels_of_section(labels, c)));
    CU_ASSERT_EQUAL(src_labels_at(labels, (src_place){1, 1}), labels->label_count);
    CU_ASSERT_EQUAL(src_labels_find(labels, SRC_CONSTANT_NUMBER, 3, 0), 2);
    CU_ASSERT_EQUAL(src_labels_find(labels, SRC_CONSTANT_NUMBER, 3, 3), labels->label_count);
    CU_ASSERT_EQUAL(src_labels_find(labels, SRC_CONSTANT_NUMBER, 9, 0), labels->label_count);
    cc_arena_free(arena);
}

/* --- rules of F# ------------------------------------------------------------------------------ */

static const char rules[] = "let f = function\n"
                            "    | A1 n when n |> B1 (fun x -> C1) && D1 ->\n"
                            "        match E1 with\n"
                            "        | F1 | F2 when (match n with G1 -> H1 | _ -> I1) -> J1\n"
                            "        | _ -> K1 ||| K2\n"
                            "    | Z1 -> try L1 with M1 when N1 -> O1 | _ -> P1\n"
                            "    | _ -> { r with Q1 = (function R1 -> R2 | _ -> R3) S1 }\n"
                            "    |> T1\n"
                            "let g = function\n"
                            "#if NEVER\n"
                            "if x then match y with | n when n -> 1\n"
                            "#endif\n"
                            "| U1 when U2 -> V1\n"
                            "| _ -> \"\"\"\n"
                            "|\"\"\" + W1\n"
                            "let h = List.map <| fun x ->\n"
                            "    X1\n"
                            "Y1";

static src_place place_of(const char *sign) {
    const char *at = strstr(rules, sign);
    src_place place = {1, 1};
    for (const char *c = rules; c < at; c++) {
        place =
            *c == '\n' ? (src_place){place.line + 1, 1} : (src_place){place.line, place.column + 1};
    }
    return place;
}

static void test_rules(void) {
    static const struct {
        const char *sign;
        uint32_t line; /* of the head of the block that it is in; 0: it is in none */
        src_block_kind kind;
        const char *condition; /* the pattern of the rule in whose condition it is; NULL */
    } rows[] = {{"A1", 1, SRC_BLOCK_FUNCTION, NULL},   {"B1", 1, SRC_BLOCK_FUNCTION, "| A1"},
                {"C1", 2, SRC_BLOCK_LAMBDA, "| A1"},   {"D1", 1, SRC_BLOCK_FUNCTION, "| A1"},
                {"E1", 1, SRC_BLOCK_FUNCTION, NULL},   {"F2", 3, SRC_BLOCK_MATCH, NULL},
                {"G1", 4, SRC_BLOCK_MATCH, "| F1"},    {"I1", 4, SRC_BLOCK_MATCH, "| F1"},
                {"J1", 3, SRC_BLOCK_MATCH, NULL},      {"K2", 3, SRC_BLOCK_MATCH, NULL},
                {"Z1", 1, SRC_BLOCK_FUNCTION, NULL},   {"L1", 1, SRC_BLOCK_FUNCTION, NULL},
                {"N1", 6, SRC_BLOCK_WITH, "M1"},       {"P1", 6, SRC_BLOCK_WITH, NULL},
                {"Q1", 1, SRC_BLOCK_FUNCTION, NULL},   {"R3", 7, SRC_BLOCK_FUNCTION, NULL},
                {"S1", 1, SRC_BLOCK_FUNCTION, NULL},   {"T1", 0, SRC_BLOCK_SWITCH, NULL},
                {"U2", 9, SRC_BLOCK_FUNCTION, "| U1"}, {"V1", 9, SRC_BLOCK_FUNCTION, NULL},
                {"W1", 9, SRC_BLOCK_FUNCTION, NULL},   {"X1", 16, SRC_BLOCK_LAMBDA, NULL},
                {"Y1", 0, SRC_BLOCK_SWITCH, NULL}};
    cc_arena *arena = cc_arena_new();
    src_text text;
    open_text(&text, rules, FS, true, arena);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        src_place place = place_of(rows[i].sign);
        const src_block *block = src_text_block(&text, place);
        const src_rule *rule = src_text_condition(&text, place);
        src_place start = rows[i].condition == NULL ? place : place_of(rows[i].condition);
        CU_ASSERT_EQUAL(block == NULL ? 0 : block->head.line, rows[i].line);
        CU_ASSERT_EQUAL(block == NULL ? SRC_BLOCK_SWITCH : block->kind, rows[i].kind);
        CU_ASSERT_EQUAL(rule != NULL, rows[i].condition != NULL);
        CU_ASSERT(rule == NULL ||
                  (rule->start.line == start.line && rule->start.column == start.column));
    }
    cc_arena_free(arena);
}

/* Each branch of an `#if` may have the arrow of one lambda. Blocks are in the order in which they
 * open nevertheless, and both branches are in the lambda. */
static void test_arrows_of_branches(void) {
    static const char source[] = "let f = g (fun x\n"
                                 "#if A\n"
                                 " -> match x with A1 -> B1)\n"
                                 "#else\n"
                                 " -> C1)\n"
                                 "#endif\n"
                                 "let h = fun function -> -> D1\n";
    cc_arena *arena = cc_arena_new();
    src_text text;
    open_text(&text, source, FS, false, arena);
    CU_ASSERT_EQUAL_FATAL(text.block_count, 4);
    for (uint32_t i = 1; i < text.block_count; i++) {
        CU_ASSERT(!src_is_before(text.blocks[i].open, text.blocks[i - 1].open));
    }
    CU_ASSERT_EQUAL(text.blocks[0].kind, SRC_BLOCK_LAMBDA);
    CU_ASSERT_EQUAL(text.blocks[0].open.line, 3);
    CU_ASSERT_PTR_EQUAL(src_text_block(&text, (src_place){3, 24}), &text.blocks[1]);
    CU_ASSERT_PTR_EQUAL(src_text_block(&text, (src_place){5, 5}), &text.blocks[0]);
    cc_arena_free(arena);
}

static void test_line_bound(void) {
    const struct {
        cc_str text;
        uint32_t lines;
    } cases[] = {
        {CC_STR(""), 0},
        {CC_STR("a"), 1},
        {CC_STR("a\n"), 1},
        {CC_STR("a\r\nb"), 2},
        {CC_STR("\n\n\n"), 3},
        {CC_STR("a\rb\rc"), 3},
        {CC_STR("a\n\rb"), 3},
        {CC_STR("a\xC2\x85"
                "b\xE2\x80\xA8"
                "c\xE2\x80\xA9"),
         3},
        {CC_STR("a\xE2\x80"), 1},
        {CC_STR("\xFF\xFE\n\0a\0\r\0\n\0b\0"), 3},
        {CC_STR("\xFE\xFF\0\n\0a"), 2},
        {CC_STR("\xFF\xFE\x0A\x0A"), 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cc_span bytes = cc_span_of(cases[i].text.s, cases[i].text.len);
        CU_ASSERT_EQUAL(src_line_bound(bytes), cases[i].lines);
    }
}

static void check_plain(cc_str text, int language, cc_str expected) {
    cc_arena *arena = cc_arena_new();
    cc_span bytes = cc_span_of(text.s, text.len);
    cc_span plain = src_plain_text(bytes, (src_language)language, arena);
    CU_ASSERT(cc_span_eq(plain, cc_span_of(expected.s, expected.len)));
    CU_ASSERT_EQUAL(plain.data == bytes.data, cc_str_eq(text, expected));
    cc_arena_free(arena);
}

/* All else that reads lines knows \n and \r\n alone. */
static void test_plain_text(void) {
    check_plain(CC_STR("a\r\nb\nc"), CS, CC_STR("a\r\nb\nc"));
    check_plain(CC_STR("a\rb\r"), CS, CC_STR("a\nb\n"));
    check_plain(CC_STR("a\r\r\nb"), VB, CC_STR("a\n\r\nb"));
    check_plain(CC_STR("a\xC2\x85"
                       "b\xE2\x80\xA8"
                       "c\xE2\x80\xA9"),
                CS, CC_STR("a \nb  \nc  \n"));
    check_plain(CC_STR("\xC3\x85\xE2\x80\x99"), CS, CC_STR("\xC3\x85\xE2\x80\x99"));
    check_plain(CC_STR("a\rb\xC2\x85"), FS, CC_STR("a\rb\xC2\x85"));
    check_plain(CC_STR("\xFF\xFE\xE9\0\r\0a\0"), CS, CC_STR("\xC3\xA9\na"));
    check_plain(CC_STR("\xFE\xFF\0a\0\n"), FS, CC_STR("a\n"));
    check_plain(CC_STR(""), CS, CC_STR(""));
}

static const test_case cases[] = {
    {"lines: ends and encodings become plain", test_plain_text},
    {"lines: how many a source can have", test_line_bound},
    {"source: tokens", test_tokens},
    {"source: directives", test_directives},
    {"source: places", test_places},
    {"source: a long line", test_long_line},
    {"source: switch statements", test_switches},
    {"source: blocks of lambdas, and what is not one", test_lambdas},
    {"source: lines that #line hides or maps", test_mapped},
    {"source: labels of a switch statement", test_labels},
    {"source: constants of labels", test_constants_of_labels},
    {"source: rules of F#", test_rules},
    {"source: arrows in branches of #if", test_arrows_of_branches},
};

TEST_MAIN("source", cases)
