"""What whole images take: bytes, and the stack that the running firmware measures."""

import json
import subprocess

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
    """The deepest stack of a boot that answered a self-test and 200 headings, in bytes."""
    command = [str(program), "check", "heading", "--on", f"emulator:{board}", "--samples", "200", "--seed", "4", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])["stackHighWaterBytes"]


def measure_images(program):
    """{board: figures} of every board's image; they must have been built. `program` is binnacle."""
    results = {}
    for name, cpu in CPUS.items():
        path = image_of(cpu.board)
        if not path.exists():
            raise RuntimeError(f"The image of {cpu.board} is missing.\nRun `make boards`.")
        foreign = foreign_instructions(path, cpu)
        if foreign:
            raise RuntimeError(f"the image of {cpu.board} has instructions that {name} lacks: {foreign[:8]}")
        text, data = sizes(path)
        results[cpu.board] = {"core": name, "text": text, "dataAndBss": data, "stack": stack(cpu.board, program)}
    return results
