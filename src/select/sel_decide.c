/* The decisions: which rules apply to a subject, which of them match, which wins. See sel.h. */
#include <string.h>

#include "base/cc_glob.h"
#include "base/cc_utf.h"
#include "select/sel_internal.h"

/* --- the common decision ---------------------------------------------------------------------- */

typedef enum match {
    NO_MATCH,
    /* the subject may contain matches: an include rule is satisfied, but not marked */
    PARTLY,
    MATCH
} match;

/* A subject, and the function that compares a rule with it. */
typedef struct query {
    unsigned kinds; /* bit set, by sel_kind, of the rules that apply to it */
    match (*compare)(const struct query *q, const sel_list *list, const sel_rule *rule);
    const void *subject;
    cc_buf *scratch;
} query;

static unsigned bit(sel_kind kind) {
    return 1u << kind;
}

/* The rule applies. A regular expression without an engine decides nothing. */
static bool applies(const sel_list *list, const sel_rule *rule, unsigned kinds) {
    bool is_usable = !rule->is_regex || (list->engine != NULL && rule->compiled != NULL);
    return (kinds & bit(rule->kind)) != 0 && is_usable;
}

/* Threads of the profiler may do this at the same time; all store one value. */
static void mark(sel_rule *rule) {
    __atomic_store_n(&rule->matched, true, __ATOMIC_RELAXED);
}

static sel_kind lowest(unsigned kinds) {
    unsigned kind = 0;
    while (kind + 1 < SEL_KIND_COUNT && (kinds & (1u << kind)) == 0) {
        kind++;
    }
    return (sel_kind)kind;
}

static sel_verdict decide(sel_list *list, const query *q) {
    const sel_rule *excluded = NULL;
    unsigned wanted = 0; /* kinds with an include rule */
    unsigned met = 0;
    /* clrcov calls this for every member of a program: lists without such rules cost nothing. */
    size_t count = (list->kinds & q->kinds) != 0 ? list->count : 0;
    for (size_t i = 0; i < count; i++) {
        sel_rule *rule = &list->rules[i];
        if (!applies(list, rule, q->kinds)) {
            continue;
        }
        match found = q->compare(q, list, rule);
        if (found == MATCH) {
            mark(rule);
        }
        if (!rule->is_exclude) {
            wanted |= bit(rule->kind);
            met |= found != NO_MATCH ? bit(rule->kind) : 0;
        } else if (found == MATCH && excluded == NULL) {
            excluded = rule;
        }
    }
    if (excluded != NULL) {
        return (sel_verdict){false, excluded, excluded->kind};
    }
    unsigned unmet = wanted & ~met;
    if (unmet != 0) {
        return (sel_verdict){false, NULL, lowest(unmet)};
    }
    return (sel_verdict){.is_in = true};
}

static match as_match(bool is_match) {
    return is_match ? MATCH : NO_MATCH;
}

static bool regex_matches(const sel_list *list, const sel_rule *rule, cc_str text) {
    return list->engine->match(rule->compiled, text);
}

/* --- assemblies ------------------------------------------------------------------------------- */

/* A filter for some types of an assembly keeps the assembly in, but does not exclude it. */
static match match_filter(const sel_rule *rule, cc_str assembly) {
    if (!sel_match_wildcard(rule->assembly, assembly, true)) {
        return NO_MATCH;
    }
    return sel_is_everything(rule->type) ? MATCH : PARTLY;
}

static match match_assembly(const query *q, const sel_list *list, const sel_rule *rule) {
    const sel_assembly_facts *facts = q->subject;
    switch (rule->kind) {
    case SEL_ASSEMBLY:
        return as_match(cc_glob_name(rule->glob, facts->name, true));
    case SEL_FILTER:
        return match_filter(rule, facts->name);
    case SEL_PATH:
        return as_match(regex_matches(list, rule, facts->path));
    case SEL_COMPANY:
        return as_match(regex_matches(list, rule, facts->company));
    case SEL_KEY:
        return as_match(regex_matches(list, rule, facts->key));
    case SEL_TYPE:
    case SEL_MEMBER:
    case SEL_ATTRIBUTE:
    case SEL_FILE:
    case SEL_LINE:
    case SEL_KIND_COUNT:
        break;
    }
    return NO_MATCH;
}

sel_verdict sel_may_be_in(sel_list *list, cc_str simple_name) {
    sel_assembly_facts facts = {.name = simple_name};
    query q = {
        .kinds = bit(SEL_ASSEMBLY) | bit(SEL_FILTER), .compare = match_assembly, .subject = &facts};
    return decide(list, &q);
}

sel_verdict sel_assembly(sel_list *list, const sel_assembly_facts *facts) {
    query q = {.kinds = bit(SEL_ASSEMBLY) | bit(SEL_FILTER) | bit(SEL_PATH) | bit(SEL_COMPANY) |
                        bit(SEL_KEY),
               .compare = match_assembly,
               .subject = facts};
    return decide(list, &q);
}

