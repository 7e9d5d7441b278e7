/* Splits and checks the text of one rule. clrcov refuses a rule that cannot be intended as written,
 * with a message that shows what to write: a rule that silently matches nothing costs its author an
 * afternoon. See sel_internal.h. */
#include <string.h>

#include "select/sel_internal.h"

/* Quotes a rule for messages. */
enum { QUOTED = 120 };
#define SHOW(str) (int)((str).len < QUOTED ? (str).len : QUOTED), (str).s

static bool holds(cc_str s, char c) {
    return s.len > 0 && memchr(s.s, c, s.len) != NULL;
}

static cc_str from(cc_str s, size_t at) {
    return (cc_str){s.s + at, s.len - at};
}

/* --- all rules -------------------------------------------------------------------------------- */

static cc_err check_characters(cc_str text) {
    if (text.len == 0) {
        return cc_fail(CC_E_USAGE, "the rule is empty; write the name of an assembly, such as "
                                   "MyApp.*, or KIND:PATTERN, such as type:MyApp.Orders.*");
    }
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.s[i];
        if (c < ' ' || c == 0x7F) {
            return cc_fail(CC_E_USAGE,
                           "the rule contains a control character (byte %zu is 0x%02X); remove it",
                           i + 1, c);
        }
    }
    return CC_OK;
}

/* The engine checks regular expressions. */
static cc_err check_glob(const sel_rule *rule, cc_str text) {
    cc_str p = rule->pattern;
    const char *name = sel_kind_name(rule->kind);
    if (p.len > SEL_MAX_GLOB) {
        return cc_fail(CC_E_USAGE, "'%.*s...': the pattern is longer than %d bytes; shorten it",
                       SHOW(text), SEL_MAX_GLOB);
    }
    if (p.s[0] == ' ' || p.s[p.len - 1] == ' ') {
        while (p.len > 0 && p.s[0] == ' ') {
            p = from(p, 1);
        }
        while (p.len > 0 && p.s[p.len - 1] == ' ') {
            p.len--;
        }
        return cc_fail(CC_E_USAGE, "'%.*s': the pattern begins or ends with a space; write %s:%.*s",
                       SHOW(text), name, SHOW(p));
    }
    return CC_OK;
}

/* --- assemblies ------------------------------------------------------------------------------- */

static bool ends_nocase(cc_str s, const char *end) {
    cc_str suffix = cc_strz(end);
    return s.len > suffix.len && cc_str_eq_nocase(from(s, s.len - suffix.len), suffix);
}

static cc_err check_assembly(const sel_rule *rule, cc_str text) {
    cc_str p = rule->pattern;
    if (ends_nocase(p, ".dll") || ends_nocase(p, ".exe")) {
        cc_str stem = {p.s, p.len - 4};
        for (size_t i = stem.len; i > 0; i--) {
            if (stem.s[i - 1] == '/' || stem.s[i - 1] == '\\') {
                stem = from(stem, i);
                break;
            }
        }
        return cc_fail(CC_E_USAGE, "'%.*s' is the name of a file; for the assembly write %.*s",
                       SHOW(text), SHOW(stem));
    }
    if (holds(p, '/') || holds(p, '\\')) {
        return cc_fail(
            CC_E_USAGE,
            "'%.*s' is a path, not the name of an assembly; for source files write file:%.*s",
            SHOW(text), SHOW(p));
    }
    if (holds(p, ',') || holds(p, ';')) {
        return cc_fail(
            CC_E_USAGE,
            "'%.*s' contains '%c'; write a rule for each simple name, without version and key",
            SHOW(text), holds(p, ',') ? ',' : ';');
    }
    return CC_OK;
}

