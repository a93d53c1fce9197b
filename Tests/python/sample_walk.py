"""Counts the files and functions of the device through which one sample passes: docs/data-path.md has the rule and the figures.

python3 Tests/python/sample_walk.py [--list]    needs .build/debug/binnacle and the image of lm3s6965evb

QEMU writes each block of the image that it executes. Two runs of the same calibrated board are compared: one with its
magnetometer, one with the same chip at an address at which the firmware does not look. What only the first run executes
belongs to the sample. Inlined functions count, too; what the compiler makes of its own (outlined pieces, closures) does not.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/debug/binnacle"
IMAGE = ROOT / ".build/boards/lm3s6965evb/image/lm3s6965evb.elf"
# Before QEMU in PATH: writes the executed blocks, and may give the chip another address.
WRAPPER = """#!/bin/bash
exec {qemu} -d in_asm -D "$BLOCKS" "${{@/%address=0x1e/address=$CHIP}}"
"""
MADE = ("OUTLINED_FUNCTION", "$defer", "closure #", "partial apply")


def run(folder, blocks, chip, *words):
    """Runs a command of the program with the board of this folder."""
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "BLOCKS": str(blocks), "CHIP": chip}
    link = f"emulator:lm3s6965evb?state={folder}/state"
    done = subprocess.run([PROGRAM, words[0], link, *words[1:]], env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"binnacle {' '.join(words)}: {done.stderr}")


def executed(blocks):
    """(file, function) of everything in these blocks, inlined functions included."""
    addresses = sorted(set(re.findall(r"^(0x[0-9a-f]{8}):", blocks.read_text(), re.M)))
    frames = subprocess.run(
        ["llvm-symbolizer", "--inlines", "-e", IMAGE, "--output-style=JSON"],
        input="\n".join(addresses) + "\n",
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    found = {
        (frame["FileName"].split("Sources/")[1], frame["FunctionName"])
        for line in frames.splitlines()
        for frame in json.loads(line)["Symbol"]
        if "Sources/" in frame["FileName"]
    }
    names = sorted({name for _, name in found})
    plain = subprocess.run(
        ["swift-demangle", "-simplified"], input="\n".join(names), check=True, capture_output=True, text=True
    ).stdout.splitlines()
    return {(file, source_name(dict(zip(names, plain))[name])) for file, name in found}


def source_name(name):
    """A function without its arguments, and without what a specialisation adds."""
    name = re.sub(r"^(?:(?:generic |function signature )?specializ\w+ (?:<.*?> )?(?:of )?|merged )+", "", name)
    return name if name.startswith(MADE) else name.split("(")[0]


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        qemu = subprocess.run(["which", "qemu-system-arm"], check=True, capture_output=True, text=True).stdout.strip()
        (folder / "qemu-system-arm").write_text(WRAPPER.format(qemu=qemu))
        (folder / "qemu-system-arm").chmod(0o755)
        with_chip, without = folder / "with", folder / "without"
        run(folder, folder / "calibrate", "0x1e", "calibrate", "--yes", "--json")
        run(folder, with_chip, "0x1e", "stream", "--location", "47,8", "--readings", "30", "--json")
        words = ("stream", "--location", "47,8", "--duration", "6", "--prefer", "magnetometer", "--json")
        run(folder, without, "0x33", *words)
        walk = {each for each in executed(with_chip) - executed(without) if not each[1].startswith(MADE)}
    print(f"{len({file for file, _ in walk})} files, {len(walk)} functions")
    if "--list" in sys.argv:
        print("\n".join(f"{file}: {function}" for file, function in sorted(walk)))


if __name__ == "__main__":
    main()
