"""Arguments as the library takes them: whole numbers, checked, in C's order; and its angles as degrees."""

from __future__ import annotations

from typing import Any, Literal, Optional, get_args

import numpy as np
import numpy.typing as npt

from ._interface import ERROR_RANGE
from ._library import BinnacleError

Floats = npt.NDArray[np.float64]
Words = npt.NDArray[np.int32]
Mask = npt.NDArray[np.uint8]

#: One unit in nanotesla. 1 gauss is 10^-4 tesla (BIPM SI Brochure, 8th edition, table 9). The size of a count is unknown: one is read as
#: one nanotesla.
FIELD_UNITS = {"uT": 1_000.0, "nT": 1.0, "mG": 100.0, "G": 100_000.0, "counts": 1.0}
FieldUnit = Literal["uT", "nT", "mG", "G", "counts"]
ForceUnit = Literal["g", "mg", "m/s2", "counts"]
RateUnit = Literal["dps", "rad/s"]
FORCE_UNITS: tuple[str, ...] = get_args(ForceUnit)
RATE_UNITS: tuple[str, ...] = get_args(RateUnit)

#: In no recording half of the forces are above this. A wrong unit makes them 9.8 or 1,000 times too large.
_MOST_FORCE_G = 6.0
#: With fewer rows a median has no meaning.
_FEWEST_ROWS = 5

#: The model accepts no larger field (Protocols/calibration/spec.md, section 1), in nanotesla.
FIELD_LIMIT = 2.0**21
#: The largest number of 32 bits; the smallest is one further from 0.
WORD_LIMIT = 2.0**31 - 1
#: Above 2^53 microseconds, float64 cannot hold every one of them.
TIME_LIMIT = 2.0**53


def numbers(name: str, values: npt.ArrayLike) -> npt.NDArray[Any]:
    """An array of real numbers, as it is.

    What a masked array masks is not known: NaN.

    Raises:
        TypeError: it holds something else, such as text, booleans or complex numbers.
    """
    if isinstance(values, np.ma.MaskedArray) and values.dtype.kind in "iuf" and np.ma.is_masked(values):
        values = np.ma.filled(values.astype(np.float64), np.nan)
    array = np.asarray(values)
    # An empty list has no type of its own.
    if array.dtype.kind not in "iuf" and array.size:
        raise TypeError(f"{name} holds {array.dtype}, and real numbers are needed")
    return array if array.dtype.kind in "iuf" else array.astype(np.float64)


def vectors(name: str, values: npt.ArrayLike, rows: Optional[tuple[int, ...]] = None) -> npt.NDArray[Any]:
    """An array of vectors: the last axis has three numbers.

    Raises:
        ValueError: another shape, or another number of rows than expected.
    """
    array = numbers(name, values)
    if array.ndim == 1 and array.size == 0:
        array = array.reshape(0, 3)
    if array.ndim < 1 or array.shape[-1] != 3:
        raise ValueError(f"{name} has the shape {array.shape}, and (..., 3) is needed")
    if rows is not None and array.shape[:-1] != rows:
        raise ValueError(
            f"{name} has the shape {array.shape}, and {(*rows, 3)} is needed, as the other arguments have it"
        )
    return array


def series(name: str, values: npt.ArrayLike, rows: Optional[int] = None) -> npt.NDArray[Any]:
    """Vectors of one row after the other: the shape is (n, 3)."""
    array = vectors(name, values)
    if array.ndim != 2 or rows is not None and array.shape[0] != rows:
        raise ValueError(f"{name} has the shape {array.shape}, and ({'n' if rows is None else rows}, 3) is needed")
    return array


def _refuse(name: str, bad: npt.NDArray[np.bool_], limit: str) -> None:
    if bad.any():
        row = int(np.flatnonzero(bad.reshape(-1, bad.shape[-1]).any(1))[0])
        raise BinnacleError(ERROR_RANGE, f"{name}, row {row}: {limit}")


