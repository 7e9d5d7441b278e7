/* Messages of the diagnostics protocol. See ipc_message.h. */
#include "diagnostics/ipc_message.h"

#include <string.h>

#include "base/cc_utf.h"

#define MAGIC "DOTNET_IPC_V1" /* with its zero byte: 14 bytes */

enum { SET_PROFILER = 0x03, SET_PROCESS = 0x04, SET_SERVER = 0xFF };
enum { ATTACH_PROFILER = 0x01, STARTUP_PROFILER = 0x02 }; /* of the command set "profiler" */
enum {
    RESUME_RUNTIME = 0x01,
    SET_VARIABLE = 0x03,
    PROCESS_INFO_2 = 0x04
}; /* of the command set "process" */
enum { SERVER_OK = 0x00, SERVER_ERROR = 0xFF };
enum { MAX_UNITS = IPC_MAX_MESSAGE / 2 };

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory");
}

/* --- writing ---------------------------------------------------------------------------------- */

static void put_unit(cc_buf *out, uint32_t c) {
    if (c < 0x10000) {
        cc_buf_u16(out, (uint16_t)c);
        return;
    }
    cc_buf_u16(out, (uint16_t)(0xD800 + ((c - 0x10000) >> 10)));
    cc_buf_u16(out, (uint16_t)(0xDC00 + ((c - 0x10000) & 0x3FF)));
}

static void put_string(cc_buf *out, cc_str text) {
    size_t count_at = out->len;
    uint32_t c;
    cc_buf_u32(out, 0);
    while (cc_utf8_next(&text, &c)) {
        put_unit(out, c);
    }
    cc_buf_u16(out, 0);
    if (cc_buf_ok(out)) {
        cc_buf_patch_u32(out, count_at, (uint32_t)((out->len - count_at - 4) / 2));
    }
}

static cc_err put_message(cc_buf *out, uint8_t set, uint8_t id, const cc_buf *payload) {
    size_t size = IPC_HEADER_SIZE + payload->len;
    if (!cc_buf_ok(payload)) {
        return no_memory();
    }
    if (size > IPC_MAX_MESSAGE) {
        return cc_fail(CC_E_LIMIT, "a message of %zu bytes is too long for the diagnostics port",
                       size);
    }
    cc_buf_bytes(out, MAGIC, sizeof MAGIC);
    cc_buf_u16(out, (uint16_t)size);
    cc_buf_u8(out, set);
    cc_buf_u8(out, id);
    cc_buf_u16(out, 0);
    cc_buf_bytes(out, payload->data, payload->len);
    return cc_buf_ok(out) ? CC_OK : no_memory();
}

cc_err ipc_put_attach(cc_buf *out, const ipc_attach *attach) {
    cc_buf payload = {0};
    cc_buf_u32(&payload, attach->timeout_ms);
    cc_buf_bytes(&payload, attach->clsid, sizeof attach->clsid);
    put_string(&payload, attach->library);
    cc_buf_u32(&payload, (uint32_t)attach->data.len);
    cc_buf_span_put(&payload, attach->data);
    cc_err err = put_message(out, SET_PROFILER, ATTACH_PROFILER, &payload);
    cc_buf_free(&payload);
    return err;
}

cc_err ipc_put_startup_profiler(cc_buf *out, const uint8_t clsid[16], cc_str library) {
    cc_buf payload = {0};
    cc_buf_bytes(&payload, clsid, 16);
    put_string(&payload, library);
    cc_err err = put_message(out, SET_PROFILER, STARTUP_PROFILER, &payload);
    cc_buf_free(&payload);
    return err;
}

cc_err ipc_put_variable(cc_buf *out, cc_str name, cc_str value) {
    cc_buf payload = {0};
    put_string(&payload, name);
    put_string(&payload, value);
    cc_err err = put_message(out, SET_PROCESS, SET_VARIABLE, &payload);
    cc_buf_free(&payload);
    return err;
}

cc_err ipc_put_resume(cc_buf *out) {
    const cc_buf empty = {0};
    return put_message(out, SET_PROCESS, RESUME_RUNTIME, &empty);
}

cc_err ipc_put_process_info(cc_buf *out) {
    const cc_buf empty = {0};
    return put_message(out, SET_PROCESS, PROCESS_INFO_2, &empty);
}

