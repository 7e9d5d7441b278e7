/* The kinds of reports, and which of them a command makes; see cmd_formats.h. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/core/cmd_formats.h"
#include "cli/core/cmd_paths.h"

static const cmd_format formats[CFG_FORMAT_COUNT] = {
    [CFG_COBERTURA] = {.title = "Cobertura",
                       .file = "coverage.cobertura.xml",
                       .write = rep_cobertura,
                       .mark = "<coverage"},
    [CFG_LCOV] = {.title = "lcov", .file = "lcov.info", .write = rep_lcov, .mark = "TN:"},
    [CFG_OPENCOVER] = {.title = "OpenCover",
                       .file = "coverage.opencover.xml",
                       .write = rep_opencover,
                       .mark = "<CoverageSession"},
    [CFG_COVERLET] = {.title = "coverlet",
                      .file = "coverage.coverlet.json",
                      .write = rep_coverlet,
                      .mark = ".dll\":{"},
    [CFG_SONAR] = {.title = "Sonar",
                   .file = "coverage.sonar.xml",
                   .write = rep_sonar,
                   .mark = "<coverage version=\"1\""},
    [CFG_JSON] = {.title = "JSON",
                  .file = "coverage.json",
                  .write = rep_json,
                  .mark = "\"generator\":\"clrcov"},
    [CFG_MARKDOWN] = {.title = "Markdown",
                      .file = "coverage.md",
                      .write = rep_markdown,
                      .mark = "overage: "},
    [CFG_TEAMCITY] = {.title = "TeamCity",
                      .write = rep_teamcity,
                      .is_for_log = true,
                      .mark = "##teamcity["},
    [CFG_GITHUB] = {.title = "GitHub", .write = rep_github, .is_for_log = true, .mark = "::"},
    [CFG_AZURE] = {.title = "Azure",
                   .write = rep_azure,
                   .is_for_log = true,
                   .mark = "##vso[task.logissue"},
    [CFG_BADGE] = {.title = "Badge",
                   .file = "coverage.svg",
                   .write = rep_badge,
                   .mark = "aria-label=\"coverage"},
    [CFG_TABLE] = {.title = "Table", .write = rep_table, .is_for_log = true, .mark = "  Branches "},
    [CFG_DATA] = {.title = "Data", .file = "coverage.clrcov", .mark = "SQLite format 3"},
    [CFG_HTML] = {.title = "HTML",
                  .file = "coverage.html",
                  .write = rep_html_file,
                  .write_folder = rep_html,
                  .folder = "coverage-html",
                  .results = "coverage",
                  .mark = "content=\"clrcov"},
};

const cmd_format *cmd_format_of(unsigned format) {
    return &formats[format];
}

const cc_folder_kind cmd_pages_folder = {"clrcov-pages.txt", REP_HTML_FRONT, rep_html_is_page,
                                         true};

static bool is_folder(const cfg_values *v, unsigned format) {
    return formats[format].write_folder != NULL && !v->single_file;
}

bool cmd_wants_format(const cmd_config *config, unsigned format) {
    for (size_t i = 0; i < config->report_count; i++) {
        if (config->reports[i].format == format) {
            return true;
        }
    }
    return false;
}

bool cmd_is_folder(const cmd_config *config, const cmd_report_file *report) {
    return is_folder(&config->values, report->format);
}

static const char *folder_name(const cfg_values *v, const cmd_format *format) {
    return v->results != NULL && format->results != NULL ? format->results : format->folder;
}

/* Below --results, else below `base`. */
static const char *default_path(const cfg_values *v, unsigned format, const char *base,
                                cc_arena *arena) {
    const cmd_format *kind = &formats[format];
    const char *name = is_folder(v, format) ? folder_name(v, kind) : kind->file;
    const char *above = v->results != NULL ? v->results : base;
    return name == NULL ? "-" : cc_path_join(arena, above, name);
}

/* --output or --results names the file of the first report: the one that was said in the stronger place. */
static cc_err choose_place(cfg_values *v) {
    unsigned output = v->strength[CFG_OUTPUT];
    unsigned results = v->strength[CFG_RESULTS];
    if (results > 0 && output == results) {
        return cc_fail(CC_E_USAGE,
                       "%s: %s also gives the first report a place; use only one of them, or "
                       "write -f FORMAT=PATH",
                       v->origin[CFG_RESULTS], v->origin[CFG_OUTPUT]);
    }
    if (results > output) {
        v->strength[CFG_OUTPUT] = 0;
    }
    return CC_OK;
}

/* --output is the path of the first report, unless that has one of its own that was said in a stronger or equal place. */
static const char *path_of(const cfg_values *v, size_t index, const char *base, cc_arena *arena) {
    const cfg_format *chosen = &v->formats.items[index];
    unsigned output = v->strength[CFG_OUTPUT];
    bool has_output =
        index == 0 && output > 0 && (chosen->path == NULL || output > v->strength[CFG_FORMAT]);
    if (has_output) {
        return v->output;
    }
    if (chosen->path != NULL) {
        return chosen->path;
    }
    return default_path(v, chosen->format, base, arena);
}

static cc_err check_paths(const cmd_config *config, cc_arena *arena) {
    for (size_t i = 0; i < config->report_count; i++) {
        const cmd_report_file *report = &config->reports[i];
        if (cmd_is_folder(config, report) && strcmp(report->path, "-") == 0) {
            return cc_fail(CC_E_USAGE,
                           "%s: pages are a folder; for standard output add --single-file",
                           config->values.origin[CFG_FORMAT]);
        }
    }
    return cmd_check_apart(config, NULL, 0, arena);
}

cc_err cmd_choose_reports(cmd_config *config, const char *base, cc_arena *arena) {
    cfg_values *v = &config->values;
    CC_TRY(choose_place(v));
    config->reports = CC_NEW_ARRAY(arena, cmd_report_file, v->formats.count);
    for (size_t i = 0; i < v->formats.count; i++) {
        const char *path = path_of(v, i, base, arena);
        config->reports[config->report_count++] =
            (cmd_report_file){v->formats.items[i].format, path};
    }
    v->output = config->reports[0].path;
    return check_paths(config, arena);
}

cc_err cmd_add_report(cmd_config *config, unsigned format, const char *base, cc_arena *arena,
                      size_t *index) {
    for (*index = 0; *index < config->report_count; ++*index) {
        if (config->reports[*index].format == format) {
            return CC_OK;
        }
    }
    const char *path = default_path(&config->values, format, base, arena);
    config->reports = cc_arena_widen(arena, config->reports, config->report_count,
                                     config->report_count + 1, sizeof *config->reports);
    config->reports[config->report_count++] = (cmd_report_file){format, path};
    return check_paths(config, arena);
}
