/* The simulation of rw_add_calls(): the body with calls does what the body without them does, and
 * the calls say when it begins and ends. */
#include "sim_calls.h"

#include "rewriter/rewrite/rw_check.h"

/* The calls of a body whose method is a test from its beginning to its end, of one that begins
 * only, and of a state machine. */
typedef enum calls_mode { MODE_WHOLE, MODE_BEGINS, MODE_MACHINE, MODES } calls_mode;

/* A call that is in the body, as what completes the task. */
static void choose_member(rw_members *members, const sim_prog *original, sim_rand *rnd) {
    uint32_t start = sim_below(rnd, original->count);
    for (uint32_t i = 0; i < original->count; i++) {
        const sim_insn *insn = &original->insns[(start + i) % original->count];
        if (insn->code == 0x28 || insn->code == 0x6F) {
            members->tokens[members->count++] = (uint32_t)insn->operand;
            return;
        }
    }
}

/* The flow is restored where control leaves any method that changes it. */
static void choose_flow(rw_calls *calls, calls_mode mode) {
    calls->has_flow = true;
    calls->enter_token = SIM_FLOW_ENTER;
    calls->leave_token = SIM_FLOW_LEAVE;
    calls->end_token = SIM_FLOW_END;
    calls->field = SIM_FLOW_FIELD;
    calls->before = SIM_BEFORE_LOCAL;
    calls->local = SIM_VALUE_LOCAL;
    calls->ends = mode != MODE_MACHINE;
    if (mode == MODE_BEGINS) {
        calls->ended = calls->threw = 0;
    }
}

static rw_calls choose_calls(const sim_prog *original, bool has_lane, sim_rand *rnd) {
    calls_mode mode = (calls_mode)sim_below(rnd, MODES);
    rw_calls calls = {
        .enter = SIM_ENTER_FUNCTION,
        .ended = SIM_ENDED_FUNCTION,
        .threw = SIM_THREW_FUNCTION,
        .argument = SIM_CALLS_ARGUMENT,
        .enter_token = SIM_ENTER_SIG,
        .end_token = SIM_END_SIG,
        .enters = mode != MODE_MACHINE,
        .ends = mode == MODE_WHOLE,
        .has_this = sim_percent(rnd, 50),
        .returns_value = original->returns != SIM_TYPE_VOID,
        .local_sig = 0x110FFFFC,
        .local = SIM_LANE_LOCAL,
    };
    if (mode == MODE_MACHINE) {
        choose_member(&calls.completes, original, rnd);
        choose_member(&calls.fails, original, rnd);
    }
    if (has_lane || sim_percent(rnd, 50)) {
        choose_flow(&calls, mode);
    }
    return calls;
}

static bool has_jmp(const sim_prog *prog) {
    for (uint32_t i = 0; i < prog->count; i++) {
        if (prog->insns[i].kind == SIM_JMP) {
            return true;
        }
    }
    return false;
}

/* A map that has every instruction of the body. */
static rw_map_entry *map_all(const il_body *body, cc_arena *arena) {
    rw_map_entry *map = CC_NEW_ARRAY(arena, rw_map_entry, body->insn_count);
    for (uint32_t i = 0; map != NULL && i < body->insn_count; i++) {
        map[i] = (rw_map_entry){body->insns[i].offset, body->insns[i].offset, 1};
    }
    return map;
}

/* The map and the sites of the result say what the map of all instructions says. */
static void check_places(const rw_result *before, const rw_result *after, const il_body *body,
                         const rw_map_entry *all, sim_report *report) {
    for (uint32_t i = 1; i < before->map_count; i++) {
        uint32_t at = body->insn_at[before->map[i].new_offset];
        if (after->map[i].new_offset != all[at].new_offset ||
            after->map[i].old_offset != before->map[i].old_offset) {
            sim_fail(report, "entry %u of the map is at another place", i);
        }
    }
    for (uint32_t i = 0; i < before->site_count; i++) {
        uint32_t at = body->insn_at[before->sites[i].offset];
        if (after->sites[i].offset != all[at].new_offset ||
            after->sites[i].counter != before->sites[i].counter) {
            sim_fail(report, "site %u is at another place", i);
        }
    }
    if (after->map[0].new_offset != 0) {
        sim_fail(report, "the map does not begin with the body");
    }
}

static bool is_call_of(const sim_insn *insn, const rw_members *members) {
    bool is_call = insn->code == 0x28 || insn->code == 0x6F;
    return is_call && members->count > 0 && (uint32_t)insn->operand == members->tokens[0];
}

/* Units of the new body that stand for one of the body before: those of a call before it are
 * passed. A ret has become a leave, after the store of its value. */
static void take_old(sim_called *c, const il_body *after, const sim_prog *rewritten,
                     const rw_map_entry *all) {
    const rw_calls *calls = &c->calls;
    uint32_t call = calls->has_flow ? 6 : 5;
    for (uint32_t i = 0; i < rewritten->count; i++) {
        const sim_insn *from = &rewritten->insns[i];
        uint32_t at = after->insn_at[all[i].new_offset];
        bool has_call = is_call_of(from, &calls->completes) || is_call_of(from, &calls->fails);
        at += has_call ? call : 0;
        at += from->kind == SIM_RET && calls->ends && calls->returns_value ? 1 : 0;
        c->prog.insns[at].old = from->old;
    }
}

static bool refused(cc_err err, const char *what, sim_report *report) {
    if (err != CC_OK) {
        sim_fail(report, "%s: %s", what, cc_error_message());
    }
    return err != CC_OK;
}

