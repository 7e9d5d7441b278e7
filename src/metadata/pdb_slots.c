/* The slot map that C# and Visual Basic write in Debug for Edit and Continue.
 *
 * Input: the map's blob of one method. Output: what the compiler keeps in each local variable, and
 * for which piece of syntax. The code reads the blob twice, to count and to fill, so that a method
 * takes no more memory than its slots.
 *
 * Source: Portable PDB 1.0, Edit and Continue Local Slot Map. 0xFF, which may occur anywhere,
 * changes the base of all later offsets. The base is initially -1, because few methods have places
 * ahead of their body. 0 is a slot that lives within one statement. Any other byte begins a slot:
 * its kind plus 1 in six bits, and bit 7 when an ordinal follows the offset. */
#include "metadata/md_int.h"
#include "metadata/pdb_int.h"

static const uint8_t SLOT_MAP[16] = {0xA8, 0x52, 0x5F, 0x75, 0xC5, 0x91, 0xBE, 0x45,
                                     0xB4, 0xB8, 0x20, 0x95, 0x71, 0xE5, 0x52, 0xBD};

enum { BASELINE = 0xFF, SHORT_LIVED = 0, HAS_ORDINAL = 0x80, KIND_BITS = 0x3F };

static const char *const KIND_NAMES[] = {
    [PDB_SLOT_USER_DEFINED] = "UserDefined",
    [PDB_SLOT_CONDITIONAL_BRANCH_DISCRIMINATOR] = "ConditionalBranchDiscriminator",
    [PDB_SLOT_LOCK_TAKEN] = "LockTaken",
    [PDB_SLOT_LOCK] = "Lock",
    [PDB_SLOT_USING] = "Using",
    [PDB_SLOT_FOREACH_ENUMERATOR] = "ForEachEnumerator",
    [PDB_SLOT_FOREACH_ARRAY] = "ForEachArray",
    [PDB_SLOT_FOREACH_ARRAY_LIMIT] = "ForEachArrayLimit",
    [PDB_SLOT_FOREACH_ARRAY_INDEX] = "ForEachArrayIndex",
    [PDB_SLOT_FIXED_STRING] = "FixedString",
    [PDB_SLOT_WITH] = "With",
    [PDB_SLOT_FOR_LIMIT] = "ForLimit",
    [PDB_SLOT_FOR_STEP] = "ForStep",
    [PDB_SLOT_FOR_INITIAL_VALUE] = "ForInitialValue",
    [PDB_SLOT_FOR_DIRECTION] = "ForDirection",
    [PDB_SLOT_SELECT_CASE_VALUE] = "SelectCaseValue",
    [PDB_SLOT_ON_ERROR_ACTIVE_HANDLER] = "OnErrorActiveHandler",
    [PDB_SLOT_ON_ERROR_RESUME_TARGET] = "OnErrorResumeTarget",
    [PDB_SLOT_ON_ERROR_CURRENT_STATEMENT] = "OnErrorCurrentStatement",
    [PDB_SLOT_ON_ERROR_CURRENT_LINE] = "OnErrorCurrentLine",
    [PDB_SLOT_STATE_MACHINE_RETURN_VALUE] = "StateMachineReturnValue",
    [PDB_SLOT_FUNCTION_RETURN_VALUE] = "FunctionReturnValue",
    [PDB_SLOT_TRY_AWAIT_PENDING_EXCEPTION] = "TryAwaitPendingException",
    [PDB_SLOT_TRY_AWAIT_PENDING_BRANCH] = "TryAwaitPendingBranch",
    [PDB_SLOT_TRY_AWAIT_PENDING_CATCH] = "TryAwaitPendingCatch",
    [PDB_SLOT_TRY_AWAIT_PENDING_CAUGHT_EXCEPTION] = "TryAwaitPendingCaughtException",
    [PDB_SLOT_FILTER_AWAIT_HOISTED_EXCEPTION] = "ExceptionFilterAwaitHoistedExceptionLocal",
    [PDB_SLOT_STATE_MACHINE_CACHED_STATE] = "StateMachineCachedState",
    [PDB_SLOT_SPILL] = "Spill",
    [PDB_SLOT_BYREF_SPILL] = "AwaitByRefSpill",
    [PDB_SLOT_LAMBDA_DISPLAY_CLASS] = "LambdaDisplayClass",
    [PDB_SLOT_CACHED_DELEGATE] = "CachedAnonymousMethodDelegate",
    [PDB_SLOT_XML_IN_LAMBDA] = "XmlInExpressionLambda",
    [PDB_SLOT_AWAITER] = "Awaiter",
    [PDB_SLOT_INSTRUMENTATION_PAYLOAD] = "InstrumentationPayload",
    [PDB_SLOT_SWITCH_CASE_PATTERN_MATCHING] = "SwitchCasePatternMatching",
};

