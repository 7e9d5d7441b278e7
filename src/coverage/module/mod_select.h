/* Which documents, types and members of a module are in the report: rules of the configuration,
 * attributes in the code, missing sources, compiler-made code (docs/coverage-rules.md, what is in
 * and what is out). The functions mark rules that match, even when something else decides. Threads:
 * one. */
#ifndef MOD_SELECT_H
#define MOD_SELECT_H

#include "coverage/module/mod.h"
#include "coverage/module/mod_generated.h"
#include "coverage/module/mod_request.h"

/* The effect of the attributes on an element and on the elements from which it inherits. */
typedef struct mod_mark {
    bool is_out;
    bool is_wanted;          /* an include rule for attributes matches */
    mod_generator generator; /* who wrote it */
    cc_str detail;           /* for is_out: the attribute or rule, and its element */
} mod_mark;

typedef struct mod_marks {
    mod_mark *types; /* by TypeDef rid, including enclosing types */
    /* by MethodDef rid, including every element to which the code belongs except the assembly */
    mod_mark *methods;
} mod_marks;

/* Reads the attributes on this token alone. ExcludeFromCodeCoverage and ExcludeFromCoverage (of any
 * namespace) are always rules. Attributes that a compiler puts on code that it moved are not the
 * user's. These are CompilerGenerated on closures, state machines and the class of top-level
 * statements, and DebuggerStepThrough on the first part of a method with a state machine. */
mod_mark mod_mark_token(const mod_module *module, sel_list *filter, uint32_t token);
/* Reads the attributes on the assembly and the module. */
mod_mark mod_mark_whole(const mod_module *module, sel_list *filter);
/* Reads the attributes on all types and methods; call it after mod_find_owners(). Nested types,
 * accessors, lambdas, local functions and state machines inherit. */
mod_marks mod_mark_all(const mod_module *module, sel_list *filter);

/* Returns, by MethodDef rid, the Property or Event token of which the method is an accessor; 0:
 * none. In the module's arena. NULL: out of memory. */
uint32_t *mod_accessors(const mod_module *module);
/* The accessor is compiler-made, and its property has a compiler-made field:
 * `<Name>k__BackingField` of C#, `Name@` of F# (member val). Such accessors of VB have no lines. */
bool mod_is_auto_accessor(const mod_module *module, uint32_t method, uint32_t property);

/* Fills module->documents; call it after mod_find_locations(). */
void mod_select_documents(mod_module *module, const mod_selection *selection);
/* Fills module->types, verdicts, why_empty; call it after mod_select_documents() and
 * mod_find_owners(). */
void mod_select_members(mod_module *module, const mod_selection *selection);
/* Returns the verdict of the member, or of the document where its code begins. */
mod_verdict mod_member_verdict(const mod_module *module, uint32_t method);

/* Returns the text of a rule's decision, in the arena. */
void mod_describe(const sel_verdict *verdict, cc_arena *arena, cc_str *out);

#endif
