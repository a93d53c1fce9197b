// The page's files, from Sources/Web/Page. To add one, add its bytes and its row; a test compares the table with the folder.
#include "page.h"

// Built by `make page-core`. Without it the program builds all the same, and its page says what is missing.
#if __has_embed("../../../.build/web/binnacle-page.wasm")
static const unsigned char core[] = {
#embed "../../../.build/web/binnacle-page.wasm"
};
#define CORE {"binnacle-page.wasm", "application/wasm", core, sizeof core},
#else
#define CORE
#endif

static const unsigned char messages[] = {
#embed "../../../Protocols/link/messages.json"
};

static const struct page_file files[] = {
    CORE
    {"messages.json", "application/json", messages, sizeof messages},
    {NULL, NULL, NULL, 0},
};

const struct page_file *page_files(void) { return files; }
