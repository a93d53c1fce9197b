"""A Raspberry Pi Pico with a QMC5883L and an MPU-6050 on one bus: tilt-compensated, calibrated headings."""

import math
import os
import random

import binnacle_link as link
import pytest
from test_pico import IMAGE, READY, Desk

START_CALIBRATION, PROGRESS, COMMAND, START = (
    next(kind for kind, row in link.MESSAGES.items() if row.name == name)
    for name in ("startCalibration", "getCalibrationProgress", "commandCalibration", "startStreams")
)
# Protocols/calibration/spec.md, section 4, and Protocols/link/spec.md, commandCalibration.
REVIEW, COMMITTED, COMMIT = 7, 8, 4
TILTED = 2
# North, east, down in nanotesla: a dip of 65°; and what moves with the board.
EARTH, IRON = (20_000, 0, 43_000), (14_000, -9_000, 6_000)
pytestmark = pytest.mark.skipif(not IMAGE.exists(), reason="binnacle boards build pico")


def body(vector, heading, pitch, roll):
    """A vector in north, east, down, as the board sees it: forward, right, down. Degrees."""
    (ch, sh), (cp, sp), (cr, sr) = (
        (math.cos(math.radians(a)), math.sin(math.radians(a))) for a in (heading, pitch, roll)
    )
    x, y, z = vector
    x, y = ch * x + sh * y, -sh * x + ch * y
    x, z = cp * x - sp * z, sp * x + cp * z
    y, z = cr * y + sr * z, -sr * y + cr * z
    return x, y, z


class Bench(Desk):
    def __init__(self, **options):
        super().__init__(magnetometer="qmc5883l", accelerometer="mpu6050", **options)

    def hold(self, heading, pitch, roll, iron=IRON):
        field = body(EARTH, heading, pitch, roll)
        names = ("mag-x", "mag-y", "mag-z")
        self.board.magnetometer.field = {name: round(f + i) for name, f, i in zip(names, field, iron)}
        self.board.accelerometer.force = body((0, 0, -1000), heading, pitch, roll)

    def readings(self, seconds):
        self.receiver.feed(bytes(self.sent))
        self.sent.clear()
        self.run(seconds)
        frames = self.receiver.feed(bytes(self.sent))
        self.sent.clear()
        return [
            frame.message()["fields"]
            for frame in frames
            if frame.token == 0 and "magneticHeading" in frame.message()["fields"]
        ]

    def stream(self):
        for byte in link.encode(START, 2, 1, b"\1"):
            self.board.chip.uart[0].feed_byte(byte)


def difference(reading, heading, field="magneticHeading"):
    return (reading[field] * 360 / 2**32 - heading + 180) % 360 - 180


def test_tilted_board_has_a_heading_and_names_both_chips():
    bench = Bench()
    bench.hold(70, 25, -20, iron=(0, 0, 0))
    bench.run(0.3)
    hello = bench.hello()
    assert (hello["sensorState"], hello["accelerometerState"]) == (READY, READY)
    # Bit 1: an accelerometer is wired to the board.
    assert hello["capabilities"] & 2
    bench.stream()
    reading = bench.readings(0.5)[-1]
    assert reading["mode"] == TILTED
    assert abs(difference(reading, 70, "heading")) < 0.2
    assert abs(reading["pitch"] * 360 / 2**32 - 25) < 0.1
    assert abs((reading["roll"] * 360 / 2**32 + 180) % 360 - 180 + 20) < 0.1


def test_board_without_an_accelerometer_is_level_and_reports_no_fault():
    desk = Desk(magnetometer="qmc5883l")
    desk.run(0.5)
    hello = desk.hello()
    assert hello["accelerometerState"] == 0 and not hello["capabilities"] & 2


@pytest.mark.skipif("BINNACLE_BOARDS" not in os.environ, reason="a minute: make boards-long")
def test_calibrated_headings_are_within_what_is_stated():
    bench = Bench()
    bench.hold(0, 0, 0)
    bench.run(0.3)
    assert bench.ask(START_CALIBRATION, bytes(4), 0.05) is not None
    state = None
    for step in range(6000):
        t = step / 100
        # Turned every way: about the vertical, with pitch and roll that come and go at other speeds.
        bench.hold(47 * t, 70 * math.sin(1.13 * t), 25 * t % 360)
        bench.run(0.01)
        if step % 100 == 99:
            state = bench.ask(PROGRESS, b"", 0.01)["state"]
            if state == REVIEW:
                break
    assert state == REVIEW
    bench.ask(COMMAND, bytes([COMMIT]), 0.05)
    bench.run(1)
    bench.stream()
    chance, errors = random.Random(7), []
    for _ in range(24):
        pose = chance.uniform(0, 360), chance.uniform(-40, 40), chance.uniform(-40, 40)
        bench.hold(*pose)
        # By then the smoothing has followed.
        reading = bench.readings(1.5)[-1]
        errors.append((abs(difference(reading, pose[0])), reading["accuracy"] / 100))
    inside = sum(error <= stated for error, stated in errors)
    assert inside >= 23, errors
    assert max(error for error, _ in errors) < 2, errors
