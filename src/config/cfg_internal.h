/* What the files of the configuration share with each other and with nobody else. */
#ifndef CFG_INTERNAL_H
#define CFG_INTERNAL_H

#include "config/cfg.h"

/* Bytes of a quoted text, with its NUL: see cfg_quote(). */
enum { CFG_QUOTE_SIZE = 256 };

/* Room for the elements of clrcov.xml and their attributes; a test holds the table against it. */
enum { CFG_MAX_NAMES = 64 };

/* `s` without white space at its ends. */
cc_str cfg_trim(cc_str s);

/* A foreign text for a message, in one line: cleaned, cut behind 60 characters. Returns `out`. */
const char *cfg_quote(cc_str text, char out[CFG_QUOTE_SIZE]);

/* The key of an option without its dashes; false when there is none. */
bool cfg_key_of_option(cc_str option, cfg_key *out);

/* Do several entries of one place add up (true), or does the last one count? */
bool cfg_is_list(cfg_type type);

/* "file", "environment", ... */
const char *cfg_place_name(cfg_place place);

/* Reads the text of one entry into the field of its key in `out`; lists grow. `place` tells how a
 * list of rules may be written. CC_E_USAGE with the entry's origin in front. */
CC_NODISCARD cc_err cfg_read_value(cfg_values *out, const cfg_entry *entry, cfg_place place,
                                   cc_arena *arena);

/* Checks the text of one entry as cfg_resolve() would. */
CC_NODISCARD cc_err cfg_check_entry(const cfg_entry *entry, cfg_place place, cc_arena *arena);

/* The text of a map with both sides told apart whatever they hold; NULL when out of memory. */
const char *cfg_map_text(cc_arena *arena, const char *from, const char *to);

#endif
