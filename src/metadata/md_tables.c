/* Metadata roots: streams, and the layout of the rows of every table.
 *
 * Input: bytes from "BSJB" on. Output: md_tables with the offset and width of every column, so that
 * md_cell() is one load. Sources: ECMA-335 II.24.2, II.22; Portable PDB 1.0. */
#include "metadata/md.h"

#include <string.h>

#include "metadata/md_int.h"

enum {
    ROOT_MAGIC = 0x424A5342,
    HEAP_STRING_WIDE = 1,
    HEAP_GUID_WIDE = 2,
    HEAP_BLOB_WIDE = 4,
    HEAP_EXTRA_DATA = 0x40,
    WIDE_RID = 0x10000,
    MAX_CODED_TAGS = 32
};

typedef enum cell_kind {
    KIND_U8_PADDED,
    KIND_U16,
    KIND_U32,
    KIND_STRING,
    KIND_GUID,
    KIND_BLOB,
    KIND_RID,
    KIND_CODED
} cell_kind;

typedef struct column_fact {
    uint8_t table, column, kind, target;
} column_fact;

static const column_fact COLUMNS[] = {
#define MD_COL(table, column, name, kind, target) {MD_##table, column, KIND_##kind, target},
#include "metadata/md_tables.def"
};

static const struct {
    uint8_t table, column;
} KEYS[] = {
#define MD_KEY(table, column) {MD_##table, column},
#include "metadata/md_tables.def"
};

static const uint8_t CODED_BITS[MD_CODED_COUNT] = {
#define MD_CODED(index, bits) [MD_CODED_##index] = (bits),
#include "metadata/md_tables.def"
};

/* Returns table number + 1 by tag; 0: invalid tag. */
static const uint8_t CODED_TABLE[MD_CODED_COUNT][MAX_CODED_TAGS] = {
#define MD_CODED_TAG(index, tag, table) [MD_CODED_##index][tag] = MD_##table + 1,
#include "metadata/md_tables.def"
};

/* --- streams ---------------------------------------------------------------------------------- */

static cc_err read_stream(cc_span bytes, cc_span *in, md_stream *out) {
    uint32_t offset = 0;
    uint32_t size = 0;
    if (!cc_span_u32(in, &offset) || !cc_span_u32(in, &size) || !cc_span_cstr(in, &out->name) ||
        !cc_span_align(in, bytes.data, 4)) {
        return cc_fail(CC_E_TRUNCATED, "metadata stream header ends early");
    }
    if (!cc_span_slice(bytes, offset, size, &out->bytes)) {
        return cc_fail(CC_E_TRUNCATED, "metadata stream %.*s lies outside the metadata",
                       (int)(out->name.len < 32 ? out->name.len : 32), out->name.s);
    }
    return CC_OK;
}

cc_err md_root_open(md_root *out, cc_span bytes, cc_arena *arena) {
    cc_span in = bytes;
    uint32_t magic = 0;
    uint32_t version_size = 0;
    uint16_t count = 0;
    if (!cc_span_u32(&in, &magic) || magic != ROOT_MAGIC) {
        return cc_fail(CC_E_FORMAT, "no metadata signature BSJB");
    }
    if (!cc_span_skip(&in, 8) || !cc_span_u32(&in, &version_size) ||
        !cc_span_skip(&in, version_size) || !cc_span_align(&in, bytes.data, 4) ||
        !cc_span_skip(&in, 2) || !cc_span_u16(&in, &count)) {
        return cc_fail(CC_E_TRUNCATED, "metadata root ends early");
    }
    out->count = count;
    out->streams = CC_NEW_ARRAY(arena, md_stream, count);
    if (out->streams == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for %u metadata streams", count);
    }
    for (uint32_t i = 0; i < count; i++) {
        CC_TRY(read_stream(bytes, &in, &out->streams[i]));
    }
    return CC_OK;
}

