/* Mapped files that another process may truncate in place. A load or store after the new end raises
 * SIGBUS, which would end the process. In a guarded range the page instead becomes memory of the
 * process, initially zero. Threads: any. */
#ifndef CC_GUARD_H
#define CC_GUARD_H

#include <stddef.h>
#include <stdint.h>

/* Installs the handler of SIGBUS; a second call does nothing. Faults elsewhere go to the previous
 * action. Before this call guarding has no effect. */
void cc_guard_start(void);
/* Guards the mapping. The handler sets `mark`, which may be NULL, to 1 when it replaces a part;
 * `mark` may be in another guarded range. The number of guarded ranges is limited; further ranges
 * are not guarded. */
void cc_guard_add(const void *base, size_t size, uint16_t *mark);
/* Ends guarding; call it before the range is unmapped. A range that is not guarded is allowed. */
void cc_guard_remove(const void *base);

#endif
