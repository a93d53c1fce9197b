"""The readings of samples by the Python package: lines of samples.py on standard input, numbers of test_one_compass.py on standard output."""

import datetime
import sys

import binnacle

AXES = ("+x", "-x", "+y", "-y", "+z", "-z", "level")
compass, motion, has_gyroscope = binnacle.Compass(), binnacle.Motion(), False


def turns(degrees):
    """An angle as 2^-32 turns; 0 where there is none."""
    return 0 if degrees is None else round(degrees / 360 * 2**32)


def reading(now):
    r = (motion.reading(compass, now) if has_gyroscope else compass.reading(now)).raw
    return [
        r["time"],
        r["is_magnetic_valid"],
        r["magnetic"],
        r["is_true_valid"],
        r["true"],
        r["reference"],
        r["accuracy"],
        r["doubts"],
        r["mode"],
        r["reason"],
        r["grade"],
        r["disturbance"],
        r["cause"],
        r["is_solved"],
        r["dip"],
        r["roll"],
        r["pitch"],
        r["horizontal"],
        *r["field"],
        r["zone"],
        r["orientation"],
        r["is_display_flat"],
        r["event"],
        r["has_force"],
        *r["force"],
    ]


def gyroscope(now):
    found, fused = motion.estimate(), motion.fused(compass, now)
    e, q, degrees = found.raw, found.quality, 180 / 3.141592653589793 / 2**20
    return [
        e["time"],
        *e["attitude"],
        e["turn"],
        *e["bias"],
        round(q.bias_deviation / degrees),
        round(q.scale * 2**24),
        round(q.scale_deviation * 2**24),
        round(q.field_delay * 1e6),
        round(q.field_delay_deviation * 1e6),
        *map(int, q.hard_iron),
        e["state"],
        e["is_at_rest"],
        *found.counts,
        int(fused.magnetic is not None),
        turns(fused.magnetic),
        int(fused.true is not None),
        turns(fused.true),
        65535 if fused.accuracy is None else round(fused.accuracy * 100),
        int(fused.reason),
        int(fused.is_field_turned),
    ]


for line in sys.stdin:
    what, *words = line.split()
    numbers = [] if what == "r" else list(map(int, words))
    if what == "p":
        latitude, longitude, height, *date = numbers
        compass.set_place(latitude / 1e7, longitude / 1e7, datetime.date(*date), height / 1000)
    elif what == "x":
        compass.set_axes("magnetometer", AXES[numbers[0]], AXES[numbers[1]])
        motion.set_axes(AXES[numbers[0]], AXES[numbers[1]])
    elif what == "r":
        compass.record = binnacle.Record(bytes.fromhex(words[0]))
    elif what == "n":
        compass.set_reference(("best", "magnetic", "true")[numbers[0]])
    elif what == "o":
        compass.set_pointing(AXES[numbers[0]])
    elif what == "s":
        compass.set_smoothing(numbers[0] / 1e6)
    elif what == "l":
        compass.set_level_tolerance(numbers[0] / 10)
    elif what == "d":
        compass.set_deviation([number / 2**32 * 360 for number in numbers])
    elif what == "g":
        has_gyroscope = True
    elif what == "w":
        motion.add_rate(
            numbers[0] / 1e6, [number / 2**20 for number in numbers[1:4]], unit="rad/s", saturated=numbers[4] == 1
        )
        motion.step(compass)
    elif what == "m":
        now = numbers[0] / 1e6
        if numbers[4]:
            compass.add_force(now, [number / 1e6 for number in numbers[5:]])
        compass.add_field(now, numbers[1:4], unit="nT")
        if has_gyroscope:
            motion.step(compass)
        row = reading(now)
        print(*(row + gyroscope(now) if has_gyroscope else row))
    else:
        sys.exit(f"no such line: {line}")
