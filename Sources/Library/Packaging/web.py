#!/usr/bin/env python3
"""Builds the two WebAssembly modules: binnacle.wasm, the functions of binnacle.h, and binnacle-page.wasm, the core of the page.

SwiftPM builds the modules behind both in Embedded Swift, and wasm-ld links each from its exported functions: what they do not
need is left out. The same sources make the same bytes. `make page-core` builds the page's; `make library` packs the other one.
"""

import argparse
import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from library import ROOT, filled, functions, run

TRIPLE = "wasm32-unknown-none-wasm"
PRODUCT = "BinnacleWeb"
PAGE_CORE = ROOT / "Sources/Web/PageCore"
# The stack is first in memory: a stack that is too deep traps, and does not overwrite data. The deepest call needs a third.
LINK = (
    "--no-entry",
    "--gc-sections",
    "--stack-first",
    "-z",
    "stack-size=65536",
    "--strip-all",
    "--compress-relocations",
    "-O2",
    "--export=__heap_base",
)

# What wasm-opt may assume about the module: the features of the compiler, and that the lowest kilobyte, the last of the stack, is unused.
OPTIMISE = (
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-mutable-globals",
    "--low-memory-unused",
    "--flatten",
    "--rereloop",
    "-Oz",
    "--converge",
)


def page_functions():
    """The functions that the page's core exports."""
    text = "".join(path.read_text() for path in sorted(PAGE_CORE.glob("*.swift")))
    return sorted(re.findall(r"^@c\((page\w+)\)$", text, flags=re.M))


def instrument_functions():
    """Those of them that a whole instrument has."""
    return [name for name in page_functions() if name.startswith(("pageInstrument", "pageRecords"))]


def objects(scratch):
    """Builds the modules; their object files."""
    folder = scratch / "wasm32"
    run(
        "swift",
        "build",
        "--triple",
        TRIPLE,
        "--toolset",
        ROOT / "Boards/Toolsets/wasm32.json",
        "-c",
        "release",
        "--disable-build-manifest-caching",
        "--product",
        PRODUCT,
        "--scratch-path",
        folder / "swift",
    )
    return parts(scratch)


def parts(scratch):
    """The object files of the modules that were built last."""
    listed = (scratch / "wasm32/swift" / TRIPLE / f"release/{PRODUCT}.product/Objects.LinkFileList").read_text().split()
    return sorted(word.strip("'\"") for word in listed)


def link(parts, exports, path, smaller=True):
    """Links a module that exports these functions; as small as it gets, or as the linker leaves it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    listed = path.with_suffix(".link")
    listed.write_text("\n".join([*LINK, *(f"--export={name}" for name in exports), *map(str, parts), "-o", str(path)]))
    run("wasm-ld", f"@{listed}")
    listed.unlink()
    if not smaller:
        return path
    if shutil.which("wasm-opt"):
        run("wasm-opt", *OPTIMISE, path, "-o", path)
    else:
        print("There is no wasm-opt (Debian's binaryen): the module is a fifth larger.", file=sys.stderr)
    return path


def build_facade(scratch):
    """binnacle.wasm; needs nothing of who loads it."""
    if not shutil.which("wasm-opt"):
        sys.exit("There is no wasm-opt. Install Debian's binaryen, as `make page-core` does.")
    return link(objects(scratch), functions(), scratch / "wasm32/binnacle.wasm")


def place(module, folder):
    """Lays out what an archive of the library for WebAssembly holds."""
    for source in (*sorted((ROOT / "Sources/Library/JavaScript").iterdir()), ROOT / "LICENSE"):
        (folder / source.name).write_text(filled(source))
    shutil.copyfile(module, folder / "binnacle.wasm")


def build_page(scratch, path):
    """binnacle-page.wasm; needs six functions of JavaScript's Math for the check in Double."""
    return link(objects(scratch), page_functions(), path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--page", type=pathlib.Path, default=ROOT / ".build/web/binnacle-page.wasm", help="the page's module"
    )
    parser.add_argument("--scratch", type=pathlib.Path, default=ROOT / ".build/library", help="where it is built")
    words = parser.parse_args()
    print(build_page(words.scratch.resolve(), words.page.resolve()), flush=True)


if __name__ == "__main__":
    main()
