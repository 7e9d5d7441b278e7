/* Slot maps of Edit and Continue: the golden ones, and blobs made by hand. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "metadata/golden.h"
#include "metadata/pdb.h"
#include "metadata/test_metadata.h"
#include "tests/tools/md_make.h"

#define SHAPES "golden/metadata/debug/Shapes.pdb"

typedef struct expected_slot {
    uint32_t method, slot;
    pdb_slot_kind kind;
    int32_t syntax_offset;
} expected_slot;

static void check_slot(const pdb_file *pdb, const expected_slot *expected, cc_arena *arena) {
    pdb_slot *slots = NULL;
    uint32_t count = 0;
    bool is_there = false;
    CU_ASSERT_EQUAL(pdb_get_slots(pdb, expected->method, arena, &slots, &count), CC_OK);
    for (uint32_t i = 0; i < count; i++) {
        is_there = is_there || (slots[i].slot == expected->slot && slots[i].ordinal == 0 &&
                                slots[i].kind == expected->kind &&
                                slots[i].syntax_offset == expected->syntax_offset);
    }
    CU_ASSERT_TRUE(is_there);
}

/* Offsets are counted in Shapes.cs: `foreach` of Search() is 75 characters after the `{` of it. */
void test_slots(void) {
    enum { SEARCH = 8, DISPOSE = 9, FETCH = 0x0A, COUNT_MOVE_NEXT = 0x11, FETCH_MOVE_NEXT = 0x18 };
    static const expected_slot rows[] = {
        {SEARCH, 0, PDB_SLOT_USER_DEFINED, 18},
        {SEARCH, 1, PDB_SLOT_FOREACH_ENUMERATOR, 75},
        {SEARCH, 2, PDB_SLOT_USER_DEFINED, 75},
        {SEARCH, 3, PDB_SLOT_CONDITIONAL_BRANCH_DISCRIMINATOR, 141},
        {SEARCH, 5, PDB_SLOT_CONDITIONAL_BRANCH_DISCRIMINATOR, 313},
        {SEARCH, 6, PDB_SLOT_FUNCTION_RETURN_VALUE, 0},
        {FETCH, 1, PDB_SLOT_SPILL, 26}, /* number of a field */
        {COUNT_MOVE_NEXT, 0, PDB_SLOT_STATE_MACHINE_CACHED_STATE, 0},
        {FETCH_MOVE_NEXT, 2, PDB_SLOT_AWAITER, 26},
    };
    cc_arena *arena = cc_arena_new();
    pdb_file *pdb = NULL;
    pdb_slot *slots = NULL;
    uint32_t count = 1;
    CU_ASSERT_EQUAL_FATAL(pdb_open(&pdb, golden_bytes(arena, SHAPES), arena), CC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_slot(pdb, &rows[i], arena);
    }
    CU_ASSERT_EQUAL(pdb_get_slots(pdb, DISPOSE, arena, &slots, &count), CC_OK);
    CU_ASSERT_EQUAL(count, 0);
    CU_ASSERT_EQUAL(pdb_get_slots(pdb, 0xFFFFFF, arena, &slots, &count), CC_OK);
    CU_ASSERT_EQUAL(count, 0);
    CU_ASSERT_EQUAL(pdb_move_next_of(pdb, FETCH), FETCH_MOVE_NEXT);
    CU_ASSERT_EQUAL(pdb_move_next_of(pdb, FETCH_MOVE_NEXT), 0);
    cc_arena_free(arena);
}

void test_slot_names(void) {
    CU_ASSERT_STRING_EQUAL(pdb_slot_kind_name(PDB_SLOT_USER_DEFINED), "UserDefined");
    CU_ASSERT_STRING_EQUAL(pdb_slot_kind_name(PDB_SLOT_FOREACH_ARRAY), "ForEachArray");
    CU_ASSERT_STRING_EQUAL(pdb_slot_kind_name(PDB_SLOT_SWITCH_CASE_PATTERN_MATCHING),
                           "SwitchCasePatternMatching");
    /* the numbers of Roslyn */
    CU_ASSERT_EQUAL(PDB_SLOT_SELECT_CASE_VALUE, 15);
    CU_ASSERT_EQUAL(PDB_SLOT_LAMBDA_DISPLAY_CLASS, 30);
    CU_ASSERT_EQUAL(PDB_SLOT_SWITCH_CASE_PATTERN_MATCHING, 35);
    for (int kind = 0; kind <= PDB_SLOT_SWITCH_CASE_PATTERN_MATCHING; kind++) {
        CU_ASSERT_STRING_NOT_EQUAL(pdb_slot_kind_name((pdb_slot_kind)kind), "unknown");
    }
    CU_ASSERT_STRING_EQUAL(pdb_slot_kind_name((pdb_slot_kind)36), "unknown");
    CU_ASSERT_STRING_EQUAL(pdb_slot_kind_name((pdb_slot_kind)62), "unknown");
}

