/* clrcov attach --port: measures programs from their start that come to a diagnostics port. */
#include <inttypes.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "cli/core/cmd_memory.h"
#include "cli/live/cmd_attach.h"
#include "cli/live/cmd_live.h"
#include "diagnostics/ipc_port.h"
#include "diagnostics/ipc_process.h"

/* A program that replaces itself by another one (exec) is gone from the port for a moment. */
enum { POLL_MS = 50, GRACE_MS = 1000 };
/* A runtime connects again within half a second; a busy machine takes longer. */
enum { LET_GO_MS = 5000 };

/* What a runtime was told; each takes a connection of its own. */
typedef enum port_step {
    PORT_NEW = 0,
    PORT_HAS_SESSION, /* the session is in its environment */
    PORT_HAS_LIBRARY, /* it loads the library when it goes on */
    PORT_RUNS
} port_step;

/* Sends one command; *hr is the answer. */
static cc_err tell(ipc_runtime *runtime, const cc_buf *message, uint32_t *hr) {
    ipc_reply reply = {.is_error = false};
    cc_arena *arena = cc_arena_new();
    cc_err err = ipc_port_ask(runtime, message, arena, &reply);
    err = err == CC_OK ? ipc_parse_result(&reply, hr) : err;
    cc_arena_free(arena);
    return err;
}

static cc_err give_session(const cmd_attach_state *state, ipc_runtime *runtime, uint32_t *hr) {
    cc_buf message = {0};
    cc_err err =
        ipc_put_variable(&message, CC_STR(SES_SESSION_ENV), cc_strz(state->subject.session.dir));
    err = err == CC_OK ? tell(runtime, &message, hr) : err;
    cc_buf_free(&message);
    return err;
}

static cc_err look_at_process(cmd_attach_state *state, const ipc_runtime *runtime) {
    CC_TRY(ipc_target_look(&state->target, runtime->pid, state->call.arena));
    CC_TRY(cmd_attach_find_library(state));
    return ipc_target_sees(&state->target, state->subject.session.dir)
               ? CC_OK
               : cc_fail(CC_E_MISMATCH,
                         "it runs in another container, which does not see %s; set TMPDIR to a "
                         "directory that both see",
                         state->subject.session.dir);
}

static cc_err give_library(const cmd_attach_state *state, ipc_runtime *runtime, uint32_t *hr) {
    cc_buf message = {0};
    uint8_t clsid[16];
    cmd_live_clsid(clsid);
    cc_err err = ipc_put_startup_profiler(&message, clsid, cc_strz(state->library));
    err = err == CC_OK ? tell(runtime, &message, hr) : err;
    cc_buf_free(&message);
    return err;
}

static cc_err resume(ipc_runtime *runtime) {
    uint32_t hr = 0;
    cc_buf message = {0};
    cc_err err = ipc_put_resume(&message);
    err = err == CC_OK ? tell(runtime, &message, &hr) : err;
    cc_buf_free(&message);
    return err;
}

/* It is not held: it is attached to while it runs. */
static cc_err attach_late(cmd_attach_state *state, const ipc_runtime *runtime) {
    CC_TRY(ipc_target_open(&state->target, runtime->pid, state->call.arena));
    return cmd_attach_running(state);
}

static void say_measured(const cmd_attach_state *state, const ipc_runtime *runtime) {
    if (state->options.is_verbose) {
        cmd_say("process %" PRIu32 " is measured", runtime->pid);
    }
}

static cc_err answer(uint32_t hr) {
    return hr == 0 ? CC_OK
                   : cc_fail(CC_E_UNSUPPORTED, "its runtime refused the library: 0x%08" PRIX32, hr);
}

/* A runtime that is held gets the library for its start. One that is not takes that command, too,
 * for a moment, but may be past loading profilers; one that was let go before refuses it. So does
 * one that has not come to its pause yet, as on a busy machine: it comes back and is asked again. */
static cc_err begin_to_measure(cmd_attach_state *state, ipc_runtime *runtime) {
    uint32_t hr = IPC_E_INVALID_ARGUMENT;
    CC_TRY(look_at_process(state, runtime));
    bool is_held = ipc_is_held(state->target.entries);
    if (is_held) {
        CC_TRY(give_library(state, runtime, &hr));
    }
    if (hr != IPC_E_INVALID_ARGUMENT) {
        return answer(hr);
    }
    state->is_starting = false;
    cc_err err = attach_late(state, runtime);
    if (err != CC_OK && is_held && state->is_starting) {
        cc_os_sleep_ms(POLL_MS);
        runtime->step = PORT_HAS_SESSION;
        return CC_OK;
    }
    runtime->step = PORT_RUNS;
    return err;
}

