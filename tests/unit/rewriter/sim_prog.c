/* Programs for the interpreter, from the generator's instructions or from a decoded body; and the
 * comparison of the decoder's view with the generator's. */
#include "sim.h"

#include <stdarg.h>
#include <stdio.h>

void sim_fail(sim_report *report, const char *fmt, ...) {
    if (report->failed) {
        return;
    }
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(report->text, sizeof report->text, fmt, args);
    va_end(args);
    report->failed = true;
}

/* Short variable and constant forms carry their operand in the opcode. */
static int64_t operand_of(uint16_t code, int64_t operand) {
    if (code >= 0x02 && code <= 0x05) {
        return code - 0x02;
    }
    if (code >= 0x06 && code <= 0x09) {
        return code - 0x06;
    }
    if (code >= 0x0A && code <= 0x0D) {
        return code - 0x0A;
    }
    if (code >= 0x15 && code <= 0x1E) {
        return code - 0x16;
    }
    return operand;
}

static uint8_t type_of(uint16_t code, int64_t operand, sim_kind kind) {
    if (kind == SIM_CALL || code == 0x7B || code == 0x7E) {
        return (uint8_t)(operand & 0xF);
    }
    return (uint8_t)(kind == SIM_LDARG ? operand % 3 : SIM_TYPE_OTHER);
}

static void set_effect(sim_insn *insn, const sim_op *op, uint32_t returns) {
    insn->pops = op->pops;
    insn->pushes = op->pushes;
    if (insn->kind == SIM_RET) {
        insn->pops = returns == SIM_TYPE_VOID ? 0 : 1;
    } else if (insn->operand == SIM_PROBE_SIG || insn->operand == SIM_PROBE_CALL) {
        insn->pops = insn->operand == SIM_PROBE_SIG ? 2 : 1;
        insn->pushes = insn->operand == SIM_PROBE_SIG ? 0 : 1;
    } else if (insn->operand == SIM_LANE_SIG) {
        insn->pops = 2;
        insn->pushes = 1;
    } else if (insn->kind == SIM_CALL) {
        uint32_t pops = 0;
        uint32_t pushes = 0;
        sim_call_effect(insn->code, (uint32_t)insn->operand, &pops, &pushes);
        insn->pops = (uint8_t)pops;
        insn->pushes = (uint8_t)pushes;
    }
}

static void set_insn(sim_insn *insn, uint16_t code, uint8_t prefixes, int64_t operand,
                     uint32_t returns, sim_report *report) {
    const sim_op *op = sim_op_of(code);
    if (op == NULL) {
        sim_fail(report, "opcode 0x%x is not one of the simulation", code);
        return;
    }
    insn->code = op->long_code;
    insn->kind = op->kind;
    insn->prefixes = prefixes;
    insn->operand = op->operand == SIM_OPERAND_LABEL || op->operand == SIM_OPERAND_SWITCH
                        ? 0
                        : operand_of(code, operand);
    insn->type = type_of(code, insn->operand, (sim_kind)op->kind);
    insn->old = SIM_NONE;
    set_effect(insn, op, returns);
}

void sim_prog_make(sim_prog *prog, const sim_case *c, sim_report *report) {
    prog->count = c->count;
    prog->target_count = c->target_count;
    prog->clause_count = c->clause_count;
    prog->returns = c->returns;
    prog->max_stack = SIM_MAX_STACK - 1;
    for (uint32_t i = 0; i < c->count; i++) {
        const sim_instr *instr = &c->instrs[i];
        sim_insn *insn = &prog->insns[i];
        set_insn(insn, instr->code, instr->prefixes, instr->operand, c->returns, report);
        insn->target = instr->target;
        insn->target_count = instr->target_count;
        insn->old = i;
    }
    for (uint32_t i = 0; i < c->target_count; i++) {
        prog->targets[i] = c->targets[i];
    }
    for (uint32_t i = 0; i < c->clause_count; i++) {
        prog->clauses[i] = c->clauses[i];
    }
}

static uint32_t count_targets(const il_body *body) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < body->insn_count; i++) {
        count += body->insns[i].target_count;
    }
    return count;
}

static void load_insns(sim_prog *prog, const il_body *body, sim_report *report) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < body->insn_count; i++) {
        const il_insn *from = &body->insns[i];
        sim_insn *insn = &prog->insns[i];
        set_insn(insn, sim_code_of(from), from->prefixes, from->operand, prog->returns, report);
        insn->target = from->target;
        insn->target_count = from->target_count;
        prog->is_label[i] = false;
        if (insn->kind == SIM_SWITCH) {
            insn->target = at;
            for (uint32_t k = 0; k < from->target_count; k++) {
                prog->targets[at++] = body->targets[from->target + k];
            }
        }
    }
    prog->target_count = at;
}

void sim_prog_load(sim_prog *prog, const il_body *body, uint32_t returns, sim_report *report) {
    if (body->insn_count > SIM_MAX_NEW_INSNS || body->clause_count > SIM_MAX_CLAUSES ||
        count_targets(body) > SIM_MAX_NEW_TARGETS) {
        sim_fail(report, "new body has %u units, %u clauses", body->insn_count, body->clause_count);
        return;
    }
    prog->count = body->insn_count;
    prog->clause_count = body->clause_count;
    prog->returns = returns;
    prog->max_stack = body->max_stack;
    load_insns(prog, body, report);
    for (uint32_t i = 0; i < body->clause_count; i++) {
        const il_clause *k = &body->clauses[i];
        prog->clauses[i] =
            (sim_clause){k->kind,          k->try_start,   k->try_end,    k->filter_start,
                         k->handler_start, k->handler_end, k->class_token};
    }
}

static bool same_clause(const sim_clause *a, const il_clause *b) {
    return a->kind == (uint32_t)b->kind && a->try_start == b->try_start &&
           a->try_end == b->try_end && a->handler_start == b->handler_start &&
           a->handler_end == b->handler_end &&
           (a->kind != 1 || a->filter_start == b->filter_start) &&
           (a->kind != 0 || a->token == b->class_token);
}

static bool same_insn(const sim_case *c, const sim_instr *instr, const il_body *body,
                      const il_insn *insn) {
    const sim_op *op = sim_op_of(instr->code);
    if (sim_code_of(insn) != instr->code || insn->offset != instr->offset ||
        insn->size != instr->size || insn->prefixes != instr->prefixes) {
        return false;
    }
    if (op->operand == SIM_OPERAND_LABEL) {
        return insn->target == instr->target;
    }
    if (op->operand != SIM_OPERAND_SWITCH) {
        return op->operand == SIM_OPERAND_NONE || insn->operand == instr->operand;
    }
    bool is_same = insn->target_count == instr->target_count;
    for (uint32_t i = 0; is_same && i < instr->target_count; i++) {
        is_same = body->targets[insn->target + i] == c->targets[instr->target + i];
    }
    return is_same;
}

void sim_check_decode(const sim_case *c, const il_body *body, sim_report *report) {
    if (body->insn_count != c->count || body->clause_count != c->clause_count) {
        sim_fail(report, "decoded %u units, %u clauses", body->insn_count, body->clause_count);
        return;
    }
    for (uint32_t i = 0; i < c->count; i++) {
        if (!same_insn(c, &c->instrs[i], body, &body->insns[i])) {
            sim_fail(report, "unit %u is decoded differently", i);
        }
    }
    for (uint32_t i = 0; i < c->clause_count; i++) {
        if (!same_clause(&c->clauses[i], &body->clauses[i])) {
            sim_fail(report, "clause %u is decoded differently", i);
        }
    }
}
