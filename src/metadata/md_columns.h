/* Names of the columns for md_cell(): MD_COL_TYPEDEF_NAME and so on (md_tables.def). */
#ifndef MD_COLUMNS_H
#define MD_COLUMNS_H

enum md_column_number {
#define MD_COL(table, column, name, kind, target) MD_COL_##table##_##name = (column),
#include "metadata/md_tables.def"
};

#endif
