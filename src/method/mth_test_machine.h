/* The state machine of an async method. Internal to this room. */
#ifndef MTH_TEST_MACHINE_H
#define MTH_TEST_MACHINE_H

#include "metadata/md.h"

/* The MethodDef rid of MoveNext of the method's state machine; 0: it has none. */
uint32_t mth_machine_of(const md_tables *tables, uint32_t rid);

#endif
