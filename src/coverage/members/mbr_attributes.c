/* Digests of custom attributes. Source: ECMA-335 II.23.3. */
#include "coverage/members/mbr_internal.h"
#include "metadata/md_columns.h"

#include <string.h>

/* What these say follows from code that is compared itself, or from numbers of compilers. */
static bool is_derived(cc_str name) {
    static const char *const names[] = {
        "System.Runtime.CompilerServices.AsyncStateMachineAttribute",
        "System.Runtime.CompilerServices.IteratorStateMachineAttribute",
        "System.Runtime.CompilerServices.AsyncIteratorStateMachineAttribute",
        "Microsoft.FSharp.Core.CompilationMappingAttribute",
        NULL,
    };
    return cc_str_is_one_of(name, names);
}

/* The compiler gives these to an assembly or module in which some code needs them. */
static bool is_derived_for_all(uint32_t owner, cc_str name) {
    md_table table = (md_table)MD_TOKEN_TABLE(owner);
    return (table == MD_ASSEMBLY || table == MD_MODULE) &&
           (cc_str_eqz(name, "System.Runtime.CompilerServices.ExtensionAttribute") ||
            cc_str_eqz(name, "System.Security.UnverifiableCodeAttribute"));
}

/* What these say of an assembly is text that only code which asks for it reads. */
static bool is_about_assembly(cc_str name) {
    static const char *const names[] = {
        "System.Reflection.AssemblyCompanyAttribute",
        "System.Reflection.AssemblyConfigurationAttribute",
        "System.Reflection.AssemblyCopyrightAttribute",
        "System.Reflection.AssemblyDescriptionAttribute",
        "System.Reflection.AssemblyFileVersionAttribute",
        "System.Reflection.AssemblyInformationalVersionAttribute",
        "System.Reflection.AssemblyProductAttribute",
        "System.Reflection.AssemblyTitleAttribute",
        "System.Reflection.AssemblyTrademarkAttribute",
        NULL,
    };
    return cc_str_is_one_of(name, names);
}

/* The SDK adds the commit to the version: "1.0.0+4f2a..". */
static bool is_version_of_commit(cc_str name) {
    return cc_str_eqz(name, "System.Reflection.AssemblyInformationalVersionAttribute");
}

static cc_span without_commit(cc_span value) {
    const uint8_t *sign = memchr(value.data, '+', value.len);
    return sign == NULL ? value : (cc_span){value.data, (size_t)(sign - value.data)};
}

/* Compilers pass a whole path, at least "/_/Tests.cs". */
static bool is_source_path(cc_str text) {
    bool is_path = memchr(text.s, '/', text.len) != NULL || memchr(text.s, '\\', text.len) != NULL;
    if (!is_path) {
        return false;
    }
    return cc_str_ends(text, ".cs") || cc_str_ends(text, ".vb") || cc_str_ends(text, ".fs");
}

/* The class of the attribute; "" where the metadata is damaged. */
static void put_class(const mbr_tokens *tokens, uint32_t constructor, cc_buf *out) {
    cc_str member = {"", 0};
    if (md_member_name(tokens->tables, constructor, out, &member) != CC_OK) {
        cc_buf_clear(out);
    }
}

static bool has_attribute(const mbr_tokens *tokens, uint32_t owner, const char *name) {
    uint32_t count = 0;
    uint32_t first =
        md_find(tokens->tables, MD_CUSTOM_ATTRIBUTE, MD_COL_CUSTOM_ATTRIBUTE_PARENT, owner, &count);
    bool is_there = false;
    for (uint32_t i = first; i < first + count && !is_there; i++) {
        uint32_t constructor = 0;
        cc_buf class = {0};
        if (md_cell(tokens->tables, MD_CUSTOM_ATTRIBUTE, i, MD_COL_CUSTOM_ATTRIBUTE_TYPE,
                    &constructor)) {
            put_class(tokens, constructor, &class);
        }
        is_there = cc_str_eqz(cc_buf_str(&class), name);
        cc_buf_free(&class);
    }
    return is_there;
}

