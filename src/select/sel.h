/* The compiled filter list: what clrcov measures and shows. The configuration makes it; the
 * profiler (assemblies only: a cheap superset) and the model (the complete decision) use it.
 *
 * A rule is text: `KIND:GLOB`, `KIND~REGEX`, `[ASSEMBLY]TYPE` (a coverlet filter), or a plain GLOB
 * for the simple names of assemblies. Globs: cc_glob.h, at most 1024 bytes; a glob matches the
 * whole name; names of assemblies and attributes ignore case (of ASCII letters), types, members and
 * files do not. docs/configuration.md describes them for users.
 *
 *   assembly   simple name
 *   type       full CLR name, `Ns.Outer/Inner` ('+' counts as '/'); arities ("`1") may be omitted,
 *              from the end of the name on; a rule for a type also applies to its nested types
 *   member     `Ns.Type.Method`, the type as above; the name of a property or event includes its
 *              accessors
 *   attribute  class of an attribute, with or without its namespace and the suffix `Attribute`
 *   file       path relative to the source root ("**" crosses '/'); a pattern without '/' matches
 *              the last part, a pattern that starts with '/' (or "C:/") the absolute path; '\'
 *              counts as '/'
 *   filter     coverlet's `[ASSEMBLY]TYPE`: '*' any run, '?' makes the preceding character
 *              optional, everything else is literal; the assembly part ignores case
 *   path, company, key
 *              regular expressions only: full path of the assembly's file, its company name, its
 *              public key token
 *   line       regular expressions only, exclude rules only: a line of a source file, without its
 *              end
 *
 * Of the other kinds member, attribute and file also take regular expressions: `member` is matched
 * with `Ns.Outer/Inner.Method(System.Int32)`, then in C# spelling, `Ns.Outer.Inner<T>.Method(int)`,
 * a constructor with its type's name; `file` with the full path, `attribute` with the full name.
 *
 * Decision: exclude wins. Include rules of one kind are alternatives; when several kinds have
 * include rules, each of them must match. Without an include rule everything is included.
 *
 * Threads: immutable when made, except for the marks of matched rules (relaxed atomics). */
#ifndef SEL_H
#define SEL_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"

typedef enum sel_kind {
    SEL_ASSEMBLY,
    SEL_TYPE,
    SEL_MEMBER,
    SEL_ATTRIBUTE,
    SEL_FILE,
    SEL_FILTER,
    SEL_PATH,
    SEL_COMPANY,
    SEL_KEY,
    SEL_LINE,
    SEL_KIND_COUNT
} sel_kind;
/* "assembly", "type", ... */
const char *sel_kind_name(sel_kind kind);
/* Rules of the kind are patterns or regular expressions, as the user chooses. */
bool sel_kind_takes_both(sel_kind kind);

typedef struct sel_rule {
    bool is_exclude;
    bool is_regex;
    sel_kind kind;
    cc_str text;    /* the text as given */
    cc_str words;   /* the user's text when `text` is its translation; else equal to `text` */
    cc_str origin;  /* "clrcov.xml:12", "--exclude", "CLRCOV_EXCLUDE"; "" when unknown */
    cc_str pattern; /* without the kind */
    cc_str glob;    /* the form that the matcher uses: '+' of types and '\' of files as '/' */
    cc_str assembly, type; /* parts of a coverlet filter */
    void *compiled;        /* owned by the engine; NULL: not a regular expression, or no engine */
    bool matched;          /* a subject matched it: clrcov reports rules that matched nothing */
} sel_rule;

/* Regular expressions, provided by programs that can link a library for them. Without an engine (in
 * the measured process) such rules decide nothing: the superset keeps the elements that they would
 * exclude. */
typedef struct sel_engine {
    /* Compiles an expression. CC_E_USAGE with the reason when it is invalid. Memory of the arena or
     * of the engine. */
    cc_err (*compile)(void **out, cc_str pattern, cc_arena *arena);
    /* The expression matches a part of the text. */
    bool (*match)(const void *compiled, cc_str text);
    /* A match took too much work, and counted as no match. NULL: never. */
    bool (*gave_up)(const void *compiled);
    /* Makes the expression share another one's budget of work for matches. NULL: each has its own
     * budget. */
    void (*share)(void *compiled, const void *other);
    /* The expression has its whole budget again, and has never given up. NULL: it has none. */
    void (*renew)(void *compiled);
} sel_engine;

typedef struct sel_list {
    cc_arena *arena;
    const sel_engine *engine; /* may be NULL */
    sel_rule *rules;
    size_t count, cap;
    /* bit sets, by sel_kind, of all rules and of the include rules */
    unsigned kinds, include_kinds;
} sel_list;

