"""Checks of the Python package, run where nothing is installed but the wheel and NumPy: python checks.py FOLDER.

FOLDER has what `binnacle` said of the same input. Every function test_* is run; each failure is printed."""

import concurrent.futures
import copy
import ctypes
import datetime
import inspect
import json
import multiprocessing
import os
import pickle
import re
import sys
import time
import traceback
import typing
from pathlib import Path

import binnacle
import numpy as np
import recordings
from binnacle import _interface, _library

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(sys.argv[1])
IS_LONG = os.environ.get("BINNACLE_EFFORT") == "full"
DEGREE = 45 / 2**29


def vectors(path):
    return json.loads((ROOT / "Protocols" / path).read_text())["cases"]


def apart(a, b):
    """Degrees between directions."""
    return np.abs((np.asarray(a) - np.asarray(b) + 180) % 360 - 180)


def refused(kind, words, body):
    try:
        body()
    except kind as error:
        assert words in str(error), f"{words!r} is not in {str(error)!r}"
        return error
    raise AssertionError(f"no {kind.__name__}")


def one_by_one(name, count, *arguments):
    """A function of binnacle.h, called row by row with the addresses of the rows; its codes."""
    function = getattr(_library._SO, f"binnacle_{name}")
    function.restype = ctypes.c_int32
    arguments = [each.words if isinstance(each, _library.Memory) else each for each in arguments]
    return [
        function(
            *(
                ctypes.c_void_p(argument[i].ctypes.data if argument.ndim > 1 else argument[i : i + 1].ctypes.data)
                if isinstance(argument, np.ndarray)
                else argument
                for argument in arguments
            )
        )
        for i in range(count)
    ]


# MARK: - What is installed


def test_package_isTheWheel_andItsLibraryHasItsVersion():
    assert "site-packages" in binnacle.__file__ and binnacle.__version__ == "0.1.0"
    for name in ("libbinnacle.so", "py.typed"):
        assert Path(binnacle.__file__).with_name(name).exists()


def test_structures_haveTheSizesThatTheCompilerChecks():
    folder = ROOT / "Sources/Library/CBinnacle/include"
    text = "".join((folder / name).read_text() for name in ("binnacle.h", "binnacle_arrays.h"))
    sizes = dict(re.findall(r"BINNACLE_CHECK_SIZE\(binnacle_(\w+), (\d+)\)", text))
    assert len(sizes) >= 18
    for name, size in sizes.items():
        assert getattr(_interface, name.upper()).itemsize == int(size), name


def test_everyPublicName_hasADocstring():
    for name in binnacle.__all__:
        value = getattr(binnacle, name)
        assert name == "__version__" or value.__doc__, name
        for member, inner in vars(value).items() if isinstance(value, type) else ():
            if not member.startswith("_") and (callable(inner) or isinstance(inner, property)):
                assert getattr(inner, "__doc__", None), f"{name}.{member}"


# MARK: - Angles and headings against the vectors


def test_angle_meetsTheVectors():
    cases = vectors("heading/vectors/atan2.json")
    found = binnacle.angle([case["y"] for case in cases], [case["x"] for case in cases])
    exact = np.array([np.nan if case["degrees"] is None else case["degrees"] for case in cases])
    assert len(cases) > 100 and (np.isnan(found) == np.isnan(exact)).all() and np.isnan(exact).sum() == 1
    known = ~np.isnan(exact)
    assert apart(found[known], exact[known]).max() < 3e-7
    # Each bit: the angles of the program's core are whole numbers of 2^-32 turns.
    assert (found[known] / DEGREE == np.round(found[known] / DEGREE)).all()


def test_angle_broadcasts_andTakesAnyIntegers():
    assert binnacle.angle(1, 1) == 45 and binnacle.angle(1, 1).shape == ()
    grid = binnacle.angle(np.arange(-2, 3, dtype=np.int8)[:, None], np.arange(4, dtype=np.uint16))
    assert grid.shape == (5, 4) and grid[4, 2] == 45 and np.isnan(grid[2, 0])
    assert binnacle.angle([], []).shape == (0,)
    wide = np.arange(24, dtype=np.int32).reshape(4, 6)
    assert (
        binnacle.angle(wide[::2, ::3], wide[1::2, ::3]) == binnacle.angle(wide[::2, ::3].copy(), wide[1::2, ::3].copy())
    ).all()
    refused(TypeError, "whole numbers", lambda: binnacle.angle([1.5], [2]))
    refused(TypeError, "real numbers", lambda: binnacle.angle(["a"], [2]))
    refused(TypeError, "real numbers", lambda: binnacle.angle([True], [2]))
    refused(binnacle.BinnacleError, "a number is outside its range: y", lambda: binnacle.angle([2**31], [2]))
    refused(
        binnacle.BinnacleError,
        "a number is outside its range: x",
        lambda: binnacle.angle([2], np.array([2**63], np.uint64)),
    )
    refused(ValueError, "", lambda: binnacle.angle([1, 2, 3], [1, 2]))


