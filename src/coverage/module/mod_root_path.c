/* Paths as text; see mod_root_path.h. */
#include "coverage/module/mod_root_path.h"

#include <string.h>

static bool is_separator(char c) {
    return c == '/' || c == '\\';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool mod_path_is_windows(cc_str path) {
    bool has_drive = path.len >= 2 && is_letter(path.s[0]) && path.s[1] == ':' &&
                     (path.len == 2 || is_separator(path.s[2]));
    return has_drive || cc_str_starts(path, "\\\\");
}

bool mod_path_is_deterministic(cc_str path, cc_str *rest) {
    size_t at = 2;
    if (!cc_str_starts(path, "/_")) {
        return false;
    }
    while (at < path.len && path.s[at] >= '0' && path.s[at] <= '9') {
        at++;
    }
    if (at + 1 >= path.len || !is_separator(path.s[at])) {
        return false;
    }
    *rest = (cc_str){path.s + at + 1, path.len - at - 1};
    return true;
}

/* Removes the first component. */
static cc_str next_part(cc_str *path, bool any_separator) {
    size_t end = 0;
    while (end < path->len && !(any_separator ? is_separator(path->s[end]) : path->s[end] == '/')) {
        end++;
    }
    cc_str part = {path->s, end};
    size_t taken = end < path->len ? end + 1 : end;
    *path = (cc_str){path->s + taken, path->len - taken};
    return part;
}

/* Returns `length` without the last component of the text; a drive stays. */
static size_t without_last(const char *text, size_t length) {
    size_t at = length;
    while (at > 0 && text[at - 1] != '/') {
        at--;
    }
    return at > 0 ? at - 1 : length > 0 && text[length - 1] == ':' ? length : 0;
}

char *mod_path_plain(cc_arena *arena, cc_str path) {
    cc_str ignored = {"", 0};
    bool is_windows = mod_path_is_windows(path);
    bool any_separator = is_windows || mod_path_is_deterministic(path, &ignored);
    bool is_rooted = path.len > 0 && (any_separator ? is_separator(path.s[0]) : path.s[0] == '/');
    char *text = (char *)cc_arena_alloc(arena, path.len + 2, 1);
    size_t length = 0;
    if (text == NULL || (path.len > 0 && memchr(path.s, 0, path.len) != NULL)) {
        return NULL;
    }
    while (path.len > 0) {
        cc_str part = next_part(&path, any_separator);
        if (cc_str_eqz(part, "..")) {
            length = without_last(text, length);
        } else if (part.len > 0 && !cc_str_eqz(part, ".")) {
            if (is_rooted || length > 0) {
                text[length++] = '/';
            }
            memcpy(text + length, part.s, part.len);
            length += part.len;
        }
    }
    if (length == 0 && is_rooted) {
        text[length++] = '/';
    }
    text[length] = 0;
    return text;
}

cc_str mod_path_shown(cc_str name) {
    while (name.len > 1 && name.s[0] == '/' && name.s[1] == '/') {
        name = (cc_str){name.s + 1, name.len - 1};
    }
    bool names_file = name.len > 0 && !cc_str_eqz(name, "/") && memchr(name.s, 0, name.len) == NULL;
    return names_file ? name : CC_STR("");
}

static bool same(cc_str a, cc_str b, bool fold) {
    return fold ? cc_str_eq_nocase(a, b) : cc_str_eq(a, b);
}

bool mod_path_below(cc_str path, cc_str prefix, bool fold, cc_str *rest) {
    size_t length = cc_str_eqz(prefix, "/") ? 0 : prefix.len;
    if (prefix.len == 0 || path.len < length ||
        !same((cc_str){path.s, length}, (cc_str){prefix.s, length}, fold)) {
        return false;
    }
    if (path.len == length) {
        *rest = (cc_str){path.s + length, 0};
        return true;
    }
    *rest = (cc_str){path.s + length + 1, path.len - length - 1};
    return path.s[length] == '/';
}

bool mod_path_ends(cc_str path, cc_str end, bool fold) {
    if (end.len == 0 || path.len < end.len ||
        !same((cc_str){path.s + path.len - end.len, end.len}, end, fold)) {
        return false;
    }
    return path.len == end.len || path.s[path.len - end.len - 1] == '/';
}
