/* Tests of the base room that stand in other files. */
#ifndef TEST_BASE_H
#define TEST_BASE_H

void test_file_write_replaces(void);
void test_file_in_pieces(void);
void test_file_size_limit(void);
void test_file_dead_writers(void);
void test_file_links(void);
void test_marks(void);
void test_file_tight_umask(void);
void test_dir_make_all(void);
void test_file_map_refuses(void);
void test_dir_list_and_remove(void);
void test_dir_check_private(void);
void test_paths(void);
void test_utf(void);
void test_utf_clean(void);
void test_json(void);
void test_json_lines(void);
void test_glob_names(void);
void test_glob_paths(void);
void test_glob_all_short(void);
void test_glob_is_not_exponential(void);
void test_nearest(void);
void test_escape(void);
void test_unescape_refuses_what_is_never_written(void);
void test_lower_case(void);
void test_parts(void);
void test_folder_move(void);
void test_folder_is_ignored(void);
void test_links_of_others(void);
void test_links_of_others_above(void);
void test_log_commands(void);
void test_log_json(void);
void test_path_find_up(void);
void test_reserve(void);
void test_beneath(void);
void test_beneath_without_openat2(void);
void test_folder_whole_or_not(void);
void test_folder_keeps_what_others_wrote(void);
void test_folder_refuses(void);
void test_folder_distrusts_lists(void);
void test_folder_removes_own_names_only(void);
void test_folder_follows_no_links(void);
void test_dir_remove_follows_no_link(void);

#endif
