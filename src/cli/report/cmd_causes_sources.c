/* Why the sources of an assembly were not found; see cmd_causes.h. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/core/cmd_quote.h"
#include "cli/report/cmd_causes.h"

typedef struct explaining {
    cmd_cause *out;
    const char *root;
} explaining;

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
            cc_arena_printf(e->out->arena, "%s%.*s", root, (int)(source.len - at), source.s + at);
        if (cc_path_exists(here)) {
            const char *map = cc_arena_printf(e->out->arena, "%.*s=%s", (int)at, source.s, root);
            return cc_arena_printf(e->out->arena, "build it here, or add --map %s",
                                   cmd_shell_word(map, e->out->arena));
        }
    }
    return NULL;
}

static bool explain_outside(const explaining *e, const char *name, const char *text,
                            const char *outside) {
    const char *moved = find_moved(e, (cc_str){text, (size_t)(outside - text)});
    return moved == NULL ? cmd_found(e->out, "give the folder of the sources with --root DIR",
                                     "%s: %s", name, text)
                         : cmd_found(e->out, moved,
                                     "the checkout was moved or copied since %s was built", name);
}

bool cmd_cause_of_sources(cmd_cause *out, const char *name, const char *text, const char *root) {
    const explaining explained = {out, root};
    const explaining *e = &explained;
    const char *outside = strstr(text, " is outside the source root");
    if (outside != NULL) {
        return explain_outside(e, name, text, outside);
    }
    if (strstr(text, "is not the file that") != NULL) {
        return cmd_found(e->out, cc_arena_strdup(e->out->arena, cc_strz(text)),
                         "the sources of %s changed after it was built", name);
    }
    if (text[0] == '/' && text[1] == '_') {
        return cmd_found(
            e->out, "give their folder with --map /_/=DIR",
            "PathMap replaced the paths of the sources of %s, and no such file is below %s: %s",
            name, e->root, text);
    }
    const char *absent = strstr(text, " does not exist");
    absent = absent != NULL ? absent : strstr(text, " and ");
    size_t length = absent == NULL ? strlen(text) : (size_t)(absent - text);
    const char *moved = find_moved(e, (cc_str){text, length});
    if (moved != NULL) {
        return cmd_found(e->out, moved, "the checkout was moved since %s was built", name);
    }
    const char *slash = strrchr(text, '/') == NULL ? strrchr(text, '\\') : strrchr(text, '/');
    int dir = slash == NULL ? 0 : (int)(slash - text);
    return cmd_found(
        e->out, cc_arena_printf(e->out->arena, "give their folder with --map %.*s=DIR", dir, text),
        "the sources of %s are not where it was built: %s", name, text);
}
