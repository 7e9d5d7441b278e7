/* What of a data file an answer needs; see cmd_who.h. The configuration is not known yet, nor where the
 * sources are: so a few files more may be chosen. */
#include <string.h>

#include "cli/explain/cmd_who.h"

static bool ends_with(cc_str path, cc_str end) {
    return cmd_path_match(end, path) != CMD_NO_MATCH;
}

/* The root is not known yet: a document below it may be the end of a path, or the other way round. An
 * absolute one may get another path. */
static bool may_be(cc_str path, cc_str document) {
    bool is_below = document.len > 0 && !cmd_is_separator(document.s[0]) &&
                    memchr(document.s, ':', document.len) == NULL;
    return is_below ? ends_with(path, document) || ends_with(document, path)
                    : ends_with(document, cmd_last_part(path, CMD_SEPARATORS));
}

/* Members of one file come one after the other. */
static void add_path(cmd_who_choice *c, cc_str path) {
    uint32_t count = c->paths.count;
    if (count == 0 || !cc_str_eqz(path, c->paths.items[count - 1])) {
        cc_list_add(&c->paths, cc_arena_strdup(c->paths.arena, path));
    }
}

static cmd_grade grade_of(const cmd_who_choice *c, const cov_fact *fact) {
    return cmd_thing_match(c->thing, fact, (cc_str){"", 0});
}

static bool is_listed(const cc_list *types, cc_str name) {
    for (uint32_t i = 0; i < types->count; i++) {
        const cov_fact *type = types->items[i];
        if (cc_str_eq(type->name, name)) {
            return true;
        }
    }
    return false;
}

/* A type is in the files of its members. */
static void take_members(cmd_who_choice *c, const cov_raw *heads, const cc_list *types) {
    for (uint32_t i = 0; types->count > 0 && i < heads->fact_count; i++) {
        const cov_fact *fact = &heads->facts[i];
        if (fact->subject == COV_SUBJECT_MEMBER && is_listed(types, fact->type)) {
            add_path(c, fact->path);
        }
    }
}

static void begin(void *ctx, const cov_raw *heads) {
    cmd_who_choice *c = ctx;
    cc_list types = {.arena = c->paths.arena};
    for (uint32_t i = 0; i < heads->fact_count; i++) {
        cov_fact *fact = &heads->facts[i];
        if (grade_of(c, fact) == CMD_NO_MATCH) {
            continue;
        }
        c->is_all = c->is_all || fact->subject == COV_SUBJECT_ASSEMBLY;
        add_path(c, fact->subject == COV_SUBJECT_FILE ? fact->name : fact->path);
        if (fact->subject == COV_SUBJECT_TYPE) {
            cc_list_add(&types, fact);
        }
    }
    take_members(c, heads, &types);
}

static bool wants(void *ctx, cc_str path) {
    const cmd_who_choice *c = ctx;
    for (uint32_t i = 0; i < c->paths.count && !c->is_all; i++) {
        if (may_be(cc_strz(c->paths.items[i]), path)) {
            return true;
        }
    }
    return c->is_all;
}

const dat_choice *cmd_who_choose(cmd_who_choice *out, const cmd_thing *thing, cc_arena *arena) {
    bool is_line = thing->line > 0;
    *out = (cmd_who_choice){.thing = thing, .paths = {.arena = arena}};
    add_path(out, thing->file);
    if (thing->path != NULL) {
        add_path(out, cc_strz(thing->path));
    }
    out->reading = (dat_choice){is_line ? NULL : begin, wants, out, is_line, !is_line};
    return &out->reading;
}
