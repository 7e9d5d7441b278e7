/* From the command line to the model. See cmd_subject.h. */
#include "cli/core/cmd_formats.h"
#include "cli/report/cmd_causes.h"
#include "cli/report/cmd_completion.h"
#include "cli/report/cmd_data.h"
#include "cli/report/cmd_gate.h"
#include "cli/report/cmd_progress.h"
#include "cli/report/cmd_session.h"
#include "coverage/data/dat.h"

cc_err cmd_subject_find(cmd_subject *subject, const char *given, cc_arena *arena) {
    if (given == NULL || cc_path_is_dir(given) || !cc_path_exists(given)) {
        return cmd_find_session(&subject->session, given, arena);
    }
    subject->path = given;
    return subject->choice == NULL ? dat_read(&subject->data, given, arena)
                                   : dat_read_chosen(&subject->data, given, subject->choice, arena);
}

cc_err cmd_subject_open(cmd_subject *subject, const cmd_call *call, const char *given,
                        const char *file) {
    CC_TRY(cmd_subject_find(subject, given, call->arena));
    return cmd_subject_configure(subject, call, file);
}

cc_err cmd_subject_configure(cmd_subject *subject, const cmd_call *call, const char *file) {
    const ses_session *session = &subject->session;
    cmd_config_request request = {.command = &call->line.settings,
                                  .file = file,
                                  .start = subject->is_own ? session->settings.start_dir : NULL,
                                  .session = session->dir != NULL ? session : NULL,
                                  .is_own = subject->is_own,
                                  .is_quiet = subject->is_quiet};
    return cmd_config_load(&subject->config, &request, call->arena);
}

void cmd_subject_request(cov_request *out, cmd_subject *subject, cc_arena *arena) {
    cmd_config_request_of(out, &subject->config, arena);
    if (subject->data != NULL) {
        out->data = &subject->data;
        out->data_count = 1;
        return;
    }
    const char **dirs = CC_NEW(arena, const char *);
    *dirs = subject->session.dir;
    out->session_dirs = dirs;
    out->session_count = 1;
}

/* What the reports need of the model. */
static void ask_for_reports(cov_request *what, const cmd_subject *subject) {
    const cmd_config *config = &subject->config;
    bool has_pages = cmd_wants_format(config, CFG_HTML);
    /* of tests the session keeps a map (cmd_map.h) */
    what->wants_raw = subject->data == NULL &&
                      (cmd_wants_format(config, CFG_DATA) || subject->session.settings.per_test);
    /* facts tell which changed files belong to tests */
    what->wants_facts =
        what->wants_raw || has_pages || subject->wants_facts || cmd_wants_patch(&config->values);
    bool has_tests =
        subject->data != NULL ? subject->data->test_count > 0 : subject->session.settings.per_test;
    what->wants_tests =
        has_tests && (subject->wants_tests || has_pages || cmd_wants_format(config, CFG_JSON) ||
                      cmd_wants_format(config, CFG_OPENCOVER));
    what->wants_raw = what->wants_raw || (what->wants_tests && subject->data == NULL);
    what->wants_points = has_pages || cmd_wants_format(config, CFG_OPENCOVER);
}

cc_err cmd_subject_build(cmd_subject *subject, cc_progress *progress, cc_arena *arena) {
    cov_request what;
    const char *session_dir = subject->session.dir;
    cmd_subject_request(&what, subject, arena);
    if (subject->data != NULL) {
        what.drops_data = !cmd_wants_format(&subject->config, CFG_DATA);
    } else {
        what.timestamp = cmd_session_time(session_dir, arena);
        what.completion = cmd_find_completion(session_dir, arena);
    }
    what.raw_branches = subject->raw_branches;
    what.shadow = subject->shadow;
    what.progress = progress;
    ask_for_reports(&what, subject);
    return cov_model_build(&subject->model, &what, arena);
}

cc_err cmd_subject_measure(cmd_subject *subject, cc_arena *arena) {
    cmd_progress progress = {0};
    cmd_progress_begin(&progress, "measured assemblies", subject->is_quiet);
    cc_err err = cmd_subject_build(subject, &progress.counts, arena);
    cmd_progress_end(&progress);
    return err;
}

cc_err cmd_model_of_data(cov_model **out, const char *path, cmd_config *config, cc_arena *arena) {
    cov_request what;
    cov_raw *data = NULL;
    CC_TRY(dat_read(&data, path, arena));
    cov_raw *const all[] = {data};
    cmd_config_request_of(&what, config, arena);
    what.data = all;
    what.data_count = 1;
    what.drops_data = true;
    return cov_model_build(out, &what, arena);
}

bool cmd_subject_is_empty(const cmd_subject *subject) {
    if (!subject->model->nothing_measured || subject->config.values.allow_empty) {
        return false;
    }
    cmd_say_nothing(subject);
    return true;
}
