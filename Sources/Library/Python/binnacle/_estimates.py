"""Estimates of the attitude with a gyroscope."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from . import _interface, _library
from ._arrays import (
    FieldUnit,
    Floats,
    ForceUnit,
    RateUnit,
    check_force_unit,
    check_rate_unit,
    degrees,
    field_words,
    force_words,
    microseconds,
    rate_words,
    series,
)
from ._record import Record
from ._series import Compass


class MotionQuality(NamedTuple):
    """What the filter found about the sensors until the last row. Deviations are one standard deviation.

    Attributes:
        bias_deviation: of the gyroscope's bias, the largest of its axes, degrees a second.
        scale, scale_deviation: by which share the gyroscope measures too little.
        field_delay, field_delay_deviation: seconds by which the field is older than the rate.
        hard_iron: the field that moves with the instrument beyond what the record takes away, nanotesla, shape (3,).
    """

    bias_deviation: float
    scale: float
    scale_deviation: float
    field_delay: float
    field_delay_deviation: float
    hard_iron: Floats


class MotionCounts(NamedTuple):
    """Samples that were not as they should be; each count stops at 65,535.

    Attributes:
        missing: rates that are missing between two that came.
        repeated: rates with the time of the one before.
        out_of_order: rates older than the one before.
        late: forces and fields that came later than 100 ms after they were measured.
        saturated: rates beyond the range of the sensor.
        restarts: how often the filter began again, after more than a second without a rate.
    """

    missing: int
    repeated: int
    out_of_order: int
    late: int
    saturated: int
    restarts: int


class Estimates:
    """What gyroscope and compass know together, at each row. What is not known is NaN. Arrays of ``Motion.estimate`` have no axis for rows.

    Attributes:
        raw: the structures of the library (``binnacle_motion_estimate``), as a structured array.
        quality: what the filter found about the sensors until the last row.
        counts: samples that were not as they should be.

    Example:
        >>> rate = [[0.1, 0.1, 0.1], [-0.1, -0.1, -0.1]] * 500  # degrees a second: the noise of a gyroscope at rest
        >>> estimates = binnacle.motion(np.arange(1000) * 0.01, [[0, -20, 42]] * 1000, [[0, 0, -1]] * 1000, rate)  # seconds, microtesla, g
        >>> print(estimates.heading[-1].round(1), abs(estimates.turn[-1]) < 0.2, abs(estimates.bias[-1]).max() < 0.1)  # degrees (a second)
        90.0 True True
        >>> estimates.attitude[-1].round(2)  # w, x, y, z
        array([0.71, 0.  , 0.  , 0.71])
        >>> bool(estimates.state[-1] == binnacle.MotionState.FUSED), bool(estimates.is_at_rest[-1])
        (True, True)
        >>> is_good = estimates.accuracy < 5  # degrees
        >>> print(estimates.time[-1])  # seconds
        9.99
        >>> estimates.counts.missing, estimates.quality.field_delay  # seconds
        (0, 0.0006)
    """

    def __init__(self, raw: Any, quality: MotionQuality, counts: MotionCounts) -> None:
        self.raw = raw
        self.quality = quality
        self.counts = counts

    def __len__(self) -> int:
        return len(self.raw)

    @property
    def time(self) -> Floats:
        """Seconds: the time of the last rate, less its delay."""
        return np.asarray(self.raw["time"] / 1e6)

    @property
    def attitude(self) -> Floats:
        """Quaternions w, x, y, z that turn the body's axes into north, east, down; shape (n, 4)."""
        return np.where(np.asarray(self.raw["state"] != 0)[..., None], self.raw["attitude"] / 2**30, np.nan)

    @property
    def heading(self) -> Floats:
        """Degrees of the forward axis, clockwise from magnetic north."""
        return degrees(self.raw["heading"], self.raw["is_heading_valid"] != 0)

    @property
    def accuracy(self) -> Floats:
        """Degrees: 95 % of headings have a smaller error; at most 180, and 180 without a calibration (``record``)."""
        return degrees(self.raw["accuracy"], self.raw["is_heading_valid"] != 0)

    @property
    def turn(self) -> Floats:
        """Degrees a second about the vertical, clockwise."""
        return np.asarray(self.raw["turn"] / 2**20 * (180 / np.pi))

    @property
    def bias(self) -> Floats:
        """The gyroscope's bias, degrees a second; shape (n, 3)."""
        return np.asarray(self.raw["bias"] / 2**20 * (180 / np.pi))

    @property
    def state(self) -> npt.NDArray[np.uint8]:
        """What the filter can say: a ``MotionState``."""
        return np.asarray(self.raw["state"])

    @property
    def is_at_rest(self) -> npt.NDArray[np.bool_]:
        """Whether the instrument lies still."""
        return np.asarray(self.raw["is_at_rest"] != 0)


