/* Rules that matched nothing are most likely misspelt: warns about them. See cov_judge.h. */
#include "coverage/model/build/judge/cov_judge_steps.h"

#include <string.h>

/* The rule is tried on types, members, attributes and files, not on whole assemblies. */
static bool is_for_parts(const sel_rule *rule) {
    if (rule->kind == SEL_FILTER) {
        return !cc_str_eqz(rule->type, "*");
    }
    return rule->kind == SEL_TYPE || rule->kind == SEL_MEMBER || rule->kind == SEL_ATTRIBUTE ||
           rule->kind == SEL_FILE || rule->kind == SEL_LINE;
}

static bool is_idle(const sel_rule *rule) {
    return !rule->matched && rule->origin.len > 0;
}

bool cov_has_idle_rules(const sel_list *filter) {
    for (size_t i = 0; i < filter->count; i++) {
        if (is_idle(&filter->rules[i]) && is_for_parts(&filter->rules[i])) {
            return true;
        }
    }
    return false;
}

/* Tries the rules on every loaded assembly, so that a rule for an assembly that is never measured
 * anyway does not count as having matched nothing. */
static void match_loaded(const cov_judge *judge) {
    for (uint32_t i = 0; i < judge->from->file_count; i++) {
        for (uint32_t k = 0; k < judge->from->files[i]->module_count; k++) {
            const ctr_module_record *record = &judge->from->files[i]->modules[k];
            sel_assembly_facts facts = {record->name, record->path, {"", 0}, {"", 0}};
            (void)sel_assembly(judge->c->request->selection.filter, &facts);
        }
    }
}

/* No warning about a rule that was not tried on everything that ran: one for companies and keys of
 * assemblies that were never opened (the framework), or for parts when no assembly was added. */
static bool was_tried(const cov_judge *judge, const sel_rule *rule) {
    if (rule->is_regex && judge->c->request->selection.filter->engine == NULL) {
        return false;
    }
    if (rule->kind == SEL_COMPANY || rule->kind == SEL_KEY) {
        return !judge->from->has_unopened;
    }
    return judge->any_judged || !is_for_parts(rule);
}

/* The expression engine gave up on it, so that its matches are not known. */
static bool is_unfinished(const cov_judge *judge, const sel_rule *rule) {
    const sel_engine *engine = judge->c->request->selection.filter->engine;
    return rule->compiled != NULL && rule->origin.len > 0 && engine != NULL &&
           engine->gave_up != NULL && engine->gave_up(rule->compiled);
}

/* A warning about the rule, as sel_describe() names it. */
static void warn(const cov_judge *judge, const sel_rule *rule, const char *what) {
    const sel_verdict named = {.rule = rule, .kind = rule->kind};
    cc_buf text = {0};
    sel_describe(&named, &text);
    cov_add_warning(judge->c, "the %.*s %s", (int)text.len, (const char *)text.data, what);
    cc_buf_free(&text);
}

static void warn_about_idle(const cov_judge *judge, const sel_rule *rule) {
    bool has_bracket = !rule->is_regex && rule->kind == SEL_FILE && rule->text.len > 0 &&
                       memchr(rule->text.s, '[', rule->text.len) != NULL;
    warn(judge, rule,
         has_bracket ? "matched nothing, because a pattern takes '[' literally; for a regular "
                       "expression write file~"
                     : "matched nothing");
}

void cov_warn_about_rules(const cov_judge *judge) {
    const sel_list *filter = judge->c->request->selection.filter;
    match_loaded(judge);
    for (size_t i = 0; i < filter->count; i++) {
        const sel_rule *rule = &filter->rules[i];
        if (is_unfinished(judge, rule)) {
            warn(judge, rule,
                 "takes too long and was not applied everywhere; write its expression without "
                 "nested repetitions");
        } else if (is_idle(rule) && was_tried(judge, rule)) {
            warn_about_idle(judge, rule);
        }
    }
}