def test_solve_meetsTheVectors_withEachBit():
    for has_force in (True, False):
        cases = [
            case
            for case in vectors("heading/vectors/heading.json")
            if (case["specificForceMicroG"] is not None) == has_force
        ]
        q8 = np.array([case["fieldQ8"] for case in cases], np.int32)
        micro_g = np.array([case["specificForceMicroG"] for case in cases], np.int32) if has_force else None
        force = micro_g / 1e6 if has_force else None
        found = binnacle.solve(q8 / 256, force, unit="nT")
        for name in ("heading", "dip", "roll", "pitch"):
            exact = np.array([np.nan if case[f"{name}Degrees"] is None else case[f"{name}Degrees"] for case in cases])
            values = getattr(found, name)
            if name == "heading" or has_force:
                there = ~np.isnan(found.heading)
                assert (np.isnan(values) == np.isnan(exact))[there].all(), name
                known = ~np.isnan(exact) & there & np.array([case["inDomain"] for case in cases])
                assert known.sum() >= 8 and apart(values[known], exact[known]).max() < (
                    1e-4 if name == "heading" else 0.01
                ), name
        # The same bits as the function of binnacle.h.
        solutions = np.zeros(len(q8), _interface.SOLUTION)
        codes = one_by_one("solve", len(q8), q8, micro_g, solutions)
        there = np.array(codes) == 0
        assert (np.isnan(found.heading) == ~there).all() and there.sum() >= 8
        assert (np.where(there, found.heading, 0) == np.where(there, solutions["heading"] * DEGREE, 0)).all()
        assert (np.where(there, found.dip, 0) == np.where(there, solutions["dip"] * DEGREE, 0)).all()
        assert (found.horizontal[there] == solutions["horizontal"][there]).all()


def test_headings_areThoseOfTheCompassOfC():
    random = np.random.default_rng(7)
    field = random.integers(-60_000, 60_000, (500, 3)).astype(np.int32)
    force = random.integers(-1_000_000, 1_000_000, (500, 3)).astype(np.int32)
    field[0], force[1] = 0, 0
    record = binnacle.Record.of([12, -8, 3.5], [[1.1, 0.02, 0], [0.02, 0.95, 0.01], [0, 0.01, 0.9]])
    found = binnacle.heading(field, force / 1e6, record=record, unit="nT")
    assert found.shape == (500,)
    compass, data = _library.storage(_interface.COMPASS_SIZE), np.frombuffer(bytes(record), np.uint8)
    _library.call("compass_init", compass, _interface.COMPASS_SIZE)
    _library.call("compass_set_record", compass, data, len(data))
    for row in range(500):
        one_by_one("compass_add_force", 1, compass, force[row : row + 1], ctypes.c_uint64(0), 0)
        one_by_one("compass_add_field", 1, compass, field[row : row + 1], ctypes.c_uint64(0), 0)
        heading = np.zeros(1, np.uint32)
        (code,) = one_by_one("compass_heading", 1, compass, heading)
        assert np.isnan(found[row]) if code else found[row] == heading[0] * DEGREE
    assert np.isnan(found[1]) and 1 <= np.isnan(found).sum() < 10
    # Without a force: level, which the plane's angle gives, too.
    level = binnacle.heading(field, unit="nT")
    assert apart(level[1:], binnacle.angle(-field[1:, 1], field[1:, 0])).max() < 1e-5 and np.isnan(level[0])


def test_headingFromCounts_isThatOfC():
    random = np.random.default_rng(8)
    field = random.integers(-2_000, 2_000, (300, 3)).astype(np.int16)
    force = random.integers(-16_000, 16_000, (300, 3)).astype(np.int16)
    force[0], field[1] = 0, 0
    found = binnacle.heading_from_counts(field, force)
    headings = np.zeros(300, np.uint32)
    codes = np.array(one_by_one("heading_from_counts", 300, field, force, headings))
    assert (np.isnan(found) == (codes != 0)).all() and set(np.flatnonzero(codes)) == {0, 1}
    assert (found[2:] == headings[2:] * DEGREE).all()
    assert (binnacle.heading_from_counts(field.astype(np.int64)[::3], force[::3]) == found[::3])[1:].all()
    refused(
        binnacle.BinnacleError,
        "beyond 16 bits",
        lambda: binnacle.heading_from_counts(np.array([[40_000, 0, 0]]), force[:1]),
    )


