/* What `clrcov run` tells about properties of coverlet.msbuild that do not apply. See
 * cmd_coverlet.h. */
#include <string.h>

#include "cli/core/cmd.h"
#include "cli/core/cmd_quote.h"
#include "cli/project/cmd_coverlet.h"

static const char *file_of(const cmd_coverlet_setting *setting) {
    return setting->file == NULL ? "the command" : setting->file;
}

/* Appends " --exclude '[*.Tests]*'"; of what clrcov cannot take nothing. */
static void put_option(cc_buf *out, const cmd_coverlet_setting *setting, cc_arena *arena) {
    const cfg_spec *spec = cfg_spec_of(setting->key);
    if (setting->refused != NULL) {
        return;
    }
    cc_buf_printf(out, " --%s", spec->option);
    if (spec->type != CFG_BOOL) {
        cc_buf_printf(out, " %s", cmd_shell_word(setting->text, arena));
    }
}

static void say(const cc_buf *text) {
    cmd_say("%.*s", CC_STR_ARGS(cc_buf_str(text)));
}

/* --- filters ---------------------------------------------------------------------------------- */

/* Appends "; ExcludeByFile=../x.cs is left out: REASON" for what clrcov cannot take. */
static void put_refused(cc_buf *out, const cmd_coverlet_setting *setting) {
    if (setting->refused != NULL) {
        cc_buf_printf(out, "; %s=%s is left out: %s", setting->property, setting->value,
                      setting->refused);
    }
}

/* Rules in the layer of the file are, without a file, those of a .runsettings file that a project or the command names: it
 * is for another project, or another tool. */
static bool is_own(const cfg_values *values, cfg_key key) {
    return values->strength[key] > CMD_FILE_LAYER;
}

/* clrcov has no setting of its own in its place. */
static bool is_missed(const cmd_coverlet_setting *setting, const cfg_values *values) {
    bool is_rule = setting->key == CFG_INCLUDE || setting->key == CFG_EXCLUDE;
    bool has_rules = is_own(values, CFG_INCLUDE) || is_own(values, CFG_EXCLUDE);
    bool is_given = is_rule ? has_rules : values->strength[setting->key] > 0;
    return !cmd_coverlet_is_threshold(setting) && !is_given;
}

/* Appends the name, after a comma, unless the list has it. */
static size_t put_once(cc_buf *list, const char *name, size_t count) {
    cc_str rest = cc_buf_str(list);
    while (rest.len > 0) {
        if (cc_str_eqz(cc_str_trim(cc_str_cut(&rest, ',')), name)) {
            return count;
        }
    }
    cc_buf_printf(list, "%s%s", count > 0 ? ", " : "", name);
    return count + 1;
}

void cmd_coverlet_say_filters(const cmd_coverlet *coverlet, const cmd_config *config,
                              cc_arena *arena) {
    cc_buf files = {0};
    cc_buf names = {0};
    cc_buf options = {0};
    cc_buf refused = {0};
    size_t file_count = 0;
    size_t name_count = 0;
    for (size_t i = 0; config->path == NULL && i < coverlet->count; i++) {
        const cmd_coverlet_setting *setting = &coverlet->items[i];
        if (is_missed(setting, &config->values)) {
            file_count = put_once(&files, file_of(setting), file_count);
            name_count = put_once(&names, setting->property, name_count);
            put_option(&options, setting, arena);
            put_refused(&refused, setting);
        }
    }
    if (name_count > 0) {
        cc_buf_puts(&files, ": ");
        cc_buf_str_put(&files, cc_buf_str(&names));
        cc_buf_printf(&files, " belong%s to coverlet.msbuild, which does not run here%s",
                      name_count == 1 ? "s" : "", options.len > 0 ? "; write" : "");
        cc_buf_str_put(&files, cc_buf_str(&options));
        cc_buf_str_put(&files, cc_buf_str(&refused));
        say(&files);
    }
    cc_buf_free(&files);
    cc_buf_free(&names);
    cc_buf_free(&options);
    cc_buf_free(&refused);
}

/* --- thresholds ------------------------------------------------------------------------------- */

/* Both come from one property. */
static bool is_of(const cmd_coverlet_setting *a, const cmd_coverlet_setting *b) {
    return cmd_coverlet_is_threshold(a) && cmd_coverlet_is_threshold(b) &&
           strcmp(file_of(a), file_of(b)) == 0 && strcmp(a->value, b->value) == 0;
}

static void say_threshold(const cmd_coverlet *coverlet, size_t first, const cmd_config *config,
                          cc_arena *arena) {
    const cmd_coverlet_setting *setting = &coverlet->items[first];
    bool is_given = false;
    cc_buf text = {0};
    cc_buf_printf(&text,
                  "%s: Threshold=%s belongs to coverlet.msbuild, which does not run here; write",
                  file_of(setting), setting->value);
    for (size_t i = first; i < coverlet->count; i++) {
        const cmd_coverlet_setting *other = &coverlet->items[i];
        if (is_of(setting, other)) {
            bool is_figure = other->key != CFG_FAIL_UNDER_OF;
            is_given = is_given || (is_figure && config->values.strength[other->key] > 0);
            put_option(&text, other, arena);
        }
    }
    if (!is_given) {
        say(&text);
    }
    cc_buf_free(&text);
}

void cmd_coverlet_say_thresholds(const cmd_coverlet *coverlet, const cmd_config *config,
                                 cc_arena *arena) {
    for (size_t i = 0; i < coverlet->count; i++) {
        bool is_first = cmd_coverlet_is_threshold(&coverlet->items[i]);
        for (size_t k = 0; is_first && k < i; k++) {
            is_first = !is_of(&coverlet->items[k], &coverlet->items[i]);
        }
        if (is_first) {
            say_threshold(coverlet, i, config, arena);
        }
    }
}
