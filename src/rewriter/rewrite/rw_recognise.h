/* Probes and entries in a decoded body, for the verifier. Uses nothing that placing computed.
 * Internal to this room. */
#ifndef RW_RECOGNISE_H
#define RW_RECOGNISE_H

#include "rewriter/rewrite/rw.h"

/* Instructions of a check; index of the call in the entry of RW_PROBE_LANE. */
enum { RW_CHECK_INSNS = 5, RW_CALL_OF_ENTRY = 11 };

/* Instructions of a probe without its check, and of an entry. */
uint32_t rw_insns_of_probe(rw_probe_kind kind);
uint32_t rw_insns_of_entry(const rw_probe *probe);
/* Returns the index of the call within the probe; 0: it has none. */
uint32_t rw_call_of_probe(rw_probe_kind kind);

/* A check of this counter starts at instruction `at`. */
bool rw_is_check(const il_body *body, uint32_t at, const rw_probe *probe, uint32_t counter);
/* The probe without its check starts at instruction `at`; all its instructions are in the body. */
bool rw_is_probe(const il_body *body, uint32_t at, const rw_probe *probe, uint32_t counter);
/* The entry is at instruction `at`, and its branch leads to what comes after it. */
bool rw_is_entry(const il_body *body, uint32_t at, const rw_probe *probe);

#endif
