/* What the files of this room share. Not for other rooms. */
#ifndef CFG_INTERNAL_H
#define CFG_INTERNAL_H

#include "config/cfg.h"

/* Size of a quoted text, including its NUL: see cfg_quote(). */
enum { CFG_QUOTE_SIZE = 256 };

/* Most elements of clrcov.xml and attributes of an element; a test compares the table with it. */
enum { CFG_MAX_NAMES = 64 };

/* Foreign text for a message, in one line: cleaned, cut after 60 characters. Returns `out`. */
const char *cfg_quote(cc_str text, char out[CFG_QUOTE_SIZE]);

/* Finds the key of an option given without its dashes; false when there is none. */
bool cfg_key_of_option(cc_str option, cfg_key *out);

/* Several entries of one place form a list; otherwise the last one counts. */
bool cfg_is_list(cfg_type type);

/* "file", "environment", ... */
const char *cfg_place_name(cfg_place place);

/* Parses the text of one entry into the field of its key in `out`; lists grow. `place` determines
 * in which forms a list of rules may be written. CC_E_USAGE, preceded by the entry's origin. */
CC_NODISCARD cc_err cfg_read_value(cfg_values *out, const cfg_entry *entry, cfg_place place,
                                   cc_arena *arena);

/* The index of the word among the choices of the setting, without regard to case. CC_E_USAGE: a message with all choices and
 * the one that was meant, also where another tool has another word for it. */
CC_NODISCARD cc_err cfg_find_choice(const cfg_spec *spec, cc_str word, unsigned *out);
/* CC_E_USAGE when the text is a list of choices, between commas or semicolons, for a setting that takes one at a time: the
 * message has what to write in this place. */
CC_NODISCARD cc_err cfg_refuse_list(const cfg_spec *spec, cfg_place place, cc_str text);

/* Checks the text of one entry as cfg_resolve() does. */
CC_NODISCARD cc_err cfg_check_entry(const cfg_entry *entry, cfg_place place, cc_arena *arena);

/* The text of a map, from which both sides can be restored whatever they contain; NULL when out of
 * memory. */
const char *cfg_map_text(cc_arena *arena, const char *from, const char *to);

#endif
