"""The motion filter: its errors on a trial with optical truth, the filter of C, and the units of what it gets."""

import ctypes
import datetime
import json

import binnacle
import numpy as np
from binnacle import _interface, _library
from checking import FOLDER, ROOT, apart, one_by_one, refused


def trial():
    """15 s of a trial with optical truth: time, rate, force, field, truth (sensor to east, north, up), whether it moves."""
    lines = (ROOT / "Sources/Proof/CMotionSample/sample.csv").read_text().splitlines()
    rows = [line.split(",") for line in lines if line and (line[0].isdigit() or line[0] == "-")]
    counts = np.array([[float(cell) for cell in row[:9]] for row in rows])
    truth = np.array([[float(cell) if cell else np.nan for cell in row[9:13]] for row in rows])
    # The counts of the sensors: 2000 °/s, 16 g, 0.15 µT.
    return (
        counts[:, :3] * (2000 / 32_768),
        counts[:, 3:6] * (16 / 32_768),
        counts[:, 6:] * 0.15,
        truth,
        np.array([row[13].strip() == "1" for row in rows]),
    )


def test_motion_hasTheErrorsThatTheProgramTells():
    told = {rate["hertz"]: rate for rate in json.loads((FOLDER / "motion.jsonl").read_text().splitlines()[-1])["rates"]}
    rate, force, field, truth, moving = trial()
    period = 3500e-6
    for group, hertz in ((1, 285.7), (3, 95.2), (6, 47.6)):
        count = len(rate) // group
        means = [values[: count * group].reshape(count, group, 3).mean(1) for values in (field, force, rate)]
        ends = np.arange(1, count + 1) * group
        delay = round(period * 1e6 * (group - 1) // 2)
        found = binnacle.motion(ends * period, *means, delays=(int(623 + delay), delay, 0))
        rows = moving[ends - 1] & ~np.isnan(truth[ends - 1]).any(1)
        q, t = found.raw["attitude"][rows] / 2**30, truth[ends - 1][rows]
        t /= np.linalg.norm(t, axis=1)[:, None]
        axes = np.array([[0, np.sqrt(0.5), np.sqrt(0.5), 0]])
        error = product(product(axes, q), t * [1, -1, -1, -1])
        total = np.degrees(np.sqrt(np.mean((2 * np.arccos(np.minimum(1, np.abs(error[:, 0])))) ** 2)))
        assert abs(total - told[hertz]["total"]) <= 0.0006, (hertz, total)


def product(a, b):
    """Of quaternions, row by row."""
    w = a[:, 0] * b[:, 0] - (a[:, 1:] * b[:, 1:]).sum(1)
    v = a[:, :1] * b[:, 1:] + b[:, :1] * a[:, 1:] + np.cross(a[:, 1:], b[:, 1:])
    return np.column_stack([w, v])


def test_motion_isThatOfTheFilterOfC_withMissingSamples():
    rate, force, field, _, _ = (values[:1500] for values in trial())
    seconds = np.arange(1, 1501) * 3500e-6
    field[np.arange(1500) % 3 != 0] = np.nan
    force[np.arange(1500) % 2 != 0] = np.nan
    found = binnacle.motion(seconds, field, force, rate)
    filter_, compass, delays = (
        _library.storage(_interface.MOTION_SIZE),
        _library.storage(_interface.COMPASS_SIZE),
        np.array([600, 0, 0, 0], np.int32),
    )
    one_by_one("motion_init", 1, filter_, ctypes.c_size_t(_interface.MOTION_SIZE), delays)
    one_by_one("compass_init", 1, compass, ctypes.c_size_t(_interface.COMPASS_SIZE))
    whole = [
        np.floor(np.nan_to_num(values) + 0.5).astype(np.int32)
        for values in (rate * np.pi / 180 * 2**20, force * 1_000_000, field * 1000)
    ]
    for row in range(1500):
        now = ctypes.c_uint64(int(seconds[row] * 1e6 + 0.5))
        one_by_one("motion_add_rate", 1, filter_, whole[0][row : row + 1], now, 0)
        if row % 2 == 0:
            one_by_one("compass_add_force", 1, compass, whole[1][row : row + 1], now, 0)
        if row % 3 == 0:
            one_by_one("compass_add_field", 1, compass, whole[2][row : row + 1], now, 0)
        for _ in range(8):
            one_by_one("motion_step", 1, filter_, compass)
        estimate = np.zeros(1, _interface.MOTION_ESTIMATE)
        one_by_one("motion_get", 1, filter_, estimate)
        assert estimate.tobytes() == found.raw[row : row + 1].tobytes(), row
    quality, counts = np.zeros(1, _interface.MOTION_QUALITY), np.zeros(1, _interface.MOTION_COUNTS)
    one_by_one("motion_get_quality", 1, filter_, quality)
    one_by_one("motion_get_counts", 1, filter_, counts)
    assert np.allclose(found.quality.bias_deviation, quality["bias_deviation"] / 2**20 * 180 / np.pi)
    assert found.quality.scale == quality["scale"] / 2**24 and found.quality.field_delay == quality["field_delay"] / 1e6
    assert found.quality.scale_deviation > 0 and found.quality.field_delay_deviation > 0
    assert found.quality.hard_iron.tolist() == quality["hard_iron"][0].tolist()
    assert found.counts == tuple(counts[0]) and found.counts.restarts == 0
    assert not np.isnan(found.heading[-1]) and set(found.state) == {0, 1, 2}
    assert np.allclose(np.linalg.norm(found.attitude[-1]), 1, atol=1e-6) and np.isnan(found.attitude[0]).all()
    assert found.bias.shape == (1500, 3) and found.turn.shape == (1500,)
    # Without a calibration nobody knows how far the field is from the Earth's.
    assert np.nanmin(found.accuracy) == 180
    calibrated = binnacle.motion(seconds, field, force, rate, record=binnacle.Record.of([0.0, 0.0, 0.0]))
    assert 1 < calibrated.accuracy[-1] < 10
    assert found.is_at_rest.dtype == bool and len(found) == 1500 and found.time[-1] <= seconds[-1]


def test_motion_withoutTheField_doesNotSeeIt():
    rate, force, field, _, _ = (values[:1500] for values in trial())
    seconds = np.arange(1, 1501) * 3500e-6
    seconds[1000:] += 2
    found = binnacle.motion(seconds, field, force, rate, uses_field=False)
    other = binnacle.motion(seconds, field[::-1], force, rate, uses_field=False)
    assert found.raw["attitude"].tobytes() == other.raw["attitude"].tobytes()
    assert found.raw["attitude"].tobytes() != binnacle.motion(seconds, field, force, rate).raw["attitude"].tobytes()
    assert found.counts.restarts == 1


def test_motion_sampleBySample_isThatOfTheArrays():
    rng = np.random.default_rng(3)
    time = 1 + np.arange(900) * 0.01
    rate, force = rng.normal(0, 3, (900, 3)), rng.normal(0, 0.01, (900, 3)) + (0, 0, -1)
    field = rng.normal(0, 0.1, (900, 3)) + (20, -5, 43)
    whole = binnacle.motion(time, field, force, rate)
    compass, motion = binnacle.Compass(), binnacle.Motion()
    for row in range(900):
        motion.add_rate(time[row], rate[row])
        compass.add_force(time[row], force[row])
        compass.add_field(time[row], field[row])
        motion.step(compass)
    last = motion.estimate()
    assert last.raw.tobytes()[:51] == whole.raw[-1].tobytes()[:51] and last.counts == whole.counts
    assert (
        last.state == binnacle.MotionState.FUSED
        and last.attitude.shape == (4,)
        and abs(float(last.heading) - whole.heading[-1]) == 0
    )
    assert (
        motion.true_heading(compass) is None and not motion.is_dead(time[-1] + 0.2) and motion.is_dead(time[-1] + 0.3)
    )
    compass.set_place(47.4, 8.5, datetime.date(2026, 7, 1))
    assert 3 < apart(motion.true_heading(compass), last.heading) < 5
    refused(ValueError, "a single sample has three numbers", lambda: motion.add_rate(20, (1, np.nan, 2)))
    refused(binnacle.BinnacleError, "outside its range", lambda: motion.set_axes("+x", "-x"))


def test_units_ofMotionAndRead_areChecked():
    rate, force, field, _, _ = trial()
    seconds = np.arange(1, len(rate) + 1) * 3500e-6
    binnacle.motion(seconds, field, force, rate)
    binnacle.motion(seconds, field, force, np.radians(rate), rate_unit="rad/s")
    # Iron beside the magnetometer, other units and gaps change nothing.
    binnacle.motion(seconds, field + [70, -90, 40], force, rate)
    gaps = np.where(np.arange(len(rate))[:, None] % 6 == 0, field, np.nan)
    for values in (field, field + [70, -90, 40], gaps):
        words = "rate_unit is 'dps', and 'rad/s' is meant"
        refused(ValueError, words, lambda: binnacle.motion(seconds, values, force, np.radians(rate)))
        words = "rate_unit is 'rad/s', and 'dps' is meant"
        refused(ValueError, words, lambda: binnacle.motion(seconds, values, force, rate, rate_unit="rad/s"))
    refused(ValueError, "force_unit is 'g'", lambda: binnacle.motion(seconds, field, force * 9.81, rate))
    refused(ValueError, "force_unit is 'g'", lambda: binnacle.Compass().read(seconds, field, force * 9.81))
    # At rest nothing is known of the rates.
    rng = np.random.default_rng(4)
    still = np.tile([20.0, 0, 40], (900, 1)) + rng.normal(0, 0.2, (900, 3))
    binnacle.motion(seconds[:900], still, np.tile([0.0, 0, -1], (900, 1)), rng.normal(0, 0.1, (900, 3)))
    # One shock is no unit.
    binnacle.Compass().read([0.0], [[20.0, 0, 40]], [[0.0, 0, -9.81]])
