/* Texts of /proc. See ipc_process.h. */
#include "diagnostics/ipc_process.h"

#include <string.h>

#include "base/cc_file.h"

static bool take_number(cc_str *text, uint64_t *out) {
    size_t digits = 0;
    *out = 0;
    *text = cc_str_trim_start(*text);
    for (; digits < text->len && text->s[digits] >= '0' && text->s[digits] <= '9'; digits++) {
        if (*out > (UINT64_MAX - 9) / 10) {
            return false;
        }
        *out = *out * 10 + (uint64_t)(text->s[digits] - '0');
    }
    text->s += digits;
    text->len -= digits;
    return digits > 0;
}

/* Takes the text up to the first `end`; *text keeps the rest. False at the end of the text. */
static bool take_until(cc_str *text, char end, cc_str *out) {
    if (text->len == 0) {
        return false;
    }
    const char *at = memchr(text->s, end, text->len);
    *out = (cc_str){text->s, at == NULL ? text->len : (size_t)(at - text->s)};
    size_t used = out->len + (at != NULL);
    text->s += used;
    text->len -= used;
    return true;
}

/* Field 2 is the name in parentheses, which may hold any character; field 22 is the time. */
bool ipc_parse_start(cc_str stat, uint64_t *ticks) {
    enum { AFTER_NAME = 2, START = 22 };
    size_t name_end = stat.len;
    while (name_end > 0 && stat.s[name_end - 1] != ')') {
        name_end--;
    }
    if (name_end == 0) {
        return false;
    }
    cc_str rest = {stat.s + name_end, stat.len - name_end};
    cc_str field = {NULL, 0};
    if (!take_until(&rest, ' ', &field)) {
        return false;
    }
    for (int i = AFTER_NAME; i < START; i++) {
        if (!take_until(&rest, ' ', &field)) {
            return false;
        }
    }
    return take_number(&field, ticks);
}

/* Returns the last number of a line. */
static bool last_number(cc_str line, uint64_t *out) {
    uint64_t number = 0;
    bool is_found = false;
    while (take_number(&line, &number)) {
        *out = number;
        is_found = true;
    }
    return is_found;
}

bool ipc_parse_status(cc_str status, ipc_status *out) {
    static const char uid_key[] = "Uid:";
    static const char pid_key[] = "NSpid:";
    static const char plain_key[] = "Pid:";
    cc_str line;
    uint64_t number = 0;
    bool has_uid = false;
    bool has_pid = false;
    *out = (ipc_status){0};
    while (take_until(&status, '\n', &line)) {
        if (cc_str_starts(line, uid_key)) {
            cc_str rest = {line.s + sizeof uid_key - 1, line.len - sizeof uid_key + 1};
            has_uid = take_number(&rest, &number) && take_number(&rest, &number);
            out->uid = (uint32_t)number;
        } else if (cc_str_starts(line, plain_key) || cc_str_starts(line, pid_key)) {
            size_t skipped =
                cc_str_starts(line, pid_key) ? sizeof pid_key - 1 : sizeof plain_key - 1;
            has_pid = last_number((cc_str){line.s + skipped, line.len - skipped}, &number);
            out->inner_pid = (uint32_t)number;
        }
    }
    return has_uid && has_pid;
}

cc_str ipc_find_variable(cc_str entries, const char *name) {
    size_t size = strlen(name);
    cc_str entry;
    while (take_until(&entries, '\0', &entry)) {
        if (entry.len > size && entry.s[size] == '=' && memcmp(entry.s, name, size) == 0) {
            return (cc_str){entry.s + size + 1, entry.len - size - 1};
        }
    }
    return (cc_str){NULL, 0};
}

bool ipc_is_held(cc_str entries) {
    cc_str ports = ipc_find_variable(entries, "DOTNET_DiagnosticPorts");
    cc_str port, word;
    bool is_held = ports.s == NULL;
    while (!is_held && take_until(&ports, ';', &port)) {
        is_held = port.len > 0;
        while (is_held && take_until(&port, ',', &word)) {
            is_held = !cc_str_eqz(word, "nosuspend");
        }
    }
    return is_held;
}

bool ipc_next_mapped(cc_str *maps, cc_str *path) {
    cc_str line;
    while (take_until(maps, '\n', &line)) {
        const char *slash = line.len > 0 ? memchr(line.s, '/', line.len) : NULL;
        if (slash != NULL) {
            *path = (cc_str){slash, line.len - (size_t)(slash - line.s)};
            return true;
        }
    }
    return false;
}

cc_str ipc_find_mapped(cc_str maps, const char *base_name) {
    static const char removed[] = " (deleted)";
    cc_str path;
    while (ipc_next_mapped(&maps, &path)) {
        cc_str bare = path;
        bare.len -= cc_str_ends(path, removed) ? sizeof removed - 1 : 0;
        if (cc_str_eqz(cc_path_base(bare), base_name)) {
            return path;
        }
    }
    return (cc_str){NULL, 0};
}
