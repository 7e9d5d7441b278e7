/* Unit tests of src/metadata. Runs in the tests directory: golden files are found from there. */
#include "metadata/test_metadata.h"

#include "test_main.h"

static const test_case cases[] = {
    {"names: every method is spelled as Cecil spells it", test_names_equal_cecil},
    {"points: every sequence point is what System.Reflection.Metadata reads",
     test_points_equal_srm},
    {"image: a mapped image tells the same as the file", test_mapped_equals_flat},
    {"image: the extent comes from the headers", test_extent},
    {"image: the debug directory names the PDB", test_debug_info},
    {"attributes: found by owner, with their value", test_attributes},
    {"interfaces: found by full name, generic ones by definition", test_interfaces},
    {"members: owner and name, also through a generic type", test_members},
    {"callsites: parameters, this, void and bool", test_callsites},
    {"kinds: locals, arguments and fields", test_kinds},
    {"pdb: kickoff methods and async", test_state_machines},
    {"pdb: documents, languages, checksums, embedded source", test_documents},
    {"pdb: an embedded PDB inflates and matches", test_embedded},
    {"pdb: a lying size is refused before memory is taken", test_inflate_refuses},
    {"pdb: a Windows PDB is named as such", test_windows_pdb},
    {"points: hidden, document change and negative deltas", test_point_records},
    {"points: a blob that lies is an error", test_point_lies},
    {"tables: heap indexes of four bytes", test_wide_heaps},
    {"tables: a coded index widens at 2^(16-tag bits) rows", test_wide_coded_index},
    {"tables: a row index widens above 65,535 rows", test_wide_rid},
    {"tables: extra data behind the row counts is skipped", test_extra_data},
    {"tables: an unsorted table is searched row by row", test_unsorted_search},
    {"tables: owners are found past empty runs", test_empty_runs},
    {"tables: a run that lies has no owner", test_lying_runs},
    {"tables: indirections and unknown tables are refused", test_refused_tables},
    {"heaps: ends are checked", test_heaps},
    {"compressed integers: the standard's examples", test_compressed},
    {"image: PE32 and PE32+, flat and mapped, precompiled or not", test_images},
    {"names: a type nested in itself is a limit, not a loop", test_nested_loop},
    {"signatures: names of every kind of type", test_sig_names},
    {"signatures: depth is limited", test_sig_depth},
    {"signatures: length of names is limited", test_sig_long_name},
    {"signatures: every truncation is an error", test_sig_truncated},
    {"signatures: kinds are seen behind modifiers", test_sig_peek},
    {"damage: every truncation of an image is survived", test_image_truncated},
    {"damage: every flipped byte of an image is survived", test_image_flipped},
    {"damage: every truncation of a PDB is survived", test_pdb_truncated},
    {"damage: every flipped byte of a PDB is survived", test_pdb_flipped},
};

TEST_MAIN("metadata", cases)
