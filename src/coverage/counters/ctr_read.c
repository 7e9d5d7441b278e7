/* Read side of the counters file, of a dead or a living process.
 *
 * The reader checks all data of the file before it uses them: headers and records have checksums,
 * counters must be inside a counter area. It stops at the first error: records after the error
 * could be numbered wrongly. Format: clrcov/counters_format.h. */
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "coverage/counters/ctr.h"
#include "coverage/counters/ctr_format.h"
#include "coverage/counters/ctr_lanes.h"
#include "coverage/counters/ctr_read_tests.h"
#include "coverage/counters/ctr_runs.h"

typedef struct area {
    uint64_t start, end; /* offsets of the counters in the file */
} area;

typedef struct reader {
    cc_span file;
    ctr_file *out;
    cc_arena *arena;
    unsigned width;
    /* Growing arrays; moved to the arena at the end. */
    area *areas;
    size_t area_count, area_cap;
    ctr_module_record *modules;
    size_t module_cap;
    ctr_method_data *methods;
    size_t method_cap;
    cc_str *notes;
    size_t note_cap;
    clrcov_lane_payload *lanes;
    size_t lane_count, lane_cap;
    ctr_tests_reader tests;
    bool out_of_memory;
} reader;

/* Makes room for one more element at the end of an array; false (and out_of_memory) on failure. */
static bool room(reader *r, void **items, size_t *cap, size_t count, size_t size) {
    if (!cc_grow(items, cap, count + 1, size)) {
        r->out_of_memory = true;
        return false;
    }
    return true;
}

/* Keeps only the first sentence. */
static void damaged(reader *r, const char *what, uint64_t offset) {
    if (r->out->damage != NULL) {
        return;
    }
    r->out->damage =
        cc_arena_printf(r->arena, "%s at offset %llu is damaged; all records after it are lost",
                        what, (unsigned long long)offset);
    r->out_of_memory = r->out->damage == NULL;
}

/* --- payloads --------------------------------------------------------------------------------- */

/* Takes a string and copies it, because the mapping may be closed earlier. */
static bool take_text(reader *r, cc_span *in, cc_str *out) {
    uint32_t len;
    cc_span bytes;
    if (!cc_span_u32(in, &len) || !cc_span_take(in, len, &bytes)) {
        return false;
    }
    *out = (cc_str){"", 0};
    if (len == 0) {
        return true;
    }
    char *copy = cc_arena_strdup(r->arena, (cc_str){(const char *)bytes.data, len});
    r->out_of_memory = r->out_of_memory || copy == NULL;
    *out = (cc_str){copy, copy == NULL ? 0 : len};
    return copy != NULL;
}

/* Copies a fixed payload from the start. */
static bool take_fixed(cc_span *in, void *out, size_t size) {
    cc_span bytes;
    if (!cc_span_take(in, size, &bytes)) {
        return false;
    }
    memcpy(out, bytes.data, size);
    return true;
}

static bool read_process(reader *r, cc_span in) {
    ctr_process *process = &r->out->process;
    return take_text(r, &in, &process->executable) && take_text(r, &in, &process->entry_assembly) &&
           take_text(r, &in, &process->command_line);
}

static bool read_module(reader *r, cc_span in) {
    clrcov_module_payload fixed;
    ctr_module_record record = {0};
    if (!take_fixed(&in, &fixed, sizeof fixed) || fixed.module_id != r->out->module_count ||
        fixed.reason >= CTR_REASON_COUNT || !take_text(r, &in, &record.path) ||
        !take_text(r, &in, &record.name) || !take_text(r, &in, &record.detail)) {
        return false;
    }
    memcpy(record.mvid, fixed.mvid, sizeof record.mvid);
    memcpy(record.pdb_id, fixed.pdb_id, sizeof record.pdb_id);
    memcpy(record.image_hash.bytes, fixed.image_hash, sizeof record.image_hash.bytes);
    memcpy(record.pdb_hash.bytes, fixed.pdb_hash, sizeof record.pdb_hash.bytes);
    record.is_mapped_layout = (fixed.flags & 1) != 0;
    record.is_ready_to_run = (fixed.flags & 2) != 0;
    record.reason = (ctr_reason)fixed.reason;
    void *items = r->modules;
    if (!room(r, &items, &r->module_cap, r->out->module_count, sizeof record)) {
        return false;
    }
    r->modules = items;
    r->modules[r->out->module_count++] = record;
    return true;
}