/* Makes an empty list with its rules in `arena`. */
void sel_init(sel_list *list, cc_arena *arena, const sel_engine *engine);
/* Adds a rule and copies its texts. CC_E_USAGE with a message that names the error in the text and
 * what to write instead, or with the engine's reason; the function then adds nothing. Errors are an
 * unknown kind (with the nearest one), an empty text, control characters, a coverlet filter without
 * its brackets, a path or file name for an assembly, ... Verdicts returned before point to the old
 * rules. */
CC_NODISCARD cc_err sel_add(sel_list *list, bool is_exclude, cc_str text, cc_str origin);

/* Like sel_add(), for a translation of the user's text in the language of another tool: messages
 * show `words`, the user's text. */
CC_NODISCARD cc_err sel_add_translated(sel_list *list, bool is_exclude, cc_str text, cc_str words,
                                       cc_str origin);

/* Write and read the text form, one rule per line: "exclude ORIGIN TEXT", with spaces, '%' and
 * control characters of the origin written as %XX. CC_E_FORMAT with the number of a line that is
 * not a rule, CC_E_TRUNCATED for a last line without its end; the function adds the rules before
 * that line. The form omits words: the process decides by names, and rules for names are never
 * translations. */
CC_NODISCARD cc_err sel_parse(sel_list *list, cc_str text);
void sel_print(const sel_list *list, cc_buf *out);

/* Forgets earlier questions: no rule has matched, and expressions have their whole budgets. For the
 * next of several reports by one list; no other thread uses the list meanwhile. */
void sel_renew(sel_list *list);

/* --- decisions -----------------------------------------------------------------------------------
 * Each marks the rules that matched. Rules of other kinds never exclude anything here: the caller
 * tests the assembly, then its types, members, files. A filter for some types of an assembly is
 * marked by its types, not by the assembly. */

typedef struct sel_verdict {
    bool is_in;
    /* The exclude rule that decided, the first in the list. NULL when !is_in: no include rule of
     * `kind` matched. */
    const sel_rule *rule;
    sel_kind kind; /* valid only when !is_in */
} sel_verdict;

/* For the measured process: the report may contain a part of an assembly of this name. Uses rules
 * for whole assemblies by name: `assembly`, and the assembly part of `filter` (an exclude counts
 * when its type part is "*"). False only when the whole assembly is certainly excluded. */
sel_verdict sel_may_be_in(sel_list *list, cc_str simple_name);

typedef struct sel_assembly_facts {
    cc_str name;    /* simple name */
    cc_str path;    /* full path of its file; "" in memory */
    cc_str company; /* AssemblyCompanyAttribute; "" without */
    cc_str key;     /* public key token, 16 lower-case hex digits; "" without */
} sel_assembly_facts;
/* Returns the verdict of all rules for assemblies: assembly, filter (assembly part), path, company,
 * key. */
sel_verdict sel_assembly(sel_list *list, const sel_assembly_facts *facts);

/* `types`: the full CLR name of the type, then of the types around it, from the inside out. Kinds
 * type and filter. Excluded when one of them matches an exclude rule; an include rule must match
 * one of them, a filter the first one, as in coverlet. */
sel_verdict sel_type(sel_list *list, cc_str assembly, const cc_str *types, size_t count);
/* `names`: the method's own name, then the names of the properties and events to which it belongs.
 * `parameters` "(System.Int32,System.String)". Kind member. */
sel_verdict sel_member(sel_list *list, cc_str type, const cc_str *names, size_t count,
                       cc_str parameters);
/* `relative` to the source root, or absolute when the file is outside of it. Kind file. */
sel_verdict sel_file(sel_list *list, cc_str relative, cc_str absolute);
/* Returns the first rule of this side (exclude or include) that matches an attribute of this full
 * class name; NULL: none. The caller handles inheritance. */
const sel_rule *sel_attribute(sel_list *list, bool is_exclude, cc_str full_name);
/* `text`: a line of a source. Kind line. */
sel_verdict sel_line(sel_list *list, cc_str text);
/* The list has a rule of this kind. */
bool sel_has_kind(const sel_list *list, sel_kind kind);
/* The list has an include rule of this kind. */
bool sel_has_include(const sel_list *list, sel_kind kind);

/* Describes a verdict for messages, in one line: "rule exclude type:A.* (clrcov.xml:7)" or "no
 * include rule for assemblies matches". */
void sel_describe(const sel_verdict *verdict, cc_buf *out);

/* `pattern` is an attribute's name, as a user may write it, for class `full_name` (suffix and
 * namespace optional, case ignored, globs). */
bool sel_attribute_matches(cc_str pattern, cc_str full_name);

#endif
