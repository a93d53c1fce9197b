"""binnacle_device.c, the drivers and the whole device as one C99 file.

It is made once a session, or taken from .build/library/device if that is what the sources make: 40 s, and 20 s more if the Swift
modules behind it are not compiled yet. BINNACLE_EFFORT=full tries the other compilers, more chips and longer runs."""

import json
import os
import re
import subprocess
import sys

import binnacle_capture
import binnacle_link
import pytest
from bench.c99 import SOURCES as C99
from bench.c99 import library
from bench.tools import ROOT, swift_tools
from test_c99 import ANSWERS, SANITIZERS, STRICT, long, output

INCLUDE = ("-I", library.HEADER.parent)
PC = ROOT / "Tests/device-c"
PROGRAM = ROOT / ".build/debug/binnacle"
# The largest frame of a function, bytes: docs/c-device.md.
MOST_FRAME = 1536
# GCC takes the tests of a payload for those of memory that may not be set: it does not follow the tag of an enumeration.
WARNINGS = tuple(word for word in STRICT if word != "-Wconversion") + (
    "-Werror=array-bounds",
    "-Wno-maybe-uninitialized",
)


@pytest.fixture(scope="session")
def source():
    """binnacle_device.c of these sources."""
    return library.device_file()


@pytest.fixture(scope="session")
def built(source, tmp_path_factory):
    """The board on this computer, with sanitizers, and the library that the drivers' tests of Swift load."""
    folder = tmp_path_factory.mktemp("device")
    flags = ("gcc", "-std=c99", "-O1", "-g", *INCLUDE)
    output(*flags, *SANITIZERS, "-c", source, "-o", folder / "sanitized.o")
    output(
        *flags,
        *SANITIZERS,
        *(PC / f"{name}.c" for name in ("board", "chips", "line")),
        folder / "sanitized.o",
        "-lm",
        "-o",
        folder / "board",
    )
    output(*flags, "-fPIC", "-shared", source, "-o", folder / "library.so")
    return folder