const char *pdb_slot_kind_name(pdb_slot_kind kind) {
    size_t known = sizeof KIND_NAMES / sizeof *KIND_NAMES;
    return (size_t)kind < known ? KIND_NAMES[kind] : "unknown";
}

typedef struct map_reader {
    cc_span in;
    int32_t baseline;
    uint32_t slot; /* of the next entry */
} map_reader;

static cc_err bad_map(const char *why) {
    return cc_fail(CC_E_FORMAT, "damaged slot map: %s", why);
}

/* Reads the bytes after the first byte of a slot. Compressed numbers are below 2^29, so sums
 * fit. */
static cc_err read_slot(map_reader *r, uint8_t lead, pdb_slot *out) {
    uint32_t offset = 0;
    uint32_t ordinal = 0;
    if ((lead & KIND_BITS) == 0 || (lead & ~(KIND_BITS | HAS_ORDINAL)) != 0) {
        return bad_map("no such slot");
    }
    if (!md_compressed(&r->in, &offset) ||
        ((lead & HAS_ORDINAL) != 0 && !md_compressed(&r->in, &ordinal))) {
        return bad_map("ends early");
    }
    *out = (pdb_slot){.slot = r->slot++,
                      .kind = (pdb_slot_kind)((lead & KIND_BITS) - 1),
                      .syntax_offset = (int32_t)offset + r->baseline,
                      .ordinal = ordinal};
    return CC_OK;
}

/* Reads the next slot that has an entry; *has_slot is false at the end. */
static cc_err next_slot(map_reader *r, pdb_slot *out, bool *has_slot) {
    uint8_t lead = 0;
    uint32_t baseline = 0;
    *has_slot = false;
    while (cc_span_u8(&r->in, &lead)) {
        if (lead == SHORT_LIVED) {
            r->slot++;
        } else if (lead != BASELINE) {
            *has_slot = true;
            return read_slot(r, lead, out);
        } else if (md_compressed(&r->in, &baseline)) {
            r->baseline = -(int32_t)baseline;
        } else {
            return bad_map("ends early");
        }
    }
    return CC_OK;
}

/* Counts the slots; writes them to `out` unless `out` is NULL. */
static cc_err read_map(cc_span blob, pdb_slot *out, uint32_t *count) {
    map_reader r = {.in = blob, .baseline = -1};
    pdb_slot slot;
    bool has_slot = false;
    *count = 0;
    for (;;) {
        CC_TRY(next_slot(&r, &slot, &has_slot));
        if (!has_slot) {
            return CC_OK;
        }
        if (out != NULL) {
            out[*count] = slot;
        }
        *count += 1;
    }
}

cc_err pdb_get_slots(const pdb_file *pdb, uint32_t method_rid, cc_arena *arena, pdb_slot **slots,
                     uint32_t *count) {
    cc_span blob = {NULL, 0};
    uint32_t n = 0;
    *slots = NULL;
    *count = 0;
    if (!pdb_find_custom(pdb, MD_TOKEN(MD_METHODDEF, method_rid), SLOT_MAP, &blob)) {
        return CC_OK;
    }
    CC_TRY(read_map(blob, NULL, &n));
    pdb_slot *read = CC_NEW_ARRAY(arena, pdb_slot, n);
    if (read == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for %u slots", n);
    }
    CC_TRY(read_map(blob, read, count));
    *slots = read;
    return CC_OK;
}
