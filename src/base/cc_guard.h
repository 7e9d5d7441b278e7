/* Mapped files that somebody may cut short in place. A load or store behind the new end is a
 * SIGBUS, which would end the process: in a guarded range the page becomes memory of the process
 * instead, zero at first. Threads: any. */
#ifndef CC_GUARD_H
#define CC_GUARD_H

#include <stddef.h>
#include <stdint.h>

/* Installs the handler of SIGBUS; a second call does nothing. Faults elsewhere go to the action
 * that was there before. Until then guarding has no effect. */
void cc_guard_start(void);
/* Guards the mapping. `mark`, which may be NULL, is set to 1 when a part had to be replaced; it may
 * lie in another guarded range. A limited number of ranges is guarded, others are not. */
void cc_guard_add(const void *base, size_t size, uint16_t *mark);
/* Before the range is unmapped; one that is not guarded is allowed. */
void cc_guard_remove(const void *base);

#endif
