/* What the projects tell coverlet.msbuild, as elements of the clrcov.xml that `clrcov init` writes. See
 * cmd_init.h. */
#include <string.h>

#include "base/cc_utf.h"
#include "cli/init/cmd_init.h"

static bool is_rules(const cfg_spec *spec) {
    return spec->type == CFG_RULES;
}

/* The file may have the element again for each value. */
static bool takes_several(const cfg_spec *spec) {
    return is_rules(spec) || spec->type == CFG_FORMATS;
}

static bool is_of(const cmd_coverlet_setting *setting, const cfg_spec *spec) {
    return setting->refused == NULL &&
           strcmp(cfg_spec_of(setting->key)->element, spec->element) == 0;
}

/* The same value was written for an earlier setting; of attributes the first one counts. */
static bool is_repeated(const cmd_coverlet *all, size_t at) {
    const cmd_coverlet_setting *setting = &all->items[at];
    bool has_one = !takes_several(cfg_spec_of(setting->key));
    for (size_t i = 0; i < at; i++) {
        const cmd_coverlet_setting *other = &all->items[i];
        if (other->refused == NULL && other->key == setting->key &&
            (has_one || strcmp(other->text, setting->text) == 0)) {
            return true;
        }
    }
    return false;
}

/* --- comments --------------------------------------------------------------------------------- */

/* Takes the text. Names of files and values of properties have any bytes. */
static void put_prose(cc_buf *text, cc_buf *out) {
    cc_buf clean = {0};
    cc_utf8_clean(cc_buf_str(text), &clean);
    cc_buf_u8(&clean, 0);
    cc_buf_puts(out, "  <!-- ");
    (void)cmd_init_put_prose(out, cc_buf_ok(&clean) ? (const char *)clean.data : "", 7);
    cc_buf_puts(out, " -->\n");
    cc_buf_free(&clean);
    cc_buf_free(text);
}

/* "<!-- Threshold=80 of Directory.Build.props TEXT -->". */
static void put_comment(const cmd_coverlet_setting *setting, const char *text, cc_buf *out) {
    cc_buf line = {0};
    cc_buf_printf(&line, "%s=%s of %s %s", setting->property, setting->value, setting->file, text);
    put_prose(&line, out);
}

/* The property and the file were named before, for another setting of the element. */
static bool is_named(const cmd_coverlet *all, size_t at, const cfg_spec *spec) {
    const cmd_coverlet_setting *setting = &all->items[at];
    for (size_t i = 0; i < at; i++) {
        const cmd_coverlet_setting *other = &all->items[i];
        if (is_of(other, spec) && !is_repeated(all, i) &&
            strcmp(other->property, setting->property) == 0 &&
            strcmp(other->file, setting->file) == 0) {
            return true;
        }
    }
    return false;
}

/* "<!-- From coverlet.msbuild: Exclude of A.csproj, ExcludeByFile of Directory.Build.props -->". */
static void put_source(const cmd_coverlet *all, const cfg_spec *spec, cc_buf *out) {
    cc_buf line = {0};
    cc_buf_puts(&line, "From coverlet.msbuild:");
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const cmd_coverlet_setting *setting = &all->items[i];
        if (is_of(setting, spec) && !is_repeated(all, i) && !is_named(all, i, spec)) {
            cc_buf_printf(&line, "%s %s of %s", count++ == 0 ? "" : ",", setting->property,
                          setting->file);
        }
    }
    put_prose(&line, out);
}

/* What the file cannot say, or what another project says otherwise. */
static void put_remarks(const cmd_coverlet *all, const cfg_spec *spec, cc_buf *out) {
    for (size_t i = 0; i < all->count; i++) {
        const cmd_coverlet_setting *setting = &all->items[i];
        bool is_here = strcmp(cfg_spec_of(setting->key)->element, spec->element) == 0;
        if (is_here && setting->refused != NULL) {
            cc_buf reason = {0};
            cc_buf_printf(&reason, "is left out: %s", setting->refused);
            cc_buf_u8(&reason, 0);
            put_comment(setting, cc_buf_ok(&reason) ? (const char *)reason.data : "", out);
            cc_buf_free(&reason);
        } else if (is_of(setting, spec) && !takes_several(spec) && is_repeated(all, i) &&
                   !is_named(all, i, spec)) {
            put_comment(setting, "is not in effect: the value above is", out);
        }
    }
}

/* --- elements --------------------------------------------------------------------------------- */

/* "<file>PATTERN</file>" for file:PATTERN, "<file regex="true">EXPRESSION</file>" for
 * file~EXPRESSION. */
static void put_rule(const cmd_coverlet_setting *setting, cc_buf *out) {
    const char *sign = setting->text[0] == '[' ? NULL : strpbrk(setting->text, ":~");
    cc_str kind =
        sign == NULL ? CC_STR("filter") : (cc_str){setting->text, (size_t)(sign - setting->text)};
    cc_buf_printf(out, "    <%.*s%s>", CC_STR_ARGS(kind),
                  sign != NULL && *sign == '~' ? " regex=\"true\"" : "");
    cmd_init_put_value(out, sign == NULL ? setting->text : sign + 1);
    cc_buf_printf(out, "</%.*s>\n", CC_STR_ARGS(kind));
}

static void put_rules(const cmd_coverlet *all, const cfg_spec *spec, cc_buf *out) {
    cc_buf_printf(out, "  <%s>\n", spec->element);
    for (size_t i = 0; i < all->count; i++) {
        if (is_of(&all->items[i], spec) && !is_repeated(all, i)) {
            put_rule(&all->items[i], out);
        }
    }
    cc_buf_printf(out, "  </%s>\n", spec->element);
}

static void put_attributes(const cmd_coverlet *all, const cfg_spec *spec, cc_buf *out) {
    cc_buf_printf(out, "  <%s", spec->element);
    for (size_t i = 0; i < all->count; i++) {
        const cmd_coverlet_setting *setting = &all->items[i];
        if (is_of(setting, spec) && !is_repeated(all, i)) {
            cc_buf_printf(out, " %s=\"", cfg_spec_of(setting->key)->attribute);
            cmd_init_put_value(out, setting->text);
            cc_buf_putc(out, '"');
        }
    }
    cc_buf_puts(out, "/>\n");
}

static void put_each(const cmd_coverlet *all, const cfg_spec *spec, cc_buf *out) {
    for (size_t i = 0; i < all->count; i++) {
        const cmd_coverlet_setting *setting = &all->items[i];
        if (is_of(setting, spec) && !is_repeated(all, i)) {
            cc_buf_printf(out, "  <%s %s=\"", spec->element, cfg_spec_of(setting->key)->attribute);
            cmd_init_put_value(out, setting->text);
            cc_buf_puts(out, "\"/>\n");
        }
    }
}

static void put_elements(const cmd_coverlet *all, const cfg_spec *spec, cc_buf *out) {
    if (is_rules(spec)) {
        put_rules(all, spec, out);
    } else if (takes_several(spec)) {
        put_each(all, spec, out);
    } else {
        put_attributes(all, spec, out);
    }
}

bool cmd_init_put_coverlet(const cmd_coverlet *all, cfg_key first, cc_buf *out) {
    const cfg_spec *spec = cfg_spec_of(first);
    bool has_some = false;
    for (size_t i = 0; i < all->count; i++) {
        has_some = has_some || is_of(&all->items[i], spec);
    }
    if (has_some) {
        put_source(all, spec, out);
        put_elements(all, spec, out);
    }
    put_remarks(all, spec, out);
    return has_some;
}
