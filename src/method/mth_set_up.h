/* Set-up and tear-down of tests. Internal to this room. */
#ifndef MTH_SET_UP_H
#define MTH_SET_UP_H

#include "method/mth_test_methods.h"

/* The TypeDef that the base class is, or is an instance of; 0: it is of another assembly. */
uint32_t mth_base_type(const md_tables *tables, uint32_t rid);

#endif
