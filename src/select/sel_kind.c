/* The kinds of rules: their names, the patterns they accept, and the kind that a wrong word most
 * likely means. See sel_internal.h. */
#include "select/sel_internal.h"

#include "base/cc_nearest.h"

static const sel_kind_info kinds[SEL_KIND_COUNT] = {
    [SEL_ASSEMBLY] = {"assembly", "assemblies", "assembly:MyApp.*", true, false},
    [SEL_TYPE] = {"type", "types", "type:MyApp.Orders.*", true, false},
    [SEL_MEMBER] = {"member", "members", "member:MyApp.Program.Main", true, true},
    [SEL_ATTRIBUTE] = {"attribute", "attributes", "attribute:GeneratedCode", true, true},
    [SEL_FILE] = {"file", "files", "file:src/**/*.g.cs", true, true},
    [SEL_FILTER] = {"filter", "coverlet filters", "[MyApp]MyApp.Orders*", true, false},
    [SEL_PATH] = {"path", "paths of assemblies", "path~/MyApp[^/]*\\.dll$", false, true},
    [SEL_COMPANY] = {"company", "companies", "company~^My Company$", false, true},
    [SEL_KEY] = {"key", "public key tokens", "key~^0123456789abcdef$", false, true},
    [SEL_LINE] = {"line", "lines", "line~^\\s*Debug\\.", false, true},
};

const sel_kind_info *sel_kind_of(sel_kind kind) {
    return &kinds[kind];
}

const char *sel_kind_name(sel_kind kind) {
    return (unsigned)kind < SEL_KIND_COUNT ? kinds[kind].name : "unknown";
}

bool sel_kind_takes_both(sel_kind kind) {
    return kinds[kind].takes_glob && kinds[kind].takes_regex;
}

bool sel_kind_find(cc_str word, sel_kind *out) {
    for (int i = 0; i < SEL_KIND_COUNT; i++) {
        if (cc_str_eqz(word, kinds[i].name)) {
            *out = (sel_kind)i;
            return true;
        }
    }
    return false;
}

/* --- the nearest one -------------------------------------------------------------------------- */

/* Words of other tools, and of the languages, for the kinds. */
static const struct synonym {
    const char *word;
    sel_kind kind;
} synonyms[] = {
    {"asm", SEL_ASSEMBLY},
    {"dll", SEL_ASSEMBLY},
    {"module", SEL_ASSEMBLY},
    {"project", SEL_ASSEMBLY},
    {"package", SEL_ASSEMBLY},
    {"class", SEL_TYPE},
    {"struct", SEL_TYPE},
    {"interface", SEL_TYPE},
    {"record", SEL_TYPE},
    {"namespace", SEL_TYPE},
    {"ns", SEL_TYPE},
    {"method", SEL_MEMBER},
    {"function", SEL_MEMBER},
    {"property", SEL_MEMBER},
    {"event", SEL_MEMBER},
    {"source", SEL_FILE},
    {"document", SEL_FILE},
    {"directory", SEL_FILE},
    {"folder", SEL_FILE},
    {"coverlet", SEL_FILTER},
    {"modulepath", SEL_PATH},
    {"publickeytoken", SEL_KEY},
    {"companyname", SEL_COMPANY},
    {"comment", SEL_LINE},
    {"statement", SEL_LINE},
};

enum { SYNONYMS = sizeof synonyms / sizeof *synonyms };

bool sel_kind_guess(cc_str word, sel_kind *out) {
    const char *names[SEL_KIND_COUNT + SYNONYMS];
    for (size_t i = 0; i < SEL_KIND_COUNT; i++) {
        names[i] = kinds[i].name;
    }
    for (size_t i = 0; i < SYNONYMS; i++) {
        names[SEL_KIND_COUNT + i] = synonyms[i].word;
    }
    const char *near = cc_nearest(word, names, SEL_KIND_COUNT + SYNONYMS);
    for (size_t i = 0; near != NULL && i < SEL_KIND_COUNT + SYNONYMS; i++) {
        if (names[i] == near) {
            *out = i < SEL_KIND_COUNT ? (sel_kind)i : synonyms[i - SEL_KIND_COUNT].kind;
        }
    }
    return near != NULL;
}
