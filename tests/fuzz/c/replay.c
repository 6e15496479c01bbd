/* replay.c - a target without a fuzzer: every file named is one input. */
#include "input.h"

int main(int count, char **names) {
    for (int k = 1; k < count; k++) {
        FILE *file = fopen(names[k], "rb");
        static uint8_t data[1 << 16];
        if (file == NULL) {
            perror(names[k]);
            return 2;
        }
        size_t size = fread(data, 1, sizeof data, file);
        fclose(file);
        printf("%s\n", names[k]);
        fflush(stdout);
        uint8_t *exact = memory_of(size > 0 ? size : 1); /* no byte beyond is there to be read */
        memcpy(exact, data, size);
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
    return 0;
}
