/* The small texts that other programs, or other processes, left after. The first byte says which:
 *   's' settings of a session: what is read prints and reads back the same
 *   'l' Source Link, then after a line with "=" names of documents: paths in a repository
 *   'r' runtimeconfig.json: the answer for tiered compilation, and the same for text in any quotes
 *   'p' MSBuild project     'n' solution
 *   'd' names of documents: plain paths have no empty, "." or ".." part
 *   'u' any text: what a terminal and XML get of it, and what comes back from XML */
#include <libxml/parser.h>
#include <string.h>

#include "base/cc_utf.h"

#include "cli/project/cmd_project.h"
#include "coverage/module/mod_root_path.h"
#include "coverage/module/mod_source_link.h"
#include "coverage/session/ses_settings.h"
#include "profiler/prof_tiering.h"
#include "reports/xmlw.h"
#include "tests/fuzz/fuzz.h"

static bool take_line(cc_str *text, cc_str *line) {
    const char *end = text->len > 0 ? memchr(text->s, '\n', text->len) : NULL;
    size_t len = end == NULL ? text->len : (size_t)(end - text->s);
    *line = (cc_str){text->s, len};
    bool is_there = text->len > 0;
    len = end == NULL ? len : len + 1;
    *text = (cc_str){is_there ? text->s + len : text->s, text->len - len};
    return is_there;
}

static void settings(cc_str text, cc_arena *arena) {
    ses_settings first;
    ses_settings second;
    cc_buf printed = {0};
    cc_buf again = {0};
    if (ses_settings_parse(&first, text, arena) == CC_OK) {
        ses_settings_print(&first, &printed);
        fuzz_require(ses_settings_parse(&second, cc_buf_str(&printed), arena) == CC_OK,
                     "printed settings are read");
        ses_settings_print(&second, &again);
        fuzz_require(cc_span_eq(cc_buf_span(&printed), cc_buf_span(&again)),
                     "settings print and read back the same");
    }
    cc_buf_free(&printed);
    cc_buf_free(&again);
}

/* Plain: parts between '/' are neither empty nor "." nor "..". */
static void check_plain(const char *plain) {
    const char *at = *plain == '/' ? plain + 1 : plain;
    while (*at != '\0') {
        size_t len = strcspn(at, "/");
        fuzz_require(len > 0 && strncmp(at, ".", len) != 0, "no empty part");
        fuzz_require(len != 2 || strncmp(at, "..", 2) != 0, "no .. in a plain path");
        fuzz_require(at[len] == '\0' || at[len + 1] != '\0', "no / at the end");
        at += at[len] == '\0' ? len : len + 1;
    }
}

static void document(cc_str name, cc_arena *arena) {
    char *plain = mod_path_plain(arena, name);
    cc_str rest = {NULL, 0};
    if (plain != NULL) {
        check_plain(plain);
        cc_str whole = cc_strz(plain);
        fuzz_require(whole.len == 0 || mod_path_ends(whole, whole, true), "a path ends in itself");
        fuzz_require(whole.len == 0 ||
                         (mod_path_below(whole, whole, false, &rest) && rest.len == 0),
                     "a path is below itself");
        (void)mod_path_is_deterministic(whole, &rest);
    }
}

static void source_link(cc_str text, cc_arena *arena) {
    const mod_source_link *links = NULL;
    char *names = memmem(text.s, text.len, "\n=\n", 3);
    size_t json = names == NULL ? text.len : (size_t)(names - text.s);
    cc_str rest = names == NULL ? (cc_str){"", 0} : (cc_str){names + 3, text.len - json - 3};
    cc_str line;
    if (mod_source_link_parse(&links, cc_span_of(text.s, json), arena) != CC_OK || links == NULL) {
        return;
    }
    for (unsigned i = 0; i < 8 && take_line(&rest, &line); i++) {
        for (uint32_t k = 0; k < links->count; k++) {
            const char *path = mod_source_link_path(links, k, line, arena);
            const mod_source_link_entry *link = &links->items[k];
            fuzz_require(path == NULL || link->has_star || line.len == link->prefix.len,
                         "a document without a star is a whole name");
        }
    }
    for (uint32_t k = 1; k < links->count; k++) {
        fuzz_require(links->items[k - 1].prefix.len <= links->items[k].prefix.len,
                     "links by length of prefix");
    }
}