def test_arrays_ofAnyLayoutAndShape_giveTheSame():
    random = np.random.default_rng(9)
    field, force = random.normal(0, 30, (4, 6, 3)), random.normal(0, 1, (4, 6, 3))
    found = binnacle.heading(field, force)
    assert found.shape == (4, 6) and not np.isnan(found).any()
    assert (binnacle.heading(np.asfortranarray(field), force[:, :, ::-1][:, :, ::-1]) == found).all()
    assert (binnacle.heading(field[::2, ::-1], force[::2, ::-1]) == found[::2, ::-1]).all()
    # In single precision the numbers differ, and so may the last whole nanotesla.
    assert apart(binnacle.heading(field.astype(np.float32), force), found).max() < 0.05
    assert binnacle.heading(field[0, 0], force[0, 0]) == found[0, 0]
    big = field.astype(">f8")
    assert (binnacle.heading(big, force) == found).all()
    read_only = field.copy()
    read_only.flags.writeable = False
    assert (binnacle.heading(read_only, force) == found).all()


def test_emptyArrays_giveEmptyOnes():
    nothing = np.zeros((0, 3))
    assert binnacle.heading(nothing, nothing).shape == (0,) and binnacle.heading([]).shape == (0,)
    assert binnacle.solve(nothing).dip.shape == (0,)
    assert binnacle.heading_from_counts(np.zeros((0, 3), int), np.zeros((0, 3), int)).shape == (0,)
    assert len(binnacle.Compass().read([], nothing)) == 0
    assert len(binnacle.motion([], nothing, nothing, nothing)) == 0
    assert binnacle.Record.identity().apply(nothing).shape == (0, 3)
    assert binnacle.world_field([], [], "2026-07-01").declination.shape == (0,)


def test_notANumber_staysInItsRow():
    field, force = np.tile([20.0, 5, 40], (5, 1)), np.tile([0.0, 0, -1], (5, 1))
    field[1, 2], force[3, 0] = np.nan, np.nan
    found = binnacle.heading(field, force)
    assert np.isnan(found).tolist() == [False, True, False, True, False] and len(set(found[[0, 2, 4]])) == 1
    assert np.isnan(binnacle.solve(field, force).dip).tolist() == [False, True, False, True, False]
    assert np.isnan(binnacle.Record.identity().apply(field)[1]).all()
    readings = binnacle.Compass().read(np.arange(5) * 0.02, field, force)
    # A row without a sample reads the one before it.
    assert not np.isnan(readings.dip).any() and readings.raw["time"].tolist() == [0, 0, 40_000, 60_000, 80_000]
    refused(
        binnacle.BinnacleError, "row 2", lambda: binnacle.heading(np.array([[1, 1, 1], [1, 1, 1], [1, np.inf, 1.0]]))
    )


def test_wrongShapesAndTypes_areRefusedWithWords():
    good = np.ones((4, 3))
    for bad in (np.ones(4), np.ones((4, 2)), np.ones((3, 4)), np.float64(3)):
        refused(ValueError, "shape", lambda: binnacle.heading(bad))
        refused(ValueError, "shape", lambda: binnacle.fit(bad))
    refused(ValueError, "force has the shape (3, 3)", lambda: binnacle.heading(good, good[:3]))
    refused(TypeError, "complex", lambda: binnacle.heading(good.astype(complex)))
    refused(TypeError, "object", lambda: binnacle.heading(np.array([[1, 2, None]])))
    refused(TypeError, "<U1", lambda: binnacle.heading(np.array([["1", "2", "3"]])))
    refused(ValueError, "one of uT, nT, mG, G, counts", lambda: binnacle.heading(good, unit="T"))
    refused(ValueError, "one of g, mg, m/s2, counts", lambda: binnacle.heading(good, good, force_unit="kg"))
    refused(ValueError, "time has the shape (3,)", lambda: binnacle.Compass().read(np.arange(3), good))
    refused(ValueError, "time, row 2: before", lambda: binnacle.Compass().read([0, 2, 1, 3], good))
    refused(ValueError, "time, row 1: not a number", lambda: binnacle.Compass().read([0, np.nan, 1, 3], good))
    refused(binnacle.BinnacleError, "not a time", lambda: binnacle.Compass().read([-1, 0, 1, 3], good))
    refused(ValueError, "(n, 3)", lambda: binnacle.Compass().read([0], np.ones((1, 1, 3))))
    refused(binnacle.BinnacleError, "2,097,152 nT", lambda: binnacle.heading(good * 3000))
    refused(binnacle.BinnacleError, "2,147 g", lambda: binnacle.heading(good, good * 3000))
    refused(
        binnacle.BinnacleError,
        "2,047 rad/s",
        lambda: binnacle.motion(np.arange(4), good, good, good * 3000, rate_unit="rad/s"),
    )
    refused(
        binnacle.BinnacleError, "delays", lambda: binnacle.motion(np.arange(4), good, good, good, delays=(0, 0, 40_000))
    )
    refused(
        binnacle.BinnacleError,
        "outside its range",
        lambda: binnacle.motion(np.arange(4), good, good, good, delays=(0, 0, -1)),
    )


# MARK: - Records


