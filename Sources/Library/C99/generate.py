#!/usr/bin/env python3
"""Writes binnacle.c and binnacle.h, the library as two files for any C compiler: `make library-c`.

The Swift compiler writes what it makes of the modules behind binnacle.h, for a 32-bit core; the programs in generator/ write
that as C99. The same sources make the same bytes.
"""

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parents[1] / "Packaging"))
from generator import front, output  # noqa: E402

HERE = Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--output", type=Path, default=HERE, help="the folder of the two files (Sources/Library/C99)")
    parser.add_argument("--arrays", action="store_true", help="with the functions over arrays, as binnacle_arrays.c")
    words = parser.parse_args()
    if words.arrays:
        front.add_arrays()
    sys.setrecursionlimit(20000)
    text = output.Writing(front.whole()).text()
    words.output.mkdir(parents=True, exist_ok=True)
    if words.arrays:
        text = text.replace('#include "binnacle.h"', '#include "binnacle_arrays.h"', 1)
        (words.output / "binnacle_arrays.h").write_text(front.ARRAYS.read_text())
    (words.output / ("binnacle_arrays.c" if words.arrays else "binnacle.c")).write_text(text)
    (words.output / "binnacle.h").write_text(front.HEADER.read_text())


if __name__ == "__main__":
    main()