/* A PDB of one method whose slot map is given. The bytes are in memory of exactly their size, at
 * the end of it, so that a sanitizer sees a read after the map. */
static cc_err slots_of(cc_span map, cc_arena *arena, pdb_slot **slots, uint32_t *count) {
    static const uint8_t kind[16] = {0xA8, 0x52, 0x5F, 0x75, 0xC5, 0x91, 0xBE, 0x45,
                                     0xB4, 0xB8, 0x20, 0x95, 0x71, 0xE5, 0x52, 0xBD};
    static const uint8_t row[6] = {1 << 5, 0, 1, 0, 1, 0};
    static const uint8_t pdb_stream[32] = {0};
    cc_buf heap = {0};
    cc_buf root = {0};
    pdb_file *pdb = NULL;
    cc_buf_u8(&heap, 0);
    cc_buf_u8(&heap, (uint8_t)map.len);
    cc_buf_span_put(&heap, map);
    make_metadata m = {.blobs = cc_buf_span(&heap),
                       .guids = cc_span_of(kind, sizeof kind),
                       .pdb = cc_span_of(pdb_stream, sizeof pdb_stream),
                       .tables = {{MD_CUSTOM_DEBUG_INFORMATION, 1, cc_span_of(row, sizeof row)}}};
    make_root(&root, &m);
    CU_ASSERT_EQUAL_FATAL(pdb_open(&pdb, cc_arena_copy(arena, cc_buf_span(&root)), arena), CC_OK);
    cc_buf_free(&heap);
    cc_buf_free(&root);
    return pdb_get_slots(pdb, 1, arena, slots, count);
}

#define SLOTS(...)                                                                                 \
    slots_of(cc_span_of((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})),   \
             arena, &slots, &count)

static bool is_slot(const pdb_slot *s, uint32_t slot, int kind, int32_t offset, uint32_t ordinal) {
    return s->slot == slot && (int)s->kind == kind && s->syntax_offset == offset &&
           s->ordinal == ordinal;
}

void test_slot_records(void) {
    cc_arena *arena = cc_arena_new();
    pdb_slot *slots = NULL;
    uint32_t count = 0;
    /* Without a baseline an offset is stored plus 1; 0 is a slot without an entry. */
    CU_ASSERT_EQUAL(SLOTS(0x01, 0x01, 0x00, 0x00, 0x06, 0x80, 0x81), CC_OK);
    CU_ASSERT_EQUAL_FATAL(count, 2);
    CU_ASSERT_TRUE(is_slot(&slots[0], 0, PDB_SLOT_USER_DEFINED, 0, 0));
    CU_ASSERT_TRUE(is_slot(&slots[1], 3, PDB_SLOT_FOREACH_ENUMERATOR, 0x80, 0));
    /* A baseline of -200, a slot at it, then one with an ordinal. */
    CU_ASSERT_EQUAL(SLOTS(0xFF, 0x80, 0xC8, 0x1F, 0x00, 0xA4, 0x80, 0xCA, 0x02), CC_OK);
    CU_ASSERT_EQUAL_FATAL(count, 2);
    CU_ASSERT_TRUE(is_slot(&slots[0], 0, PDB_SLOT_LAMBDA_DISPLAY_CLASS, -200, 0));
    CU_ASSERT_TRUE(is_slot(&slots[1], 1, PDB_SLOT_SWITCH_CASE_PATTERN_MATCHING, 2, 2));
    /* The extremes of both numbers. */
    CU_ASSERT_EQUAL(SLOTS(0xFF, 0xDF, 0xFF, 0xFF, 0xFF, 0x3F, 0x00, 0xFF, 0x00, 0xBF, 0xDF, 0xFF,
                          0xFF, 0xFF, 0xDF, 0xFF, 0xFF, 0xFF),
                    CC_OK);
    CU_ASSERT_EQUAL_FATAL(count, 2);
    CU_ASSERT_TRUE(is_slot(&slots[0], 0, 62, -0x1FFFFFFF, 0));
    CU_ASSERT_TRUE(is_slot(&slots[1], 1, 62, 0x1FFFFFFF, 0x1FFFFFFF));
    /* Only slots without an entry; nothing at all; a baseline of no slot. */
    CU_ASSERT_EQUAL(SLOTS(0, 0, 0), CC_OK);
    CU_ASSERT_EQUAL(count, 0);
    CU_ASSERT_EQUAL(slots_of((cc_span){NULL, 0}, arena, &slots, &count), CC_OK);
    CU_ASSERT_EQUAL(count, 0);
    CU_ASSERT_EQUAL(SLOTS(0xFF, 0x05), CC_OK);
    CU_ASSERT_EQUAL(count, 0);
    cc_arena_free(arena);
}

