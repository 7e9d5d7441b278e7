/* Managed PE images and ECMA-335 metadata: from bytes to typed rows.
 *
 * Read-only views of bytes that the caller keeps alive; the functions copy only names joined from
 * parts. They check every row, heap index and RVA at its use; invalid input gives an error, never a
 * read out of bounds. Threads: an md_image is immutable after md_image_open().
 *
 * Limits (CC_E_LIMIT): 96 sections, 64 levels of nested types, 256 levels of types in a signature,
 * 256 KiB for one name. Metadata with FieldPtr, MethodPtr or ParamPtr rows is CC_E_UNSUPPORTED.
 *
 * Sources: ECMA-335 II.22 (tables), II.23.2 (signatures), II.24 (streams), II.25 (PE). */
#ifndef MD_H
#define MD_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"

typedef enum md_table {
    MD_MODULE = 0x00,
    MD_TYPEREF = 0x01,
    MD_TYPEDEF = 0x02,
    MD_FIELD_PTR = 0x03,
    MD_FIELD = 0x04,
    MD_METHOD_PTR = 0x05,
    MD_METHODDEF = 0x06,
    MD_PARAM_PTR = 0x07,
    MD_PARAM = 0x08,
    MD_INTERFACE_IMPL = 0x09,
    MD_MEMBERREF = 0x0A,
    MD_CONSTANT = 0x0B,
    MD_CUSTOM_ATTRIBUTE = 0x0C,
    MD_FIELD_MARSHAL = 0x0D,
    MD_DECL_SECURITY = 0x0E,
    MD_CLASS_LAYOUT = 0x0F,
    MD_FIELD_LAYOUT = 0x10,
    MD_STANDALONE_SIG = 0x11,
    MD_EVENT_MAP = 0x12,
    MD_EVENT_PTR = 0x13,
    MD_EVENT = 0x14,
    MD_PROPERTY_MAP = 0x15,
    MD_PROPERTY_PTR = 0x16,
    MD_PROPERTY = 0x17,
    MD_METHOD_SEMANTICS = 0x18,
    MD_METHOD_IMPL = 0x19,
    MD_MODULEREF = 0x1A,
    MD_TYPESPEC = 0x1B,
    MD_IMPL_MAP = 0x1C,
    MD_FIELD_RVA = 0x1D,
    MD_ENC_LOG = 0x1E,
    MD_ENC_MAP = 0x1F,
    MD_ASSEMBLY = 0x20,
    MD_ASSEMBLY_PROCESSOR = 0x21,
    MD_ASSEMBLY_OS = 0x22,
    MD_ASSEMBLYREF = 0x23,
    MD_ASSEMBLYREF_PROCESSOR = 0x24,
    MD_ASSEMBLYREF_OS = 0x25,
    MD_FILE = 0x26,
    MD_EXPORTED_TYPE = 0x27,
    MD_MANIFEST_RESOURCE = 0x28,
    MD_NESTED_CLASS = 0x29,
    MD_GENERIC_PARAM = 0x2A,
    MD_METHODSPEC = 0x2B,
    MD_GENERIC_PARAM_CONSTRAINT = 0x2C,
    MD_DOCUMENT = 0x30,
    MD_METHOD_DEBUG_INFORMATION = 0x31,
    MD_LOCAL_SCOPE = 0x32,
    MD_LOCAL_VARIABLE = 0x33,
    MD_LOCAL_CONSTANT = 0x34,
    MD_IMPORT_SCOPE = 0x35,
    MD_STATE_MACHINE_METHOD = 0x36,
    MD_CUSTOM_DEBUG_INFORMATION = 0x37,
    MD_TABLE_COUNT = 0x38
} md_table;

/* A metadata token: table number in the high byte, row number (1-based rid) below. 0 is nil. */
#define MD_TOKEN(table, rid) (((uint32_t)(table) << 24) | (uint32_t)(rid))
#define MD_TOKEN_TABLE(token) ((uint32_t)(token) >> 24)
#define MD_TOKEN_RID(token) ((uint32_t)(token)&0xFFFFFFu)

typedef struct md_image md_image; /* a PE file with its metadata */
/* one metadata root, of an image or of a portable PDB */
typedef struct md_tables md_tables;

/* Layout of the bytes: as in the file, or with sections at their RVAs. */
typedef enum md_layout { MD_LAYOUT_FLAT, MD_LAYOUT_MAPPED } md_layout;

/* Opens a managed PE image (PE32 or PE32+). `bytes` is borrowed. Memory of `arena`. */
CC_NODISCARD cc_err md_image_open(md_image **out, cc_span bytes, md_layout layout, cc_arena *arena);
/* Returns the number of bytes of an image in memory, from its headers (flat: end of the last
 * section's raw data; mapped: SizeOfImage). `headers` contains at least the first page. For modules
 * without a file. */
