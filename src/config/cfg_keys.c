/* The table of settings as data. See cfg_keys.def. */
#include "config/cfg_internal.h"

enum { MAX_CHOICES = CFG_FORMAT_COUNT };

/* In the order of the CFG_* indices of cfg.h; each row ends with NULL. */
static const char *const choices[CFG_KEY_COUNT][MAX_CHOICES + 1] = {
    [CFG_WITHOUT_SOURCES] = {"skip", "skip-any", "keep"},
    [CFG_AUTO_PROPERTIES] = {"keep", "skip"},
    [CFG_DOES_NOT_RETURN] = {"skip", "keep"},
    [CFG_GENERATED_CODE] = {"skip", "keep"},
    [CFG_UNLOADED] = {"count", "ignore"},
    [CFG_HITS] = {"once", "exact"},
    [CFG_ERASE] = {"on", "off"},
    [CFG_FORMAT] = {"cobertura", "lcov", "opencover", "coverlet", "sonar", "json", "markdown",
                    "teamcity", "github", "azure", "badge", "table", "data", "html"},
    [CFG_BY] = {"assembly", "file", "type", "method", "dir"},
    [CFG_SORT] = {"name", "missed", "hits"},
    [CFG_COLOR] = {"auto", "always", "never"},
    [CFG_FAIL_UNDER_OF] = {"total", "minimum", "average"},
};

/* clang-format off */
static const cfg_spec specs[CFG_KEY_COUNT] = {
#define CFG_KEY(ID, FIELD, TYPE, OPTION, LETTER, PLACEHOLDER, ELEMENT, ATTRIBUTE, DEFAULT, \
                COMMANDS, HELP)                                                            \
    [CFG_##ID] = {                                                                         \
        .key = CFG_##ID,                                                                   \
        .type = (TYPE),                                                                    \
        .offset = offsetof(cfg_values, FIELD),                                             \
        .option = (OPTION),                                                                \
        .letter = (LETTER),                                                                \
        .placeholder = (PLACEHOLDER),                                                      \
        .element = (ELEMENT),                                                              \
        .attribute = (ATTRIBUTE),                                                          \
        .default_text = (DEFAULT),                                                         \
        .commands = (COMMANDS),                                                            \
        .help = (HELP),                                                                    \
        .choices = (TYPE) == CFG_CHOICE || (TYPE) == CFG_FORMATS ? choices[CFG_##ID] : NULL},
#include "config/cfg_keys.def"
#undef CFG_KEY
};
/* clang-format on */

const cfg_spec *cfg_spec_of(cfg_key key) {
    return &specs[key];
}

const char *cfg_format_summary(unsigned format) {
    static const char *const summaries[CFG_FORMAT_COUNT] = {
        [CFG_COBERTURA] = "XML for CI dashboards and IDEs (coverage.cobertura.xml)",
        [CFG_LCOV] = "trace file for genhtml, editors and dashboards (lcov.info)",
        [CFG_OPENCOVER] = "XML for readers of OpenCover (coverage.opencover.xml)",
        [CFG_COVERLET] = "coverlet's JSON (coverage.coverlet.json)",
        [CFG_SONAR] = "XML for SonarQube's generic coverage (coverage.sonar.xml)",
        [CFG_JSON] = "all that clrcov knows, with a schema (coverage.json)",
        [CFG_MARKDOWN] = "a summary for a pull request (coverage.md)",
        [CFG_TEAMCITY] = "messages for TeamCity, on standard output",
        [CFG_GITHUB] = "annotations for GitHub Actions, on standard output",
        [CFG_AZURE] = "messages for Azure Pipelines, on standard output",
        [CFG_BADGE] = "an SVG with the percentage of lines (coverage.svg)",
        [CFG_TABLE] = "the table, on standard output",
        [CFG_DATA] = "data for merge, check and report (coverage.clrcov)",
        [CFG_HTML] = "pages for a browser (coverage-html/)",
    };
    return summaries[format];
}

char *cfg_variable(cfg_key key, cc_arena *arena) {
    char *name = cc_arena_printf(arena, "CLRCOV_%s", specs[key].option);
    for (char *at = name; *at != '\0'; at++) {
        if (*at == '-') {
            *at = '_';
        } else if (*at >= 'a' && *at <= 'z') {
            *at = (char)(*at - 'a' + 'A');
        }
    }
    return name;
}

bool cfg_key_of_option(cc_str option, cfg_key *out) {
    for (size_t i = 0; i < CFG_KEY_COUNT; i++) {
        if (cc_str_eqz(option, specs[i].option)) {
            *out = (cfg_key)i;
            return true;
        }
    }
    return false;
}

bool cfg_is_list(cfg_type type) {
    return type == CFG_PATHS || type == CFG_MAPS || type == CFG_RULES || type == CFG_FORMATS;
}

const char *cfg_place_name(cfg_place place) {
    static const char *const names[] = {
        [CFG_DEFAULTS] = "defaults",
        [CFG_FILE] = "file",
        [CFG_ENVIRONMENT] = "environment",
        [CFG_COMMAND] = "command",
    };
    return names[place];
}
