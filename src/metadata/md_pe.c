/* PE images: headers, sections, and the bytes at an RVA.
 *
 * Input: the bytes of a file, or of a loaded image. Output: md_image with its metadata opened.
 * Sources: ECMA-335 II.25, PE/COFF. */
#include "metadata/md.h"

#include <string.h>

#include "metadata/md_int.h"

enum {
    DOS_MAGIC = 0x5A4D,
    DOS_NEW_HEADER = 0x3C,
    PE_MAGIC = 0x4550,
    PE32_MAGIC = 0x10B,
    PE32_PLUS_MAGIC = 0x20B,
    OPTIONAL_IMAGE_SIZE = 56,
    OPTIONAL_HEADERS_SIZE = 60,
    PE32_DIRECTORIES = 92,
    PE32_PLUS_DIRECTORIES = 108,
    DIRECTORY_SIZE = 8,
    DIRECTORY_CLI = 14,
    CLI_METADATA = 8,
    CLI_ENTRY_POINT = 20,
    CLI_RESOURCES = 24,
    CLI_NATIVE_HEADER = 64,
    CLI_SIZE = 72,
    SECTION_SKIP_NAME = 8,
    SECTION_SKIP_REST = 16
};

static bool u32_at(cc_span bytes, size_t offset, uint32_t *out) {
    return cc_span_from(bytes, offset, &bytes) && cc_span_u32(&bytes, out);
}

/* Reads the part after "PE\0\0": the COFF header, then the optional header, then the section
 * table. */
static cc_err read_coff(cc_span *in, md_pe *out, cc_span *optional) {
    uint32_t magic = 0;
    uint16_t machine = 0;
    uint16_t sections = 0;
    uint16_t optional_size = 0;
    bool whole = cc_span_u32(in, &magic) && cc_span_u16(in, &machine) &&
                 cc_span_u16(in, &sections) && cc_span_u32(in, &out->timestamp) &&
                 cc_span_skip(in, 8) && cc_span_u16(in, &optional_size) && cc_span_skip(in, 2);
    if (!whole) {
        return cc_fail(CC_E_TRUNCATED, "PE header ends early");
    }
    if (magic != PE_MAGIC) {
        return cc_fail(CC_E_FORMAT, "no PE signature");
    }
    if (sections > MD_MAX_SECTIONS) {
        return cc_fail(CC_E_LIMIT, "%u sections, more than %d", sections, MD_MAX_SECTIONS);
    }
    out->section_count = sections;
    if (!cc_span_take(in, optional_size, optional)) {
        return cc_fail(CC_E_TRUNCATED, "PE optional header ends early");
    }
    return CC_OK;
}

static cc_err read_optional(cc_span optional, md_pe *out) {
    cc_span head = optional;
    uint16_t magic = 0;
    uint32_t directories = 0;
    if (!cc_span_u16(&head, &magic)) {
        return cc_fail(CC_E_FORMAT, "no PE optional header");
    }
    if (magic != PE32_MAGIC && magic != PE32_PLUS_MAGIC) {
        return cc_fail(CC_E_FORMAT, "PE optional header magic 0x%x", magic);
    }
    size_t at = magic == PE32_MAGIC ? PE32_DIRECTORIES : PE32_PLUS_DIRECTORIES;
    if (!u32_at(optional, OPTIONAL_IMAGE_SIZE, &out->image_size) ||
        !u32_at(optional, OPTIONAL_HEADERS_SIZE, &out->headers_size) ||
        !u32_at(optional, at, &directories) || !cc_span_from(optional, at + 4, &out->directories)) {
        return cc_fail(CC_E_TRUNCATED, "PE optional header ends early");
    }
    size_t announced = (size_t)directories * DIRECTORY_SIZE;
    if (out->directories.len > announced) {
        out->directories.len = announced;
    }
    return CC_OK;
}

static cc_err read_sections(cc_span in, md_pe *out) {
    for (uint32_t i = 0; i < out->section_count; i++) {
        md_section *s = &out->sections[i];
        bool whole = cc_span_skip(&in, SECTION_SKIP_NAME) && cc_span_u32(&in, &s->virtual_size) &&
                     cc_span_u32(&in, &s->rva) && cc_span_u32(&in, &s->size) &&
                     cc_span_u32(&in, &s->offset) && cc_span_skip(&in, SECTION_SKIP_REST);
        if (!whole) {
            return cc_fail(CC_E_TRUNCATED, "PE section table ends early");
        }
    }
    return CC_OK;
}

static cc_err read_headers(cc_span bytes, md_pe *out) {
    memset(out, 0, sizeof *out);
    cc_span in = bytes;
    uint16_t magic = 0;
    uint32_t new_header = 0;
    if (!cc_span_u16(&in, &magic) || magic != DOS_MAGIC) {
        return cc_fail(CC_E_FORMAT, "not a PE image");
    }
    if (!u32_at(bytes, DOS_NEW_HEADER, &new_header) || !cc_span_from(bytes, new_header, &in)) {
        return cc_fail(CC_E_TRUNCATED, "image ends before its PE header");
    }
    cc_span optional = {NULL, 0};
    CC_TRY(read_coff(&in, out, &optional));
    CC_TRY(read_optional(optional, out));
    return read_sections(in, out);
}

bool md_pe_directory(const md_pe *pe, uint32_t index, uint32_t *rva, uint32_t *size) {
    cc_span in = {NULL, 0};
    return cc_span_slice(pe->directories, (size_t)index * DIRECTORY_SIZE, DIRECTORY_SIZE, &in) &&
           cc_span_u32(&in, rva) && cc_span_u32(&in, size) && *rva != 0 && *size != 0;
}

