/* Places of values, and copies from one to another. */
#include "rewriter/il/il_value.h"

#include <CUnit/CUnit.h>

#include "test_il.h"

static cc_arena *open_text(il_body *body, const char *text) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = il_asm_new(arena);
    il_asm_text(a, text);
    CU_ASSERT_EQUAL_FATAL(il_decode(body, il_asm_finish(a), arena), CC_OK);
    return arena;
}

typedef struct named {
    const char *text;
    il_place_kind stored, loaded, addressed;
    int64_t key;
} named;

static void expect_place(il_place place, il_place_kind kind, int64_t key) {
    CU_ASSERT_EQUAL(place.kind, kind);
    CU_ASSERT_EQUAL(place.key, kind == IL_PLACE_NONE ? 0 : key);
}

void test_il_places(void) {
    static const named rows[] = {
        {"stloc.3", IL_PLACE_LOCAL, IL_PLACE_NONE, IL_PLACE_NONE, 3},
        {"stloc.s 7", IL_PLACE_LOCAL, IL_PLACE_NONE, IL_PLACE_NONE, 7},
        {"stloc 700", IL_PLACE_LOCAL, IL_PLACE_NONE, IL_PLACE_NONE, 700},
        {"ldloc.0", IL_PLACE_NONE, IL_PLACE_LOCAL, IL_PLACE_NONE, 0},
        {"ldloc.s 9", IL_PLACE_NONE, IL_PLACE_LOCAL, IL_PLACE_NONE, 9},
        {"ldloc 900", IL_PLACE_NONE, IL_PLACE_LOCAL, IL_PLACE_NONE, 900},
        {"ldloca.s 9", IL_PLACE_NONE, IL_PLACE_NONE, IL_PLACE_LOCAL, 9},
        {"ldloca 900", IL_PLACE_NONE, IL_PLACE_NONE, IL_PLACE_LOCAL, 900},
        {"starg.s 2", IL_PLACE_ARG, IL_PLACE_NONE, IL_PLACE_NONE, 2},
        {"ldarg.1", IL_PLACE_NONE, IL_PLACE_ARG, IL_PLACE_NONE, 1},
        {"ldarga.s 2", IL_PLACE_NONE, IL_PLACE_NONE, IL_PLACE_ARG, 2},
        {"stfld 0x04000005", IL_PLACE_FIELD, IL_PLACE_NONE, IL_PLACE_NONE, 0x04000005},
        {"ldfld 0x04000005", IL_PLACE_NONE, IL_PLACE_FIELD, IL_PLACE_NONE, 0x04000005},
        {"ldflda 0x04000005", IL_PLACE_NONE, IL_PLACE_NONE, IL_PLACE_FIELD, 0x04000005},
        {"stsfld 0x04000006", IL_PLACE_STATIC, IL_PLACE_NONE, IL_PLACE_NONE, 0x04000006},
        {"ldsfld 0x04000006", IL_PLACE_NONE, IL_PLACE_STATIC, IL_PLACE_NONE, 0x04000006},
        {"ldsflda 0x04000006", IL_PLACE_NONE, IL_PLACE_NONE, IL_PLACE_STATIC, 0x04000006},
        {"dup", IL_PLACE_NONE, IL_PLACE_NONE, IL_PLACE_NONE, 0},
        {"ldc.i4.3", IL_PLACE_NONE, IL_PLACE_NONE, IL_PLACE_NONE, 0},
        {"call 0x06000001", IL_PLACE_NONE, IL_PLACE_NONE, IL_PLACE_NONE, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        il_body body;
        cc_arena *arena = open_text(&body, rows[i].text);
        const il_insn *insn = &body.insns[0];
        expect_place(il_stored(insn), rows[i].stored, rows[i].key);
        expect_place(il_loaded(insn), rows[i].loaded, rows[i].key);
        expect_place(il_addressed(insn), rows[i].addressed, rows[i].key);
        il_place_kind kind = rows[i].loaded + rows[i].addressed;
        expect_place(il_named(insn), kind, rows[i].key);
        cc_arena_free(arena);
    }
}

void test_il_same_places(void) {
    il_place local = {IL_PLACE_LOCAL, 1};
    il_place nowhere = {IL_PLACE_NONE, 0};
    CU_ASSERT(il_is_same_place(local, local));
    CU_ASSERT(!il_is_same_place(local, (il_place){IL_PLACE_LOCAL, 2}));
    CU_ASSERT(!il_is_same_place(local, (il_place){IL_PLACE_ARG, 1}));
    CU_ASSERT(!il_is_same_place(nowhere, nowhere));
}

typedef struct copied {
    const char *text;
    uint32_t load;  /* instruction where the load ends */
    uint32_t begin; /* where it begins; IL_NO_INSN: it is none */
    uint32_t store;
} copied;

void test_il_copies(void) {
    static const copied rows[] = {
        {"ldc.i4.1; stloc.0; ldloc.0", 2, 2, 1},
        {"ldc.i4.1; stloc.0; nop; nop; ldloc.0", 4, 4, 1},
        {"ldc.i4.1; stloc.1; ldloc.0", 2, 2, IL_NO_INSN},
        {"ldc.i4.1; stloc.0; ldloca.s 0", 2, 2, IL_NO_INSN}, /* a use of the variable, no copy */
        {"ldc.i4.1; starg.s 1; ldarg.1", 2, 2, 1},
        {"ldc.i4.1; starg.s 1; ldloc.1", 2, 2, IL_NO_INSN},
        {"ldc.i4.1; stsfld 4; ldsfld 4", 2, 2, 1},
        {"ldloc.0", 0, 0, IL_NO_INSN},
        {"nop; ldloc.0", 1, 1, IL_NO_INSN},
        /* a state machine; the object of the next store is there already */
        {"ldarg.0; ldc.i4.1; stfld 4; ldarg.0; ldfld 4", 4, 3, 2},
        {"ldarg.0; ldc.i4.1; stfld 4; ldarg.0; ldarg.0; ldfld 4", 5, 4, 2},
        {"ldarg.0; ldc.i4.1; stfld 4; ldarg.0; nop; ldarg.0; nop; ldfld 4", 7, 5, 2},
        {"ldarg.0; ldc.i4.1; stfld 4; ldarg.0; ldarg.0; ldarg.0; ldfld 4", 6, 5, IL_NO_INSN},
        {"ldarg.0; ldc.i4.1; stfld 5; ldarg.0; ldfld 4", 4, 3, IL_NO_INSN},
        /* a field of another object */
        {"ldarg.0; ldc.i4.1; stfld 4; ldloc.0; ldfld 4", 4, IL_NO_INSN, IL_NO_INSN},
        {"ldarg.0; ldc.i4.1; stfld 4; ldarg.0; ldflda 4", 4, 3, IL_NO_INSN},
        {"ldfld 4", 0, IL_NO_INSN, IL_NO_INSN},
        {"ldc.i4.1; dup", 1, IL_NO_INSN, IL_NO_INSN},
        {"ldc.i4.1; dup", 7, IL_NO_INSN, IL_NO_INSN}, /* after the end */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        il_body body;
        cc_arena *arena = open_text(&body, rows[i].text);
        CU_ASSERT_EQUAL(il_load_begin(&body, rows[i].load), rows[i].begin);
        CU_ASSERT_EQUAL(il_store_before(&body, rows[i].load), rows[i].store);
        cc_arena_free(arena);
    }
}

void test_il_before_nops(void) {
    il_body body;
    cc_arena *arena = open_text(&body, "nop; ldarg.0; nop; nop; ret");
    CU_ASSERT_EQUAL(il_insn_before(&body, 0), IL_NO_INSN);
    CU_ASSERT_EQUAL(il_insn_before(&body, 1), IL_NO_INSN);
    CU_ASSERT_EQUAL(il_insn_before(&body, 4), 1);
    CU_ASSERT_EQUAL(il_insn_before(&body, 5), 4);
    CU_ASSERT_EQUAL(il_insn_before(&body, 6), IL_NO_INSN);
    cc_arena_free(arena);
}
