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


def test_sketch_ofThePackage_saysTwiceASecondWhatItHas(packages, compiled, tmp_path):
    file = tmp_path / "sketch.ino"
    file.write_text((packages["arduino"] / "README.md").read_text().split("```cpp\n")[1].split("```")[0])
    shown = said(compiled("run.cpp", "ESP32", f'-DSKETCH="{file}"'), "text", "--seconds=4", "--still").splitlines()
    assert 4 <= len(shown) <= 16 and set(shown) == {"nan", "not calibrated"}, shown


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


@pytest.mark.parametrize(("core", "off"), [("ESP32", 0), ("ESP8266", 1), ("STM32", 0)])
def test_button_isNotTheLED(sketch, core, off):
    """Of the boards whose LED is pin 2, and of those whose LED is on while its pin is low."""
    program = sketch("CalibrateWithAButton", core)
    done = subprocess.run([program, "text", "--seconds=2.9", "--still"], capture_output=True, text=True, timeout=60)
    assert f"led {off}," in done.stderr


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


def erased(kept):
    """How many sectors were erased."""
    log = kept.with_name(f"{kept.name}.erased")
    return log.stat().st_size if log.exists() else 0


@pytest.mark.parametrize(
    ("core", "steps", "sectors"),
    [("ESP32", 7, 0), ("AVR", 216, 0), ("ESP8266", 1, 1), ("RP2040", 1, 1), ("STM32", 1, 1)],
)
def test_record_ofACompass_erasesOneSectorAtMost(compiled, tmp_path, core, steps, sectors):
    run = (compiled("parts.cpp", core), "keep", tmp_path / "kept")
    for count in (1, 2):
        assert said(*run).splitlines() == [f"steps {steps}", "kept 1 ", "loaded 1"]
        assert erased(tmp_path / "kept") == sectors * count


@pytest.mark.parametrize("core", ["ESP32", "AVR", "ESP8266", "RP2040", "STM32"])
def test_save_thatTheMemoryRefuses_isTold(compiled, tmp_path, core):
    shown = said(compiled("parts.cpp", core), "keep", tmp_path / "kept", "0").splitlines()
    assert shown[1] == "kept 0 the last save failed: the calibration will be lost when the power is off"
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(
    ("core", "size", "compass", "at"),
    [
        ("STM32", 8192, True, 512),
        ("AVR", 1536, True, 512),
        ("AVR", 1080, True, 0),
        ("STM32", 1024, True, 0),
        ("AVR", 1023, True, None),
        ("AVR", 128, False, None),
        ("ESP8266", 4096, True, 512),
        ("RP2040", 4096, True, 512),
        ("PORTENTA", 0, False, None),
    ],
)
def test_records_standWhereTheEEPROMHasRoom(compiled, core, size, compass, at):
    """Teensy 4.0 has 1,080 bytes, Teensy LC 128, and an STM32F103 1,024."""
    lacking = (
        "calibrations are not stored: this board has no memory of 512 bytes for them; give one to keepIn()",
        "nothing is stored: this board has no memory of 1,024 bytes for it; give one to keepIn()",
    )
    shown = said(compiled("parts.cpp", core, f"-DEEPROM_BYTES={size}"), "place").splitlines()
    assert shown[:2] == [
        "compass 1 " if compass else f"compass 0 {lacking[0]}",
        f"device 0 {lacking[1]}" if at is None else "device 1 ",
    ]
    assert shown[2] == f"bytes {0 if at is None else 1024} of 1024"
    assert [line for line in shown if line.startswith("at ")] == ([] if at is None else [f"at {at}"])
    # What the sketch had written before, and not committed, is not lost.
    if core in ("ESP8266", "RP2040"):
        assert shown[-1] == "of the sketch 77"


@pytest.mark.parametrize("core", ["ESP32", "ESP8266", "STM32"])
def test_record_ofADevice_erasesOneSectorAtMost(sketch, tmp_path, core):
    kept, file = tmp_path / "kept", tmp_path / "calibration.json"
    file.write_text('{"hardIronNanotesla": [3000, -2000, 1500], "softIron": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}')
    run = (sketch("BoardForBinnacle", core), "tcp:0", "--empty", f"--kept={kept}")
    with running(*run) as line:
        assert '"stored":true' in binnacle("calibration", "import", line, file, "--any-board")
    assert erased(kept) == (core != "ESP32")
    with running(*run) as line:
        assert "[3000.0,-2000.0,1500.0]" in binnacle("calibration", "show", line)
    # A memory that takes nothing: the program learns it.
    refusing = (*run[:3], f"--kept={tmp_path}/none", "--writes=0")
    with running(*refusing) as line:
        done = subprocess.run(
            [PROGRAM, "calibration", "import", line, str(file), "--any-board"], capture_output=True, text=True
        )
        assert '"stored":true' not in done.stdout, done.stdout
