"""The numbers of binnacle.h have the same names in Python and in JavaScript."""

import importlib.util
import json
import re
import shutil
import subprocess
from enum import IntEnum
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "Sources/Library"
# What an enumeration is called, and how its constants begin in C. The states of a calibration have no word of their own there.
GROUPS = {
    "Mode": "MODE_",
    "Unavailable": "UNAVAILABLE_",
    "Grade": "GRADE_",
    "Disturbance": "DISTURBANCE_",
    "Cause": "CAUSE_",
    "State": "",
    "Advice": "ADVICE_",
    "Model": "MODEL_",
    "ReasonCode": "REASON_",
    "MotionState": "MOTION_",
    "Pose": "POSE_",
    "Axes": "AXES_",
    "Weight": "WEIGHT_",
    "Unfused": "UNFUSED_",
    "Zone": "ZONE_",
    "PlaceState": "PLACE_",
}


def constants():
    """The enumerations of the header: a dictionary for each `enum { … };`."""
    text = re.sub(r"/\*.*?\*/", "", (LIBRARY / "CBinnacle/include/binnacle.h").read_text(), flags=re.S)
    return [
        {name: int(number) for name, number in re.findall(r"BINNACLE_(\w+) = (-?\d+)", body)}
        for body in re.findall(r"enum \{(.*?)\};", text, re.S)
    ]


def expected():
    """What each enumeration must have."""
    found = {}
    for group, prefix in GROUPS.items():
        (names,) = [
            each
            for each in constants()
            if ("IDLE" in each if not prefix else all(name.startswith(prefix) for name in each))
        ]
        found[group] = {name.removeprefix(prefix): number for name, number in names.items()}
    return found


def test_python_hasTheNumbersOfTheHeader():
    spec = importlib.util.spec_from_file_location("codes", LIBRARY / "Python/binnacle/_codes.py")
    codes = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(codes)
    found = {
        name: {member.name: member.value for member in kind}
        for name, kind in vars(codes).items()
        if isinstance(kind, type) and issubclass(kind, IntEnum) and kind is not IntEnum
    }
    assert found == expected()
    exported = (LIBRARY / "Python/binnacle/__init__.py").read_text()
    assert all(f'"{name}"' in exported for name in found)


@pytest.mark.skipif(not shutil.which("node"), reason="nodejs is not installed: make browsers")
def test_javaScript_hasTheNumbersOfTheHeader():
    program = f"import * as all from {json.dumps((LIBRARY / 'JavaScript/binnacle.js').as_uri())}; console.log(JSON.stringify(all));"
    said = subprocess.run(
        ["node", "--input-type=module", "-e", program], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    found = json.loads(said)

    def camel(name):
        first, *rest = name.lower().split("_")
        return first + "".join(word.capitalize() for word in rest)

    for group, names in expected().items():
        assert found[group] == {camel(name): number for name, number in names.items()}, group
    types = (LIBRARY / "JavaScript/binnacle.d.ts").read_text()
    for group in GROUPS:
        told = re.search(rf"export const {group}: \{{(.*?)\}};", types, re.S)[1]
        assert {name: int(number) for name, number in re.findall(r"readonly (\w+): (\d+)", told)} == found[group], group
