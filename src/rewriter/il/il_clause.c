/* Exception sections: reads the clauses and checks that their regions nest.
 *
 * Input: the bytes after the code. Output: il_body.clauses. Layout: ECMA-335 II.25.4.5 and
 * II.25.4.6; nesting rules: I.12.4.2.5 and II.19. The runtime reads only the first section and
 * ignores others (tests/targets/il, Damage.il). A body with more than one does not mean what its
 * bytes say, so it is refused. */
#include "rewriter/il/il_clause.h"

#include "rewriter/il/il_range.h"

enum { SECTION_KIND_MASK = 0x3F, SECTION_EH = 0x01, SECTION_FAT = 0x40, SECTION_MORE = 0x80 };
enum { SMALL_CLAUSE = 12, FAT_CLAUSE = 24, SECTION_HEADER = 4 };

/* A clause as stored: byte offsets and lengths. */
typedef struct raw_clause {
    uint32_t flags;
    uint32_t try_offset, try_length;
    uint32_t handler_offset, handler_length;
    uint32_t last; /* class token or filter offset */
} raw_clause;

/* A protected region; a parent comes before its children, the root first. */
typedef struct region {
    il_range at;     /* the first of the clauses that share a try */
    uint32_t parent; /* index of the innermost region around it; root: 0 */
} region;

typedef struct region_list {
    region *items;
    uint32_t count;
} region_list;

static bool take_small(cc_span *in, raw_clause *raw) {
    uint16_t flags = 0;
    uint16_t try_offset = 0;
    uint16_t handler_offset = 0;
    uint8_t try_length = 0;
    uint8_t handler_length = 0;
    bool ok = cc_span_u16(in, &flags) && cc_span_u16(in, &try_offset) &&
              cc_span_u8(in, &try_length) && cc_span_u16(in, &handler_offset) &&
              cc_span_u8(in, &handler_length) && cc_span_u32(in, &raw->last);
    raw->flags = flags;
    raw->try_offset = try_offset;
    raw->try_length = try_length;
    raw->handler_offset = handler_offset;
    raw->handler_length = handler_length;
    return ok;
}

static bool take_fat(cc_span *in, raw_clause *raw) {
    return cc_span_u32(in, &raw->flags) && cc_span_u32(in, &raw->try_offset) &&
           cc_span_u32(in, &raw->try_length) && cc_span_u32(in, &raw->handler_offset) &&
           cc_span_u32(in, &raw->handler_length) && cc_span_u32(in, &raw->last);
}

/* Returns the instruction that starts at a byte offset, which may be the end of code; IL_NO_INSN if
 * none does. */
static uint32_t boundary_at(const il_body *body, uint64_t offset) {
    return offset <= body->code.len ? body->insn_at[offset] : IL_NO_INSN;
}

static bool set_range(const il_body *body, uint32_t offset, uint32_t length, uint32_t *start,
                      uint32_t *end) {
    *start = boundary_at(body, offset);
    *end = boundary_at(body, (uint64_t)offset + length);
    return *start != IL_NO_INSN && *end != IL_NO_INSN && *start < *end;
}

static cc_err set_clause(const il_body *body, const raw_clause *raw, il_clause *out) {
    if (raw->flags > IL_CLAUSE_FAULT || raw->flags == 3) {
        return cc_fail(CC_E_FORMAT, "exception clause of kind 0x%x", raw->flags);
    }
    out->kind = (il_clause_kind)raw->flags;
    if (!set_range(body, raw->try_offset, raw->try_length, &out->try_start, &out->try_end)) {
        return cc_fail(CC_E_FORMAT, "try IL_%04x +0x%x is empty or not at instruction boundaries",
                       raw->try_offset, raw->try_length);
    }
    if (!set_range(body, raw->handler_offset, raw->handler_length, &out->handler_start,
                   &out->handler_end)) {
        return cc_fail(CC_E_FORMAT,
                       "handler IL_%04x +0x%x is empty or not at instruction boundaries",
                       raw->handler_offset, raw->handler_length);
    }
    if (out->kind == IL_CLAUSE_CATCH) {
        out->class_token = raw->last;
    } else if (out->kind == IL_CLAUSE_FILTER) {
        out->filter_start = boundary_at(body, raw->last);
        if (out->filter_start == IL_NO_INSN || out->filter_start >= out->handler_start) {
            return cc_fail(CC_E_FORMAT, "filter IL_%04x is not before its handler", raw->last);
        }
    }
    return CC_OK;
}

/* Reads the kind and the clause bytes of one section. Compilers disagree on whether the size
 * includes the section's four header bytes; a division by the clause size is right for both. */
