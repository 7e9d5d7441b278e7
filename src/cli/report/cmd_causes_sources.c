/* Why the sources of an assembly were not found; see cmd_causes.h. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/core/cmd_quote.h"
#include "cli/report/cmd_causes.h"

typedef struct explaining {
    cmd_cause *out;
    const char *root;
    cc_arena *arena;
} explaining;

/* Always true, so that a search can return it. */
static bool found(const explaining *e, const char *what, const char *next) {
    *e->out = (cmd_cause){what, next};
    return true;
}

/* "--map OLD=NEW" when the source stands below the root at the end of its old path: the checkout was moved or copied since
 * it was built. NULL: it does not. */
static const char *find_moved(const explaining *e, cc_str source) {
    const char *root = e->root;
    bool leads_out = memmem(source.s, source.len, "/../", strlen("/../")) != NULL;
    for (size_t at = 1; !leads_out && at < source.len; at++) {
        if (source.s[at] != '/') {
            continue;
        }
        const char *here =
            cc_arena_printf(e->arena, "%s%.*s", root, (int)(source.len - at), source.s + at);
        if (cc_path_exists(here)) {
            const char *map = cc_arena_printf(e->arena, "%.*s=%s", (int)at, source.s, root);
            return cc_arena_printf(e->arena, "build it here, or add --map %s",
                                   cmd_shell_word(map, e->arena));
        }
    }
    return NULL;
}

static bool explain_outside(const explaining *e, const char *name, const char *text,
                            const char *outside) {
    const char *moved = find_moved(e, (cc_str){text, (size_t)(outside - text)});
    return moved == NULL
               ? found(e, cc_arena_printf(e->arena, "%s: %s", name, text),
                       "give the folder of the sources with --root DIR")
               : found(e,
                       cc_arena_printf(e->arena,
                                       "the checkout was moved or copied since %s was built", name),
                       moved);
}

bool cmd_cause_of_sources(cmd_cause *out, const char *name, const char *text, const char *root,
                          cc_arena *arena) {
    const explaining explained = {out, root, arena};
    const explaining *e = &explained;
    const char *outside = strstr(text, " is outside the source root");
    if (outside != NULL) {
        return explain_outside(e, name, text, outside);
    }
    if (strstr(text, "is not the file that") != NULL) {
        return found(
            e, cc_arena_printf(e->arena, "the sources of %s changed after it was built", name),
            cc_arena_printf(e->arena, "%s", text));
    }
    if (text[0] == '/' && text[1] == '_') {
        return found(
            e,
            cc_arena_printf(
                e->arena,
                "PathMap replaced the paths of the sources of %s, and no such file is below %s: %s",
                name, e->root, text),
            "give their folder with --map /_/=DIR");
    }
    const char *absent = strstr(text, " does not exist");
    absent = absent != NULL ? absent : strstr(text, " and ");
    size_t length = absent == NULL ? strlen(text) : (size_t)(absent - text);
    const char *moved = find_moved(e, (cc_str){text, length});
    if (moved != NULL) {
        return found(
            e, cc_arena_printf(e->arena, "the checkout was moved since %s was built", name), moved);
    }
    const char *slash = strrchr(text, '/') == NULL ? strrchr(text, '\\') : strrchr(text, '/');
    int dir = slash == NULL ? 0 : (int)(slash - text);
    return found(
        e,
        cc_arena_printf(e->arena, "the sources of %s are not where it was built: %s", name, text),
        cc_arena_printf(e->arena, "give their folder with --map %.*s=DIR", dir, text));
}
