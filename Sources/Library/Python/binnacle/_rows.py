"""What is computed of each row alone: angles, headings of counts, solutions, the world model."""

from __future__ import annotations

import datetime
from typing import Any, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from . import _interface, _library
from ._arrays import (
    FIELD_UNITS,
    WORD_LIMIT,
    FieldUnit,
    Floats,
    ForceUnit,
    degrees,
    field_words,
    force_words,
    numbers,
    turns,
    unit_of,
    vectors,
    whole,
)
from ._record import Record, given


def _whole_numbers(name: str, values: npt.ArrayLike, kind: type[np.signedinteger[Any]]) -> npt.NDArray[Any]:
    array = numbers(name, values)
    if array.dtype.kind == "f" and array.size:
        raise TypeError(f"{name} holds {array.dtype}, and whole numbers are needed")
    limits = np.iinfo(kind)
    if array.size and (array.min() < limits.min or array.max() > limits.max):
        bad = (array < limits.min) | (array > limits.max)
        row = int(np.flatnonzero(bad.reshape(-1, 3 if array.ndim > 1 and array.shape[-1] == 3 else 1).any(1))[0])
        raise _library.BinnacleError(
            _interface.ERROR_RANGE, f"{name}, row {row}: holds a number beyond {limits.bits} bits"
        )
    return array.astype(kind)


def angle(y: npt.ArrayLike, x: npt.ArrayLike) -> Floats:
    """The angle of each vector (x, y) from the x axis towards the y axis: atan2(y, x) in integers.

    With x north and y east it is a direction clockwise from north.

    Args:
        y, x: whole numbers of 32 bits, of shapes that NumPy broadcasts.

    Returns:
        float64 degrees, 0 to 360, which hold each bit of the library's 2^-32 turns; NaN for (0, 0). Within 3e-7 degrees.

    Raises:
        TypeError: not whole numbers.
        BinnacleError: a number beyond 32 bits.
        ValueError: the shapes do not go together.

    Example:
        >>> binnacle.angle(300, 300)  # 300 to the east, 300 to the north: degrees clockwise from north
        array(45.)
    """
    ys, xs = np.broadcast_arrays(_whole_numbers("y", y, np.int32), _whole_numbers("x", x, np.int32))
    shape = ys.shape
    ys, xs = np.ascontiguousarray(ys).reshape(-1), np.ascontiguousarray(xs).reshape(-1)
    angles, valid = np.zeros(len(ys), np.uint32), np.zeros(len(ys), np.uint8)
    _library.call("array_angles", len(ys), ys, xs, angles, valid)
    return degrees(angles, valid != 0).reshape(shape)


def heading_from_counts(field: npt.ArrayLike, force: npt.ArrayLike) -> Floats:
    """The heading of the forward axis from raw counts of two 16-bit sensors that need no calibration.

    Args:
        field: the magnetic field in any unit, whole numbers of 16 bits, shape (..., 3): forward, right, down.
        force: what the accelerometer measures, of the same shape and axes; level and at rest it is (0, 0, negative).

    Returns:
        float64 degrees clockwise from magnetic north, shape (...); NaN for a force of zero or a vertical field.

    Raises:
        TypeError: not whole numbers.
        BinnacleError: a number beyond 16 bits.
        ValueError: the shapes are not (..., 3), or not the same.

    Example:
        >>> binnacle.heading_from_counts([[200, 0, 400], [200, -200, 400]], [[0, 0, -16384]] * 2).round(1)  # level; degrees
        array([ 0., 45.])
    """
    fields = vectors("field", _whole_numbers("field", field, np.int16))
    forces = vectors("force", _whole_numbers("force", force, np.int16), fields.shape[:-1])
    count = fields.size // 3
    headings, valid = np.zeros(count, np.uint32), np.zeros(count, np.uint8)
    _library.call(
        "array_headings_from_counts", count, np.ascontiguousarray(fields), np.ascontiguousarray(forces), headings, valid
    )
    return degrees(headings, valid != 0).reshape(fields.shape[:-1])


