/* Commands over the socket. See ipc_client.h. */
#include "diagnostics/ipc_client.h"

#include "base/cc_os.h"
#include "base/cc_socket.h"

/* An attach takes as long as the requests for all methods of a large program; a runtime answers
 * other commands at once. */
enum { ATTACH_PATIENCE_MS = 120000, PATIENCE_MS = 10000 };

/* Reads one message into the arena. */
static cc_err receive(int fd, cc_arena *arena, cc_span *out) {
    uint8_t header[IPC_HEADER_SIZE];
    size_t size;
    CC_TRY(cc_socket_receive(fd, header, sizeof header));
    CC_TRY(ipc_parse_size(cc_span_of(header, sizeof header), &size));
    uint8_t *message = cc_arena_alloc(arena, size, 1);
    if (message == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    for (size_t i = 0; i < sizeof header; i++) {
        message[i] = header[i];
    }
    CC_TRY(cc_socket_receive(fd, message + sizeof header, size - sizeof header));
    *out = cc_span_of(message, size);
    return CC_OK;
}

cc_err ipc_exchange(int fd, const cc_buf *message, cc_arena *arena, ipc_reply *reply) {
    cc_span answer = {NULL, 0};
    CC_TRY(cc_socket_send(fd, cc_buf_span(message)));
    CC_TRY(receive(fd, arena, &answer));
    return ipc_parse_reply(reply, answer);
}

static cc_err ask(const ipc_target *target, const cc_buf *message, unsigned patience_ms,
                  cc_arena *arena, ipc_reply *reply) {
    int fd;
    CC_TRY(cc_socket_connect(&fd, target->socket, patience_ms));
    cc_err err = ipc_exchange(fd, message, arena, reply);
    cc_fd_close(fd);
    return err;
}

cc_err ipc_attach_profiler(const ipc_target *target, const ipc_attach *attach, uint32_t *hr) {
    cc_buf message = {0};
    ipc_reply reply = {.is_error = false};
    cc_arena *arena = cc_arena_new();
    cc_err err =
        arena == NULL ? cc_fail(CC_E_NOMEM, "out of memory") : ipc_put_attach(&message, attach);
    err = err == CC_OK ? ask(target, &message, ATTACH_PATIENCE_MS, arena, &reply) : err;
    err = err == CC_OK ? ipc_parse_result(&reply, hr) : err;
    cc_buf_free(&message);
    cc_arena_free(arena);
    return err;
}

cc_err ipc_ask_process(const ipc_target *target, cc_arena *arena, ipc_process_info *out) {
    cc_buf message = {0};
    ipc_reply reply = {.is_error = false};
    cc_err err = ipc_put_process_info(&message);
    err = err == CC_OK ? ask(target, &message, PATIENCE_MS, arena, &reply) : err;
    cc_buf_free(&message);
    if (err != CC_OK) {
        return err;
    }
    return reply.is_error ? cc_fail(CC_E_UNSUPPORTED,
                                    "the runtime does not know the command: 0x%08X", reply.hr)
                          : ipc_parse_process_info(out, reply.payload, arena);
}
