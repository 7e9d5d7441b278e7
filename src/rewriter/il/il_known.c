/* Sets of constants; see il_known.h. */
#include "rewriter/il/il_known.h"

il_known il_known_any(void) {
    return (il_known){IL_ANY, 0, 0, NULL};
}

il_known il_known_constant(int32_t value) {
    return (il_known){IL_CONSTANTS, 1, value, NULL};
}

int32_t il_known_at(const il_known *known, uint32_t index) {
    return known->count == 1 ? known->one : known->many[index];
}

bool il_known_is_one(const il_known *known) {
    return known->kind == IL_CONSTANTS && known->count == 1;
}

static bool has(const il_known *known, int32_t value) {
    for (uint32_t i = 0; i < known->count; i++) {
        if (il_known_at(known, i) == value) {
            return true;
        }
    }
    return false;
}

bool il_known_may_be(const il_known *known, int32_t value) {
    switch (known->kind) {
    case IL_CONSTANTS:
        return has(known, value);
    case IL_NOT_ZERO:
    case IL_THIS:
        return value != 0;
    case IL_ANY:
        break;
    }
    return true;
}

bool il_known_same(const il_known *a, const il_known *b) {
    if (a->kind != b->kind || a->count != b->count) {
        return false;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        if (il_known_at(a, i) != il_known_at(b, i)) {
            return false;
        }
    }
    return true;
}

/* --- new sets --------------------------------------------------------------------------------- */

/* An ascending set under construction. */
typedef struct set {
    uint32_t count;
    int32_t values[2 * IL_MAX_CONSTANTS]; /* the first `count` entries have a value */
} set;

static void add(set *s, int32_t value) {
    uint32_t at = s->count;
    while (at > 0 && s->values[at - 1] > value) {
        at--;
    }
    if (at > 0 && s->values[at - 1] == value) {
        return;
    }
    for (uint32_t i = s->count; i > at; i--) {
        s->values[i] = s->values[i - 1];
    }
    s->values[at] = value;
    s->count++;
}

static cc_err finish(il_known *out, const set *s, cc_arena *arena) {
    if (s->count > IL_MAX_CONSTANTS) {
        *out = il_known_any();
        return CC_OK;
    }
    if (s->count == 1) {
        *out = il_known_constant(s->values[0]);
        return CC_OK;
    }
    int32_t *many = CC_NEW_ARRAY(arena, int32_t, s->count);
    if (many == NULL) {
        return cc_fail(CC_E_NOMEM, "constants of a method: out of memory");
    }
    for (uint32_t i = 0; i < s->count; i++) {
        many[i] = s->values[i];
    }
    *out = (il_known){IL_CONSTANTS, s->count, 0, many};
    return CC_OK;
}

static bool is_within(const il_known *a, const il_known *b) {
    for (uint32_t i = 0; i < a->count; i++) {
        if (!has(b, il_known_at(a, i))) {
            return false;
        }
    }
    return true;
}

static bool is_not_zero(const il_known *known) {
    return known->kind != IL_ANY && !il_known_may_be(known, 0);
}

static cc_err unite(il_known *out, const il_known *a, const il_known *b, cc_arena *arena) {
    set s;
    s.count = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        add(&s, il_known_at(a, i));
    }
    for (uint32_t i = 0; i < b->count; i++) {
        add(&s, il_known_at(b, i));
    }
    return finish(out, &s, arena);
}

cc_err il_known_join(il_known *out, const il_known *a, const il_known *b, cc_arena *arena) {
    if (il_known_same(a, b)) {
        *out = *a;
        return CC_OK;
    }
    if (a->kind != IL_CONSTANTS || b->kind != IL_CONSTANTS) {
        bool is_object = is_not_zero(a) && is_not_zero(b);
        *out = is_object ? (il_known){IL_NOT_ZERO, 0, 0, NULL} : il_known_any();
        return CC_OK;
    }
    if (is_within(a, b) || is_within(b, a)) {
        *out = a->count > b->count ? *a : *b;
        return CC_OK;
    }
    return unite(out, a, b, arena);
}

cc_err il_known_map(il_known *out, const il_known *from, il_known_function function,
                    const void *ctx, cc_arena *arena) {
    set s;
    s.count = 0;
    if (from->kind != IL_CONSTANTS) {
        *out = il_known_any();
        return CC_OK;
    }
    for (uint32_t i = 0; i < from->count; i++) {
        add(&s, function(il_known_at(from, i), ctx));
    }
    return finish(out, &s, arena);
}

cc_err il_known_keep(il_known *out, const il_known *from, il_known_filter keeps, const void *ctx,
                     cc_arena *arena) {
    set s;
    s.count = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        if (keeps(il_known_at(from, i), ctx)) {
            add(&s, il_known_at(from, i));
        }
    }
    if (s.count == 0 || s.count == from->count) {
        *out = *from;
        return CC_OK;
    }
    return finish(out, &s, arena);
}