CC_NODISCARD cc_err md_image_extent(cc_span headers, md_layout layout, size_t *size);

md_layout md_image_layout(const md_image *image);
cc_span md_image_bytes(const md_image *image);
const md_tables *md_image_tables(const md_image *image);
/* Sets the bytes from an RVA to the end of its section's data. */
CC_NODISCARD cc_err md_image_at_rva(const md_image *image, uint32_t rva, cc_span *out);
/* ManagedNativeHeader starts with "RTR\0": precompiled code is present. */
bool md_image_is_ready_to_run(const md_image *image);
/* The precompiled code may contain inlined code of other assemblies: true for a part of a composite
 * image, for a version bubble of several assemblies, for code compiled across modules, and for a
 * damaged header. `arena` is for scratch. */
bool md_image_holds_foreign_code(const md_image *image, cc_arena *arena);
/* Return the TimeDateStamp of the COFF header and the EntryPointToken of the CLI header (0 for
 * libraries). */
uint32_t md_image_timestamp(const md_image *image);
uint32_t md_image_entry_point(const md_image *image);

/* Sets the bytes of a manifest resource that is in the image; `offset` as in its row. */
CC_NODISCARD cc_err md_image_resource(const md_image *image, uint32_t offset, cc_span *out);

/* Debug directory. Spans are borrowed from the image; absent parts have data NULL. */
typedef struct md_debug_info {
    bool has_codeview;
    uint8_t pdb_id[20]; /* GUID of CodeView + timestamp of its entry; the id of the matching PDB */
    bool is_portable;   /* the CodeView entry is for a portable PDB (minor 0x504D) */
    cc_str pdb_path;    /* as the compiler wrote it */
    cc_span embedded;   /* deflate stream of an embedded portable PDB */
    uint32_t embedded_size; /* its inflated size */
    cc_str checksum_algorithm;
    cc_span checksum;
    bool is_reproducible;
} md_debug_info;
CC_NODISCARD cc_err md_image_debug_info(const md_image *image, md_debug_info *out);

/* --- tables ----------------------------------------------------------------------------------- */

/* Opens a metadata root ("BSJB"). `external_rows` (MD_TABLE_COUNT entries or NULL): row counts of
 * the type-system tables to which a stand-alone PDB refers. */
CC_NODISCARD cc_err md_tables_open(md_tables **out, cc_span root, const uint32_t *external_rows,
                                   cc_arena *arena);
/* Returns the content of a stream by name ("#Pdb"); data is NULL when the stream is absent. */
cc_span md_tables_stream(const md_tables *t, const char *name);

/* Returns the number of rows of a table, 0 when the table is absent. */
uint32_t md_row_count(const md_tables *t, md_table table);
/* Reads column `col` (numbered as in ECMA-335, from 0) of row `rid` (1-based): integers, heap
 * indexes and rids as stored; coded indexes are converted to tokens, nil to 0. False outside the
 * table, and for a coded index with an invalid tag. Column names: metadata/md_columns.h. */
bool md_cell(const md_tables *t, md_table table, uint32_t rid, uint32_t col, uint32_t *out);
/* Returns the first rid in `table` whose column `col` (coded indexes as tokens) equals `value`;
 * *count is the length of the run of equal rows that begins there. Binary search in a table sorted
 * by that column (`sorted` bit, or found at opening), else linear. 0 and 0 when there is no such
 * row. */
uint32_t md_find(const md_tables *t, md_table table, uint32_t col, uint32_t value, uint32_t *count);

/* Read the heaps. False when the index is out of bounds or the item is unterminated. */
bool md_string(const md_tables *t, uint32_t index, cc_str *out);
bool md_blob(const md_tables *t, uint32_t index, cc_span *out);
bool md_guid(const md_tables *t, uint32_t index, uint8_t out[16]); /* index 0: zeros, true */
/* UTF-16LE, without the final byte. */
bool md_user_string(const md_tables *t, uint32_t index, cc_span *utf16);
/* Read compressed integers (II.23.2). */
bool md_compressed(cc_span *in, uint32_t *out);
bool md_compressed_signed(cc_span *in, int32_t *out);

/* --- typed rows ------------------------------------------------------------------------------- */

CC_NODISCARD cc_err md_mvid(const md_tables *t, uint8_t out[16]);
/* Returns the simple name of the assembly; of the module when there is no Assembly row. */
CC_NODISCARD cc_err md_assembly_name(const md_tables *t, cc_str *out);
/* Returns the public key (not token) of the assembly; empty when there is none. */
cc_span md_assembly_public_key(const md_tables *t);

