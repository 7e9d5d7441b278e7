/* Interpreter of method bodies, one frame.
 *
 * Values, exceptions and hangs come from the oracle, drawn in order; so two bodies that do the same
 * get the same. Stores into counters are executed as the IL that they are. */
#include "sim_run.h"

#include <string.h>

void sim_finish(run *r, sim_end end) {
    r->trace->end = end;
    r->is_over = true;
}

void sim_bad(run *r, const char *what) {
    sim_fail(r->report, "unit %u of the %s body: %s", r->pc,
             r->counters == NULL ? "original" : "new", what);
    sim_finish(r, SIM_END_BAD);
}

uint32_t sim_draw(run *r) {
    r->trace->draws++;
    return sim_next(&r->oracle);
}

void sim_push(run *r, int64_t value) {
    if (r->depth >= r->prog->max_stack || r->depth >= SIM_MAX_STACK) {
        sim_bad(r, "stack overflow");
        return;
    }
    r->stack[r->depth++] = value;
}

int64_t sim_pop(run *r) {
    if (r->depth == 0) {
        sim_bad(r, "stack underflow");
        return 0;
    }
    return r->stack[--r->depth];
}

static bool compare(uint16_t code, int64_t a, int64_t b) {
    switch (code) {
    case 0x3B:
    case 0xFE01:
        return a == b;
    case 0x3C:
        return a >= b;
    case 0x3D:
    case 0xFE02:
        return a > b;
    case 0x3E:
        return a <= b;
    case 0x3F:
    case 0xFE04:
        return a < b;
    case 0x40:
        return a != b;
    case 0x41:
        return (uint64_t)a >= (uint64_t)b;
    case 0x42:
    case 0xFE03:
        return (uint64_t)a > (uint64_t)b;
    case 0x43:
        return (uint64_t)a <= (uint64_t)b;
    default:
        return (uint64_t)a < (uint64_t)b;
    }
}

static int64_t computed(const sim_insn *insn, int64_t a, int64_t b) {
    switch (insn->code) {
    case 0x14:
        return 0;
    case 0x58:
        return (int64_t)((uint64_t)a + (uint64_t)b);
    case 0x59:
        return (int64_t)((uint64_t)a - (uint64_t)b);
    case 0x5F:
        return a & b;
    case 0x60:
        return a | b;
    case 0x61:
        return a ^ b;
    case 0x65:
        return (int64_t)(0 - (uint64_t)a);
    case 0xE0:
        return a;
    case 0xFE01:
    case 0xFE02:
    case 0xFE03:
    case 0xFE04:
    case 0xFE05:
        return compare(insn->code == 0xFE05 ? 0x44 : insn->code, a, b);
    default:
        return (int64_t)(((uint64_t)a * 3 + (uint64_t)b + insn->code) % 7);
    }
}

static void quiet(run *r, const sim_insn *insn) {
    int64_t b = insn->pops > 1 ? sim_pop(r) : 0;
    int64_t a = insn->pops > 0 ? sim_pop(r) : 0;
    bool stores_arg = insn->code == 0x10 || insn->code == 0xFE0B;
    if (stores_arg && (uint64_t)insn->operand < SIM_ARGS) {
        r->args[insn->operand] = (sim_cell){true, a};
    }
    if (insn->pushes > 0) {
        sim_push(r, computed(insn, a, b));
    }
    r->pc++;
}

static int64_t random_value(run *r, uint8_t type) {
    uint32_t n = sim_draw(r);
    return type == SIM_TYPE_OTHER ? (int64_t)(n % 7) - 1 : (int64_t)(n % 2);
}

/* A new body goes on on another thread, which may have a lane already. */
static void move(run *r, uint32_t luck) {
    r->lane = luck % 2 == 0 ? 0 : SIM_LANE;
    r->locals[SIM_LANE_LOCAL] = SIM_NO_LANE;
}

static bool may_move(const run *r, const sim_insn *insn) {
    return r->counters != NULL && rw_has_lane(&r->counters->probe) &&
           r->counters->probe.lane.suspends != NULL && insn->old != SIM_NONE &&
           r->counters->probe.lane.suspends[insn->old];
}

/* Takes the next number of the oracle in any case, so that all runs take as many. */
static int64_t loaded(run *r, const sim_insn *insn, const sim_cell *cell) {
    int64_t value = random_value(r, insn->type);
    return cell != NULL && cell->is_stored ? cell->value : value;
}

static sim_cell *field_of(run *r, const sim_insn *insn) {
    uint64_t index = (uint64_t)(insn->operand - SIM_TOKEN_FIELD);
    bool is_field = (insn->code == 0x7B || insn->code == 0x7D) && index < SIM_FIELDS;
    return is_field ? &r->fields[index] : NULL;
}