/* --- types ------------------------------------------------------------------------------------ */

typedef struct type_subject {
    cc_str assembly;
    const cc_str *types;
    size_t count;
} type_subject;

/* A name may itself contain a '+': the pattern as written counts, too. */
static bool matches_name(const sel_rule *rule, cc_str name) {
    return sel_match_clr_name(rule->glob, name) ||
           (!cc_str_eq(rule->glob, rule->pattern) && sel_match_clr_name(rule->pattern, name));
}

static match match_type(const query *q, const sel_list *list, const sel_rule *rule) {
    const type_subject *subject = q->subject;
    (void)list;
    if (rule->kind == SEL_FILTER && !sel_match_wildcard(rule->assembly, subject->assembly, true)) {
        return NO_MATCH;
    }
    /* In coverlet an include filter does not cover nested types. */
    bool is_alone = rule->kind == SEL_FILTER && !rule->is_exclude && subject->count > 0;
    size_t count = is_alone ? 1 : subject->count;
    for (size_t i = 0; i < count; i++) {
        cc_str type = subject->types[i];
        bool found = rule->kind == SEL_FILTER ? sel_match_wildcard(rule->type, type, false)
                                              : matches_name(rule, type);
        if (found) {
            return MATCH;
        }
    }
    return NO_MATCH;
}

sel_verdict sel_type(sel_list *list, cc_str assembly, const cc_str *types, size_t count) {
    type_subject subject = {assembly, types, count};
    query q = {
        .kinds = bit(SEL_TYPE) | bit(SEL_FILTER), .compare = match_type, .subject = &subject};
    return decide(list, &q);
}

/* --- members ---------------------------------------------------------------------------------- */

typedef struct member_subject {
    cc_str type;
    const cc_str *names;
    size_t count;
    cc_str parameters;
    cc_str plain;
} member_subject;

static cc_str compose(cc_buf *out, cc_str type, cc_str name, cc_str parameters) {
    cc_buf_clear(out);
    cc_buf_str_put(out, type);
    cc_buf_putc(out, '.');
    cc_buf_str_put(out, name);
    cc_buf_str_put(out, parameters);
    return cc_buf_str(out);
}

/* Matches in the CLR's spelling, or in the spelling of C#, for which users write Microsoft's
 * expressions. */
static bool regex_matches_member(const query *q, const sel_list *list, const sel_rule *rule,
                                 cc_str name) {
    const member_subject *subject = q->subject;
    cc_str text = compose(q->scratch, subject->type, name, subject->parameters);
    if (!cc_buf_ok(q->scratch) || regex_matches(list, rule, text)) {
        return cc_buf_ok(q->scratch);
    }
    cc_buf_clear(q->scratch);
    sel_put_csharp(q->scratch, subject->type, name, subject->parameters);
    return cc_buf_ok(q->scratch) && regex_matches(list, rule, cc_buf_str(q->scratch));
}

/* `plain` holds the texts for globs, "Ns.Type.Method" for each name, one after the other. */
static match match_member(const query *q, const sel_list *list, const sel_rule *rule) {
    const member_subject *subject = q->subject;
    cc_str plain = subject->plain;
    for (size_t i = 0; i < subject->count; i++) {
        cc_str name = subject->names[i];
        size_t len = subject->type.len + 1 + name.len;
        bool is_match = rule->is_regex ? regex_matches_member(q, list, rule, name)
                                       : matches_name(rule, (cc_str){plain.s, len});
        if (is_match) {
            return MATCH;
        }
        plain = (cc_str){plain.s + len, plain.len - len};
    }
    return NO_MATCH;
}

/* The text is composed once, because there may be many rules. */
static cc_str compose_plain(cc_buf *out, cc_str type, const cc_str *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cc_buf_str_put(out, type);
        cc_buf_putc(out, '.');
        cc_buf_str_put(out, names[i]);
    }
    return cc_buf_str(out);
}

sel_verdict sel_member(sel_list *list, cc_str type, const cc_str *names, size_t count,
                       cc_str parameters) {
    if ((list->kinds & bit(SEL_MEMBER)) == 0) {
        return (sel_verdict){.is_in = true};
    }
    cc_buf plain = {0};
    cc_buf scratch = {0};
    member_subject subject = {type, names, count, parameters,
                              compose_plain(&plain, type, names, count)};
    subject.count = cc_buf_ok(&plain) ? count : 0;
    query q = {.kinds = bit(SEL_MEMBER),
               .compare = match_member,
               .subject = &subject,
               .scratch = &scratch};
    sel_verdict verdict = decide(list, &q);
    cc_buf_free(&plain);
    cc_buf_free(&scratch);
    return verdict;
}

/* --- files ------------------------------------------------------------------------------------ */

