"""A Raspberry Pi Pico whose sensor is absent, foreign, one of two, or behind a bus that is stuck from power-on: what the program says.

The board runs in rp2040py; `stream` and `sensors` ask it over a TCP link.
"""

import json
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Boards" / "Emulators"), str(ROOT / "Tests" / "python" / "flashing")]
import flash_desk  # noqa: E402
import rp2040  # noqa: E402
import sensors  # noqa: E402

PROGRAM = ROOT / ".build/release/binnacle"
IMAGE = ROOT / ".build/boards/pico/image/pico.elf"
ALL = "LSM303DLHC, LIS2MDL, QMC5883L, QMC5883P, HMC5883L, LIS3MDL, MMC5603 or MMC5983MA"
SDA = 4
pytestmark = pytest.mark.skipif(not (PROGRAM.exists() and IMAGE.exists()), reason="make boards")


class Foreign(sensors.QMC5883L):
    """A chip at the QMC5883L's address whose identity no driver knows."""

    def reset(self):
        super().reset()
        self.registers[0x0D] = 0x31


def nothing(board):
    pass


def foreign(board):
    board.bus.devices[Foreign.ADDRESS] = Foreign(lambda: board.clock.nanos / 1e6)


def stuck(board):
    board.chip.gpio[SDA].set_input_value(False)


def in_order(lines):
    """The chips of a list in the order of their names: which one is asked first depends on when the program came."""
    return [
        re.sub("(?<=no answer from ).*", lambda found: ", ".join(sorted(re.split(", | or ", found[0]))), line)
        for line in lines
    ]


def ask(prepare, magnetometer=None):
    """What `stream` says beside its rows, and the report of `sensors`."""
    board = rp2040.Board(IMAGE, magnetometer=magnetometer)
    prepare(board)
    with flash_desk.Bench(board, rp2040.Line(board.chip)) as desk:
        stream = subprocess.run(
            [PROGRAM, "stream", desk.link, "--readings", "15", "--json"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )
        found = subprocess.run(
            [PROGRAM, "sensors", desk.link, "--json"], cwd=ROOT, capture_output=True, text=True, timeout=60
        )
    told = [line for line in stream.stderr.splitlines() if "magnetometer" in line or "binnacle sensors" in line]
    return desk.link, told, found.returncode, json.loads(found.stdout.splitlines()[-1]), stream


@pytest.mark.parametrize(
    "prepare, words, advice",
    [
        (nothing, f"no answer from {ALL}", "Nothing answers at any address."),
        (
            foreign,
            "another chip is where QMC5883L (register 0x0D: 0xFF expected, 0x31 found) may be; no answer from "
            + ALL.replace("QMC5883L, ", ""),
            "0x0D: a chip that Binnacle does not know",
        ),
        (stuck, "a line of the bus (SDA or SCL) stays low", "SDA stays low"),
    ],
)
def test_board_without_a_sensor_that_works_says_why_and_what_to_do(prepare, words, advice):
    link, told, status, report, stream = ask(prepare)
    # Once, although the board tries eight chips many times a second.
    assert in_order(told) == in_order(
        [
            f"magnetometer: unavailable: {words}",
            f"`binnacle sensors {link}` lists what answers on the bus, and what is wrong with the wiring.",
        ]
    ), stream.stderr
    rows = [row for row in map(json.loads, stream.stdout.splitlines()) if "reasons" in row]
    assert len(rows) == 15 and all(
        row["magneticHeadingDegrees"] is None and row["reasons"][0] == "sensorFault" for row in rows
    )
    # hello calls the sensor unavailable.
    assert status == 1 and not report["pass"] and report["advice"][0].startswith(advice), report


def test_second_magnetometer_is_named_and_not_used():
    def add(board):
        board.bus.devices[0x1E] = sensors.LSM303DLHCMagnetometer(lambda: board.clock.nanos / 1e6)
        board.bus.devices[0x1E].field = {"mag-x": 20_000, "mag-y": 5_000, "mag-z": 40_000}

    _, told, status, report, stream = ask(add, magnetometer="qmc5883l")
    assert stream.returncode == 0 and told == []
    assert status == 0 and [(row["chip"], row["use"]) for row in report["sensors"]] == [
        ("QMC5883L", "not used"),
        ("LSM303DLHC", "magnetometer"),
    ]
    assert report["advice"] == [
        "2 magnetometers answer: LSM303DLHC at 0x1E is used, and not QMC5883L at 0x0D. To use another, take this one off the bus."
    ]
