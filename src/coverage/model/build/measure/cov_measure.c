/* One module: every method with user code, run or not, with its points and decisions, and the sum
 * of the counters of all processes that used the same plan. See cov_build.h. */
#include "coverage/model/build/cov_build.h"
#include "coverage/model/build/measure/cov_fsharp_match.h"
#include "coverage/model/build/measure/cov_pieces.h"
#include "coverage/model/build/measure/cov_raw_make.h"
#include "coverage/module/mod_source.h"

typedef struct measuring {
    cov_build *b;
    mod_module *module;
    const cov_candidate *candidate;
    cov_raw_assembly *raw;
    cov_raw_maker maker;
    cov_adding adding;
    cov_fsharp_match splice;
} measuring;

/* --- names ------------------------------------------------------------------------------------ */

static const char *full_name(measuring *me, uint32_t rid) {
    cc_str type = {"?", 1};
    cc_str name = {"?", 1};
    cc_str signature = {"", 0};
    uint32_t owner = md_owner_of_method(me->module->tables, rid);
    if (cov_raw_class_name(&me->maker, owner, &type) != CC_OK ||
        mod_method_names(me->module, rid, CC_STR(""), me->b->c.scratch, &name, &signature) !=
            CC_OK) {
        return "a method";
    }
    const char *text = cc_arena_printf(
        me->b->c.arena, "%.*s: %.*s.%.*s%.*s", (int)me->module->name.len, me->module->name.s,
        (int)type.len, type.s, (int)name.len, name.s, (int)signature.len, signature.s);
    return text == NULL ? "a method" : text;
}

/* `why` is copied first: naming the method may set another message. */
static void lose_method(measuring *me, uint32_t rid, const char *why, const char *reason) {
    const char *kept = cc_arena_printf(me->b->c.arena, "%s", why);
    const char *name = full_name(me, rid);
    cov_add_lost(&me->b->c, "%s: %s%s%s%s", name, kept == NULL ? "" : kept,
                 reason[0] == 0 ? "" : " (", reason, reason[0] == 0 ? "" : ")");
}

/* --- methods ---------------------------------------------------------------------------------- */

static cc_err add_plan(measuring *me, uint32_t rid, cov_body *body, bool *has_plan) {
    *has_plan = body->err == CC_OK && body->skip == MTH_OK;
    if (body->err != CC_OK) {
        return cc_fail(body->err, "%s", body->why);
    }
    if (body->skip == MTH_OK) {
        return body->values == NULL ? CC_OK : cov_raw_make_body(&me->maker, body);
    }
    if (body->skip != MTH_SKIP_NO_BODY && body->skip != MTH_SKIP_NO_POINTS) {
        lose_method(me, rid, body->why, mth_skip_name(body->skip));
    }
    return CC_OK;
}

static cc_err add_method(measuring *me, const cov_measured *measured) {
    const cov_records *refs = &measured->refs;
    uint32_t rid = measured->rid;
    bool has_plan = false;
    CC_TRY(cov_fsharp_match_join(&me->splice, measured));
    for (int i = 0; i < COV_BODIES; i++) {
        if (measured->bodies[i] != NULL) {
            CC_TRY(add_plan(me, rid, measured->bodies[i], &has_plan));
        }
    }
    if (refs->mismatched > 0) {
        cov_add_lost(&me->b->c,
                     "%s: the code that ran differs from the code in its image (%u of %u records)",
                     full_name(me, rid), refs->mismatched, refs->mismatched + refs->used);
    }
    if (refs->skip != NULL && has_plan) {
        cov_add_lost(&me->b->c, "%s: not instrumented: %s%s%.*s", full_name(me, rid),
                     mth_skip_name((mth_skip)refs->skip->skip),
                     refs->skip->detail.len > 0 ? ": " : "", (int)refs->skip->detail.len,
                     refs->skip->detail.s);
    }
    return CC_OK;
}

static cc_err make_one(measuring *me, const cov_measured *measured, uint32_t rid) {
    cc_err err = CC_OK;
    if (measured != NULL) {
        err = add_method(me, measured);
    } else if (me->module->owners[rid].is_part) {
        cov_raw_make_excluded(&me->maker, rid);
    }
    cov_raw_make_extent(&me->maker, rid);
    return err;
}

/* What was found is added to the build at once; it is kept only when somebody asks for it. */
static cc_err add_one(measuring *me, const cov_measured *measured, uint32_t rid) {
    uint32_t first = me->raw->body_count;
    if (me->module->extents[rid].document == 0) {
        return CC_OK;
    }
    cc_err err = make_one(me, measured, rid);
    if (err != CC_OK) {
        lose_method(me, rid, cc_error_message(), "");
    }
    for (uint32_t i = first; i < me->raw->body_count; i++) {
        CC_TRY(cov_add_body(&me->adding, i, true));
    }
    if (me->b->c.request->wants_raw) {
        cov_raw_keep_names(me->raw, first, me->b->c.arena);
    } else {
        cov_raw_forget_bodies(me->raw);
    }
    cc_arena_reset(me->b->c.scratch);
    return CC_OK;
}

static cc_err add_all(measuring *me) {
    cov_pieces *pieces = cov_pieces_open(me->b, me->module, me->candidate);
    cov_measured room;
    cc_err err = CC_OK;
    for (uint32_t rid = 1; err == CC_OK && rid <= me->module->method_count; rid++) {
        const cov_measured *measured = cov_pieces_take(pieces, rid);
        err = cov_fsharp_match_waits(&me->splice, measured) ? CC_OK : add_one(me, measured, rid);
    }
    cov_pieces_close(pieces);
    while (err == CC_OK && cov_fsharp_match_take(&me->splice, &room)) {
        err = add_one(me, &room, room.rid);
    }
    return err;
}

static cc_err measure(measuring *me) {
    cov_build *b = me->b;
    const cov_reader from = {b, me->module, me->candidate, b->c.scratch};
    CC_TRY(mod_no_return_begin(b->c.no_return, me->module->tables));
    CC_TRY(mod_compare_checksums(me->module));
    CC_TRY(mod_sources_open(me->module));
    cov_fsharp_match_open(&me->splice, &from);
    cov_adding_begin(&me->adding, b, me->raw);
    CC_TRY(add_all(me));
    cov_tell_missing(b, me->module);
    return CC_OK;
}

cc_err cov_measure(cov_build *b, mod_module *module, const cov_candidate *candidate,
                   cov_raw_assembly *raw) {
    measuring me = {.b = b, .module = module, .candidate = candidate, .raw = raw};
    cc_arena *arena = b->c.request->wants_raw ? b->c.arena : module->arena;
    cc_err err = cov_raw_maker_open(&me.maker, module, b->c.no_return, raw, arena, b->c.scratch);
    me.maker.keeps_sources = b->c.request->wants_raw;
    err = err == CC_OK ? measure(&me) : err;
    cov_raw_maker_close(&me.maker);
    return err;
}