/* A call or another instruction that may throw or never end. */
static void risky(run *r, const sim_insn *insn) {
    sim_cell *field = field_of(r, insn);
    int64_t top = insn->pops > 0 ? sim_pop(r) : 0;
    for (uint32_t i = 1; i < insn->pops; i++) {
        (void)sim_pop(r);
    }
    uint32_t n = sim_draw(r);
    if (may_move(r, insn)) {
        move(r, n >> 8);
    }
    uint32_t luck = n % 1000;
    if (luck < r->world->hang_per_mille) {
        sim_finish(r, SIM_END_HANG);
    } else if (insn->kind == SIM_CALL && (insn->prefixes & IL_PREFIX_TAIL) != 0) {
        sim_finish(r, SIM_END_TAIL);
    } else if (luck < r->world->hang_per_mille + r->world->throw_per_mille) {
        sim_raise(r, (n >> 16) % SIM_CLASSES);
    } else {
        if (insn->pushes > 0) {
            sim_push(r, loaded(r, insn, field));
        } else if (field != NULL) {
            *field = (sim_cell){true, top};
        }
        r->pc++;
    }
}

/* NULL for the address of no counter. */
static uint64_t *counter_at(run *r, uint64_t address) {
    const rw_probe *probe = &r->counters->probe;
    uint64_t at = address - probe->base;
    if (address < probe->base || at / probe->stride >= r->counters->count ||
        at % probe->stride != 0) {
        sim_bad(r, "probe of no counter");
        return NULL;
    }
    return &r->counters->values[at / probe->stride];
}

static void count(run *r, uint64_t address) {
    uint64_t *counter = counter_at(r, address);
    if (counter != NULL) {
        ++*counter;
    }
}

/* A checked probe skips its store from the second time on. Here all times are to be counted, those
 * that it skips as it looks: every second one, so that both ways are gone. */
static void look_at(run *r, uint64_t address) {
    uint64_t *counter = counter_at(r, address);
    bool skips = counter != NULL && *counter % 2 == 1;
    if (skips) {
        ++*counter;
    }
    sim_push(r, skips);
}

/* The function of what gives the lane, or a counter of the lane. */
static int64_t word_at(run *r, uint64_t address) {
    if (address == r->counters->probe.lane.giver) {
        return SIM_LANE_FUNCTION;
    }
    const uint64_t *counter = counter_at(r, address - SIM_LANE);
    return counter != NULL ? (int64_t)*counter : 0;
}

/* The lane: false for an instruction that needs no meaning of its own. */
static bool run_lane(run *r, const sim_insn *insn) {
    const rw_probe *probe = &r->counters->probe;
    if (insn->code == 0x7E && insn->operand == SIM_LANE_FIELD) {
        sim_push(r, r->lane);
    } else if (insn->code == 0x80 && insn->operand == SIM_LANE_FIELD) {
        r->lane = sim_pop(r);
    } else if (insn->code == 0x29 && insn->operand == SIM_LANE_SIG) {
        if (sim_pop(r) != SIM_LANE_FUNCTION || (uint64_t)sim_pop(r) != probe->lane.giver ||
            r->lane != 0) {
            sim_bad(r, "asks for a lane in another way, or has one");
        }
        sim_push(r, SIM_LANE);
    } else if (insn->code == 0x4D) {
        sim_push(r, word_at(r, (uint64_t)sim_pop(r)));
    } else if (insn->code == 0x58) {
        int64_t b = sim_pop(r);
        sim_push(r, sim_pop(r) + b);
    } else if (insn->code == 0xDF) {
        int64_t value = sim_pop(r);
        uint64_t at = (uint64_t)sim_pop(r) - SIM_LANE;
        const uint64_t *counter = counter_at(r, at);
        if (counter != NULL && (uint64_t)value != *counter + 1) {
            sim_bad(r, "adds something else than 1");
        }
        count(r, at);
    } else {
        return false;
    }
    r->pc++;
    return true;
}

/* Whose byte in the lane of the test is at the address; SIM_NONE: no counter's. */
static uint32_t counter_in_lane(run *r, uint64_t address) {
    uint64_t at = address - (uint64_t)r->lane - r->counters->probe.lane.giver;
    if (at >= r->counters->count) {
        sim_bad(r, "place of no counter in the lane");
        return SIM_NONE;
    }
    return (uint32_t)at;
}

