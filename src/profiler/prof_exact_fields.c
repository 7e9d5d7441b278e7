/* The thread-static fields that hold the addresses of a thread's lanes, or say which lane of a test it
 * has. See prof_exact.h.
 *
 * System.Private.CoreLib gets them when the next module loads, not in its own load callback, which
 * the runtime makes before it has loaded its base classes. After an ApplyMetaData in that callback,
 * even without any change, .NET 11 no longer finds the constructors of String in the precompiled
 * code. No measured code runs before the next module loads, and no code has loaded the type by
 * then. */
#include <stdio.h>
#include <string.h>

#include "base/cc_file.h"
#include "profiler/prof_exact.h"
#include "profiler/prof_image.h"

#define SLOT(object, method, type) ((type)(object)->vtable[PROF_SLOT_##method])

typedef prof_hr (*field_fn)(prof_object *, uint32_t, const prof_wchar *, uint32_t, const uint8_t *,
                            uint32_t, uint32_t, const void *, uint32_t, uint32_t *);
typedef prof_hr (*attribute_fn)(prof_object *, uint32_t, uint32_t, const void *, uint32_t,
                                uint32_t *);

const uint8_t prof_field_signature[PROF_FIELD_SIGNATURE] = {0x06, 0x18};

void prof_field_name(uint32_t number, prof_wchar out[PROF_FIELD_UNITS]) {
    char text[PROF_FIELD_UNITS];
    (void)snprintf(text, sizeof text, "s_clrcov%u", number);
    for (size_t i = 0; i < PROF_FIELD_UNITS; i++) {
        out[i] = (prof_wchar)text[i];
    }
}

uint32_t prof_exact_find_type(const md_tables *tables, const char *space, const char *name,
                              md_typedef *out) {
    uint32_t count = md_row_count(tables, MD_TYPEDEF);
    for (uint32_t rid = 1; rid <= count; rid++) {
        if (md_get_typedef(tables, rid, out) == CC_OK && cc_str_eqz(out->name, name) &&
            cc_str_eqz(out->space, space)) {
            return rid;
        }
    }
    return 0;
}

/* Returns the token of the constructor of ThreadStaticAttribute; 0: there is none. */
static uint32_t find_constructor(const md_tables *tables) {
    md_typedef type;
    if (prof_exact_find_type(tables, "System", "ThreadStaticAttribute", &type) == 0) {
        return 0;
    }
    for (uint32_t row = type.first_method; row < type.end_method; row++) {
        md_methoddef method;
        if (md_get_methoddef(tables, row, &method) == CC_OK && cc_str_eqz(method.name, ".ctor")) {
            return MD_TOKEN(MD_METHODDEF, row);
        }
    }
    return 0;
}

static bool define_field(prof_object *emit, uint32_t type, uint32_t constructor, uint32_t number,
                         uint32_t *field) {
    enum { PUBLIC_STATIC = 0x16, ELEMENT_TYPE_VOID = 1 };
    static const uint8_t no_arguments[] = {0x01, 0x00, 0x00, 0x00}; /* II.23.3 */
    prof_wchar name[PROF_FIELD_UNITS];
    uint32_t attribute = 0;
    prof_field_name(number, name);
    return PROF_OK(SLOT(emit, DefineField, field_fn)(
               emit, type, name, PUBLIC_STATIC, prof_field_signature, sizeof prof_field_signature,
               ELEMENT_TYPE_VOID, NULL, 0, field)) &&
           PROF_OK(SLOT(emit, DefineCustomAttribute, attribute_fn)(
               emit, *field, constructor, no_arguments, sizeof no_arguments, &attribute));
}

/* Lanes of tests need one field. All are defined there, too: the runtime takes them for thread-static
 * only when there are more attributes at the second ApplyMetaData than at the first one. */
