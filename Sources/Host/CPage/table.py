"""Makes page.c, which embeds the page's files: run it after adding or removing one. A test compares it with the folder."""

from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "Web" / "Page"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}

HEAD = """// The page's files, from Sources/Web/Page. `python3 Sources/Host/CPage/table.py` makes this table; a test compares it with
// the folder.
#include "page.h"

// It is of C23, and every compiler that Swift comes with knows it.
#pragma clang diagnostic ignored "-Wc23-extensions"

// `make page-core` builds it. Without it the program builds all the same, and says what is missing.
#if __has_embed("../../../.build/web/binnacle-page.wasm")
static const unsigned char core[] = {
#embed "../../../.build/web/binnacle-page.wasm"
};
#define CORE {"binnacle-page.wasm", "application/wasm", core, sizeof core},
#else
#define CORE
#endif
"""


def main():
    files = sorted(p for p in PAGE.rglob("*") if p.suffix in TYPES)
    sources = [(str(p.relative_to(PAGE)), f"../../Web/Page/{p.relative_to(PAGE)}", TYPES[p.suffix]) for p in files]
    sources.append(("messages.json", "../../../Protocols/link/messages.json", TYPES[".json"]))
    text = HEAD
    for number, (_, source, _) in enumerate(sources):
        text += f'\nstatic const unsigned char file{number}[] = {{\n#embed "{source}"\n}};\n'
    text += "\nstatic const struct page_file files[] = {\n    CORE\n"
    for number, (path, _, kind) in enumerate(sources):
        text += f'    {{"{path}", "{kind}", file{number}, sizeof file{number}}},\n'
    text += "    {NULL, NULL, NULL, 0},\n};\n\nconst struct page_file *page_files(void) { return files; }\n"
    (HERE / "page.c").write_text(text)


if __name__ == "__main__":
    main()
