/* What attaching to a running process and serving a port share. */
#ifndef CMD_ATTACH_H
#define CMD_ATTACH_H

#include "cli/report/cmd_subject.h"
#include "diagnostics/ipc_target.h"

typedef struct cmd_attach_options {
    const char *config;
    const char *port; /* NULL: a process that runs already */
    bool is_detached, is_verbose, is_quiet, stats, verify, probe_all;
} cmd_attach_options;

typedef struct cmd_attach_state {
    cmd_attach_options options;
    cmd_call call;
    ipc_target target;
    cmd_subject subject;
    const char *library; /* as the process sees it */
    bool is_starting;    /* the last attach failed because the runtime starts or ends */
} cmd_attach_state;

/* Sets `library` for the process `target`. CC_E_MISMATCH: it was replaced, or the process does not
 * see it. */
CC_NODISCARD cc_err cmd_attach_find_library(cmd_attach_state *state);
/* Attaches to the process `target`, which runs. The message of an error says what is in the way. */
CC_NODISCARD cc_err cmd_attach_running(cmd_attach_state *state);
/* Listens at the port, and measures what comes until all of it has ended, or this program is told
 * to end. Failures of one process are said, and the process goes on without being measured. A failure of
 * the port is said, and what is measured already goes on. Errors of ipc_port_open(). */
CC_NODISCARD cc_err cmd_attach_serve(cmd_attach_state *state);

#endif
