#!/usr/bin/env python3
"""Mutants of the rewriter: each rule of docs/probe-plan.md is switched off in turn, and the simulation
must notice.

usage: sim_mutants.py --source DIR --work DIR [--cc gcc] [--bodies N] [--jobs J] [--only NAME]

A row of MUTANTS names files and exact text to replace; text that is not there fails the run, so that
rows follow the code. rw_verify is left out while mutants run: the simulation itself has to see them.
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys

INFER, GRAPH, ATOMS, FORK = "probe_infer.c", "probe_graph.c", "probe_atoms.c", "probe_fork.c"
STORE, FIRST, CHOICE = "probe_fork_store.c", "probe_fork_first.c", "probe_fork_choice.c"
FLOW, PLACE, TYPE, PLAN = "flow.c", "rw_place.c", "probe_type.c", "probe_plan.c"
EMIT, INTERNAL, OPS = "rw_emit.c", "rw_internal.h", "il_opcodes.def"
PROBE, CALLS = "rw_probe.c", "rw_calls.c"

# name, [(file, old, new), ...]
MUTANTS = [
    ("R1 does not consider throwing", [
        (INFER, "return !in->nodes[p].may_throw && !in->nodes[p].is_exit &&",
         "return !in->nodes[p].is_exit &&")]),
    ("R2 does not consider throwing", [
        (INFER, "if (in->nodes[v].may_throw || in->nodes[v].is_exit ||",
         "if (in->nodes[v].is_exit ||")]),
    ("R1 for opaque nodes", [
        (INFER, "in->nodes[v].is_edge || in->nodes[v].is_opaque ||", "in->nodes[v].is_edge ||")]),
    ("R2 over an opaque node", [
        (INFER, "return !in->nodes[first].is_opaque && !in->nodes[first].is_edge",
         "return !in->nodes[first].is_edge")]),
    ("R2 over a node with several preds", [
        (INFER, "!in->nodes[first].is_edge &&\n               pred_count(in, first) == 1;",
         "!in->nodes[first].is_edge;")]),
    ("an edge hands its probe to whatever it leads to", [
        (INFER, "in->of[v].def == RULE_PROBE && in->of[v].has_succ_rule", "in->of[v].def == RULE_PROBE")]),
    ("an edge has no probe, nor what it leads to", [
        (INFER, "in->of[in->graph->succ_first[v]].def = RULE_PROBE;", "(void)0;")]),
    ("no cycle rule", [
        (INFER, "in->of[next].def = RULE_PROBE;", "(void)next;")]),
    ("no forks where there is no filter", [
        (FORK, "if (flow == IL_FLOW_COND || flow == IL_FLOW_ENDFILTER) {",
         "if (flow == IL_FLOW_ENDFILTER) {")]),
    ("all nodes taken for available", [
        (INFER, "if (in->nodes[v].is_reachable && in->nodes[v].is_wanted) {\n            make_available",
         "if (in->nodes[v].is_reachable) {\n            make_available")]),
    ("no cut at points", [
        (ATOMS, "bool begins = leaders[u] || is_cut;",
         "bool begins = leaders[u] || (is_cut && work->is_oracle);")]),
    ("one edge for both arms of a branch to next", [
        (ATOMS, "add_arm_node(b, add_edge(b, branch, targets[slot]));",
         "add_arm_node(b, slot == 1 && kind == PROBE_BRANCH_COND && targets[0] == targets[1]"
         " ? b->work->plan->node_count - 1 : add_edge(b, branch, targets[slot]));")]),
    ("one edge for equal table entries", [
        (ATOMS, "entries[k] = add_edge(b, branch, target);",
         "uint32_t same = PROBE_NONE;"
         "for (uint32_t i = 0; i < k; i++) {"
         " same = body->targets[u->target + i] == target ? entries[i] : same; }"
         "entries[k] = same != PROBE_NONE ? same : add_edge(b, branch, target);")]),
    ("entries that fold to the default get arms", [
        (ATOMS, "b->fold[target] == b->fold[next];", "target == next;")]),
    ("folding through a br with a visible point", [
        (ATOMS, "stops[u] = work->is_visible[u] || work->is_fork[u];",
         "stops[u] = work->is_fork[u];")]),
    ("a leave over a finally is an edge", [
        (FLOW, "return leave->flow == IL_FLOW_LEAVE && region != FLOW_NONE",
         "return leave->flow == IL_FLOW_CALL && region != FLOW_NONE")]),
    ("the target of a leave over a finally is not opaque", [
        (GRAPH, "nodes[entry[body->insns[body->jumps[i]].target]].is_opaque = true;", "(void)entry;")]),
    ("finally and fault starts are not opaque", [
        (GRAPH, "nodes[entry[body->clauses[i].handler_start]].is_opaque = true;",
         "nodes[entry[body->clauses[i].handler_start]].is_opaque ="
         " body->clauses[i].kind < IL_CLAUSE_FINALLY;")]),
    ("catch starts are not opaque", [
        (GRAPH, "nodes[entry[body->clauses[i].handler_start]].is_opaque = true;",
         "nodes[entry[body->clauses[i].handler_start]].is_opaque ="
         " body->clauses[i].kind != IL_CLAUSE_CATCH;")]),
    ("starts of filter handlers are not opaque", [
        (GRAPH, "nodes[entry[body->clauses[i].handler_start]].is_opaque = true;",
         "nodes[entry[body->clauses[i].handler_start]].is_opaque ="
         " body->clauses[i].kind != IL_CLAUSE_FILTER;")]),
    ("filter starts are not opaque", [
        (GRAPH, "nodes[entry[body->clauses[i].filter_start]].is_opaque = true;", "(void)0;")]),
    ("method entry is not opaque", [
        (GRAPH, "nodes[entry[0]].is_opaque = true;", "(void)0;")]),
    ("handlers are not reachable", [
        (GRAPH, "reach(work, list, work->entry_of_insn[body->clauses[c].handler_start]);", "(void)0;")]),
    ("filters are not reachable", [
        (GRAPH, "reach(work, list, work->entry_of_insn[body->clauses[c].filter_start]);", "(void)0;")]),
    ("targets of crossing leaves are not reachable", [
        (GRAPH, "reach(work, list, work->entry_of_insn[work->body->insns[node->end_insn - 1].target]);",
         "(void)list;")]),
    ("a tail call goes on", [
        (FLOW, "return !flow_is_tail_call(insn);", "return true;"),
        (FLOW, "return flow_is_tail_call(u);", "return false;")]),
    ("no value forks", [
        (FORK, "work->is_fork[j] = !is_inner_value && !probe_is_after_tail_call(work, j);",
         "work->is_fork[j] = false;")]),
    ("a fork at every br M", [
        (FORK, "work->is_fork[j] = !is_inner_value && !probe_is_after_tail_call(work, j);",
         "work->is_fork[j] = !probe_is_after_tail_call(work, j);")]),
    ("fork without type test", [
        (FORK, "!probe_has_constant(work, j) && probe_is_bool(work, j, join);",
         "!probe_has_constant(work, j) && join > 0;")]),
    ("a constant is an operand", [
        (FORK, "return probe_constant_before(work, j) != FLOW_NONE && flow", "return false && flow")]),
    ("the taker of a value is not asked", [
        (TYPE, "if (type == IL_TYPE_UNKNOWN) {\n        type = taken_type(work, join);", "if (false) {")]),
    ("a join is pure by its offset", [
        (FORK, "if (!sets->site[flow->sources[i]]) {", "if (false) {")]),
    ("the br behind the constant is a site at once", [
        (FORK, "sets->site[j] = true;",
         "sets->site[j] = true;\n    sets->site[k] = sets->site[k] ||"
         " flow_is_br(&work->body->insns[k]);")]),
    ("nops behind the constant are not skipped", [
        (FORK, "while (next < work->body->insn_count && work->body->insns[next].op == IL_NOP &&",
         "while (false && work->body->insns[next].op == IL_NOP &&")]),
    ("nops in front of br M are not skipped", [
        (TYPE, "} while (work->body->insns[p].op == IL_NOP &&",
         "} while (false && work->body->insns[p].op == IL_NOP &&")]),
    ("no fork in filters", [
        (FORK, "work->is_fork[j] = !is_told &&", "work->is_fork[j] = false && !is_told &&")]),
    ("a fork in every filter", [
        (FORK, "work->is_fork[j] = !is_told &&", "work->is_fork[j] = (is_told || true) &&")]),
    ("a fork for a constant condition of a filter", [
        (FORK, "&& !probe_has_constant(work, stored);", ";")]),
    ("repetitions are not seen", [
        (FORK, "work->is_repeated[j] = repeats_operands(work, &sets, j);",
         "work->is_repeated[j] = repeats_operands(work, &sets, j) && false;")]),
    ("a repetition with a visible point", [
        (FORK, "&& !work->is_statement[j] &&\n           probe_is_told", "&&\n           probe_is_told")]),
    ("a repetition reached in another way", [
        (STORE, "(sets->carried[insn] && flow_source_count(work->flow, insn) == 0);",
         "sets->carried[insn];")]),
    ("no fork for stored operands", [
        (STORE, "work->is_fork[store] = !is_inner_value;", "(void)is_inner_value;")]),
    ("a fork for every stored value", [
        (STORE, "work->is_fork[store] = !is_inner_value;", "work->is_fork[store] = true;")]),
    ("a stored constant is an operand", [
        (STORE, "(!is_inner_value && probe_has_constant(work, store))", "false")]),
    ("stored operands of any type", [
        (STORE, "probe_stores_bool(work, *store) &&", "")]),
    ("a test of another variable", [
        (STORE, "insns[store], &left) && il_is_same_place(left, *p) &&", "insns[store], &left) &&")]),
    ("a test that the user wrote", [
        (STORE, "is_straight(work, store + 1, test);", "true;")]),
    ("a stored value whose join is reached by others", [
        (STORE, "if (flow_source_count(flow, join) != 1) {",
         "if (flow_source_count(flow, join) == 0) {")]),
    ("a reload that the user wrote", [
        (STORE, "if (work->is_statement[i] || (i > first", "if ((i > first")]),
    ("a repetition that is reached by a loop", [
        (STORE, "body->insn_count - insn < 3 ||\n        flow_source_count(work->flow, insn + 1) > 0) {",
         "body->insn_count - insn < 3) {")]),
    ("a reload that is reached in another way", [
        (STORE, "|| (i > first && flow_source_count(work->flow, i) > 0)", "")]),
    ("a value that is stored is told no more", [
        (STORE, "sets->carried[end] = true;\n        }", "(void)0;\n        }")]),
    ("the value of a pattern is an operand", [
        (STORE, "probe_is_told(work, sets, insn) || is_decided(work, insn);",
         "probe_is_told(work, sets, insn);")]),
    ("a negated constant is an operand", [
        (FORK, "while (p != FLOW_NONE && negates(work, p)) {", "while (false && negates(work, p)) {")]),
    ("negated constants of two ways are none of a pattern", [
        (STORE, "if (is_negated && flow_source_count(work->flow, end) > 0) {", "if (false) {")]),
    ("a filter's last point begins a statement", [
        (PLAN, "work->is_statement[insn - 1] = false;", "(void)0;")]),
    ("nothing joins behind a constant that comes first", [
        (FIRST, "sets->join[join] = true;", "(void)0;")]),
    ("an inner value behind a constant is an operand", [
        (FIRST, "work->is_fork[pause] = !is_inner_value;", "work->is_fork[pause] = true;")]),
    ("the way of a constant that comes first is no operand's", [
        (FIRST, "sets->site[insn] = true;", "(void)sets;")]),
    ("any value of several ways is that of a pattern", [
        (STORE, "uint32_t maker = probe_constant_before(work, at);",
         "uint32_t maker = probe_producer(work, at);")]),
    ("constants that the user wrote are those of a pattern", [
        (STORE, "return maker != FLOW_NONE && !work->is_statement[maker];",
         "return maker != FLOW_NONE;")]),
    ("a pattern's value that something else reaches", [
        (STORE, "flow_source_count(flow, source) > 0 ||", "")]),
    ("a negated value is not told", [
        (STORE, "sets->carried[insn + 2] = true;", "(void)0;")]),
    ("only the reload itself behind the join", [
        (STORE, "at - join < MAX_INSNS_AFTER_JOIN;", "at - join < 1;")]),
    ("a statement in front of the reload", [
        (STORE, "(is_begin && work->is_statement[at]) || ", "")]),
    ("no point behind the join", [
        (STORE, "is_begin = is_begin && goes_on(&body->insns[at]);", "(void)goes_on;")]),
    ("a reload that is reached from elsewhere", [
        (STORE, "flow->sources[i] < first || flow->sources[i] >= insn", "false")]),
    ("a reload behind another store", [
        (STORE, "(stored_place(&body->insns[at], &stored) && il_is_same_place(stored, *p)) ||", "")]),
    ("a reload in another region", [
        (STORE, "work->flow->region_of_insn[at] != work->flow->region_of_insn[join]", "false")]),
    ("an address is no reload", [
        (STORE, "return is_called ? 1 : load_length(body, at, p);",
         "(void)is_called; return load_length(body, at, p);")]),
    ("clean-ups hide the store", [
        (STORE, "while (store != FLOW_NONE && store >= 3 && is_clean_up(", "while (false && is_clean_up(")]),
    ("clean-ups that the user wrote", [
        (STORE, "is_straight(work, at, at + 2);", "true;")]),
    ("clean-ups of anything", [
        (STORE, "return il_loads_this(insn) && (is_null", "return (is_null")]),
    ("a number is no reference", [
        (STORE, "insn[1].op == IL_LDNULL && insn[2]", "insn[2]")]),
    ("no way back from an await", [
        (STORE, "(p->kind == IL_PLACE_FIELD && is_resumed(work, join, at));", "false; (void)is_resumed;")]),
    ("a local is kept over an await", [
        (STORE, "(p->kind == IL_PLACE_FIELD && is_resumed(", "(is_resumed(")]),
    ("a way back from behind the join", [
        (STORE, "if (flow->sources[i] >= first) {", "if (false) {")]),
    ("a way back behind anything", [
        (STORE, "return before == IL_LEAVE || before == IL_LEAVE_S;", "return before != IL_THROW;")]),
    ("no arm is told by its hidden point", [
        (STORE, "return is_led_to(work, test, join);", "return false;")]),
    ("a hidden point in straight code begins an arm", [
        (STORE, "!(work->is_hidden[at] && begins_block(work, at))", "!work->is_hidden[at]")]),
    ("a statement at a block begins an arm", [
        (STORE, "return work->is_visible[at] ? has_condition : at > 0;", "return at > 0;")]),
    ("a condition begins no arm", [
        (STORE, "flow == IL_FLOW_COND && u->target > join;", "flow == IL_FLOW_COND && u->target > join && false;")]),
    ("a condition that leads to the arm begins it", [
        (STORE, "flow == IL_FLOW_COND && u->target > join;", "flow == IL_FLOW_COND && u->target != join;")]),
    ("arms are only jumped to", [
        (STORE, "flow_source_count(work->flow, insn) > 0 || !goes_on(&work->body->insns[insn - 1]);",
         "flow_source_count(work->flow, insn) > 0;")]),
    ("hidden statements are arms", [
        (STORE, "return work->is_visible[insn] || work->is_hidden[insn];",
         "return work->is_visible[insn];")]),
    ("two stores: no fork", [
        (STORE, "if (is_left_first != is_left_last) {", "if (false) {")]),
    ("two stores: of several statements", [
        (STORE, "sets->statements[s->test] == sets->statements[join] &&", "")]),
    ("two stores: a join that is reached by others", [
        (STORE, "if (sources != 1) {", "if (sources == 0) {")]),
    ("two stores: into different variables", [
        (STORE, "stored_place(&insns[out->first], &left) &&\n           il_is_same_place(left, *p) &&", "")]),
    ("two stores: of any type", [
        (STORE, "probe_stores_bool(work, out->last);", "true;")]),
    ("two stores: a test of anything", [
        (STORE, "tests_stored(work, s->test, &left);", "true;")]),
    ("two stores: the first is always the constant", [
        (STORE, "stores_constant(work, s.test + 1, s.first);", "true;")]),
    ("only the reload itself behind a store", [
        (STORE, "(load_length(body, at, p) == 0 && is_load(&body->insns[at]) ? 1 : 0);", "0;")]),
    ("anything may stand in front of a reload", [
        (STORE, "is_load(&body->insns[at]) ? 1 : 0);", "true ? 1 : 0);")]),
    ("the fall probe stands behind the label", [
        (PLACE, "/* Returns the atom that starts with `insn`",
         "static uint32_t late = PROBE_NONE;\n\n/* Returns the atom that starts with `insn`"),
        (PLACE, "code->label[insn] = code->count;",
         "code->label[insn] = code->count;\n    add_probe(code, late);\n    late = PROBE_NONE;"),
        (PLACE, "index, insn->target);\n    add_probe(p->code, fall);",
         "index, insn->target);\n    late = fall;")]),
    ("labels stand behind the probes", [
        (PLACE, "code->label[insn] = code->count;", "(void)0;"),
        (PLACE, "code->next_atom++;\n    }\n}", "code->next_atom++;\n    }\n"
                "    code->label[insn] = code->count;\n}")]),
    ("no ret of its own for a tail call", [
        (PLACE, "if (is_next_ret && flow_is_tail_call", "if (false && flow_is_tail_call")]),
    ("brtrue with a probe is not inverted", [
        (PLACE, "il_op inverse = op == IL_BRTRUE ? IL_BRFALSE : IL_BRTRUE;", "il_op inverse = op;")]),
    ("a default entry misses the fall probe", [
        (PLACE, "uint32_t fall_place = fall != PROBE_NONE ? here(code) : index + 1;",
         "uint32_t fall_place = index + 1;")]),
    ("no br over the stubs of a switch", [
        (PLACE, "if (has_stub(p, branch)) {", "if (false) {")]),
    ("arms of a fork swapped", [
        (PLACE, "il_op op = on_false == PROBE_NONE ? IL_BRFALSE : IL_BRTRUE;",
         "il_op op = on_false == PROBE_NONE ? IL_BRTRUE : IL_BRFALSE;")]),
    ("the stack is not raised", [
        (EMIT, "has_probes ? more : 0;", "has_probes ? more - more : 0;")]),
    ("the stack is raised by too little for a lane", [
        (INTERNAL, "#define RW_LANE_STACK 3u", "#define RW_LANE_STACK 2u")]),
    ("branches to the first instruction lead to the entry", [
        (PLACE, "code->label[insn] = code->count;", "code->label[insn] = insn == 0 ? 0 : code->count;")]),
    ("the map leaves the entry out", [
        (EMIT, "out->map[0].new_offset = 0;", "out->map[0].new_offset = label_offset(code, 0);")]),
    ("the entry goes on although the thread has a lane", [
        (PROBE, "rw_put_u8(&w, asking_size(probe));", "rw_put_u8(&w, 0);")]),
    ("a probe adds to the counter behind its own", [
        (PROBE, "rw_put_u64(w, offset);", "rw_put_u64(w, offset + 8);")]),
    ("the lane is kept over a suspension", [
        (PLACE, "if (p->code->entry_after != NULL &&", "if (false && p->code->entry_after != NULL &&")]),
    ("the lane is kept in handlers", [
        (PLACE, "if (code->entry_before != NULL &&", "if (false && code->entry_before != NULL &&")]),
    ("the lane is kept in filters", [
        (PLACE, "if (c->kind == IL_CLAUSE_FILTER) {", "if (c->kind != IL_CLAUSE_FILTER) {")]),
    ("a region ends behind the probe of the next atom", [
        (PLACE, "if (atom != PROBE_NONE) {\n        add_probe(code, p->plan->nodes[atom].counter);\n"
                "        code->next_atom++;",
         "if (atom != PROBE_NONE) {\n        add_probe(code, p->plan->nodes[atom].counter);\n"
         "        code->next_atom++;\n        end_label[insn] = code->count;"),
        (PLACE, "code->label[insn] = code->count;",
         "code->label[insn] = code->count;\n    end_label[insn] = code->count;"),
        (PLACE, "/* Adds label, entry, fork and probes", "extern uint32_t end_label[1 << 20];\n"
                "uint32_t end_label[1 << 20];\n/* Adds label, entry, fork and probes"),
        (EMIT, "rw_put_u32(w, label_offset(code, c->try_end) - try_start);",
         "extern uint32_t end_label[];\n        rw_put_u32(w, item_offset(code, end_label[c->try_end])"
         " - try_start);")]),
    ("clauses written in another order", [
        (EMIT, "const il_clause *c = &body->clauses[i];",
         "const il_clause *c = &body->clauses[body->clause_count - 1 - i];")]),
    ("operands in front of a constant that the user wrote", [
        (FORK, "work->is_statement[constant] ||\n        !probe_only_tests_reach", "!probe_only_tests_reach")]),
    ("all other ends of an operand are passed over", [
        (CHOICE, "if (!sets->site[end] || (begin > 0 && !can_count)) {", "if (begin > 0 && !can_count) {")]),
    ("a choice is told at its last end only", [
        (CHOICE, "for (uint32_t i = 0; i < ends->count; i++) {\n        uint32_t end = ends->insns[i];\n        work",
         "for (uint32_t i = ends->count - 1; i < ends->count; i++) {\n        uint32_t end = ends->insns[i];\n        work")]),
    ("ends of the left operand taken for ends of the right one", [
        (CHOICE, "first_after(all, count, last_test(work, j))", "0 * count")]),
    ("each end of a choice is a decision", [
        (CHOICE, "work->is_part[end] || !work->is_fork[end];", "false;")]),
    ("operands within a choice are no decisions", [
        (CHOICE, "work->is_part[end] || !work->is_fork[end];", "true;")]),
    ("the value of a choice is not told", [
        (CHOICE, "        sets->site[end] = true;\n", "")]),
    ("ldsfld taken for quiet", [
        (OPS, 'IL_OP(LDSFLD, "ldsfld", 0x7E, 0x00, TOKEN, 0, 1, NEXT, true,',
         'IL_OP(LDSFLD, "ldsfld", 0x7E, 0x00, TOKEN, 0, 1, NEXT, false,')]),
    ("div taken for quiet", [
        (OPS, 'IL_OP(DIV, "div", 0x5B, 0x00, NONE, 2, 1, NEXT, true,',
         'IL_OP(DIV, "div", 0x5B, 0x00, NONE, 2, 1, NEXT, false,')]),
    ("call taken for quiet", [
        (OPS, 'IL_OP(CALL, "call", 0x28, 0x00, TOKEN, -1, -1, CALL, true,',
         'IL_OP(CALL, "call", 0x28, 0x00, TOKEN, -1, -1, CALL, false,')]),
    ("branches lead past the call that ends a test", [
        (CALLS, "        w->label[i] = (uint32_t)at;\n"
         "        at += call_before(w, &old->insns[i]) != 0 ? call_size() : 0;",
         "        at += call_before(w, &old->insns[i]) != 0 ? call_size() : 0;\n"
         "        w->label[i] = (uint32_t)at;")]),
    ("a test that throws is one that ends", [
        (CALLS, "put_call(b, calls, calls->threw, calls->end_token);",
         "put_call(b, calls, calls->ended, calls->end_token);")]),
    ("the handler of a test runs at its end, too", [
        (CALLS, "put_clause(b, IL_CLAUSE_FAULT", "put_clause(b, IL_CLAUSE_FINALLY")]),
    ("the try of a test begins late", [
        (CALLS, "put_clause(b, IL_CLAUSE_FAULT, w->try_start,",
         "put_clause(b, IL_CLAUSE_FAULT, w->label[1],")]),
    ("a switch is relative to its start", [
        (CALLS, "w->label[w->old.targets[insn->target + i]] - end",
         "w->label[w->old.targets[insn->target + i]] - end + 1")]),
]

class Lab:
    def __init__(self, options):
        self.cc = options.cc
        self.source = pathlib.Path(options.source).resolve()
        self.work = pathlib.Path(options.work).resolve()
        self.bodies = options.bodies
        self.flags = ["-std=c17", "-O1", "-w", "-D_GNU_SOURCE"]

    def compile(self, source, target, include):
        command = [self.cc, *self.flags, *[f"-I{p}" for p in include], "-c", str(source), "-o",
                   str(target)]
        subprocess.run(command, check=True)
        return target

    def includes(self):
        return [self.source / "src", self.source / "include", self.source]

    def build_base(self):
        """Objects of everything as it is; the mutants replace some."""
        self.work.mkdir(parents=True, exist_ok=True)
        src = self.source / "src"
        self.rewriter = {p.name: p for p in sorted((src / "rewriter").glob("*/*.c"))}
        sims = sorted((self.source / "tests/unit/rewriter").glob("sim*.c"))
        rest = sims + sorted((src / "base").glob("*.c"))
        self.rest = [self.compile(p, self.work / (p.stem + ".o"), self.includes()) for p in rest]
        self.objects = {name: self.compile(p, self.work / (p.stem + ".o"), self.includes())
                        for name, p in self.rewriter.items()}

    def run(self, program, bodies):
        """0: no mismatch; 1: mismatch, crash or hang. And the first line of the report."""
        command = [str(program), "--bodies", str(bodies), "--seed", "1", "--no-verify"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            return 1, "endless"
        found = re.search(r"MISMATCH: (.*)", done.stdout)
        return (1 if done.returncode != 0 else 0), found.group(1) if found else "crash"

    def link(self, objects, program):
        subprocess.run([self.cc, *map(str, objects), "-o", str(program)], check=True)
        return program

    def mutate(self, name, changes):
        """A tree with the changed files in front of the real one. Headers and the opcode table are
        seen by every file, so changing one of these builds all of the rewriter again."""
        root = self.work / re.sub(r"\W+", "_", name)
        places = {p.name: p.relative_to(self.source) for p in (self.source / "src/rewriter").glob("*/*")}
        texts = {}
        for file, old, new in changes:
            text = texts.get(file) or (self.source / places[file]).read_text()
            if text.count(old) != 1:
                raise SystemExit(f"mutant '{name}': {text.count(old)} places in {file}: {old!r}")
            texts[file] = text.replace(old, new)
        for file, text in texts.items():
            (root / places[file]).parent.mkdir(parents=True, exist_ok=True)
            (root / places[file]).write_text(text)
        include = [root / "src", *self.includes()]
        rebuild_all = any(not file.endswith(".c") for file in texts)
        objects = []
        for file, source in self.rewriter.items():
            if file in texts:
                source = root / places[file]
            elif not rebuild_all:
                objects.append(self.objects[file])
                continue
            objects.append(self.compile(source, root / (source.stem + ".o"), include))
        return self.link(objects + self.rest, root / "sim")

    def judge(self, row):
        name, changes = row
        found, text = self.run(self.mutate(name, changes), self.bodies)
        return name, found, text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--bodies", type=int, default=60000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only")
    options = parser.parse_args()
    lab = Lab(options)
    lab.build_base()
    healthy, text = lab.run(lab.link(list(lab.objects.values()) + lab.rest, lab.work / "sim"), 2000)
    if healthy != 0:
        raise SystemExit(f"the rewriter itself fails: {text}")
    rows = [row for row in MUTANTS if options.only is None or options.only in row[0]]
    survivors = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, found, text in pool.map(lab.judge, rows):
            survivors += 0 if found else 1
            print(f"{'seen' if found else 'SURVIVED'}: {name}{': ' + text if found else ''}", flush=True)
    print(f"{len(rows)} mutants, {survivors} survived")
    return 1 if survivors or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
