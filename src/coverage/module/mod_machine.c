/* Which methods are suspended. See mod_machine.h. */
#include "coverage/module/mod_machine.h"

#include "coverage/module/mod_name.h"

static bool is_part(cc_str method) {
    return cc_str_eqz(method, "MoveNext") || cc_str_eqz(method, "GenerateNext") ||
           cc_str_starts(method, "<>m__Finally");
}

mod_machine mod_machine_of(const md_tables *tables, uint32_t token) {
    uint32_t row = MD_TOKEN_RID(token);
    uint32_t owner = md_owner_of_method(tables, row);
    md_methoddef method;
    md_typedef type;
    cc_str user = {"", 0};
    if (owner == 0 || md_get_methoddef(tables, row, &method) != CC_OK ||
        md_get_typedef(tables, owner, &type) != CC_OK) {
        return MOD_MACHINE_NONE;
    }
    if ((method.impl_flags & MD_IMPL_ASYNC) != 0) {
        return MOD_MACHINE_RUNTIME;
    }
    bool is_machine = is_part(method.name) && mod_name_is_closure(type.name, &user);
    return is_machine ? MOD_MACHINE_CLASS : MOD_MACHINE_NONE;
}

bool mod_machine_is_iterator(const md_tables *tables, uint32_t token) {
    uint32_t owner = md_owner_of_method(tables, MD_TOKEN_RID(token));
    return md_implements(tables, owner, "System.Collections.IEnumerator");
}

enum { STATE_RUNNING = -1, STATE_FIRST_OF_STREAM = -3 };

static il_resume resume_iterator(void *ctx, int32_t state) {
    (void)ctx;
    return state > 0 ? IL_RESUME_ALONE : IL_RESUME_NEVER;
}

/* An async iterator is disposed of only while it is suspended at a `yield return`, in a state below
 * the first one. */
static il_resume resume_async(void *ctx, int32_t state) {
    (void)ctx;
    if (state < STATE_FIRST_OF_STREAM) {
        return IL_RESUME_SHARED;
    }
    return state >= 0 ? IL_RESUME_ALONE : IL_RESUME_NEVER;
}

cc_err mod_machine_enter(il_propagate_ask *ask, bool is_iterator, cc_arena *arena) {
    const il_known running = il_known_constant(STATE_RUNNING);
    const il_known stream = il_known_constant(STATE_FIRST_OF_STREAM);
    ask->resumes = is_iterator ? resume_iterator : resume_async;
    ask->first = il_known_constant(0);
    return is_iterator ? CC_OK : il_known_join(&ask->first, &running, &stream, arena);
}
