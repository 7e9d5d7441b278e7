/* The platform that an ELF file is built for: the machine in its header, the C library among its
 * needed libraries (System V ABI, ELF header, program header, dynamic section). */
#include <string.h>

#include "base/cc_file.h"
#include "cli/load/cmd_elf.h"

enum {
    PROGRAM_HEADER_SIZE = 56,
    SEGMENT_LOAD = 1,
    SEGMENT_DYNAMIC = 2,
    SEGMENT_INTERPRETER = 3,
    DYNAMIC_NEEDED = 1,
    DYNAMIC_STRINGS = 5
};

typedef struct segment {
    uint32_t type;
    uint64_t offset, address, size;
} segment;

typedef struct elf {
    cc_span bytes;
    uint16_t machine;
    uint64_t headers; /* offset of the program headers */
    uint16_t header_count;
} elf;

static cc_err damaged(void) {
    return cc_fail(CC_E_FORMAT, "is not a 64-bit ELF file, or is damaged");
}

/* Magic, class 64, little-endian; then type, machine, version, entry, program headers. */
static cc_err read_header(elf *out, cc_span bytes) {
    static const uint8_t magic[] = {0x7F, 'E', 'L', 'F', 2, 1};
    *out = (elf){.bytes = bytes};
    uint16_t header_size = 0;
    cc_span at = bytes;
    bool is_elf = bytes.len >= sizeof magic && memcmp(bytes.data, magic, sizeof magic) == 0;
    if (!is_elf || !cc_span_skip(&at, 18) || !cc_span_u16(&at, &out->machine) ||
        !cc_span_skip(&at, 12) || !cc_span_u64(&at, &out->headers) || !cc_span_skip(&at, 14) ||
        !cc_span_u16(&at, &header_size) || !cc_span_u16(&at, &out->header_count)) {
        return damaged();
    }
    return header_size == PROGRAM_HEADER_SIZE || out->header_count == 0 ? CC_OK : damaged();
}

static bool read_segment(const elf *e, uint16_t index, segment *out) {
    cc_span at;
    uint64_t offset = e->headers + (uint64_t)index * PROGRAM_HEADER_SIZE;
    return e->headers <= e->bytes.len &&
           cc_span_slice(e->bytes, offset, PROGRAM_HEADER_SIZE, &at) &&
           cc_span_u32(&at, &out->type) && cc_span_skip(&at, 4) && cc_span_u64(&at, &out->offset) &&
           cc_span_u64(&at, &out->address) && cc_span_skip(&at, 8) && cc_span_u64(&at, &out->size);
}

static bool find_segment(const elf *e, uint32_t type, segment *out) {
    for (uint16_t i = 0; i < e->header_count; i++) {
        if (read_segment(e, i, out) && out->type == type) {
            return true;
        }
    }
    return false;
}

/* The bytes from an address to the end of the segment that is loaded there. */
static bool at_address(const elf *e, uint64_t address, cc_span *out) {
    for (uint16_t i = 0; i < e->header_count; i++) {
        segment s;
        if (!read_segment(e, i, &s) || s.type != SEGMENT_LOAD || address < s.address ||
            address - s.address >= s.size) {
            continue;
        }
        cc_span loaded;
        return cc_span_slice(e->bytes, s.offset, s.size, &loaded) &&
               cc_span_from(loaded, address - s.address, out);
    }
    return false;
}

static const char *machine_name(uint16_t machine) {
    static const struct {
        uint16_t number;
        const char *name;
    } names[] = {{3, "x86"},     {22, "s390x"},    {40, "arm"},         {62, "x64"},
                 {183, "arm64"}, {243, "riscv64"}, {258, "loongarch64"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].number == machine) {
            return names[i].name;
        }
    }
    return "unknown";
}

static const char *libc_of(cc_str needed) {
    if (cc_str_eqz(needed, "libc.so.6")) {
        return "glibc";
    }
    return cc_str_eqz(needed, "libc.so") || cc_str_starts(needed, "libc.musl") ? "musl" : NULL;
}

/* Entries of the dynamic section: a tag and a value, up to tag 0. */
static const char *find_libc(cc_span dynamic, cc_span strings) {
    uint64_t tag = 1;
    uint64_t value = 0;
    while (tag != 0 && cc_span_u64(&dynamic, &tag) && cc_span_u64(&dynamic, &value)) {
        cc_span at;
        cc_str name;
        bool is_name =
            tag == DYNAMIC_NEEDED && cc_span_from(strings, value, &at) && cc_span_cstr(&at, &name);
        const char *libc = is_name ? libc_of(name) : NULL;
        if (libc != NULL) {
            return libc;
        }
    }
    return "none";
}

static uint64_t strings_address(cc_span dynamic) {
    uint64_t tag = 1;
    uint64_t value = 0;
    while (tag != 0 && cc_span_u64(&dynamic, &tag) && cc_span_u64(&dynamic, &value)) {
        if (tag == DYNAMIC_STRINGS) {
            return value;
        }
    }
    return 0;
}

/* The name is a whole string of the table. */
static bool has_name(cc_span strings, const char *name) {
    size_t len = strlen(name) + 1;
    const uint8_t *at = strings.data;
    size_t left = strings.len;
    while (left > len) {
        const uint8_t *zero = memchr(at, '\0', left - len);
        if (zero == NULL) {
            return false;
        }
        left -= (size_t)(zero - at) + 1;
        at = zero + 1;
        if (left >= len && memcmp(at, name, len) == 0) {
            return true;
        }
    }
    return false;
}

/* A program that contains the whole runtime (a single file) exports a description of the runtime's
 * parts; a program made by Native AOT exports only the header for debuggers. */
static void look_for_names(cmd_elf *out, cc_span strings) {
    out->has_runtime = has_name(strings, "DotNetRuntimeInfo");
    out->is_native_aot = !out->has_runtime && has_name(strings, "DotNetRuntimeDebugHeader");
    out->is_profiler = has_name(strings, "DllGetClassObject");
}

/* The loader that the program names; one with a longer path is none that we could start. */
static void read_interpreter(cmd_elf *out, const elf *e) {
    segment s;
    cc_span at;
    cc_str path;
    if (find_segment(e, SEGMENT_INTERPRETER, &s) && cc_span_from(e->bytes, s.offset, &at) &&
        cc_span_cstr(&at, &path) && path.len < sizeof out->interpreter) {
        memcpy(out->interpreter, path.s, path.len);
        out->interpreter[path.len] = '\0';
    }
}

cc_err cmd_elf_parse(cmd_elf *out, cc_span bytes) {
    elf e;
    segment s;
    cc_span dynamic;
    cc_span strings;
    *out = (cmd_elf){.machine = "unknown", .libc = "none"};
    CC_TRY(read_header(&e, bytes));
    out->machine = machine_name(e.machine);
    read_interpreter(out, &e);
    if (!find_segment(&e, SEGMENT_DYNAMIC, &s)) {
        return CC_OK;
    }
    if (!cc_span_slice(bytes, s.offset, s.size, &dynamic) ||
        !at_address(&e, strings_address(dynamic), &strings)) {
        return damaged();
    }
    out->libc = find_libc(dynamic, strings);
    look_for_names(out, strings);
    return CC_OK;
}

cc_err cmd_elf_read(cmd_elf *out, const char *path) {
    cc_mapped_file file;
    CC_TRY(cc_file_map(&file, path, false));
    cc_err err = cmd_elf_parse(out, file.bytes);
    cc_file_unmap(&file);
    return err == CC_OK ? CC_OK : cc_fail_in(err, path);
}