def test_records_areReadAsTheVectorsSay():
    count = 0
    for case in vectors("calibration/vectors/record.json"):
        data = bytes.fromhex(case["bytes"])
        if "reject" in case:
            error = refused(binnacle.BinnacleError, "", lambda: binnacle.Record(data))
            assert -38 <= error.code <= -33, case["name"]
            continue
        record = binnacle.Record(data)
        count += 1
        if case["canonical"]:
            assert bytes(record) == data, case["name"]
        assert binnacle.Record(bytes(record)) == record and len(bytes(record)) == 216
        assert (record.hard_iron * 256_000).round().tolist() == case["hardIronQ8"]
        assert (record.soft_iron * 2**24).reshape(-1).tolist() == case["softIronQ24"]
        assert record.model == ("none", "planar", "sphere", "axis", "ellipsoid")[case["modelOrder"]]
        assert record.grade == case["grade"] and record.tilt_seen_degrees == case["tiltSeenDegrees"]
        days = case["date"]
        known = days is not None and abs(days) < 700_000
        assert record.date == (datetime.date(2000, 1, 1) + datetime.timedelta(days) if known else None)
        assert record.temperature == (None if case["temperatureEighths"] is None else case["temperatureEighths"] / 8)
        assert record.dip_degrees == (None if case["dip"] is None else case["dip"] * DEGREE)
        hundredths = case["headingErrorHundredths"]
        assert record.worst_error_degrees == (None if hundredths is None else hundredths / 100)
        assert (record.residual or 0) * 1000 == (case["residualNanotesla"] or 0)
    assert count > 5


def test_correction_meetsTheVectors_withEachBit():
    count = 0
    for case in vectors("calibration/vectors/correction.json"):
        try:
            record = binnacle.Record._made(order=4, h=case["hardIronQ8"], s=case["softIronQ24"])
        except binnacle.BinnacleError as error:
            # A matrix that loses directions is no record, though S (m - h) has a value.
            assert error.code == -38
            continue
        field = np.clip(case["nanotesla"], -(2**21), 2**21)
        assert (record.apply([field], unit="nT") * 256).tolist() == [case["correctedQ8"]], case["name"]
        assert np.allclose(record.apply(field / 1000.0) * 256_000, case["correctedQ8"], rtol=1e-12, atol=1e-6)
        count += 1
    assert count > 10


def test_recordsThatAreNone_areRefusedWithTheWordsOfTheLibrary():
    error = refused(
        binnacle.BinnacleError, "the bytes do not begin as a record does", lambda: binnacle.Record(bytes(216))
    )
    assert error.code == -34 and isinstance(error, ValueError)
    refused(binnacle.BinnacleError, "fewer", lambda: binnacle.Record(b""))
    data = bytearray(bytes(binnacle.Record.identity()))
    data[30] ^= 1
    refused(binnacle.BinnacleError, "checksum", lambda: binnacle.Record(bytes(data)))
    refused(TypeError, "", lambda: binnacle.Record("text"))
    refused(binnacle.BinnacleError, "range", lambda: binnacle.Record.of([5_000, 0, 0]))
    refused(binnacle.BinnacleError, "does not fit", lambda: binnacle.Record.of([5e9, 0, 0]))
    refused(binnacle.BinnacleError, "", lambda: binnacle.Record.of([0, 0, 0], -np.eye(3)))
    refused(ValueError, "shape", lambda: binnacle.Record.of([0, 0]))
    refused(ValueError, "finite", lambda: binnacle.Record.of([0, 0, np.nan]))
    refused(ValueError, "sphere, axis, ellipsoid", lambda: binnacle.Record.of([0, 0, 0], model="plane"))
    assert json.loads(binnacle.Record.identity().to_json())["record"] == bytes(binnacle.Record.identity()).hex()


# MARK: - Series


def test_readings_areThoseOfTheProgram():
    """`binnacle stream recording:` of the same rows with the same record: what the instrument reads."""
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


def turned(count):
    """Samples of an instrument that is turned by hand: seconds, field in nanotesla with iron, force in g."""
    random = np.random.default_rng(8)
    for step in range(count):
        v = random.normal(size=3)
        yield 0.02 * (step + 1), v / np.linalg.norm(v) * 48_000 + (12_000, -7_000, 30_000), (0, 0, -1)