/* The next thing that the runtime is told. */
static cc_err advance(cmd_attach_state *state, ipc_runtime *runtime) {
    uint32_t hr = 0;
    switch (runtime->step) {
    case PORT_NEW:
        runtime->step = PORT_HAS_SESSION;
        CC_TRY(give_session(state, runtime, &hr));
        return answer(hr);
    case PORT_HAS_SESSION:
        runtime->step = PORT_HAS_LIBRARY;
        CC_TRY(begin_to_measure(state, runtime));
        if (runtime->step != PORT_HAS_SESSION) {
            say_measured(state, runtime);
        }
        return CC_OK;
    case PORT_HAS_LIBRARY:
        runtime->step = PORT_RUNS;
        return resume(runtime);
    default:
        return CC_OK; /* the connection stays open: its end is that of the process */
    }
}

/* A process that cannot be measured is let go all the same. One that closed its connection before
 * it answered has ended, or comes back and is told the same again: it may be held. Something else that
 * was not found, such as the library for its system, leaves the connection open. */
static void serve(cmd_attach_state *state, ipc_runtime *runtime) {
    unsigned step = runtime->step;
    cc_err err = advance(state, runtime);
    bool is_closed = err == CC_E_NOTFOUND && runtime->fd < 0;
    runtime->step = is_closed ? step : runtime->step;
    if (err == CC_OK || is_closed) {
        return;
    }
    cmd_say("process %" PRIu32 " is not measured: %s", runtime->pid, cc_error_message());
    runtime->step = PORT_HAS_LIBRARY;
    if (runtime->fd >= 0) {
        (void)advance(state, runtime);
    }
}

static cc_err serve_all(cmd_attach_state *state, ipc_port *port) {
    bool has_begun = false;
    uint64_t last_ns = 0;
    while (!cc_proc_is_told_to_end()) {
        ipc_runtime *runtime;
        CC_TRY(ipc_port_wait(port, POLL_MS, &runtime));
        if (runtime != NULL) {
            has_begun = true;
            serve(state, runtime);
        }
        uint64_t now = cc_os_monotonic_ns();
        last_ns = port->count > 0 ? now : last_ns;
        if (has_begun && now - last_ns > GRACE_MS * UINT64_C(1000000)) {
            break;
        }
    }
    return CC_OK;
}

/* --- the end ---------------------------------------------------------------------------------- */

/* Between its first command and its resume a program waits for clrcov alone. */
static bool is_owed_resume(const ipc_runtime *runtime) {
    return runtime->step == PORT_HAS_SESSION || runtime->step == PORT_HAS_LIBRARY;
}

static bool owes_resume(const ipc_port *port) {
    for (size_t i = 0; i < port->count; i++) {
        if (is_owed_resume(&port->runtimes[i])) {
            return true;
        }
    }
    return false;
}

/* Lets programs go that would wait forever. A program that has been told nothing waits for the next clrcov
 * that opens the port. */
static void resume_held(cmd_attach_state *state, ipc_port *port) {
    uint64_t end = cc_os_monotonic_ns() + LET_GO_MS * UINT64_C(1000000);
    while (owes_resume(port) && cc_os_monotonic_ns() < end) {
        ipc_runtime *runtime = NULL;
        if (ipc_port_wait(port, POLL_MS, &runtime) != CC_OK) {
            return;
        }
        if (runtime != NULL && is_owed_resume(runtime)) {
            runtime->step = PORT_HAS_LIBRARY;
            (void)advance(state, runtime);
        }
    }
}

static void serve_until_end(cmd_attach_state *state, ipc_port *port) {
    bool has_failed = serve_all(state, port) != CC_OK;
    if (has_failed) {
        cmd_say("%s: %s; programs that connect from now on are not measured", port->path,
                cc_error_message());
    }
    resume_held(state, port);
    ipc_port_close(port);
    if (has_failed) { /* what is measured already goes on without the port */
        (void)cmd_live_await_end(state->subject.session.dir);
    }
}

cc_err cmd_attach_serve(cmd_attach_state *state) {
    ipc_port port;
    char *path;
    CC_TRY(cc_path_absolute(state->call.arena, state->options.port, &path));
    CC_TRY(ipc_port_open(&port, path));
    cmd_memory_removes(path);
    if (!state->options.is_quiet) {
        cmd_say("programs started with DOTNET_DiagnosticPorts=%s are measured until all of them "
                "have ended, or until Ctrl-C",
                path);
    }
    serve_until_end(state, &port);
    cmd_memory_removes(NULL);
    return CC_OK;
}
