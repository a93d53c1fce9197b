"""Readings of a compass: those of the program, those of the compass of C, and the settings that change them."""

import ctypes
import datetime
import json

import binnacle
import numpy as np
import recordings
from binnacle import _interface
from checking import FOLDER, one_by_one, refused, sphere


def test_readings_areThoseOfTheProgram():
    """`binnacle replay` of the same rows with the same record: what the instrument reads."""
    said = [json.loads(line) for line in (FOLDER / "stream.jsonl").read_text().splitlines()]
    told = json.loads((FOLDER / "stream.json").read_text())
    record = binnacle.Record.of(
        told["hardIronNanotesla"], told["softIron"], unit="nT", field_strength=told["fieldStrengthNanotesla"]
    )
    (recording,) = [row for row in recordings.RECORDINGS if row[0] == "broad slow"]
    field, force, seconds = recordings.columns(recording)
    found = binnacle.Compass(record).read(seconds, field, force, force_unit="m/s2")
    assert len(said) == len(field) > 4_000
    for name, ours, places in (
        ("magneticHeadingDegrees", found.magnetic, 7),
        ("dipDegrees", found.dip, 7),
        ("rollDegrees", found.roll, 7),
        ("accuracyDegrees", found.accuracy, 2),
        ("horizontalNanotesla", found.horizontal, 0),
    ):
        theirs = np.array([np.nan if row[name] is None else row[name] for row in said])
        assert np.array_equal(np.round(ours, places), theirs, equal_nan=True), name
        assert (~np.isnan(theirs)).sum() > 4_000, name
    assert found.grade.tolist() == [row["grade"] for row in said]


def test_readings_areThoseOfTheCompassOfC_andGoOn():
    random = np.random.default_rng(10)
    field = random.normal([20_000, 3_000, 42_000], 300, (200, 3)).astype(np.int32)
    force = random.normal([0, 0, -1_000_000], 20_000, (200, 3)).astype(np.int32)
    seconds = np.arange(200) * 0.05
    record = binnacle.Record.of([1, 2, 3], field_strength=46.6)

    def prepared():
        compass = binnacle.Compass(record)
        compass.set_axes("magnetometer", "+y", "-x")
        compass.set_axes("accelerometer", "-y", "+x")
        compass.set_pointing("+x")
        compass.set_place(47.4, 8.5, datetime.date(2026, 7, 1), 408)
        compass.set_reference("true")
        compass.set_deviation([0.5, 1, -1, 0, 0.25])
        compass.set_smoothing(0.2)
        compass.set_level_tolerance(2.5)
        return compass

    compass, other = prepared(), prepared()
    first = compass.read(seconds[:90], field[:90], force[:90] / 1e6, unit="nT")
    second = compass.read(seconds[90:], field[90:], force[90:] / 1e6, unit="nT")
    whole = np.concatenate([first.raw, second.raw])
    for row in range(200):
        now = ctypes.c_uint64(round(seconds[row] * 1e6))
        one_by_one("compass_add_force", 1, other._memory, force[row : row + 1], now, 0)
        one_by_one("compass_add_field", 1, other._memory, field[row : row + 1], now, 0)
        reading = np.zeros(1, _interface.READING)
        one_by_one("compass_read", 1, other._memory, now, reading)
        assert reading.tobytes() == whole[row : row + 1].tobytes(), row
    assert not np.isnan(second.true).any() and (second.reference == 2).all() and (second.heading == second.true).all()
    assert (second.accuracy > 0).all() and set(second.grade) <= {0, 1, 2, 3} and "noPosition" not in second.doubts(5)
    assert compass.record == record and len(second) == 110
    assert second.field.shape == (110, 3) and abs(second.time[-1] - seconds[-1]) < 1e-9
    compass.set_deviation(None)
    compass.forget_place()
    assert np.isnan(compass.read([11.0], field[:1], force[:1] / 1e6, unit="nT").true).all()


def test_settings_outsideTheirRange_areRefused():
    compass = binnacle.Compass()
    refused(binnacle.BinnacleError, "range", lambda: compass.set_axes("magnetometer", "+x", "-x"))
    refused(ValueError, "sensor is 'gyro'", lambda: compass.set_axes("gyro", "+x", "-x"))
    refused(ValueError, "axis is 'x'", lambda: compass.set_pointing("x"))
    day = datetime.date(2026, 7, 1)
    assert refused(binnacle.BinnacleError, "the latitude is beyond", lambda: compass.set_place(91, 0, day)).code == -17
    refused(binnacle.BinnacleError, "longitude", lambda: compass.set_place(0, 1e30, day))
    refused(binnacle.BinnacleError, "latitude", lambda: compass.set_place(float("nan"), 0, day))
    refused(
        binnacle.BinnacleError, "after the world model", lambda: compass.set_place(47, 8, datetime.date(2031, 1, 1))
    )
    refused(binnacle.BinnacleError, "above 850 km", lambda: compass.set_place(47, 8, day, 900_000))
    refused(ValueError, "(5,)", lambda: compass.set_deviation([1, 2]))
    refused(binnacle.BinnacleError, "coefficients, row 2", lambda: compass.set_deviation([0, 1, 50, 0, 0]))
    refused(binnacle.BinnacleError, "seconds", lambda: compass.set_smoothing(-1))
    refused(binnacle.BinnacleError, "seconds", lambda: compass.set_sample_timeout(5000))
    refused(binnacle.BinnacleError, "tolerance", lambda: compass.set_level_tolerance(16))
    refused(ValueError, "north is", lambda: compass.set_reference("grid"))


def test_reading_ofOneSample_isThatOfTheArrays():
    compass, other = binnacle.Compass(), binnacle.Compass()
    # Both have told that there is no sample yet: the next reading is not the first one.
    for one in (compass, other):
        assert one.heading() is None and one.reading(1.0).reason == binnacle.Unavailable.SENSOR_STARTING
    compass.add_force(1.0, (0.1, 0.05, -1))
    compass.add_field(1.0, (20, -5, 43))
    found, whole = compass.reading(1.0), other.read([1.0], [(20, -5, 43)], [(0.1, 0.05, -1)])
    assert str(found.raw) == str(whole.raw[0]) and found.mode == binnacle.Mode.TILTED
    assert float(found.roll) == whole.roll[0] and found.doubts() == whole.doubts(0) and "uncalibrated" in found.doubts()
    assert 0 < compass.heading() < 30 and compass.true_heading() is None
    compass.add_field(1.1, (20, -5, 43), saturated=True)
    assert compass.reading(1.1).reason == binnacle.Unavailable.OVERFLOW


def test_reading_afterTheTimeout_hasNoHeading():
    compass = binnacle.Compass()
    field = np.array([[20, 0, 40], [np.nan] * 3, [np.nan] * 3])
    assert compass.read([0, 0.5, 1.5], field).reason.tolist() == [0, 0, 8]
    compass.set_sample_timeout(0.25)
    assert compass.read([10, 10.2, 10.3], field).reason.tolist() == [0, 0, 8]


def test_readings_printed_sayHowManyHaveAHeading():
    field, force = np.tile([20.0, 5, 40], (5, 1)), np.tile([0.0, 0, -1], (5, 1))
    assert repr(binnacle.Compass().read(np.arange(5) * 0.02, field, force)).startswith("<Readings: 5 rows, of which 0 ")
    compass = binnacle.Compass(binnacle.fit(sphere(300)).record)
    assert repr(compass.read(np.arange(5) * 0.02, field, force)).startswith("<Readings: 5 rows, of which 5 ")
    assert repr(compass.reading(0.1)).startswith("<Readings: one row, of which 1 ")
