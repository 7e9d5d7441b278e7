/* The kinds of reports, and which of them a command makes; see cmd.h. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/cmd.h"

static const cmd_format formats[CFG_FORMAT_COUNT] = {
    [CFG_COBERTURA] = {"Cobertura", "coverage.cobertura.xml", rep_cobertura, false},
    [CFG_LCOV] = {"lcov", "lcov.info", rep_lcov, false},
    [CFG_OPENCOVER] = {"OpenCover", "coverage.opencover.xml", rep_opencover, false},
    [CFG_COVERLET] = {"coverlet", "coverage.coverlet.json", rep_coverlet, false},
    [CFG_SONAR] = {"Sonar", "coverage.sonar.xml", rep_sonar, false},
    [CFG_JSON] = {"JSON", "coverage.json", rep_json, false},
    [CFG_MARKDOWN] = {"Markdown", "coverage.md", rep_markdown, false},
    [CFG_TEAMCITY] = {"TeamCity", NULL, rep_teamcity, true},
    [CFG_GITHUB] = {"GitHub", NULL, rep_github, true},
    [CFG_AZURE] = {"Azure", NULL, rep_azure, true},
    [CFG_BADGE] = {"Badge", "coverage.svg", rep_badge, false},
    [CFG_TABLE] = {"Table", NULL, rep_table, true},
    [CFG_DATA] = {"Data", "coverage.clrcov", NULL, false},
};

const cmd_format *cmd_format_of(unsigned format) {
    return &formats[format];
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
    const char *file = formats[chosen->format].file;
    return file == NULL ? "-" : cc_path_join(arena, base, file);
}

static cc_err check_paths(const cmd_config *config) {
    for (size_t i = 0; i < config->report_count; i++) {
        for (size_t k = 0; k < i; k++) {
            bool is_same = strcmp(config->reports[i].path, config->reports[k].path) == 0;
            if (is_same && strcmp(config->reports[i].path, "-") != 0) {
                return cc_fail(CC_E_USAGE, "%s: two reports have the path %s",
                               config->values.origin[CFG_FORMAT], config->reports[i].path);
            }
        }
    }
    return CC_OK;
}

cc_err cmd_choose_reports(cmd_config *config, const char *base, cc_arena *arena) {
    cfg_values *v = &config->values;
    config->reports = CC_NEW_ARRAY(arena, cmd_report_file, v->formats.count);
    if (config->reports == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    for (size_t i = 0; i < v->formats.count; i++) {
        const char *path = path_of(v, i, base, arena);
        if (path == NULL) {
            return cc_fail(CC_E_NOMEM, "out of memory");
        }
        config->reports[config->report_count++] =
            (cmd_report_file){v->formats.items[i].format, path};
    }
    v->output = config->reports[0].path;
    return check_paths(config);
}
