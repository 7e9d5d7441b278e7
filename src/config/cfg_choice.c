/* Values that are one of a few words. See cfg_internal.h. */
#include "base/cc_nearest.h"
#include "config/cfg_internal.h"

/* Returns the index of the word without regard to case; the number of choices when the word is not
 * among them. */
static size_t index_of(const char *const *choices, cc_str word) {
    size_t i = 0;
    while (choices[i] != NULL && !cc_str_eq_nocase(word, cc_strz(choices[i]))) {
        i++;
    }
    return i;
}

/* The words of other tools for a choice: a comparison of spellings does not find the choice. */
static const char *synonym_of(const cfg_spec *spec, cc_str word) {
    static const struct {
        cfg_key key;
        const char *word, *choice;
    } known[] = {{CFG_FORMAT, "xml", "cobertura"},   {CFG_FORMAT, "info", "lcov"},
                 {CFG_FORMAT, "md", "markdown"},     {CFG_FORMAT, "text", "table"},
                 {CFG_FORMAT, "txt", "table"},       {CFG_FORMAT, "svg", "badge"},
                 {CFG_FORMAT, "sonarqube", "sonar"}, {CFG_BY, "class", "type"},
                 {CFG_BY, "module", "assembly"},     {CFG_BY, "project", "assembly"},
                 {CFG_BY, "folder", "dir"},          {CFG_BY, "function", "method"},
                 {CFG_SORT, "uncovered", "missed"},  {CFG_SORT, "count", "hits"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].key == spec->key && cc_str_eq_nocase(word, cc_strz(known[i].word))) {
            return known[i].choice;
        }
    }
    return NULL;
}

static cc_err fail_choice(const cfg_spec *spec, cc_str text, size_t count) {
    const char *const *choices = spec->choices;
    cc_buf message = {0};
    char quoted[CFG_QUOTE_SIZE];
    const char *near = synonym_of(spec, text);
    if (near == NULL && count > 1) {
        near = cc_nearest(text, choices, count);
    }
    for (size_t i = 0; i < count; i++) {
        cc_buf_printf(&message, "%s%s", i == 0 ? "" : i + 1 == count ? " or " : ", ", choices[i]);
    }
    cc_buf_printf(&message, ", not '%s'", cfg_quote(text, quoted));
    if (near != NULL) {
        cc_buf_printf(&message, "; did you mean '%s'?", near);
    }
    cc_str all = cc_buf_str(&message);
    cc_err err = cc_fail(CC_E_USAGE, "takes %.*s", CC_STR_ARGS(all));
    cc_buf_free(&message);
    return err;
}

cc_err cfg_find_choice(const cfg_spec *spec, cc_str text, unsigned *out) {
    size_t index = index_of(spec->choices, text);
    if (spec->choices[index] == NULL) {
        return fail_choice(spec, text, index);
    }
    *out = (unsigned)index;
    return CC_OK;
}

/* --- lists ------------------------------------------------------------------------------------ */

static size_t length_of_item(cc_str text) {
    size_t len = 0;
    while (len < text.len && text.s[len] != ',' && text.s[len] != ';') {
        len++;
    }
    return len;
}

/* Writes one format in the form of this place. */
static void put_format(cc_buf *out, cfg_place place, cc_str format) {
    const char *separator = out->len == 0 ? "" : place == CFG_ENVIRONMENT ? ";" : " ";
    const char *before = place == CFG_COMMAND ? "-f "
                         : place == CFG_FILE  ? "<report format=\""
                                              : "";
    cc_buf_printf(out, "%s%s%.*s%s", separator, before, CC_STR_ARGS(format),
                  place == CFG_FILE ? "\"/>" : "");
}

cc_err cfg_refuse_list(const cfg_spec *spec, cfg_place place, cc_str text) {
    cc_str first = {text.s, length_of_item(text)};
    if (first.len == text.len || spec->choices[index_of(spec->choices, first)] == NULL) {
        return CC_OK;
    }
    cc_buf how = {0};
    for (cc_str rest = text; rest.len > 0;) {
        size_t len = length_of_item(rest);
        put_format(&how, place, cc_str_trim((cc_str){rest.s, len}));
        len += len < rest.len;
        rest = (cc_str){rest.s + len, rest.len - len};
    }
    char quoted[CFG_QUOTE_SIZE];
    cc_str all = cc_buf_str(&how);
    const char *quote =
        place == CFG_ENVIRONMENT ? "'" : ""; /* for a shell, which ends a command at ';' */
    cc_err err = cc_fail(CC_E_USAGE, "takes one format at a time, not '%s'; write %s%.*s%s",
                         cfg_quote(text, quoted), quote, CC_STR_ARGS(all), quote);
    cc_buf_free(&how);
    return err;
}