/* First the byte in the lane, then the counter. */
static void store_byte(run *r, uint64_t address, int64_t value) {
    if (value != 1) {
        sim_bad(r, "store of another value");
    } else if (r->in_lane == SIM_NONE) {
        r->in_lane = counter_in_lane(r, address);
    } else if (address != r->counters->probe.base + r->in_lane) {
        sim_bad(r, "store for another counter than in the lane");
    } else {
        r->in_lane = SIM_NONE;
        count(r, address);
    }
}

/* The lane of a test: false for an instruction that needs no meaning of its own. */
static bool run_test_lane(run *r, const sim_insn *insn) {
    if (insn->code == 0x7E && insn->operand == SIM_LANE_FIELD) {
        sim_push(r, r->lane);
    } else if (insn->code == 0x58) {
        int64_t b = sim_pop(r);
        sim_push(r, sim_pop(r) + b);
    } else if (insn->code == 0x47) {
        uint32_t counter = counter_in_lane(r, (uint64_t)sim_pop(r));
        look_at(r, r->counters->probe.base + (counter == SIM_NONE ? 0 : counter));
    } else if (insn->code == 0x52) {
        int64_t value = sim_pop(r);
        store_byte(r, (uint64_t)sim_pop(r), value);
    } else {
        return false;
    }
    r->pc++;
    return true;
}

/* The body calls what wants to know that it begins or ends. */
static void run_event(run *r, bool enters, int64_t function, int64_t argument) {
    sim_events *events = &r->counters->events;
    bool is_known = enters ? function == SIM_ENTER_FUNCTION
                           : function == SIM_ENDED_FUNCTION || function == SIM_THREW_FUNCTION;
    if (!is_known || argument != SIM_CALLS_ARGUMENT) {
        sim_bad(r, "call of an unknown function, or for another site");
        return;
    }
    if (enters) {
        events->enters++;
        events->begun_at_enter = r->trace->count;
        return;
    }
    (function == SIM_ENDED_FUNCTION ? &events->ended : &events->threw)[0]++;
    events->begun_at_end = r->trace->count;
}

static void run_enter(run *r) {
    int64_t function = sim_pop(r);
    int64_t argument = sim_pop(r);
    (void)sim_pop(r); /* `this` */
    run_event(r, true, function, argument);
    sim_push(r, SIM_FLOW_BEFORE);
}

/* Without a function it only restores the flow. */
static void run_leave(run *r) {
    int64_t function = sim_pop(r);
    int64_t argument = sim_pop(r);
    if (sim_pop(r) != SIM_FLOW_BEFORE) {
        sim_bad(r, "restores another flow");
    } else if (function != 0) {
        run_event(r, false, function, argument);
    }
    r->counters->events.leaves++;
}

static void run_end(run *r) {
    int64_t function = sim_pop(r);
    if (sim_pop(r) != SIM_FLOW_LANE) {
        sim_bad(r, "ends in another lane");
        return;
    }
    run_event(r, false, function, sim_pop(r));
}

/* The same for the calls with a flow. */
static bool run_flow_call(run *r, const sim_insn *insn) {
    if (insn->code == 0x28 && insn->operand == SIM_FLOW_ENTER) {
        run_enter(r);
    } else if (insn->code == 0x28 && insn->operand == SIM_FLOW_LEAVE) {
        run_leave(r);
    } else if (insn->code == 0x29 && insn->operand == SIM_FLOW_END) {
        run_end(r);
    } else if (insn->code == 0x7E && insn->operand == SIM_FLOW_FIELD) {
        sim_push(r, SIM_FLOW_LANE);
    } else {
        return false;
    }
    r->pc++;
    return true;
}

/* The calls of a test: false for an instruction that needs no meaning of its own. */
static bool run_call(run *r, const sim_insn *insn) {
    bool enters = insn->code == 0x29 && insn->operand == SIM_ENTER_SIG;
    if (r->counters->has_flow && run_flow_call(r, insn)) {
        return true;
    }
    if (enters || (insn->code == 0x29 && insn->operand == SIM_END_SIG)) {
        int64_t function = sim_pop(r);
        int64_t argument = sim_pop(r);
        if (enters) {
            (void)sim_pop(r); /* `this` */
        }
        run_event(r, enters, function, argument);
    } else if (insn->kind == SIM_LDARG && insn->operand == 0) {
        sim_push(r, 2); /* no number of the oracle, which the original does not take */
    } else {
        return false;
    }
    r->pc++;
    return true;
}

