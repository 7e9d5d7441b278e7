/* Bodies of F#: lambdas, functions with a name, computations. */
#include <string.h>

#include "source/src_bodies.h"
#include "test_main.h"

/* A1 to A2 mark places. */
static const char source[] = "let f x =\n"
                             "    let value = A1\n"
                             "    let typed: int = B1\n"
                             "    let a, b = C1\n"
                             "    let (c, d) = D1\n"
                             "    let rec g (n: int) : int =\n"
                             "        E1\n"
                             "    F1\n"
                             "let (|Even|_|) n = G1\n"
                             "let (+.) a b = H1\n"
                             "let () = I1\n"
                             "and k<'T> (p: 'T) = J1\n"
                             "let m = List.map (fun x -> K1) (async { return L1 })\n"
                             "let n = task {\n"
                             "    let h y = (M1\n"
                             "        , N1)\n"
                             "    O1 } P1\n"
                             "let r = keep { Left = Q1 }\n"
                             "let s = keep { My.Left = R1 }\n"
                             "let t = keep { r with Left = S1 }\n"
                             "let u = keep { new I with member _.M() = T1 }\n"
                             "let v = { U1 }\n"
                             "let w = list { 1; V1 }\n"
                             "let y = query { for i in W1 do select i }\n"
                             "let z = function { Left = X1 } -> Y1\n"
                             "let q = b.It() { \"text\"; Z1 }\n"
                             "let a = seq { yield A2 }\n";

static src_place place_of(const char *sign) {
    const char *at = strstr(source, sign);
    src_place place = {1, 1};
    for (const char *c = source; c < at; c++) {
        place =
            *c == '\n' ? (src_place){place.line + 1, 1} : (src_place){place.line, place.column + 1};
    }
    return place;
}

static void test_bodies(void) {
    enum { NONE = 99 };
    static const struct {
        const char *sign;
        int kind;
        uint32_t line; /* where the body opens */
    } rows[] = {
        {"A1", SRC_BODY_NAMED, 1},
        {"B1", SRC_BODY_NAMED, 1},
        {"C1", SRC_BODY_NAMED, 1},
        {"D1", SRC_BODY_NAMED, 1},
        {"E1", SRC_BODY_NAMED, 6},
        {"F1", SRC_BODY_NAMED, 1},
        {"G1", SRC_BODY_NAMED, 9},
        {"H1", SRC_BODY_NAMED, 10},
        {"I1", NONE, 0},
        {"J1", SRC_BODY_NAMED, 12},
        {"K1", SRC_BODY_LAMBDA, 13},
        {"L1", SRC_BODY_COMPUTATION, 13},
        {"M1", SRC_BODY_NAMED, 15},
        {"N1", SRC_BODY_NAMED, 15},
        {"O1", SRC_BODY_COMPUTATION, 14},
        {"P1", NONE, 0},
        {"Q1", NONE, 0},
        {"R1", NONE, 0},
        {"S1", NONE, 0},
        {"T1", NONE, 0},
        {"U1", NONE, 0},
        {"V1", SRC_BODY_COMPUTATION, 23},
        {"W1", SRC_BODY_COMPUTATION, 24},
        {"X1", SRC_BODY_NAMED, 25},
        {"Y1", SRC_BODY_NAMED, 25},
        {"Z1", SRC_BODY_COMPUTATION, 26},
        {"A2", NONE, 0},
    };
    static const src_symbols symbols = {.is_known = true};
    cc_arena *arena = cc_arena_new();
    src_text text;
    CU_ASSERT_EQUAL_FATAL(src_text_open(&text, cc_strz(source), SRC_LANGUAGE_FSHARP, arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(src_text_scan(&text, &symbols, arena), CC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const src_body *body = src_text_body(&text, place_of(rows[i].sign));
        int kind = body == NULL ? NONE : (int)body->kind;
        if (kind != rows[i].kind || (body != NULL && body->open.line != rows[i].line)) {
            printf("%s: kind %d, line %u\n", rows[i].sign, kind,
                   body == NULL ? 0 : body->open.line);
        }
        CU_ASSERT_EQUAL(kind, rows[i].kind);
        CU_ASSERT_EQUAL(body == NULL ? 0 : body->open.line, rows[i].line);
    }
    cc_arena_free(arena);
}

/* Brackets that are not balanced, and more of them than any source has. */
static void test_unbalanced(void) {
    enum { COUNT = SRC_MAX_NESTED + 8 };
    cc_arena *arena = cc_arena_new();
    char *signs = CC_NEW_ARRAY(arena, char, 2 * COUNT + 1);
    src_text text;
    memset(signs, '(', COUNT);
    memset(signs + COUNT, ')', COUNT);
    CU_ASSERT_EQUAL_FATAL(
        src_text_open(&text, (cc_str){signs, 2 * COUNT}, SRC_LANGUAGE_FSHARP, arena), CC_OK);
    CU_ASSERT_EQUAL(src_text_scan(&text, NULL, arena), CC_OK);
    CU_ASSERT_EQUAL(text.body_count, 0);
    cc_str brace = CC_STR("a {\nb.\nc { d\ne f");
    CU_ASSERT_EQUAL_FATAL(src_text_open(&text, brace, SRC_LANGUAGE_FSHARP, arena), CC_OK);
    CU_ASSERT_EQUAL(src_text_scan(&text, NULL, arena), CC_OK);
    CU_ASSERT_EQUAL(text.body_count, 0);
    cc_str open = CC_STR("a { let f x =\nlet g y = ) } 1");
    CU_ASSERT_EQUAL_FATAL(src_text_open(&text, open, SRC_LANGUAGE_FSHARP, arena), CC_OK);
    CU_ASSERT_EQUAL(src_text_scan(&text, NULL, arena), CC_OK);
    CU_ASSERT_EQUAL(text.body_count, 3);
    CU_ASSERT_EQUAL(text.bodies[1].around, 0);
    CU_ASSERT_EQUAL(text.bodies[2].around, UINT32_MAX);
    cc_arena_free(arena);
}

static const test_case cases[] = {
    {"source: bodies of F#", test_bodies},
    {"source: bodies of F#, unbalanced", test_unbalanced},
};

TEST_MAIN("bodies", cases)
