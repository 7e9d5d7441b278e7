/* Environment variables that affect a run, if they are set. */
#include <stdlib.h>
#include <string.h>

#include "base/cc_proc.h"
#include "cli/core/cmd_config.h"
#include "cli/doctor/cmd_doctor.h"
#include "cli/load/cmd_loading.h"

typedef struct known {
    const char *name;
    cmd_health health;
    const char *meaning;
} known;

static const known variables[] = {
    {"DOTNET_STARTUP_HOOKS", CMD_WARNING,
     "this code runs first in every program, and its assemblies are in the summary"},
    {"DOTNET_ADDITIONAL_DEPS", CMD_WARNING, "programs load assemblies from here, too"},
    {"DOTNET_SHARED_STORE", CMD_WARNING, "programs load assemblies from here, too"},
    {"CORECLR_NOTIFICATION_PROFILERS", CMD_FINE, "such profilers may run beside the library"},
    {"CORECLR_ENABLE_NOTIFICATION_PROFILERS", CMD_FINE, "for profilers that run beside others"},
    {"CORECLR_ENABLE_PROFILING", CMD_FINE, "clrcov run sets its own"},
    {"CORECLR_PROFILER", CMD_FINE, "clrcov run sets its own"},
    {"CORECLR_PROFILER_PATH", CMD_FINE, "clrcov run sets its own"},
    {"CORECLR_PROFILER_PATH_64", CMD_FINE, "overrides CORECLR_PROFILER_PATH; clrcov run sets it"},
    {"CORECLR_PROFILER_PATH_32", CMD_FINE, "clrcov run removes it"},
    {"CORECLR_PROFILER_PATH_ARM64", CMD_FINE, "clrcov run removes it"},
    {"CORECLR_PROFILER_PATH_ARM32", CMD_FINE, "clrcov run removes it"},
    {"DOTNET_ENABLE_PROFILING", CMD_FINE, "read by .NET 11 and later"},
    {"DOTNET_PROFILER", CMD_FINE, "read by .NET 11 and later"},
    {"DOTNET_PROFILER_PATH", CMD_FINE, "read by .NET 11 and later; clrcov run removes it"},
    {"DOTNET_EnableDiagnostics", CMD_FINE, "1: profilers are loaded"},
    {"DOTNET_EnableDiagnostics_Profiler", CMD_FINE, "1: profilers are loaded"},
    {"COMPlus_EnableDiagnostics", CMD_FINE, "the old name of DOTNET_EnableDiagnostics"},
    {"COMPlus_EnableDiagnostics_Profiler", CMD_FINE,
     "the old name of DOTNET_EnableDiagnostics_Profiler"},
    {"DOTNET_DiagnosticPorts", CMD_FINE, "another tool talks to programs through it"},
    {"DOTNET_ReadyToRun", CMD_FINE, "the report is the same either way"},
    {"DOTNET_TieredCompilation", CMD_FINE, "the report is the same either way"},
    {"DOTNET_TieredPGO", CMD_FINE, "the report is the same either way"},
    {"DOTNET_ROOT", CMD_FINE, "where programs look for their runtime"},
    {"DOTNET_ROLL_FORWARD", CMD_FINE, "which runtime programs use"},
    {"TMPDIR", CMD_FINE, "where sessions are"},
};

static void report_known(cmd_doctor_state *d) {
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const known *v = &variables[i];
        const char *value = cc_proc_variable(v->name);
        if (value != NULL) {
            cmd_doctor_tell(d, v->health, "variable", "%s=%s (%s)", v->name, value, v->meaning);
        }
    }
}

/* Lists the variables of clrcov; the configuration checks their names and values. */
static void report_own(cmd_doctor_state *d) {
    char *const *environment = cc_proc_environment();
    for (size_t i = 0; environment[i] != NULL; i++) {
        if (strncmp(environment[i], "CLRCOV_", 7) == 0) {
            cmd_doctor_tell(d, CMD_FINE, "variable", "%s", environment[i]);
        }
    }
}

/* Names the known products whose identifier is in the variables. */
static void report_profiler(cmd_doctor_state *d) {
    static const char *const names[] = {"CORECLR_PROFILER", "DOTNET_PROFILER", "COR_PROFILER"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        const char *product = value == NULL ? NULL : cmd_profiler_name(value);
        if (product != NULL) {
            cmd_doctor_tell(d, CMD_WARNING, "profiler", "%s names %s", names[i], product);
        }
    }
}

static void report_configuration(cmd_doctor_state *d) {
    cmd_config config;
    cmd_config_request request = {0};
    if (cmd_config_load(&config, &request, d->arena) != CC_OK) {
        cmd_doctor_tell(d, CMD_PROBLEM, "settings", "%s", cc_error_message());
        return;
    }
    cmd_doctor_tell(d, CMD_FINE, "settings", "%s; sources below %s",
                    config.path == NULL ? "no clrcov.xml" : config.path, config.root);
}

void cmd_doctor_variables(cmd_doctor_state *d) {
    report_configuration(d);
    report_own(d);
    report_known(d);
    report_profiler(d);
}
