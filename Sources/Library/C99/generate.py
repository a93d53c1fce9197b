#!/usr/bin/env python3
"""Writes binnacle.c, the library as one file for any C compiler, and binnacle_arrays.c beside it: `make library-c`.

The Swift compiler writes what it makes of the modules behind binnacle.h, for a 32-bit core; the programs in generator/ write
that as C99. The same sources make the same bytes. sources.hash has the hash of the sources without comments and blank lines.
"""

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parents[1] / "Packaging"))
from generator import front, output  # noqa: E402

HERE = Path(__file__).resolve().parent
HASH = HERE / "sources.hash"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--output", type=Path, default=HERE, help="the folder of the files (Sources/Library/C99)")
    parser.add_argument(
        "--device", action="store_true", help="write binnacle_device.c, which has binnacle.c and the whole device"
    )
    parser.add_argument("--check", action="store_true", help="only compare the hash of the sources with sources.hash")
    words = parser.parse_args()
    if words.check:
        if HASH.read_text().strip() != front.fingerprint():
            sys.exit("binnacle.c is not that of these sources: run `make library-c`")
        return
    sys.setrecursionlimit(20000)
    words.output.mkdir(parents=True, exist_ok=True)
    writing = output.Writing(front.whole(words.device), words.device)
    if words.device:
        (words.output / "binnacle_device.c").write_text(writing.device_text())
        return
    for name, text in zip(("binnacle.c", "binnacle_arrays.c"), writing.texts()):
        (words.output / name).write_text(text)
    (words.output / HASH.name).write_text(front.fingerprint() + "\n")


if __name__ == "__main__":
    main()
