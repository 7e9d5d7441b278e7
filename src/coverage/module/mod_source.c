/* Texts that the first request reads; see mod_source.h. */
#include "coverage/module/mod_source.h"

#include <stdatomic.h>
#include <string.h>

#include "source/src_lines.h"

typedef struct source {
    cc_arena *arena; /* owns all memory of the text; NULL: there is no text */
    src_text text;
} source;

struct mod_sources {
    src_symbols symbols;
    _Atomic(source *) texts[]; /* by Document rid */
};

static source absent;

/* "A,B" of C#, "A=-1,B="x"" of Visual Basic; F# records none. A comma in a string of Visual Basic
 * gives symbols that no condition names. */
static void find_symbols(const mod_module *module, src_symbols *out) {
    cc_str rest = {"", 0};
    *out = (src_symbols){.is_known = pdb_has_compilation_options(module->pdb)};
    (void)pdb_compilation_option(module->pdb, "define", &rest);
    out->names = CC_NEW_ARRAY(module->arena, cc_str, rest.len + 1);
    while (rest.len > 0) {
        const char *comma = memchr(rest.s, ',', rest.len);
        size_t length = comma == NULL ? rest.len : (size_t)(comma - rest.s);
        out->names[out->count++] = cc_str_trim((cc_str){rest.s, length});
        size_t taken = comma == NULL ? length : length + 1;
        rest = (cc_str){rest.s + taken, rest.len - taken};
    }
}

void mod_sources_open(mod_module *module) {
    if (module->sources != NULL) {
        return;
    }
    size_t size = sizeof(struct mod_sources) +
                  ((size_t)module->document_count + 1) * sizeof(_Atomic(source *));
    struct mod_sources *made = (struct mod_sources *)cc_arena_alloc(module->arena, 1, size);
    find_symbols(module, &made->symbols);
    module->sources = made;
}

void mod_sources_close(mod_module *module) {
    for (uint32_t rid = 0; module->sources != NULL && rid <= module->document_count; rid++) {
        source *s = atomic_load(&module->sources->texts[rid]);
        if (s != NULL && s != &absent) {
            cc_arena_free(s->arena);
        }
    }
    module->sources = NULL;
}

bool mod_source_embedded(const mod_module *module, uint32_t document, cc_arena *arena,
                         cc_str *out) {
    cc_span stored = {NULL, 0};
    cc_span text = {NULL, 0};
    pdb_document row;
    bool is_there = pdb_embedded_source(module->pdb, document, &stored) &&
                    pdb_inflate_source(stored, arena, &text) == CC_OK &&
                    pdb_get_document(module->pdb, document, arena, &row) == CC_OK &&
                    mod_checksum_compare_text(&row, text) == MOD_CHECKSUM_SAME;
    *out = is_there ? (cc_str){(const char *)text.data, text.len} : (cc_str){"", 0};
    return is_there;
}

static bool read_file(const mod_module *module, uint32_t document, cc_arena *arena, cc_str *out) {
    mod_claim claim;
    cc_mapped_file file;
    if (!mod_claim_of(module, document, arena, &claim) ||
        mod_file_open(&file, &claim) != MOD_FILE_READ) {
        return false;
    }
    cc_span copy = cc_arena_copy(arena, file.bytes);
    cc_file_unmap(&file);
    *out = (cc_str){(const char *)copy.data, copy.len};
    return copy.data != NULL;
}

/* Returns the file, when it is what was compiled; else the text that the compiler embedded. */
static bool read_text(const mod_module *module, uint32_t document, cc_arena *arena, cc_str *out) {
    bool is_same = module->sums[document] == MOD_CHECKSUM_SAME + 1;
    return is_same ? read_file(module, document, arena, out)
                   : mod_source_embedded(module, document, arena, out);
}

static cc_err read_into(source *s, cc_str text, src_language language, const src_symbols *symbols) {
    cc_span plain = src_plain_text(cc_span_of(text.s, text.len), language, s->arena);
    text = (cc_str){(const char *)plain.data, plain.len};
    CC_TRY(src_text_open(&s->text, text, language, s->arena));
    return src_text_scan(&s->text, symbols, s->arena);
}

/* Templates are C# between other text. */
static src_language language_of(cc_str name) {
    bool is_template = cc_str_ends(name, ".razor") || cc_str_ends(name, ".cshtml");
    return is_template ? SRC_LANGUAGE_OTHER : src_language_of(name);
}

static source *read_source(const mod_module *module, uint32_t document) {
    src_language language = language_of(module->document_names[document]);
    cc_arena *arena = language == SRC_LANGUAGE_OTHER ? NULL : cc_arena_new();
    source *s = arena == NULL ? NULL : CC_NEW(arena, source);
    if (s == NULL) {
        cc_arena_free(arena);
        return &absent;
    }
    s->arena = arena;
    cc_str text = {"", 0};
    if (!read_text(module, document, arena, &text) ||
        read_into(s, text, language, &module->sources->symbols) != CC_OK ||
        s->text.line_count == 0) {
        cc_arena_free(arena);
        return &absent;
    }
    return s;
}

const src_text *mod_source_text(const mod_module *module, uint32_t document) {
    if (module->sources == NULL || document == 0 || document > module->document_count) {
        return NULL;
    }
    _Atomic(source *) *slot = &module->sources->texts[document];
    source *s = atomic_load(slot);
    if (s == NULL) {
        source *made = read_source(module, document);
        if (atomic_compare_exchange_strong(slot, &s, made)) {
            s = made;
        } else if (made != &absent) {
            cc_arena_free(made->arena);
        }
    }
    return s == &absent ? NULL : &s->text;
}
