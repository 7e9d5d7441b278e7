/* One module: every method with user code, run or not; see cov_measure.h. */
#include "coverage/model/build/measure/cov_measure.h"

#include "coverage/model/build/measure/cov_test_members.h"
#include "coverage/model/cov_shadow.h"
#include "coverage/module/mod_source.h"

/* --- names ------------------------------------------------------------------------------------ */

static const char *full_name(cov_measuring *me, uint32_t rid) {
    cc_str name = {"?", 1};
    cc_str signature = {"", 0};
    uint32_t owner = md_owner_of_method(me->module->tables, rid);
    cc_str type = cov_raw_class_name(&me->maker, owner);
    mod_method_names(me->module, rid, CC_STR(""), me->c->scratch, &name, &signature);
    return cc_arena_printf(me->c->arena, "%.*s: %.*s.%.*s%.*s", CC_STR_ARGS(me->module->name),
                           CC_STR_ARGS(type), CC_STR_ARGS(name), CC_STR_ARGS(signature));
}

/* `why` is copied first: naming the method may set another message. */
static void lose_method(cov_measuring *me, uint32_t rid, const char *why, const char *reason) {
    const char *kept = cc_arena_strdup(me->c->arena, cc_strz(why));
    const char *name = full_name(me, rid);
    cov_add_lost(me->c, "%s: %s%s%s%s", name, kept, reason[0] == 0 ? "" : " (", reason,
                 reason[0] == 0 ? "" : ")");
}

/* --- methods ---------------------------------------------------------------------------------- */

static cc_err make_body(cov_measuring *me, const cov_measured *measured, cov_body *body) {
    bool plan_all = body == measured->bodies[1];
    CC_TRY(cov_raw_make_body(&me->maker, body));
    cov_test_hits_add(me->test_hits, &me->maker, body, &measured->refs, plan_all);
    return CC_OK;
}

static cc_err add_plan(cov_measuring *me, const cov_measured *measured, cov_body *body,
                       bool *has_plan) {
    *has_plan = body->err == CC_OK && body->skip == MTH_OK;
    if (body->err != CC_OK) {
        return cc_fail(body->err, "%s", body->why);
    }
    if (body->skip == MTH_OK) {
        return body->values == NULL ? CC_OK : make_body(me, measured, body);
    }
    if (body->skip != MTH_SKIP_NO_BODY && body->skip != MTH_SKIP_NO_POINTS) {
        lose_method(me, measured->rid, body->why, mth_skip_name(body->skip));
    }
    return CC_OK;
}

static cc_err add_method(cov_measuring *me, const cov_measured *measured) {
    const cov_records *refs = &measured->refs;
    uint32_t rid = measured->rid;
    bool has_plan = false;
    cov_fsharp_match_join(&me->splice, measured);
    for (int i = 0; i < COV_BODIES; i++) {
        if (measured->bodies[i] != NULL) {
            CC_TRY(add_plan(me, measured, measured->bodies[i], &has_plan));
        }
    }
    if (refs->mismatched > 0) {
        cov_add_lost(me->c,
                     "%s: the code that ran differs from the code in its image (%u of %u records)",
                     full_name(me, rid), refs->mismatched, refs->mismatched + refs->used);
    }
    if (refs->skip != NULL && has_plan) {
        cov_add_lost(me->c, "%s: not instrumented: %s%s%.*s", full_name(me, rid),
                     mth_skip_name((mth_skip)refs->skip->skip),
                     refs->skip->detail.len > 0 ? ": " : "", CC_STR_ARGS(refs->skip->detail));
    }
    return CC_OK;
}

static cc_err make_one(cov_measuring *me, const cov_measured *measured, uint32_t rid) {
    cc_err err = CC_OK;
    if (measured != NULL) {
        err = add_method(me, measured);
    } else if (me->module->owners[rid].is_part) {
        cov_raw_make_excluded(&me->maker, rid);
    }
    cov_raw_make_extent(&me->maker, rid);
    return err;
}

/* A method that is damaged does not affect the others. */
static void make_or_lose(cov_measuring *me, const cov_measured *measured, uint32_t rid) {
    if (make_one(me, measured, rid) != CC_OK) {
        lose_method(me, rid, cc_error_message(), "");
    }
}

/* --- modules ---------------------------------------------------------------------------------- */

/* The next method that does not wait for the others. */
static bool take(cov_measuring *me, const cov_measured **measured, uint32_t *rid) {
    while (me->next <= me->module->method_count) {
        *rid = me->next++;
        *measured = cov_pieces_take(me->pieces, *rid);
        if (!cov_fsharp_match_waits(&me->splice, *measured)) {
            return true;
        }
    }
    return false;
}

/* After all others: the next method that waited. */
static bool take_waiting(cov_measuring *me, const cov_measured **measured, uint32_t *rid) {
    cov_pieces_close(me->pieces);
    me->pieces = NULL;
    *measured = &me->room;
    if (!cov_fsharp_match_take(&me->splice, &me->room)) {
        return false;
    }
    *rid = me->room.rid;
    return true;
}

bool cov_measure_next(cov_measuring *me) {
    const cov_measured *measured = NULL;
    uint32_t rid = 0;
    cc_arena_reset(me->c->scratch);
    if (!take(me, &measured, &rid) && !take_waiting(me, &measured, &rid)) {
        return false;
    }
    if (me->module->extents[rid].document != 0) {
        make_or_lose(me, measured, rid);
    }
    return true;
}

static const cov_ready *find_ready(const cov_request *request, const cov_candidate *candidate) {
    bool is_usual = !request->raw_branches && cov_was_loaded(candidate);
    return is_usual ? cov_shadow_find(request->shadow, &candidate->record) : NULL;
}

void cov_measure_open(cov_measuring *out, cov_context *c, const cov_measure_input *in,
                      cov_rooms *rooms, cov_raw_assembly *raw) {
    mod_module *module = in->module;
    const cov_reader from = {.request = c->request,
                             .gathered = in->gathered,
                             .module = module,
                             .candidate = in->candidate,
                             .ready = find_ready(c->request, in->candidate),
                             .arena = c->scratch};
    bool is_kept = c->request->wants_raw;
    *out = (cov_measuring){.c = c, .module = module, .next = 1};
    cov_raw_maker_open(&out->maker, module, c->no_return, raw, is_kept ? c->arena : module->arena,
                       c->scratch);
    out->maker.keeps_sources = is_kept;
    out->test_hits = cov_test_hits_open(in->tests, in->gathered, module->arena);
    mod_no_return_begin(c->no_return, module->tables);
    mod_compare_checksums(module);
    mod_sources_open(module);
    cov_fsharp_match_open(&out->splice, &from);
    out->pieces = cov_pieces_open(&from, rooms);
}

void cov_measure_tests(cov_measuring *me) {
    if (me->test_hits == NULL) {
        return;
    }
    cov_test_hits_finish(me->test_hits, me->maker.assembly, me->c->arena);
    if (cov_test_members(me->maker.assembly, me->module->image, me->c->arena) != CC_OK) {
        cov_add_lost(me->c, "%.*s: the members of the build are not known: %s",
                     CC_STR_ARGS(me->module->name), cc_error_message());
    }
}

void cov_measure_close(cov_measuring *me) {
    cov_pieces_close(me->pieces);
    cov_raw_maker_close(&me->maker);
    cc_arena_reset(me->c->scratch);
}
