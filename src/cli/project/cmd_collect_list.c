/* Names of coverage collectors, and lists of them in VSTestCollect: raw semicolons separate the
 * items, and escaped ones (%3B) begin the parameters of an item. */
#include "base/cc_buf.h"
#include "cli/project/cmd_collect_parts.h"

cmd_collector cmd_collector_of(cc_str item) {
    cc_str name = cc_str_cut(&item, ';');
    name = cc_str_trim(cc_str_cut(&name, ','));
    if (cc_str_eq_nocase(name, CC_STR("XPlat Code Coverage"))) {
        return CMD_COLLECTOR_COVERLETS;
    }
    return cc_str_eq_nocase(name, CC_STR("Code Coverage")) ? CMD_COLLECTOR_MICROSOFTS
                                                           : CMD_COLLECTOR_NONE;
}

cmd_collector cmd_collector_in(cc_str list, const char **rest, cc_arena *arena) {
    const cmd_properties p = {.arena = arena};
    cmd_collector found = CMD_COLLECTOR_NONE;
    size_t count = 0;
    cc_buf kept = {0};
    cc_str item;
    while (cc_str_next(&list, ';', &item)) {
        const char *text = cmd_property_unescape(&p, cc_arena_strdup(arena, item));
        cmd_collector collector = cmd_collector_of(cc_strz(text));
        found = found == CMD_COLLECTOR_NONE ? collector : found;
        if (collector == CMD_COLLECTOR_NONE) {
            cc_buf_printf(&kept, "%s%.*s", count++ == 0 ? "" : ";", CC_STR_ARGS(item));
        }
    }
    const char *text = cc_buf_take(&kept, arena);
    *rest = count > 1 ? cc_arena_printf(arena, "\"%s\"", text) : text;
    return found;
}
