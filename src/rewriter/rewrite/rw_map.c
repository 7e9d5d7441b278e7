/* The offset map as the runtime gets it.
 *
 * Input: the complete map of a rewriting. Output: the shortened map (rw.h). */
#include "rewriter/rewrite/rw.h"

static uint32_t keep_some(rw_map_entry *map, uint32_t count, const il_body *old,
                          const uint32_t *points, uint32_t point_count, bool with_throwing) {
    uint32_t kept = 0;
    uint32_t next = 0; /* index of the next point */
    for (uint32_t i = 0; i < count; i++) {
        uint32_t offset = map[i].old_offset;
        while (next < point_count && points[next] < offset) {
            next++;
        }
        bool has_point = next < point_count && points[next] == offset;
        const il_insn *insn = &old->insns[old->insn_at[offset]];
        bool throws = with_throwing && insn->may_throw;
        if (i == 0 || has_point || throws) {
            map[kept++] = map[i];
        }
    }
    return kept;
}

uint32_t rw_shorten_map(rw_map_entry *map, uint32_t count, const il_body *old,
                        const uint32_t *points, uint32_t point_count) {
    count = keep_some(map, count, old, points, point_count, true);
    return count > RW_MAP_LONG ? keep_some(map, count, old, points, point_count, false) : count;
}
