/* Metadata tables as text: one line for each row, cells in the order of ECMA-335 II.22. */
#include "cli/dump/cmd_dump.h"
#include "metadata/md_columns.h"

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

typedef struct column {
    md_table table;
    uint32_t number;
    const char *table_name, *name;
    cell_kind kind;
} column;

static const column columns[] = {
#define MD_COL(table, column, name, kind, target) {MD_##table, column, #table, #name, KIND_##kind},
#include "metadata/md_tables.def"
};
enum { COLUMNS = sizeof columns / sizeof *columns, BLOB_SHOWN = 24 };

static void put_blob(const md_tables *tables, uint32_t index, cc_buf *out) {
    cc_span blob;
    if (!md_blob(tables, index, &blob)) {
        cc_buf_puts(out, "(outside)");
        return;
    }
    cmd_dump_hex(out, blob.data, blob.len < BLOB_SHOWN ? blob.len : BLOB_SHOWN);
    if (blob.len > BLOB_SHOWN) {
        cc_buf_printf(out, "...(%zu)", blob.len);
    }
}

static void put_cell(const md_tables *tables, const column *c, uint32_t value, cc_buf *out) {
    cc_str text;
    uint8_t guid[16];
    switch (c->kind) {
    case KIND_U8_PADDED:
    case KIND_U16:
    case KIND_U32:
        cc_buf_printf(out, "0x%x", value);
        break;
    case KIND_RID:
        cc_buf_printf(out, "#%u", value);
        break;
    case KIND_CODED:
        cc_buf_printf(out, "%08x", value);
        break;
    case KIND_BLOB:
        put_blob(tables, value, out);
        break;
    case KIND_STRING:
        if (md_string(tables, value, &text)) {
            cc_buf_putc(out, '\'');
            cmd_dump_text(out, text);
            cc_buf_putc(out, '\'');
        } else {
            cc_buf_puts(out, "(outside)");
        }
        break;
    case KIND_GUID:
        if (md_guid(tables, value, guid)) {
            cmd_dump_hex(out, guid, sizeof guid);
        } else {
            cc_buf_puts(out, "(outside)");
        }
        break;
    }
}

static void put_row(const md_tables *tables, size_t first, size_t end, uint32_t rid, cc_buf *out) {
    cc_buf_printf(out, "%08x", MD_TOKEN(columns[first].table, rid));
    for (size_t i = first; i < end; i++) {
        uint32_t value;
        cc_buf_printf(out, " %s=", columns[i].name);
        if (md_cell(tables, columns[i].table, rid, columns[i].number, &value)) {
            put_cell(tables, &columns[i], value, out);
        } else {
            cc_buf_puts(out, "(missing)");
        }
    }
    cc_buf_putc(out, '\n');
}

void cmd_dump_tables(const md_tables *tables, cc_buf *out) {
    enum { FLUSH_AT = 1 << 16 };
    for (size_t first = 0; first < COLUMNS;) {
        size_t end = first;
        while (end < COLUMNS && columns[end].table == columns[first].table) {
            end++;
        }
        uint32_t rows = md_row_count(tables, columns[first].table);
        if (rows > 0) {
            cc_buf_printf(out, "%s: %u rows\n", columns[first].table_name, rows);
        }
        for (uint32_t rid = 1; rid <= rows; rid++) {
            put_row(tables, first, end, rid, out);
            if (out->len > FLUSH_AT && !cmd_dump_flush(out)) {
                return;
            }
        }
        first = end;
    }
}