static bool define_fields(prof_profiler *p, prof_id id, const md_tables *tables) {
    md_typedef type;
    uint32_t rid = prof_exact_find_type(tables, PROF_HOLDER_SPACE, PROF_HOLDER_NAME, &type);
    uint32_t constructor = find_constructor(tables);
    prof_object *emit = NULL;
    if (rid == 0 || constructor == 0 ||
        !PROF_OK(
            prof_info_metadata(&p->info, id, PROF_OPEN_WRITE, &PROF_IID_IMetaDataEmit, &emit))) {
        return false;
    }
    bool per_test = p->session.settings.per_test;
    uint32_t fields[PROF_BANKS];
    bool ok = true;
    for (uint32_t i = 0; ok && i < PROF_BANKS; i++) {
        ok = define_field(emit, MD_TOKEN(MD_TYPEDEF, rid), constructor, i, &fields[i]) &&
             (i > 0 || PROF_OK(prof_info_apply_metadata(&p->info, id)));
    }
    prof_release(emit);
    ok = ok && (!per_test || prof_flow_define(p, id, tables, MD_TOKEN(MD_TYPEDEF, rid), fields[0]));
    return ok && PROF_OK(prof_info_apply_metadata(&p->info, id));
}

/* The runtimes that were tested with lanes, by major version. The requirements of a field on the
 * runtime are not documented, so any other runtime counts in the atomic form. .NET 8 and 9 compile
 * thread statics differently. */
static const uint32_t tried[] = {10, 11};

static bool is_tried(uint32_t major) {
    for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++) {
        if (tried[i] == major) {
            return true;
        }
    }
    return false;
}

/* At an attach the type may already be loaded. */
static bool may_have_lanes(const prof_profiler *p) {
    return p->session.settings.probe == SES_PROBE_DEFAULT && !p->is_attached &&
           is_tried(prof_info_major(&p->info));
}

static bool is_corelib(cc_str path) {
    return cc_str_eqz(cc_path_base(path), "System.Private.CoreLib.dll");
}

static bool make_room(prof_profiler *p) {
    return p->session.settings.per_test ? prof_flow_init(&p->flow) : prof_lanes_init(&p->lanes);
}

/* Defines the fields and makes what lanes need in addition. */
static bool make_fields(prof_profiler *p, prof_id corelib, const prof_module_facts *facts,
                        cc_arena *arena) {
    md_image *image = NULL;
    cc_str dir = cc_path_dir(cc_buf_str(&facts->path));
    p->lanes.dir = strndup(dir.s, dir.len);
    return p->lanes.dir != NULL && prof_image_open_memory(&image, facts, arena) == CC_OK &&
           define_fields(p, corelib, md_image_tables(image)) && make_room(p);
}

static void add_fields(prof_profiler *p, prof_id corelib) {
    prof_module_facts facts = {0};
    cc_arena *arena = prof_arena_take(p);
    bool is_made = arena != NULL && PROF_OK(prof_info_module(&p->info, corelib, &facts)) &&
                   make_fields(p, corelib, &facts, arena);
    cc_buf_free(&facts.path);
    prof_arena_give(p, arena);
    if (is_made) {
        atomic_store(&p->lanes.is_ready, true);
        (void)pthread_mutex_lock(&p->lock);
        atomic_store(&p->flow.is_on, p->session.settings.per_test);
        (void)pthread_mutex_unlock(&p->lock);
        return;
    }
    if (p->session.settings.per_test) {
        prof_note_once(p, CC_STR("tests at the same time cannot be told apart, because the runtime "
                                 "refused members in System.Private.CoreLib; --serial runs them "
                                 "one by one"));
        return;
    }
    prof_note_once(p, CC_STR("exact counts: slower than usual, because the runtime refused fields "
                             "in System.Private.CoreLib"));
}

void prof_exact_see(prof_profiler *p, prof_id id, const prof_module_facts *facts) {
    if (is_corelib(cc_buf_str(&facts->path))) {
        atomic_store(&p->lanes.corelib, may_have_lanes(p) ? id : 0);
        return;
    }
    prof_id corelib = atomic_exchange(&p->lanes.corelib, 0);
    if (corelib != 0) {
        add_fields(p, corelib);
    }
}
