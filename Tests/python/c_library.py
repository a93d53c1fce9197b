"""What tests of libbinnacle.a share: the cores that they try, its compilers, and firmware of docs/examples/c-firmware."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bench.tools import ROOT, run

sys.path.insert(0, str(ROOT / "Sources/Library/Packaging"))
import library

HERE = Path(__file__).parent / "library"
EXAMPLE = ROOT / "docs/examples/c-firmware"
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
IS_LONG = os.environ.get("BINNACLE_EFFORT") == "full"
ON_CORES = [
    "cortex-m0",
    *(["cortex-m0plus", "cortex-m3", "cortex-m4", "cortex-m33", "rv32imc", "rv32imac"] if IS_LONG else []),
]
long = pytest.mark.skipif(not IS_LONG, reason="make library-long")
# Of images whose functions an emulated core calls.
SCRIPT = """
ENTRY(answers)
SECTIONS {
  .text 0x1000 : { *(.text .text.*) *(.rodata .rodata.* .srodata .srodata.*) }
  .data 0x80000 : { *(.data .data.* .sdata .sdata.*) }
  .bss : { *(.bss .bss.* .sbss .sbss.* COMMON) }
  /DISCARD/ : { *(.ARM.exidx* .comment) }
}
"""


def gcc(name):
    """The compiler of a target, and its options."""
    target = library.TARGETS[name]
    return [f"{target.prefix}gcc", *target.flags.split()]


def output(*command, **options):
    return subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=True, timeout=120, **options
    ).stdout


def answers_of_host(unpacked, place):
    """The program that prints the answers on this computer."""
    host = unpacked("linux-x86_64")
    run(
        "gcc",
        "-O2",
        "-std=c99",
        *STRICT,
        "-I",
        host / "include",
        *(HERE / f"{name}.c" for name in ("answers", "angles", "print")),
        host / "lib/libbinnacle.a",
        "-o",
        place / "answers",
    )
    return place / "answers"


def image_of_core(folder, name, place, *options):
    """An image for an emulated core, with the function `answers` and what `options` of the linker ask for."""
    (place / "image.ld").write_text(SCRIPT)
    run(
        *gcc(name),
        "-Os",
        "-nostdlib",
        "-I",
        folder / "include",
        HERE / "answers.c",
        HERE / "memory.c",
        "-T",
        place / "image.ld",
        "-Wl,--gc-sections,-u,answers",
        *options,
        folder / "lib/libbinnacle.a",
        "-lgcc",
        "-o",
        place / "image.elf",
    )
    return place / "image.elf"


def sections(firmware):
    """Bytes of flash, and the names of the sections."""
    rows = [line.split() for line in output("arm-none-eabi-size", "-A", firmware).splitlines() if line.startswith(".")]
    flash = sum(int(row[1]) for row in rows if row[0] in (".vectors", ".text", ".rodata", ".data"))
    return flash, {row[0] for row in rows}
