/* Texts that are read once, by whoever asks first; see mod_source.h. */
#include "coverage/module/mod_source.h"

#include <stdatomic.h>
#include <string.h>

typedef struct source {
    cc_arena *arena; /* holds all of it; NULL: the text is not there */
    src_text text;
} source;

struct mod_sources {
    src_symbols symbols;
    _Atomic(source *) texts[]; /* by Document rid */
};

static source absent;

/* "A,B" of C#. Visual Basic gives its symbols values, and F# names none. */
static cc_err find_symbols(const mod_module *module, src_symbols *out) {
    cc_str rest = {"", 0};
    *out = (src_symbols){.is_known = pdb_has_compilation_options(module->pdb)};
    (void)pdb_compilation_option(module->pdb, "define", &rest);
    out->names = CC_NEW_ARRAY(module->arena, cc_str, rest.len + 1);
    if (out->names == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for source files");
    }
    while (rest.len > 0) {
        const char *comma = memchr(rest.s, ',', rest.len);
        size_t length = comma == NULL ? rest.len : (size_t)(comma - rest.s);
        out->names[out->count++] = cc_str_trim((cc_str){rest.s, length});
        size_t taken = comma == NULL ? length : length + 1;
        rest = (cc_str){rest.s + taken, rest.len - taken};
    }
    return CC_OK;
}

cc_err mod_sources_open(mod_module *module) {
    if (module->sources != NULL) {
        return CC_OK;
    }
    size_t size = sizeof(struct mod_sources) +
                  ((size_t)module->document_count + 1) * sizeof(_Atomic(source *));
    struct mod_sources *made = (struct mod_sources *)cc_arena_alloc(module->arena, 1, size);
    if (made == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for source files");
    }
    CC_TRY(find_symbols(module, &made->symbols));
    module->sources = made;
    return CC_OK;
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

static cc_err read_into(source *s, const char *path, src_language language,
                        const src_symbols *symbols) {
    cc_mapped_file file;
    cc_str text = {"", 0};
    CC_TRY(cc_file_look(&file, path));
    char *copy = (char *)cc_arena_alloc(s->arena, 1, file.bytes.len + 1);
    if (copy != NULL && file.bytes.len > 0) {
        memcpy(copy, file.bytes.data, file.bytes.len);
        text = (cc_str){copy, file.bytes.len};
    }
    cc_file_unmap(&file);
    CC_TRY(src_text_open(&s->text, text, language, s->arena));
    return src_text_scan(&s->text, symbols, s->arena);
}

/* Templates are C# between other text. */
static src_language language_of(const char *path) {
    cc_str name = cc_strz(path);
    bool is_template = cc_str_ends(name, ".razor") || cc_str_ends(name, ".cshtml");
    return is_template ? SRC_LANGUAGE_OTHER : src_language_of(name);
}

static source *read_source(const mod_module *module, uint32_t document) {
    const char *path = module->places[document]->file;
    src_language language = language_of(path);
    cc_arena *arena = language == SRC_LANGUAGE_OTHER ? NULL : cc_arena_new();
    source *s = arena == NULL ? NULL : CC_NEW(arena, source);
    if (s == NULL) {
        cc_arena_free(arena);
        return &absent;
    }
    s->arena = arena;
    if (read_into(s, path, language, &module->sources->symbols) != CC_OK ||
        s->text.line_count == 0) {
        cc_arena_free(arena);
        return &absent;
    }
    return s;
}

const src_text *mod_source_text(const mod_module *module, uint32_t document) {
    if (module->sources == NULL || document == 0 || document > module->document_count ||
        module->sums[document] != MOD_CHECKSUM_SAME + 1) {
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
