"""The world model of the Earth's field: official values, and what a refusal names."""

import datetime

import binnacle
import numpy as np
from checking import ROOT, apart, refused


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