static cc_err take_section(cc_span *in, bool *is_fat, cc_span *clauses) {
    uint32_t head = 0;
    cc_span at = *in;
    if (!cc_span_u32(&at, &head)) {
        return cc_fail(CC_E_TRUNCATED, "method body: truncated section");
    }
    if ((head & SECTION_KIND_MASK) != SECTION_EH) {
        return cc_fail(CC_E_UNSUPPORTED, "method body: section of kind 0x%x", head & 0xFF);
    }
    if ((head & SECTION_MORE) != 0) {
        return cc_fail(CC_E_UNSUPPORTED, "method body: several sections");
    }
    *is_fat = (head & SECTION_FAT) != 0;
    size_t clause_size = *is_fat ? FAT_CLAUSE : SMALL_CLAUSE;
    size_t data_size = *is_fat ? head >> 8 : (head >> 8) & 0xFF;
    size_t used = data_size / clause_size * clause_size;
    if (!cc_span_slice(at, 0, used, clauses)) {
        return cc_fail(CC_E_TRUNCATED, "method body: truncated exception table");
    }
    size_t size = data_size > used + SECTION_HEADER ? data_size : used + SECTION_HEADER;
    if (!cc_span_skip(in, size)) {
        return cc_fail(CC_E_TRUNCATED, "method body: truncated exception table");
    }
    return CC_OK;
}

/* Reads the clauses of the section after the code. */
static cc_err read_clauses(il_body *out, cc_span start, cc_span *in, cc_arena *arena) {
    bool is_fat = false;
    cc_span clauses = {0};
    if (!cc_span_align(in, start.data, 4)) {
        return cc_fail(CC_E_TRUNCATED, "method body: truncated section");
    }
    CC_TRY(take_section(in, &is_fat, &clauses));
    size_t count = clauses.len / (is_fat ? FAT_CLAUSE : SMALL_CLAUSE);
    if (count > IL_MAX_CLAUSES) {
        return cc_fail(CC_E_LIMIT, "method body: more than %u exception clauses", IL_MAX_CLAUSES);
    }
    out->clause_count = (uint32_t)count;
    out->clauses = CC_NEW_ARRAY(arena, il_clause, count);
    if (out->clauses == NULL) {
        return cc_fail(CC_E_NOMEM, "method body: out of memory");
    }
    raw_clause raw;
    for (size_t i = 0; i < count && (is_fat ? take_fat : take_small)(&clauses, &raw); i++) {
        CC_TRY(set_clause(out, &raw, &out->clauses[i]));
    }
    return CC_OK;
}

/* Makes regions of sorted ranges: a shared try becomes one region; parents are set. The ancestors
 * of a region are always in the parent chain of the region before it. */
static cc_err link_regions(const il_body *body, const il_range *ranges, uint32_t count,
                           region_list *list) {
    region *r = list->items;
    uint32_t n = 0;
    r[n++] = (region){{0, body->insn_count, IL_RANGE_ROOT, 0}, 0};
    for (uint32_t i = 0; i < count; i++) {
        const il_range *next = &ranges[i];
        uint32_t up = n - 1;
        while (up != 0 && r[up].at.end <= next->start) {
            up = r[up].parent;
        }
        bool is_equal = r[up].at.start == next->start && r[up].at.end == next->end;
        if (il_range_same_try(&r[up].at, next)) {
            continue;
        }
        if (next->end > r[up].at.end || (is_equal && r[up].at.kind != IL_RANGE_ROOT)) {
            return cc_fail(CC_E_FORMAT, "exception regions at IL_%04x overlap",
                           body->insns[next->start].offset);
        }
        r[n++] = (region){*next, up};
    }
    list->count = n;
    return CC_OK;
}

static const region *find_try(const region_list *list, uint32_t start, uint32_t end) {
    il_range key = {start, end, IL_RANGE_TRY, 0};
    uint32_t low = 0;
    uint32_t high = list->count;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (il_range_compare(&list->items[mid].at, &key) < 0) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low < list->count ? &list->items[low] : &list->items[0];
}

/* A handler must be in the same region as its try, and not inside the try. */
static cc_err check_parents(const il_body *body, const region_list *list) {
    for (uint32_t i = 1; i < list->count; i++) {
        const region *r = &list->items[i];
        if (r->at.kind == IL_RANGE_TRY) {
            continue;
        }
        const il_clause *c = &body->clauses[r->at.clause];
        const region *guarded = find_try(list, c->try_start, c->try_end);
        if (guarded->parent != r->parent) {
            return cc_fail(CC_E_FORMAT, "handler at IL_%04x is not adjacent to its try",
                           body->insns[r->at.start].offset);
        }
    }
    return CC_OK;
}

static cc_err check_regions(const il_body *body, cc_arena *arena) {
    size_t room = (size_t)body->clause_count * IL_RANGES_OF_CLAUSE;
    il_range *ranges = CC_NEW_ARRAY(arena, il_range, room);
    region_list list = {CC_NEW_ARRAY(arena, region, room + 1), 0};
    if (ranges == NULL || list.items == NULL) {
        return cc_fail(CC_E_NOMEM, "method body: out of memory");
    }
    CC_TRY(link_regions(body, ranges, il_ranges(body, ranges), &list));
    return check_parents(body, &list);
}

cc_err il_read_sections(il_body *out, cc_span start, cc_span *in, cc_arena *arena) {
    CC_TRY(read_clauses(out, start, in, arena));
    return check_regions(out, arena);
}