static bool add_method(reader *r, const ctr_method_data *data) {
    void *items = r->methods;
    if (!room(r, &items, &r->method_cap, r->out->method_count, sizeof *data)) {
        return false;
    }
    r->methods = items;
    r->methods[r->out->method_count++] = *data;
    return true;
}

/* Returns the bytes of the counters, when they are completely inside one counter area. */
static bool find_counters(const reader *r, uint64_t first, uint64_t bytes, cc_span *out) {
    for (size_t i = r->area_count; i-- > 0;) {
        const area *a = &r->areas[i];
        if (first >= a->start && first < a->end) {
            return bytes <= a->end - first && first % r->width == 0 &&
                   cc_span_slice(r->file, (size_t)first, (size_t)bytes, out);
        }
    }
    return false;
}

static bool read_method(reader *r, cc_span in) {
    clrcov_method_payload fixed;
    ctr_method_data data = {.detail = {"", 0}};
    if (!take_fixed(&in, &fixed, sizeof fixed) || fixed.module_id >= r->out->module_count ||
        fixed.count == 0 ||
        !find_counters(r, fixed.first, (uint64_t)fixed.count * r->width, &data.counters)) {
        return false;
    }
    data.record = (ctr_method_record){
        .module_id = fixed.module_id,
        .token = fixed.token,
        .plan_key = fixed.plan_key,
        .first = fixed.first,
        .count = fixed.count,
        .plan_all = (fixed.flags & CTR_METHOD_ALL) != 0,
        .plan_blocks = (fixed.flags & CTR_METHOD_BLOCKS) != 0,
    };
    return add_method(r, &data);
}

static bool read_skip(reader *r, cc_span in) {
    ctr_method_data data = {.is_skip = true};
    return cc_span_u32(&in, &data.record.module_id) &&
           data.record.module_id < r->out->module_count && cc_span_u32(&in, &data.record.token) &&
           cc_span_u32(&in, &data.skip) && take_text(r, &in, &data.detail) && add_method(r, &data);
}

static bool read_note(reader *r, cc_span in) {
    cc_str text;
    void *items = r->notes;
    if (!take_text(r, &in, &text) ||
        !room(r, &items, &r->note_cap, r->out->note_count, sizeof text)) {
        return false;
    }
    r->notes = items;
    r->notes[r->out->note_count++] = text;
    return true;
}

static bool read_lane(reader *r, cc_span in) {
    clrcov_lane_payload lane;
    cc_span counters;
    void *items = r->lanes;
    if (!take_fixed(&in, &lane, sizeof lane) || lane.count == 0 || r->width != sizeof(uint64_t) ||
        !find_counters(r, lane.shared, (uint64_t)lane.count * r->width, &counters) ||
        !find_counters(r, lane.first, (uint64_t)lane.count * r->width, &counters) ||
        !room(r, &items, &r->lane_cap, r->lane_count, sizeof lane)) {
        return false;
    }
    r->lanes = items;
    r->lanes[r->lane_count++] = lane;
    return true;
}

