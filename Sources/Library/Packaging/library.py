#!/usr/bin/env python3
"""Builds libbinnacle.a for one core or more, and packs it with what C people need to find it: `make library`.

For each target SwiftPM builds the modules behind binnacle.h in Embedded Swift. `ld -r` joins them into one object and leaves out
what no function of the header needs; in it only `binnacle_*` stays global, so that no name can meet one of the user's. The same
sources make the same bytes.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace

import archives
import swift_tools

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
HEADER = ROOT / "Sources/Library/CBinnacle/include/binnacle.h"
# What a C program includes.
INCLUDED = (HEADER, HEADER.with_name("binnacle_words.h"))
PRODUCT = "BinnacleC"

# What a linker or libgcc provides, and the memory functions that every C library has.
HELPERS = re.compile(
    r"__aeabi_\w+|memcpy|memset|memmove|memcmp|__(u?div|u?mod|mul|ashl|ashr|lshr|clz|ctz|popcount|bswap)[sd]i[234]?"
)


@dataclass(frozen=True)
class Target:
    """A core, or the host."""

    triple: str
    # The toolset of a board that has a core of the same kind, and what differs from it.
    toolset: str
    replaced: tuple
    # The prefix of GNU's programs, and the options of ld.
    prefix: str
    linker: tuple
    # What a C compiler needs for this core.
    flags: str
    processor: str


def _arm(core, triple, board):
    return Target(
        triple, board, ((f"-mcpu={board}", f"-mcpu={core}"),), "arm-none-eabi-", (), f"-mcpu={core} -mthumb", "arm"
    )


def _riscv(march, options):
    return Target(
        "riscv32-none-none-eabi",
        "sifive-e31",
        (("-mcpu=sifive-e31", options),),
        "riscv64-unknown-elf-",
        ("-m", "elf32lriscv"),
        f"-march={march} -mabi=ilp32",
        "riscv32",
    )


TARGETS = {
    "cortex-m0": _arm("cortex-m0", "armv6m-none-none-eabi", "cortex-m0"),
    "cortex-m0plus": _arm("cortex-m0plus", "armv6m-none-none-eabi", "cortex-m0"),
    "cortex-m3": _arm("cortex-m3", "armv7em-none-none-eabi", "cortex-m3"),
    "cortex-m4": _arm("cortex-m4", "armv7em-none-none-eabi", "cortex-m4"),
    "cortex-m4f": replace(
        _arm("cortex-m4", "armv7em-none-none-eabi", "cortex-m4"),
        flags="-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16",
    ),
    "cortex-m33": _arm("cortex-m33", "armv7em-none-none-eabi", "cortex-m4"),
    "rv32imc": _riscv("rv32imc", "-march=rv32imc"),
    "rv32imac": _riscv("rv32imac", "-march=rv32imac"),
    "linux-x86_64": Target(
        "x86_64-unknown-linux-gnu",
        "cortex-m0",
        (("-mcpu=cortex-m0", ""), ("-mfloat-abi=soft", ""), ("-fno-pic", "-fPIC")),
        "",
        (),
        "",
        "x86_64",
    ),
}
# What Swift is not built for here: the C compiler makes the archive from binnacle.c.
C_TARGETS = {"linux-aarch64": Target("aarch64-linux-gnu", "", (), "aarch64-linux-gnu-", (), "", "aarch64")}
C_FILE = ROOT / "Sources/Library/C99/binnacle.c"
# The target of JavaScript: a module for the web, with another layout (web.py).
WEB = "wasm32"


def run(*command, cwd=ROOT, env=None):
    """What a program wrote, with `env` beside the variables of this one; ends this one when it failed."""
    # `make` inside of `make` would say which folder it enters, and take over its options.
    inherited = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    words = swift_tools.command(command)
    done = subprocess.run(words, cwd=cwd, env={**inherited, **(env or {})}, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def declarations(header=HEADER):
    """The text of a header without comments, and without the functions for floats, which are the header's own."""
    return re.sub(r"/\*.*?\*/|#ifdef BINNACLE_WITH_FLOAT.*?#endif", "", header.read_text(), flags=re.S)


