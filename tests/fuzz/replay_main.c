/* Replays a corpus through a fuzz target without a fuzzer: each file whole, then cut at every length (at
 * most MAX_CUTS of them), so that CTest shows with any compiler that nothing reads outside. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_CUTS = 2000, MAX_PATH = 4096 };

/* The bytes are copied to memory of exactly their size, so that a sanitizer sees one byte too many. */
static int run_cut(const uint8_t *data, size_t size) {
    uint8_t *exact = malloc(size > 0 ? size : 1);
    if (exact == NULL) {
        return 1;
    }
    memcpy(exact, data, size);
    (void)LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return 0;
}

static int run_cuts(const uint8_t *data, size_t size) {
    size_t step = size / MAX_CUTS + 1;
    for (size_t cut = 0; cut < size; cut += step) {
        if (run_cut(data, cut) != 0) {
            return 1;
        }
    }
    return run_cut(data, size);
}

static int run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = size < 0 ? NULL : malloc((size_t)size + 1);
    int failed = data == NULL || fread(data, 1, (size_t)size, file) != (size_t)size;
    fclose(file);
    failed = failed || run_cuts(data, (size_t)size);
    free(data);
    return failed;
}

int main(int argc, char **argv) {
    DIR *dir = argc == 2 ? opendir(argv[1]) : NULL;
    if (dir == NULL) {
        fprintf(stderr, "usage: %s CORPUS_DIRECTORY\n", argv[0]);
        return 2;
    }
    int files = 0;
    int failed = 0;
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        char path[MAX_PATH];
        if (entry->d_name[0] == '.') {
            continue;
        }
        (void)snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        failed |= run_file(path);
        files++;
    }
    closedir(dir);
    printf("%d corpus files replayed\n", files);
    return failed || files == 0;
}