static bool read_payload(reader *r, uint16_t type, cc_span payload) {
    switch (type) {
    case CLRCOV_RECORD_PROCESS:
        return read_process(r, payload);
    case CLRCOV_RECORD_MODULE:
        return read_module(r, payload);
    case CLRCOV_RECORD_METHOD:
        return read_method(r, payload);
    case CLRCOV_RECORD_SKIP:
        return read_skip(r, payload);
    case CLRCOV_RECORD_NOTE:
        return read_note(r, payload);
    case CLRCOV_RECORD_LANE:
        return read_lane(r, payload);
    case CLRCOV_RECORD_TEST:
        return ctr_tests_read_begin(&r->tests, payload, r->out->module_count);
    case CLRCOV_RECORD_TEST_END:
        return ctr_tests_read_end(&r->tests, payload);
    case CLRCOV_RECORD_REGION:
        return ctr_tests_read_region(&r->tests, payload);
    case CLRCOV_RECORD_CLASS:
        return ctr_tests_read_class(&r->tests, payload, r->out->module_count);
    default:
        return true; /* the reader ignores an unknown type, see the format */
    }
}

/* --- records and segments --------------------------------------------------------------------- */

/* Takes the first record; false when it is damaged. */
static bool read_record(reader *r, cc_span *in) {
    clrcov_record_header header;
    cc_span at = *in;
    cc_span payload;
    if (!take_fixed(&at, &header, sizeof header) || !cc_span_take(&at, header.size, &payload) ||
        header.zero != 0 || !cc_span_skip(in, ctr_record_bytes(header.size))) {
        return false;
    }
    return ctr_record_checksum(header.size, header.type, payload) == header.checksum &&
           read_payload(r, header.type, payload);
}