cc_span md_root_stream(const md_root *root, const char *name) {
    for (uint32_t i = 0; i < root->count; i++) {
        if (cc_str_eqz(root->streams[i].name, name)) {
            return root->streams[i].bytes;
        }
    }
    return (cc_span){NULL, 0};
}

cc_span md_tables_stream(const md_tables *t, const char *name) {
    return md_root_stream(&t->root, name);
}

/* --- layout of rows --------------------------------------------------------------------------- */

typedef struct layout {
    uint8_t heap_sizes;
    uint32_t rows[MD_TABLE_COUNT]; /* the counts that determine widths */
} layout;

static uint8_t heap_width(const layout *l, unsigned bit) {
    return (l->heap_sizes & bit) != 0 ? 4 : 2;
}

static uint8_t coded_width(const layout *l, uint8_t coded) {
    uint32_t limit = 1u << (16 - CODED_BITS[coded]);
    for (unsigned tag = 0; tag < MAX_CODED_TAGS; tag++) {
        uint8_t table = CODED_TABLE[coded][tag];
        if (table != 0 && l->rows[table - 1] >= limit) {
            return 4;
        }
    }
    return 2;
}

static uint8_t cell_width(const layout *l, const column_fact *fact) {
    switch ((cell_kind)fact->kind) {
    case KIND_U8_PADDED:
        return 1;
    case KIND_U16:
        return 2;
    case KIND_U32:
        return 4;
    case KIND_STRING:
        return heap_width(l, HEAP_STRING_WIDE);
    case KIND_GUID:
        return heap_width(l, HEAP_GUID_WIDE);
    case KIND_BLOB:
        return heap_width(l, HEAP_BLOB_WIDE);
    case KIND_RID:
        return l->rows[fact->target] >= WIDE_RID ? 4 : 2;
    case KIND_CODED:
        return coded_width(l, fact->target);
    }
    return 4;
}

static void lay_out(md_tables *t, const layout *l) {
    for (size_t i = 0; i < MD_TABLE_COUNT; i++) {
        t->tables[i].key = MD_MAX_COLUMNS;
    }
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        t->tables[KEYS[i].table].key = KEYS[i].column;
    }
    for (size_t i = 0; i < sizeof COLUMNS / sizeof COLUMNS[0]; i++) {
        const column_fact *fact = &COLUMNS[i];
        md_rows *table = &t->tables[fact->table];
        md_column *column = &table->columns[fact->column];
        column->offset = table->row_size;
        column->width = cell_width(l, fact);
        column->coded = fact->kind == KIND_CODED ? fact->target : MD_CODED_COUNT;
        unsigned padding = fact->kind == KIND_U8_PADDED ? 1 : 0;
        table->row_size = (uint8_t)(table->row_size + column->width + padding);
        table->column_count = (uint8_t)(fact->column + 1);
    }
}

/* Row counts of the tables present, in ascending order of table. */
static cc_err read_counts(cc_span *in, uint64_t valid, md_tables *t) {
    for (uint32_t i = 0; i < 64; i++) {
        if ((valid >> i & 1) == 0) {
            continue;
        }
        uint32_t rows = 0;
        if (i >= MD_TABLE_COUNT || (i > MD_GENERIC_PARAM_CONSTRAINT && i < MD_DOCUMENT)) {
            return cc_fail(CC_E_UNSUPPORTED, "unknown metadata table 0x%x", i);
        }
        if (!cc_span_u32(in, &rows)) {
            return cc_fail(CC_E_TRUNCATED, "metadata row counts end early");
        }
        if (rows > MD_MAX_ROWS) {
            return cc_fail(CC_E_FORMAT, "%u rows in metadata table 0x%x", rows, i);
        }
        t->tables[i].count = rows;
    }
    return CC_OK;
}

static cc_err place_rows(cc_span in, md_tables *t) {
    for (size_t i = 0; i < MD_TABLE_COUNT; i++) {
        md_rows *table = &t->tables[i];
        cc_span rows = {NULL, 0};
        if (!cc_span_take(&in, (size_t)table->count * table->row_size, &rows)) {
            return cc_fail(CC_E_TRUNCATED, "rows of metadata table 0x%zx end early", i);
        }
        table->rows = rows.data;
    }
    return CC_OK;
}