/* A constructor of this build says whether compilers pass lines to it. */
static bool takes_line(const mbr_tokens *tokens, uint32_t constructor) {
    md_methoddef row;
    if (MD_TOKEN_TABLE(constructor) != MD_METHODDEF ||
        md_get_methoddef(tokens->tables, MD_TOKEN_RID(constructor), &row) != CC_OK) {
        return true;
    }
    for (uint32_t i = row.first_param; i < row.end_param; i++) {
        if (has_attribute(tokens, MD_TOKEN(MD_PARAM, i),
                          "System.Runtime.CompilerServices.CallerLineNumberAttribute")) {
            return true;
        }
    }
    return false;
}

/* Attributes of tests whose constructor has the caller's file and line: "(string, int)". */
static bool takes_caller(mbr_tokens *tokens, uint32_t constructor) {
    if (!takes_line(tokens, constructor)) {
        return false;
    }
    cc_buf_clear(&tokens->text);
    return md_describe(tokens->tables, constructor, &tokens->text) == CC_OK &&
           cc_str_ends(cc_buf_str(&tokens->text), ";System.String;System.Int32;");
}

/* Cuts out file and line of the caller, where the value holds these two arguments alone. */
static cc_span without_caller(cc_span value) {
    enum { PROLOG = 2, LINE = 4 };
    cc_span rest = value;
    cc_span text = {NULL, 0};
    uint32_t size = 0;
    bool is_caller = cc_span_skip(&rest, PROLOG) && md_compressed(&rest, &size) &&
                     cc_span_take(&rest, size, &text) &&
                     is_source_path((cc_str){(const char *)text.data, text.len}) &&
                     cc_span_skip(&rest, LINE);
    return is_caller ? rest : value;
}

static cc_span value_of(const mbr_tokens *tokens, uint32_t row) {
    uint32_t index = 0;
    cc_span value = {NULL, 0};
    bool is_read =
        md_cell(tokens->tables, MD_CUSTOM_ATTRIBUTE, row, MD_COL_CUSTOM_ATTRIBUTE_VALUE, &index) &&
        md_blob(tokens->tables, index, &value);
    return is_read ? value : (cc_span){NULL, 0};
}

/* 0: it does not count, or not among those that are asked for. */
static uint64_t attribute(mbr_tokens *tokens, uint32_t owner, uint32_t row, bool is_text) {
    uint32_t constructor = 0;
    cc_span value = value_of(tokens, row);
    cc_buf name = {0};
    if (!md_cell(tokens->tables, MD_CUSTOM_ATTRIBUTE, row, MD_COL_CUSTOM_ATTRIBUTE_TYPE,
                 &constructor)) {
        return is_text ? 0 : 1;
    }
    put_class(tokens, constructor, &name);
    bool counts = !is_derived(cc_buf_str(&name)) && !is_derived_for_all(owner, cc_buf_str(&name)) &&
                  is_about_assembly(cc_buf_str(&name)) == is_text;
    bool has_commit = is_version_of_commit(cc_buf_str(&name));
    cc_buf_free(&name);
    if (has_commit) {
        value = without_commit(value);
    } else if (takes_caller(tokens, constructor)) {
        value = without_caller(value);
    }
    const uint64_t parts[] = {mbr_token_of(tokens, constructor)->plain, cc_hash64(value)};
    return counts ? cc_hash64(cc_span_of(parts, sizeof parts)) : 0;
}

static uint64_t sum_attributes(mbr_tokens *tokens, uint32_t owner, bool is_text) {
    uint32_t count = 0;
    uint64_t sum = 0;
    uint32_t first =
        md_find(tokens->tables, MD_CUSTOM_ATTRIBUTE, MD_COL_CUSTOM_ATTRIBUTE_PARENT, owner, &count);
    for (uint32_t i = 0; i < count; i++) {
        sum += attribute(tokens, owner, first + i, is_text);
    }
    return sum;
}

uint64_t mbr_attributes_of(mbr_tokens *tokens, uint32_t owner) {
    return sum_attributes(tokens, owner, false);
}

uint64_t mbr_texts_of_assembly(mbr_tokens *tokens) {
    uint64_t sum = sum_attributes(tokens, MD_TOKEN(MD_ASSEMBLY, 1), true);
    return mbr_digest(cc_span_of(&sum, sizeof sum));
}
