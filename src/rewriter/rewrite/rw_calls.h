/* Calls of native functions at the beginning and the end of a body that rw_rewrite() made: they say
 * when a test begins and ends.
 *
 *         [ldarg.0 or ldnull]; ldc enter; calli                 wanted by `enters`
 *     try {
 *         the body; each `ret` becomes [stloc value]; leave END wanted by `ends`
 *     } fault {
 *         ldc threw; calli; endfinally
 *     }
 *     END: ldc ended; calli; [ldloc value]; ret
 *
 * Where tests run at the same time, `enter` and the ends are passed to methods of the framework,
 * which change the flow (prof_flow.h), and the body keeps what the first one returns:
 *
 *         [ldarg.0 or ldnull]; ldc enter; call; stloc before
 *     try { .. } fault { ldloc before; ldc threw; call; endfinally }
 *     END: ldloc before; ldc ended; call; [ldloc value]; ret
 *
 * In the body of a state machine the calls are before the calls of members in `completes` and
 * `fails`, which complete the task of the method; what is on the stack stays there. A tail. prefix
 * inside the try is left out. With a flow they have the lane of the thread as an argument. Pure
 * functions. */
#ifndef RW_CALLS_H
#define RW_CALLS_H

#include "rewriter/rewrite/rw.h"

enum { RW_MOST_MEMBERS = 8 };

typedef struct rw_members {
    uint32_t tokens[RW_MOST_MEMBERS];
    uint32_t count;
} rw_members;

typedef struct rw_calls {
    /* Each native function has one parameter, `argument`; `enter` has `this` before it. Managed
     * calling convention: the functions must not block for long, nor call the runtime. */
    uint64_t enter, ended, threw;
    uint64_t argument;
    /* StandAloneSig tokens: void(object, native int) and void(native int) */
    uint32_t enter_token, end_token;
    bool enters;
    bool ends;
    /* enter_token and leave_token: of methods object(object, native int, native int) and
     * void(object, native int, native int), which call `enter` and the ends. end_token: of
     * void(native int, native int), whose second argument is the static field `field` */
    bool has_flow;
    uint32_t leave_token, field;
    uint32_t before; /* with `enters`: index of a local variable, object */
    bool has_this; /* a reference; else `enter` gets null */
    bool returns_value;
    /* with `returns_value` or `before`: the token of the new body's locals, of which `local` has the
     * type of the value */
    uint32_t local_sig, local;
    rw_members completes, fails; /* tokens of methods */
} rw_calls;

/* Replaces the body, the map and the sites of `io`. Memory of `arena`. CC_E_UNSUPPORTED for a body
 * with `jmp` where `ends` is wanted; CC_E_LIMIT for the stack and the size; errors of
 * il_decode(). */
CC_NODISCARD cc_err rw_add_calls(rw_result *io, const rw_calls *calls, cc_arena *arena);

#endif
