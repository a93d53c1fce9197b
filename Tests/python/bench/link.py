"""Links one function of the device half, and all it needs, into an image of its own."""

import subprocess
import tempfile
from pathlib import Path

from elftools.elf.elffile import ELFFile

SCRIPT = """
ENTRY({entry})
SECTIONS {{
  .text 0x1000 : {{ *(.text .text.*) }}
  .rodata : {{ *(.rodata .rodata.*) }}
  .data 0x80000 : {{ *(.data .data.* .got .got.*) }}
  .bss : {{ *(.bss .bss.* COMMON) }}
  /DISCARD/ : {{ *(.ARM.exidx* .ARM.attributes .comment .swift* .note* .eh_frame .llvm*) }}
}}
"""


def link(objects, symbol, output, libraries=(), roots=()):
    """Links `symbol` with everything unreachable removed.

    Returns (bytes of code, constants and data; names of functions that are not our own).
    """
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "bench.ld"
        script.write_text(SCRIPT.format(entry=symbol))
        command = ["ld.lld", "--gc-sections", "-u", symbol, *(word for root in roots for word in ("-u", root)), "-T", str(script), "-o", str(output)]
        command += ["--start-group", *map(str, objects), *map(str, libraries), "--end-group"]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{symbol} does not link:\n{done.stderr}")
    with open(output, "rb") as file:
        image = ELFFile(file)
        size = sum(image.get_section_by_name(name)["sh_size"] for name in (".text", ".rodata", ".data", ".bss")
                   if image.get_section_by_name(name) is not None)
        table = image.get_section_by_name(".symtab")
        helpers = sorted(
            symbol.name for symbol in table.iter_symbols()
            if symbol["st_info"]["type"] == "STT_FUNC" and not symbol.name.startswith(("$", "_$")))
    return size, helpers
