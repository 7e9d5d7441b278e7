/* The filter list: rules, their text form, decisions. */
#include "test_select.h"

#include <stdlib.h>
#include <string.h>

#include "test_main.h"

cc_arena *test_arena;

static cc_err compile(void **out, cc_str pattern, cc_arena *arena) {
    if (cc_str_eqz(pattern, "(")) {
        return cc_fail(CC_E_USAGE, "'(' has no end");
    }
    *out = cc_arena_strdup(arena, pattern);
    return *out != NULL ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory");
}

static bool contains(const void *compiled, cc_str text) {
    size_t len = strlen(compiled);
    for (size_t i = 0; i + len <= text.len; i++) {
        if (memcmp(text.s + i, compiled, len) == 0) {
            return true;
        }
    }
    return false;
}

const sel_engine test_engine = {.compile = compile, .match = contains};

sel_list test_rules(const char *text, const sel_engine *engine) {
    sel_list list;
    sel_init(&list, test_arena, engine);
    cc_err err = sel_parse(&list, cc_strz(text));
    if (err != CC_OK) {
        (void)fprintf(stderr, "%s: %s\n", text, cc_error_message());
    }
    CU_ASSERT_EQUAL_FATAL(err, CC_OK);
    return list;
}

cc_err test_parse_exactly(sel_list *list, cc_str text) {
    char *exact = malloc(text.len > 0 ? text.len : 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(exact);
    memcpy(exact, text.s, text.len);
    cc_err err = sel_parse(list, (cc_str){exact, text.len});
    free(exact);
    return err;
}

static const test_case cases[] = {
    {"a rule of every kind and form is understood", test_every_kind_and_form},
    {"an unknown kind is told with the nearest one", test_suggestions},
    {"what cannot be meant is refused with what to write", test_refused_texts},
    {"a refused rule leaves the list as it was", test_refused_texts_change_nothing},
    {"texts and origins are copied", test_texts_are_copied},
    {"a wrong regular expression is the engine's to refuse", test_engine_errors},
    {"the text form reads back the same", test_round_trip},
    {"every truncation of the text form is fewer rules or an error", test_truncations},
    {"lines that are no rules are refused by number", test_refused_lines},
    {"any origin survives the text form", test_origins},
    {"assemblies: exclude wins, no include means all, case is ignored", test_assemblies},
    {"include rules of each kind must be met, within a kind any will do", test_kinds_are_anded},
    {"the superset loses nothing that a closer look would keep", test_superset},
    {"without an engine regular expressions decide nothing", test_engine_absent},
    {"types: nested ones, '+', arity, case, filters", test_types},
    {"members: own names, properties, nested types, parameters", test_members},
    {"members: names as C# writes them", test_csharp_names},
    {"files: base names, relative, absolute, other slashes", test_files},
    {"attributes: the first rule of a side, all are marked", test_attributes},
    {"rules that matched are marked, others are not", test_marks},
    {"a verdict names its rule and where that stands", test_describe},
    {"coverlet's wildcards: '?' makes the character before it optional", test_wildcard},
    {"coverlet's wildcards agree with a search by hand", test_wildcard_by_hand},
    {"names of types match with and without arity", test_clr_names},
    {"attributes go by short and full names, with and without suffix", test_attribute_names},
    {"globs: '?' takes a whole character, \"**/\" no file", test_globs},
    {"makers: what packages and projects bring", test_packages},
    {"test tools: by name, and from a package", test_tools},
    {"hostile patterns take no exponential time", test_hostile_patterns},
};

int main(void) {
    test_arena = cc_arena_new();
    int result = test_run("select", cases, sizeof cases / sizeof *cases);
    cc_arena_free(test_arena);
    return result;
}
