"""The Raspberry Pi Pico with QMC5883L and MPU-6050, and an image that reads the gyroscope of the latter: fused headings."""

import math
import os
import sys

import binnacle_link as link
import pytest
from test_pico import READY, ROOT, Desk
from test_pico_tilt import EARTH, body, difference

sys.path.insert(0, str(ROOT / "Protocols" / "tools"))
import calibration_vectors

IMAGE = ROOT / ".build/boards/pico-motion/image/pico-motion.elf"
KINDS = {row.name: kind for kind, row in link.MESSAGES.items()}
# Protocols/link/spec.md: capabilities, reasons, streams, flags of a report and the bias's unit.
GYROSCOPE, MOTION = 1 << 8, 1 << 9
FUSED, NO_GYROSCOPE, STARTING, SILENT, STUCK, UNCALIBRATED = 0, 1, 3, 4, 5, 7
READINGS, RAW_MOTION = 1, 1 << 7
DEGREES = 180 / math.pi / 2**20
pytestmark = pytest.mark.skipif(not IMAGE.exists(), reason="binnacle boards build pico-motion")
is_long = pytest.mark.skipif("BINNACLE_BOARDS" not in os.environ, reason="minutes: make boards-long")
BIAS = (0.6, -1.1, 0.9)


class Bench(Desk):
    """A board that turns: field, force and rate are moved together, a hundred times a second of its time."""

    def __init__(self, **options):
        super().__init__(image=IMAGE, **{"magnetometer": "qmc5883l", "accelerometer": "mpu6050"} | options)
        self.attitude = lambda t: (0, 0, 0)
        if chip := self.board.accelerometer:
            chip.rate_bias, chip.rate_noise = BIAS, 0.05
        self.reports, self.rates = [], []

    @property
    def time(self):
        return self.board.clock.nanos / 1e9

    def calibrate(self):
        """Gives it the record of a sensor without errors, which is known to be one."""
        record = calibration_vectors.pack(modelOrder=2, fieldStrength=47_424, typicalError=20, headingError=40)
        return self.ask(KINDS["setCalibration"], record, 0.05)

    def hold(self):
        """Sets what the sensors see for the next hundredth of a second: that of its middle."""
        heading, pitch, roll = pose = self.attitude(self.time + 0.005)
        field = body(EARTH, *pose)
        self.board.magnetometer.field = {name: round(f) for name, f in zip(("mag-x", "mag-y", "mag-z"), field)}
        if chip := self.board.accelerometer:
            chip.force = body((0, 0, -1000), *pose)
            # Rates of heading, pitch and roll as rates about the body's axes.
            before, after = self.attitude(self.time), self.attitude(self.time + 0.01)
            turn, nod, bank = ((b - a) / 0.01 for a, b in zip(before, after))
            (cp, sp), (cr, sr) = ((math.cos(math.radians(a)), math.sin(math.radians(a))) for a in (pitch, roll))
            for axis, rate in enumerate((bank - turn * sp, nod * cr + turn * cp * sr, turn * cp * cr - nod * sr)):
                chip.turn(axis, rate)

    def move(self, seconds):
        self.sent.clear()
        end = self.time + seconds
        while self.time < end - 1e-6:
            self.hold()
            self.run(0.01)
            for frame in self.receiver.feed(bytes(self.sent)):
                if frame.kind == KINDS["periodicMotion"]:
                    self.reports.append(frame.message()["fields"])
                elif frame.kind == KINDS["rawRate"]:
                    self.rates.append(frame.message()["fields"])
            self.sent.clear()

    def stream(self, streams=READINGS):
        # The gyroscope is used, and each reading is preceded by a report; the delays are those of the board.
        now = self.motion()
        delays = b"".join(now[name].to_bytes(2, "little") for name in ("fieldDelay", "forceDelay", "rateDelay"))
        assert self.ask(KINDS["setMotion"], bytes([3, 0]) + delays, 0.02) is not None
        assert self.ask(KINDS["startStreams"], bytes([streams]), 0.02) is not None

    def motion(self):
        return self.ask(KINDS["getMotion"], b"", 0.02)

    def reason_within(self, seconds, reason):
        """Moves until the reports give a reason; the seconds that it took, or `None`."""
        for step in range(round(10 * seconds)):
            self.move(0.1)
            if self.motion()["reason"] == reason:
                return (step + 1) / 10
        return None


