/* Rows of dec_idioms.def that do not name each other are independent: in every order that the table
 * allows, the golden libraries have the same decisions. */
#include <string.h>

#include "base/cc_file.h"
#include "orders.h"
#include "test_main.h"

enum { SHUFFLES = 24 };

static const char *const names[] = {"Idioms",       "Labels",       "NearMisses",
                                    "IdiomsBasic",  "LabelsBasic",  "NearMissesBasic",
                                    "IdiomsFSharp", "LabelsFSharp", "NearMissesFSharp"};
static const char *const configurations[] = {"Debug", "Release"};

typedef struct opened {
    cc_arena *arena;
    cc_mapped_file dll, symbols, source;
    md_image *image;
    pdb_file *pdb;
    src_text text;
} opened;

static const src_text *source_text(const void *ctx, uint32_t document) {
    (void)document; /* a library has one source */
    return &((const opened *)ctx)->text;
}

static const char *extension_of(const char *name) {
    return strstr(name, "Basic") != NULL ? "vb" : strstr(name, "FSharp") != NULL ? "fs" : "cs";
}

static void open_golden(opened *o, const char *name, const char *configuration) {
    *o = (opened){.arena = cc_arena_new()};
    char *dll = cc_arena_printf(o->arena, "golden/idioms/%s/%s.dll", configuration, name);
    char *symbols = cc_arena_printf(o->arena, "golden/idioms/%s/%s.pdb", configuration, name);
    char *source = cc_arena_printf(o->arena, "golden/idioms/%s.%s", name, extension_of(name));
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&o->dll, dll, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&o->symbols, symbols, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&o->source, source, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&o->image, o->dll.bytes, MD_LAYOUT_FLAT, o->arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(pdb_open(&o->pdb, o->symbols.bytes, o->arena), CC_OK);
    cc_str text = {(const char *)o->source.bytes.data, o->source.bytes.len};
    src_language language = src_language_of(cc_strz(source));
    CU_ASSERT_EQUAL_FATAL(src_text_open(&o->text, text, language, o->arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(src_text_scan(&o->text, NULL, o->arena), CC_OK);
}

static void close_golden(opened *o) {
    cc_file_unmap(&o->dll);
    cc_file_unmap(&o->symbols);
    cc_file_unmap(&o->source);
    cc_arena_free(o->arena);
}

static bool is_allowed(const orders_order *order) {
    uint64_t done = 0;
    for (uint32_t i = 0; i < DEC_IDIOM_COUNT; i++) {
        uint64_t row = UINT64_C(1) << order->rows[i];
        if ((dec_idioms[order->rows[i]].after & ~done) != 0 || (done & row) != 0) {
            return false;
        }
        done |= row;
    }
    return done == (UINT64_C(1) << DEC_IDIOM_COUNT) - 1;
}

static void print_order(const orders_order *order) {
    for (uint32_t i = 0; i < DEC_IDIOM_COUNT; i++) {
        printf(" %s", dec_idioms[order->rows[i]].name);
    }
}

static void test_orders_are_allowed(void) {
    uint64_t seed = 1;
    uint32_t moved = 0;
    for (int i = 0; i < 1000; i++) {
        orders_order order;
        orders_shuffle(&order, &seed);
        CU_ASSERT_FATAL(is_allowed(&order));
        moved += order.rows[DEC_IDIOM_COUNT / 2] != DEC_IDIOM_COUNT / 2 ? 1 : 0;
    }
    CU_ASSERT(moved > 500);
    for (uint32_t late = 1; late < DEC_IDIOM_COUNT; late++) {
        for (uint32_t early = 0; early < late; early++) {
            orders_order order;
            CU_ASSERT(!orders_swap(&order, early, late) || is_allowed(&order));
        }
    }
}

/* The number of its methods that have branches. */
static uint32_t check_golden(const char *name, const char *configuration) {
    orders_order table;
    orders_difference found = {0};
    opened o;
    uint64_t seed = 26;
    open_golden(&o, name, configuration);
    orders_assembly assembly = {name, o.image, o.pdb, {source_text, &o}};
    orders_of_table(&table);
    for (int i = 0; i < SHUFFLES; i++) {
        orders_order order;
        orders_shuffle(&order, &seed);
        CU_ASSERT_EQUAL_FATAL(orders_compare(&found, &assembly, &table, &order, stdout), CC_OK);
        if (found.differing > 0) {
            printf("\n%s, %s: %u methods have other decisions in the order", configuration, name,
                   found.differing);
            print_order(&order);
            CU_FAIL_FATAL("a row of dec_idioms.def depends on one that it does not name");
        }
    }
    close_golden(&o);
    return found.methods;
}

static void test_independent_rows(void) {
    uint32_t methods = 0;
    for (size_t c = 0; c < sizeof configurations / sizeof *configurations; c++) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            methods += check_golden(names[i], configurations[c]);
        }
    }
    CU_ASSERT(methods > 200);
}

/* The comparison sees an order that the table forbids: a switch is decided before its constants are
 * known. */
static void test_dependence_is_seen(void) {
    orders_order table;
    orders_order reversed;
    orders_difference found;
    opened o;
    open_golden(&o, "Idioms", "Debug");
    orders_assembly assembly = {"Idioms", o.image, o.pdb, {source_text, &o}};
    orders_of_table(&table);
    for (uint32_t i = 0; i < DEC_IDIOM_COUNT; i++) {
        reversed.rows[i] = (uint8_t)(DEC_IDIOM_COUNT - 1 - i);
    }
    CU_ASSERT_EQUAL_FATAL(orders_compare(&found, &assembly, &table, &reversed, NULL), CC_OK);
    CU_ASSERT(found.differing > 3);
    close_golden(&o);
}

static const test_case cases[] = {
    {"orders: random and swapped ones are allowed", test_orders_are_allowed},
    {"orders: independent rows, the same decisions", test_independent_rows},
    {"orders: a forbidden order has other decisions", test_dependence_is_seen},
};

TEST_MAIN("orders of idioms", cases)
