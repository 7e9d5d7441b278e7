/* Properties of coverlet.msbuild as settings of clrcov; see cmd_coverlet.h. Their meaning is that of
 * coverlet 10: lists have commas; a threshold is of lines, branches and methods of each assembly
 * unless ThresholdType and ThresholdStat say otherwise. */
#include "cli/project/cmd_coverlet.h"

#include <string.h>

#define SWITCH "CollectCoverage"

typedef struct reader {
    cmd_coverlet *out;
    const cmd_properties *p;
} reader;

/* --- properties ------------------------------------------------------------------------------- */

static bool is_true(const char *value) {
    return cc_str_eq_nocase(cc_str_trim(cc_strz(value)), CC_STR("true"));
}

/* An assignment that is not sure matters only where it switches coverlet on. */
const cmd_assignment *cmd_coverlet_switch(const cmd_properties *p) {
    const cmd_assignment *a = cmd_property_perhaps(p, SWITCH, NULL);
    while (a != NULL && a->value != NULL && !is_true(a->value)) {
        a = cmd_property_perhaps(p, SWITCH, a);
    }
    return a;
}

/* A threshold in the command line has no other use. */
cmd_truth cmd_coverlet_is_on(const cmd_properties *p) {
    const cmd_assignment *latest = cmd_property_perhaps(p, SWITCH, NULL);
    const cmd_assignment *threshold = cmd_property_assigned(p, "Threshold");
    if (cmd_coverlet_switch(p) != NULL) {
        return CMD_YES;
    }
    if (latest != NULL && latest->is_global) {
        return CMD_NO;
    }
    return threshold != NULL && threshold->is_global ? CMD_UNKNOWN : CMD_NO;
}

/* The value of a property that is certainly set, without space around it; NULL: it is not, or is empty. */
static const char *value_of(const reader *r, const char *name, const char **file) {
    const cmd_assignment *a = cmd_property_assigned(r->p, name);
    const char *value =
        a == NULL || a->value == NULL ? NULL : cmd_property_unescape(r->p, a->value);
    *file = a == NULL ? NULL : a->file;
    cc_str trimmed = cc_str_trim(cc_strz(value == NULL ? "" : value));
    return trimmed.len == 0 ? NULL : cc_arena_strdup(r->p->arena, trimmed);
}

/* --- settings --------------------------------------------------------------------------------- */