def test_calibration_ofATurnedInstrument_putsARecordIntoUse():
    compass, calibration, new = binnacle.Compass(), binnacle.Calibration(), []
    now, state = 0.0, binnacle.State
    assert calibration.progress(now).state is state.IDLE and compass.record.model == "none"
    refused(binnacle.BinnacleError, "does not allow this command", lambda: calibration.commit(now))
    calibration.start(now)
    refused(binnacle.BinnacleError, "does not allow this command", lambda: calibration.start(now))
    for now, field, force in turned(2_050):
        compass.add_force(now, force)
        compass.add_field(now, field, unit="nT")
        for _ in range(20):
            if calibration.step(compass, now):
                new.append(compass.record)
                calibration.saved(True, now)
        if calibration.progress(now).state is state.REVIEW:
            outcome = calibration.outcome()
            calibration.commit(now)
    assert len(new) == 1 and new[0].model == "ellipsoid" and calibration.progress(now).state is state.MONITOR
    assert outcome.accepted and outcome.model is binnacle.Model.ELLIPSOID and outcome.grade is binnacle.Grade.GOOD
    assert np.abs(outcome.hard_iron - (12_000, -7_000, 30_000)).max() < 100 and abs(outcome.field - 48_000) < 100
    assert 0 < outcome.typical_error < outcome.worst_error < 3 and calibration.reasons() == []
    # A run that nobody moves tells why it ended; what it has is refused until there are samples enough.
    calibration.start(now)
    refused(binnacle.BinnacleError, "does not allow this command", lambda: calibration.finish(now))
    for _ in range(1_900):
        now += 0.02
        compass.add_field(now, (20, 0, 43))
        calibration.step(compass, now)
    progress = calibration.progress(now)
    assert progress.state is state.FAILED and 0 < progress.seconds_left <= 60
    (reason,) = [reason for reason in calibration.reasons() if reason.code is binnacle.ReasonCode.NO_MOTION]
    assert reason.limit == 5_000 and reason.measured < 5_000
    calibration.cancel(now)
    assert calibration.progress(now).state is state.MONITOR


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


# MARK: - World model


def test_axisCheck_tellsExchangedAxes():
    """The magnetometer has X and Y exchanged, which is a mirror; the accelerometer has X forward, Y left, Z up."""
    pose, check = binnacle.Pose, binnacle.AxisCheck()
    assert check.magnetometer().outcome is binnacle.Axes.TOO_FEW_POSES
    for held, field, force in (
        (pose.LEVEL, (0, 20, 43), (0, 0, 1)),
        (pose.NOSE_DOWN, (0, 43, -20), (-1, 0, 0)),
        (pose.RIGHT_SIDE_DOWN, (43, 0, -20), (0, 1, 0)),
        (pose.UPSIDE_DOWN, (0, 20, -43), (0, 0, -1)),
        (pose.NOSE_UP, (20, -43, 0), (1, 0, 0)),
        (pose.LEFT_SIDE_DOWN, (-43, 20, 0), (0, -1, 0)),
    ):
        check.add(held, field, force)
    gravity, field = check.accelerometer(), check.magnetometer()
    assert gravity[:4] == (binnacle.Axes.CERTAIN, "+x", "-y", False) and gravity.disagreement == 0
    assert field[:4] == (binnacle.Axes.CERTAIN, "+y", "+x", True) and field.next_disagreement > 0.05
    check.add(4, (0, 20_000, 43_000), unit="nT")
    check.add(4, (0, 20, 43))
    refused(binnacle.BinnacleError, "does not allow this command", lambda: check.add(4, (0, 20, 43)))
    refused(binnacle.BinnacleError, "outside its range", lambda: binnacle.AxisCheck().add(6, (0, 20, 43)))
    refused(ValueError, "3) is needed", lambda: binnacle.AxisCheck().add(4, (0, 20)))


def test_worldField_meetsTheOfficialValues():
    rows = [
        line.split()
        for line in (ROOT / "Tests/Data/wmm/WMM2025_TEST_VALUES.txt").read_text().splitlines()
        if line and not line.startswith("#")
    ]
    count = 0
    for row in rows:
        # Dates are years and their fraction; the model takes days.
        year, height, latitude, longitude = (float(cell) for cell in row[:4])
        if year % 1 != 0:
            continue
        found = binnacle.world_field(latitude, longitude, f"{int(year)}-01-01", height * 1000)
        declination = float(row[4])
        if found.horizontal > 6_000:
            assert apart(found.declination, declination) < 0.006, row
            count += 1
    assert count > 5


def test_worldField_broadcasts_andTellsItsLimits():
    found = binnacle.world_field(np.array([[10.0], [50]]), np.array([0.0, 90, 180]), np.datetime64("2027-03-01"))
    assert found.declination.shape == (2, 3) and found.total.min() > 20_000
    assert binnacle.world_field(47.4, 8.5, datetime.datetime(2026, 7, 1, 23)) == binnacle.world_field(
        47.4, 8.5, "2026-07-01"
    )
    assert abs(binnacle.world_field(90, 0, "2026-01-01").dip) > 80
    refused(
        binnacle.BinnacleError,
        "row 1: 0, 0, 0 m, 2024-01-01",
        lambda: binnacle.world_field([0, 0], 0, ["2026-01-01", "2024-01-01"]),
    )
    refused(binnacle.BinnacleError, "latitude", lambda: binnacle.world_field(91, 0, "2026-01-01"))
    refused(binnacle.BinnacleError, "latitude", lambda: binnacle.world_field(np.nan, 0, "2026-01-01"))
    refused(
        binnacle.BinnacleError,
        "more than ten years",
        lambda: binnacle.world_field(0, 0, "2050-01-01", extrapolate=True),
    )
    assert binnacle.world_field(0, 0, "2031-01-01", extrapolate=True).total > 20_000
    refused(binnacle.BinnacleError, "850 km", lambda: binnacle.world_field(0, 0, "2026-01-01", 900_000))
    refused(ValueError, "no date", lambda: binnacle.world_field(0, 0, np.datetime64("NaT")))


