/* Tests of the metadata room, by file. */
#ifndef TEST_METADATA_H
#define TEST_METADATA_H

/* test_golden.c */
void test_names_equal_cecil(void);
void test_points_equal_srm(void);
void test_mapped_equals_flat(void);
void test_extent(void);
void test_debug_info(void);
void test_attributes(void);
void test_interfaces(void);
void test_members(void);
void test_callsites(void);
void test_kinds(void);
/* test_pdb.c */
void test_state_machines(void);
void test_variables(void);
void test_documents(void);
void test_embedded(void);
void test_embedded_forms(void);
void test_inflate_refuses(void);
void test_windows_pdb(void);
void test_point_records(void);
void test_point_lies(void);
/* test_slots.c */
void test_slots(void);
void test_slot_names(void);
void test_slot_records(void);
void test_slot_lies(void);
void test_slot_bytes(void);
/* test_tables.c */
void test_wide_heaps(void);
void test_wide_coded_index(void);
void test_wide_rid(void);
void test_extra_data(void);
void test_unsorted_search(void);
void test_empty_runs(void);
void test_lying_runs(void);
void test_refused_tables(void);
void test_heaps(void);
void test_compressed(void);
void test_images(void);
void test_nested_loop(void);
/* test_sig.c */
void test_sig_names(void);
void test_sig_depth(void);
void test_sig_long_name(void);
void test_sig_truncated(void);
void test_sig_peek(void);
/* test_made.c */
void test_debug_entries(void);
void test_debug_lies(void);
void test_not_managed(void);
void test_method_after_member_ref(void);
void test_document_names(void);
/* test_reference.c */
void test_signatures_across_modules(void);
void test_member_scopes(void);
void test_exported_types(void);
void test_references_truncated(void);
/* test_damage.c */
void test_image_truncated(void);
void test_image_flipped(void);
void test_pdb_truncated(void);
void test_pdb_flipped(void);

#endif