def heading(
    field: npt.ArrayLike,
    force: Optional[npt.ArrayLike] = None,
    *,
    record: Optional[Record | bytes] = None,
    unit: FieldUnit = "uT",
    force_unit: ForceUnit = "g",
) -> Floats:
    """The bare direction of the forward axis: calibration and tilt compensation, no smoothing, no assessment.

    Args:
        field: shape (..., 3): forward, right, down; rounded half up to whole nanotesla, each within 2,097 microtesla.
        force: what the accelerometer measures, of the same shape and axes; at rest it points up. Without it the instrument is level.
        record: the calibration to apply, also as the bytes of a record; without it none.
        unit: of ``field``: "uT", "nT", "mG", "G" or "counts".
        force_unit: "g", "mg", "m/s2" or "counts". Counts of an accelerometer are read as milli-g, and only directions count.

    Returns:
        float64 degrees clockwise from magnetic north, shape (...), which hold each bit of the library's 2^-32 turns; NaN where field or
        force has no direction, where the forward axis is within 4 degrees of the vertical, and in a row with a NaN.

    Raises:
        BinnacleError: a number is beyond what a sample can carry.
        ValueError, TypeError: shape, type or unit.

    Example:
        >>> field = [[20.0, 0.0, 42.0], [0.0, -20.0, 42.0]]  # microtesla
        >>> force = [[0.0, 0.0, -1.0], [0.0, 0.0, -1.0]]  # g; level
        >>> binnacle.heading(field, force)
        array([ 0., 90.])
    """
    fields = vectors("field", field)
    words, there = field_words(fields, unit)
    forces = None
    if force is not None:
        forces, has_force = force_words(vectors("force", force, fields.shape[:-1]), force_unit)
        there = there & has_force
    compass = _library.storage(_interface.COMPASS_SIZE)
    _library.call("compass_init", compass, _interface.COMPASS_SIZE)
    known = given(record)
    if known is not None:
        _library.call("compass_set_record", compass, known._array(), _interface.RECORD_SIZE)
    headings, valid = np.zeros(len(words), np.uint32), np.zeros(len(words), np.uint8)
    _library.call("array_compass_headings", compass, len(words), words, forces, headings, valid)
    return degrees(headings, (valid & there) != 0).reshape(fields.shape[:-1])


class Solution(NamedTuple):
    """Headings and attitudes. Each is a float64 array with one number a row."""

    #: Degrees clockwise from magnetic north.
    heading: Floats
    #: Degrees, below the horizon positive.
    dip: Floats
    #: Degrees, right side down positive; NaN without a force, and where the forward axis is vertical.
    roll: Floats
    #: Degrees, nose up positive; NaN without a force.
    pitch: Floats
    #: Nanotesla.
    horizontal: Floats


def solve(
    field: npt.ArrayLike, force: Optional[npt.ArrayLike] = None, *, unit: FieldUnit = "uT", force_unit: ForceUnit = "g"
) -> Solution:
    """Heading, dip and attitude from a field that is calibrated already (``Record.apply``).

    Args:
        field: shape (..., 3): forward, right, down; rounded half up to 1/256 nanotesla, each within 8,388 microtesla.
        force, unit, force_unit: as ``heading``.

    Returns:
        A ``Solution``, whose arrays have the shape (...); NaN where there is no heading.

    Raises:
        BinnacleError: a number is beyond what a sample can carry.
        ValueError, TypeError: shape, type or unit.

    Example:
        >>> solution = binnacle.solve([0.0, -20.0, 20.0], [0.0, 0.0, -1.0])  # microtesla and g
        >>> print(solution.heading, solution.dip.round(3), solution.horizontal)  # degrees, degrees, nanotesla
        90.0 45.0 20000.0
    """
    fields = vectors("field", field)
    factor = FIELD_UNITS[unit_of("unit", unit, FIELD_UNITS)]
    words, there = whole("field", np.asarray(fields, np.float64) * factor * 256, WORD_LIMIT, "beyond ±8,388,607 nT")
    forces = None
    if force is not None:
        forces, has_force = force_words(vectors("force", force, fields.shape[:-1]), force_unit)
        there = there & has_force
    solutions, status = np.zeros(len(words), _interface.SOLUTION), np.zeros(len(words), np.uint8)
    _library.call("array_solve", len(words), words, forces, solutions, status)
    status[there == 0] = 0
    shape, known = fields.shape[:-1], status != 0
    return Solution(
        degrees(solutions["heading"], known).reshape(shape),
        degrees(solutions["dip"], known).reshape(shape),
        degrees(solutions["roll"], status == 2).reshape(shape),
        degrees(solutions["pitch"], known & (force is not None)).reshape(shape),
        np.where(known, solutions["horizontal"], np.nan).reshape(shape),
    )


