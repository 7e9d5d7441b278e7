/* Makes and reads messages of the .NET diagnostics protocol, without sockets.
 *
 * A message is a header of 20 bytes and a payload, little-endian; strings are a u32 count of UTF-16
 * units, the final zero counted, and the units. Source: "Diagnostic IPC protocol" of
 * dotnet/diagnostics. Pure functions. The functions check their input, which comes from another
 * process. */
#ifndef IPC_MESSAGE_H
#define IPC_MESSAGE_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"

enum { IPC_HEADER_SIZE = 20, IPC_MAX_MESSAGE = 65535 };

/* HRESULTs of the runtime in answers (cor.h, corerror.xml). */
#define IPC_E_ALREADY_ACTIVE 0x8013136Au    /* another profiler is loaded */
#define IPC_E_NOT_YET_AVAILABLE 0x8013135Bu /* the runtime is starting */
#define IPC_E_UNINITIALIZED 0x80131371u     /* the runtime is starting, or ending */
#define IPC_E_NOT_SUPPORTED 0x80131515u     /* the build of the runtime does not support attach */
#define IPC_E_UNKNOWN_COMMAND 0x80131385u
/* StartupProfiler: the runtime is not suspended at its start */
#define IPC_E_INVALID_ARGUMENT 0x80070057u

/* The arguments of AttachProfiler. */
typedef struct ipc_attach {
    uint32_t timeout_ms; /* how long to wait for a concurrent garbage collection */
    uint8_t clsid[16];   /* in the memory layout of a GUID */
    cc_str library;      /* path as the process sees it, in UTF-8 */
    cc_span data;        /* the client data */
} ipc_attach;
/* Appends the whole message. CC_E_LIMIT: the message is too long. CC_E_NOMEM. */
CC_NODISCARD cc_err ipc_put_attach(cc_buf *out, const ipc_attach *attach);
/* Append messages for a runtime that is suspended at its start. StartupProfiler names a profiler
 * that the runtime loads when it resumes. SetEnvironmentVariable adds a variable that its native
 * environment does not have. ResumeRuntime resumes it. CC_E_LIMIT, CC_E_NOMEM. */
CC_NODISCARD cc_err ipc_put_startup_profiler(cc_buf *out, const uint8_t clsid[16], cc_str library);
CC_NODISCARD cc_err ipc_put_variable(cc_buf *out, cc_str name, cc_str value);
CC_NODISCARD cc_err ipc_put_resume(cc_buf *out);
/* ProcessInfo2, which runtimes have from .NET 7 on. */
CC_NODISCARD cc_err ipc_put_process_info(cc_buf *out);

typedef struct ipc_reply {
    bool is_error;   /* the payload is an HRESULT */
    uint32_t hr;     /* HRESULT of an error, else 0 */
    cc_span payload; /* view of the bytes */
} ipc_reply;
/* Sets the size of the whole message, from its header. CC_E_FORMAT: not a message of this
 * protocol. */
CC_NODISCARD cc_err ipc_parse_size(cc_span header, size_t *out);
/* Reads a whole answer. CC_E_FORMAT, CC_E_TRUNCATED. */
CC_NODISCARD cc_err ipc_parse_reply(ipc_reply *out, cc_span message);
/* Returns the HRESULT in the payload of an answer that has nothing else. */
CC_NODISCARD cc_err ipc_parse_result(const ipc_reply *reply, uint32_t *hr);

/* The message ("advertise") with which a runtime opens each connection to a port of clrcov. */
enum { IPC_ADVERTISE_SIZE = 34 };
typedef struct ipc_advertise {
    uint8_t cookie[16]; /* of this runtime, equal in all its connections */
    uint64_t pid;       /* as the process sees it */
} ipc_advertise;
/* Reads the message. CC_E_FORMAT: it is not the message of a .NET runtime. CC_E_TRUNCATED. */
CC_NODISCARD cc_err ipc_parse_advertise(ipc_advertise *out, cc_span bytes);

typedef struct ipc_process_info {
    uint64_t pid;                            /* as the process sees it */
    cc_str command_line, os, arch, assembly; /* UTF-8, of the arena */
    cc_str version;                          /* "10.0.1" */
} ipc_process_info;
CC_NODISCARD cc_err ipc_parse_process_info(ipc_process_info *out, cc_span payload, cc_arena *arena);

#endif
