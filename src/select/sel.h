/* The compiled filter list: what is measured and what is shown. Made by the configuration, used by
 * the profiler (assemblies only: a cheap superset) and by the model (the complete decision).
 *
 * A rule is text: `KIND:GLOB`, `KIND~REGEX`, `[ASSEMBLY]TYPE` (a coverlet filter), or a plain GLOB
 * for the simple names of assemblies. Globs: cc_glob.h, at most 1024 bytes; a glob matches the
 * whole name; names of assemblies and attributes ignore case (of ASCII letters), types, members and
 * files do not. docs/configuration.md describes them for users.
 *
 *   assembly   simple name
 *   type       full CLR name, `Ns.Outer/Inner` ('+' counts as '/'); arities ("`1") may be left out, from the end of
 *              the name on; a rule for a type applies to the types nested in it
 *   member     `Ns.Type.Method`, the type as above; the name of a property or event includes its accessors
 *   attribute  class of an attribute, with or without its namespace and the suffix `Attribute`
 *   file       path relative to the source root ("**" crosses '/'); a pattern without '/' matches the last part, one
 *              that starts with '/' (or "C:/") the absolute path; '\' counts as '/'
 *   filter     coverlet's `[ASSEMBLY]TYPE`: '*' any run, '?' makes the preceding character optional, everything else
 *              is literal; the assembly part ignores case
 *   path, company, key   regular expressions only: full path of the assembly's file, its company name, its public key
 *              token
 *   line       regular expressions only, exclude rules only: a line of a source file, without its end
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

typedef struct sel_rule {
    bool is_exclude;
    bool is_regex;
    sel_kind kind;
    cc_str text;    /* as given */
    cc_str words;   /* what the user wrote when `text` translates it; else the same as `text` */
    cc_str origin;  /* "clrcov.xml:12", "--exclude", "CLRCOV_EXCLUDE"; "" when unknown */
    cc_str pattern; /* without the kind */
    cc_str glob;    /* the form that is matched: '+' of types and '\' of files as '/' */
    cc_str assembly, type; /* parts of a coverlet filter */
    void *compiled;        /* owned by the engine; NULL: not a regular expression, or no engine */
    bool matched;          /* something matched it: rules that matched nothing are reported */
} sel_rule;

/* Regular expressions, provided by programs that can link a library for them. Without an engine (in
 * the measured process) such rules decide nothing: what they would exclude stays in the
 * superset. */
typedef struct sel_engine {
    /* CC_E_USAGE with the reason when the expression is invalid. Memory of the arena or of the
     * engine. */
    cc_err (*compile)(void **out, cc_str pattern, cc_arena *arena);
    /* The expression matches some part of the text. */
    bool (*match)(const void *compiled, cc_str text);
    /* Matching some text took too much work, and counted as no match. NULL: never. */
    bool (*gave_up)(const void *compiled);
    /* The expression shares with another one what work matches may take together. NULL: each has its
     * own budget. */
    void (*share)(void *compiled, const void *other);
} sel_engine;

typedef struct sel_list {
    cc_arena *arena;
    const sel_engine *engine; /* may be NULL */
    sel_rule *rules;
    size_t count, cap;
    /* bit sets, by sel_kind, of all rules and of the include rules */
    unsigned kinds, include_kinds;
} sel_list;

/* An empty list whose rules will live in `arena`. */
void sel_init(sel_list *list, cc_arena *arena, const sel_engine *engine);
/* Adds a rule; texts are copied. CC_E_USAGE with a message that names the error in the text and
 * what to write instead (unknown kind with the nearest one, empty, control characters, a coverlet
 * filter without its brackets, a path or file name for an assembly, ...), or with the engine's
 * reason; then nothing is added. Verdicts returned before point to the old rules. */
CC_NODISCARD cc_err sel_add(sel_list *list, bool is_exclude, cc_str text, cc_str origin);

/* The same for a rule that translates what the user wrote in the language of another tool: `words`
 * stand for it in messages. */
CC_NODISCARD cc_err sel_add_translated(sel_list *list, bool is_exclude, cc_str text, cc_str words,
                                       cc_str origin);

/* Text form, one rule a line: "exclude ORIGIN TEXT", with spaces, '%' and control characters of the
 * origin written as %XX. CC_E_FORMAT with the number of a line that is not a rule, CC_E_TRUNCATED for
 * a last line without its end; the rules before it are added. Words are not in it: the process decides
 * by names, and rules for names are never translations. */
CC_NODISCARD cc_err sel_parse(sel_list *list, cc_str text);
void sel_print(const sel_list *list, cc_buf *out);

/* --- decisions -----------------------------------------------------------------------------------
 * Each marks the rules that matched. Rules of other kinds never exclude anything here: the caller
 * tests the assembly, then its types, members, files. A filter for some types of an assembly is
 * marked by its types, not by the assembly. */

typedef struct sel_verdict {
    bool is_in;
    /* The exclude rule that decided, the first in the list; NULL when !is_in: no include rule of
     * `kind` matched. */
    const sel_rule *rule;
    sel_kind kind; /* valid only when !is_in */
} sel_verdict;

/* In the measured process: whether anything of an assembly of this name may be wanted. Uses rules
 * for whole assemblies by name: `assembly`, and the assembly part of `filter` (an exclude counts
 * when its type part is "*"). False only when the whole assembly is certainly out. */
sel_verdict sel_may_be_in(sel_list *list, cc_str simple_name);

typedef struct sel_assembly_facts {
    cc_str name;    /* simple name */
    cc_str path;    /* full path of its file; "" in memory */
    cc_str company; /* AssemblyCompanyAttribute; "" without */
    cc_str key;     /* public key token, 16 lower-case hex digits; "" without */
} sel_assembly_facts;
/* The verdict of all rules for assemblies: assembly, filter (assembly part), path, company, key. */
sel_verdict sel_assembly(sel_list *list, const sel_assembly_facts *facts);

/* `types`: the full CLR name of the type, then of the types around it, from the inside out. Kinds
 * type and filter. Excluded when one of them matches an exclude rule; an include rule must match
 * one of them, a filter the first one, as in coverlet. */
sel_verdict sel_type(sel_list *list, cc_str assembly, const cc_str *types, size_t count);
/* `names`: the method's own name, then the names of the properties and events it belongs to.
 * `parameters` "(System.Int32,System.String)". Kind member. */
sel_verdict sel_member(sel_list *list, cc_str type, const cc_str *names, size_t count,
                       cc_str parameters);
/* `relative` to the source root, or absolute when the file is outside of it. Kind file. */
sel_verdict sel_file(sel_list *list, cc_str relative, cc_str absolute);
/* The first rule of this side (exclude or include) that matches an attribute of this full class
 * name; NULL: none. The caller handles inheritance. */
const sel_rule *sel_attribute(sel_list *list, bool is_exclude, cc_str full_name);
/* `text`: a line of a source. Kind line. */
sel_verdict sel_line(sel_list *list, cc_str text);
/* The list has a rule of this kind. */
bool sel_has_kind(const sel_list *list, sel_kind kind);
/* The list has an include rule of this kind. */
bool sel_has_include(const sel_list *list, sel_kind kind);

/* "rule exclude type:A.* (clrcov.xml:7)" or "no include rule for assemblies matches": for messages,
 * in one line. */
void sel_describe(const sel_verdict *verdict, cc_buf *out);

/* `pattern` is an attribute's name, as a user may write it, for class `full_name` (suffix and
 * namespace optional, case ignored, globs). */
bool sel_attribute_matches(cc_str pattern, cc_str full_name);

#endif
