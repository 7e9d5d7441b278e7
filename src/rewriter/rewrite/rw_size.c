/* Sizes and offsets: which branches stay short. Input: items in order, with their targets. Output:
 * is_short and offset of each item, the size of the code. */
#include "rewriter/rewrite/rw_internal.h"

enum { SHORT_SIZE = 2, LONG_SIZE = 5 };

/* Each round finds fewer branches; an early stop only leaves a branch long. */
enum { MAX_ROUNDS = 8 };

/* Returns the size of an item that is not a short branch. */
static uint32_t item_size(const rw_code *code, const rw_item *item) {
    const il_insn *insns = code->plan->body->insns;
    switch ((rw_item_kind)item->kind) {
    case RW_ITEM_INSN:
    case RW_ITEM_SWITCH:
        return insns[item->source].size;
    case RW_ITEM_BRANCH: {
        uint32_t prefix = item->source == RW_NO_INSN ? 0 : insns[item->source].prefix_size;
        return prefix + LONG_SIZE;
    }
    case RW_ITEM_PROBE:
        return code->probe_size + (item->has_check ? code->check_size : 0);
    case RW_ITEM_ENTRY:
        return code->entry_size;
    case RW_ITEM_OP:
        break;
    }
    return 1;
}

/* Sets the size of all items, with every branch in its long form. Returns whether there is one. */
static bool set_sizes(rw_code *code) {
    bool has_branch = false;
    for (uint32_t i = 0; i < code->count; i++) {
        rw_item *item = &code->items[i];
        item->size = item_size(code, item);
        has_branch = has_branch || item->kind == RW_ITEM_BRANCH;
    }
    return has_branch;
}

static cc_err set_offsets(rw_code *code) {
    uint64_t offset = 0;
    for (uint32_t i = 0; i < code->count; i++) {
        code->items[i].offset = (uint32_t)offset;
        offset += code->items[i].size;
        if (offset > UINT32_MAX) {
            return cc_fail(CC_E_LIMIT, "rewritten code is too large");
        }
    }
    code->size = (uint32_t)offset;
    return CC_OK;
}

/* Makes every long branch short whose target is in reach by the current offsets. Shorter branches
 * only bring targets nearer, so a branch that fits now always fits. */
static bool shrink(rw_code *code) {
    bool changed = false;
    for (uint32_t i = 0; i < code->count; i++) {
        rw_item *item = &code->items[i];
        if (item->kind != RW_ITEM_BRANCH || item->is_short) {
            continue;
        }
        int64_t end = (int64_t)item->offset + item->size;
        int64_t distance = (int64_t)code->items[item->target].offset - end;
        /* The three bytes that a backward branch itself saves count, too. */
        if (item->target <= i) {
            distance += LONG_SIZE - SHORT_SIZE;
        }
        if (distance >= INT8_MIN && distance <= INT8_MAX) {
            item->is_short = true;
            item->size -= LONG_SIZE - SHORT_SIZE;
            changed = true;
        }
    }
    return changed;
}

cc_err rw_size_items(rw_code *code) {
    bool has_branch = set_sizes(code);
    CC_TRY(set_offsets(code));
    for (unsigned round = 0; has_branch && round < MAX_ROUNDS && shrink(code); round++) {
        CC_TRY(set_offsets(code));
    }
    return code->size <= IL_MAX_CODE
               ? CC_OK
               : cc_fail(CC_E_LIMIT, "rewritten code has %u bytes", code->size);
}
