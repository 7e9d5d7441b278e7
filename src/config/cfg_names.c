/* Names of clrcov.xml; see cfg_names.h. */
#include "config/cfg_names.h"

#include <string.h>

#include "base/cc_nearest.h"

const cfg_names cfg_no_names = {.count = 0};

/* --- the table -------------------------------------------------------------------------------- */

static void add_name(cfg_names *names, const char *name) {
    if (!cfg_has_name(names, name) && names->count < CFG_MAX_NAMES) {
        names->items[names->count++] = name;
    }
}

bool cfg_has_name(const cfg_names *names, const char *name) {
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->items[i], name) == 0) {
            return true;
        }
    }
    return false;
}

void cfg_list_elements(cfg_names *names) {
    names->count = 0;
    for (size_t i = 0; i < CFG_KEY_COUNT; i++) {
        add_name(names, cfg_spec_of((cfg_key)i)->element);
    }
}

const cfg_spec *cfg_first_of(const char *element) {
    for (size_t i = 0; i < CFG_KEY_COUNT; i++) {
        if (strcmp(cfg_spec_of((cfg_key)i)->element, element) == 0) {
            return cfg_spec_of((cfg_key)i);
        }
    }
    return NULL;
}

void cfg_list_attributes(const cfg_spec *first, cfg_names *names) {
    names->count = 0;
    if (first->type == CFG_MAPS) {
        add_name(names, "from");
        add_name(names, "to");
    }
    for (size_t i = 0; i < CFG_KEY_COUNT; i++) {
        const cfg_spec *spec = cfg_spec_of((cfg_key)i);
        if (strcmp(spec->element, first->element) == 0 && spec->attribute[0] != '\0') {
            add_name(names, spec->attribute);
        }
    }
}

const cfg_spec *cfg_spec_of_attribute(const char *element, const char *attribute) {
    for (size_t i = 0; i < CFG_KEY_COUNT; i++) {
        const cfg_spec *spec = cfg_spec_of((cfg_key)i);
        if (spec->attribute[0] != '\0' && strcmp(spec->element, element) == 0 &&
            strcmp(spec->attribute, attribute) == 0) {
            return spec;
        }
    }
    return NULL;
}

void cfg_list_kinds(cfg_names *names, bool is_exclude) {
    names->count = 0;
    for (int kind = SEL_ASSEMBLY; kind <= SEL_FILTER; kind++) {
        add_name(names, sel_kind_name((sel_kind)kind));
    }
    if (is_exclude) {
        add_name(names, sel_kind_name(SEL_LINE));
    }
}

void cfg_list_rule_attributes(const char *kind, cfg_names *names) {
    names->count = 0;
    for (int i = 0; i < SEL_KIND_COUNT; i++) {
        if (strcmp(sel_kind_name((sel_kind)i), kind) == 0 && sel_kind_takes_both((sel_kind)i)) {
            add_name(names, CFG_REGEX);
        }
    }
}

/* --- messages --------------------------------------------------------------------------------- */

/* Makes a message with the nearest name, else with all names. */
static cc_err fail_unknown(const char *owner, const char *what, const char *quoted, cc_str name,
                           const cfg_names *names) {
    const char *near = cc_nearest(name, names->items, names->count);
    if (names->count == 0) {
        return cc_fail(CC_E_USAGE, "<%s> takes no %ss; remove '%s'", owner, what, quoted);
    }
    if (near != NULL) {
        return cc_fail(CC_E_USAGE, "<%s> has no %s '%s'; did you mean '%s'?", owner, what, quoted,
                       near);
    }
    cc_buf list = {0};
    for (size_t i = 0; i < names->count; i++) {
        cc_buf_printf(&list, "%s%s", i == 0 ? "" : ", ", names->items[i]);
    }
    cc_str all = cc_buf_str(&list);
    cc_err err = cc_fail(CC_E_USAGE, "<%s> has no %s '%s'; it has: %.*s", owner, what, quoted,
                         CC_STR_ARGS(all));
    cc_buf_free(&list);
    return err;
}

static bool is_kind(const char *name) {
    cfg_names kinds;
    cfg_list_kinds(&kinds, true);
    return cfg_has_name(&kinds, name);
}

static bool takes_rules(const char *element) {
    const cfg_spec *spec = cfg_first_of(element);
    return spec != NULL && spec->type == CFG_RULES;
}

cc_err cfg_fail_element(const char *owner, const cfg_xml_element *element, const cfg_names *names) {
    const char *name = element->name;
    char quoted[CFG_QUOTE_SIZE];
    (void)cfg_quote(cc_strz(name), quoted);
    if (element->name_space != NULL) {
        return cc_fail(CC_E_USAGE, "<%s>: '%s' is in a namespace; clrcov.xml uses no namespaces",
                       owner, quoted);
    }
    if (cfg_spec_of_attribute(owner, name) != NULL) {
        return cc_fail(CC_E_USAGE, "<%s>: '%s' is an attribute; write <%s %s=\"...\"/>", owner,
                       name, owner, name);
    }
    if (is_kind(name) && strcmp(owner, "clrcov") == 0) {
        return cc_fail(CC_E_USAGE, "<%s> is a rule; put it into <include> or <exclude>", name);
    }
    return fail_unknown(owner, "element", quoted, cc_strz(name), names);
}

cc_err cfg_fail_attribute(const char *owner, const cfg_xml_attribute *attribute,
                          const cfg_names *names) {
    const char *name = attribute->name;
    char quoted[CFG_QUOTE_SIZE];
    if (takes_rules(owner) && is_kind(name)) {
        (void)cfg_quote(cc_strz(attribute->value), quoted);
        return cc_fail(CC_E_USAGE, "<%s> has no attributes; write <%s><%s>%s</%s></%s>", owner,
                       owner, name, quoted, name, owner);
    }
    return fail_unknown(owner, "attribute", cfg_quote(cc_strz(name), quoted), cc_strz(name), names);
}