def test_errors_tellDateAndRow():
    day = datetime.date(2049, 5, 6)
    refused(binnacle.BinnacleError, "2049-05-06", lambda: binnacle.Compass().set_place(47.4, 8.5, day))
    locator = binnacle.Locator()
    refused(binnacle.BinnacleError, "row 1", lambda: binnacle.world_field(0, 0, "2026-01-01", [0, 1e9]))
    refused(
        ValueError, "date, row 1", lambda: binnacle.world_field(0, 0, np.array(["2026-01-01", "NaT"], "datetime64[D]"))
    )
    refused(binnacle.BinnacleError, "y, row 2", lambda: binnacle.angle([1, 2, 2**40], 1))
    refused(
        binnacle.BinnacleError,
        "force, row 1",
        lambda: binnacle.heading_from_counts([[1, 2, 3]] * 2, [[1, 2, 3], [1, 2, 99_999]]),
    )
    assert locator.state() == binnacle.PlaceState.UNKNOWN


# MARK: - Processes, threads, units


def test_errors_crossAProcess():
    """A pool of processes pickles what a worker raised; what cannot be made anew breaks the pool."""
    error = refused(binnacle.BinnacleError, "record", lambda: binnacle.Record(b"no record"))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.code) == (binnacle.BinnacleError, str(error), error.code)
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        found = pool.submit(binnacle.heading, [[1e9, 0, 0]]).exception(60)
        assert isinstance(found, binnacle.BinnacleError) and "row 0" in str(found), found
        assert pool.submit(binnacle.heading, [20.0, 0, 40]).result(60) == 0


def test_threads_onOneCompass_doNotMixTheirRows():
    """Each call is whole: the rows of a call are those that the call would have alone, at one moment or another."""
    time = np.arange(20_000) * 0.01
    fields = [np.tile([20.0, 0, 40], (len(time), 1)), np.tile([0.0, -20, 40], (len(time), 1))]
    compass = binnacle.Compass(binnacle.Record.of([0.0, 0.0, 0.0], field_strength=44.7))
    compass.set_smoothing(0)

    def read(turn):
        # Every call goes on later than those before it.
        return turn, compass.read(time + 1000 * turn, fields[turn % 2]).magnetic

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for turn, found in pool.map(read, range(12)):
            assert apart(found[~np.isnan(found)], 90 * (turn % 2)).max() < 1e-3, turn
    other = copy.deepcopy(compass)
    assert other.record == compass.record and other._memory is not compass._memory


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


def test_maskedRows_areNotKnown():
    field, force = np.tile([20.0, 5, 40], (5, 1)), np.tile([0.0, 0, -1], (5, 1))
    wrong = np.array([0, 0, 1, 0, 0], bool)
    masked = np.ma.masked_array(field.copy(), np.repeat(wrong[:, None], 3, 1))
    masked.data[2] = 9_999
    found = binnacle.heading(masked, force)
    assert np.isnan(found).tolist() == wrong.tolist() and len(set(found[~wrong])) == 1
    whole = np.ma.masked_array(np.tile([20, 5, 40], (5, 1)), masked.mask)
    assert np.isnan(binnacle.heading(whole)).tolist() == wrong.tolist()
    assert np.isnan(binnacle.heading(field, np.ma.masked_array(force, masked.mask))).tolist() == wrong.tolist()
    assert not np.isnan(binnacle.heading(np.ma.masked_array(field))).any()
    times = np.ma.masked_array(np.arange(5.0), wrong)
    refused(ValueError, "time, row 2: not a number", lambda: binnacle.Compass().read(times, field))
    refused(ValueError, "field, row 2: not a finite number", lambda: binnacle.fit(masked))
    refused(TypeError, "whole numbers", lambda: binnacle.angle(np.ma.masked_array([1, 2], [0, 1]), 1))
    days = np.ma.masked_array(np.array(["2026-07-01", "2026-07-02"], "datetime64[D]"), [0, 1])
    refused(ValueError, "masked", lambda: binnacle.world_field(0, 0, days))


def test_arguments_haveOneOrder():
    """Time, field, force, rate, wherever they are."""
    order = ["time", "pose", "field", "force", "rate"]
    places = [binnacle.fit, binnacle.heading, binnacle.solve, binnacle.motion, binnacle.heading_from_counts]
    places += [binnacle.Compass.read, binnacle.Compass.add_field, binnacle.Compass.add_force, binnacle.Motion.add_rate]
    for function in (*places, binnacle.AxisCheck.add):
        kinds = inspect.signature(function).parameters.values()
        names = [each.name for each in kinds if each.kind == each.POSITIONAL_OR_KEYWORD and each.name in order]
        assert names == sorted(names, key=order.index) and names, function