typedef struct md_typedef {
    uint32_t flags;
    cc_str name;
    cc_str space;                    /* namespace, "" when none */
    uint32_t extends;                /* token or 0 */
    uint32_t first_field, end_field; /* rids, end exclusive */
    uint32_t first_method, end_method;
} md_typedef;
CC_NODISCARD cc_err md_get_typedef(const md_tables *t, uint32_t rid, md_typedef *out);

/* Bits of md_methoddef.impl_flags (MethodImplAttributes). */
enum {
    MD_IMPL_AGGRESSIVE_OPTIMIZATION = 0x0200,
    MD_IMPL_ASYNC = 0x2000 /* the runtime suspends the method; its body returns T of Task<T> */
};

typedef struct md_methoddef {
    uint32_t rva; /* 0: no body */
    uint16_t impl_flags;
    uint16_t flags;
    cc_str name;
    cc_span signature;
    uint32_t first_param, end_param;
} md_methoddef;
CC_NODISCARD cc_err md_get_methoddef(const md_tables *t, uint32_t rid, md_methoddef *out);

/* Returns the TypeDef rid that owns a MethodDef/Field rid; 0 when there is none. O(log n). */
uint32_t md_owner_of_method(const md_tables *t, uint32_t method_rid);
uint32_t md_owner_of_field(const md_tables *t, uint32_t field_rid);
/* Returns the TypeDef rid that encloses a nested type; 0 at top level. */
uint32_t md_enclosing_type(const md_tables *t, uint32_t typedef_rid);
/* The type (TypeDef rid) directly implements an interface with this full name, e.g.
 * "System.Collections.IEnumerator" (generic interfaces by their definition's name with arity). */
bool md_implements(const md_tables *t, uint32_t typedef_rid, const char *full_name);

/* Appends "Ns.Outer/Inner`1" for a TypeDef, TypeRef or TypeSpec token; nested types with '/'. */
CC_NODISCARD cc_err md_type_name(const md_tables *t, uint32_t token, cc_buf *out);
/* Appends the full name of a TypeDef or TypeRef; for a TypeSpec of a generic instance the name of
 * its definition, without arguments. */
CC_NODISCARD cc_err md_definition_name(const md_tables *t, uint32_t token, cc_buf *out);
/* Appends the parameter list of a method signature in the spelling of coverlet and Cecil:
 * "(System.String,System.Int32&,T,System.Collections.Generic.List`1<System.String>)". Type
 * parameters have their name from GenericParam of the owner (`method_rid`, its type), or "!0"/"!!0"
 * when there is none. */
CC_NODISCARD cc_err md_signature_name(const md_tables *t, uint32_t method_rid, cc_buf *out);
/* Appends the return type's name in the spelling of md_signature_name(). */
CC_NODISCARD cc_err md_return_name(const md_tables *t, uint32_t method_rid, cc_buf *out);

/* Sets the bytes of a MethodDef's return type in its signature; false when the row is damaged. */
bool md_return_type(const md_tables *t, uint32_t method_rid, cc_span *out);
/* Sets the one type argument of a generic type in a signature, as Task<T> has; false when the type is
 * not generic or has another number of arguments. */
bool md_only_argument(const md_tables *t, cc_span type, cc_span *out);

/* Sets the full name of the type and the name of the method or field of a MethodDef, MemberRef,
 * MethodSpec or Field token ("System.String", "op_Equality"); for idioms. A generic instance has
 * the name of its definition ("System.Runtime.CompilerServices.TaskAwaiter`1", without arguments),
 * and so has an attribute class. Members of arrays have the array's name; global functions of
 * another module have "<Module>". The function appends to `type`; NULL: it sets only the name,
 * which costs a tenth. */
CC_NODISCARD cc_err md_member_name(const md_tables *t, uint32_t token, cc_buf *type, cc_str *name);
/* Returns the TypeDef rid that declares the MethodDef/Field/MemberRef/MethodSpec when it is in this
 * module, also through a TypeSpec of a generic type of this module; 0 otherwise. */
uint32_t md_member_owner(const md_tables *t, uint32_t token);
/* Returns the MethodDef rid of a MethodDef, MemberRef or MethodSpec token of this module; 0 when
 * the method is in another module. */
uint32_t md_method_in_module(const md_tables *t, uint32_t token);

/* Appends the signature of a MethodDef, MemberRef or MethodSpec (of its method) in a spelling that
 * does not depend on the module. It has the calling convention, the number of type parameters, the
 * return type and the parameters; type parameters by number, without custom modifiers. */
CC_NODISCARD cc_err md_member_signature(const md_tables *t, uint32_t token, cc_buf *out);
/* Appends what a token of IL or of another row names, in a spelling that does not depend on numbers of
 * rows: type, member with its signature, type arguments, types of locals. Type parameters by number.
 * TypeDef, TypeRef, TypeSpec, Field, MethodDef, MemberRef, MethodSpec, StandAloneSig. Errors as of
 * md_type_name(). */
