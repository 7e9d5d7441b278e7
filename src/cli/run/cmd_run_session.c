/* The session of clrcov run, and the command without other coverage tools; see cmd_run.h. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/core/cmd_memory.h"
#include "cli/project/cmd_settings.h"
#include "cli/report/cmd_command.h"
#include "cli/report/cmd_head.h"
#include "cli/run/cmd_impacted_run.h"
#include "cli/run/cmd_serial.h"

cc_err cmd_run_create_session(cmd_run_state *run) {
    const cmd_run_options *o = &run->options;
    const cfg_values *v = &run->subject.config.values;
    ses_settings settings = {
        .probe = (ses_probe_form)o->probe,
        .stress = (ses_stress)o->stress,
        .keeps_probes = o->is_live || v->erase == CFG_ERASE_OFF,
        .probe_all = o->probe_all,
        .wide = o->wide,
        .verify = o->verify,
        .stats = o->stats,
        .no_children = !v->children,
    };
    cc_str filter;
    CC_TRY(cmd_session_settings(&settings, &filter, &run->subject.config, run->call.arena));
    return o->session == NULL
               ? ses_create(&run->subject.session, &settings, filter, run->call.arena)
               : ses_create_named(&run->subject.session, o->session, &settings, filter,
                                  run->call.arena, &run->hold);
}

/* If the argument of `command` names a settings file that switches on a coverage collector,
 * replaces the path by that of a copy without it. */
static cc_err replace_settings(const cmd_run_state *run, const cmd_named *named, char **command) {
    const char *collector = cmd_settings_collector(named->path, run->call.arena);
    if (collector == NULL) {
        return CC_OK;
    }
    const char *argument = command[named->index];
    const char *copy = cc_arena_printf(run->call.arena, "%s/%zu.runsettings",
                                       run->subject.session.dir, named->index);
    char *replaced = cc_arena_printf(run->call.arena, "%.*s%s%s", (int)named->start, argument, copy,
                                     argument + named->start + named->size);
    CC_TRY(cmd_settings_copy(named->path, copy, run->call.arena));
    command[named->index] = replaced;
    if (!run->options.is_quiet) {
        cmd_say("%s switches on %s; the command gets a copy without it", named->path, collector);
    }
    return CC_OK;
}

/* Replaces the file that projects name for the test platform by a copy without the collector. */
static cc_err replace_project_settings(cmd_run_state *run) {
    cmd_project_coverage *projects = &run->projects;
    if (projects->settings_file == NULL) {
        return CC_OK;
    }
    const char *copy =
        cc_arena_printf(run->call.arena, "%s/project.runsettings", run->subject.session.dir);
    const char *option = cc_arena_printf(run->call.arena, "-p:VSTestSetting=%s", copy);
    const char *text = cc_arena_printf(run->call.arena, "%s, which %s names, switches on %s",
                                       projects->settings_file, projects->settings_named_by,
                                       projects->settings_collector);
    CC_TRY(cmd_settings_copy(projects->settings_file, copy, run->call.arena));
    cmd_add_property(projects, option, text, run->call.arena);
    return CC_OK;
}

/* Inserts properties after `dotnet test` that override those of the projects. */
static void add_properties(const cmd_run_state *run, char **command) {
    const cmd_project_coverage *projects = &run->projects;
    size_t moved = run->command_count - projects->index;
    memmove(command + projects->index + projects->count, command + projects->index,
            moved * sizeof *command);
    for (size_t i = 0; i < projects->count; i++) {
        char *option = cc_arena_strdup(run->call.arena, cc_strz(projects->items[i].option));
        command[projects->index + i] = option;
        if (!run->options.is_quiet) {
            cmd_say("%s; clrcov runs the command without it", projects->items[i].text);
        }
    }
}

/* Adds what makes the tests run one by one, where a runner reads no variable. */
static void add_serial_words(cmd_run_state *run, char **command, size_t *count) {
    cmd_serial_words words;
    cmd_find_serial_words(&words, run->subject.session.dir, run->given, run->given_count,
                          run->call.arena);
    for (size_t i = 0; i < words.count; i++) {
        command[(*count)++] = cc_arena_strdup(run->call.arena, cc_strz(words.items[i]));
    }
    if (words.text != NULL && !run->options.is_quiet) {
        cmd_say("%s", words.text);
    }
}

cc_err cmd_run_fill_session(cmd_run_state *run) {
    CC_TRY(replace_project_settings(run));
    enum { MOST_WORDS = 4 };
    size_t count = run->command_count + run->projects.count;
    char **command = CC_NEW_ARRAY(run->call.arena, char *, count + MOST_WORDS);
    memcpy(command, run->command, run->command_count * sizeof *command);
    CC_TRY(cmd_config_store(&run->subject.config, run->subject.session.dir));
    CC_TRY(
        cmd_store_command(run->subject.session.dir, run->given, run->given_count, run->call.arena));
    CC_TRY(cmd_store_head(run->subject.session.dir, run->subject.config.root, run->call.arena));
    for (size_t i = 0; i < run->settings.count; i++) {
        if (!run->settings.items[i].is_in_script) {
            CC_TRY(replace_settings(run, &run->settings.items[i], command));
        }
    }
    if (run->projects.count > 0) {
        add_properties(run, command);
    }
    if (run->subject.config.values.per_test && run->subject.config.values.serial) {
        CC_TRY(cmd_make_serial(&run->variables, run->subject.session.dir, run->given,
                               run->given_count, run->call.arena));
        add_serial_words(run, command, &count);
    }
    if (run->options.is_impacted) {
        CC_TRY(cmd_ask_impacted(run));
    }
    run->command = command;
    run->command_count = count;
    return CC_OK;
}

/* A session that is shared may have the data of other commands. */
void cmd_run_drop_session(cmd_run_state *run) {
    cmd_memory_removes(NULL);
    if (run->subject.session.dir != NULL) {
        if (run->options.session == NULL) {
            (void)!cc_dir_remove(run->subject.session.dir);
        }
        ses_unlock(run->subject.session.lock_fd);
        run->subject.session.dir = NULL;
    }
}
