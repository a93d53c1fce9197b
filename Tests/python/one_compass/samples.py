"""The samples of four recordings, as lines that each side of test_one_compass.py reads.

p latitude longitude height year month day    a place: 1e-7 degrees, millimetres
x forward right      the axes of magnetometer and gyroscope, as binnacle_compass_set_axes has them; the force is in body axes
r hex                a calibration record
n reference          o axis, d five coefficients, s µs, l tenths: reference, pointing axis, deviation card, smoothing, level tolerance
g                    there is a gyroscope
w µs x y z flags     a rate, 2^-20 rad/s
m µs x y z is-there fx fy fz    a field in nanotesla and the force of the same moment in micro-g: a reading is due
"""

import math
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "Protocols/tools"))
import calibration_vectors  # noqa: E402

# X forward, Y left, Z up: right is -Y.
LEFT_UP = "x 0 3"
ONE = 1 << 24


def rows(path):
    """The rows of a table, as dictionaries."""
    lines = [
        line.strip().split(",")
        for line in (ROOT / path).read_text().splitlines()
        if line.strip() and not line.startswith("#")
    ]
    return [{name: float(word) if word else 0.0 for name, word in zip(lines[0], line)} for line in lines[1:]]


def sample(time, field, force=None):
    words = [
        *(round(value) for value in field),
        int(force is not None),
        *(round(value) for value in force or (0, 0, 0)),
    ]
    return f"m {time} {' '.join(map(str, words))}"


def turning():
    """A fast rotation with a gyroscope, at rest at first: BROAD, trial 06. The record was made for no such sensor, so that it corrects.
    For half a second of the rest the field is turned, which is no part of the recording."""
    record = calibration_vectors.pack(
        modelOrder=4,
        grade=3,
        flags=4,
        hardIronQ8=[256 * 700, -256 * 400, 256 * 300],
        fieldStrength=41_000,
        headingError=140,
        typicalError=60,
        softIronQ24=[ONE + 90_000, 30_000, -20_000, 30_000, ONE - 80_000, 10_000, -20_000, 10_000, ONE],
        dip=round(66 / 360 * 2**32),
        residual=300,
    )
    yield from ("p 524700000 133200000 35000 2026 7 1", LEFT_UP, f"r {record.hex()}", "g")
    for number, row in enumerate(rows("Sources/Proof/CMotionSample/sample.csv")):
        # 2000/32768 degrees a second, 16/32768 g and 0.15 microtesla a count; a row every 3.5 ms.
        time = 1_000_000 + 3_500 * number
        rate = [row[f"g{axis}"] * 2000 / 32768 * math.pi / 180 * 2**20 for axis in "xyz"]
        yield f"w {time} {' '.join(str(round(value)) for value in rate)} {int(number % 997 == 996)}"
        if number % 4 == 3:
            force = [row[f"a{axis}"] * 16 / 32768 * 1e6 for axis in "xyz"]
            field = [row[f"m{axis}"] * 150 for axis in "xyz"]
            if 480 <= number // 4 < 520:
                # A magnet turns the field by 40 degrees about the vertical, and the instrument lies still.
                field[:2] = 0.766 * field[0] - 0.643 * field[1], 0.643 * field[0] + 0.766 * field[1]
            yield sample(time, field, (force[0], -force[1], -force[2]))


def broad(name):
    """A BROAD table: seconds, microtesla, m/s²."""
    for row in rows(f"Tests/Data/marg/{name}.csv"):
        force = [row[f"a{axis}"] / 9.80665e-6 for axis in "xyz"]
        yield sample(
            round(row["t_s"] * 1e6), [row[f"m{axis}"] * 1000 for axis in "xyz"], (force[0], -force[1], -force[2])
        )


def slow():
    """Slow rotations with breaks, at a place, with a deviation card and smoothing, about the most level axis."""
    record = calibration_vectors.pack(
        modelOrder=3,
        grade=2,
        hardIronQ8=[-256 * 200, 256 * 100, 0],
        fieldStrength=43_800,
        headingError=420,
        typicalError=200,
        softIronQ24=[ONE + 40_000, 0, 0, 0, ONE - 50_000, 0, 0, 0, ONE + 8_000],
        residual=500,
    )
    yield from (
        "p 524700000 133200000 35000 2026 7 1",
        LEFT_UP,
        f"r {record.hex()}",
        "o 6",
        "s 300000",
        "d 11930465 -23860929 5965232 3579139 -1193046",
    )
    yield from broad("broad_slow_rotation_breaks")


def magnet():
    """A magnet that is near for part of the time; magnetic north is asked for, and the right side points."""
    record = calibration_vectors.pack(modelOrder=2, grade=1, fieldStrength=44_500, headingError=900, typicalError=450)
    yield from ("p 524700000 133200000 35000 2026 7 1", LEFT_UP, f"r {record.hex()}", "n 1", "o 2")
    yield from broad("broad_attached_magnet_2cm")


def level():
    """A magnetometer alone, in counts of a hundred nanotesla, by a planar calibration, kept level within three degrees."""
    record = calibration_vectors.pack(
        modelOrder=1,
        grade=2,
        hardIronQ8=[-256 * 9_000, 256 * 2_000, 256 * 1_000],
        fieldStrength=21_000,
        headingError=500,
        typicalError=260,
    )
    yield from (f"r {record.hex()}", "l 30")
    for number, row in enumerate(rows("Tests/Data/mag/handheld_counts.csv")):
        # Twice as long a silence as a reading tolerates, once.
        time = 20_000 * (number + 1) + (2_000_000 if number > 200 else 0)
        yield sample(time, [row[f"m{axis}"] * 100 for axis in "xyz"])


RECORDINGS = {"turning": turning, "slow": slow, "magnet": magnet, "level": level}
# Where the modest part of a recording begins, and how many readings it has.
PART = {"turning": (0, 560), "slow": (300, 300), "magnet": (650, 320), "level": (0, 347)}


def lines(name, is_long):
    """The lines of a recording: all of them, or settings and some hundred samples."""
    found = list(RECORDINGS[name]())
    if is_long:
        return found
    first, count = PART[name]
    settings = [line for line in found if line[0] not in "wm"]
    samples = [line for line in found if line[0] in "wm"]
    places = [at for at, line in enumerate(samples) if line[0] == "m"]
    begin = places[first - 1] + 1 if first else 0
    return settings + samples[begin : places[first + count - 1] + 1]
