/* The fields of state machines, and what follows from what is not reachable in them. See
 * mod_noreturn_machine.h. */
#include "coverage/module/mod_noreturn_machine.h"

#include "coverage/module/mod_noreturn_caught.h"
#include "coverage/module/mod_noreturn_flow.h"

/* The map points to one of these. */
typedef enum field_kind { FIELD_OTHER, FIELD_STATE, FIELD_DISPOSAL, FIELD_KINDS } field_kind;

static char kinds[FIELD_KINDS];

cc_err mod_machines_begin(mod_machines *machines, const md_tables *tables) {
    *machines = (mod_machines){tables, cc_map_new()};
    return machines->fields == NULL ? cc_fail(CC_E_NOMEM, "out of memory for state machines")
                                    : CC_OK;
}

void mod_machines_end(mod_machines *machines) {
    cc_map_free(machines->fields);
    *machines = (mod_machines){NULL, NULL};
}

/* --- fields ----------------------------------------------------------------------------------- */

/* By names that source code cannot declare. */
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

static bool is_state(void *ctx, uint32_t token) {
    return is_kind((mod_machines *)ctx, token, FIELD_STATE);
}

/* The field that says whether the async iterator is disposed of; 0: the method loads none. */
static uint32_t find_disposal(mod_machines *machines, const il_body *body) {
    for (uint32_t u = 0; u < body->insn_count; u++) {
        uint32_t token = body->insns[u].op == IL_LDFLD ? (uint32_t)body->insns[u].operand : 0;
        if (token != 0 && is_kind(machines, token, FIELD_DISPOSAL)) {
            return token;
        }
    }
    return 0;
}

/* --- code ------------------------------------------------------------------------------------- */

static uint32_t count_dead(const il_body *body, const bool *dead) {
    uint32_t count = 0;
    for (uint32_t u = 0; dead != NULL && u < body->insn_count; u++) {
        count += dead[u] ? 1 : 0;
    }
    return count;
}

/* What is not reachable may be the only code that ends a block around it: then what follows the
 * block is not reachable either. */
cc_err mod_machines_dead(mod_machines *machines, const mth_method *m, const bool *cut,
                         cc_arena *arena, const bool **dead) {
    uint32_t owner = md_owner_of_method(machines->tables, MD_TOKEN_RID(m->token));
    const mod_state_field state = {
        .is_state = is_state,
        .ctx = machines,
        .is_iterator = md_implements(machines->tables, owner, "System.Collections.IEnumerator")};
    mod_caught_known known = {find_disposal(machines, &m->body), NULL};
    bool has_blocks = m->body.clause_count > 0;
    uint32_t before = 0;
    bool is_more = true;
    *dead = NULL;
    while (is_more) {
        mod_flow_facts facts = {cut, NULL};
        if (has_blocks) {
            CC_TRY(mod_no_return_caught(m, &known, arena, &facts.leads));
        }
        if (cut != NULL || facts.leads != NULL) {
            CC_TRY(mod_no_return_flow(&m->body, &facts, &state, arena, dead));
        }
        uint32_t now = count_dead(&m->body, *dead);
        is_more = has_blocks && now > before;
        before = now;
        known.dead = *dead;
    }
    return CC_OK;
}