CC_NODISCARD cc_err md_describe(const md_tables *t, uint32_t token, cc_buf *out);
/* Appends what a member is as its type declares it, without type arguments: a MemberRef and the MethodDef
 * or Field that it names give equal text. */
CC_NODISCARD cc_err md_describe_definition(const md_tables *t, uint32_t token, cc_buf *out);
/* Calls `visit` with the TypeDef or TypeRef token of each type that such a token names: the type
 * itself, the type that declares a member, type arguments and element types, types of locals. The
 * parameters of a member do not count. Ends silently where the metadata is damaged. */
typedef void md_visit_type(void *ctx, uint32_t token);
void md_each_type(const md_tables *t, uint32_t token, md_visit_type *visit, void *ctx);
/* Calls `visit` for the types in the signature of a MethodDef, Field or Property. */
void md_each_type_of_signature(const md_tables *t, cc_span signature, md_visit_type *visit,
                               void *ctx);
/* Returns the scope of the type that declares the MemberRef (or the MemberRef of a MethodSpec): an
 * AssemblyRef token, MD_TOKEN(MD_MODULE, 1) for this module by name, a ModuleRef; 0 for types of
 * this module, array methods and damaged rows. */
uint32_t md_member_scope(const md_tables *t, uint32_t token);
/* Returns the scope of a TypeRef, or of the type of which a TypeSpec is an instance, as
 * md_member_scope() does. */
uint32_t md_type_scope(const md_tables *t, uint32_t token);
/* The MemberRefs contain the member of the type with the given full name. */
bool md_refers_to(const md_tables *t, const char *type, const char *member);
/* Sets the simple name of an AssemblyRef; false when the row is damaged. */
bool md_assembly_ref_name(const md_tables *t, uint32_t rid, cc_str *name);
/* Reads row `rid` of ExportedType: appends the type's full name ("Ns.Outer/Inner"); *assembly_ref
 * is the rid of the assembly to which the type is forwarded, 0: the type is in a file of this
 * assembly. */
CC_NODISCARD cc_err md_exported_type(const md_tables *t, uint32_t rid, cc_buf *name,
                                     uint32_t *assembly_ref);

/* Iterates over the custom attributes of a token: `cursor` starts at 0. False at the end. Appends
 * the full name of the attribute class; `value` is the blob (may be NULL). */
bool md_next_attribute(const md_tables *t, uint32_t owner_token, uint32_t *cursor,
                       cc_buf *full_name, cc_span *value);
/* The token has an attribute with this full name. */
bool md_has_attribute(const md_tables *t, uint32_t owner_token, const char *full_name);
/* No DebuggableAttribute of the assembly disables the optimiser. */
bool md_is_optimised(const md_tables *t);

/* --- input of the rewriter (il_resolver in terms of plain types) ------------------------------ */

typedef enum md_kind {
    MD_KIND_OTHER,
    MD_KIND_BOOL,
    MD_KIND_BOOLS,  /* bool[], ref bool, bool* */
    MD_KIND_UNKNOWN /* a type parameter, or not found */
} md_kind;

typedef struct md_callsite {
    uint32_t params; /* explicit parameters, including vararg extras */
    bool has_this;   /* HASTHIS without EXPLICITTHIS */
    bool returns_void;
    md_kind result; /* custom modifiers skipped */
} md_callsite;

/* Reads the signature of a MethodDef, MemberRef, MethodSpec or StandAloneSig (calli) token. */
bool md_callsite_of(const md_tables *t, uint32_t token, md_callsite *out);
/* Returns the kind of the explicit parameter `index` (from 0) of such a token; UNKNOWN also after
 * the last parameter. */
md_kind md_parameter_kind(const md_tables *t, uint32_t token, uint32_t index);
md_kind md_field_kind(const md_tables *t, uint32_t token);
/* Returns the kind of a TypeDef, TypeRef or TypeSpec: operand of box and unbox.any. */
md_kind md_type_kind(const md_tables *t, uint32_t token);
/* Sets the kinds of locals (StandAloneSig token, 0: none) and parameters, in the arena. In instance
 * methods entry 0 of args is `this`. */
CC_NODISCARD cc_err md_local_kinds(const md_tables *t, uint32_t local_sig, cc_arena *arena,
                                   md_kind **kinds, uint32_t *count);
CC_NODISCARD cc_err md_arg_kinds(const md_tables *t, uint32_t method_rid, cc_arena *arena,
                                 md_kind **kinds, uint32_t *count, md_callsite *self);

#endif