def test_units_areLiterals():
    for function in (binnacle.fit, binnacle.heading, binnacle.motion, binnacle.Compass.read, binnacle.Record.of):
        for name, kind in typing.get_type_hints(function).items():
            if name.endswith("unit"):
                assert typing.get_origin(kind) is typing.Literal and typing.get_args(kind), (function, name)


def test_record_isTakenAsItsBytes():
    record = binnacle.Record.of([10.0, -5.0, 3.0])
    field = [[30.0, 5, 40]] * 3
    assert (binnacle.heading(field, record=bytes(record)) == binnacle.heading(field, record=record)).all()
    assert binnacle.Compass(bytes(record)).record == record
    refused(binnacle.BinnacleError, "", lambda: binnacle.heading(field, record=b"short"))
    refused(TypeError, "", lambda: binnacle.heading(field, record="text"))


# MARK: - Fits


def digits(value, count):
    return None if value is None else float(f"{value:.{count}g}")


def expect_fit(recording):
    name, _, _, unit, force_unit, _, _, plain = recording
    told = json.loads((FOLDER / f"{name}.json").read_text())
    field, force, seconds = recordings.columns(recording)
    found = binnacle.fit(field, force, time=seconds, unit=unit, force_unit=force_unit or "g", plain=plain)
    exact = told["integer"]
    assert told["rows"] == found.rows and told["scaleExponent"] == found.scale_exponent, name
    for ours, theirs in (
        ("accepted", "accepted"),
        ("model", "model"),
        ("grade", "grade"),
        ("directions_seen", "directionsSeen"),
        ("tilt_seen_degrees", "tiltSeenDegrees"),
    ):
        assert getattr(found, ours) == exact[theirs], (name, ours, getattr(found, ours), exact[theirs])
    assert [reason.name for reason in found.reasons] == exact["reasons"], (name, found.reasons, exact["reasons"])
    for ours, theirs, count in (
        ("radius", "radius", 9),
        ("residual_percent", "residualPercent", 6),
        ("worst_error_degrees", "predictedHeadingErrorDegrees", 6),
        ("typical_error_degrees", "typicalHeadingErrorDegrees", 6),
        ("left_out_percent", "leftOutPercent", 4),
    ):
        assert digits(getattr(found, ours), count) == exact[theirs], (name, ours, getattr(found, ours), exact[theirs])
    if exact["centre"] is None:
        assert found.hard_iron is None and found.soft_iron is None
    else:
        assert [digits(value, 9) for value in found.hard_iron] == exact["centre"], name
        assert [[digits(value, 9) for value in row] for row in found.soft_iron] == exact["softIron"], name
    for ours, theirs in zip(found.reasons, exact["measures"]):
        assert (digits(ours.measured, 6), digits(ours.limit, 6)) == (theirs["measured"], theirs["limit"]), (
            name,
            ours,
            theirs,
        )
        assert ours.of_larger_model == theirs["ofLargerModel"] and str(ours).startswith(theirs["reason"])
    aligned = told["alignment"]["integer"]
    assert (aligned is None) == (found.alignment is None), name
    if aligned is not None:
        ours = found.alignment
        assert aligned["pairs"] == ours.pairs, name
        assert [digits(value, 6) for value in ours.rotation_degrees] == aligned["rotationDegrees"], name
        assert digits(ours.dip_degrees, 6) == aligned["dipDegrees"], name
        assert digits(ours.dip_spread_degrees, 5) == aligned["dipSpreadDegrees"], name
        assert digits(ours.dip_spread_before_degrees, 5) == aligned["dipSpreadBeforeDegrees"], name
        assert [[digits(value, 9) for value in row] for row in ours.soft_iron] == aligned["softIron"], name
    bytes_of_record = FOLDER / f"{name}.record"
    if bytes_of_record.exists() and bytes_of_record.stat().st_size:
        assert bytes(found.record) == bytes_of_record.read_bytes(), name
    else:
        refused(ValueError, "", lambda: found.record)
    return found


def test_fits_ofTheRecordings_areThoseOfTheProgram():
    found = [expect_fit(recording) for recording in recordings.RECORDINGS if IS_LONG or recording[0] in recordings.FEW]
    assert {one.accepted for one in found} == {True, False} and len({one.model for one in found}) >= 2
    assert any(one.alignment for one in found) and any(one.accepted and one.unit != "counts" for one in found)


def test_fit_ofALongRecording_takesEveryNthRow():
    random = np.random.default_rng(11)
    directions = random.normal(0, 1, (150_000, 3))
    field = directions / np.linalg.norm(directions, axis=1)[:, None] * 48 + [10, -5, 20]
    found = binnacle.fit(field)
    assert found.rows == 75_000 and found.accepted and np.abs(found.hard_iron - [10, -5, 20]).max() < 0.05
    assert found.record.field_strength and abs(found.record.field_strength - 48) < 0.1