static const char *no_variable(const char *name) {
    (void)name;
    return NULL;
}

static void runtime_config(cc_str text, cc_arena *arena) {
    bool is_once = prof_is_compiled_once(no_variable, text);
    char *spaced = cc_arena_printf(arena, " \n%.*s \n", (int)text.len, text.s);
    bool has_nul = text.len > 0 && memchr(text.s, '\0', text.len) != NULL;
    fuzz_require(has_nul || spaced == NULL ||
                     is_once == prof_is_compiled_once(no_variable, cc_strz(spaced)),
                 "space around the text says nothing");
}

static cc_err take_project(void *ctx, cc_str path) {
    (void)ctx;
    fuzz_require(path.len > strlen(".csproj") && memchr(path.s, '\\', path.len) == NULL,
                 "a project's path has an extension and no \\");
    return CC_OK;
}

static void project(cc_str text, cc_arena *arena) {
    cmd_project_facts facts = {NULL, false};
    cc_err err = cmd_project_read(&facts, text, CC_STR("Shop"), arena);
    fuzz_require(err == CC_OK || *cc_error_message() != '\0', "what is refused is told");
    bool is_escaped = memmem(text.s, text.len, "%24", 3) != NULL;
    fuzz_require(err != CC_OK || is_escaped || facts.assembly == NULL ||
                     strstr(facts.assembly, "$(") == NULL,
                 "no property is left in the name of the assembly");
}

static bool put(void *ctx, const void *data, size_t len) {
    cc_buf_bytes((cc_buf *)ctx, data, len);
    return true;
}

static void write_xml(cc_str text, cc_buf *out) {
    xmlw w;
    xmlw_open(&w, (rep_sink){put, out});
    xmlw_start(&w, "a");
    xmlw_attr(&w, "b", text);
    xmlw_text(&w, text);
    xmlw_end(&w);
    fuzz_require(xmlw_close(&w) == CC_OK, "any text can be written");
}

/* An attribute and a text come back from XML as they were cleaned. */
static void any_text(cc_str text) {
    cc_buf clean = {0};
    cc_buf again = {0};
    cc_buf xml = {0};
    cc_utf8_clean(text, &clean);
    cc_utf8_clean(cc_buf_str(&clean), &again);
    fuzz_require(cc_span_eq(cc_buf_span(&clean), cc_buf_span(&again)), "clean text stays");
    write_xml(text, &xml);
    xmlDoc *doc = xmlReadMemory((const char *)xml.data, (int)xml.len, "x", NULL,
                                XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    xmlNode *node = xmlDocGetRootElement(doc);
    fuzz_require(node != NULL, "what is written is XML");
    xmlChar *value = xmlGetProp(node, (const xmlChar *)"b");
    xmlChar *content = xmlNodeGetContent(node);
    fuzz_require(value != NULL && cc_str_eqz(cc_buf_str(&clean), (const char *)value),
                 "an attribute comes back");
    fuzz_require(content != NULL && cc_str_eqz(cc_buf_str(&clean), (const char *)content),
                 "a text comes back");
    xmlFree(value);
    xmlFree(content);
    xmlFreeDoc(doc);
    cc_buf_free(&clean);
    cc_buf_free(&again);
    cc_buf_free(&xml);
}

static void read_text(char kind, cc_str text, cc_arena *arena) {
    cc_str line;
    switch (kind) {
    case 's':
        settings(text, arena);
        break;
    case 'l':
        source_link(text, arena);
        break;
    case 'r':
        runtime_config(text, arena);
        break;
    case 'p':
        project(text, arena);
        break;
    case 'n':
        fuzz_require(cmd_solution_read(text, arena, take_project, NULL) != CC_E_NOMEM, "memory");
        break;
    case 'u':
        any_text(text);
        break;
    default:
        while (take_line(&text, &line)) {
            document(line, arena);
        }
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cc_arena *arena = cc_arena_new();
    if (arena != NULL && size > 0) {
        read_text((char)data[0], (cc_str){(const char *)data + 1, size - 1}, arena);
    }
    cc_arena_free(arena);
    return 0;
}