/* Instructions of the rewriter that the original may not have in this sense: the ends of probes. */
static bool run_inserted(run *r, const sim_insn *insn) {
    const rw_probe *probe = &r->counters->probe;
    if (r->counters->has_calls && run_call(r, insn)) {
        return true;
    }
    if (probe->kind == RW_PROBE_LANE && run_lane(r, insn)) {
        return true;
    }
    if (probe->kind == RW_PROBE_TEST && run_test_lane(r, insn)) {
        return true;
    }
    if (insn->code == 0x52) {
        int64_t value = sim_pop(r);
        count(r, (uint64_t)sim_pop(r));
        if (value != 1 || probe->kind > RW_PROBE_CHECKED) {
            sim_bad(r, "store of another value");
        }
    } else if (insn->code == 0x47 && probe->kind == RW_PROBE_CHECKED) {
        look_at(r, (uint64_t)sim_pop(r));
    } else if (insn->code == 0x29 && insn->operand == SIM_PROBE_SIG) {
        if ((uint64_t)sim_pop(r) != probe->function || probe->kind != RW_PROBE_CALL) {
            sim_bad(r, "call of another function");
        }
        count(r, (uint64_t)sim_pop(r));
    } else if (insn->code == 0x28 && insn->operand == SIM_PROBE_CALL) {
        count(r, (uint64_t)sim_pop(r));
        sim_push(r, 1);
        if (probe->kind != RW_PROBE_INLINE) {
            sim_bad(r, "call in another kind of probe");
        }
    } else if (insn->kind == SIM_THROWING || insn->kind == SIM_CALL || insn->kind == SIM_LDARG) {
        sim_bad(r, "unit that the rewriter may not put in");
    } else {
        return false;
    }
    r->pc++;
    return true;
}

static void branch(run *r, const sim_insn *insn) {
    int64_t b = insn->pops > 1 ? sim_pop(r) : 0;
    int64_t a = sim_pop(r);
    bool is_taken = insn->pops > 1       ? compare(insn->code, a, b)
                    : insn->code == 0x3A ? a != 0
                                         : a == 0;
    if (r->truth != NULL) {
        (is_taken ? r->truth->taken : r->truth->fall)[r->pc]++;
    }
    r->pc = is_taken ? insn->target : r->pc + 1;
}

static void run_switch(run *r, const sim_insn *insn) {
    uint64_t value = (uint64_t)sim_pop(r);
    if (value < insn->target_count) {
        if (r->truth != NULL) {
            r->truth->entry[insn->target + value]++;
        }
        r->pc = r->prog->targets[insn->target + value];
        return;
    }
    if (r->truth != NULL) {
        r->truth->fall[r->pc]++;
    }
    r->pc++;
}

static void run_return(run *r, const sim_insn *insn) {
    if (r->depth != insn->pops || r->scope_count != 0) {
        sim_bad(r, "ret with a wrong stack");
        return;
    }
    sim_finish(r, SIM_END_RETURN);
}

static void run_variable(run *r, const sim_insn *insn) {
    uint64_t index = (uint64_t)insn->operand;
    if (insn->kind == SIM_LDARG && index == 0 && !r->args[0].is_stored) {
        sim_push(r, 2 + random_value(r, insn->type)); /* `this` is not null */
    } else if (insn->kind == SIM_LDARG) {
        sim_push(r, loaded(r, insn, index < SIM_ARGS ? &r->args[index] : NULL));
    } else if (index >= SIM_LOCALS &&
               (index >= SIM_LOCALS + SIM_NEW_LOCALS || insn->old != SIM_NONE)) {
        sim_bad(r, "local out of range");
    } else if (insn->kind == SIM_LDLOC) {
        sim_push(r, r->locals[index]);
    } else {
        r->locals[index] = sim_pop(r);
    }
    r->pc++;
}

static void execute(run *r, const sim_insn *insn) {
    switch ((sim_kind)insn->kind) {
    case SIM_UNKNOWN:
        sim_bad(r, "unknown opcode");
        break;
    case SIM_QUIET:
        quiet(r, insn);
        break;
    case SIM_CONST:
        sim_push(r, insn->operand);
        r->pc++;
        break;
    case SIM_LDLOC:
    case SIM_STLOC:
    case SIM_LDARG:
        run_variable(r, insn);
        break;
    case SIM_DUP: {
        int64_t value = sim_pop(r);
        sim_push(r, value);
        sim_push(r, value);
        r->pc++;
        break;
    }
    case SIM_THROWING:
    case SIM_CALL:
        risky(r, insn);
        break;
    case SIM_BR:
        r->pc = insn->target;
        break;
    case SIM_COND:
        branch(r, insn);
        break;
    case SIM_SWITCH:
        run_switch(r, insn);
        break;
    case SIM_LEAVE:
        sim_leave(r, r->pc, insn->target, 0);
        break;
    case SIM_RET:
        run_return(r, insn);
        break;
    case SIM_JMP:
        sim_finish(r, SIM_END_TAIL);
        break;
    case SIM_THROW:
        sim_raise(r, (uint32_t)((uint64_t)sim_pop(r) % SIM_CLASSES));
        break;
    case SIM_RETHROW:
        sim_rethrow(r);
        break;
    case SIM_ENDFILTER:
        sim_end_filter(r);
        break;
    case SIM_ENDFINALLY:
        sim_end_finally(r);
        break;
    }
}

