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

/* --- images of a compiler --------------------------------------------------------------------- */

static uint32_t u32_at(const uint8_t *bytes, size_t at) {
    return (uint32_t)bytes[at] | (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16 |
           (uint32_t)bytes[at + 3] << 24;
}

static void put_u32(uint8_t *bytes, size_t at, uint32_t value) {
    for (size_t i = 0; i < 4; i++) {
        bytes[at + i] = (uint8_t)(value >> 8 * i);
    }
}

static size_t offset_of(const uint8_t *image, size_t size, uint32_t rva) {
    cc_arena *arena = cc_arena_new();
    md_image *opened = NULL;
    cc_span at = {NULL, 0};
    bool is_there =
        arena != NULL &&
        md_image_open(&opened, cc_span_of(image, size), MD_LAYOUT_FLAT, arena) == CC_OK &&
        md_image_at_rva(opened, rva, &at) == CC_OK;
    cc_arena_free(arena);
    return is_there ? (size_t)(at.data - image) : 0;
}

static size_t cli_offset(const uint8_t *image, size_t size) {
    size_t optional = (size_t)u32_at(image, 0x3C) + 24;
    size_t directories = (u32_at(image, optional) & 0xFFFF) == 0x20B ? 112 : 96;
    return offset_of(image, size, u32_at(image, optional + directories + 14 * 8));
}

void make_metadata_place(const uint8_t *image, size_t size, uint32_t *rva, uint32_t *bytes) {
    size_t cli = cli_offset(image, size);
    *rva = u32_at(image, cli + 8);
    *bytes = u32_at(image, cli + 12);
}

bool make_native_header(uint8_t *image, size_t size, const make_native *header) {
    enum { FIRST_BODY = 0x2050, HEADER_SIZE = 28 }; /* where compilers begin with bodies */
    size_t cli = cli_offset(image, size);
    size_t at = offset_of(image, size, FIRST_BODY);
    if (cli == 0 || at == 0 || at + HEADER_SIZE > size) {
        return false;
    }
    put_u32(image, cli + 64, FIRST_BODY);
    put_u32(image, cli + 68, HEADER_SIZE);
    put_u32(image, at, 0x00525452);
    put_u32(image, at + 4, 16);
    put_u32(image, at + 8, header->flags);
    put_u32(image, at + 12, header->section_count);
    put_u32(image, at + 16, header->section_type);
    put_u32(image, at + 20, header->rva);
    put_u32(image, at + 24, header->size);
    return true;
}
