"""The Arduino package as its users take it: the sketches run on a PC, with models of three chips in place of Wire and Serial
(Tests/device-c). test_c_packages.py builds sketches for AVR."""

import os
import re
import subprocess

import pytest
from any_board import PC, PROGRAM, ROOT, binnacle, running, said

README = (ROOT / "README.md").read_text()
FLAGS = ("-std=c++11", "-O1", "-Wall", "-Wextra", "-Werror")


@pytest.fixture(scope="module")
def compiled(packages, parts, tmp_path_factory):
    """Compiles a program of Tests/device-c/arduino for the PC, once; what it keeps, it keeps as the core of this architecture."""
    folder, made = tmp_path_factory.mktemp("arduino"), {}

    def build(file, core, *words):
        if (file, core, words) not in made:
            objects = [parts / f"{each}.o" for each in ("device", "chips", "line")]
            folders = ("-I", PC / "arduino", "-I", packages["arduino"] / "src")
            program = folder / str(len(made))
            said(
                "g++",
                *FLAGS,
                f"-DARDUINO_ARCH_{core}",
                *words,
                *folders,
                PC / "arduino" / file,
                *objects,
                "-lm",
                "-o",
                program,
            )
            made[file, core, words] = program
        return made[file, core, words]

    return build


@pytest.fixture(scope="module")
def sketch(packages, compiled):
    """Compiles an example."""

    def build(name, core="ESP32", *words):
        (text,) = packages["arduino"].glob(f"examples/{name}/{name}.ino")
        return compiled("run.cpp", core, f'-DSKETCH="{text}"', *words)

    return build


def test_sketch_ofTheReadme_isABoardThatTheProgramChecks(sketch, packages, tmp_path):
    shown = README.split("<!-- sketch: BoardForBinnacle -->\n```cpp\n")[1].split("```")[0]
    assert (packages["arduino"] / "examples/BoardForBinnacle/BoardForBinnacle.ino").read_text().endswith(shown)
    with running(sketch("BoardForBinnacle"), "tcp:0", "--gyroscope", f"--kept={tmp_path}/kept") as line:
        assert '"pass":true' in binnacle("stream", line, "--readings", "20", "--check")
        assert "LIS3MDL" in binnacle("sensors", line)
        assert "my board" in binnacle("selftest", line)


def test_compass_ofASketch_calibratesKeepsAndIsRight(sketch, tmp_path):
    """Turned in all directions for 100 s of the models, three times as fast as the clock."""
    environment = {**os.environ, "BINNACLE_TEST_SPEED": "3"}
    run = (sketch("Heading"), "text", f"--kept={tmp_path}/kept")
    text = said(*run, "--seconds=130", env=environment)
    assert "2 %, Keep turning it about all its axes." in text and "calibration: " in text
    assert (tmp_path / "kept").stat().st_size > 216
    # Kept: headings from the first second on, each within what it states.
    again = subprocess.run([*map(str, run), "--seconds=8"], capture_output=True, text=True, timeout=60)
    assert "not calibrated" not in again.stdout
    rows = re.findall(r"^([\d.]+) within ([\d.]+)", again.stdout, re.M)
    assert len(rows) > 8 and all(float(stated) < 15 for _, stated in rows[2:]), again.stdout
    true = float(re.search(r"heading of the world ([\d.]+)", again.stderr)[1])
    # The world turns by 19 degrees a second, and a row is at most half a second old.
    assert -30 < (float(rows[-1][0]) - true + 180) % 360 - 180 < 15, (rows[-1], true)
    # Wires that are pulled end the heading, and say so.
    pulled = said(*run, "--seconds=8", "--pull=4").splitlines()
    assert re.match(r"[\d.]+ within", pulled[0]) and pulled[-1].startswith("no magnetometer answers"), pulled
    # The first heading of a board that lies still is that of the tilted sensor, not of a level one.
    first = said(sketch("HeadingToAnyPrint"), *run[1:], "--seconds=3", "--still").splitlines()[0]
    assert abs(int(first.split()[1]) - 40) <= 5, first
    assert float(re.search(r"longest loop ([\d.]+) ms", again.stderr)[1]) < 5


def test_save_thatIsCut_leavesTheFormerRecord(sketch, tmp_path):
    kept = tmp_path / "kept"
    environment = {**os.environ, "BINNACLE_TEST_SPEED": "3"}
    said(sketch("CalibrateWithAButton"), "text", "--seconds=110", f"--kept={kept}", env=environment)
    whole = kept.read_bytes()
    said(sketch("CalibrateWithAButton"), "text", "--seconds=110", f"--kept={kept}", "--writes=4", env=environment)
    assert kept.read_bytes() != whole
    shown = said(sketch("HeadingToAnyPrint"), "text", "--seconds=5", f"--kept={kept}")
    assert re.search(r"^[NESW]+ \d+ deg \+-\d+$", shown, re.M), shown


def test_compass_withoutASensor_saysWhatToDo(sketch):
    shown = said(sketch("HeadingToAnyPrint"), "text", "--seconds=4", "--empty")
    assert shown.startswith("no magnetometer answers: check SDA, SCL, GND")


def test_sketches_writeNoRegister(packages):
    sketches = list(packages["arduino"].rglob("*.ino"))
    assert len(sketches) == 5
    for path in sketches:
        assert "Wire." not in path.read_text() and path.stem == path.parent.name


# MARK: - The parts of the library alone


def test_line_sendsAlsoWhereThePortTellsNoRoom(compiled):
    """Each write, the calls of run() apart, then how many of 200 bytes came."""
    assert said(compiled("parts.cpp", "ESP32"), "line").splitlines() == [
        "no room told: 64 | 64 | 64 | 8 | | | 200 right",
        "takes a part: 64 | 64 | 64 | 64 | 40 | | 200 right",
        "room: 64 64 22 | 50 | | | | | 200 right",
        "room, then none: 64 36 | | | | | | 100 right",
        "negative answer: 64 | 64 | 64 | 64 | 64 | 64 | 0 right",
    ]


def test_sketch_onAPortThatTellsNoRoom_isABoard(sketch):
    with running(sketch("BoardForBinnacle", "ESP32", "-DPORT_TELLS_NO_ROOM"), "tcp:0") as line:
        assert '"pass":true' in binnacle("stream", line, "--readings", "10", "--check")


@pytest.mark.parametrize(
    ("core", "expected"),
    [
        ("ESP32", ["write 1", "read 1", "other 1", "quiet 1"]),
        ("RP2040", ["write 1", "read 1", "other 1"]),
        ("STM32", ["write 1", "read 1", "other 3"]),
        ("AVR", ["write 1", "read 1", "other 3", "timeout 5000 1", "late 4", "afterwards 1"]),
    ],
)
def test_wire_ofACore_tellsWhatHappened(compiled, core, expected):
    """Codes of binnacle_device.h: 1 no answer, 3 bus lost, 4 time-out."""
    assert said(compiled("parts.cpp", core), "wire").splitlines() == expected
