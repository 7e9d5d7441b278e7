/* The list of rules itself: adds rules. See sel.h. */
#include "select/sel.h"

#include <string.h>

#include "select/sel_internal.h"

void sel_init(sel_list *list, cc_arena *arena, const sel_engine *engine) {
    *list = (sel_list){.arena = arena, .engine = engine};
}

static cc_err out_of_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory");
}

static cc_err grow(sel_list *list) {
    sel_rule *rules =
        cc_arena_grow(list->arena, list->rules, list->count, &list->cap, sizeof *rules);
    if (rules == NULL) {
        return out_of_memory();
    }
    list->rules = rules;
    return CC_OK;
}

static cc_err copy(cc_arena *arena, cc_str text, cc_str *out) {
    char *s = cc_arena_strdup(arena, text);
    if (s == NULL) {
        return out_of_memory();
    }
    *out = (cc_str){s, text.len};
    return CC_OK;
}

/* Makes the pattern with '/' for the other separator that users write. */
static cc_err make_glob(cc_arena *arena, sel_rule *rule) {
    bool is_named = rule->kind == SEL_TYPE || rule->kind == SEL_MEMBER;
    bool is_path = rule->kind == SEL_FILE;
    char other = is_path ? '\\' : '+';
    char *glob = cc_arena_strdup(arena, rule->pattern);
    if (glob == NULL) {
        return out_of_memory();
    }
    for (size_t i = 0; (is_named || is_path) && i < rule->pattern.len; i++) {
        glob[i] = glob[i] == other ? '/' : glob[i];
    }
    rule->glob = (cc_str){glob, rule->pattern.len};
    if (is_path && cc_str_starts(rule->glob, "./")) {
        rule->glob = (cc_str){glob + 2, rule->pattern.len - 2};
    }
    return CC_OK;
}

/* All expressions of a list have one budget, the budget of the first. */
static cc_err compile(const sel_list *list, sel_rule *rule) {
    const sel_engine *engine = list->engine;
    CC_TRY(engine->compile(&rule->compiled, rule->pattern, list->arena));
    for (size_t i = 0; engine->share != NULL && i < list->count; i++) {
        if (list->rules[i].compiled != NULL) {
            engine->share(rule->compiled, list->rules[i].compiled);
            return CC_OK;
        }
    }
    return CC_OK;
}

cc_err sel_add(sel_list *list, bool is_exclude, cc_str text, cc_str origin) {
    return sel_add_translated(list, is_exclude, text, text, origin);
}

cc_err sel_add_translated(sel_list *list, bool is_exclude, cc_str text, cc_str words,
                          cc_str origin) {
    sel_rule rule = {.is_exclude = is_exclude};
    sel_rule checked = {0};
    CC_TRY(sel_rule_split(&checked, text)); /* before anything is copied */
    if (checked.kind == SEL_LINE && !is_exclude) {
        return cc_fail(CC_E_USAGE,
                       "'%.*s': a rule for lines cannot include; write it as an exclude rule",
                       (int)text.len, text.s);
    }
    CC_TRY(copy(list->arena, text, &rule.text));
    CC_TRY(copy(list->arena, words, &rule.words));
    CC_TRY(copy(list->arena, origin, &rule.origin));
    CC_TRY(sel_rule_split(&rule, rule.text));
    if (!rule.is_regex) {
        CC_TRY(make_glob(list->arena, &rule));
    } else if (list->engine != NULL) {
        CC_TRY(compile(list, &rule));
    }
    CC_TRY(grow(list));
    list->rules[list->count++] = rule;
    list->kinds |= 1u << rule.kind;
    list->include_kinds |= is_exclude ? 0 : 1u << rule.kind;
    return CC_OK;
}

bool sel_has_kind(const sel_list *list, sel_kind kind) {
    return (list->kinds & 1u << kind) != 0;
}

bool sel_has_include(const sel_list *list, sel_kind kind) {
    return (list->include_kinds & 1u << kind) != 0;
}

void sel_renew(sel_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        sel_rule *rule = &list->rules[i];
        __atomic_store_n(&rule->matched, false, __ATOMIC_RELAXED);
        if (rule->compiled != NULL && list->engine->renew != NULL) {
            list->engine->renew(rule->compiled);
        }
    }
}
