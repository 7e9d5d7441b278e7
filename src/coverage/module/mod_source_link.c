/* Source Link: from the compiler's JSON to folders of a repository; see mod_source_link.h. */
#include "coverage/module/mod_source_link.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_hash.h"
#include "coverage/module/mod_root_path.h"

enum { SHA1_DIGITS = 40, SHA256_DIGITS = 64 };

/* --- URLs ------------------------------------------------------------------------------------- */

static bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static unsigned hex_value(char c) {
    if (c >= '0' && c <= '9') {
        return (unsigned)(c - '0');
    }
    return (unsigned)(c >= 'a' ? c - 'a' : c - 'A') + 10;
}

/* Returns the text after the first component that is a commit id; NULL when there is none. */
static const char *after_commit(const char *url) {
    for (const char *part = url; part != NULL;) {
        const char *end = strchr(part, '/');
        size_t length = 0;
        while (is_hex(part[length])) {
            length++;
        }
        if (end != NULL && part + length == end &&
            (length == SHA1_DIGITS || length == SHA256_DIGITS)) {
            return end + 1;
        }
        part = end == NULL ? NULL : end + 1;
    }
    return NULL;
}

/* Returns the text after the last occurrence of any of these texts. */
static const char *after_last(const char *url, const char *const *texts, size_t count) {
    const char *result = NULL;
    for (size_t i = 0; i < count; i++) {
        for (const char *at = strstr(url, texts[i]); at != NULL; at = strstr(at + 1, texts[i])) {
            const char *after = at + strlen(texts[i]);
            result = result == NULL || after > result ? after : result;
        }
    }
    return result;
}

/* Returns where the repository path begins in the URL (cut at its star). Azure DevOps and gitweb
 * have it in the query, Bitbucket Server has the commit after it, all others have the commit before
 * it. */
static const char *path_in_url(const char *url, bool has_commit_after) {
    static const char *const queries[] = {"?path=", "&path=", "?f=", "&f=", ";f="};
    static const char *const folders[] = {"/raw/", "/browse/"};
    const char *path = after_last(url, queries, sizeof queries / sizeof queries[0]);
    path = path != NULL ? path : after_commit(url);
    if (path == NULL && has_commit_after) {
        path = after_last(url, folders, sizeof folders / sizeof folders[0]);
    }
    return path;
}

static bool is_sane(const char *path) {
    const char *at = path;
    while (at != NULL) {
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == 0)) {
            return false;
        }
        at = strchr(at, '/');
        at = at == NULL ? NULL : at + 1;
    }
    return true;
}

/* Decodes "my%20folder/", without a leading '/'. NULL when there is no memory, "/" when the text is
 * invalid. */
static const char *decoded(cc_arena *arena, const char *path) {
    char *text = (char *)cc_arena_alloc(arena, strlen(path) + 1, 1);
    size_t length = 0;
    if (text == NULL) {
        return NULL;
    }
    for (const char *at = path; *at != 0 && *at != '&' && *at != '?'; at++) {
        bool is_escape = at[0] == '%' && is_hex(at[1]) && is_hex(at[2]);
        char c = is_escape ? (char)(hex_value(at[1]) * 16 + hex_value(at[2])) : *at;
        at += is_escape ? 2 : 0;
        if (c == 0) {
            return "/";
        }
        if (c != '/' || length > 0) {
            text[length++] = c;
        }
    }
    text[length] = 0;
    return is_sane(text) ? text : "/";
}

/* --- entries ---------------------------------------------------------------------------------- */

static size_t count_of(const char *text, char c) {
    size_t count = 0;
    for (; *text != 0; text++) {
        count += *text == c ? 1 : 0;
    }
    return count;
}

/* Adds an entry if it is valid. */
static void add_entry(mod_source_link *links, const char *key, const char *url, cc_arena *arena) {
    size_t length = strlen(key);
    bool has_star = length > 0 && key[length - 1] == '*';
    size_t stars = has_star ? 1 : 0;
    if (count_of(key, '*') != stars || count_of(url, '*') != stars || length <= stars) {
        return;
    }
    char *start = cc_arena_strdup(arena, (cc_str){url, strcspn(url, "*")});
    const char *path = path_in_url(start, strstr(url, "?at=") != NULL);
    const char *folder = path == NULL ? NULL : decoded(arena, path);
    char *prefix = cc_arena_strdup(arena, (cc_str){key, length - stars});
    if (folder == NULL || folder[0] == '/') {
        return;
    }
    bool is_windows = mod_path_is_windows(cc_strz(prefix));
    for (char *c = prefix; is_windows && *c != 0; c++) {
        *c = *c == '\\' ? '/' : *c;
    }
    links->items[links->count++] =
        (mod_source_link_entry){cc_strz(prefix), has_star, is_windows, cc_strz(folder)};
}

static int compare_links(const void *a, const void *b) {
    const mod_source_link_entry *x = (const mod_source_link_entry *)a;
    const mod_source_link_entry *y = (const mod_source_link_entry *)b;
    if (x->prefix.len != y->prefix.len) {
        return x->prefix.len < y->prefix.len ? -1 : 1;
    }
    return cc_str_cmp(x->prefix, y->prefix);
}

static void read_documents(mod_source_link *links, json_t *documents, cc_arena *arena) {
    const char *key = NULL;
    json_t *value = NULL;
    links->items = CC_NEW_ARRAY(arena, mod_source_link_entry, json_object_size(documents));
    json_object_foreach(documents, key, value) {
        const char *url = json_string_value(value);
        if (url != NULL) {
            add_entry(links, key, url, arena);
        }
    }
    if (links->count > 1) {
        qsort(links->items, links->count, sizeof(mod_source_link_entry), compare_links);
    }
}

cc_err mod_source_link_parse(const mod_source_link **out, cc_span json, cc_arena *arena) {
    json_error_t error;
    *out = NULL;
    if (json.len == 0) {
        return CC_OK;
    }
    if (json.len > MOD_SOURCE_LINK_MAX_BYTES) {
        return cc_fail(CC_E_LIMIT, "Source Link: too long (%zu bytes)", json.len);
    }
    mod_source_link *links = CC_NEW(arena, mod_source_link);
    links->id = cc_hash64(json);
    if (json.len >= 3 && memcmp(json.data, "\xEF\xBB\xBF", 3) == 0) {
        (void)cc_span_skip(&json, 3);
    }
    json_t *top = json_loadb((const char *)json.data, json.len, 0, &error);
    json_t *documents = json_object_get(top, "documents");
    cc_err err = CC_OK;
    if (json_is_object(documents)) {
        read_documents(links, documents, arena);
        *out = links;
    } else {
        err = cc_fail(CC_E_FORMAT, "Source Link: %s",
                      top == NULL ? error.text : "no object \"documents\"");
    }
    json_decref(top);
    return err;
}

char *mod_source_link_path(const mod_source_link *links, uint32_t index, cc_str document,
                           cc_arena *arena) {
    const mod_source_link_entry *link = &links->items[index];
    if (document.len < link->prefix.len || (!link->has_star && document.len > link->prefix.len)) {
        return NULL;
    }
    cc_str front = {document.s, link->prefix.len};
    bool fits =
        link->is_folded ? cc_str_eq_nocase(front, link->prefix) : cc_str_eq(front, link->prefix);
    if (!fits) {
        return NULL;
    }
    return cc_arena_printf(arena, "%.*s%.*s", (int)link->folder.len, link->folder.s,
                           (int)(document.len - front.len), document.s + front.len);
}