static uint64_t load_word(const uint64_t *word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/* Reads the records of the segment at `offset`, whose header was checked. */
static bool read_records(reader *r, const clrcov_segment_header *header, uint64_t offset) {
    cc_span whole;
    uint64_t start = offset + sizeof *header;
    const uint8_t *place = r->file.data + offset;
    const uint64_t *used_place =
        (const uint64_t *)(const void *)(place + offsetof(clrcov_segment_header, used));
    uint32_t used;
    bool is_sound = ctr_used_length(load_word(used_place), &used) && used <= header->records_size;
    uint32_t length = is_sound ? used : 0;
    if (!cc_span_slice(r->file, (size_t)start, length, &whole)) {
        return false;
    }
    while (whole.len > 0 && !r->out_of_memory) {
        uint64_t at = start + length - whole.len;
        if (!read_record(r, &whole)) {
            damaged(r, "the record", at);
            return false;
        }
    }
    if (!is_sound) {
        damaged(r, "the segment", offset);
    }
    return is_sound;
}

/* The segment is completely inside the file, and its areas are completely inside it. */
static bool is_sound_segment(const reader *r, const clrcov_segment_header *header, uint64_t offset,
                             uint32_t index) {
    uint64_t left = r->file.len - offset;
    uint32_t checksum = (uint32_t)cc_hash64(cc_span_of(header, CTR_SEGMENT_HASHED));
    return header->magic == CLRCOV_SEGMENT_MAGIC && header->checksum == checksum &&
           header->index == index && header->offset == offset &&
           header->size % CLRCOV_COUNTERS_PAGE == 0 && header->size <= left &&
           header->counters_offset % CLRCOV_COUNTERS_PAGE == 0 &&
           header->counters_offset <= header->size &&
           header->counters_size == header->size - header->counters_offset &&
           header->counters_offset >= sizeof *header &&
           header->records_size <= header->counters_offset - sizeof *header;
}

static bool add_area(reader *r, const clrcov_segment_header *header, uint64_t offset) {
    void *items = r->areas;
    if (!room(r, &items, &r->area_cap, r->area_count, sizeof *r->areas)) {
        return false;
    }
    r->areas = items;
    r->areas[r->area_count++] = (area){offset + header->counters_offset, offset + header->size};
    return true;
}

/* Reads what the process wrote as it ran: methods without a record, why, and whether hits are lost;
 * the checksum of the header does not cover them. */
static void read_refused(reader *r, const clrcov_file_header *header) {
    bool is_known = header->refusal <= CLRCOV_REFUSED_MEMORY;
    r->out->is_cut = header->is_cut != 0;
    r->out->refusal = is_known ? (clrcov_refusal)header->refusal : CLRCOV_REFUSED_SPACE;
    const uint8_t *place = r->file.data + offsetof(clrcov_file_header, refused);
    uint64_t word = load_word((const uint64_t *)(const void *)place);
    if (word != 0 && !ctr_used_length(word, &r->out->refused)) {
        r->out->refused = 0;
        damaged(r, "the header", offsetof(clrcov_file_header, refused));
    }
}

/* Files of older versions have zeros there, or end before it. */
static void read_work(reader *r) {
    cc_span at;
    if (cc_span_slice(r->file, sizeof(clrcov_file_header), sizeof r->out->work, &at)) {
        memcpy(&r->out->work, at.data, sizeof r->out->work);
    }
}

/* Walks the segments. A record never refers to a later segment, so one pass is enough. */
static void read_segments(reader *r, uint64_t offset) {
    for (uint32_t index = 0; offset < r->file.len && !r->out_of_memory; index++) {
        clrcov_segment_header header;
        cc_span at;
        if (!cc_span_from(r->file, (size_t)offset, &at) || at.len < sizeof header) {
            damaged(r, "the segment", offset);
            return;
        }
        const uint32_t *magic = (const uint32_t *)(const void *)at.data;
        uint32_t seen = __atomic_load_n(magic, __ATOMIC_ACQUIRE);
        if (seen == 0 && index > 0) {
            return; /* allocated, but not published yet */
        }
        memcpy(&header, at.data, sizeof header);
        if (!is_sound_segment(r, &header, offset, index)) {
            damaged(r, "the segment", offset);
            return;
        }
        if (!add_area(r, &header, offset) || !read_records(r, &header, offset)) {
            return;
        }
        offset += header.size;
    }
}

/* --- the file --------------------------------------------------------------------------------- */

static cc_err read_file_header(reader *r, clrcov_file_header *header) {
    cc_span at = r->file;
    if (!take_fixed(&at, header, sizeof *header) ||
        memcmp(header->magic, CLRCOV_COUNTERS_MAGIC, sizeof header->magic) != 0) {
        return cc_fail(CC_E_FORMAT, "%s: not a counters file", r->out->path);
    }
    if (header->version < CLRCOV_COUNTERS_OLDEST || header->version > CLRCOV_COUNTERS_VERSION) {
        return cc_fail(CC_E_UNSUPPORTED,
                       "%s: counters file of version %u; this clrcov reads up to version %u",
                       r->out->path, header->version, CLRCOV_COUNTERS_VERSION);
    }
    if (header->checksum != (uint32_t)cc_hash64(cc_span_of(header, CTR_FILE_HASHED)) ||
        header->hits > CTR_HITS_EXACT || header->header_size % CLRCOV_COUNTERS_PAGE != 0 ||
        header->header_size == 0) {
        return cc_fail(CC_E_FORMAT, "%s: the header is damaged", r->out->path);
    }
    return CC_OK;
}

/* Moves a grown array into the arena. */
static void *keep(reader *r, void *items, size_t count, size_t size) {
    void *kept = cc_arena_take(r->arena, items, count, size);
    r->out_of_memory = r->out_of_memory || kept == NULL;
    return kept;
}

/* What was hit since the last boundary, in a file with tests. */
static void read_left(reader *r) {
    cc_buf runs = {0};
    ctr_runs search = {.out = &runs};
    for (size_t i = 0; i < r->area_count; i++) {
        const area *a = &r->areas[i];
        ctr_runs_search(&search, r->file.data + a->start, a->end - a->start, a->start);
    }
    cc_span kept = cc_arena_copy(r->arena, cc_buf_span(&runs));
    bool is_lost = !cc_buf_ok(&runs) || (runs.len > 0 && kept.data == NULL);
    r->out_of_memory = r->out_of_memory || is_lost;
    if (!is_lost && runs.len > 0 && !ctr_tests_add_left(&r->tests, kept, r->file.len)) {
        r->out_of_memory = true;
    }
    cc_buf_free(&runs);
}

static cc_err read_all(reader *r) {
    clrcov_file_header header;
    CC_TRY(read_file_header(r, &header));
    ctr_file *out = r->out;
    out->pid = header.pid;
    out->start_time_ns = header.start_time_ns;
    out->random = header.random;
    out->hits = (ctr_hits)header.hits;
    r->width = out->hits == CTR_HITS_EXACT ? 8 : 1;
    if (header.header_size >= r->file.len) {
        damaged(r, "the first segment", header.header_size);
    }
    read_segments(r, header.header_size);
    read_refused(r, &header);
    read_work(r);
    out->process.hits = out->hits;
    if (ctr_tests_has_any(&r->tests) && r->width == 1) {
        read_left(r);
    }
    out->tests = ctr_tests_finish(&r->tests, r->file.len);
    r->out_of_memory = r->out_of_memory || r->tests.out_of_memory;
    free(r->areas);
    out->modules = keep(r, r->modules, out->module_count, sizeof *out->modules);
    out->methods = keep(r, r->methods, out->method_count, sizeof *out->methods);
    out->notes = keep(r, r->notes, out->note_count, sizeof *out->notes);
    if (!r->out_of_memory && !ctr_lanes_join(out, r->file, r->lanes, r->lane_count, r->arena)) {
        r->out_of_memory = true;
    }
    free(r->lanes);
    return r->out_of_memory ? cc_fail(CC_E_NOMEM, "out of memory") : CC_OK;
}

cc_err ctr_parse(ctr_file **out, cc_span bytes, const char *path, cc_arena *arena) {
    ctr_file *counters = CC_NEW(arena, ctr_file);
    char *path_copy = cc_arena_strdup(arena, cc_strz(path));
    if (counters == NULL || path_copy == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    cc_str nothing = {"", 0};
    counters->path = path_copy;
    counters->process = (ctr_process){nothing, nothing, nothing, CTR_HITS_ONCE};
    reader r = {.file = bytes, .out = counters, .arena = arena, .tests = {.arena = arena}};
    CC_TRY(read_all(&r));
    *out = counters;
    return CC_OK;
}

cc_err ctr_open(ctr_file **out, const char *path, cc_arena *arena) {
    /* The reader tests this first: when the process has already ended, it sees all its records. */
    bool is_alive = cc_file_is_locked(path);
    int fd;
    cc_span bytes;
    CC_TRY(cc_fd_open_read(&fd, path));
    cc_err err = cc_fd_map_read(&bytes, fd);
    cc_fd_close(fd);
    if (err != CC_OK) {
        return cc_fail_in(err, path);
    }
    void *base = (void *)(uintptr_t)bytes.data;
    err = ctr_parse(out, bytes, path, arena);
    if (err != CC_OK) {
        cc_unmap(base, bytes.len);
        return err;
    }
    (*out)->is_alive = is_alive;
    (*out)->mapping = base;
    (*out)->mapping_size = bytes.len;
    return CC_OK;
}

void ctr_close(ctr_file *counters) {
    if (counters == NULL || counters->mapping == NULL) {
        return;
    }
    cc_unmap(counters->mapping, counters->mapping_size);
    counters->mapping = NULL;
    for (uint32_t i = 0; i < counters->method_count; i++) {
        counters->methods[i].counters = (cc_span){NULL, 0};
        counters->methods[i].lanes = NULL;
        counters->methods[i].lane_count = 0;
    }
}

uint64_t ctr_value(const ctr_file *counters, const ctr_method_data *method, uint32_t index) {
    size_t width = counters->hits == CTR_HITS_EXACT ? 8 : 1;
    cc_span place;
    if (!cc_span_slice(method->counters, index * width, width, &place)) {
        return 0;
    }
    if (width == 1) {
        return ctr_was_hit(counters->tests, method->record.first + index) || __atomic_load_n(place.data, __ATOMIC_RELAXED) != 0;
    }
    const uint64_t *word = (const uint64_t *)(const void *)place.data;
    return __atomic_load_n(word, __ATOMIC_RELAXED) + ctr_lanes_sum(method, index);
}
