/* Calls at the beginning and the end of a body: its form. What it does: sim_calls.c. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "rewriter/rewrite/rw_calls.h"
#include "rewriter/rewrite/rw_check.h"
#include "test_rw.h"

enum { ENTER_TOKEN = 0x11000001, END_TOKEN = 0x11000002, LOCALS = 0x11000003, MEMBER = 0x0A000B01 };

typedef struct calls_case {
    rw_case c;
    rw_calls calls;
} calls_case;

static rw_calls whole(void) {
    return (rw_calls){.enter = 0x7F0000000010,
                      .ended = 0x7F0000000020,
                      .threw = 0x7F0000000030,
                      .argument = 0x7F0000001000,
                      .enter_token = ENTER_TOKEN,
                      .end_token = END_TOKEN,
                      .enters = true,
                      .ends = true,
                      .has_this = true};
}

/* The text without any probe, with calls. */
static cc_err add(calls_case *k, const char *text, rw_calls calls) {
    rw_case_new(&k->c, text);
    k->calls = calls;
    rw_case_plan(&k->c, false);
    rw_case_keep(&k->c, 0);
    rw_case_rewrite(&k->c);
    return rw_add_calls(&k->c.result, &k->calls, k->c.arena);
}

static void check_sound(const calls_case *k) {
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, k->c.result.body, k->c.arena), CC_OK);
    CU_ASSERT_EQUAL(rw_check_regions(&body, k->c.arena), CC_OK);
    CU_ASSERT_EQUAL(body.code.len, k->c.result.code_size);
    CU_ASSERT_PTR_EQUAL(body.code.data, k->c.result.body.data + k->c.result.code_offset);
}

static void expect(const char *text, rw_calls calls, const char *listing) {
    calls_case k;
    CU_ASSERT_EQUAL_FATAL(add(&k, text, calls), CC_OK);
    check_sound(&k);
    rw_case_expect(&k.c, listing);
    rw_case_free(&k.c);
}

#define CALL "ldc.i8; conv.u; ldc.i8; conv.u; calli; "
#define ENTER "ldarg.0; " CALL
#define END "; " CALL "endfinally; " CALL

void test_calls_whole(void) {
    expect("nop; ret", whole(), ENTER "nop; leave >14" END "ret");
}

void test_calls_value(void) {
    rw_calls calls = whole();
    calls.returns_value = true;
    calls.local_sig = LOCALS;
    calls.local = 2;
    calls.has_this = false;
    expect("brfalse.s @1; ldc.i4.1; ret; @1: ldc.i4.2; ret", calls,
           "ldnull; " CALL "brfalse >10; ldc.i4.1; stloc; leave >19; ldc.i4.2; stloc; leave >19" END
           "ldloc; ret");
}

void test_calls_begin_only(void) {
    rw_calls calls = whole();
    calls.ends = false;
    expect("br.s @1; @1: tail. call 0x01; ret", calls, ENTER "br >7; tail. call; ret");
}

/* In a try a tail call is an ordinary one; other prefixes stay. */
void test_calls_prefixes(void) {
    expect("tail. call 0x00; ret", whole(), ENTER "call; leave >14" END "ret");
    calls_case k;
    CU_ASSERT_EQUAL_FATAL(
        add(&k, "ldarg.0; constrained. 0x01000002; tail. callvirt 0x01; ret", whole()), CC_OK);
    check_sound(&k);
    static const uint8_t kept[] = {0x02, 0xFE, 0x16, 2, 0, 0, 1, 0x6F, 1, 0, 0, 0, 0xDD};
    static const uint8_t tail[] = {0xFE, 0x14};
    const cc_span body = k.c.result.body;
    CU_ASSERT_PTR_NOT_NULL(memmem(body.data, body.len, kept, sizeof kept));
    CU_ASSERT_PTR_NULL(memmem(body.data, body.len, tail, sizeof tail));
    rw_case_free(&k.c);
}

void test_calls_switch(void) {
    expect("ldarg.0; switch @1 @2; ret; @1: nop; @2: ret", whole(),
           ENTER "ldarg.0; switch >9 >10; leave >17; nop; leave >17" END "ret");
}

