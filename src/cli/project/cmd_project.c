/* Reads the projects of solutions. See cmd_project.h. */
#include <libxml/tree.h>
#include <string.h>

#include "cli/core/cmd.h"
#include "cli/project/cmd_project.h"
#include "cli/project/cmd_xml.h"

enum { MAX_FILE = 1 << 20 };

static char *attribute_of(xmlNode *node, const char *name, cc_arena *arena) {
    xmlChar *value = xmlGetNoNsProp(node, (const xmlChar *)name);
    cc_str text = cc_str_trim(cc_strz(value == NULL ? "" : (const char *)value));
    char *copy = text.len == 0 ? NULL : cc_arena_strdup(arena, text);
    xmlFree(value);
    return copy;
}

/* The path is more than the extension. */
static bool has_extension(cc_str path, const char *const *extensions) {
    return cc_str_ends_with_one_of_nocase(path, extensions) &&
           !cc_str_is_one_of_nocase(path, extensions);
}

bool cmd_is_project(cc_str path) {
    static const char *const extensions[] = {".csproj", ".fsproj", ".vbproj", NULL};
    return has_extension(path, extensions);
}

bool cmd_is_solution(cc_str path) {
    static const char *const extensions[] = {".sln", ".slnx", NULL};
    return has_extension(path, extensions);
}

static cc_err give(cc_str path, cc_arena *arena, cc_err (*take)(void *ctx, cc_str path),
                   void *ctx) {
    if (!cmd_is_project(path) || memchr(path.s, '\0', path.len) != NULL) {
        return CC_OK; /* a folder of the solution, a project of another kind, or no path */
    }
    return take(ctx, (cc_str){cc_arena_slashes(arena, path), path.len});
}

static cc_err read_slnx(cc_str text, cc_arena *arena, cc_err (*take)(void *ctx, cc_str path),
                        void *ctx) {
    cc_err err = CC_OK;
    xmlDoc *doc = cmd_xml_read(text, MAX_FILE);
    if (doc == NULL) {
        return cc_fail(CC_E_FORMAT, "is not readable XML");
    }
    xmlNode *node = xmlDocGetRootElement(doc);
    for (; err == CC_OK && node != NULL; node = cmd_xml_next(node)) {
        const char *path = cmd_xml_is(node, "Project") ? attribute_of(node, "Path", arena) : NULL;
        err = path == NULL ? CC_OK : give(cc_strz(path), arena, take, ctx);
    }
    xmlFreeDoc(doc);
    return err;
}

/* The `n`th text between quotes of a line; empty if there is none. */
static cc_str quoted(cc_str line, unsigned n) {
    for (unsigned i = 0; i < 2 * n + 1; i++) {
        (void)cc_str_cut(&line, '"');
    }
    cc_str text = cc_str_cut(&line, '"');
    bool is_closed = text.s + text.len < line.s;
    return is_closed ? text : (cc_str){"", 0};
}

/* Reads lines of the form Project("{type}") = "Name", "path\Name.csproj", "{id}". */
static cc_err read_sln(cc_str text, cc_arena *arena, cc_err (*take)(void *ctx, cc_str path),
                       void *ctx) {
    while (text.len > 0) {
        cc_str line = cc_str_trim(cc_str_cut(&text, '\n'));
        if (cc_str_starts(line, "Project(")) {
            CC_TRY(give(quoted(line, 2), arena, take, ctx));
        }
    }
    return CC_OK;
}

cc_err cmd_solution_read(cc_str text, cc_arena *arena, cc_err (*take)(void *ctx, cc_str path),
                         void *ctx) {
    text = cc_str_trim(cc_str_without_mark(text));
    bool is_xml = text.len > 0 && text.s[0] == '<';
    return is_xml ? read_slnx(text, arena, take, ctx) : read_sln(text, arena, take, ctx);
}
