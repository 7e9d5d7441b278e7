/* Which documents, types and members of a module are in the report: rules of the configuration,
 * attributes in the code, sources that are not there, code that compilers wrote (semantics.md, what
 * is in and what is out). Rules that matched are marked, whatever decides in the end. Threads: one. */
#ifndef COV_SELECT_H
#define COV_SELECT_H

#include "coverage/cov_model.h"
#include "coverage/cov_module.h"

/* What the attributes on an element, and on those that it inherits from, say. */
typedef struct cov_mark {
    bool is_out;
    bool is_wanted; /* an include rule for attributes matches */
    cc_str detail;  /* of is_out: the attribute or rule, and where it stands */
} cov_mark;

typedef struct cov_marks {
    cov_mark *types;   /* by TypeDef rid, with the types around */
    cov_mark *methods; /* by MethodDef rid, with all that the code belongs to but the assembly */
} cov_marks;

/* Attributes on this token alone. ExcludeFromCodeCoverage and ExcludeFromCoverage (of any
 * namespace) are always rules. What a compiler puts on code that it moved elsewhere is no
 * attribute of the user's: CompilerGenerated on closures, state machines and the class of top-level
 * statements, DebuggerStepThrough on the first part of a method with a state machine. */
CC_NODISCARD cc_err cov_mark_token(const cov_module *module, sel_list *filter, uint32_t token,
                                   cov_mark *out);
/* Assembly and module. */
CC_NODISCARD cc_err cov_mark_whole(const cov_module *module, sel_list *filter, cov_mark *out);
/* Types and methods; after cov_module_homes(). Nested types, accessors, lambdas, local functions,
 * state machines inherit. */
CC_NODISCARD cc_err cov_mark_all(const cov_module *module, sel_list *filter, cov_marks *out);

/* By MethodDef rid: the Property or Event token it is an accessor of, 0: none. NULL: no memory. */
uint32_t *cov_accessors(const cov_module *module);
/* The accessor was written by the compiler, and its property has a field that the compiler made:
 * `<Name>k__BackingField` of C#, `Name@` of F# (member val). Those of VB have no lines. */
bool cov_is_auto_accessor(const cov_module *module, uint32_t method, uint32_t property);

/* Fills module->documents; after cov_module_places(). */
CC_NODISCARD cc_err cov_select_documents(cov_module *module, const cov_request *request);
/* Fills module->types, verdicts, why_empty; after cov_select_documents() and cov_module_homes(). */
CC_NODISCARD cc_err cov_select_members(cov_module *module, const cov_request *request);
/* The member's verdict, or that of the document where its code begins. */
cov_verdict cov_member_verdict(const cov_module *module, uint32_t method);

/* The text of a rule's decision, in the arena. */
CC_NODISCARD cc_err cov_describe(const sel_verdict *verdict, cc_arena *arena, cc_str *out);

#endif
