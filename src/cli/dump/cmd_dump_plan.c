/* A probe plan as text: nodes with their counters or the nodes that they are inferred from,
 * branches, points. */
#include "cli/dump/cmd_dump.h"
#include "rewriter/plan/probe_plan.h"

static void put_place(const probe_plan *plan, const probe_node *node, cc_buf *out) {
    const il_body *body = plan->body;
    if (node->is_edge) {
        cc_buf_printf(out, "edge of b%u -> IL_%04x", node->branch,
                      cmd_dump_offset(body, node->target));
    } else {
        cc_buf_printf(out, "atom IL_%04x-IL_%04x", cmd_dump_offset(body, node->first_insn),
                      cmd_dump_offset(body, node->end_insn));
    }
}

static void put_value(const probe_node *node, cc_buf *out) {
    if (node->counter != PROBE_NONE) {
        cc_buf_printf(out, " counter %u", node->counter);
        return;
    }
    for (uint32_t i = 0; i < node->source_count; i++) {
        cc_buf_printf(out, "%s n%u", i == 0 ? " =" : " +", node->sources[i]);
    }
}

static void put_node(const probe_plan *plan, uint32_t index, cc_buf *out) {
    const probe_node *node = &plan->nodes[index];
    const struct {
        bool is_set;
        const char *word;
    } marks[] = {{node->is_fork_head, "fork-head"},
                 {node->may_throw, "may-throw"},
                 {node->is_exit, "exit"},
                 {node->is_opaque, "opaque"},
                 {!node->is_reachable, "unreachable"},
                 {!node->is_wanted, "not-asked-for"}};
    cc_buf_printf(out, "  n%u ", index);
    put_place(plan, node, out);
    put_value(node, out);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (marks[i].is_set) {
            cc_buf_printf(out, " %s", marks[i].word);
        }
    }
    cc_buf_putc(out, '\n');
}

static void put_arm(const probe_plan *plan, const probe_arm *arm, uint32_t index, cc_buf *out) {
    cc_buf_printf(out, "    arm %u", index);
    if (arm->label != PROBE_NONE) {
        cc_buf_printf(out, " (label %u)", arm->label);
    }
    cc_buf_printf(out, " -> IL_%04x:", cmd_dump_offset(plan->body, arm->target));
    for (uint32_t i = 0; i < arm->node_count; i++) {
        cc_buf_printf(out, "%s n%u", i == 0 ? "" : " +", arm->nodes[i]);
    }
    cc_buf_putc(out, '\n');
}

static void put_branch(const probe_plan *plan, uint32_t index, cc_buf *out) {
    static const char *const kinds[] = {
        [PROBE_BRANCH_COND] = "conditional",
        [PROBE_BRANCH_SWITCH] = "switch",
        [PROBE_BRANCH_FORK] = "value fork",
    };
    const probe_branch *branch = &plan->branches[index];
    cc_buf_printf(out, "  b%u %s at IL_%04x, ends n%u%s%s%s\n", index, kinds[branch->kind],
                  cmd_dump_offset(plan->body, branch->insn), branch->atom,
                  branch->is_repeated ? ", repeated" : "", branch->is_part ? ", part" : "",
                  branch->is_reachable ? "" : ", unreachable");
    for (uint32_t i = 0; i < branch->arm_count; i++) {
        put_arm(plan, &branch->arms[i], i, out);
    }
}

static void put_choice(const probe_choice *choice, cc_buf *out) {
    cc_buf_printf(out, "  one decision:");
    for (uint32_t i = 0; i < choice->fork_count; i++) {
        cc_buf_printf(out, "%s b%u", i == 0 ? "" : " +", choice->forks[i]);
    }
    cc_buf_putc(out, '\n');
}

void cmd_dump_plan(const probe_plan *plan, cc_buf *out) {
    cc_buf_printf(out, "  %u nodes, %u counters, %u branches\n", plan->node_count,
                  plan->counter_count, plan->branch_count);
    for (uint32_t i = 0; i < plan->node_count; i++) {
        put_node(plan, i, out);
    }
    for (uint32_t i = 0; i < plan->branch_count; i++) {
        put_branch(plan, i, out);
    }
    for (uint32_t i = 0; i < plan->choice_count; i++) {
        put_choice(&plan->choices[i], out);
    }
    for (uint32_t i = 0; i < plan->point_count; i++) {
        if (plan->node_of_point[i] != PROBE_NONE) {
            cc_buf_printf(out, "  point %u: n%u\n", i, plan->node_of_point[i]);
        }
    }
}
