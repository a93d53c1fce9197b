"""What whole images take: bytes, and the stack that the running firmware measures."""

import json
import pathlib
import subprocess
import tempfile

from elftools.elf.elffile import ELFFile

from .cpu import CPUS
from .link import foreign_instructions
from .tools import ROOT


def image_of(board):
    return ROOT / ".build" / "boards" / board / "image" / f"{board}.elf"


def sizes(path):
    """(bytes in flash, bytes of variables), as `binnacle boards size` counts them."""
    text = data = 0
    with open(path, "rb") as file:
        for section in ELFFile(file).iter_sections():
            if section["sh_flags"] & 2:  # SHF_ALLOC
                text += section["sh_size"] if section["sh_type"] != "SHT_NOBITS" else 0
                data += section["sh_size"] if section["sh_flags"] & 1 else 0  # SHF_WRITE
    return text, data


def stack(board, program):
    """The deepest stack of a boot that carried out its self-tests and then answered 200 headings, in bytes."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        # The turn that ends the report is too short for a verdict; what was measured stands before it.
        command = [
            str(program),
            "report-silicon",
            f"emulator:{board}",
            "--seconds",
            "5",
            "--samples",
            "200",
            "-o",
            str(report),
        ]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        lines = [json.loads(line) for line in report.read_text().splitlines()] if report.exists() else []
    for what in ("selftest", "heading"):
        if not any(line["what"] == what and line["pass"] for line in lines):
            raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr}")
    return next(line["stackHighWaterBytes"] for line in lines if line["what"] == "heading")


def measure_images(program):
    """{board: figures} of every board's image; they must have been built. `program` is binnacle."""
    cores = {cpu.board: name for name, cpu in CPUS.items()}
    others = sorted(
        path.parent.name for path in (ROOT / "Boards").glob("*/board.json") if path.parent.name not in cores
    )
    results = {}
    for board in [*cores, *others]:
        path = image_of(board)
        if not path.exists():
            raise RuntimeError(f"The image of {board} is missing.\nRun `make boards`.")
        core = cores.get(board)
        # What an image holds that its core lacks is looked for here on the cores of the bench, and on all by `binnacle boards check`.
        foreign = foreign_instructions(path, CPUS[core]) if core else []
        if foreign:
            raise RuntimeError(f"the image of {board} has instructions that {core} lacks: {foreign[:8]}")
        text, data = sizes(path)
        toolset = json.loads((ROOT / "Boards" / board / "board.json").read_text())["toolset"]
        results[board] = {"core": core or toolset, "text": text, "dataAndBss": data, "stack": stack(board, program)}
    return results