def whole(name: str, scaled: npt.NDArray[Any], limit: float, words: str) -> tuple[Words, Mask]:
    """Vectors rounded half up to whole numbers, and which of them are there: a row with a NaN is not.

    Raises:
        BinnacleError: a number is beyond the limit.
    """
    array = scaled.reshape(-1, 3)
    lowest = -limit - 1 if limit == WORD_LIMIT else -limit
    if array.dtype.kind in "iu":
        _refuse(name, (array > limit) | (array < lowest), words)
        return np.ascontiguousarray(array, np.int32), np.ones(len(array), np.uint8)
    array = np.floor(np.asarray(array, np.float64) + 0.5)
    there = ~np.isnan(array).any(1)
    with np.errstate(invalid="ignore"):
        _refuse(name, (array > limit) | (array < lowest), words)
    return np.ascontiguousarray(np.where(there[:, None], array, 0.0), np.int32), there.astype(np.uint8)


def unit_of(name: str, unit: str, known: Any) -> str:
    if unit not in known:
        raise ValueError(f"{name} is {unit!r}, and one of {', '.join(known)} is needed")
    return unit


def field_words(field: npt.NDArray[Any], unit: str) -> tuple[Words, Mask]:
    """Whole nanotesla."""
    factor = FIELD_UNITS[unit_of("unit", unit, FIELD_UNITS)]
    scaled = field if factor == 1 else field * factor
    return whole("field", scaled, FIELD_LIMIT, "beyond the ±2,097,152 nT that a sample can carry")


def micro_g(force: npt.NDArray[Any], unit: str) -> Floats:
    """Micro-g, not rounded. Standard gravity is 9.80665 m/s^2 (3rd CGPM, 1901; BIPM SI Brochure, 9th edition, p. 159)."""
    unit_of("force_unit", unit, FORCE_UNITS)
    values = np.asarray(force, np.float64)
    if unit == "g":
        return values * 1_000_000
    if unit == "m/s2":
        return values / 9.80665 * 1_000_000
    return values * 1_000


def force_words(force: npt.NDArray[Any], unit: str) -> tuple[Words, Mask]:
    """Whole micro-g."""
    return whole("force", micro_g(force, unit), WORD_LIMIT, "beyond the ±2,147 g that a sample can carry")


def check_force_unit(force: npt.NDArray[Any], unit: str) -> None:
    """Refuses forces that are so large that another unit is meant.

    Raises:
        ValueError: the median of five rows or more is above 6 g.
    """
    if unit_of("force_unit", unit, FORCE_UNITS) == "counts":
        return
    known = micro_g(force, unit)
    known = known[np.isfinite(known).all(1)]
    if len(known) < _FEWEST_ROWS:
        return
    usual = float(np.median(np.sqrt((known**2).sum(1)))) / 1_000_000
    if usual > _MOST_FORCE_G:
        raise ValueError(
            f"the median of the force is {usual:.3g} g, and 1 g is usual: force_unit is {unit!r}, "
            f"and one of {', '.join(FORCE_UNITS)} is meant"
        )


#: A rate in radians is 57 times smaller than in degrees. Values on the other side of the middle have the other unit.
_RATE_FACTOR = np.sqrt(180 / np.pi)


