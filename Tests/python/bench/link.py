"""Links one function of the device half, and all it needs, into an image of its own."""

import re
import subprocess
import tempfile
from pathlib import Path

from elftools.elf.elffile import ELFFile

from .tools import swift_tools

# Swift keeps _swift_exceptionPersonality, a trap that nobody calls, once a module: it is no part of any function.
SCRIPT = """
ENTRY({entry})
SECTIONS {{
  /DISCARD/ : {{ *(.text._swift_exceptionPersonality) }}
  .text 0x1000 : {{ *(.text .text.*) }}
  .rodata : {{ *(.rodata .rodata.* .srodata .srodata.*) }}
  .data 0x80000 : {{ *(.data .data.* .sdata .sdata.* .got .got.*) }}
  .bss : {{ *(.bss .bss.* .sbss .sbss.* COMMON) }}
  /DISCARD/ : {{ *(.ARM.exidx* .ARM.attributes .riscv.attributes .comment .swift* .note* .eh_frame .llvm*) }}
}}
"""


def link(objects, symbol, output, libraries=(), roots=()):
    """Links `symbol` with everything unreachable removed.

    Returns (bytes of code, constants and data; names of functions that are not our own).
    """
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "bench.ld"
        script.write_text(SCRIPT.format(entry=symbol))
        command = [
            "ld.lld",
            "--gc-sections",
            "-u",
            symbol,
            *(word for root in roots for word in ("-u", root)),
            "-T",
            str(script),
            "-o",
            str(output),
        ]
        command += ["--start-group", *map(str, objects), *map(str, libraries), "--end-group"]
        done = subprocess.run(swift_tools.command(command), stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{symbol} does not link:\n{done.stderr}")
    with open(output, "rb") as file:
        image = ELFFile(file)
        size = sum(
            image.get_section_by_name(name)["sh_size"]
            for name in (".text", ".rodata", ".data", ".bss")
            if image.get_section_by_name(name) is not None
        )
        table = image.get_section_by_name(".symtab")
        helpers = sorted(
            symbol.name
            for symbol in table.iter_symbols()
            if symbol["st_info"]["type"] == "STT_FUNC" and not symbol.name.startswith(("$", "_$"))
        )
    return size, helpers


def foreign_instructions(path, cpu):
    """Instructions of a linked image that the core does not have, as llvm-objdump prints them.

    It is told the very core, so what it does not know is foreign. Those of ARM's FPU remain readable without one, as
    instructions for a coprocessor that is not there.
    """
    command = ["llvm-objdump", "--disassemble", "--no-show-raw-insn", *cpu.disassembler, str(path)]
    done = subprocess.run(swift_tools.command(command), capture_output=True, text=True, check=True)
    found, count = [], 0
    for line in done.stdout.splitlines():
        parts = line.split("\t")
        if (
            len(parts) < 2
            or not parts[0].strip().endswith(":")
            or any(part.startswith((".", "file")) for part in parts[1:])
        ):
            continue
        count += 1
        if re.match(r"<unknown>|v[a-z]|(cdp|ldc|stc|mcr|mrc|mcrr|mrrc)2?l?\b", parts[1]):
            found.append(f"{parts[0].strip()} {' '.join(parts[1:])}")
    if count == 0:
        raise RuntimeError(f"{path} has no instructions")
    return found