def test_fit_ofWhatIsNoRecording_isRefused():
    good = np.random.default_rng(12).normal(0, 30, (40, 3))
    refused(ValueError, "3 rows", lambda: binnacle.fit(good[:3]))
    refused(ValueError, "0 rows", lambda: binnacle.fit(np.zeros((0, 3))))
    refused(ValueError, "every number of the field is 0", lambda: binnacle.fit(np.zeros((9, 3))))
    bad = good.copy()
    bad[7, 1] = np.nan
    refused(ValueError, "field, row 7: not a finite number", lambda: binnacle.fit(bad))
    bad[7, 1] = np.inf
    refused(ValueError, "field, row 7", lambda: binnacle.fit(bad))
    refused(ValueError, "force has the shape (39, 3)", lambda: binnacle.fit(good, good[:39]))
    refused(ValueError, "one of uT", lambda: binnacle.fit(good, unit="tesla"))
    found = binnacle.fit(good)
    assert not found.accepted and found.grade == 0 and found.reasons
    refused(ValueError, "the fit was refused: ", lambda: found.record)
    refused(ValueError, "in counts", lambda: binnacle.fit(sphere(200), unit="counts").record)
    flat = binnacle.fit(np.column_stack([good[:, :2], np.full(40, 1e-9)]))
    assert not flat.accepted and "notDetermined" in [reason.name for reason in flat.reasons]


def test_fit_refused_saysWhy():
    still = np.tile([20.0, 5, 40], (50, 1)) + np.random.default_rng(1).normal(0, 0.3, (50, 3))
    found = binnacle.fit(still)
    assert not found.accepted
    refused(ValueError, f"the fit was refused: {found.reasons[0].words} (", lambda: found.record)
    assert all(len(reason.words) > 10 for reason in found.reasons)


def test_fit_ofAnotherUnit_saysWhichNumbersItWants():
    field, down = sphere(300), np.tile([0.0, 0, -1], (300, 1))
    for factor, unit in ((16_384, "g"), (9.81, "g"), (1_000, "m/s2"), (16_384, "mg")):
        refused(ValueError, f"force_unit is '{unit}'", lambda: binnacle.fit(field, down * factor, force_unit=unit))
    binnacle.fit(field, down * 16_384, force_unit="counts")
    refused(ValueError, "30 for 3,000 counts a gauss", lambda: binnacle.fit(field * 30, unit="counts").record)


def test_readings_printed_sayHowManyHaveAHeading():
    field, force = np.tile([20.0, 5, 40], (5, 1)), np.tile([0.0, 0, -1], (5, 1))
    assert repr(binnacle.Compass().read(np.arange(5) * 0.02, field, force)).startswith("<Readings: 5 rows, of which 0 ")
    compass = binnacle.Compass(binnacle.fit(sphere(300)).record)
    assert repr(compass.read(np.arange(5) * 0.02, field, force)).startswith("<Readings: 5 rows, of which 5 ")
    assert repr(compass.reading(0.1)).startswith("<Readings: one row, of which 1 ")


def sphere(count):
    """Directions of a golden spiral on a sphere of 48."""
    z = np.linspace(-1, 1, count)
    turn = np.arange(count) * 2.399963
    return np.column_stack([np.sqrt(1 - z * z) * np.cos(turn), np.sqrt(1 - z * z) * np.sin(turn), z]) * 48


def test_fit_isTheSame_whateverTheLayout():
    field = sphere(300) + [3, 4, 5]
    found = binnacle.fit(field)
    for other in (np.asfortranarray(field), np.repeat(field, 2, 0)[::2], field.tolist()):
        again = binnacle.fit(other)
        assert (again.hard_iron == found.hard_iron).all() and bytes(again.record) == bytes(found.record)
    assert found.accepted and np.abs(found.hard_iron - [3, 4, 5]).max() < 0.05


# MARK: - Speed


def test_aMillionHeadings_takeWellUnderASecond():
    random = np.random.default_rng(13)
    field, force = random.normal(0, 30, (1_000_000, 3)), random.normal(0, 0.2, (1_000_000, 3)) - [0, 0, 1]
    begin = time.process_time()
    found = binnacle.heading(field, force)
    took = time.process_time() - begin
    print(f"1,000,000 headings: {took:.2f} s")
    assert not np.isnan(found).any() and took < 1.0


if __name__ == "__main__":
    tests = [(name, body) for name, body in sorted(globals().items()) if name.startswith("test_")]
    failed = []
    for name, body in tests:
        try:
            body()
        except Exception:
            failed.append(name)
            print(f"{name} failed:\n{traceback.format_exc()}", flush=True)
    print(f"{len(tests) - len(failed)} of {len(tests)} checks passed")
    sys.exit(1 if failed else 0)