typedef struct file_subject {
    cc_str relative, absolute; /* with '/' only */
    cc_str rooted;             /* `absolute` without a drive */
    cc_str full;               /* the path as given */
} file_subject;

static cc_str last_part(cc_str path) {
    for (size_t i = path.len; i > 0; i--) {
        if (path.s[i - 1] == '/') {
            return (cc_str){path.s + i, path.len - i};
        }
    }
    return path;
}

static bool holds_slash(cc_str s) {
    return last_part(s).len < s.len;
}

/* Matches the path as given, else in the form for which users write expressions of other tools:
 * coverlet omits the drive. */
static bool regex_matches_file(const file_subject *subject, const sel_list *list,
                               const sel_rule *rule) {
    return regex_matches(list, rule, subject->full) ||
           (!cc_str_eq(subject->full, subject->rooted) &&
            regex_matches(list, rule, subject->rooted));
}

static match match_file(const query *q, const sel_list *list, const sel_rule *rule) {
    const file_subject *subject = q->subject;
    if (rule->is_regex) {
        return as_match(regex_matches_file(subject, list, rule));
    }
    if (!holds_slash(rule->glob)) {
        return as_match(cc_glob_path(rule->glob, last_part(subject->relative), false));
    }
    cc_str path = rule->glob.s[0] == '/'      ? subject->rooted
                  : sel_has_drive(rule->glob) ? subject->absolute
                                              : subject->relative;
    return as_match(cc_glob_path(rule->glob, path, false));
}

/* Paths of a PDB made on Windows have backslashes. When out of memory the function leaves them
 * unchanged. */
static cc_str with_slashes(cc_str path, cc_buf *out) {
    if (path.len == 0 || memchr(path.s, '\\', path.len) == NULL) {
        return path;
    }
    for (size_t i = 0; i < path.len; i++) {
        cc_buf_putc(out, path.s[i] == '\\' ? '/' : path.s[i]);
    }
    return cc_buf_ok(out) ? cc_buf_str(out) : path;
}

sel_verdict sel_file(sel_list *list, cc_str relative, cc_str absolute) {
    cc_str full = absolute.len > 0 ? absolute : relative;
    cc_str first = relative.len > 0 ? relative : absolute;
    cc_buf buffers[2] = {0};
    file_subject subject = {.relative = with_slashes(first, &buffers[0]),
                            .absolute = with_slashes(full, &buffers[1]),
                            .full = full};
    subject.rooted = subject.absolute;
    if (sel_has_drive(subject.absolute)) {
        subject.rooted = (cc_str){subject.absolute.s + 2, subject.absolute.len - 2};
    }
    query q = {.kinds = bit(SEL_FILE), .compare = match_file, .subject = &subject};
    sel_verdict verdict = decide(list, &q);
    cc_buf_free(&buffers[0]);
    cc_buf_free(&buffers[1]);
    return verdict;
}

/* --- lines ------------------------------------------------------------------------------------ */

static match match_line(const query *q, const sel_list *list, const sel_rule *rule) {
    return as_match(regex_matches(list, rule, *(const cc_str *)q->subject));
}

sel_verdict sel_line(sel_list *list, cc_str text) {
    query q = {.kinds = bit(SEL_LINE), .compare = match_line, .subject = &text};
    return decide(list, &q);
}

/* --- attributes ------------------------------------------------------------------------------- */

const sel_rule *sel_attribute(sel_list *list, bool is_exclude, cc_str full_name) {
    const sel_rule *first = NULL;
    size_t count = (list->kinds & bit(SEL_ATTRIBUTE)) != 0 ? list->count : 0;
    for (size_t i = 0; i < count; i++) {
        sel_rule *rule = &list->rules[i];
        if (rule->is_exclude != is_exclude || !applies(list, rule, bit(SEL_ATTRIBUTE))) {
            continue;
        }
        bool found = rule->is_regex ? regex_matches(list, rule, full_name)
                                    : sel_attribute_matches(rule->glob, full_name);
        if (found) {
            mark(rule);
            first = first != NULL ? first : rule;
        }
    }
    return first;
}

/* --- messages --------------------------------------------------------------------------------- */

void sel_describe(const sel_verdict *verdict, cc_buf *out) {
    if (verdict->is_in) {
        cc_buf_puts(out, "no rule leaves it out");
        return;
    }
    const sel_rule *rule = verdict->rule;
    if (rule == NULL) {
        cc_buf_printf(out, "no include rule for %s matches", sel_kind_of(verdict->kind)->things);
        return;
    }
    cc_buf_puts(out, rule->is_exclude ? "rule exclude " : "rule include ");
    cc_utf8_clean(rule->words, out);
    if (rule->origin.len > 0) {
        cc_buf_puts(out, " (");
        cc_utf8_clean(rule->origin, out);
        cc_buf_puts(out, ")");
    }
}
