/* Which documents, types and members of a module are in the report: rules of the configuration,
 * attributes in the code, sources that are not there, code that compilers wrote (docs/coverage.md, what
 * is in and what is out). Rules that matched are marked, whatever decides in the end. Threads: one. */
#ifndef MOD_SELECT_H
#define MOD_SELECT_H

#include "coverage/module/mod.h"
#include "coverage/module/mod_request.h"

/* What the attributes on an element, and on those that it inherits from, say. */
typedef struct mod_mark {
    bool is_out;
    bool is_wanted; /* an include rule for attributes matches */
    cc_str detail;  /* of is_out: the attribute or rule, and where it stands */
} mod_mark;

typedef struct mod_marks {
    mod_mark *types;   /* by TypeDef rid, with the types around */
    mod_mark *methods; /* by MethodDef rid, with all that the code belongs to but the assembly */
} mod_marks;

/* Attributes on this token alone. ExcludeFromCodeCoverage and ExcludeFromCoverage (of any
 * namespace) are always rules. What a compiler puts on code that it moved elsewhere is no
 * attribute of the user's: CompilerGenerated on closures, state machines and the class of top-level
 * statements, DebuggerStepThrough on the first part of a method with a state machine. */
CC_NODISCARD cc_err mod_mark_token(const mod_module *module, sel_list *filter, uint32_t token,
                                   mod_mark *out);
/* Assembly and module. */
CC_NODISCARD cc_err mod_mark_whole(const mod_module *module, sel_list *filter, mod_mark *out);
/* Types and methods; after mod_find_owners(). Nested types, accessors, lambdas, local functions,
 * state machines inherit. */
CC_NODISCARD cc_err mod_mark_all(const mod_module *module, sel_list *filter, mod_marks *out);

/* By MethodDef rid: the Property or Event token it is an accessor of, 0: none. NULL: no memory. */
uint32_t *mod_accessors(const mod_module *module);
/* The accessor was written by the compiler, and its property has a field that the compiler made:
 * `<Name>k__BackingField` of C#, `Name@` of F# (member val). Those of VB have no lines. */
bool mod_is_auto_accessor(const mod_module *module, uint32_t method, uint32_t property);

/* Fills module->documents; after mod_find_locations(). */
CC_NODISCARD cc_err mod_select_documents(mod_module *module, const mod_selection *selection);
/* Fills module->types, verdicts, why_empty; after mod_select_documents() and mod_find_owners(). */
CC_NODISCARD cc_err mod_select_members(mod_module *module, const mod_selection *selection);
/* The member's verdict, or that of the document where its code begins. */
mod_verdict mod_member_verdict(const mod_module *module, uint32_t method);

/* The text of a rule's decision, in the arena. */
CC_NODISCARD cc_err mod_describe(const sel_verdict *verdict, cc_arena *arena, cc_str *out);

#endif