def motion(
    time: npt.ArrayLike,
    field: npt.ArrayLike,
    force: npt.ArrayLike,
    rate: npt.ArrayLike,
    *,
    record: Optional[Record | bytes] = None,
    delays: tuple[int, int, int] = (600, 0, 0),
    zero_rate_offset: float = 0.5,
    uses_field: bool = True,
    unit: FieldUnit = "uT",
    force_unit: ForceUnit = "g",
    rate_unit: RateUnit = "dps",
) -> Estimates:
    """Attitude and heading from gyroscope, accelerometer and magnetometer, row by row. The axes are forward, right, down.

    Args:
        time: seconds, shape (n,); it must not step back.
        field: shape (n, 3).
        force: what the accelerometer measures, shape (n, 3); at rest it points up.
        rate: of the gyroscope, right-handed, shape (n, 3), each within 2,047 rad/s.
        record: the calibration to apply, also as the bytes of a record; without it none.
        delays: how much older than their time the field, the force and the rate are, microseconds: -30,000 to 30,000, the last from 0.
        zero_rate_offset: one standard deviation of what the gyroscope measures at rest, degrees a second: 0.01 to 5. 3 serves where the data
            sheet has 5 and more.
        uses_field: False: rates and forces alone. The heading counts from where the filter began, and drifts.
        unit, force_unit: as ``heading``.
        rate_unit: "dps" (degrees a second) or "rad/s".

    A row with a NaN in ``rate``, ``force`` or ``field`` has no sample of that sensor: sensors with different rates share one time.

    Raises:
        BinnacleError: a number is beyond what a sample can carry, or a delay or the offset out of its range.
        ValueError, TypeError: shape, type or unit; also a force that is many g, and rates by which the field cannot have turned.

    Example:
        >>> time = np.arange(1000) * 0.01  # seconds
        >>> rate = np.tile([[0.1], [-0.1]], (500, 3))  # degrees a second: the noise of a gyroscope at rest
        >>> force = np.tile([0.0, 0.0, -1.0], (1000, 1))  # g
        >>> field = np.full((1000, 3), np.nan)
        >>> field[::10] = [0.0, -20.0, 42.0]  # microtesla; the magnetometer gives every tenth row
        >>> estimates = binnacle.motion(time, field, force, rate)
        >>> print(estimates.heading[-1].round(1))  # degrees
        90.0
    """
    rates = series("rate", rate)
    times = microseconds(time, len(rates))
    turned, has_rate = rate_words(rates, rate_unit)
    pulls, strengths = series("force", force, len(rates)), series("field", field, len(rates))
    check_force_unit(pulls, force_unit)
    check_rate_unit(times / 1e6, rates, strengths, rate_unit)
    forces, has_force = force_words(pulls, force_unit)
    fields, has_field = field_words(strengths, unit)
    filter_ = made(delays, zero_rate_offset, uses_field)
    compass = Compass(record)
    estimates = np.zeros(len(rates), _interface.MOTION_ESTIMATE)
    _library.call(
        "array_motion_estimates",
        filter_,
        compass._memory,
        len(rates),
        times,
        turned,
        has_rate,
        forces,
        has_force,
        fields,
        has_field,
        estimates,
    )
    return told(filter_, estimates)


def told(filter_: _library.Memory, estimates: Any) -> Estimates:
    """Estimates, with what the filter says beside them."""
    quality, counts = np.zeros(1, _interface.MOTION_QUALITY), np.zeros(1, _interface.MOTION_COUNTS)
    _library.call("motion_get_quality", filter_, quality)
    _library.call("motion_get_counts", filter_, counts)
    return Estimates(estimates, _quality(quality[0]), MotionCounts(*(int(count) for count in counts[0])))


def made(delays: tuple[int, int, int], zero_rate_offset: float, uses_field: bool) -> _library.Memory:
    """A new motion filter."""
    filter_, settings = _library.storage(_interface.MOTION_SIZE), np.zeros(1, _interface.MOTION_SETTINGS)
    if not all(abs(delay) <= 30_000 for delay in delays):
        raise _library.BinnacleError(_interface.ERROR_RANGE, "delays")
    if not 0.01 <= zero_rate_offset <= 5:
        raise _library.BinnacleError(_interface.ERROR_RANGE, "zero_rate_offset")
    settings[0] = (*delays, round(zero_rate_offset * 100))
    _library.call("motion_init", filter_, _interface.MOTION_SIZE, settings)
    if not uses_field:
        _library.call("motion_use_field", filter_, 0)
    return filter_


def _quality(raw: Any) -> MotionQuality:
    return MotionQuality(
        bias_deviation=float(raw["bias_deviation"]) / 2**20 * (180 / np.pi),
        scale=float(raw["scale"]) / 2**24,
        scale_deviation=float(raw["scale_deviation"]) / 2**24,
        field_delay=float(raw["field_delay"]) / 1e6,
        field_delay_deviation=float(raw["field_delay_deviation"]) / 1e6,
        hard_iron=np.asarray(raw["hard_iron"], np.float64),
    )
