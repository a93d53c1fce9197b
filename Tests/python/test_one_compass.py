"""One compass: the samples of four recordings give the same readings, to the bit, on an emulated board, in Swift, in C, in Python and in
JavaScript.

`make test` sends some hundred samples of each recording; BINNACLE_EFFORT=full (`make library-long`) all of them. one_compass/ has the
recordings and a program for each side."""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent / "one_compass"
sys.path[:0] = [str(ROOT / "Sources/Library/Packaging"), str(HERE)]
import artefacts  # noqa: E402
import board  # noqa: E402
import library  # noqa: E402
import samples  # noqa: E402

IS_LONG = os.environ.get("BINNACLE_EFFORT") == "full"
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
IMAGE = ROOT / ".build/boards/mps2-an386/image/mps2-an386.elf"
READING = (
    "time",
    "isMagneticValid",
    "magnetic",
    "isTrueValid",
    "true",
    "reference",
    "accuracy",
    "doubts",
    "mode",
    "reason",
    "grade",
    "disturbance",
    "cause",
    "isSolved",
    "dip",
    "roll",
    "pitch",
    "horizontal",
    "fieldX",
    "fieldY",
    "fieldZ",
    "zone",
    "orientation",
    "isDisplayFlat",
    "event",
    "hasForce",
    "forceX",
    "forceY",
    "forceZ",
)
MOTION = (
    "rateTime",
    "attitudeW",
    "attitudeX",
    "attitudeY",
    "attitudeZ",
    "turn",
    "biasX",
    "biasY",
    "biasZ",
    "biasDeviation",
    "scale",
    "scaleDeviation",
    "fieldDelay",
    "fieldDelayDeviation",
    "ironX",
    "ironY",
    "ironZ",
    "state",
    "isAtRest",
    "missing",
    "repeated",
    "outOfOrder",
    "late",
    "saturated",
    "restarts",
    "isFusedThere",
    "fused",
    "isFusedTrueThere",
    "fusedTrue",
    "fusedAccuracy",
    "unfused",
    "isFieldTurned",
)
# What a recording must show, so that equal numbers mean something: fields with more than one value, of the modest part.
SHOWN = {
    "turning": (
        "magnetic",
        "true",
        "accuracy",
        "doubts",
        "grade",
        "turn",
        "biasX",
        "state",
        "attitudeW",
        "fused",
        "fusedTrue",
        "fusedAccuracy",
        "unfused",
        "isFieldTurned",
        "disturbance",
    ),
    "slow": ("magnetic", "true", "accuracy", "grade", "roll", "pitch"),
    "magnet": ("isMagneticValid", "mode", "reason", "disturbance", "cause", "grade", "reference", "accuracy"),
    "level": ("magnetic", "cause", "doubts"),
}


@pytest.fixture(scope="module")
def lines():
    return {name: samples.lines(name, IS_LONG) for name in samples.RECORDINGS}


def said(lines, *command, **options):
    """The rows that a program prints for the lines of a recording."""
    done = subprocess.run(
        [str(word) for word in command],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=300,
        **options,
    )
    assert done.returncode == 0, done.stderr
    return [list(map(int, row.split())) for row in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def by_c(lines, tmp_path_factory):
    """The rows of the C archive: what the other sides are compared with."""
    folder = tmp_path_factory.mktemp("c")
    with tarfile.open(library.pack("linux-x86_64", artefacts.archive("linux-x86_64"), folder, 0)) as file:
        file.extractall(folder, filter="data")
    unpacked = folder / f"binnacle-{library.version()}-linux-x86_64"
    subprocess.run(
        [
            "gcc",
            "-O2",
            "-std=c99",
            *STRICT,
            "-I",
            unpacked / "include",
            HERE / "rows.c",
            unpacked / "lib/libbinnacle.a",
            "-o",
            folder / "rows",
        ],
        check=True,
    )
    return {name: said(lines[name], folder / "rows") for name in lines}


def compare(found, expected, name):
    """Row by row and field by field."""
    names = READING + MOTION if name == "turning" else READING
    assert len(found) == len(expected)
    for number, (row, other) in enumerate(zip(found, expected)):
        assert len(row) == len(other) == len(names)
        if names is not READING and row[names.index("state")] == 0:
            # There is no attitude, and each side may say what it likes.
            row, other = (
                [0 if field.startswith("attitude") else value for field, value in zip(names, each)]
                for each in (row, other)
            )
        different = {field: (a, b) for field, a, b in zip(names, row, other) if a != b}
        assert not different, f"{name}, reading {number}"


@pytest.mark.parametrize("name", samples.RECORDINGS)
def test_recording_showsWhatIsCompared(name, by_c):
    names = READING + MOTION if name == "turning" else READING
    assert len(by_c[name]) >= 300
    for field in SHOWN[name]:
        assert len({row[names.index(field)] for row in by_c[name]}) > 1, field


@pytest.mark.parametrize("name", samples.RECORDINGS)
def test_swift_readsWhatCReads(name, lines, by_c):
    compare(said(lines[name], ROOT / ".build/debug/CompassRows"), by_c[name], name)


@pytest.mark.parametrize("name", samples.RECORDINGS)
def test_python_readsWhatCReads(name, lines, by_c, python):
    compare(said(lines[name], python, HERE / "rows.py"), by_c[name], name)


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A folder with the package of JavaScript in node_modules."""
    folder = tmp_path_factory.mktemp("javascript")
    with tarfile.open(library.pack("wasm32", artefacts.module(), folder, 0)) as file:
        file.extractall(folder, filter="data")
    (folder / "node_modules").mkdir()
    (folder / "package").rename(folder / "node_modules/binnacle")
    (folder / "package.json").write_text('{"type": "module", "private": true}')
    shutil.copy(HERE / "rows.js", folder)
    return folder


@pytest.mark.skipif(
    not all(map(shutil.which, ("node", "wasm-opt"))), reason="nodejs or binaryen is not installed: make browsers"
)
@pytest.mark.parametrize("name", samples.RECORDINGS)
def test_javaScript_readsWhatCReads(name, lines, by_c, package):
    compare(said(lines[name], "node", "rows.js", cwd=package), by_c[name], name)


@pytest.mark.skipif(not IMAGE.exists(), reason="binnacle boards build mps2-an386")
@pytest.mark.parametrize("name", samples.RECORDINGS)
def test_board_readsWhatCReads(name, lines, by_c):
    compare(board.rows(lines[name]), by_c[name], name)