def check_rate_unit(time: npt.NDArray[Any], rate: npt.NDArray[Any], field: npt.NDArray[Any], unit: str) -> None:
    """Refuses rates that turn the instrument much slower or much faster than its field turns.

    The field of a place stays, so that in the axes of the sensors dm/dt = -s w x (m - h). The share s and the iron h follow from least
    squares. Nothing is refused if the equation explains less than half of what is seen, as at rest or with a field that is disturbed.

    Args:
        time: seconds, shape (n,); rate: shape (n, 3), in ``unit``; field: shape (n, 3), any unit.

    Raises:
        ValueError: the other unit is meant.
    """
    unit_of("rate_unit", unit, RATE_UNITS)
    rows = np.flatnonzero(np.isfinite(field).all(1))
    known = np.isfinite(rate).all(1)
    if len(rows) < 20 or known.sum() < 20:
        return
    # Of each tenth of a second the first row: shorter steps show the noise of the field.
    places = rows[np.unique(np.floor((time[rows] - time[rows[0]]) * 10), return_index=True)[1]]
    if len(places) < 20:
        return
    radians = np.asarray(rate, np.float64) * (np.pi / 180 if unit == "dps" else 1.0)
    sums = np.concatenate([np.zeros((1, 3)), np.cumsum(np.where(known[:, None], radians, 0.0), 0)])
    counts = np.concatenate([[0], np.cumsum(known)])
    of = counts[places[1:] + 1] - counts[places[:-1] + 1]
    seconds = np.asarray(np.diff(time[places]), np.float64)
    # A gap has no mean rate.
    good = (of > 0) & (seconds < 1)
    turn = (sums[places[1:] + 1] - sums[places[:-1] + 1])[good] / of[good, None]
    values = np.asarray(field, np.float64)[places]
    values = values / max(float(np.median(np.sqrt((values**2).sum(1)))), np.finfo(np.float64).tiny)
    step = (np.diff(values, axis=0)[good] / seconds[good, None]).reshape(-1)
    middle = ((values[1:] + values[:-1]) / 2)[good]
    zero = np.zeros(len(turn))
    crosses = np.stack(
        [
            np.stack([zero, -turn[:, 2], turn[:, 1]], 1),
            np.stack([turn[:, 2], zero, -turn[:, 0]], 1),
            np.stack([-turn[:, 1], turn[:, 0], zero], 1),
        ],
        1,
    )
    columns = np.concatenate([-np.cross(turn, middle)[..., None], crosses], 2).reshape(-1, 4)
    if len(step) < 60 or not np.isfinite(columns).all() or not (step**2).sum() > 0:
        return
    found = np.linalg.lstsq(columns, step, rcond=None)[0]
    left = float(((step - columns @ found) ** 2).sum() / (step**2).sum())
    share = float(found[0])
    if left < 0.5 and (share > _RATE_FACTOR or 0 < share < 1 / _RATE_FACTOR):
        other = "rad/s" if unit == "dps" else "dps"
        raise ValueError(
            f"the field turns {share:.3g} times as fast as the rates say: rate_unit is {unit!r}, and {other!r} is meant"
        )


def rate_words(rate: npt.NDArray[Any], unit: str) -> tuple[Words, Mask]:
    """Whole 2^-20 radians a second."""
    unit_of("rate_unit", unit, RATE_UNITS)
    values = np.asarray(rate, np.float64)
    radians = values * np.pi / 180 if unit == "dps" else values
    return whole("rate", radians * 1_048_576, WORD_LIMIT, "beyond the ±2,047 rad/s that a sample can carry")


def microseconds(time: npt.ArrayLike, rows: int) -> npt.NDArray[np.uint64]:
    """Seconds as whole microseconds, rounded half up.

    Raises:
        ValueError: another shape, a time that is no number, or one before that of the row above.
        BinnacleError: a time below 0 or above 285 years.
    """
    array = numbers("time", time)
    if array.shape != (rows,):
        raise ValueError(f"time has the shape {array.shape}, and ({rows},) is needed")
    scaled = np.floor(np.asarray(array, np.float64) * 1_000_000 + 0.5)
    if np.isnan(scaled).any():
        raise ValueError(f"time, row {int(np.flatnonzero(np.isnan(scaled))[0])}: not a number")
    _refuse("time", ((scaled < 0) | (scaled > TIME_LIMIT))[:, None], "not a time from 0 to 285 years")
    back = np.flatnonzero(np.diff(scaled) < 0)
    if back.size:
        raise ValueError(f"time, row {int(back[0]) + 1}: before that of the row above")
    return scaled.astype(np.uint64)


def one(name: str, found: tuple[Words, Mask]) -> Words:
    """The words of a single sample.

    Raises:
        ValueError: it holds a NaN.
    """
    if not found[1].all():
        raise ValueError(f"{name} holds a NaN, and a single sample has three numbers")
    return found[0]


def instant(time: float) -> int:
    """Seconds as whole microseconds."""
    return int(microseconds(np.array([time]), 1)[0])


def degrees(angles: npt.NDArray[Any], valid: Any = True) -> Floats:
    """2^-32 turns as degrees; NaN where they are not valid. Exact: 45/2^29 times 32 bits has 38 bits."""
    return np.where(valid, angles * (45 / 2**29), np.nan)


def turns(name: str, values: npt.NDArray[Any], limit: float) -> Words:
    """Degrees as 2^-32 turns, rounded half up; 180 degrees is -2^31, the same direction."""
    _refuse(name, ~(np.abs(values) <= limit)[..., None], f"beyond {limit:g} degrees")
    return np.asarray(np.floor(values / 360 * 2**32 + 0.5).astype(np.int64).astype(np.uint32).view(np.int32))
