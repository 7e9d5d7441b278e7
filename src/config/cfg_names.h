/* The names of clrcov.xml, from the table of settings, and messages for unknown names. Threads:
 * one. */
#ifndef CFG_NAMES_H
#define CFG_NAMES_H

#include "config/cfg_internal.h"
#include "config/cfg_xml.h"

/* The attribute of a rule that makes its text a regular expression. */
#define CFG_REGEX "regex"

/* Names without duplicates; borrowed from the table. */
typedef struct cfg_names {
    const char *items[CFG_MAX_NAMES];
    size_t count;
} cfg_names;
extern const cfg_names cfg_no_names;

/* Fills `names` with the elements below the root; the attributes of the element of `first`; the
 * kinds of rules, those for lines only where is_exclude. */
void cfg_list_elements(cfg_names *names);
void cfg_list_attributes(const cfg_spec *first, cfg_names *names);
void cfg_list_kinds(cfg_names *names, bool is_exclude);
/* Fills `names` with the attributes of the element of a kind of rules. */
void cfg_list_rule_attributes(const char *kind, cfg_names *names);
bool cfg_has_name(const cfg_names *names, const char *name);

/* Returns the first key of an element; NULL: there is no such element. */
const cfg_spec *cfg_first_of(const char *element);
/* Returns the key of an attribute; NULL: the element has no such attribute. */
const cfg_spec *cfg_spec_of_attribute(const char *element, const char *attribute);

/* Returns CC_E_USAGE with a message for an element, or an attribute, that `owner` does not have.
 * The message names the element where the name belongs, else the nearest of `names`, else all
 * `names`. */
CC_NODISCARD cc_err cfg_fail_element(const char *owner, const cfg_xml_element *element,
                                     const cfg_names *names);
CC_NODISCARD cc_err cfg_fail_attribute(const char *owner, const cfg_xml_attribute *attribute,
                                       const cfg_names *names);

#endif
