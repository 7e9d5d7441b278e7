/* Generated code; see mod_generated.h. */
#include "coverage/module/mod_generated.h"

#include <string.h>

static bool is_separator(char c) {
    return c == '/' || c == '\\';
}

static bool ends_nocase(cc_str s, const char *end) {
    size_t len = strlen(end);
    return s.len >= len && cc_str_eq_nocase((cc_str){s.s + s.len - len, len}, (cc_str){end, len});
}

static bool has_folder(cc_str path, const char *name) {
    size_t len = strlen(name);
    for (size_t at = 0; at + len < path.len; at++) {
        bool is_first = at == 0 || is_separator(path.s[at - 1]);
        if (is_first && is_separator(path.s[at + len]) && memcmp(path.s + at, name, len) == 0) {
            return true;
        }
    }
    return false;
}

const char *mod_generated_path(cc_str path) {
    static const char *const ends[] = {".g.cs", ".g.vb", ".g.fs", ".g.i.cs", ".g.i.vb"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (ends_nocase(path, ends[i])) {
            return "its file has a name of generated code";
        }
    }
    return has_folder(path, "obj") ? "its file is below a folder obj" : NULL;
}

bool mod_is_view(cc_str path) {
    return ends_nocase(path, ".cshtml") || ends_nocase(path, ".razor") ||
           ends_nocase(path, ".vbhtml");
}

/* The first argument of the constructor is this text: a prolog of two bytes, a length below 128,
 * the text. */
static bool has_first_text(cc_span value, const char *text) {
    enum { PROLOG = 2, LONG_TEXT = 128 };
    size_t len = strlen(text);
    return len < LONG_TEXT && value.len > PROLOG + len && value.data[PROLOG] == len &&
           memcmp(value.data + PROLOG + 1, text, len) == 0;
}

mod_generator mod_generated_attribute(cc_str full_name, cc_span value) {
    if (cc_str_eqz(full_name, "System.CodeDom.Compiler.GeneratedCodeAttribute")) {
        bool is_protoc =
            has_first_text(value, "protoc") || has_first_text(value, "grpc_csharp_plugin");
        return is_protoc ? MOD_BY_PROTOC : MOD_BY_TOOL;
    }
    bool is_migration =
        cc_str_eqz(full_name, "Microsoft.EntityFrameworkCore.Migrations.MigrationAttribute") ||
        cc_str_eqz(full_name, "Microsoft.EntityFrameworkCore.Infrastructure.DbContextAttribute");
    return is_migration ? MOD_BY_MIGRATIONS : MOD_BY_USER;
}

const char *mod_generator_text(mod_generator generator) {
    switch (generator) {
    case MOD_BY_TOOL:
        return "[GeneratedCode]";
    case MOD_BY_PROTOC:
        return "the compiler of protocol buffers wrote its file";
    case MOD_BY_MIGRATIONS:
        return "a migration of Entity Framework";
    case MOD_BY_USER:
    default:
        return "";
    }
}