/* rw_add_calls() for a copy of the result: maps and sites are changed in place. */
static rw_result copy_result(const rw_result *from, cc_arena *arena) {
    rw_result copy = *from;
    copy.map = CC_NEW_ARRAY(arena, rw_map_entry, from->map_count);
    copy.sites = CC_NEW_ARRAY(arena, rw_site, (size_t)from->site_count + 1);
    for (uint32_t i = 0; i < from->map_count; i++) {
        copy.map[i] = from->map[i];
    }
    for (uint32_t i = 0; i < from->site_count; i++) {
        copy.sites[i] = from->sites[i];
    }
    return copy;
}

enum { ENTER_BYTES = 1 + 10 + 10 + 5, FLOW_BYTES = 4 };

static void load(sim_called *c, const il_body *before, const rw_result *after,
                 const sim_prog *rewritten, rw_map_entry *all, cc_arena *arena,
                 sim_report *report) {
    il_body decoded;
    uint32_t max_stack = 0;
    if (refused(il_decode(&decoded, after->body, arena), "il_decode of calls", report)) {
        return;
    }
    if (after->code_size != decoded.code.len || decoded.init_locals != before->init_locals) {
        sim_fail(report, "the header of the body with calls is wrong");
    }
    bool was_sound = rw_check_regions(before, arena) == CC_OK;
    if (was_sound && refused(rw_check_regions(&decoded, arena), "rw_check_regions", report)) {
        return;
    }
    sim_prog_load(&c->prog, &decoded, rewritten->returns, report);
    if (report->failed) {
        return;
    }
    /* the first entry of a map stays 0 */
    uint32_t entry = ENTER_BYTES + (c->calls.has_flow ? FLOW_BYTES : 0);
    all[0].new_offset = c->calls.enters ? entry : 0;
    take_old(c, &decoded, rewritten, all);
    sim_check_flow(&c->prog, &max_stack, report);
}

void sim_called_make(sim_called *c, const rw_result *result, const sim_prog *rewritten,
                     const sim_prog *original, sim_rand *rnd, cc_arena *arena, sim_report *report) {
    il_body before;
    c->is_on = false;
    c->calls = choose_calls(original, rw_has_lane(&c->counters.probe), rnd);
    if (rewritten->clause_count >= SIM_MAX_CLAUSES ||
        refused(il_decode(&before, result->body, arena), "il_decode", report)) {
        return;
    }
    rw_result whole = copy_result(result, arena);
    rw_result mapped = copy_result(result, arena);
    mapped.map = map_all(&before, arena);
    mapped.map_count = before.insn_count;
    cc_err err = rw_add_calls(&whole, &c->calls, arena);
    bool is_refused = c->calls.ends && has_jmp(original);
    if (is_refused && err != CC_E_UNSUPPORTED) {
        sim_fail(report, "a body with jmp gets an end");
    }
    if (is_refused || refused(err, "rw_add_calls", report) ||
        refused(rw_add_calls(&mapped, &c->calls, arena), "rw_add_calls", report)) {
        return;
    }
    if (!cc_span_eq(whole.body, mapped.body)) {
        sim_fail(report, "adding calls twice gives two bodies");
    }
    load(c, &before, &whole, rewritten, mapped.map, arena, report);
    if (!report->failed) {
        check_places(result, &whole, &before, mapped.map, report);
    }
    c->is_on = true;
}

/* How often the members were called in the original. */
static uint64_t times_of(const rw_members *members, const sim_prog *original,
                         const sim_truth *truth) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < original->count; i++) {
        sum += is_call_of(&original->insns[i], members) ? truth->begun[i] : 0;
    }
    return sum;
}

bool sim_called_may_run(const sim_called *c, const sim_trace *original) {
    return c->is_on && (original->end != SIM_END_TAIL || !c->calls.ends);
}

void sim_called_check(const sim_called *c, const sim_prog *original, const sim_truth *truth,
                      const sim_trace *trace, sim_report *report) {
    const sim_events *e = &c->counters.events;
    const rw_calls *calls = &c->calls;
    if (e->enters != (calls->enters ? 1 : 0) || e->begun_at_enter != 0) {
        sim_fail(report, "enter is called %u times", e->enters);
    }
    if (calls->has_flow && calls->ends &&
        (trace->end == SIM_END_RETURN || trace->end == SIM_END_UNWIND) && e->leaves != 1) {
        sim_fail(report, "the flow is restored %u times", e->leaves);
    }
    if (calls->ends && calls->ended != 0 &&
        (e->ended != (trace->end == SIM_END_RETURN ? 1 : 0) ||
         e->threw != (trace->end == SIM_END_UNWIND ? 1 : 0))) {
        sim_fail(report, "end %d: ended %u, threw %u times", (int)trace->end, e->ended, e->threw);
    }
    if (calls->ends && e->ended + e->threw > 0 && e->begun_at_end != trace->count) {
        sim_fail(report, "the body goes on after its end");
    }
    if (calls->ends || trace->end == SIM_END_KILL) {
        return;
    }
    uint64_t ended = times_of(&calls->completes, original, truth);
    bool is_same = calls->completes.count > 0 && calls->fails.count > 0 &&
                   calls->completes.tokens[0] == calls->fails.tokens[0];
    uint64_t threw = is_same ? 0 : times_of(&calls->fails, original, truth);
    if (e->ended != ended || e->threw != threw) {
        sim_fail(report, "completed %u times, failed %u times", e->ended, e->threw);
    }
}
