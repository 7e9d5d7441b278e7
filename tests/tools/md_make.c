/* See md_make.h. */
#include "tests/tools/md_make.h"

enum { CLI_SIZE = 72, NATIVE_SIZE = 8 };

static void make_tables(cc_buf *out, const make_metadata *m) {
    uint64_t valid = 0;
    for (size_t i = 0; i < 8 && m->tables[i].rows > 0; i++) {
        valid |= UINT64_C(1) << m->tables[i].table;
    }
    cc_buf_u32(out, 0);
    cc_buf_u16(out, 2);
    cc_buf_u8(out, m->heap_sizes);
    cc_buf_u8(out, 1);
    cc_buf_u64(out, valid);
    cc_buf_u64(out, m->sorted);
    for (size_t i = 0; i < 8 && m->tables[i].rows > 0; i++) {
        cc_buf_u32(out, m->tables[i].rows);
    }
    if ((m->heap_sizes & 0x40) != 0) {
        cc_buf_u32(out, 0xDEADBEEF);
    }
    for (size_t i = 0; i < 8 && m->tables[i].rows > 0; i++) {
        cc_buf_span_put(out, m->tables[i].bytes);
    }
}

void make_root(cc_buf *out, const make_metadata *m) {
    cc_buf tables = {0};
    make_tables(&tables, m);
    struct {
        const char *name;
        cc_span bytes;
    } streams[] = {{m->table_stream != NULL ? m->table_stream : "#~", cc_buf_span(&tables)},
                   {"#Strings", m->strings},
                   {"#Blob", m->blobs},
                   {"#GUID", m->guids},
                   {"#US", m->user_strings},
                   {"#Pdb", m->pdb}};
    uint16_t count = m->pdb.data != NULL ? 6 : 5;
    size_t start = out->len;
    size_t patches[6] = {0};
    cc_buf_u32(out, 0x424A5342);
    cc_buf_u32(out, 1);
    cc_buf_u32(out, 0);
    cc_buf_u32(out, 4);
    cc_buf_puts(out, "v1.0");
    cc_buf_u16(out, 0);
    cc_buf_u16(out, count);
    for (size_t i = 0; i < count; i++) {
        patches[i] = out->len;
        cc_buf_u32(out, 0);
        cc_buf_u32(out, (uint32_t)streams[i].bytes.len);
        cc_buf_puts(out, streams[i].name);
        cc_buf_u8(out, 0);
        cc_buf_align(out, 4);
    }
    for (size_t i = 0; i < count; i++) {
        cc_buf_patch_u32(out, patches[i], (uint32_t)(out->len - start));
        cc_buf_span_put(out, streams[i].bytes);
        cc_buf_align(out, 4);
    }
    cc_buf_free(&tables);
}

static void zeros(cc_buf *out, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cc_buf_u8(out, 0);
    }
}

static void pad_to(cc_buf *out, size_t len) {
    zeros(out, len > out->len ? len - out->len : 0);
}

uint32_t make_debug_rva(cc_span root) {
    return (uint32_t)(MAKE_RVA + CLI_SIZE + root.len + NATIVE_SIZE);
}

static void make_optional(cc_buf *out, const make_pe *pe, cc_span root, uint32_t section_size) {
    size_t start = out->len;
    bool is_plus = pe->is_plus;
    cc_buf_u16(out, is_plus ? 0x20B : 0x10B);
    pad_to(out, start + 56);
    cc_buf_u32(out, MAKE_RVA + section_size); /* SizeOfImage */
    cc_buf_u32(out, MAKE_HEADERS);
    pad_to(out, start + (is_plus ? 108 : 92));
    cc_buf_u32(out, 16);
    zeros(out, 6 * 8);
    cc_buf_u32(out, pe->debug_directory > 0 ? make_debug_rva(root) : 0);
    cc_buf_u32(out, pe->debug_directory);
    zeros(out, 7 * 8);
    cc_buf_u32(out, pe->is_native ? 0 : MAKE_RVA);
    cc_buf_u32(out, pe->is_native ? 0 : CLI_SIZE);
    zeros(out, 8);
}

void make_image(cc_buf *out, const make_pe *pe, cc_span root) {
    uint32_t section_size = (uint32_t)(CLI_SIZE + root.len + NATIVE_SIZE + pe->debug.len);
    uint32_t section_offset = pe->layout == MD_LAYOUT_FLAT ? MAKE_HEADERS : MAKE_RVA;
    cc_buf_u16(out, 0x5A4D);
    pad_to(out, 0x3C);
    cc_buf_u32(out, 0x40);
    cc_buf_u32(out, 0x4550);
    cc_buf_u16(out, 0x8664);
    cc_buf_u16(out, 1);
    cc_buf_u32(out, pe->timestamp);
    zeros(out, 8);
    cc_buf_u16(out, pe->is_plus ? 240 : 224);
    cc_buf_u16(out, 0x2022);
    make_optional(out, pe, root, section_size);
    cc_buf_puts(out, ".text");
    zeros(out, 3);
    cc_buf_u32(out, section_size);
    cc_buf_u32(out, MAKE_RVA);
    cc_buf_u32(out, section_size);
    cc_buf_u32(out, MAKE_HEADERS);
    zeros(out, 16);
    pad_to(out, section_offset);
    cc_buf_u32(out, CLI_SIZE);
    cc_buf_u32(out, 0x00050002);
    cc_buf_u32(out, MAKE_RVA + CLI_SIZE);
    cc_buf_u32(out, (uint32_t)root.len);
    cc_buf_u32(out, 1);
    cc_buf_u32(out, pe->entry_point);
    zeros(out, 40);
    cc_buf_u32(out, MAKE_RVA + CLI_SIZE + (uint32_t)root.len);
    cc_buf_u32(out, NATIVE_SIZE);
    cc_buf_span_put(out, root);
    cc_buf_u32(out, pe->is_ready_to_run ? 0x00525452 : 0);
    cc_buf_u32(out, 0);
    cc_buf_span_put(out, pe->debug);
}