/* Returns the raw number in a cell. The only function that reads rows; the caller has checked `rid`
 * and `col`. */
static uint32_t raw_cell(const md_rows *table, uint32_t rid, uint32_t col) {
    const md_column *column = &table->columns[col];
    const uint8_t *p = table->rows + (size_t)(rid - 1) * table->row_size + column->offset;
    if (column->width == 1) {
        return p[0];
    }
    uint32_t low = (uint32_t)(p[0] | (unsigned)p[1] << 8);
    return column->width == 2 ? low : low | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static bool keys_ascend(const md_rows *table) {
    uint32_t last = 0;
    for (uint32_t rid = 1; rid <= table->count; rid++) {
        uint32_t key = raw_cell(table, rid, table->key);
        if (key < last) {
            return false;
        }
        last = key;
    }
    return true;
}

/* The function checks a table without the sorted bit: most such tables are sorted nevertheless. */
static void note_sorted(md_tables *t, uint64_t sorted) {
    for (size_t i = 0; i < MD_TABLE_COUNT; i++) {
        md_rows *table = &t->tables[i];
        if (table->key != MD_MAX_COLUMNS) {
            table->is_sorted = (sorted >> i & 1) != 0 || keys_ascend(table);
        }
    }
}

static cc_err refuse_indirection(const md_tables *t) {
    static const md_table pointers[] = {MD_FIELD_PTR, MD_METHOD_PTR, MD_PARAM_PTR};
    for (size_t i = 0; i < sizeof pointers / sizeof pointers[0]; i++) {
        if (t->tables[pointers[i]].count > 0) {
            return cc_fail(CC_E_UNSUPPORTED, "metadata table 0x%x (indirection) is not supported",
                           (unsigned)pointers[i]);
        }
    }
    return CC_OK;
}

static cc_err read_tables(md_tables *t, cc_span in, const uint32_t *external_rows) {
    layout l;
    memset(&l, 0, sizeof l);
    uint64_t valid = 0;
    uint64_t sorted = 0;
    if (!cc_span_skip(&in, 6) || !cc_span_u8(&in, &l.heap_sizes) || !cc_span_skip(&in, 1) ||
        !cc_span_u64(&in, &valid) || !cc_span_u64(&in, &sorted)) {
        return cc_fail(CC_E_TRUNCATED, "metadata table header ends early");
    }
    CC_TRY(read_counts(&in, valid, t));
    if ((l.heap_sizes & HEAP_EXTRA_DATA) != 0 && !cc_span_skip(&in, 4)) {
        return cc_fail(CC_E_TRUNCATED, "metadata table header ends early");
    }
    for (size_t i = 0; i < MD_TABLE_COUNT; i++) {
        uint32_t own = t->tables[i].count;
        l.rows[i] = external_rows != NULL && external_rows[i] > own ? external_rows[i] : own;
    }
    lay_out(t, &l);
    CC_TRY(place_rows(in, t));
    note_sorted(t, sorted);
    return refuse_indirection(t);
}

cc_err md_tables_of_root(md_tables **out, const md_root *root, const uint32_t *external_rows,
                         cc_arena *arena) {
    md_tables *t = CC_NEW(arena, md_tables);
    if (t == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for metadata tables");
    }
    t->root = *root;
    t->strings = md_root_stream(root, "#Strings");
    t->user_strings = md_root_stream(root, "#US");
    t->guids = md_root_stream(root, "#GUID");
    t->blobs = md_root_stream(root, "#Blob");
    cc_span tables = md_root_stream(root, "#~");
    if (tables.data == NULL) {
        tables = md_root_stream(root, "#-");
    }
    if (tables.data == NULL) {
        return cc_fail(CC_E_FORMAT, "metadata has no table stream");
    }
    CC_TRY(read_tables(t, tables, external_rows));
    *out = t;
    return CC_OK;
}

cc_err md_tables_open(md_tables **out, cc_span bytes, const uint32_t *external_rows,
                      cc_arena *arena) {
    md_root root;
    CC_TRY(md_root_open(&root, bytes, arena));
    return md_tables_of_root(out, &root, external_rows, arena);
}

/* --- cells ------------------------------------------------------------------------------------ */

bool md_coded_token(md_coded index, uint32_t raw, uint32_t *token) {
    unsigned bits = CODED_BITS[index];
    uint32_t rid = raw >> bits;
    uint8_t table = CODED_TABLE[index][raw & ((1u << bits) - 1)];
    if (table == 0 || rid > MD_MAX_ROWS) {
        return false;
    }
    *token = rid == 0 ? 0 : MD_TOKEN(table - 1, rid);
    return true;
}

uint32_t md_row_count(const md_tables *t, md_table table) {
    return (uint32_t)table < MD_TABLE_COUNT ? t->tables[table].count : 0;
}

bool md_cell(const md_tables *t, md_table table, uint32_t rid, uint32_t col, uint32_t *out) {
    if ((uint32_t)table >= MD_TABLE_COUNT) {
        return false;
    }
    const md_rows *rows = &t->tables[table];
    if (rid == 0 || rid > rows->count || col >= rows->column_count) {
        return false;
    }
    uint32_t raw = raw_cell(rows, rid, col);
    uint8_t coded = rows->columns[col].coded;
    if (coded != MD_CODED_COUNT) {
        return md_coded_token((md_coded)coded, raw, out);
    }
    *out = raw;
    return true;
}

/* Sets the raw number of a cell for which md_cell() returns `value`; false when the column cannot
 * hold it. */
static bool raw_value(const md_rows *rows, uint32_t col, uint32_t value, uint32_t *raw) {
    uint8_t coded = rows->columns[col].coded;
    if (coded == MD_CODED_COUNT) {
        *raw = value;
        return true;
    }
    for (uint32_t tag = 0; tag < MAX_CODED_TAGS; tag++) {
        if (CODED_TABLE[coded][tag] == MD_TOKEN_TABLE(value) + 1) {
            *raw = MD_TOKEN_RID(value) << CODED_BITS[coded] | tag;
            return true;
        }
    }
    return false;
}

/* Returns the first row in [from, count] whose raw cell is >= raw, count + 1 when there is none. */
static uint32_t lower_bound(const md_rows *rows, uint32_t col, uint32_t raw, uint32_t from) {
    uint32_t low = from;
    uint32_t high = rows->count + 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (raw_cell(rows, middle, col) < raw) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static uint32_t linear(const md_rows *rows, uint32_t col, uint32_t raw, uint32_t from) {
    for (uint32_t rid = from; rid <= rows->count; rid++) {
        if (raw_cell(rows, rid, col) == raw) {
            return rid;
        }
    }
    return 0;
}

uint32_t md_find_next(const md_tables *t, md_table table, uint32_t col, uint32_t value,
                      uint32_t from) {
    uint32_t raw = 0;
    if ((uint32_t)table >= MD_TABLE_COUNT || from == 0) {
        return 0;
    }
    const md_rows *rows = &t->tables[table];
    if (col >= rows->column_count || from > rows->count || !raw_value(rows, col, value, &raw)) {
        return 0;
    }
    if (rows->key != col || !rows->is_sorted) {
        return linear(rows, col, raw, from);
    }
    uint32_t rid = lower_bound(rows, col, raw, from);
    return rid <= rows->count && raw_cell(rows, rid, col) == raw ? rid : 0;
}

uint32_t md_find(const md_tables *t, md_table table, uint32_t col, uint32_t value,
                 uint32_t *count) {
    uint32_t first = md_find_next(t, table, col, value, 1);
    uint32_t end = first;
    uint32_t cell = 0;
    while (end != 0 && md_cell(t, table, end, col, &cell) && cell == value) {
        end++;
    }
    *count = end - first;
    return first;
}
