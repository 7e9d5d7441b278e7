/* The fields of state machines, and what follows from the code that control does not reach in them.
 * See mod_noreturn_machine.h. */
#include "coverage/module/mod_noreturn_machine.h"

#include "coverage/module/mod_machine.h"

/* The map points to one of these. */
typedef enum field_kind { FIELD_OTHER, FIELD_STATE, FIELD_DISPOSAL, FIELD_KINDS } field_kind;

static char kinds[FIELD_KINDS];

void mod_machines_begin(mod_machines *machines, const md_tables *tables) {
    *machines = (mod_machines){tables, cc_map_new()};
}

void mod_machines_end(mod_machines *machines) {
    cc_map_free(machines->fields);
    *machines = (mod_machines){NULL, NULL};
}

/* --- fields ----------------------------------------------------------------------------------- */

/* Recognises fields by names that source code cannot declare. */
static field_kind kind_by_name(const md_tables *t, uint32_t token) {
    cc_buf type = {0};
    cc_str name = {"", 0};
    field_kind kind = FIELD_OTHER;
    if (md_member_name(t, token, &type, &name) == CC_OK) {
        kind = cc_str_eqz(name, "<>1__state")         ? FIELD_STATE
               : cc_str_eqz(name, "<>w__disposeMode") ? FIELD_DISPOSAL
                                                      : FIELD_OTHER;
    }
    cc_buf_free(&type);
    return kind;
}

static bool is_kind(mod_machines *machines, uint32_t token, field_kind kind) {
    void **slot = cc_map_put_u64(machines->fields, token);
    if (slot != NULL && *slot == NULL) {
        *slot = &kinds[kind_by_name(machines->tables, token)];
    }
    return slot != NULL && *slot == &kinds[kind];
}

/* Returns the first field of the kind that the method loads or stores; 0: there is none. */
static uint32_t find_field(mod_machines *machines, const il_body *body, field_kind kind) {
    for (uint32_t u = 0; u < body->insn_count; u++) {
        const il_insn *i = &body->insns[u];
        uint32_t token = i->op == IL_LDFLD || i->op == IL_STFLD ? (uint32_t)i->operand : 0;
        if (token != 0 && is_kind(machines, token, kind)) {
            return token;
        }
    }
    return 0;
}

cc_err mod_machines_dead(mod_machines *machines, const mth_method *m, const bool *cut,
                         cc_arena *arena, mod_flow_dead *out) {
    const mod_machine_fields fields = {.state = find_field(machines, &m->body, FIELD_STATE),
                                       .disposal = find_field(machines, &m->body, FIELD_DISPOSAL),
                                       .is_iterator =
                                           mod_machine_is_iterator(machines->tables, m->token)};
    return mod_no_return_flow(m, cut, &fields, arena, out);
}