/* --- reading ---------------------------------------------------------------------------------- */

static cc_err cut_short(void) {
    return cc_fail(CC_E_TRUNCATED, "diagnostics port: the answer ends early");
}

cc_err ipc_parse_size(cc_span header, size_t *out) {
    cc_span magic;
    uint16_t size;
    if (!cc_span_take(&header, sizeof MAGIC, &magic) || !cc_span_u16(&header, &size)) {
        return cut_short();
    }
    if (memcmp(magic.data, MAGIC, sizeof MAGIC) != 0 || size < IPC_HEADER_SIZE) {
        return cc_fail(CC_E_FORMAT, "diagnostics port: the answer does not follow .NET's protocol");
    }
    *out = size;
    return CC_OK;
}

cc_err ipc_parse_reply(ipc_reply *out, cc_span message) {
    size_t size;
    uint8_t set;
    uint8_t id;
    *out = (ipc_reply){.is_error = false};
    CC_TRY(ipc_parse_size(message, &size));
    if (size > message.len) {
        return cut_short();
    }
    cc_span rest = {message.data, size};
    if (!cc_span_skip(&rest, sizeof MAGIC + 2) || !cc_span_u8(&rest, &set) ||
        !cc_span_u8(&rest, &id) || !cc_span_skip(&rest, 2)) {
        return cut_short();
    }
    if (set != SET_SERVER || (id != SERVER_OK && id != SERVER_ERROR)) {
        return cc_fail(CC_E_FORMAT, "diagnostics port: unknown kind of answer 0x%02X%02X", set, id);
    }
    out->is_error = id == SERVER_ERROR;
    out->payload = rest;
    return out->is_error && !cc_span_u32(&rest, &out->hr) ? cut_short() : CC_OK;
}

cc_err ipc_parse_result(const ipc_reply *reply, uint32_t *hr) {
    cc_span rest = reply->payload;
    return cc_span_u32(&rest, hr) ? CC_OK : cut_short();
}

cc_err ipc_parse_advertise(ipc_advertise *out, cc_span bytes) {
    static const uint8_t magic[8] = "ADVR_V1";
    cc_span got;
    cc_span cookie;
    if (!cc_span_take(&bytes, sizeof magic, &got)) {
        return cut_short();
    }
    if (memcmp(got.data, magic, sizeof magic) != 0) {
        return cc_fail(CC_E_FORMAT,
                       "diagnostics port: the process that connects is not a .NET runtime");
    }
    if (!cc_span_take(&bytes, sizeof out->cookie, &cookie) || !cc_span_u64(&bytes, &out->pid) ||
        !cc_span_skip(&bytes, 2)) {
        return cut_short();
    }
    memcpy(out->cookie, cookie.data, sizeof out->cookie);
    return CC_OK;
}

static cc_err take_string(cc_span *in, cc_str *out, cc_arena *arena) {
    uint32_t count;
    cc_span bytes;
    uint16_t units[MAX_UNITS];
    *out = CC_STR("");
    if (!cc_span_u32(in, &count) || count > MAX_UNITS ||
        !cc_span_take(in, (size_t)count * 2, &bytes)) {
        return cut_short();
    }
    size_t used = 0;
    uint16_t unit;
    while (cc_span_u16(&bytes, &unit) && unit != 0) {
        units[used++] = unit;
    }
    cc_buf text = {0};
    cc_utf16_to_utf8(units, used, &text);
    char *copy = cc_buf_ok(&text) ? cc_arena_strdup(arena, cc_buf_str(&text)) : NULL;
    cc_buf_free(&text);
    *out = copy != NULL ? cc_strz(copy) : *out;
    return copy != NULL ? CC_OK : no_memory();
}

cc_err ipc_parse_process_info(ipc_process_info *out, cc_span payload, cc_arena *arena) {
    enum { COOKIE = 16 };
    *out = (ipc_process_info){.pid = 0};
    if (!cc_span_u64(&payload, &out->pid) || !cc_span_skip(&payload, COOKIE)) {
        return cut_short();
    }
    cc_str *const strings[] = {&out->command_line, &out->os, &out->arch, &out->assembly,
                               &out->version};
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        CC_TRY(take_string(&payload, strings[i], arena));
    }
    return CC_OK;
}
