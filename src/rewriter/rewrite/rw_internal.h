/* What the steps of rewriting share. Internal to this room.
 *
 *     plan -> rw_place_all -> items -> rw_size_items -> offsets -> rw_emit -> rw_result
 *
 * An item is one copied instruction, branch, probe or inserted one-byte instruction of the new
 * code, in order. A place (branch target) is the label of an old instruction or an item while items
 * are still being added; at the end of rw_place_all() all places are items. */
#ifndef RW_INTERNAL_H
#define RW_INTERNAL_H

#include "rewriter/rewrite/rw.h"

typedef enum rw_item_kind {
    RW_ITEM_INSN,   /* copied byte for byte */
    RW_ITEM_BRANCH, /* br, conditional, leave: old or inserted */
    RW_ITEM_SWITCH,
    RW_ITEM_PROBE,
    RW_ITEM_ENTRY, /* the entry of forms with lanes: takes the lane of the thread */
    RW_ITEM_OP     /* inserted, one byte, no operand */
} rw_item_kind;

#define RW_NO_INSN UINT32_MAX

/* A probe needs two more slots on the stack (address, and value or function). In a lane it needs
 * three (address twice, and the addend). The dup of a fork needs one. No two of these are on the
 * stack at once. */
#define RW_PROBE_STACK 2u
#define RW_LANE_STACK 3u

typedef struct rw_item {
    uint8_t kind;
    bool is_short : 1;  /* branches: the form with a distance of one byte */
    bool has_check : 1; /* probes: a check is before the store */
    uint16_t op;        /* branches: the long form; inserted instructions: the opcode */
    /* the old instruction, RW_NO_INSN for inserted ones; probes: the counter */
    uint32_t source;
    uint32_t target; /* branches: a place; switch: first index into rw_code.targets */
    uint32_t size;   /* bytes in the new code */
    uint32_t offset; /* offset in the new code */
} rw_item;

/* A place: the index of an old instruction, or the index of an item with this bit set. IL_MAX_CODE
 * keeps both below the bit. */
#define RW_PLACE_ITEM 0x80000000u

typedef struct rw_code {
    const probe_plan *plan;
    cc_arena *arena;
    rw_item *items;
    uint32_t count;
    uint32_t cap;
    uint32_t *label;   /* by old instruction: first item emitted for it; [insn_count] = count */
    uint32_t *targets; /* as il_body.targets, but places */
    uint32_t next_atom;
    uint32_t probe_count;
    const bool *has_check; /* by counter, for RW_PROBE_CHECKED; otherwise NULL */
    uint32_t probe_size;   /* size of a probe without check */
    uint32_t check_size;   /* size of a check */
    uint32_t entry_size;   /* size of the entry; 0: there is none */
    /* by old instruction: an entry comes after it, before it; NULL when there is no such entry */
    const bool *entry_after, *entry_before;
    uint32_t size; /* size of the new code */
} rw_code;

/* Returns the counter of the first edge atom of an arm; PROBE_NONE when it has none. An arm has
 * only one edge atom, except the default arm of a switch, where the first is the fall-through
 * edge. */
uint32_t rw_arm_counter(const probe_plan *plan, const probe_arm *arm);

/* Sets code->has_check for the probes in loops. CC_E_NOMEM. */
CC_NODISCARD cc_err rw_choose_checks(rw_code *code);

/* *out: by instruction, where a handler or a filter begins. CC_E_NOMEM. */
CC_NODISCARD cc_err rw_mark_handlers(const il_body *body, cc_arena *arena, const bool **out);

/* Fills items, labels and targets. CC_E_FORMAT when the code runs off its end, CC_E_NOMEM. */
CC_NODISCARD cc_err rw_place_all(rw_code *code);

/* Chooses short and long branches, sets the offsets and the size. CC_E_LIMIT. */
CC_NODISCARD cc_err rw_size_items(rw_code *code);

/* Sets the size in bytes of a probe without check, in the form chosen for all counters of the plan,
 * and of a check. CC_E_USAGE when the addresses overflow. */
CC_NODISCARD cc_err rw_probe_size(const rw_probe *probe, uint32_t counter_count, uint32_t *size,
                                  uint32_t *check_size);
/* Returns the size in bytes of the entry of a body with probes; 0: this form needs no entry. */
uint32_t rw_entry_size(const rw_probe *probe);

/* Writes the probe of the counter, with its check if it has one, to `at`; `count` is the number of
 * counters of the plan, which decides the form. The next functions write the entry. All return the
 * end of the written bytes. */
uint8_t *rw_put_probe(uint8_t *at, const rw_probe *probe, uint32_t counter, uint32_t count,
                      bool has_check);
uint8_t *rw_put_entry(uint8_t *at, const rw_probe *probe);

/* Returns the max stack of the new body; above UINT16_MAX when the body may need that. A body that
 * declares more than it can use gets the most that the header can hold. No instruction adds more
 * than one value to the stack, and a handler starts with one. */
uint32_t rw_max_stack(const il_body *old, const rw_probe *probe, bool has_probes);

/* Returns the token of the new body's local variables. */
uint32_t rw_local_sig(const il_body *old, const rw_probe *probe, bool has_probes);

/* Writes header, code, clauses, map and sites. CC_E_LIMIT for the max stack, CC_E_NOMEM. */
CC_NODISCARD cc_err rw_emit(rw_result *out, const rw_code *code, const rw_probe *probe);

#endif