static const uint8_t WHOLE[] = {0xFF, 0x80, 0xC8, 0x1F, 0x00, 0x00, 0xA4, 0x80,
                                0xCA, 0x02, 0x02, 0xC0, 0x01, 0x00, 0x00};

/* A damaged map is an error, and gives no slots. */
void test_slot_lies(void) {
    /* Lengths at which the map is whole: after each slot, and after the baseline. */
    static const uint8_t sound[] = {0, 3, 5, 6, 10, 15};
    cc_arena *arena = cc_arena_new();
    pdb_slot *slots = NULL;
    uint32_t count = 0;
    for (uint8_t len = 0; len <= sizeof WHOLE; len++) {
        cc_err err = slots_of(cc_span_of(WHOLE, len), arena, &slots, &count);
        bool is_sound = memchr(sound, len, sizeof sound) != NULL;
        CU_ASSERT_EQUAL(err, is_sound ? CC_OK : CC_E_FORMAT);
        CU_ASSERT_TRUE(is_sound || (count == 0 && slots == NULL));
    }
    CU_ASSERT_EQUAL(SLOTS(0x80, 0x01, 0x01), CC_E_FORMAT);    /* an ordinal, but no kind */
    CU_ASSERT_EQUAL(SLOTS(0x40, 0x01), CC_E_FORMAT);          /* bit 6 */
    CU_ASSERT_EQUAL(SLOTS(0x42, 0x01), CC_E_FORMAT);          /* bit 6 */
    CU_ASSERT_EQUAL(SLOTS(0x02, 0xE0, 1, 1, 1), CC_E_FORMAT); /* no compressed number */
    CU_ASSERT_EQUAL(SLOTS(0xFF, 0xFF, 0x02, 1), CC_E_FORMAT); /* a baseline of none */
    CU_ASSERT_EQUAL(SLOTS(0x02, 0x01, 0xFF), CC_E_FORMAT);    /* a baseline at the end */
    CU_ASSERT_EQUAL(SLOTS(0x82, 0x01, 0x80), CC_E_FORMAT);    /* half of an ordinal */
    cc_arena_free(arena);
}

/* Whatever a byte becomes, there is an error or an answer in the limits that pdb.h names. */
void test_slot_bytes(void) {
    cc_arena *arena = cc_arena_new();
    uint32_t refused = 0;
    for (size_t at = 0; at < sizeof WHOLE; at++) {
        for (int value = 0; value < 256; value++) {
            uint8_t bytes[sizeof WHOLE];
            pdb_slot *slots = NULL;
            uint32_t count = 0;
            memcpy(bytes, WHOLE, sizeof bytes);
            bytes[at] = (uint8_t)value;
            cc_err err = slots_of(cc_span_of(bytes, sizeof bytes), arena, &slots, &count);
            CU_ASSERT_TRUE(err == CC_OK || (err == CC_E_FORMAT && count == 0));
            CU_ASSERT_TRUE(count <= sizeof bytes);
            for (uint32_t i = 0; i < count; i++) {
                CU_ASSERT_TRUE(slots[i].slot < sizeof bytes && slots[i].kind <= 62);
                CU_ASSERT_TRUE(i == 0 || slots[i].slot > slots[i - 1].slot);
            }
            refused += err == CC_OK ? 0 : 1;
            cc_arena_reset(arena);
        }
    }
    CU_ASSERT_TRUE(refused > 0 && refused < 256 * sizeof WHOLE);
    cc_arena_free(arena);
}
