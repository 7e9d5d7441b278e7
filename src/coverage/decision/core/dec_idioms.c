/* The tables of idioms and habits, and running the idioms. See dec_idioms.h. */
#include "coverage/decision/core/dec_idioms.h"

/* What the columns of the rows are made of. */
#define CSHARP (1u << PDB_LANG_CSHARP)
#define FSHARP (1u << PDB_LANG_FSHARP)
#define BASIC (1u << PDB_LANG_VB)
#define ALL (CSHARP | FSHARP | BASIC | 1u << PDB_LANG_OTHER)
#define ROW(name) (UINT64_C(1) << DEC_ROW_##name)
#define FIRST UINT64_C(0)
#define DROPS (ROW(range) - 1) /* all rows above that one */

/* The order of the table is one in which the rows may run. */
#define DEC_IDIOM(name, languages, after, text)                                                    \
    _Static_assert((after) < ROW(name), #name " stands before a row that it needs");
#include "coverage/decision/core/dec_idioms.def"
#undef DEC_IDIOM

const dec_idiom dec_idioms[DEC_IDIOM_COUNT] = {
#define DEC_IDIOM(name, languages, after, text) {#name, dec_idiom_##name, languages, after},
#include "coverage/decision/core/dec_idioms.def"
#undef DEC_IDIOM
};

uint32_t dec_habits_of(pdb_language language) {
    uint32_t habits = 0;
#define DEC_HABIT(name, languages, text) habits |= ((languages) >> language & 1) << DEC_##name;
#include "coverage/decision/core/dec_habits.def"
#undef DEC_HABIT
    return habits;
}

void dec_run_idioms(dec_view *v, const uint8_t *order) {
    for (uint32_t i = 0; i < DEC_IDIOM_COUNT; i++) {
        const dec_idiom *idiom = &dec_idioms[order == NULL ? i : order[i]];
        if ((idiom->languages & (1u << v->language)) != 0) {
            idiom->run(v);
        }
    }
}
