/* Tests of the profiler that stand in other files. */
#ifndef TEST_PROFILER_H
#define TEST_PROFILER_H

/* test_com.c */
void test_com_slots(void);
void test_com_identifiers(void);
void test_com_factory(void);
void test_com_callback_object(void);
/* test_runtime.c */
void test_probes_of_debug_code(void);
/* test_runtime_hot.c */
void test_per_test_bodies(void);
void test_per_test_hidden_bodies(void);
void test_per_test_loaded_twice(void);
void test_per_test_loaded_again(void);
void test_per_test_in_a_struct(void);
void test_per_test_attributes(void);
void test_per_test_switched_off(void);
void test_per_test_every_call_fails(void);
void test_per_test_regions(void);
void test_per_test_open(void);
void test_per_test_boundaries(void);
void test_per_test_boundary_beside(void);
void test_per_test_too_many(void);
void test_per_test_threads(void);
/* test_runtime_flow.c */
void test_flow_members(void);
void test_flow_bodies(void);
void test_flow_loaded_twice(void);
void test_flow_every_call_fails(void);
void test_flow_lanes(void);
void test_flow_late(void);
void test_flow_killed(void);
void test_flow_within(void);
void test_flow_threads(void);
void test_flow_full(void);

void test_hot_is_compiled_again(void);
void test_hot_keeps_counters(void);
void test_hot_only_when_it_is(void);
void test_hot_elsewhere_is_left(void);
void test_hot_refused(void);
void test_hot_is_asked_once(void);
void test_hot_ends_with_the_process(void);
void test_hot_answers_for_ours_alone(void);
/* test_process.c */
void test_process_roles(void);
void test_process_entry(void);
void test_process_self(void);
void test_tiering_environment(void);
void test_tiering_config(void);
void test_tiering_hot_reload(void);
/* test_scope.c */
void test_scope_framework_paths(void);
void test_scope_framework_keys(void);
void test_scope_decides(void);
void test_scope_stressed(void);
void test_scope_wrong_pdb(void);
void test_read_file(void);
void test_read_memory(void);
/* test_notes.c */
void test_notes_are_formatted(void);
/* test_start.c */
void test_start_leaves_no_handler(void);
void test_start_without_session(void);
void test_start_over_port(void);
void test_start_refuses_open_directory(void);
void test_start_leaves_a_problem(void);
void test_start_old_runtime(void);
void test_start_refused_events(void);
void test_start_exact_and_hot_reload(void);
void test_start_makes_counters(void);
void test_start_calls_before(void);
void test_events_of_two_threads(void);
void test_events_wait_ends(void);
void test_start_below_a_measured_process(void);
/* test_runtime.c */
void test_jit_sets_body_once(void);
void test_jit_finds_module_late(void);
void test_jit_map_once(void);
void test_jit_map_where_needed(void);
void test_jit_instantiations_share(void);
void test_jit_failure_is_noted(void);
void test_erase_hit_probes(void);
void test_erase_long_probes(void);
void test_erase_not_in_exact_mode(void);
void test_erase_switched_off(void);
void test_erase_gives_back_the_original(void);
void test_erase_before_a_caller(void);
void test_work_is_added_up(void);
void test_work_is_left_alone(void);
void test_erase_at_an_inline(void);
void test_erase_never_undoes_an_update(void);
void test_jit_leaves_updated_code_alone(void);
void test_inlining_unset_callee(void);
void test_inlining_set_too_late(void);
void test_inlining_unannounced_caller(void);
void test_inlining_into_a_dynamic_method(void);
void test_inlining_nested_compiles(void);
void test_inlining_within_an_inline(void);
void test_inlining_beside_a_stale_compile(void);
void test_inlining_out_of_scope(void);
void test_load_time_when_compiled_once(void);
void test_load_time_collectible(void);
void test_native_image(void);
void test_native_image_refused(void);
void test_unload_and_reuse(void);
/* test_runtime_native.c */
void test_foreign_code_by_header(void);
void test_foreign_code_of_the_framework(void);
void test_foreign_code_shared(void);
/* test_runtime_odd.c */
void test_module_reasons(void);
void test_module_not_stored(void);
void test_module_dynamic(void);
void test_module_in_memory(void);
void test_module_in_memory_collectible(void);
void test_module_mapped(void);
void test_module_unknown_to_runtime(void);
void test_runtime_refuses_body(void);
void test_no_room_is_told(void);
void test_orders(void);
void test_threads(void);
void test_threads_erase(void);
void test_exact(void);
void test_exact_refused(void);
void test_probe_all(void);
/* test_runtime_lanes.c */
void test_lanes_of_threads(void);
void test_lane_is_used_again(void);
void test_lane_outlives_its_process(void);
void test_lane_without_space(void);
void test_lanes_for_which_modules(void);
void test_lanes_on_other_runtimes(void);
void test_lanes_refused(void);
void test_banks_end(void);
/* test_runtime_stress.c */
void test_stress_takes_all(void);
void test_stress_leaves_out(void);
void test_stress_refuses_precompiled(void);
void test_stress_corelib(void);
/* test_runtime_storm.c */
void test_every_call_fails(void);
void test_body_not_given(void);
void test_disorder(void);
void test_threads_unload(void);
/* test_runtime_life.c */
void test_unload_untold(void);
void test_unload_while_held(void);
void test_new_assemblies_without_end(void);
void test_variants_come_and_go(void);
void test_variant_outlives_no_original(void);
void test_in_memory_never_compiled(void);
void test_early_for_dynamic_callers(void);
void test_early_for_aggressive_callers(void);
void test_loads_without_end(void);
/* test_spawn.c */
void test_spawn_is_detached(void);
void test_spawn_fails(void);
void test_standalone_joins(void);

void test_attach_requests_what_is_loaded(void);
void test_attach_leaves_methods_without_points(void);
void test_attach_is_refused(void);
void test_attach_twice(void);
void test_attach_to_a_measured_process(void);
void test_attach_stop_reverts(void);
void test_attach_stop_reverts_inliners(void);
void test_attach_again(void);
void test_attach_tells_what_it_cannot_reach(void);
void test_attach_request_refused(void);
void test_attach_any_call_fails(void);
void test_attach_names_suspended_methods(void);
void test_attach_names_what_runs(void);
void test_attach_while_it_collects(void);
void test_catch_announced(void);
void test_catch_enumerated_then_announced(void);
void test_catch_announced_then_enumerated(void);
void test_catch_compile_before_the_enumeration(void);
void test_catch_seen_by_a_compile_alone(void);
void test_catch_inlining(void);
void test_catch_precompiled(void);
void test_catch_in_memory(void);
void test_catch_unloaded_when_enumerated(void);
void test_catch_unloaded_before_it_is_examined(void);
void test_catch_unload_waits(void);
void test_catch_unload_does_not_wait_forever(void);

#endif
