/* A metadata root: tables of any shape over any heaps, everything asked that can be told of them,
 * and the searches compared with looking at each row.
 *
 * Input: flags (1 byte). Flag 1: the rest is the root itself. Else heap sizes (1), sorted mask
 * (8), length of the heaps (2), number of tables (1), for each its number and rows (1 each); then
 * the heaps, one text for all four of them, then the rows. */
#include <string.h>

#include "metadata/md_columns.h"
#include "tests/fuzz/fuzz.h"
#include "tests/tools/walk.h"

enum { FLAG_RAW = 1, FLAG_PDB = 2, MAX_TABLES = 24, MAX_ROWS = 63, MAX_COLUMNS = 9, STREAMS = 5 };

typedef struct shape {
    uint8_t heap_sizes;
    uint64_t sorted;
    uint8_t rows[MD_TABLE_COUNT];
    cc_span heaps, bytes;
} shape;

static bool read_shape(shape *out, cc_span in) {
    uint16_t heaps = 0;
    uint8_t count = 0;
    if (!cc_span_u8(&in, &out->heap_sizes) || !cc_span_u64(&in, &out->sorted) ||
        !cc_span_u16(&in, &heaps) || !cc_span_u8(&in, &count)) {
        return false;
    }
    for (unsigned i = 0; i < count % MAX_TABLES; i++) {
        uint8_t table = 0;
        uint8_t rows = 0;
        if (!cc_span_u8(&in, &table) || !cc_span_u8(&in, &rows)) {
            return false;
        }
        out->rows[table % MD_TABLE_COUNT] = rows & MAX_ROWS;
    }
    size_t len = heaps < in.len ? heaps : in.len;
    bool ok = cc_span_take(&in, len, &out->heaps);
    out->bytes = in;
    return ok;
}

static void put_tables(cc_buf *out, const shape *s) {
    uint64_t valid = 0;
    for (unsigned i = 0; i < MD_TABLE_COUNT; i++) {
        valid |= (uint64_t)(s->rows[i] > 0) << i;
    }
    cc_buf_u32(out, 0);
    cc_buf_u16(out, 2);
    cc_buf_u8(out, s->heap_sizes & 7);
    cc_buf_u8(out, 1);
    cc_buf_u64(out, valid);
    cc_buf_u64(out, s->sorted);
    for (unsigned i = 0; i < MD_TABLE_COUNT; i++) {
        if (s->rows[i] > 0) {
            cc_buf_u32(out, s->rows[i]);
        }
    }
    cc_buf_span_put(out, s->bytes);
}

/* All heaps are the same bytes: one text serves as string, blob, GUID and user string. */
static void put_root(cc_buf *out, const shape *s) {
    static const char *const names[STREAMS] = {"#~", "#Strings", "#Blob", "#GUID", "#US"};
    cc_buf tables = {0};
    size_t patches[STREAMS];
    put_tables(&tables, s);
    cc_buf_u32(out, 0x424A5342);
    cc_buf_u32(out, 0x00010001);
    cc_buf_u32(out, 0);
    cc_buf_u32(out, 4);
    cc_buf_puts(out, "v1.0");
    cc_buf_u16(out, 0);
    cc_buf_u16(out, STREAMS);
    for (size_t i = 0; i < STREAMS; i++) {
        patches[i] = out->len;
        cc_buf_u32(out, 0);
        cc_buf_u32(out, (uint32_t)(i == 0 ? tables.len : s->heaps.len));
        cc_buf_puts(out, names[i]);
        cc_buf_u8(out, 0);
        cc_buf_align(out, 4);
    }
    for (size_t i = 0; i < STREAMS; i++) {
        cc_buf_patch_u32(out, patches[i], (uint32_t)out->len);
        if (i == 0) {
            cc_buf_span_put(out, cc_buf_span(&tables));
            cc_buf_align(out, 4);
        }
    }
    cc_buf_span_put(out, s->heaps);
    cc_buf_free(&tables);
}

/* --- searches --------------------------------------------------------------------------------- */

/* First row with the value and the length of its run, row by row. *sorted: it is certain that the
 * rows are by this column as stored: tokens of several tables are stored by row, then by table,
 * and nil may be any table's. */
