"""Readings for the tests of binnacle_ros: made here with the rotations of NumPy, or by the program."""

import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/debug/binnacle"
sys.path.append(str(ROOT / "Sources/Library/ROS/binnacle_ros"))
from binnacle_ros import clock, convert, lines, parameters, pointing  # noqa: E402, F401
from binnacle_ros.turns import about, product  # noqa: E402


def matrix(q):
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def turn(axis, degrees):
    a, b = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    found = np.eye(3)
    found[i, i] = found[j, j] = a
    found[i, j], found[j, i] = -b, b
    return found


EARTH = np.array([20_000.0, 0, 43_000])  # nanotesla: north, east, down


def reading(heading, pitch=0.0, roll=0.0, **changes):
    """A reading of the forward axis, with the field and the force that belong to it."""
    turned = turn(2, heading) @ turn(1, pitch) @ turn(0, roll)
    return {
        "deviceTimeSeconds": 1.0,
        "correctedNanotesla": list(turned.T @ EARTH),
        "specificForceMicroG": list(turned.T @ [0, 0, -1e6]),
        "orientation": "portrait",
        "flat": False,
        "throughDisplay": None,
        "mode": "tilted",
        "horizontalNanotesla": 20_000,
        "magneticHeadingDegrees": heading,
        "trueHeadingDegrees": None,
        "magneticValid": True,
        "trueValid": False,
        "pitchDegrees": pitch,
        "rollDegrees": roll,
        "accuracyDegrees": 2.0,
        "reference": "magnetic",
        "disturbance": "clear",
        "reasons": [],
    } | changes


def fused(heading, pitch=0.0, roll=0.0, **changes):
    """The fusion's part of a reading; it does not know which heading the device judged."""
    turned = product(product(about(2, heading), about(1, pitch)), about(0, roll))
    return {"fused": True, "attitude": turned, "deviceTimeSeconds": 1.0, "turnDegreesPerSecond": 0.0} | changes


def readings(link, *options):
    """What the program streams of a calibrated board, as far as it has a valid heading."""
    if not PROGRAM.exists():
        pytest.skip("swift build makes the program first")
    command = [PROGRAM, "stream", link, "--check", "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    found = [each for each in found if "what" not in each and each["magneticValid"]]
    assert found, done.stderr
    return found
