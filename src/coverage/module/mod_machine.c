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