/* Checks a rule without a kind: the user may have intended another kind. */
static cc_err check_plain(cc_str text) {
    static const char *const sources[] = {".cs", ".vb", ".fs", ".razor", ".cshtml"};
    if (holds(text, '[') || holds(text, ']')) {
        bool is_opencover = (text.s[0] == '+' || text.s[0] == '-') && text.len > 1;
        if (is_opencover && text.s[1] == '[') {
            return cc_fail(CC_E_USAGE,
                           "'%.*s' begins with OpenCover's '%c'; write %.*s as an %s rule",
                           SHOW(text), text.s[0], SHOW(from(text, 1)),
                           text.s[0] == '+' ? "include" : "exclude");
        }
        return cc_fail(CC_E_USAGE,
                       "'%.*s' is not a filter of coverlet's form; write [ASSEMBLY]TYPE",
                       SHOW(text));
    }
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        if (cc_str_ends(text, sources[i])) {
            return cc_fail(CC_E_USAGE,
                           "'%.*s' looks like a source file; write file:%.*s, or assembly:%.*s for "
                           "an assembly with this name",
                           SHOW(text), SHOW(text), SHOW(text));
        }
    }
    return CC_OK;
}

/* --- types, members, attributes, files -------------------------------------------------------- */

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Names of compiler-made types begin with '<'; after a letter it is C#'s List<T>. */
static cc_err check_type(const sel_rule *rule, cc_str text) {
    cc_str p = rule->pattern;
    for (size_t i = 1; i < p.len; i++) {
        if (p.s[i] == '<' && is_word(p.s[i - 1])) {
            cc_str name = {p.s, i};
            return cc_fail(CC_E_USAGE,
                           "'%.*s' has type parameters; for all such types write type:%.*s",
                           SHOW(text), SHOW(name));
        }
    }
    return CC_OK;
}

static cc_err check_member(const sel_rule *rule, cc_str text) {
    const char *open = memchr(rule->pattern.s, '(', rule->pattern.len);
    if (open != NULL) {
        cc_str name = {rule->pattern.s, (size_t)(open - rule->pattern.s)};
        name = name.len > 0 ? name : CC_STR("MyApp.Program.Main");
        return cc_fail(CC_E_USAGE,
                       "'%.*s' has parameters, and a pattern for members has none; write "
                       "member:%.*s, or a regular expression after member~",
                       SHOW(text), SHOW(name));
    }
    return CC_OK;
}

static cc_err check_attribute(const sel_rule *rule, cc_str text) {
    cc_str p = rule->pattern;
    if (p.s[0] == '[' && p.s[p.len - 1] == ']') {
        cc_str name = {p.s + 1, p.len - 2};
        return cc_fail(CC_E_USAGE, "'%.*s' has brackets; write attribute:%.*s", SHOW(text),
                       SHOW(name));
    }
    return CC_OK;
}

static cc_err check_file(const sel_rule *rule, cc_str text) {
    cc_str p = rule->pattern;
    char last = p.s[p.len - 1];
    if (last == '/' || last == '\\') {
        return cc_fail(CC_E_USAGE, "'%.*s' is a directory; for all files in it write %.*s**",
                       SHOW(text), SHOW(text));
    }
    if (cc_str_starts(p, "../") || cc_str_starts(p, "..\\")) {
        return cc_fail(CC_E_USAGE,
                       "'%.*s' leads out of the source root; write the absolute path, such as "
                       "file:/src/other/**",
                       SHOW(text));
    }
    return CC_OK;
}

/* --- coverlet filters ------------------------------------------------------------------------- */

static cc_err check_part(cc_str part, const char *what, cc_str text) {
    if (part.s[0] == ' ' || part.s[part.len - 1] == ' ') {
        return cc_fail(CC_E_USAGE, "'%.*s': the %s part begins or ends with a space; remove it",
                       SHOW(text), what);
    }
    if (part.s[0] == '?') {
        return cc_fail(CC_E_USAGE,
                       "'%.*s': the %s part begins with '?', which makes the character before it "
                       "optional; for any one character write assembly: or type: rules",
                       SHOW(text), what);
    }
    return CC_OK;
}

static cc_err check_filter(sel_rule *rule, cc_str text) {
    cc_str p = rule->pattern;
    const char *close = memchr(p.s, ']', p.len);
    if (p.s[0] != '[' || close == NULL) {
        return cc_fail(CC_E_USAGE,
                       "'%.*s' is not a filter of coverlet's form; write [ASSEMBLY]TYPE",
                       SHOW(text));
    }
    size_t at = (size_t)(close - p.s);
    rule->assembly = (cc_str){p.s + 1, at - 1};
    rule->type = from(p, at + 1);
    if (holds(rule->assembly, '[') || holds(rule->type, '[') || holds(rule->type, ']')) {
        return cc_fail(CC_E_USAGE,
                       "'%.*s' has more than one '[' and ']'; write a rule for each [ASSEMBLY]TYPE",
                       SHOW(text));
    }
    if (rule->assembly.len == 0) {
        return cc_fail(CC_E_USAGE, "'%.*s' names no assembly; write [*]%.*s for all assemblies",
                       SHOW(text), SHOW(rule->type));
    }
    if (rule->type.len == 0) {
        return cc_fail(CC_E_USAGE, "'%.*s' names no type; write %.*s* for all types", SHOW(text),
                       SHOW(p));
    }
    CC_TRY(check_part(rule->assembly, "assembly", text));
    return check_part(rule->type, "type", text);
}

