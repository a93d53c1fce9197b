"""Makes page.c, which embeds the files of page and report: run it after adding or removing one. A test compares it with the
folders."""

from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "Web" / "Page"
REPORT = HERE.parents[1] / "Web" / "Report"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}

HEAD = """// The files of page and report, from Sources/Web. `python3 Sources/Host/CPage/table.py` makes these tables; a test compares
// them with the folders.
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


def sources(folder):
    """Path, source and type of a folder's files."""
    files = sorted(p for p in folder.rglob("*") if p.suffix in TYPES)
    return [(str(p.relative_to(folder)), f"../../Web/{p.relative_to(folder.parent)}", TYPES[p.suffix]) for p in files]


def table(name, rows, core=False):
    """The rows as C: the bytes, the table, and the function that gives it."""
    text = ""
    for number, (_, source, _) in enumerate(rows):
        text += f'\nstatic const unsigned char {name}{number}[] = {{\n#embed "{source}"\n}};\n'
    text += f"\nstatic const struct page_file {name}s[] = {{\n" + ("    CORE\n" if core else "")
    for number, (path, _, kind) in enumerate(rows):
        text += f'    {{"{path}", "{kind}", {name}{number}, sizeof {name}{number}}},\n'
    return text + "    {NULL, NULL, NULL, 0},\n};\n"


def main():
    page = sources(PAGE)
    text = HEAD + table("file", page, core=True) + table("of_report", sources(REPORT))
    text += "\nconst struct page_file *page_files(void) { return files; }\n"
    text += "\nconst struct page_file *report_files(void) { return of_reports; }\n"
    (HERE / "page.c").write_text(text)


if __name__ == "__main__":
    main()
