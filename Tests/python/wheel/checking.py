"""What the checks of the Python package share: where the program's answers are, comparisons, and samples.

FOLDER has what `binnacle` said of the same input; checks.py gets it as its argument."""

import ctypes
import json
import os
import sys
from pathlib import Path

import numpy as np
from binnacle import _library

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(sys.argv[1])
IS_LONG = os.environ.get("BINNACLE_EFFORT") == "full"
DEGREE = 45 / 2**29


def vectors(path):
    return json.loads((ROOT / "Protocols" / path).read_text())["cases"]


def apart(a, b):
    """Degrees between directions."""
    return np.abs((np.asarray(a) - np.asarray(b) + 180) % 360 - 180)


def refused(kind, words, body):
    try:
        body()
    except kind as error:
        assert words in str(error), f"{words!r} is not in {str(error)!r}"
        return error
    raise AssertionError(f"no {kind.__name__}")


def one_by_one(name, count, *arguments):
    """A function of binnacle.h, called row by row with the addresses of the rows; its codes."""
    function = getattr(_library._SO, f"binnacle_{name}")
    function.restype = ctypes.c_int32
    arguments = [each.words if isinstance(each, _library.Memory) else each for each in arguments]
    return [
        function(
            *(
                ctypes.c_void_p(argument[i].ctypes.data if argument.ndim > 1 else argument[i : i + 1].ctypes.data)
                if isinstance(argument, np.ndarray)
                else argument
                for argument in arguments
            )
        )
        for i in range(count)
    ]


def sphere(count):
    """Directions of a golden spiral on a sphere of 48."""
    z = np.linspace(-1, 1, count)
    turn = np.arange(count) * 2.399963
    return np.column_stack([np.sqrt(1 - z * z) * np.cos(turn), np.sqrt(1 - z * z) * np.sin(turn), z]) * 48
