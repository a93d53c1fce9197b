#!/usr/bin/env python3
"""Builds libbinnacle.a for one core or more, and packs it with what C people need to find it: `make library`.

For each target the C compiler of that core compiles binnacle.c, by the same files for CMake that users of the two C files get
(c/CMakeLists.txt); an archive is what `cmake --install` puts under a prefix. The same sources make the same bytes.
"""

import argparse
import fcntl
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

import archives
import swift_tools

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "Sources/Library/Maker"))
import c_header  # noqa: E402

HEADER = c_header.HEADER
C_FILE = ROOT / "Sources/Library/C99/binnacle.c"
# What a C program includes.
INCLUDED = (HEADER, HEADER.with_name("binnacle_words.h"))
# A name that both files of C define: a program with both does not link, and the linker says this.
ONE_OF_TWO = "binnacle_use_either_binnacle_c_or_binnacle_device_c"
# The whole device, which is made where it is needed: it is too long for the repository.
DEVICE_FILE = ROOT / ".build/library/device/binnacle_device.c"

# What a linker or libgcc provides, and the memory functions that every C library has.
HELPERS = re.compile(
    r"__aeabi_\w+|__gnu_thumb1_case_\w+|memcpy|memset|memmove|memcmp|"
    r"__(u?div|u?mod|mul|ashl|ashr|lshr|clz|ctz|popcount|bswap)[sd]i[234]?"
)


@dataclass(frozen=True)
class Target:
    """A core, or a computer with Linux."""

    # The prefix of GNU's programs.
    prefix: str
    # What the C compiler needs for this core.
    flags: str
    processor: str

    @property
    def has_system(self):
        return self.flags == ""


def _arm(core, more=""):
    return Target("arm-none-eabi-", f"-mcpu={core} -mthumb{more}", "arm")


def _riscv(march):
    return Target("riscv64-unknown-elf-", f"-march={march} -mabi=ilp32", "riscv32")


TARGETS = {
    "cortex-m0": _arm("cortex-m0"),
    "cortex-m0plus": _arm("cortex-m0plus"),
    "cortex-m3": _arm("cortex-m3"),
    "cortex-m4": _arm("cortex-m4"),
    "cortex-m4f": _arm("cortex-m4", " -mfloat-abi=hard -mfpu=fpv4-sp-d16"),
    "cortex-m33": _arm("cortex-m33"),
    "rv32imc": _riscv("rv32imc"),
    "rv32imac": _riscv("rv32imac"),
    "linux-x86_64": Target("x86_64-linux-gnu-", "", "x86_64"),
    "linux-aarch64": Target("aarch64-linux-gnu-", "", "aarch64"),
}
# The target of JavaScript: a module for the web, built of the Swift sources (web.py).
WEB = "wasm32"


