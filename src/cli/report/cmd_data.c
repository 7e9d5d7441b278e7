/* What is known about the run of a session; see cmd_data.h. */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/cc_file.h"
#include "base/cc_hash.h"
#include "base/cc_list.h"
#include "cli/report/cmd_data.h"
#include "cli/report/cmd_provenance.h"
#include "clrcov/version.h"
#include "coverage/session/ses.h"

/* --- the run ---------------------------------------------------------------------------------- */

/* The start of a run, from the name of its session: "20261124-145754-..." in UTC. 0: another
 * name. */
static uint64_t started_at(cc_str name) {
    struct tm at = {0};
    char text[16];
    if (name.len < sizeof text - 1) {
        return 0;
    }
    memcpy(text, name.s, sizeof text - 1);
    text[sizeof text - 1] = '\0';
    const char *end = strptime(text, "%Y%m%d-%H%M%S", &at);
    time_t seconds = end == NULL || *end != '\0' ? -1 : timegm(&at);
    return seconds < 0 ? 0 : (uint64_t)seconds;
}

uint64_t cmd_session_time(const char *session_dir, cc_arena *arena) {
    uint64_t started = started_at(cc_path_base(cc_strz(session_dir)));
    const char *settings = started != 0 ? NULL : cc_path_join(arena, session_dir, "settings");
    int64_t made = settings == NULL ? 0 : cc_file_mtime(settings, NULL);
    return made > 0 ? (uint64_t)made : started;
}

/* The copy of a session may have any name, and copies of several sessions may have one name. The names of
 * their counters files are random. */
static cc_str find_id(const char *session_dir, cc_arena *arena) {
    cc_str name = cc_path_base(cc_strz(session_dir));
    const ses_session session = {.dir = (char *)(uintptr_t)session_dir};
    char **paths = NULL;
    size_t count = 0;
    uint64_t hash = 0;
    if (ses_is_session_name(cc_arena_strdup(arena, name)) ||
        ses_files(&session, arena, &paths, &count) != CC_OK) {
        return name;
    }
    for (size_t i = 0; i < count; i++) {
        cc_str file = cc_path_base(cc_strz(paths[i]));
        hash ^= cc_hash64(cc_span_of(file.s, file.len));
    }
    return cc_strz(cc_arena_printf(arena, "%.*s-%016" PRIx64, CC_STR_ARGS(name), hash));
}

void cmd_describe_one(cov_raw_run *run, const char *session_dir, const cov_model *model,
                      const cmd_config *config, cc_arena *arena) {
    cc_str id = find_id(session_dir, arena);
    *run = (cov_raw_run){.id = id,
                         .tool = CC_STR("clrcov " CLRCOV_VERSION),
                         .started = cmd_session_time(session_dir, arena),
                         .hits = model->hits,
                         .processes = model->process_count,
                         .tests_left_out = model->tests_left_out};
    cmd_find_provenance(run, session_dir, config->root, arena);
}

/* --- settings --------------------------------------------------------------------------------- */

/* What was set, in order of strength: all of it, since rules of several places count. */
static void add_settings(cc_list *to, const cfg_layer *layer, cc_str run) {
    for (size_t i = 0; i < layer->count; i++) {
        cov_raw_setting *setting = CC_NEW(to->arena, cov_raw_setting);
        *setting = (cov_raw_setting){run, cc_strz(cfg_spec_of(layer->entries[i].key)->option),
                                     cc_strz(layer->entries[i].text)};
        cc_list_add(to, setting);
    }
}

void cmd_describe_run(cov_raw *raw, const char *session_dir, const cov_model *model,
                      const cmd_config *config, cc_arena *arena) {
    cc_list settings = {.arena = arena};
    raw->runs = CC_NEW(arena, cov_raw_run);
    raw->run_count = 1;
    cmd_describe_one(raw->runs, session_dir, model, config, arena);
    const cfg_layer *const layers[] = {&config->file, &config->run_environment,
                                       &config->environment, &config->run_command,
                                       &config->command};
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
        add_settings(&settings, layers[i], raw->runs->id);
    }
    raw->setting_count = settings.count;
    raw->settings = cc_list_values(&settings, arena, sizeof *raw->settings);
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        raw->assemblies[i].last_run = raw->runs->started;
    }
}