/* Sets the bytes of a section in this layout; a truncated file gives the bytes that it has. */
static cc_span section_bytes(const md_image *image, const md_section *s) {
    bool flat = image->layout == MD_LAYOUT_FLAT;
    size_t size = flat || s->virtual_size == 0 ? s->size : s->virtual_size;
    cc_span out = {NULL, 0};
    if (cc_span_from(image->bytes, flat ? s->offset : s->rva, &out) && out.len > size) {
        out.len = size;
    }
    return out;
}

cc_err md_image_at_rva(const md_image *image, uint32_t rva, cc_span *out) {
    for (uint32_t i = 0; i < image->pe.section_count; i++) {
        const md_section *s = &image->pe.sections[i];
        cc_span bytes = section_bytes(image, s);
        if (rva >= s->rva && rva - s->rva < bytes.len) {
            return cc_span_from(bytes, rva - s->rva, out)
                       ? CC_OK
                       : cc_fail(CC_E_FORMAT, "RVA 0x%x lies outside its section", rva);
        }
    }
    return cc_fail(CC_E_FORMAT, "RVA 0x%x lies in no section", rva);
}

static cc_err slice_at_rva(const md_image *image, uint32_t rva, uint32_t size, cc_span *out) {
    cc_span from = {NULL, 0};
    CC_TRY(md_image_at_rva(image, rva, &from));
    if (!cc_span_slice(from, 0, size, out)) {
        return cc_fail(CC_E_TRUNCATED, "%u bytes at RVA 0x%x run out of their section", size, rva);
    }
    return CC_OK;
}

static bool has_native_code(md_image *image, cc_span cli) {
    uint32_t rva = 0;
    uint32_t magic = 0;
    cc_span *header = &image->native_header;
    return u32_at(cli, CLI_NATIVE_HEADER, &rva) && rva != 0 &&
           md_image_at_rva(image, rva, header) == CC_OK && cc_span_u32(header, &magic) &&
           magic == 0x00525452; /* "RTR\0" */
}

static cc_err read_cli(md_image *image, cc_arena *arena) {
    uint32_t rva = 0;
    uint32_t size = 0;
    if (!md_pe_directory(&image->pe, DIRECTORY_CLI, &rva, &size)) {
        return cc_fail(CC_E_UNSUPPORTED, "not a managed image: no CLI header");
    }
    cc_span cli = {NULL, 0};
    CC_TRY(slice_at_rva(image, rva, CLI_SIZE, &cli));
    uint32_t root_rva = 0;
    uint32_t root_size = 0;
    if (!u32_at(cli, CLI_METADATA, &root_rva) || !u32_at(cli, CLI_METADATA + 4, &root_size) ||
        !u32_at(cli, CLI_ENTRY_POINT, &image->entry_point) ||
        !u32_at(cli, CLI_RESOURCES, &image->resources)) {
        return cc_fail(CC_E_TRUNCATED, "CLI header ends early");
    }
    image->is_ready_to_run = has_native_code(image, cli);
    cc_span root = {NULL, 0};
    CC_TRY(slice_at_rva(image, root_rva, root_size, &root));
    return md_tables_open(&image->tables, root, NULL, arena);
}

cc_err md_image_open(md_image **out, cc_span bytes, md_layout layout, cc_arena *arena) {
    md_image *image = CC_NEW(arena, md_image);
    if (image == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for an image");
    }
    image->bytes = bytes;
    image->layout = layout;
    CC_TRY(read_headers(bytes, &image->pe));
    CC_TRY(read_cli(image, arena));
    *out = image;
    return CC_OK;
}

cc_err md_image_extent(cc_span headers, md_layout layout, size_t *size) {
    md_pe pe;
    CC_TRY(read_headers(headers, &pe));
    if (layout == MD_LAYOUT_MAPPED) {
        *size = pe.image_size;
        return CC_OK;
    }
    size_t end = pe.headers_size;
    for (uint32_t i = 0; i < pe.section_count; i++) {
        size_t section_end = (size_t)pe.sections[i].offset + pe.sections[i].size;
        end = section_end > end ? section_end : end;
    }
    *size = end;
    return CC_OK;
}

md_layout md_image_layout(const md_image *image) {
    return image->layout;
}

cc_span md_image_bytes(const md_image *image) {
    return image->bytes;
}

const md_tables *md_image_tables(const md_image *image) {
    return image->tables;
}

bool md_image_is_ready_to_run(const md_image *image) {
    return image->is_ready_to_run;
}

uint32_t md_image_timestamp(const md_image *image) {
    return image->pe.timestamp;
}

uint32_t md_image_entry_point(const md_image *image) {
    return image->entry_point;
}

/* The bytes follow their size (ECMA-335 II.24.2.4). */
cc_err md_image_resource(const md_image *image, uint32_t offset, cc_span *out) {
    cc_span all = {NULL, 0};
    cc_span rest = {NULL, 0};
    uint32_t size = 0;
    if (image->resources == 0) {
        return cc_fail(CC_E_FORMAT, "the image has no resources");
    }
    CC_TRY(md_image_at_rva(image, image->resources, &all));
    if (!cc_span_from(all, offset, &rest) || !cc_span_u32(&rest, &size) ||
        !cc_span_take(&rest, size, out)) {
        return cc_fail(CC_E_TRUNCATED, "a resource ends early");
    }
    return CC_OK;
}