def test_hello_has_the_gyroscope_and_the_fusion_its_delays():
    bench = Bench()
    bench.run(0.3)
    hello = bench.hello()
    assert hello["board"].rstrip(b"\0") == b"pico-motion"
    assert hello["capabilities"] & (GYROSCOPE | MOTION) == GYROSCOPE | MOTION
    assert (hello["gyroscopeState"], hello["accelerometerState"], hello["sensorState"]) == (READY, READY, READY)
    # MPU-6050, gyroscope (Protocols/heading/spec.md, section 3).
    assert (hello["gyroscopeChip"], hello["gyroscopeAddress"]) == (14, 0x68)
    report = bench.motion()
    # The filter of 42 Hz, and half of the chip's period of 5 ms.
    assert (report["rateDelay"], report["forceDelay"], report["fieldDelay"]) == (7300, 7400, 2500)
    assert report["reason"] == STARTING


def test_board_without_a_gyroscope_is_a_plain_compass():
    bench = Bench(accelerometer=None)
    bench.hold()
    bench.run(0.1)
    bench.calibrate()
    bench.run(1)
    hello = bench.hello()
    assert (hello["gyroscopeState"], hello["accelerometerState"]) == (0, 0)
    assert hello["capabilities"] & (GYROSCOPE | MOTION) == MOTION
    assert bench.motion()["reason"] == NO_GYROSCOPE
    # The magnetometers that are not wired to it count while they are tried. The gyroscope is sought for ever, in silence.
    faults = bench.ask(KINDS["getStatistics"], b"", 0.02)["sensorFaults"]
    bench.run(1)
    assert bench.ask(KINDS["getStatistics"], b"", 0.02)["sensorFaults"] == faults


@is_long
def test_fused_headings_are_within_what_they_state_while_the_board_turns():
    bench = Bench()
    bench.move(0.5)
    assert bench.motion()["reason"] == STARTING
    bench.move(3)
    assert bench.motion()["reason"] == UNCALIBRATED
    bench.calibrate()
    start = bench.time

    def attitude(t):
        # Still, then to and fro by up to 70 degrees a second, while the nose and the side go up and down.
        s = max(0, t - start - 1)
        return 80 * (1 - math.cos(0.9 * s)), 15 * math.sin(1.3 * s), 10 * math.sin(1.7 * s)

    bench.attitude = attitude
    bench.stream(READINGS | RAW_MOTION)
    bench.move(31)
    reports = bench.reports
    assert len(reports) > 250
    fused = [report for report in reports if report["reason"] == FUSED]
    assert len(fused) == len(reports)
    errors = [difference(report, attitude(report["time"] / 1e6)[0]) for report in fused]
    stated = [report["accuracy"] / 100 for report in fused]
    inside = sum(abs(error) <= bound for error, bound in zip(errors, stated)) / len(errors)
    rms = math.sqrt(sum(error**2 for error in errors) / len(errors))
    print(f"fused: RMS {rms:.2f}, at most {max(map(abs, errors)):.2f} degrees, {inside:.1%} within {stated[-1]:.1f}")
    assert inside >= 0.95 and rms < 1.5
    # The rate of turn, and the bias that was found.
    turns = [
        (
            report["rateOfTurn"] * DEGREES,
            attitude(report["time"] / 1e6 + 0.01)[0],
            attitude(report["time"] / 1e6 - 0.01)[0],
        )
        for report in fused[-50:]
    ]
    assert max(abs(rate - (after - before) / 0.02) for rate, after, before in turns) < 4
    assert all(abs(found * DEGREES - true) < 0.3 for found, true in zip(fused[-1]["bias"], BIAS))
    # A hundred rates a second, none missing, none twice.
    assert abs(len(bench.rates) - 3100) < 40
    times = [rate["time"] for rate in bench.rates]
    steps = [after - before for before, after in zip(times, times[1:])]
    assert min(steps) >= 8_000 and max(steps) <= 13_000
    assert (fused[-1]["missing"], fused[-1]["repeated"], fused[-1]["outOfOrder"], fused[-1]["restarts"]) == (0, 0, 0, 0)


@is_long
def test_gyroscope_that_repeats_one_value_or_is_gone_is_told():
    bench = Bench()
    bench.attitude = lambda t: (30 * t, 0, 0)
    bench.move(0.5)
    bench.calibrate()
    bench.stream()
    assert bench.reason_within(8, FUSED)
    chip = bench.board.accelerometer
    chip.is_rate_frozen = True
    took = bench.reason_within(8, STUCK)
    print(f"stuck after {took} s")
    assert took
    chip.is_rate_frozen = False
    assert bench.reason_within(15, FUSED)
    # Its connection breaks: nothing answers at its address.
    devices = bench.board.bus.devices
    gone = devices.pop(chip.ADDRESS)
    took = bench.reason_within(3, SILENT)
    print(f"silent after {took} s")
    assert took and took <= 1
    assert bench.hello()["gyroscopeState"] == 3
    # The compass goes on by itself.
    assert bench.hello()["sensorState"] == READY
    devices[chip.ADDRESS] = gone
    assert bench.reason_within(15, FUSED)
