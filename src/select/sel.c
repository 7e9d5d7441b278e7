/* The filter list: rules to text and back, and the one decision about assemblies. See sel.h. */
#include "select/sel.h"

#include <string.h>

#include "base/cc_glob.h"

static const char *const kind_names[] = {
    [SEL_INCLUDE_ASSEMBLY] = "include-assembly",
    [SEL_EXCLUDE_ASSEMBLY] = "exclude-assembly",
};
enum { KIND_COUNT = sizeof kind_names / sizeof *kind_names, FIRST_CAP = 8 };

void sel_init(sel_list *list, cc_arena *arena) {
    *list = (sel_list){.arena = arena};
}

/* A glob is one word of a line: a control character would not survive the text form, and a slash
 * says that a path was meant. */
static bool is_glob(cc_str glob) {
    for (size_t i = 0; i < glob.len; i++) {
        unsigned char c = (unsigned char)glob.s[i];
        if (c < 0x20 || c == 0x7F || c == '/') {
            return false;
        }
    }
    return glob.len > 0;
}

/* Old arrays stay in the arena: the list is short. */
static cc_err grow(sel_list *list) {
    size_t cap = list->cap == 0 ? FIRST_CAP : list->cap * 2;
    sel_rule *rules = CC_NEW_ARRAY(list->arena, sel_rule, cap);
    if (rules == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    if (list->count > 0) {
        memcpy(rules, list->rules, list->count * sizeof *rules);
    }
    list->rules = rules;
    list->cap = cap;
    return CC_OK;
}

cc_err sel_add(sel_list *list, sel_kind kind, cc_str glob) {
    if (!is_glob(glob)) {
        return cc_fail(CC_E_USAGE,
                       "'%.*s' is no pattern for assembly names (* and ? are special; no path, no "
                       "control characters)",
                       (int)(glob.len < 200 ? glob.len : 200), glob.s);
    }
    if (list->count == list->cap) {
        CC_TRY(grow(list));
    }
    char *copy = cc_arena_strdup(list->arena, glob);
    if (copy == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    list->rules[list->count++] = (sel_rule){kind, {copy, glob.len}, false};
    return CC_OK;
}

/* One line "kind glob"; the glob may hold spaces. */
static cc_err parse_line(sel_list *list, cc_str line, unsigned number) {
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        size_t len = strlen(kind_names[kind]);
        if (cc_str_starts(line, kind_names[kind]) && line.len > len && line.s[len] == ' ') {
            return sel_add(list, (sel_kind)kind, (cc_str){line.s + len + 1, line.len - len - 1});
        }
    }
    return cc_fail(CC_E_FORMAT, "filter list: line %u is not understood", number);
}

cc_err sel_parse(sel_list *list, cc_str text) {
    for (unsigned number = 1; text.len > 0; number++) {
        const char *end = memchr(text.s, '\n', text.len);
        if (end == NULL) {
            return cc_fail(CC_E_TRUNCATED, "filter list: line %u has no end", number);
        }
        cc_str line = {text.s, (size_t)(end - text.s)};
        CC_TRY(parse_line(list, line, number));
        text = (cc_str){end + 1, text.len - line.len - 1};
    }
    return CC_OK;
}

void sel_print(const sel_list *list, cc_buf *out) {
    for (size_t i = 0; i < list->count; i++) {
        cc_buf_puts(out, kind_names[list->rules[i].kind]);
        cc_buf_putc(out, ' ');
        cc_buf_str_put(out, list->rules[i].glob);
        cc_buf_putc(out, '\n');
    }
}

bool sel_assembly(sel_list *list, cc_str simple_name, const sel_rule **why) {
    const sel_rule *excluded = NULL;
    bool has_include = false;
    bool is_included = false;
    for (size_t i = 0; i < list->count; i++) {
        sel_rule *rule = &list->rules[i];
        bool matches = cc_glob_name(rule->glob, simple_name, true);
        if (matches) {
            /* Threads of the profiler ask at once; all of them write the same. */
            __atomic_store_n(&rule->matched, true, __ATOMIC_RELAXED);
        }
        if (rule->kind == SEL_EXCLUDE_ASSEMBLY) {
            excluded = matches && excluded == NULL ? rule : excluded;
            continue;
        }
        has_include = true;
        is_included = is_included || matches;
    }
    if (why != NULL) {
        *why = excluded;
    }
    return excluded == NULL && (!has_include || is_included);
}