/* An instruction of the original begins. False when the run is over before it. */
static bool begin_old(run *r, uint32_t old) {
    sim_trace *trace = r->trace;
    if (trace->count >= r->world->max_old) {
        sim_finish(r, SIM_END_KILL);
        return false;
    }
    if (r->expected == NULL) {
        trace->insns[trace->count] = (uint16_t)old;
    } else if (trace->count >= r->expected->count || r->expected->insns[trace->count] != old) {
        sim_bad(r, "another unit of the original begins than in the original");
        return false;
    }
    trace->count++;
    if (r->claims != NULL) {
        sim_check_claims(r, old);
    }
    if (r->truth != NULL) {
        r->truth->begun[old]++;
        if (r->depth > 0) {
            bool is_true = r->stack[r->depth - 1] != 0;
            (is_true ? r->truth->top_true : r->truth->top_false)[old]++;
        }
    }
    return true;
}

static void step(run *r, uint32_t max_steps) {
    if (r->pc >= r->prog->count) {
        sim_bad(r, "control fell off the code");
        return;
    }
    const sim_insn *insn = &r->prog->insns[r->pc];
    if (r->trace->steps >= max_steps) {
        if (r->world->max_new == 0) {
            sim_bad(r, "endless loop of inserted code");
        } else {
            sim_finish(r, SIM_END_KILL);
        }
        return;
    }
    if (insn->old != SIM_NONE && !begin_old(r, insn->old)) {
        return;
    }
    r->trace->steps++;
    if (insn->old == SIM_NONE && run_inserted(r, insn)) {
        return;
    }
    execute(r, insn);
}

static void run_all(run *r) {
    uint32_t max_steps = r->world->max_new != 0 ? r->world->max_new : 40 * (r->world->max_old + 20);
    r->trace->count = r->trace->draws = r->trace->steps = 0;
    sim_seed(&r->oracle, r->world->seed);
    for (uint32_t i = 0; i < SIM_LOCALS; i++) {
        r->locals[i] = i % 2;
    }
    memset(r->args, 0, sizeof r->args);
    memset(r->fields, 0, sizeof r->fields);
    r->locals[SIM_LANE_LOCAL] = 0;
    r->lane = r->world->seed % 2 == 0 ? 0 : SIM_LANE;
    r->in_lane = SIM_NONE;
    r->pc = r->depth = r->scope_count = 0;
    r->is_over = false;
    while (!r->is_over) {
        step(r, max_steps);
    }
}

void sim_run_original(const sim_prog *prog, const sim_world *world, sim_trace *trace,
                      sim_truth *truth, sim_report *report) {
    sim_run_claimed(prog, world, NULL, trace, truth, report);
}

void sim_run_claimed(const sim_prog *prog, const sim_world *world, sim_claims *claims,
                     sim_trace *trace, sim_truth *truth, sim_report *report) {
    run r;
    r.claims = claims;
    r.prog = prog;
    r.world = world;
    r.trace = trace;
    r.truth = truth;
    r.expected = NULL;
    r.counters = NULL;
    r.report = report;
    if (truth != NULL) {
        size_t size = prog->count * sizeof truth->begun[0];
        memset(truth->begun, 0, size);
        memset(truth->taken, 0, size);
        memset(truth->fall, 0, size);
        memset(truth->top_true, 0, size);
        memset(truth->top_false, 0, size);
        memset(truth->entry, 0, prog->target_count * sizeof truth->entry[0]);
    }
    run_all(&r);
}

void sim_run_new(const sim_prog *prog, const sim_world *world, const sim_trace *expected,
                 sim_counters *counters, sim_trace *trace, sim_report *report) {
    run r;
    r.claims = NULL;
    r.prog = prog;
    r.world = world;
    r.trace = trace;
    r.truth = NULL;
    r.expected = expected;
    r.counters = counters;
    r.report = report;
    memset(counters->values, 0, counters->count * sizeof counters->values[0]);
    counters->events = (sim_events){0};
    run_all(&r);
}