def device_file():
    """The path of binnacle_device.c, which is made again when the code of its sources has changed: a minute."""
    generator = C_FILE.with_name("generate.py")
    sys.path.append(str(generator.parent))
    from generator import front

    DEVICE_FILE.parent.mkdir(parents=True, exist_ok=True)
    programs = [generator, *sorted((generator.parent / "generator").iterdir())]
    digest = hashlib.sha256("".join(path.read_text() for path in programs if path.is_file()).encode())
    known, stamp = f"{front.fingerprint(True)} {digest.hexdigest()}\n", DEVICE_FILE.with_name("stamp")
    with open(DEVICE_FILE.with_name("lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (DEVICE_FILE.exists() and stamp.exists() and stamp.read_text() == known):
            run(sys.executable, generator, "--device", "--output", DEVICE_FILE.parent)
            stamp.write_text(known)
    return DEVICE_FILE


def run(*command, cwd=ROOT, env=None):
    """What a program wrote, with `env` beside the variables of this one; ends this one when it failed."""
    # `make` inside of `make` would say which folder it enters, and take over its options.
    inherited = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    words = swift_tools.command(command)
    done = subprocess.run(words, cwd=cwd, env={**inherited, **(env or {})}, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def functions(header=None):
    """The names of the functions that a header declares, and that the library has."""
    return sorted(function.name for function in (header or c_header.header()).functions)


def version():
    return c_header.header().version


def filled(path, **words):
    """The text of a file, with the version and these words where it names them."""
    text = path.read_text()
    for name, value in {"VERSION": version(), **words}.items():
        text = text.replace(f"@{name}@", value)
    return text


def put(folder, path, text):
    """Writes a file, unless it stands there: a build looks at times."""
    path = folder / path
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def web():
    """What builds WebAssembly; it uses this module."""
    sys.modules.setdefault("library", sys.modules[__name__])
    import web as module

    return module


def package():
    """The files of the library as two C files: names and texts."""
    parts = (HERE / "c/CMakeLists.txt", HERE / "c/binnacle.pc.in", C_FILE, *INCLUDED)
    return {path.name: filled(path) for path in parts}


def place_toolchain(name, folder):
    """Writes CMake's toolchain file of a core; returns its path."""
    target = TARGETS[name]
    words = {"TARGET": name, "FLAGS": target.flags, "PREFIX": target.prefix, "PROCESSOR": target.processor}
    put(folder, "toolchain.cmake", filled(HERE / "toolchain.cmake", **words))
    return folder / "toolchain.cmake"


def installed(name, folder):
    """Builds the library for a target with CMake; returns the prefix under which it is installed."""
    target, source, build, prefix = TARGETS[name], folder / "source", folder / "build", folder / "prefix"
    for file, text in package().items():
        put(source, file, text)
    if target.has_system:
        own = (f"-DCMAKE_C_COMPILER={target.prefix}gcc", "-DCMAKE_C_FLAGS_RELEASE=-O2", "-DCMAKE_BUILD_TYPE=Release")
    else:
        toolchain = place_toolchain(name, folder)
        # Debian's compiler for RISC-V has no C library; copies of known size stay instructions all the same.
        flags = "-DCMAKE_C_FLAGS_MINSIZEREL=-Os -ffreestanding -fbuiltin"
        own = (f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", flags, "-DCMAKE_BUILD_TYPE=MinSizeRel")
    run("cmake", "--fresh", "-S", source, "-B", build, "-DCMAKE_INSTALL_LIBDIR=lib", *own)
    run("cmake", "--build", build)
    shutil.rmtree(prefix, ignore_errors=True)
    run("cmake", "--install", build, "--prefix", prefix)
    # The attributes would state that no floating point is passed in registers, so that firmware with an FPU could not link it.
    attributes = () if target.has_system else ("-R", ".ARM.attributes", "-R", ".riscv.attributes")
    run(
        f"{target.prefix}objcopy", "-D", "--strip-unneeded", "-R", ".comment", *attributes, prefix / "lib/libbinnacle.a"
    )
    return prefix


def build(name, scratch):
    """Builds the archive of a target, or the module for the web; returns its path."""
    if name == WEB:
        return web().build_facade(scratch)
    folder = scratch / name
    folder.mkdir(parents=True, exist_ok=True)
    # Several programs may want the same archive.
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        archive = installed(name, folder) / "lib/libbinnacle.a"
        check(name, archive, functions())
    return archive


def symbols(name, path):
    """Pairs of (letter, name) of an object or an archive of a target, as nm tells them."""
    rows = (line.split() for line in run(f"{TARGETS[name].prefix}nm", path).splitlines())
    return [(row[-2], row[-1]) for row in rows if len(row) >= 2]


def relocations(name, path):
    return run(f"{TARGETS[name].prefix}objdump", "-r", path)


def check(name, path, declared):
    """Ends the program when the object or the archive has a name or needs something that it must not."""
    found = symbols(name, path)
    shown = {symbol for letter, symbol in found if letter.isupper() and letter != "U"}
    wanted = {symbol for letter, symbol in found if letter == "U"}
    if shown - {ONE_OF_TWO} != set(declared):
        sys.exit(f"{name}: global names differ from the header's: {sorted((shown - {ONE_OF_TWO}) ^ set(declared))}")
    foreign = sorted(symbol for symbol in wanted if not HELPERS.fullmatch(symbol))
    if foreign:
        sys.exit(f"{name}: the object needs {foreign}")
    if not TARGETS[name].has_system:
        got = sorted({line.split()[-1] for line in relocations(name, path).splitlines() if "GOT" in line})
        if got:
            sys.exit(f"{name}: firmware would need a .got for {got}")


def place(name, archive, folder):
    """Lays out what the archive of a release holds."""
    shutil.copytree(archive.parents[1], folder, dirs_exist_ok=True)
    if not TARGETS[name].has_system:
        place_toolchain(name, folder / "share/binnacle")
    put(folder, "README.md", filled(HERE / "README.md", TARGET=name))
    put(folder, "LICENSE", filled(ROOT / "LICENSE"))


def pack(name, archive, output, epoch):
    """Writes the tarball of a target and its checksum; returns its path."""
    title = f"binnacle-{version()}-{name}"
    output.mkdir(parents=True, exist_ok=True)
    path = output / (f"binnacle-{version()}-npm.tgz" if name == WEB else f"{title}.tar.gz")
    with tempfile.TemporaryDirectory() as stage:
        # As `npm pack` names the folder.
        folder = pathlib.Path(stage) / ("package" if name == WEB else title)
        folder.mkdir()
        if name == WEB:
            web().place(archive, folder)
        else:
            place(name, archive, folder)
        archives.seal(folder)
        archives.tar(folder, path, epoch)
    path.with_name(f"{path.name}.sha256").write_text(f"{archives.digest(path)}  {path.name}\n")
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help=f"{', '.join(TARGETS)}, {WEB}; without any, all of them"
    )
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "dist", help="the folder of the archives (dist)")
    parser.add_argument("--scratch", type=pathlib.Path, default=ROOT / ".build/library", help="where it is built")
    words = parser.parse_args()
    known = [*TARGETS, WEB]
    unknown = [name for name in words.targets if name not in known]
    if unknown:
        parser.error(f"no target {unknown[0]}; there are {', '.join(known)}")
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    for name in words.targets or known:
        print(pack(name, build(name, words.scratch.resolve()), words.output, epoch), flush=True)


if __name__ == "__main__":
    main()