static uint32_t find_slowly(const md_tables *t, md_table table, uint32_t col, uint32_t value,
                            uint32_t *count, bool *sorted) {
    uint32_t first = 0;
    uint32_t last = 0;
    uint32_t cell = 0;
    *count = 0;
    *sorted = true;
    for (uint32_t rid = 1; rid <= md_row_count(t, table); rid++) {
        bool is_readable = md_cell(t, table, rid, col, &cell);
        bool is_coded = MD_TOKEN_TABLE(cell) != 0;
        *sorted =
            *sorted && is_readable && cell != 0 &&
            (is_coded && last != cell ? MD_TOKEN_RID(cell) > MD_TOKEN_RID(last) : cell >= last);
        last = cell;
        bool is_equal = is_readable && cell == value;
        first = first == 0 && is_equal ? rid : first;
        *count += first != 0 && is_equal && first + *count == rid ? 1 : 0;
    }
    return first;
}

static void check_find(const md_tables *t, md_table table, uint32_t col, uint32_t value) {
    uint32_t count = 0;
    uint32_t expected = 0;
    uint32_t cell = 0;
    bool sorted = false;
    uint32_t found = md_find(t, table, col, value, &count);
    uint32_t slow = find_slowly(t, table, col, value, &expected, &sorted);
    fuzz_require((found == 0) == (count == 0), "a row has a run");
    fuzz_require(found == 0 || (found + count - 1 <= md_row_count(t, table) &&
                                md_cell(t, table, found, col, &cell) && cell == value),
                 "what is found is what was asked for");
    fuzz_require(!sorted || (found == slow && count == expected),
                 "a search in a sorted table finds what looking at each row finds");
}

static void check_searches(const md_tables *t) {
    static const struct {
        md_table table;
        uint32_t col;
    } keys[] = {{MD_INTERFACE_IMPL, 0},
                {MD_CUSTOM_ATTRIBUTE, 0},
                {MD_NESTED_CLASS, 0},
                {MD_GENERIC_PARAM, 2},
                {MD_STATE_MACHINE_METHOD, 0},
                {MD_METHOD_SEMANTICS, 2},
                {MD_CUSTOM_DEBUG_INFORMATION, 0},
                {MD_LOCAL_SCOPE, 0}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        check_find(t, keys[i].table, keys[i].col, 0);
        for (uint32_t rid = 1; rid <= md_row_count(t, keys[i].table); rid++) {
            uint32_t cell = 0;
            if (md_cell(t, keys[i].table, rid, keys[i].col, &cell)) {
                check_find(t, keys[i].table, keys[i].col, cell);
                check_find(t, keys[i].table, keys[i].col, cell + 1);
            }
        }
    }
}

/* A method belongs to the type whose list it is in. */
static void check_owners(const md_tables *t) {
    for (uint32_t rid = 1; rid <= md_row_count(t, MD_METHODDEF); rid++) {
        md_typedef owner;
        uint32_t type = md_owner_of_method(t, rid);
        fuzz_require(type <= md_row_count(t, MD_TYPEDEF), "an owner is a row");
        if (type != 0 && md_get_typedef(t, type, &owner) == CC_OK) {
            fuzz_require(owner.first_method <= rid && rid < owner.end_method,
                         "the owner of a method has it in its list");
        }
    }
    for (uint32_t rid = 1; rid <= md_row_count(t, MD_FIELD); rid++) {
        md_typedef owner;
        uint32_t type = md_owner_of_field(t, rid);
        if (type != 0 && md_get_typedef(t, type, &owner) == CC_OK) {
            fuzz_require(owner.first_field <= rid && rid < owner.end_field,
                         "the owner of a field has it in its list");
        }
    }
}

static void ask(cc_span root, const uint32_t *external_rows, cc_arena *arena) {
    static const walk_sink silent = {0};
    walk_counts counts = {0};
    md_tables *t = NULL;
    if (md_tables_open(&t, root, external_rows, arena) == CC_OK) {
        walk_metadata(t, &counts, &silent);
        check_searches(t);
        check_owners(t);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint32_t external_rows[MD_TABLE_COUNT];
    shape s = {0};
    cc_buf root = {0};
    cc_arena *arena = cc_arena_new();
    if (arena == NULL || size == 0) {
        cc_arena_free(arena);
        return 0;
    }
    external_rows[MD_METHODDEF] = 0x12345;
    const uint32_t *external = (data[0] & FLAG_PDB) != 0 ? external_rows : NULL;
    if ((data[0] & FLAG_RAW) != 0) {
        ask(cc_span_of(data + 1, size - 1), external, arena);
    } else if (read_shape(&s, cc_span_of(data + 1, size - 1))) {
        put_root(&root, &s);
        ask(cc_buf_span(&root), external, arena);
    }
    cc_buf_free(&root);
    cc_arena_free(arena);
    return 0;
}
