/* Write side of the counters file: one object per process, used by many threads.
 *
 * The writer only appends. It copies a record after the published records and then publishes it by
 * one release store; it allocates counters by advancing an offset. When an area is full, it
 * allocates and maps the next segment and makes it current; the free rest of the old segment stays
 * unused. It holds the mutex during the copy, and during the allocation of a segment. Format:
 * clrcov/counters_format.h. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_buf.h"
#include "base/cc_file.h"
#include "base/cc_guard.h"
#include "base/cc_os.h"
#include "coverage/counters/ctr.h"
#include "coverage/counters/ctr_format.h"
#include "coverage/counters/ctr_writer.h"

enum {
    FIRST_AREA = 16 * 1024,
    /* areas double up to these sizes, but always hold a single request */
    MAX_RECORDS_AREA = 8 * 1024 * 1024,
    MAX_COUNTERS_AREA = 16 * 1024 * 1024,
    MAX_COMMAND_LINE = 1024
};

/* --- segments --------------------------------------------------------------------------------- */

static uint64_t round_up(uint64_t value, uint64_t align) {
    return (value + align - 1) / align * align;
}

/* Writes the header's fields first and its magic last: before that, readers do not see the
 * segment. */
static void publish_segment(const ctr_writer *writer, const ctr_segment *seg, uint64_t records_area) {
    clrcov_segment_header header = {
        .magic = CLRCOV_SEGMENT_MAGIC,
        .index = writer->segment_count,
        .offset = seg->offset,
        .size = seg->size,
        .counters_offset = records_area,
        .counters_size = seg->size - records_area,
        .records_size = (uint32_t)(records_area - sizeof header),
        .used = ctr_used_word(0),
    };
    header.checksum = (uint32_t)cc_hash64(cc_span_of(&header, CTR_SEGMENT_HASHED));
    clrcov_segment_header *place = ctr_segment_header(seg);
    memcpy((uint8_t *)place + sizeof place->magic, (const uint8_t *)&header + sizeof header.magic,
           sizeof header - sizeof header.magic);
    __atomic_store_n(&place->magic, header.magic, __ATOMIC_RELEASE);
}

static cc_err refuse(ctr_writer *writer, clrcov_refusal cause, cc_err err) {
    writer->refusal = cause;
    return err;
}

/* Allocates and maps the segment's part of the file. */
static cc_err map_segment(ctr_writer *writer, ctr_segment *seg) {
    int fd = -1;
    void *base = NULL;
    cc_err err = cc_kept_get(&writer->file, writer->path, &fd);
    if (err != CC_OK) {
        bool is_gone = err == CC_E_NOTFOUND;
        return refuse(writer, is_gone ? CLRCOV_REFUSED_FILE_GONE : CLRCOV_REFUSED_OPEN, err);
    }
    err = cc_fd_reserve(fd, seg->offset, seg->size);
    if (err != CC_OK) {
        bool is_limit = err == CC_E_LIMIT;
        return refuse(writer, is_limit ? CLRCOV_REFUSED_FILE_LIMIT : CLRCOV_REFUSED_SPACE, err);
    }
    err = cc_fd_map_low(&base, fd, seg->offset, seg->size);
    if (err != CC_OK) {
        return refuse(writer, CLRCOV_REFUSED_MEMORY, err);
    }
    cc_guard_add(base, seg->size, &writer->header->is_cut);
    seg->base = base;
    return CC_OK;
}

/* Appends a segment with these areas (multiples of the page size) and makes it the current one. */
static cc_err add_segment(ctr_writer *writer, uint64_t records_area, uint64_t counters_area) {
    ctr_segment *seg = calloc(1, sizeof *seg);
    if (seg == NULL) {
        return refuse(writer, CLRCOV_REFUSED_MEMORY, cc_fail(CC_E_NOMEM, "out of memory"));
    }
    seg->offset = writer->file_end;
    seg->size = records_area + counters_area;
    cc_err err = map_segment(writer, seg);
    if (err != CC_OK) {
        free(seg);
        return cc_fail_in(err, writer->path);
    }
    seg->previous = writer->current;
    publish_segment(writer, seg, records_area);
    writer->current = seg;
    writer->segment_count++;
    writer->file_end += seg->size;
    writer->records_size = (uint32_t)(records_area - sizeof(clrcov_segment_header));
    writer->records_used = 0;
    writer->counters_size = counters_area;
    writer->counters_used = 0;
    return CC_OK;
}

/* Returns the size of an area of the next segment: twice the last size when that was too small for
 * `need`. */
