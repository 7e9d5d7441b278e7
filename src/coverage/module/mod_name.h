/* Compiler-made names, and the user's names in them.
 *
 *   C#  <M>b__1_0 lambda, <M>g__Local|1_0 local function, <M>d__3 state machine, <>c,
 *       <>c__DisplayClass1_0, <>O, <>o__1, <>f__AnonymousType0, <PrivateImplementationDetails>;
 *       <File>F1A..__Name is the user's
 *   VB  _Lambda$__1-0, _Closure$__1-0, VB$StateMachine_2_M, VB$AnonymousType_0
 *   F#  f@12, f@12-1 closures and computations of f; clo@13; f$cont@12 the rest of a long body
 *
 * All functions work on the text alone; results are parts of it. */
#ifndef MOD_NAME_H
#define MOD_NAME_H

#include "base/cc_buf.h"
#include "base/cc_span.h"

/* The method holds a part of another method's body; *user: that method's name, empty when the name
 * does not contain it. */
bool mod_name_is_part(cc_str method, cc_str *user);
/* The method is a local function of C#. */
bool mod_name_is_local_function(cc_str method);
/* The method is a lambda, an anonymous method or a clause of a query, of C# or Visual Basic. */
bool mod_name_is_lambda(cc_str method);
/* Like the function above, for a type made for (a part of) a method. */
bool mod_name_is_closure(cc_str type, cc_str *user);
/* Returns the source line in the name of an F# closure; 0: there is none. */
uint32_t mod_name_line(cc_str type);
/* Returns the source line in the name of an F# method that holds the rest of a long body; the rest
 * begins at that line. 0: it is not such a method. */
uint32_t mod_name_rest_line(cc_str method);
/* Returns the name for reports: a file-local type loses the compiler's prefix. */
cc_str mod_name_shown(cc_str type);
/* Like mod_name_shown(), for a full name, "My.App.<File>F1A__Name/Inner", which the function
 * changes in place. The type with the values of an F# file, "<StartupCode$App>.$My.Module", has the
 * module's name. */
void mod_name_show_full(cc_buf *name);

#endif
