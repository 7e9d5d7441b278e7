/* Where in the sources a change is, as a version control system says; see imp_internal.h. */
#include "coverage/impact/imp_internal.h"
#include "coverage/module/mod.h"
#include "coverage/module/mod_root_path.h"

/* The first changed line of a member. */
typedef struct place {
    const imp_text *text; /* NULL: no changed line is known */
    uint32_t line;
} place;

typedef struct placing {
    imp_state *s;
    const imp_build *build;
    mod_module module;
    const imp_text **texts; /* by Document rid; NULL: the file did not change */
    place *places;          /* by member of the build that is there */
} placing;

/* The file of a document: compilers write its path as they saw it. */
static const imp_text *text_of(const placing *p, uint32_t document, cc_arena *arena) {
    const imp_request *request = p->s->request;
    pdb_document found;
    if (pdb_get_document(p->module.pdb, document, arena, &found) != CC_OK) {
        return NULL;
    }
    const char *path = mod_path_plain(arena, found.name);
    for (uint32_t i = 0; path != NULL && i < request->text_count; i++) {
        if (mod_path_ends(cc_strz(path), request->texts[i].path, false)) {
            return &request->texts[i];
        }
    }
    return NULL;
}

static void find_texts(placing *p, cc_arena *arena) {
    uint32_t count = pdb_document_count(p->module.pdb);
    p->texts = CC_NEW_ARRAY(arena, const imp_text *, (size_t)count + 1);
    for (uint32_t rid = 1; rid <= count; rid++) {
        p->texts[rid] = text_of(p, rid, arena);
    }
}

/* The first changed line of the statement; 0: none of its lines changed. */
static uint32_t changed_line(const imp_text *text, const pdb_point *point) {
    for (uint32_t i = 0; i < text->count; i++) {
        const imp_lines *lines = &text->lines[i];
        if (lines->first <= point->end_line && lines->last >= point->start_line) {
            return lines->first > point->start_line ? lines->first : point->start_line;
        }
    }
    return 0;
}

static void take_points(placing *p, uint32_t member, uint32_t rid, cc_arena *arena) {
    pdb_point *points = NULL;
    uint32_t count = 0;
    if (pdb_get_points(p->module.pdb, rid, arena, &points, &count) != CC_OK) {
        return;
    }
    place *at = &p->places[member];
    for (uint32_t i = 0; i < count; i++) {
        const imp_text *text = points[i].hidden ? NULL : p->texts[points[i].document];
        uint32_t line = text == NULL ? 0 : changed_line(text, &points[i]);
        if (line != 0 && (at->text == NULL || line < at->line)) {
            *at = (place){text, line};
        }
    }
}

static void find_places(placing *p, cc_arena *arena) {
    const mbr_build *now = &p->build->now;
    p->places = CC_NEW_ARRAY(arena, place, now->count);
    for (uint32_t rid = 1; rid <= now->method_count; rid++) {
        if (now->of_method[rid] != MBR_NONE) {
            take_points(p, now->of_method[rid], rid, arena);
        }
    }
}

static void name_in_reasons(const placing *p) {
    imp_state *s = p->s;
    for (uint32_t i = 0; i < s->changes.count; i++) {
        imp_change *change = s->changes.items[i];
        if (change->build != p->build || change->now == MBR_NONE ||
            p->places[change->now].text == NULL) {
            continue;
        }
        const place *at = &p->places[change->now];
        change->reason = cc_arena_printf(s->arena, "%s (%.*s:%u)", change->reason,
                                         CC_STR_ARGS(at->text->path), at->line);
    }
}

static bool has_changes(const imp_state *s, const imp_build *build) {
    for (uint32_t i = 0; i < s->changes.count; i++) {
        const imp_change *change = s->changes.items[i];
        if (change->build == build) {
            return true;
        }
    }
    return false;
}

/* Without symbols reasons name no place. */
static void name_places(imp_state *s, const imp_build *build) {
    cc_arena *scratch = cc_arena_new();
    const char *image =
        cc_arena_printf(scratch, "%s/%.*s.dll", s->folder, CC_STR_ARGS(build->now.assembly));
    const char *pdb = NULL;
    placing p = {.s = s, .build = build};
    if (mod_open_file(&p.module, image, scratch, &pdb) == CC_OK) {
        find_texts(&p, scratch);
        find_places(&p, scratch);
        name_in_reasons(&p);
    }
    mod_close(&p.module);
    cc_arena_free(scratch);
}

void imp_name_places(imp_state *s) {
    for (uint32_t i = 0; s->request->text_count > 0 && i < s->build_count; i++) {
        if (has_changes(s, &s->builds[i])) {
            name_places(s, &s->builds[i]);
        }
    }
}