static bool is_same_text(const char *a, const char *b) {
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static void add(const reader *r, const cmd_coverlet_setting *setting) {
    cmd_coverlet *out = r->out;
    for (size_t i = 0; i < out->count; i++) {
        const cmd_coverlet_setting *known = &out->items[i];
        if (known->key == setting->key && is_same_text(known->text, setting->text) &&
            is_same_text(known->file, setting->file)) {
            return;
        }
    }
    out->items = cc_arena_grow(r->p->arena, out->items, out->count, &out->cap, sizeof *out->items);
    out->items[out->count++] = *setting;
}

/* --- rules ------------------------------------------------------------------------------------ */

typedef struct list {
    const char *property;
    cfg_key key;
    const char *kind; /* before the pattern; "": a filter */
} list;

static const list lists[] = {{"Include", CFG_INCLUDE, ""},
                             {"Exclude", CFG_EXCLUDE, ""},
                             {"ExcludeByFile", CFG_EXCLUDE, "file:"},
                             {"ExcludeByAttribute", CFG_EXCLUDE, "attribute:"}};

static bool is_of_files(const list *l) {
    return strcmp(l->kind, "file:") == 0;
}

/* The rule in clrcov's words: with slashes, and "**" for what is in a folder. Of files it only tells
 * whether the pattern can be meant: coverlet matches it without regard to case, from the root on. */
static char *rule_text(const reader *r, const list *l, cc_str part) {
    bool is_file = is_of_files(l);
    bool is_folder = is_file && strchr("/\\", part.s[part.len - 1]) != NULL;
    char *text =
        cc_arena_printf(r->p->arena, "%s%.*s%s", l->kind, CC_STR_ARGS(part), is_folder ? "**" : "");
    return is_file ? cc_arena_slashes(r->p->arena, cc_strz(text)) : text;
}

/* Why the filter list does not take the text, in the arena; NULL: it does. */
static cc_err refusal(const reader *r, const list *l, const char *text, const char **out) {
    sel_list scratch;
    *out = NULL;
    if (l->kind[0] == '\0' && text[0] != '[') {
        *out = "it does not have the form [ASSEMBLY]TYPE, and coverlet ignores it";
        return CC_OK;
    }
    sel_init(&scratch, r->p->arena, NULL);
    cc_err err = sel_add(&scratch, l->key == CFG_EXCLUDE, cc_strz(text), CC_STR(""));
    if (err != CC_E_USAGE) {
        return err;
    }
    *out = cc_arena_strdup(r->p->arena, cc_strz(cc_error_message()));
    return CC_OK;
}

static cc_err read_list(const reader *r, const list *l) {
    const char *file = NULL;
    const char *value = value_of(r, l->property, &file);
    cc_str rest = cc_strz(value == NULL ? "" : value);
    cc_str part;
    while (cc_str_next(&rest, ',', &part)) {
        cmd_coverlet_setting setting = {.key = l->key,
                                        .text = rule_text(r, l, part),
                                        .property = l->property,
                                        .value = cc_arena_strdup(r->p->arena, part),
                                        .file = file};
        CC_TRY(refusal(r, l, setting.text, &setting.refused));
        if (setting.refused == NULL && is_of_files(l)) {
            setting.text = cfg_rule_of_file_glob(r->p->arena, part);
        }
        add(r, &setting);
    }
    return CC_OK;
}

/* --- words ------------------------------------------------------------------------------------ */

typedef struct word {
    const char *property, *theirs;
    cfg_key key;
    const char *ours;
} word;

/* Without what is clrcov's default, too. */
static const word words[] = {
    {"SkipAutoProps", "true", CFG_AUTO_PROPERTIES, "skip"},
    {"IncludeTestAssembly", "true", CFG_TESTS, "true"},
    {"ExcludeAssembliesWithoutSources", "MissingAny", CFG_WITHOUT_SOURCES, "skip-any"},
    {"ExcludeAssembliesWithoutSources", "None", CFG_WITHOUT_SOURCES, "keep"},
    {"CoverletOutputFormat", "json", CFG_FORMAT, "coverlet"},
    {"CoverletOutputFormat", "lcov", CFG_FORMAT, "lcov"},
    {"CoverletOutputFormat", "opencover", CFG_FORMAT, "opencover"},
    {"CoverletOutputFormat", "cobertura", CFG_FORMAT, "cobertura"},
    {"CoverletOutputFormat", "teamcity", CFG_FORMAT, "teamcity"},
};
enum { WORD_COUNT = sizeof words / sizeof *words };

static void read_word(const reader *r, const word *w) {
    const char *file = NULL;
    const char *value = value_of(r, w->property, &file);
    cc_str rest = cc_strz(value == NULL ? "" : value);
    bool is_only = cc_str_eq_nocase(cc_str_trim(rest), CC_STR("cobertura"));
    cc_str part;
    while (!is_only && cc_str_next(&rest, ',', &part)) {
        if (cc_str_eq_nocase(part, cc_strz(w->theirs))) {
            add(r, &(cmd_coverlet_setting){.key = w->key,
                                           .text = w->ours,
                                           .property = w->property,
                                           .value = value,
                                           .file = file});
        }
    }
}

/* --- thresholds ------------------------------------------------------------------------------- */

static const struct {
    const char *theirs;
    cfg_key key;
} figures[] = {{"line", CFG_FAIL_UNDER_LINE},
               {"branch", CFG_FAIL_UNDER_BRANCH},
               {"method", CFG_FAIL_UNDER_METHOD}};
enum { FIGURE_COUNT = sizeof figures / sizeof *figures };

bool cmd_coverlet_is_threshold(const cmd_coverlet_setting *setting) {
    return setting->key == CFG_FAIL_UNDER_LINE || setting->key == CFG_FAIL_UNDER_BRANCH ||
           setting->key == CFG_FAIL_UNDER_METHOD || setting->key == CFG_FAIL_UNDER_OF;
}

/* A percentage above 0 that clrcov takes, too. */
static bool is_percentage(cc_str text) {
    enum { MOST_DIGITS = 3, MOST_DECIMALS = 4 };
    size_t whole = 0;
    size_t decimals = 0;
    bool has_point = false;
    bool is_zero = true;
    for (size_t i = 0; i < text.len; i++) {
        bool is_digit = text.s[i] >= '0' && text.s[i] <= '9';
        if (!is_digit && (text.s[i] != '.' || has_point)) {
            return false;
        }
        is_zero = is_zero && (!is_digit || text.s[i] == '0');
        has_point = has_point || !is_digit;
        whole += is_digit && !has_point;
        decimals += is_digit && has_point;
    }
    bool is_small = whole < MOST_DIGITS || (cc_str_starts(text, "100") && whole == MOST_DIGITS);
    return !is_zero && whole > 0 && is_small && decimals <= MOST_DECIMALS &&
           has_point == (decimals > 0);
}

static void add_threshold(const reader *r, cmd_coverlet_setting setting, cc_str type,
                          cc_str percentage) {
    for (size_t i = 0; i < FIGURE_COUNT; i++) {
        if (cc_str_eq_nocase(type, cc_strz(figures[i].theirs)) && is_percentage(percentage)) {
            setting.key = figures[i].key;
            setting.text = cc_arena_strdup(r->p->arena, percentage);
            add(r, &setting);
            return;
        }
    }
}

/* Of "80,70,60" each value is for the type in the same place. */
static void read_threshold(const reader *r) {
    const char *unused = NULL;
    const char *types = value_of(r, "ThresholdType", &unused);
    const char *of = value_of(r, "ThresholdStat", &unused);
    cmd_coverlet_setting setting = {.property = "Threshold"};
    setting.value = value_of(r, "Threshold", &setting.file);
    if (setting.value == NULL) {
        return;
    }
    bool is_list = strchr(setting.value, ',') != NULL;
    cc_str values = cc_strz(setting.value);
    cc_str rest = cc_strz(types == NULL ? "line,branch,method" : types);
    cc_str percentage = cc_str_trim(values);
    cc_str type;
    size_t count = r->out->count;
    while (cc_str_next(&rest, ',', &type) && (!is_list || cc_str_next(&values, ',', &percentage))) {
        add_threshold(r, setting, type, percentage);
    }
    cc_str stat = cc_str_trim(cc_strz(of == NULL ? "minimum" : of));
    bool is_total = cc_str_eq_nocase(stat, CC_STR("total")); /* clrcov's default */
    if (r->out->count == count || is_total) {
        return;
    }
    setting.key = CFG_FAIL_UNDER_OF;
    setting.text = cc_str_eq_nocase(stat, CC_STR("average")) ? "average" : "minimum";
    add(r, &setting);
}

cc_err cmd_coverlet_read(cmd_coverlet *out, const cmd_properties *p) {
    const reader r = {out, p};
    read_threshold(&r);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        CC_TRY(read_list(&r, &lists[i]));
    }
    for (size_t i = 0; i < WORD_COUNT; i++) {
        read_word(&r, &words[i]);
    }
    return CC_OK;
}
