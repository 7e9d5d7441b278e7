/* Messages of the .NET diagnostics protocol: made and read, without sockets.
 *
 * A message is a header of 20 bytes and a payload, little-endian; strings are a u32 count of UTF-16
 * units, the final zero counted, and the units. Source: "Diagnostic IPC protocol" of
 * dotnet/diagnostics. Pure functions. What is read comes from another process and is checked. */
#ifndef IPC_MESSAGE_H
#define IPC_MESSAGE_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"

enum { IPC_HEADER_SIZE = 20, IPC_MAX_MESSAGE = 65535 };

/* HRESULTs of the runtime in answers (cor.h, corerror.xml). */
#define IPC_E_ALREADY_ACTIVE 0x8013136Au    /* another profiler is loaded */
#define IPC_E_NOT_YET_AVAILABLE 0x8013135Bu /* the runtime is starting */
#define IPC_E_UNINITIALIZED 0x80131371u     /* it is starting, or ending */
#define IPC_E_NOT_SUPPORTED 0x80131515u     /* a build without attach */
#define IPC_E_UNKNOWN_COMMAND 0x80131385u
#define IPC_E_INVALID_ARGUMENT 0x80070057u /* StartupProfiler: it is not held at its start */

/* What AttachProfiler takes. */
typedef struct ipc_attach {
    uint32_t timeout_ms; /* for a concurrent collection of garbage */
    uint8_t clsid[16];   /* as a GUID lies in memory */
    cc_str library;      /* path as the process sees it; UTF-8 */
    cc_span data;        /* the client data */
} ipc_attach;
/* Appends the whole message. CC_E_LIMIT: it is longer than a message may be. CC_E_NOMEM. */
CC_NODISCARD cc_err ipc_put_attach(cc_buf *out, const ipc_attach *attach);
/* For a runtime that is held at its start: StartupProfiler names a profiler that it loads when it
 * goes on, SetEnvironmentVariable gives it a variable that its native environment does not have,
 * and ResumeRuntime lets it go on. CC_E_LIMIT, CC_E_NOMEM. */
CC_NODISCARD cc_err ipc_put_startup_profiler(cc_buf *out, const uint8_t clsid[16], cc_str library);
CC_NODISCARD cc_err ipc_put_variable(cc_buf *out, cc_str name, cc_str value);
CC_NODISCARD cc_err ipc_put_resume(cc_buf *out);
/* ProcessInfo2, which runtimes have from .NET 7 on. */
CC_NODISCARD cc_err ipc_put_process_info(cc_buf *out);

typedef struct ipc_reply {
    bool is_error;   /* the payload is an HRESULT */
    uint32_t hr;     /* of an error, else 0 */
    cc_span payload; /* view of the bytes */
} ipc_reply;
/* The size of the whole message, from its header. CC_E_FORMAT: no message of this protocol. */
CC_NODISCARD cc_err ipc_parse_size(cc_span header, size_t *out);
/* A whole answer. CC_E_FORMAT, CC_E_TRUNCATED. */
CC_NODISCARD cc_err ipc_parse_reply(ipc_reply *out, cc_span message);
/* The HRESULT in the payload of an answer that has nothing else. */
CC_NODISCARD cc_err ipc_parse_result(const ipc_reply *reply, uint32_t *hr);

/* With what a runtime opens each connection to a port of ours ("advertise"). */
enum { IPC_ADVERTISE_SIZE = 34 };
typedef struct ipc_advertise {
    uint8_t cookie[16]; /* of this runtime, the same in all its connections */
    uint64_t pid;       /* as the process sees it */
} ipc_advertise;
/* CC_E_FORMAT: no .NET runtime speaks so. CC_E_TRUNCATED. */
CC_NODISCARD cc_err ipc_parse_advertise(ipc_advertise *out, cc_span bytes);

typedef struct ipc_process_info {
    uint64_t pid;                            /* as the process sees it */
    cc_str command_line, os, arch, assembly; /* UTF-8, of the arena */
    cc_str version;                          /* "10.0.1" */
} ipc_process_info;
CC_NODISCARD cc_err ipc_parse_process_info(ipc_process_info *out, cc_span payload, cc_arena *arena);

#endif