class WorldField(NamedTuple):
    """The field of the Earth's core. Each is a float64 array."""

    #: Nanotesla.
    north: Floats
    east: Floats
    down: Floats
    horizontal: Floats
    total: Floats
    #: Degrees from true to magnetic north, east positive; NaN where the field is vertical.
    declination: Floats
    #: Degrees, below the horizon positive.
    dip: Floats


def world_field(
    latitude: npt.ArrayLike,
    longitude: npt.ArrayLike,
    date: Any,
    height: npt.ArrayLike = 0.0,
    *,
    extrapolate: bool = False,
) -> WorldField:
    """The World Magnetic Model 2025 by place and date.

    Args:
        latitude: degrees, geodetic, north positive, -90 to 90.
        longitude: degrees, east positive, -180 to 180.
        date: a ``datetime.date``, an array of ``datetime64``, or what NumPy makes one of ("2026-07-01"); UTC, 2025-01-01 to 2030-01-01.
        height: metres above the ellipsoid, -1,000 to 850,000.
        extrapolate: also take dates up to ten years outside the model; the declination is then less certain.

    The shapes of the four broadcast.

    Returns:
        A ``WorldField``; within 0.05 nanotesla of the model's equations.

    Raises:
        BinnacleError: the limit that a place or date breaks, with its row.
        ValueError, TypeError: the shapes do not go together; not numbers, no date.

    Example:
        >>> field = binnacle.world_field([47.37, -33.87], [8.54, 151.21], "2026-07-01")  # Zurich, Sydney
        >>> field.declination.round(1)  # degrees
        array([ 3.6, 12.8])
        >>> field.total.round(-2)  # nanotesla
        array([48400., 57000.])
    """
    # A datetime has a time of day, which the model does not take.
    day = date.date() if isinstance(date, datetime.datetime) else date
    if isinstance(day, np.ma.MaskedArray) and np.ma.is_masked(day):
        raise ValueError("date holds a masked value, and a date is needed")
    days = np.asarray(day, "datetime64[D]")
    if np.isnat(days).any():
        row = int(np.flatnonzero(np.isnat(days).reshape(-1))[0])
        raise ValueError(f"date, row {row}: a value that is no date")
    latitudes, longitudes, heights, dates = np.broadcast_arrays(
        numbers("latitude", latitude),
        numbers("longitude", longitude),
        numbers("height", height),
        (days - np.datetime64("2000-01-01")).astype(np.int64),
    )
    shape = latitudes.shape
    moments = np.zeros(latitudes.size, _interface.MOMENT)
    scaled = np.floor(np.asarray(heights, np.float64) * 1_000 + 0.5)
    if not (np.abs(scaled) <= WORD_LIMIT).all():
        row = int(np.flatnonzero(~(np.abs(scaled) <= WORD_LIMIT).reshape(-1))[0])
        raise _library.BinnacleError(_interface.ERROR_RANGE, f"height, row {row}: beyond 2,147 km")
    moments["latitude"] = turns("latitude", np.asarray(latitudes, np.float64), 90).reshape(-1)
    moments["longitude"] = turns("longitude", np.asarray(longitudes, np.float64), 180).reshape(-1)
    moments["height"] = scaled.reshape(-1)
    moments["days"] = np.clip(dates, -(2**31), 2**31 - 1).reshape(-1)
    fields = np.zeros(latitudes.size, _interface.WORLD_FIELD)
    _library.call("array_world_fields", len(moments), moments, int(extrapolate), fields)
    bad = np.flatnonzero(fields["result"] < 0)
    if bad.size:
        row = int(bad[0])
        where = f"row {row}: {latitudes.reshape(-1)[row]:g}, {longitudes.reshape(-1)[row]:g}"
        when = np.datetime64("2000-01-01") + int(dates.reshape(-1)[row])
        raise _library.BinnacleError(int(fields["result"][row]), f"{where}, {heights.reshape(-1)[row]:g} m, {when}")
    nanotesla = fields["field"] / 256
    return WorldField(
        *(
            np.asarray(values).reshape(shape)
            for values in (
                nanotesla[:, 0],
                nanotesla[:, 1],
                nanotesla[:, 2],
                fields["horizontal"] / 256,
                fields["total"] / 256,
                degrees(fields["declination"], fields["has_declination"] != 0),
                degrees(fields["dip"]),
            )
        )
    )