static uint64_t next_area(uint64_t last, bool is_full, uint64_t need, uint64_t bound,
                          uint64_t align) {
    uint64_t size = is_full && last < bound ? last * 2 : last;
    return round_up(size < need ? need : size, align);
}

/* Makes room in the current segment for this many more bytes of records and of counters. */
static cc_err make_room(ctr_writer *writer, uint64_t records, uint64_t counters) {
    bool records_full = records > writer->records_size - writer->records_used;
    bool counters_full = counters > writer->counters_size - writer->counters_used;
    if (!records_full && !counters_full) {
        return CC_OK;
    }
    if (writer->has_ended) {
        return cc_fail(CC_E_LIMIT, "%s: measuring has ended", writer->path);
    }
    uint64_t last_records = writer->records_size + sizeof(clrcov_segment_header);
    uint64_t need = records + sizeof(clrcov_segment_header);
    uint64_t align = writer->align;
    return add_segment(
        writer, next_area(last_records, records_full, need, MAX_RECORDS_AREA, align),
        next_area(writer->counters_size, counters_full, counters, MAX_COUNTERS_AREA, align));
}

/* --- records ---------------------------------------------------------------------------------- */

cc_err ctr_append_record(ctr_writer *writer, clrcov_record_type type, cc_span payload) {
    size_t bytes = ctr_record_bytes(payload.len);
    CC_TRY(make_room(writer, bytes, 0));
    clrcov_record_header header = {(uint32_t)payload.len, (uint16_t)type, 0, 0};
    header.checksum = ctr_record_checksum(header.size, header.type, payload);
    clrcov_segment_header *seg = ctr_segment_header(writer->current);
    uint8_t *at = (uint8_t *)seg + sizeof *seg + writer->records_used;
    memcpy(at, &header, sizeof header);
    memcpy(at + sizeof header, payload.data, payload.len);
    writer->records_used += (uint32_t)bytes;
    __atomic_store_n(&seg->used, ctr_used_word(writer->records_used), __ATOMIC_RELEASE);
    return CC_OK;
}

/* Publishes the bytes in `payload` and frees them. */
static cc_err publish(ctr_writer *writer, clrcov_record_type type, cc_buf *payload) {
    cc_err err = CC_E_NOMEM;
    if (cc_buf_ok(payload)) {
        pthread_mutex_lock(&writer->mutex);
        err = ctr_append_record(writer, type, cc_buf_span(payload));
        pthread_mutex_unlock(&writer->mutex);
    } else {
        (void)cc_fail(err, "out of memory");
    }
    cc_buf_free(payload);
    return err;
}

static void put_text(cc_buf *out, cc_str text, size_t limit) {
    size_t len = text.len < limit ? text.len : limit;
    cc_buf_u32(out, (uint32_t)len);
    cc_buf_bytes(out, text.s, len);
}

