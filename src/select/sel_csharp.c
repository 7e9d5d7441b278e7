/* The name of a method as Microsoft's code coverage writes it for its Functions expressions
 * (observed with Microsoft.CodeCoverage 18.11.0): "Ns.Outer.Inner<T>.Method(int, System.Uri[])".
 * Nested types follow a '.', a constructor has its type's name, types with a C# keyword have that
 * keyword. A CLR name does not contain the names of type parameters: a single parameter is T here,
 * several are T1, T2, ... */
#include "select/sel_internal.h"

#include <string.h>

enum { MAX_ARITY = 99 };

static const struct {
    const char *name, *keyword;
} keywords[] = {
    {"System.Boolean", "bool"}, {"System.Byte", "byte"},       {"System.SByte", "sbyte"},
    {"System.Char", "char"},    {"System.Decimal", "decimal"}, {"System.Double", "double"},
    {"System.Single", "float"}, {"System.Int16", "short"},     {"System.UInt16", "ushort"},
    {"System.Int32", "int"},    {"System.UInt32", "uint"},     {"System.Int64", "long"},
    {"System.UInt64", "ulong"}, {"System.Object", "object"},   {"System.String", "string"},
    {"System.IntPtr", "nint"},  {"System.UIntPtr", "nuint"},   {"System.Void", "void"},
};

/* Returns the length of "`N" at the start, and N; 0: there is none. */
static size_t arity_at(cc_str s, unsigned *arity) {
    size_t n = 1;
    *arity = 0;
    if (s.len < 2 || s.s[0] != '`') {
        return 0;
    }
    for (; n < s.len && cc_is_digit(s.s[n]); n++) {
        *arity = *arity > MAX_ARITY ? *arity : *arity * 10 + (unsigned)(s.s[n] - '0');
    }
    return n > 1 && *arity > 0 && *arity <= MAX_ARITY ? n : 0;
}

static void put_type_parameters(cc_buf *out, unsigned count) {
    if (count == 1) {
        cc_buf_puts(out, "<T>");
        return;
    }
    for (unsigned i = 1; i <= count; i++) {
        cc_buf_puts(out, i == 1 ? "<T" : ", T");
        cc_buf_dec(out, i);
    }
    cc_buf_putc(out, '>');
}

/* Appends the declaring type; *simple is the innermost name without its arity; an empty type leaves
 * it unchanged. */
static void put_declaring(cc_buf *out, cc_str type, cc_str *simple) {
    size_t start = 0;
    size_t end = type.len;
    for (size_t i = 0; i < type.len;) {
        unsigned arity = 0;
        size_t n = arity_at((cc_str){type.s + i, type.len - i}, &arity);
        bool is_border = type.s[i] == '/' || type.s[i] == '+' || type.s[i] == '.';
        if (n > 0) {
            end = i;
            put_type_parameters(out, arity);
        } else {
            start = is_border ? i + 1 : start;
            end = type.len;
            cc_buf_putc(out, is_border ? '.' : type.s[i]);
        }
        i += n > 0 ? n : 1;
    }
    if (type.len > 0) { /* an empty name may have a NULL pointer */
        *simple = (cc_str){type.s + start, end - start};
    }
}

static bool is_of_name(char c) {
    return c != '\0' && strchr("(),<>[]&* ", c) == NULL;
}

/* Appends one name of a signature: a keyword, or the name with '.' for '/' and without arities,
 * which follow as arguments. */
static void put_name(cc_buf *out, cc_str name) {
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        if (cc_str_eqz(name, keywords[i].name)) {
            cc_buf_puts(out, keywords[i].keyword);
            return;
        }
    }
    for (size_t i = 0; i < name.len;) {
        unsigned arity = 0;
        size_t n = arity_at((cc_str){name.s + i, name.len - i}, &arity);
        if (n == 0) {
            cc_buf_putc(out, name.s[i] == '/' || name.s[i] == '+' ? '.' : name.s[i]);
        }
        i += n > 0 ? n : 1;
    }
}

static void put_parameters(cc_buf *out, cc_str parameters) {
    for (size_t i = 0; i < parameters.len;) {
        size_t n = 0;
        while (i + n < parameters.len && is_of_name(parameters.s[i + n])) {
            n++;
        }
        if (n > 0) {
            put_name(out, (cc_str){parameters.s + i, n});
            i += n;
            continue;
        }
        bool in_array =
            i + 1 < parameters.len && (parameters.s[i + 1] == ',' || parameters.s[i + 1] == ']');
        cc_buf_putc(out, parameters.s[i]);
        if (parameters.s[i] == ',' && !in_array) {
            cc_buf_putc(out, ' ');
        }
        i++;
    }
}

void sel_put_csharp(cc_buf *out, cc_str type, cc_str name, cc_str parameters) {
    cc_str simple = {"", 0};
    put_declaring(out, type, &simple);
    cc_buf_putc(out, '.');
    bool is_constructor = cc_str_eqz(name, ".ctor") || cc_str_eqz(name, ".cctor");
    cc_buf_str_put(out, is_constructor ? simple : name);
    put_parameters(out, parameters);
}
