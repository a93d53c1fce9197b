"""Angles and headings: against the vectors of the protocol, and against the functions of binnacle.h."""

import ctypes
import time

import binnacle
import numpy as np
from binnacle import _interface, _library
from checking import DEGREE, apart, one_by_one, refused, vectors


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


def test_aMillionHeadings_takeWellUnderASecond():
    random = np.random.default_rng(13)
    field, force = random.normal(0, 30, (1_000_000, 3)), random.normal(0, 0.2, (1_000_000, 3)) - [0, 0, 1]
    begin = time.process_time()
    found = binnacle.heading(field, force)
    took = time.process_time() - begin
    print(f"1,000,000 headings: {took:.2f} s")
    assert not np.isnan(found).any() and took < 1.0