cc_err ctr_writer_module(ctr_writer *writer, const ctr_module_record *record, uint32_t *module_id) {
    clrcov_module_payload fixed = {
        .reason = (uint32_t)record->reason,
        .flags = (record->is_mapped_layout ? 1u : 0u) | (record->is_ready_to_run ? 2u : 0u),
    };
    memcpy(fixed.mvid, record->mvid, sizeof fixed.mvid);
    memcpy(fixed.pdb_id, record->pdb_id, sizeof fixed.pdb_id);
    memcpy(fixed.image_hash, record->image_hash.bytes, sizeof fixed.image_hash);
    memcpy(fixed.pdb_hash, record->pdb_hash.bytes, sizeof fixed.pdb_hash);
    cc_buf payload = {0};
    cc_buf_bytes(&payload, &fixed, sizeof fixed);
    put_text(&payload, record->path, CTR_MAX_TEXT);
    put_text(&payload, record->name, CTR_MAX_TEXT);
    put_text(&payload, record->detail, CTR_MAX_TEXT);
    if (!cc_buf_ok(&payload)) {
        cc_buf_free(&payload);
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    /* The id is the number of modules before it, so it is known only under the mutex. */
    pthread_mutex_lock(&writer->mutex);
    cc_buf_patch_u32(&payload, 0, writer->module_count);
    cc_err err = ctr_append_record(writer, CLRCOV_RECORD_MODULE, cc_buf_span(&payload));
    if (err == CC_OK) {
        *module_id = writer->module_count++;
    }
    pthread_mutex_unlock(&writer->mutex);
    cc_buf_free(&payload);
    return err;
}

cc_err ctr_writer_method(ctr_writer *writer, const ctr_method_record *record) {
    clrcov_method_payload fixed = {
        .module_id = record->module_id,
        .token = record->token,
        .plan_key = record->plan_key,
        .first = record->first,
        .count = record->count,
        .flags = (record->plan_all ? CTR_METHOD_ALL : 0u) |
                 (record->plan_blocks ? CTR_METHOD_BLOCKS : 0u),
    };
    pthread_mutex_lock(&writer->mutex);
    cc_err err = ctr_append_record(writer, CLRCOV_RECORD_METHOD, cc_span_of(&fixed, sizeof fixed));
    pthread_mutex_unlock(&writer->mutex);
    return err;
}

cc_err ctr_writer_skip(ctr_writer *writer, uint32_t module_id, uint32_t token, uint32_t skip,
                       cc_str detail) {
    cc_buf payload = {0};
    cc_buf_u32(&payload, module_id);
    cc_buf_u32(&payload, token);
    cc_buf_u32(&payload, skip);
    put_text(&payload, detail, CTR_MAX_TEXT);
    return publish(writer, CLRCOV_RECORD_SKIP, &payload);
}

cc_err ctr_writer_note(ctr_writer *writer, cc_str text) {
    cc_buf payload = {0};
    put_text(&payload, text, CTR_MAX_TEXT);
    return publish(writer, CLRCOV_RECORD_NOTE, &payload);
}

void ctr_writer_refused(ctr_writer *writer, uint32_t methods) {
    pthread_mutex_lock(&writer->mutex);
    uint32_t left = UINT32_MAX - writer->refused;
    writer->refused += methods < left ? methods : left;
    __atomic_store_n(&writer->header->refusal, (uint16_t)writer->refusal, __ATOMIC_RELAXED);
    __atomic_store_n(&writer->header->refused, ctr_used_word(writer->refused), __ATOMIC_RELEASE);
    pthread_mutex_unlock(&writer->mutex);
}

clrcov_work *ctr_writer_work(const ctr_writer *writer) {
    return (clrcov_work *)(void *)(writer->header + 1);
}

/* --- counters --------------------------------------------------------------------------------- */

/* Runs under the mutex. */
static cc_err hand_out(ctr_writer *writer, uint32_t count, void **counters, uint64_t *first) {
    uint64_t bytes = (uint64_t)count * writer->width;
    CC_TRY(make_room(writer, 0, bytes));
    const ctr_segment *seg = writer->current;
    clrcov_segment_header *header = ctr_segment_header(seg);
    uint64_t at = seg->size - writer->counters_size + writer->counters_used;
    *counters = seg->base + at;
    *first = seg->offset + at;
    writer->counters_used += bytes;
    __atomic_store_n(&header->counters_used, writer->counters_used, __ATOMIC_RELAXED);
    return CC_OK;
}

cc_err ctr_writer_reserve(ctr_writer *writer, uint32_t count, void **counters, uint64_t *first) {
    if (count == 0 || count > CTR_MAX_RESERVE) {
        return cc_fail(count == 0 ? CC_E_USAGE : CC_E_LIMIT, "%u counters requested at once",
                       count);
    }
    pthread_mutex_lock(&writer->mutex);
    cc_err err = hand_out(writer, count, counters, first);
    pthread_mutex_unlock(&writer->mutex);
    return err;
}

cc_err ctr_writer_lane(ctr_writer *writer, uint64_t shared, uint32_t count, uint64_t **counters) {
    clrcov_lane_payload fixed = {.shared = shared, .count = count};
    void *place = NULL;
    if (count == 0 || count > CTR_MAX_RESERVE || writer->width != sizeof(uint64_t)) {
        return cc_fail(CC_E_USAGE, "a lane cannot have %u counters", count);
    }
    pthread_mutex_lock(&writer->mutex);
    cc_err err = hand_out(writer, count, &place, &fixed.first);
    if (err == CC_OK) {
        err = ctr_append_record(writer, CLRCOV_RECORD_LANE, cc_span_of(&fixed, sizeof fixed));
    }
    pthread_mutex_unlock(&writer->mutex);
    *counters = err == CC_OK ? place : *counters;
    return err;
}

/* --- the file --------------------------------------------------------------------------------- */

/* Writes the header area and the process' record. */
static cc_err write_start(ctr_writer *writer, const ctr_process *process, uint64_t random) {
    clrcov_file_header header = {
        .version = CLRCOV_COUNTERS_VERSION,
        .header_size = (uint32_t)writer->align,
        .hits = (uint32_t)process->hits,
        .pid = cc_os_pid(),
        .start_time_ns = cc_os_time_ns(),
        .random = random,
    };
    memcpy(header.magic, CLRCOV_COUNTERS_MAGIC, sizeof header.magic);
    header.checksum = (uint32_t)cc_hash64(cc_span_of(&header, CTR_FILE_HASHED));
    void *base = NULL;
    CC_TRY(cc_fd_reserve(writer->file.fd, 0, writer->align));
    CC_TRY(cc_fd_map_low(&base, writer->file.fd, 0, writer->align));
    memcpy(base, &header, sizeof header);
    writer->header = base;
    cc_guard_add(base, writer->align, &writer->header->is_cut);
    writer->file_end = writer->align;
    CC_TRY(add_segment(writer, round_up(FIRST_AREA, writer->align),
                       round_up(FIRST_AREA, writer->align)));
    cc_buf payload = {0};
    put_text(&payload, process->executable, CTR_MAX_TEXT);
    put_text(&payload, process->entry_assembly, CTR_MAX_TEXT);
    put_text(&payload, process->command_line, MAX_COMMAND_LINE);
    return publish(writer, CLRCOV_RECORD_PROCESS, &payload);
}

/* Creates the file and locks it. The lock belongs to the first open file, and the counters are
 * mapped from a second open file, so that the lock can end before the process. */
static cc_err open_and_lock(ctr_writer *writer, const char *path) {
    int first = -1;
    int second = -1;
    CC_TRY(cc_fd_create(&first, path));
    cc_err err = cc_hold_begin(&writer->life, first);
    cc_fd_close(first);
    err = err == CC_OK ? cc_fd_open(&second, path, false) : err;
    err = err == CC_OK ? cc_kept_take(&writer->file, second) : err;
    if (err != CC_OK) {
        cc_fd_close(second);
        cc_file_remove(path);
    }
    return err;
}

/* Creates the file under a hidden name, locks it, fills it and renames it: a listed counters file
 * is complete, and when it is unlocked its process has ended. */
static cc_err create_file(ctr_writer *writer, const char *session_dir, const ctr_process *process) {
    uint64_t random;
    CC_TRY(cc_os_random(&random, sizeof random));
    char name[64];
    int length =
        snprintf(name, sizeof name, "p-%u-%016llx.cov", cc_os_pid(), (unsigned long long)random);
    size_t size = strlen(session_dir) + (size_t)length + 3;
    char *hidden = malloc(size);
    writer->path = malloc(size);
    if (hidden == NULL || writer->path == NULL) {
        free(hidden);
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    (void)snprintf(hidden, size, "%s/.%s", session_dir, name);
    (void)snprintf(writer->path, size, "%s/%s", session_dir, name);
    cc_err err = open_and_lock(writer, hidden);
    if (err == CC_OK) {
        err = write_start(writer, process, random);
        err = err == CC_OK ? cc_file_rename(hidden, writer->path) : err;
        if (err != CC_OK) {
            cc_file_remove(hidden);
        }
    }
    free(hidden);
    return err;
}

cc_err ctr_writer_open(ctr_writer **out, const char *session_dir, const ctr_process *process) {
    ctr_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    size_t page = cc_os_page_size();
    pthread_mutex_init(&writer->mutex, NULL);
    writer->file.fd = -1;
    writer->width = process->hits == CTR_HITS_EXACT ? 8 : 1;
    writer->align = page > CLRCOV_COUNTERS_PAGE ? page : CLRCOV_COUNTERS_PAGE;
    cc_err err = create_file(writer, session_dir, process);
    if (err != CC_OK) {
        ctr_writer_close(writer);
        return err;
    }
    *out = writer;
    return CC_OK;
}

const char *ctr_writer_path(const ctr_writer *writer) {
    return writer->path;
}

void ctr_writer_release(ctr_writer *writer) {
    cc_hold_end(&writer->life);
}

void ctr_writer_end(ctr_writer *writer) {
    pthread_mutex_lock(&writer->mutex);
    ctr_writer_release(writer);
    cc_kept_close(&writer->file);
    writer->has_ended = true;
    pthread_mutex_unlock(&writer->mutex);
}

void ctr_writer_close(ctr_writer *writer) {
    if (writer == NULL) {
        return;
    }
    while (writer->current != NULL) {
        ctr_segment *seg = writer->current;
        writer->current = seg->previous;
        cc_unmap(seg->base, seg->size);
        free(seg);
    }
    if (writer->header != NULL) {
        cc_unmap(writer->header, writer->align);
    }
    cc_hold_end(&writer->life);
    cc_kept_close(&writer->file);
    pthread_mutex_destroy(&writer->mutex);
    cc_buf_free(&writer->runs);
    free(writer->path);
    free(writer);
}
