/* Do assemblies have the same decisions in every order of the idioms that dec_idioms.def allows?
 *
 *     orders [--list | --pairs] [--show] [--seeds N] FILE.dll...
 *
 * Compares the order of the table with N random ones (100 unless given). --pairs: with the order in
 * which one row runs before an earlier one, for each two rows: which row needs which. --list:
 * prints the decisions in the order of the table instead, for diff. --show: both decisions of the
 * first method that differs. Symbols are beside the assembly, or embedded; a source is read where
 * its path in the symbols is. Prints what differs, and fails when something does. */
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "orders.h"

enum { DEFAULT_SEEDS = 100 };

typedef struct opened {
    cc_arena *arena;
    mod_module module;
    src_text *texts; /* by Document rid */
    cc_mapped_file *files;
} opened;

static const src_text *source_text(const void *ctx, uint32_t document) {
    const src_text *text = &((const opened *)ctx)->texts[document];
    return text->line_count == 0 ? NULL : text;
}

/* A source that is not there is left out. */
static cc_err read_source(opened *o, uint32_t rid) {
    pdb_document document;
    cc_arena *arena = o->module.arena;
    CC_TRY(pdb_get_document(o->module.pdb, rid, arena, &document));
    char *path = cc_arena_strdup(arena, document.name);
    if (path == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for sources");
    }
    if (cc_file_map(&o->files[rid], path, false) != CC_OK) {
        return CC_OK;
    }
    cc_str text = {(const char *)o->files[rid].bytes.data, o->files[rid].bytes.len};
    CC_TRY(src_text_open(&o->texts[rid], text, src_language_of(cc_strz(path)), arena));
    return src_text_scan(&o->texts[rid], NULL, arena);
}

static cc_err open_assembly(opened *o, const char *path) {
    const char *symbols = NULL;
    *o = (opened){.arena = cc_arena_new()};
    CC_TRY(mod_open_file(&o->module, path, o->arena, &symbols));
    uint32_t count = pdb_document_count(o->module.pdb);
    o->texts = CC_NEW_ARRAY(o->module.arena, src_text, (size_t)count + 1);
    o->files = CC_NEW_ARRAY(o->module.arena, cc_mapped_file, (size_t)count + 1);
    for (uint32_t rid = 1; o->texts != NULL && o->files != NULL && rid <= count; rid++) {
        CC_TRY(read_source(o, rid));
    }
    return CC_OK;
}

typedef struct question {
    bool lists, pairs, shows;
    uint64_t seeds;
} question;

static bool is_alike(const orders_assembly *assembly, const orders_order *order,
                     const question *asked, const char *name, const char *before) {
    orders_order table;
    orders_difference found;
    orders_of_table(&table);
    if (orders_compare(&found, assembly, &table, order, asked->shows ? stdout : NULL) != CC_OK) {
        printf("%s: %s\n", assembly->name, cc_error_message());
        return false;
    }
    if (found.differing > 0) {
        printf("%s: %s%s: %u of %u methods differ, the first is %08x\n", assembly->name, name,
               before, found.differing, found.methods, found.token);
    }
    return found.differing == 0;
}

static uint32_t try_random(const orders_assembly *assembly, const question *asked) {
    uint32_t failed = 0;
    for (uint64_t i = 1; i <= asked->seeds; i++) {
        orders_order order;
        uint64_t seed = i;
        char name[32];
        (void)snprintf(name, sizeof name, "seed %llu", (unsigned long long)i);
        orders_shuffle(&order, &seed);
        failed += is_alike(assembly, &order, asked, name, "") ? 0 : 1;
    }
    return failed;
}

static uint32_t try_pairs(const orders_assembly *assembly, const question *asked) {
    uint32_t failed = 0;
    for (uint32_t late = 1; late < DEC_IDIOM_COUNT; late++) {
        for (uint32_t early = 0; early < late; early++) {
            orders_order order;
            char before[64];
            (void)snprintf(before, sizeof before, " before %s", dec_idioms[early].name);
            if (orders_swap(&order, early, late)) {
                failed += is_alike(assembly, &order, asked, dec_idioms[late].name, before) ? 0 : 1;
            }
        }
    }
    return failed;
}

static uint32_t try_assembly(const char *path, const question *asked) {
    opened o;
    if (open_assembly(&o, path) != CC_OK) {
        printf("%s: %s\n", path, cc_error_message());
        return 1;
    }
    orders_assembly assembly = {path, o.module.image, o.module.pdb, {source_text, &o}};
    uint32_t failed = asked->lists   ? (orders_list(stdout, &assembly) == CC_OK ? 0 : 1)
                      : asked->pairs ? try_pairs(&assembly, asked)
                                     : try_random(&assembly, asked);
    for (uint32_t rid = 1; rid <= pdb_document_count(o.module.pdb); rid++) {
        cc_file_unmap(&o.files[rid]);
    }
    mod_close(&o.module);
    cc_arena_free(o.arena);
    return failed;
}

int main(int argc, char **argv) {
    question asked = {.seeds = DEFAULT_SEEDS};
    uint32_t failed = 0;
    int files = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0) {
            asked.lists = true;
        } else if (strcmp(argv[i], "--pairs") == 0) {
            asked.pairs = true;
        } else if (strcmp(argv[i], "--show") == 0) {
            asked.shows = true;
        } else if (strcmp(argv[i], "--seeds") == 0 && i + 1 < argc) {
            asked.seeds = strtoull(argv[++i], NULL, 10);
        } else {
            failed += try_assembly(argv[i], &asked);
            files++;
        }
    }
    if (files == 0) {
        printf("usage: orders [--list | --pairs] [--show] [--seeds N] FILE.dll...\n");
        return 2;
    }
    printf("%d assemblies, %u orders with other decisions\n", files, failed);
    return failed == 0 ? 0 : 1;
}