def functions(header=HEADER):
    """The functions that a header declares, and that the library has."""
    return sorted(set(re.findall(r"\b(binnacle_\w+)\s*\(", declarations(header))))


def version():
    return re.search(r'#define BINNACLE_VERSION "(.*)"', HEADER.read_text()).group(1)


def filled(path, **words):
    """The text of a file, with the version and these words where it names them."""
    text = path.read_text()
    for name, value in {"VERSION": version(), **words}.items():
        text = text.replace(f"@{name}@", value)
    return text


def toolset(target, folder):
    """Writes the toolset of the target, made from that of a board."""
    known = json.loads((ROOT / "Boards/Toolsets" / f"{target.toolset}.json").read_text())
    for part in known.values():
        if not isinstance(part, dict):
            continue
        words = []
        for word in part["extraCLIOptions"]:
            for old, new in target.replaced:
                if word == old:
                    word = new
            if word:
                words.append(word)
            elif words and words[-1] == "-Xcc":
                words.pop()
        part["extraCLIOptions"] = words
    path = folder / "toolset.json"
    path.write_text(json.dumps(known, indent=2))
    return path


def symbols(path):
    """Pairs of (letter, name) of an object, as nm tells them."""
    return [
        (line.split()[-2], line.split()[-1]) for line in run("llvm-nm", path).splitlines() if len(line.split()) >= 2
    ]


def relocations(path):
    return run("llvm-objdump", "-r", path)


def web():
    """What builds WebAssembly; it uses this module."""
    sys.modules.setdefault("library", sys.modules[__name__])
    import web as module

    return module


def joined(name, scratch, product, wanted):
    """Builds a product for a target and joins it into one object, in which only the wanted functions are global."""
    target = TARGETS[name]
    folder = scratch / name
    folder.mkdir(parents=True, exist_ok=True)
    run(
        "swift",
        "build",
        "--triple",
        target.triple,
        "--toolset",
        toolset(target, folder),
        "-c",
        "release",
        "--disable-build-manifest-caching",
        "--product",
        product,
        "--scratch-path",
        folder / "swift",
    )
    products = next((folder / "swift").glob(f"{target.triple}/release"))
    objects = folder / product / "objects"
    shutil.rmtree(objects.parent, ignore_errors=True)
    objects.mkdir(parents=True)
    listed = (products / f"{product}.product/Objects.LinkFileList").read_text().split()
    for path in sorted(word.strip("'\"") for word in listed):
        # The module's name, because two modules may have a file of the same name.
        source = pathlib.Path(path)
        # Attributes would say that no floating point is passed in registers, and so keep firmware with an FPU away; none is
        # passed at all. The personality is a trap that nobody calls.
        run(
            "llvm-objcopy",
            "-g",
            "-w",
            *(
                word
                for section in (
                    ".ARM.exidx*",
                    ".rel.ARM.exidx*",
                    ".ARM.attributes",
                    ".riscv.attributes",
                    ".swift*",
                    ".llvm*",
                    ".comment",
                    ".eh_frame*",
                    ".rel*.eh_frame",
                    ".linker*",
                    ".note.gnu.*",
                    ".text._swift_exceptionPersonality",
                    ".data.DW.ref*",
                )
                for word in ("-R", section)
            ),
            source,
            objects / f"{source.parent.stem}.{source.name}",
        )
    whole = objects.parent / "binnacle.o"
    roots = [word for function in wanted for word in ("-u", function)]
    run(f"{target.prefix}ld", *target.linker, "-r", "--gc-sections", *roots, *sorted(objects.iterdir()), "-o", whole)
    run("llvm-objcopy", "-w", "--keep-global-symbol=binnacle_*", whole)
    # On a core this section tells the linker nothing, but makes it warn of each object without one, as newlib's are.
    stack = ("-R", ".note.GNU-stack") if "-none-" in target.triple else ()
    run("llvm-objcopy", "--strip-unneeded", *stack, whole)
    return whole


def compiled(name, scratch):
    """Compiles binnacle.c for a target of a C compiler."""
    target, whole = C_TARGETS[name], scratch / name / "binnacle.o"
    whole.parent.mkdir(parents=True, exist_ok=True)
    options = ("-std=c99", "-Os", "-ffunction-sections", "-fdata-sections", "-fPIC", "-I", C_FILE.parent)
    run(f"{target.prefix}gcc", *options, "-c", C_FILE, "-o", whole)
    return whole


