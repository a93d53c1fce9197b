"""Arrays of every shape, layout and type: what is taken, and what is refused with which words."""

import binnacle
import numpy as np
from checking import apart, refused


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
