/* Settings of other tools: XML or JSON into entries, those into values and a filter list, and that
 * asked about names. */
#include "config/cfg_internal_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask(sel_list *list) {
    static const cc_str types[] = {{"Ns.Outer/Inner`1", 16}, {"Ns.Outer", 8}};
    static const cc_str names[] = {{"get_Item", 8}, {"Item", 4}};
    sel_assembly_facts facts = {CC_STR("App"), CC_STR("/w/bin/App.dll"), CC_STR("Company"),
                                CC_STR("b77a5c561934e089")};
    (void)sel_may_be_in(list, facts.name);
    (void)sel_assembly(list, &facts);
    (void)sel_type(list, facts.name, types, sizeof types / sizeof *types);
    (void)sel_member(list, types[0], names, sizeof names / sizeof *names, CC_STR("(System.Int32)"));
    (void)sel_file(list, CC_STR("src/A.g.cs"), CC_STR("/w/src/A.g.cs"));
    (void)sel_attribute(list, true, CC_STR("System.ObsoleteAttribute"));
}

static void resolve(const cfg_layer *layer) {
    const cfg_layer *layers[] = {layer};
    cfg_values values;
    sel_list list;
    if (cfg_resolve(&values, layers, 1, layer->arena) != CC_OK) {
        return;
    }
    sel_init(&list, layer->arena, cfg_regex_engine());
    if (cfg_make_filter(&list, &values) == CC_OK) {
        ask(&list);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cfg_layer layer;
    cc_buf warnings = {0};
    cc_arena *arena = cc_arena_new();
    if (arena == NULL) {
        return 0;
    }
    cfg_layer_init(&layer, CFG_FILE, arena);
    if (cfg_parse_import(&layer, cc_span_of(data, size), "F", "/base", true, &warnings) == CC_OK) {
        resolve(&layer);
    }
    cc_buf_free(&warnings);
    cc_arena_free(arena);
    return 0;
}