def build(name, scratch):
    """Builds the archive of a target, or the module for the web; returns its path."""
    if name == WEB:
        return web().build_facade(scratch)
    whole = compiled(name, scratch) if name in C_TARGETS else joined(name, scratch, PRODUCT, functions())
    check(name, whole, functions())
    archive = scratch / name / "libbinnacle.a"
    archive.unlink(missing_ok=True)
    run("llvm-ar", "rcsD", archive, whole)
    return archive


def check(name, whole, declared):
    """Ends the program when the object has a name or needs something that it must not."""
    found = symbols(whole)
    shown = {symbol for letter, symbol in found if letter.isupper() and letter != "U"}
    wanted = {symbol for letter, symbol in found if letter == "U"}
    if shown != set(declared):
        sys.exit(f"{name}: global names differ from the header's: {sorted(shown ^ set(declared))}")
    foreign = sorted(symbol for symbol in wanted if not HELPERS.fullmatch(symbol))
    if foreign:
        sys.exit(f"{name}: the object needs {foreign}")
    if not name.startswith("linux-"):
        got = sorted({line.split()[-1] for line in relocations(whole).splitlines() if "GOT" in line})
        if got:
            sys.exit(f"{name}: firmware would need a .got for {got}")


def place(name, archive, folder):
    """Lays out what the archive of a release holds."""
    target = TARGETS.get(name) or C_TARGETS[name]
    words = {
        "TARGET": name,
        "FLAGS": target.flags,
        "PREFIX": target.prefix,
        "PROCESSOR": target.processor,
        "GC": "" if name.startswith("linux-") else "-Wl,--gc-sections",
    }

    def put(source, path):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(filled(source, **words))

    for header in INCLUDED:
        put(header, f"include/{header.name}")
    (folder / "lib").mkdir(parents=True)
    shutil.copyfile(archive, folder / "lib/libbinnacle.a")
    put(HERE / "binnacle.pc", "lib/pkgconfig/binnacle.pc")
    put(HERE / "binnacle-config.cmake", "lib/cmake/binnacle/binnacle-config.cmake")
    put(HERE / "binnacle-config-version.cmake", "lib/cmake/binnacle/binnacle-config-version.cmake")
    if target.flags:
        put(HERE / "toolchain.cmake", "share/binnacle/toolchain.cmake")
    put(HERE / "README.md", "README.md")
    put(ROOT / "LICENSE", "LICENSE")


def pack(name, archive, output, epoch):
    """Writes the tarball of a target and its checksum; returns its path."""
    title = f"binnacle-{version()}-{name}"
    # As `npm pack` names the folder.
    folder = archive.parent / "stage" / ("package" if name == WEB else title)
    shutil.rmtree(folder.parent, ignore_errors=True)
    folder.mkdir(parents=True)
    if name == WEB:
        web().place(archive, folder)
    else:
        place(name, archive, folder)
    archives.seal(folder)
    output.mkdir(parents=True, exist_ok=True)
    path = output / (f"binnacle-{version()}-npm.tgz" if name == WEB else f"{title}.tar.gz")
    archives.tar(folder, path, epoch)
    path.with_name(f"{path.name}.sha256").write_text(f"{archives.digest(path)}  {path.name}\n")
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "targets",
        nargs="*",
        metavar="TARGET",
        help=f"{', '.join([*TARGETS, *C_TARGETS])}, {WEB}; without any, all of them",
    )
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "dist", help="the folder of the archives (dist)")
    parser.add_argument("--scratch", type=pathlib.Path, default=ROOT / ".build/library", help="where it is built")
    words = parser.parse_args()
    known = [*TARGETS, *C_TARGETS, WEB]
    unknown = [name for name in words.targets if name not in known]
    if unknown:
        parser.error(f"no target {unknown[0]}; there are {', '.join(known)}")
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    for name in words.targets or known:
        print(pack(name, build(name, words.scratch.resolve()), words.output, epoch), flush=True)


if __name__ == "__main__":
    main()