class Board:
    """The board as a process, and the program on its line."""

    def __init__(self, folder, *options):
        self.process = subprocess.Popen(
            [folder / "board", "tcp:0", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.line = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        assert "ERROR" not in self.process.communicate()[1]

    def run(self, *words, code=0):
        """The last object that the program prints."""
        words = [self.line if word == "LINE" else word for word in words]
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300)
        assert done.returncode == code, f"{words}: {done.stdout[-1500:]}{done.stderr[-1500:]}"
        assert self.process.poll() is None, self.process.stderr.read()
        return json.loads(done.stdout.strip().split("\n")[-1])


def test_text_compilesWithoutWarnings(source, tmp_path):
    output("gcc", "-std=c99", "-O1", *WARNINGS, *INCLUDE, "-c", source, "-o", tmp_path / "c.o")
    output(
        "g++",
        "-std=c++17",
        "-O1",
        "-Wall",
        "-Wno-maybe-uninitialized",
        "-Werror",
        *INCLUDE,
        "-x",
        "c++",
        "-c",
        source,
        "-o",
        tmp_path / "cpp.o",
    )


@pytest.mark.parametrize("core", ("cortex-m0", pytest.param("cortex-m4", marks=long)))
def test_frames_areSmallEnoughForAStackOfFourKilobytes(source, tmp_path, core):
    output(
        *("arm-none-eabi-gcc", f"-mcpu={core}", "-mthumb", "-std=c99", "-Os", "-fstack-usage", "-Werror=array-bounds"),
        *(*INCLUDE, "-c", source, "-o", tmp_path / "device.o"),
    )
    rows = [line.split("\t") for line in (tmp_path / "device.su").read_text().splitlines()]
    assert len(rows) > 500
    large = [(row[0].split(":")[-1], int(row[1])) for row in rows if int(row[1]) > MOST_FRAME]
    assert large == []
    assert all(row[2] == "static" for row in rows)


def test_twoLibraries_inOneProgramSayWhich(source, tmp_path):
    (tmp_path / "main.c").write_text("int main(void) { return 0; }\n")
    command = ("gcc", *INCLUDE, tmp_path / "main.c", source, C99 / "binnacle.c", "-o", tmp_path / "both")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode != 0
    assert "binnacle_use_either_binnacle_c_or_binnacle_device_c" in done.stderr


def test_bigEndian_isRefused(source, tmp_path):
    order = ("-U__BYTE_ORDER__", "-D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__")
    done = subprocess.run(
        ("gcc", "-std=c99", "-w", *order, *INCLUDE, "-fsyntax-only", source), capture_output=True, text=True
    )
    assert done.returncode != 0 and "low byte" in done.stderr


def test_superset_answersAsTheLibrary(source, tmp_path):
    for name, text in (("library", C99 / "binnacle.c"), ("device", source)):
        output("gcc", "-O1", "-std=c99", *INCLUDE, *ANSWERS, text, "-o", tmp_path / name)
    assert output(tmp_path / "device", "200000") == output(tmp_path / "library", "200000")


@pytest.mark.parametrize("seed", (1, pytest.param(2, marks=long)))
def test_anyBytesAndAnyBus_neitherStopNorHangIt(built, seed):
    calls = 1_000_000 if seed == 1 else 100_000_000
    flags = ("gcc", "-std=c99", "-O1", "-g", *INCLUDE, *SANITIZERS)
    output(*flags, PC / "hostile.c", built / "sanitized.o", "-o", built / f"hostile{seed}")
    found = output(built / f"hostile{seed}", str(calls), str(seed))
    assert found.startswith(f"{calls} calls")


def test_search_endsWithTheMagnetometer_andGoesOnForOneThatWasLost(built):
    """Other addresses of a bus are not asked for ever: a port expander there would take the questions for its outputs."""
    flags = ("gcc", "-std=c99", "-O1", "-g", *INCLUDE, *SANITIZERS)
    output(
        *flags,
        "-DCHIPS_HAVE_A_CLOCK",
        PC / "search.c",
        PC / "chips.c",
        built / "sanitized.o",
        "-lm",
        "-o",
        built / "search",
    )
    assert output(built / "search").split() == ["1", "1", "1", "0", "1"]


def test_board_givesHeadingsThatAreRight(built):
    with Board(built) as board:
        found = board.run("stream", "LINE", "--readings", "20", "--check")
        assert found["pass"] and found["maxErrorDegrees"] < 1e-6 and found["lost"] == found["corrupt"] == 0
        assert not board.run("stream", "LINE", "--readings", "20", "--check", "--sabotage", "sign", code=1)["pass"]


def test_board_withoutAGyroscopeInItsList_isNotWaitedFor(built, tmp_path):
    with Board(built, "--two") as board:
        board.run("stream", "LINE", "--readings", "5", "--capture", tmp_path / "run.binnacle")
    chunks, _ = binnacle_capture.chunks((tmp_path / "run.binnacle").read_bytes())
    received = b"".join(payload for kind, _, payload in chunks if kind == binnacle_capture.RECEIVED)
    frames = binnacle_link.Receiver().feed(received)
    hellos = [frame for frame in frames if binnacle_link.MESSAGES[frame.kind].name == "hello"]
    # Some while its sensors are searched for; 38 where a host waits for one that cannot come.
    assert 1 <= len(hellos) <= 12


def test_board_listsAndTestsItsSensors(built):
    with Board(built, "--gyroscope", "--all") as board:
        found = board.run("sensors", "LINE")
        assert {(each["chip"], each["use"]) for each in found["sensors"]} == {
            ("LIS3MDL", "magnetometer"),
            ("LSM6DSOX", "accelerometer, gyroscope"),
        }
        assert board.run("sensors", "LINE", "--self-test")["pass"]
    with Board(built, "--empty") as board:
        assert board.run("sensors", "LINE", code=1)["sensors"] == []


def test_board_passesItsChecks(built):
    with Board(built) as board:
        found = board.run("selftest", "LINE")
        assert found["pass"] and found["samples"] == 15 and found["board"] == "c-on-a-pc"
        found = board.run("check", "heading", "--on", "LINE", "--samples", "2000")
        assert found["pass"] and found["samples"] == 2000


@long
@pytest.mark.parametrize("options", (("--gyroscope",), ("--gyroscope", "--eeprom")))
def test_calibration_isKeptOverARestart(built, tmp_path, options):
    memory = f"--memory={tmp_path / 'memory'}"
    with Board(built, memory, *options) as board:
        found = board.run("calibrate", "LINE", "--yes")
        assert found["committed"] and found["stored"]
    with Board(built, memory, *options) as board:
        found = board.run("stream", "LINE", "--readings", "5", "--check")
        assert found["pass"]
        # Hard iron of the models: 3000, -2000, 1500 nT.
        record = board.run("calibration", "show", "LINE")
        assert record


def test_chips_answerThroughC(built):
    """The register models of the drivers' tests, in Swift, behind the functions of binnacle_device.h."""
    done = subprocess.run(
        swift_tools.command(["swift", "test", "--skip-build", "--ignore-lock", "--filter", "BinnacleDeviceTests"]),
        capture_output=True, text=True, cwd=ROOT, env={**os.environ, "BINNACLE_DEVICE_LIBRARY": str(built / "library.so")}, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    ran = re.search(r"Test run with (\d+) tests", done.stdout + done.stderr)
    assert ran and int(ran[1]) >= 7


def test_layout_isComparedBeforeBytesAreShared():
    sys.path.append(str(C99))
    from generator.shapes import U8, U32, Scalar, Struct, is_laid_out

    even = Struct("Even", [("a", U32, 0), ("b", U8, 4), ("c", U8, 5)], 6)
    assert is_laid_out(even)
    # Swift puts the next field into the room at the end of a struct; C does not.
    inner = Struct("Inner", [("a", U32, 0), ("b", U8, 4)], 5)
    assert not is_laid_out(Struct("Outer", [("inner", inner, 0), ("c", U8, 5)], 6))
    # An address has another size on another processor.
    assert not is_laid_out(Struct("Address", [("a", Scalar(32, is_word=True), 0)], 4))
