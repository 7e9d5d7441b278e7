/* Answers of a diagnostics port, and what /proc tells of a process: the first byte chooses. */
#include <string.h>

#include "diagnostics/ipc_message.h"
#include "diagnostics/ipc_process.h"
#include "tests/fuzz/fuzz.h"

static bool is_inside(cc_str part, cc_str whole) {
    return part.s == NULL || (part.s >= whole.s && part.s + part.len <= whole.s + whole.len);
}

static void read_reply(cc_span bytes) {
    ipc_reply reply;
    ipc_process_info info;
    uint32_t hr;
    size_t size = 0;
    cc_arena *arena = cc_arena_new();
    cc_err err = ipc_parse_reply(&reply, bytes);
    if (err == CC_OK) {
        fuzz_require(ipc_parse_size(bytes, &size) == CC_OK && size <= bytes.len, "its size");
        fuzz_require(reply.payload.len == size - IPC_HEADER_SIZE, "the payload is the rest");
        fuzz_require(!reply.is_error || (ipc_parse_result(&reply, &hr) == CC_OK && hr == reply.hr),
                     "an error has its HRESULT");
        if (ipc_parse_process_info(&info, reply.payload, arena) == CC_OK) {
            fuzz_require(info.version.len <= IPC_MAX_MESSAGE * 2, "a string of the message");
        }
    }
    (void)!ipc_parse_process_info(&info, bytes, arena);
    ipc_advertise hello;
    (void)!ipc_parse_advertise(&hello, bytes);
    cc_arena_free(arena);
}

static void read_process(cc_str text) {
    uint64_t ticks;
    ipc_status status;
    cc_str path;
    cc_str rest = text;
    (void)!ipc_parse_start(text, &ticks);
    (void)!ipc_parse_status(text, &status);
    fuzz_require(is_inside(ipc_find_variable(text, "TMPDIR"), text), "a view of the text");
    fuzz_require(is_inside(ipc_find_mapped(text, "libclrcov.so"), text), "a view of the text");
    while (ipc_next_mapped(&rest, &path)) {
        fuzz_require(is_inside(path, text) && path.s[0] == '/', "a path");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    if (data[0] == 'r') {
        read_reply(cc_span_of(data + 1, size - 1));
    } else {
        read_process((cc_str){(const char *)data + 1, size - 1});
    }
    return 0;
}