/* --- splitting -------------------------------------------------------------------------------- */

static cc_err unknown_kind(cc_str word, cc_str text) {
    sel_kind near;
    if (sel_has_drive(text) || holds(word, '/') || holds(word, '\\')) {
        return cc_fail(
            CC_E_USAGE,
            "'%.*s' is a path, not the name of an assembly; for source files write file:%.*s",
            SHOW(text), SHOW(text));
    }
    if (sel_kind_guess(word, &near)) {
        const sel_kind_info *info = sel_kind_of(near);
        return cc_fail(CC_E_USAGE, "unknown kind of rule '%.*s'; did you mean %s%c?", SHOW(word),
                       info->name, info->takes_glob ? ':' : '~');
    }
    return cc_fail(CC_E_USAGE,
                   "unknown kind of rule '%.*s'; kinds are assembly: type: member: attribute: "
                   "file: filter: path~ company~ key~ line~",
                   SHOW(word));
}

static cc_err check_form(const sel_rule *rule, cc_str text) {
    const sel_kind_info *info = sel_kind_of(rule->kind);
    if (rule->is_regex && !info->takes_regex) {
        return cc_fail(CC_E_USAGE,
                       "'%.*s': rules for %s are not regular expressions; write a pattern with * "
                       "and ?, such as %s",
                       SHOW(text), info->things, info->example);
    }
    if (!rule->is_regex && !info->takes_glob) {
        return cc_fail(
            CC_E_USAGE,
            "'%.*s': rules for %s are regular expressions; write %s~ in place of %s:, such as %s",
            SHOW(text), info->things, info->name, info->name, info->example);
    }
    if (rule->pattern.len == 0) {
        return cc_fail(CC_E_USAGE, "'%.*s' has no pattern; write one after it, such as %s",
                       SHOW(text), info->example);
    }
    return CC_OK;
}

static cc_err take_kind(sel_rule *out, cc_str text) {
    size_t at = 0;
    while (at < text.len && text.s[at] != ':' && text.s[at] != '~') {
        at++;
    }
    if (text.s[0] == '[') {
        out->kind = SEL_FILTER;
        out->pattern = text;
        return CC_OK;
    }
    if (at == text.len) {
        out->kind = SEL_ASSEMBLY;
        out->pattern = text;
        return check_plain(text);
    }
    cc_str word = {text.s, at};
    if (!sel_kind_find(word, &out->kind)) {
        return unknown_kind(word, text);
    }
    out->is_regex = text.s[at] == '~';
    out->pattern = from(text, at + 1);
    return check_form(out, text);
}

static cc_err check_of_kind(sel_rule *rule, cc_str text) {
    switch (rule->kind) {
    case SEL_ASSEMBLY:
        return check_assembly(rule, text);
    case SEL_TYPE:
        return check_type(rule, text);
    case SEL_MEMBER:
        return check_member(rule, text);
    case SEL_ATTRIBUTE:
        return check_attribute(rule, text);
    case SEL_FILE:
        return check_file(rule, text);
    case SEL_FILTER:
        return check_filter(rule, text);
    case SEL_PATH:
    case SEL_COMPANY:
    case SEL_KEY:
    case SEL_LINE:
    case SEL_KIND_COUNT:
        break;
    }
    return CC_OK;
}

cc_err sel_rule_split(sel_rule *out, cc_str text) {
    CC_TRY(check_characters(text));
    CC_TRY(take_kind(out, text));
    if (out->is_regex) {
        return CC_OK;
    }
    CC_TRY(check_glob(out, text));
    return check_of_kind(out, text);
}
