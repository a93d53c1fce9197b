#!/usr/bin/env python3
"""Packs the files of C for those who take two of them: `make c-packages`.

It writes a zip for any build system, an Arduino library, and a PlatformIO library, each with examples. Only
binnacle_device.c is made, where it is not there. The same sources make the same bytes.
"""

import argparse
import json
import os
import pathlib
import re
import tempfile

import archives
import library
from library import filled

PARTS = library.HERE / "c"
EXAMPLES = ("example.c", "example.h", "example_pc.c", "example_counts.c")


def licence():
    return {"LICENSE": filled(library.ROOT / "LICENSE")}


def code(folder=""):
    """The superset, which has the whole device."""
    files = (library.device_file(), library.c_header.DEVICE, *library.INCLUDED)
    return {folder + path.name: filled(path) for path in files}


def plain():
    """Both files of C, of which a program compiles one, with examples; also a component of ESP-IDF and a module of Zephyr."""
    beside = {f"{name}/{path}": text for name in ("linux", "stm32f4", "zephyr") for path, text in own(name).items()}
    names = ("README.md", "idf_component.yml", *EXAMPLES)
    return {**licence(), **library.package(), **code(), **{name: filled(PARTS / name) for name in names}, **beside}


def keywords():
    """What Arduino's editor colours: the types, functions and constants of the header."""
    headers = (library.c_header.header(), library.c_header.device())
    types = sorted(name for each in headers for name in (*each.objects, *(one.name for one in each.structures)))
    functions = sorted(name for each in headers for name in library.functions(each))
    constants = sorted({f"BINNACLE_{one.name}" for each in headers for one in each.constants})
    text = filled(PARTS / "arduino/src/Binnacle.h")
    classes = re.findall(r"^class (Binnacle\w+)", text, re.M)
    methods = sorted(
        {*re.findall(r"^  [\w:*& ]*?\b(\w+)\([^)]*\)(?: const)?(?: override)? \{", text, re.M)} - set(classes)
    )
    rows = [
        (classes, "KEYWORD1"),
        (types, "KEYWORD1"),
        (functions, "KEYWORD2"),
        (methods, "KEYWORD2"),
        (constants, "LITERAL1"),
    ]
    return "".join(f"{name}\t{kind}\n" for names, kind in rows for name in names)


def own(name):
    """The files of one package: each says in a README.md of its own what is in it."""
    parts = PARTS / name
    return {str(path.relative_to(parts)): filled(path) for path in sorted(parts.rglob("*")) if path.is_file()}


def arduino():
    return {**licence(), **code("src/core/"), **own("arduino"), "keywords.txt": keywords()}


def platformio():
    examples = {f"examples/compass/{name}": filled(PARTS / name) for name in EXAMPLES if "counts" not in name}
    found = own("platformio")
    json.loads(found["library.json"])
    return {**licence(), **code("src/"), **found, **examples}


# The name of each package after the version, the folder in it, and what makes its files. Those of PlatformIO stand at the top,
# as `pio pkg pack` writes them.
PACKAGES = {
    "c.zip": ("binnacle-{version}", plain),
    "arduino.zip": ("Binnacle", arduino),
    "platformio.tar.gz": ("", platformio),
}


def pack(name, output, epoch):
    """Writes a package; returns its path."""
    title, made = PACKAGES[name]
    output.mkdir(parents=True, exist_ok=True)
    path = output / f"binnacle-{library.version()}-{name}"
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch, title.format(version=library.version()))
        for file, content in made().items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(content)
        archives.seal(folder)
        if name.endswith(".zip"):
            return archives.zipped(folder, path, epoch)
        return archives.tar(folder, path, epoch, is_named=bool(title))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"{', '.join(PACKAGES)}; without any, all")
    parser.add_argument("--output", type=pathlib.Path, default=library.ROOT / "dist", help="their folder (dist)")
    words = parser.parse_args()
    for name in words.packages:
        if name not in PACKAGES:
            parser.error(f"no package {name}; there are {', '.join(PACKAGES)}")
    for name in words.packages or PACKAGES:
        print(pack(name, words.output, int(os.environ.get("SOURCE_DATE_EPOCH", "0"))), flush=True)


if __name__ == "__main__":
    main()