/* The new clause is the last one: it is around all others. */
void test_calls_clauses(void) {
    calls_case k;
    CU_ASSERT_EQUAL_FATAL(add(&k,
                              "@0: nop; leave.s @4; @1: pop; ldc.i4.1; endfilter; "
                              "@2: pop; leave.s @4; @3: endfinally; @4: ret; "
                              ".filter @0 @1 @2 @3 @1; .finally @0 @3 @3 @4",
                              whole()),
                          CC_OK);
    check_sound(&k);
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, k.c.result.body, k.c.arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(body.clause_count, 3);
    CU_ASSERT_EQUAL(body.clauses[0].kind, IL_CLAUSE_FILTER);
    CU_ASSERT_EQUAL(body.clauses[1].kind, IL_CLAUSE_FINALLY);
    CU_ASSERT_EQUAL(body.clauses[2].kind, IL_CLAUSE_FAULT);
    CU_ASSERT_EQUAL(body.clauses[2].try_start, 6); /* after the call of enter */
    CU_ASSERT_EQUAL(body.clauses[2].try_end, body.clauses[2].handler_start);
    rw_case_free(&k.c);
}

/* A branch to the member that completes the task leads to the call before it. */
void test_calls_members(void) {
    rw_calls calls = whole();
    calls.enters = calls.ends = false;
    calls.completes = (rw_members){{MEMBER}, 1};
    calls.fails = (rw_members){{MEMBER + 0x100, MEMBER + 0x200}, 2};
    expect("ldarg.0; br.s @1; @1: call 0x0A000B01; ldarg.0; call 0x0A000C01; ldarg.0; "
           "callvirt 0x0A000D01; ldarg.0; call 0x0A000E01; ret",
           calls,
           "ldarg.0; br >2; " CALL "call; ldarg.0; " CALL "call; ldarg.0; " CALL
           "callvirt; ldarg.0; call; ret");
}

void test_calls_header(void) {
    calls_case k;
    rw_calls calls = whole();
    calls.returns_value = true;
    calls.local_sig = LOCALS;
    CU_ASSERT_EQUAL_FATAL(add(&k, "ldc.i4.1; ret", calls), CC_OK);
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, k.c.result.body, k.c.arena), CC_OK);
    CU_ASSERT_EQUAL(body.local_sig, LOCALS);
    CU_ASSERT_EQUAL(body.max_stack, k.c.body.max_stack + 3);
    CU_ASSERT_EQUAL(k.c.result.map[0].new_offset, 0);
    CU_ASSERT_EQUAL(k.c.result.map[1].old_offset, 1);
    CU_ASSERT_EQUAL(k.c.result.map[1].new_offset, 27);
    rw_case_free(&k.c);
    calls.ends = false; /* no value is kept: the locals are the old ones */
    CU_ASSERT_EQUAL_FATAL(add(&k, "ldc.i4.1; ret", calls), CC_OK);
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, k.c.result.body, k.c.arena), CC_OK);
    CU_ASSERT_EQUAL(body.local_sig, 0);
    rw_case_free(&k.c);
}

void test_calls_refused(void) {
    calls_case k;
    rw_calls calls = whole();
    CU_ASSERT_EQUAL(add(&k, "jmp 0x06000001", calls), CC_E_UNSUPPORTED);
    rw_case_free(&k.c);
    calls.ends = false;
    CU_ASSERT_EQUAL(add(&k, "jmp 0x06000001", calls), CC_OK);
    rw_case_free(&k.c);
    rw_case_new(&k.c, "");
    il_asm_max_stack(k.c.a, UINT16_MAX - 2);
    il_asm_text(k.c.a, "ret");
    k.c.result = (rw_result){.body = il_asm_finish(k.c.a)};
    CU_ASSERT_EQUAL(rw_add_calls(&k.c.result, &calls, k.c.arena), CC_E_LIMIT);
    rw_case_free(&k.c);
    rw_case_new(&k.c, "");
    il_asm_max_stack(k.c.a, UINT16_MAX - 3);
    il_asm_text(k.c.a, "ret");
    k.c.result = (rw_result){.body = il_asm_finish(k.c.a)};
    CU_ASSERT_EQUAL(rw_add_calls(&k.c.result, &calls, k.c.arena), CC_OK);
    rw_case_free(&k.c);
}

/* A refused body stays as it was. */
void test_calls_damaged(void) {
    static const uint8_t bytes[] = {0x02 | 5 << 2, 0x00};
    calls_case k;
    const rw_calls calls = whole();
    rw_case_new(&k.c, "ret");
    k.c.result = (rw_result){.body = {bytes, sizeof bytes}};
    CU_ASSERT_NOT_EQUAL(rw_add_calls(&k.c.result, &calls, k.c.arena), CC_OK);
    CU_ASSERT_PTR_EQUAL(k.c.result.body.data, bytes);
    rw_case_free(&k.c);
}
