/* What the files of this room share. Internal to this room. */
#ifndef CFG_INTERNAL_H
#define CFG_INTERNAL_H

#include "config/cfg.h"

/* Size of a quoted text, including its NUL: see cfg_quote(). */
enum { CFG_QUOTE_SIZE = 256 };

/* Maximum number of elements of clrcov.xml and of attributes of an element; a test compares the
 * table with it. */
enum { CFG_MAX_NAMES = 64 };

/* Quotes foreign text for a message, in one line: cleaned, truncated after 60 characters. Returns
 * `out`. */
const char *cfg_quote(cc_str text, char out[CFG_QUOTE_SIZE]);

/* Finds the key of an option given without its dashes; false when there is none. */
bool cfg_key_of_option(cc_str option, cfg_key *out);

/* "file", "environment", ... */
const char *cfg_place_name(cfg_place place);

/* Parses the text of one entry into the field of its key in `out`; lists grow. `place` determines
 * the allowed forms of a list of rules. CC_E_USAGE, preceded by the entry's origin. */
CC_NODISCARD cc_err cfg_read_value(cfg_values *out, const cfg_entry *entry, cfg_place place,
                                   cc_arena *arena);

/* Sets the index of the word among the choices of the setting, without regard to case. CC_E_USAGE:
 * a message with all choices and the most likely one, also for a word of another tool. */
CC_NODISCARD cc_err cfg_find_choice(const cfg_spec *spec, cc_str word, unsigned *out);
/* CC_E_USAGE when the text is a list of choices, separated by commas or semicolons, for a setting
 * that takes one choice per entry: the message shows what to write in this place. */
CC_NODISCARD cc_err cfg_refuse_list(const cfg_spec *spec, cfg_place place, cc_str text);

/* Checks the text of one entry as cfg_resolve() does. */
CC_NODISCARD cc_err cfg_check_entry(const cfg_entry *entry, cfg_place place, cc_arena *arena);

/* Makes the text of a map, from which both sides can be restored whatever they contain; NULL when
 * out of memory. */
const char *cfg_map_text(cc_arena *arena, const char *from, const char *to);

#endif
