"""The calibration fit of a whole recording, as `binnacle fit` does it: samples to whole numbers, the fit in integers, gravity."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from . import _interface
from ._alignment import SENSOR_RANGE, Alignment, aligned, lengths, run
from ._arrays import (
    FIELD_UNITS,
    FieldUnit,
    Floats,
    ForceUnit,
    Words,
    check_force_unit,
    micro_g,
    microseconds,
    series,
    unit_of,
)
from ._record import MODELS, Record, _half_away

#: The most rows that a fit takes; of a longer recording, every n-th row is fitted.
MOST_ROWS = 2**17
#: A force of more counts as this, micro-g.
_FORCE_LIMIT = 2_147_000_000.0
_UNKNOWN = 65535
_REASONS = tuple(name for name, _ in _interface.FIT_REASONS)
# The unit of each reason's numbers, and how many steps of the library's number make one of it; None: there is no number.
_MEASURES: tuple[Optional[tuple[str, float]], ...] = (
    ("samples", 1),
    None,
    None,
    None,
    ("%", 100),
    ("%", 100),
    ("°", 100),
    ("field", 1),
    ("", 1_000),
    ("%", 10),
    ("%", 10),
    ("°", 1),
    None,
    None,
)
_FIRST_GATE, _LAST_GATE, _PREDICTED_ERROR = 4, 10, 6


class Reason(NamedTuple):
    """Why a result was refused or lowered to a smaller model (Protocols/calibration/spec.md, section 6)."""

    #: "residual", "lowered", …
    name: str
    #: What was measured, and its limit; None: nothing was, or only of a larger model.
    measured: Optional[float]
    limit: Optional[float]
    #: The unit of both numbers: "%", "°", "samples", "" for a ratio, or that of the field.
    unit: str
    #: Whether only a larger model than the one of the result was refused for it.
    of_larger_model: bool

    @property
    def words(self) -> str:
        """What the reason means, in English.

        >>> binnacle.Reason("outliers", 47.5, 25.0, "%", False).words
        'samples do not fit the others: keep magnets away, and calibrate anew'
        """
        return dict(_interface.FIT_REASONS)[self.name]

    def __str__(self) -> str:
        larger = " of a larger model" if self.of_larger_model else ""
        if self.limit is None:
            return self.name + larger
        measured = "?" if self.measured is None else f"{self.measured:g}"
        return f"{self.name}{larger}: {measured}, limit {self.limit:g} {self.unit}".rstrip()


@dataclass(frozen=True)
class Fit:
    """The result of ``fit``: corrected = S (m - h), in the unit of the recording."""

    #: Whether the result may be used.
    accepted: bool
    #: "none", "planar", "sphere", "axis" or "ellipsoid".
    model: str
    #: 0 not accepted, 1 poor, 2 fair, 3 good.
    grade: int
    #: Why it was refused, or a smaller model was taken.
    reasons: tuple[Reason, ...]
    #: h, shape (3,); None without a model. The same holds for all numbers below.
    hard_iron: Optional[Floats]
    #: S, shape (3, 3).
    soft_iron: Optional[Floats]
    #: The length of a corrected sample: the strength of the field.
    radius: Optional[float]
    #: The root mean square of the distance from the surface.
    residual_percent: Optional[float]
    #: The heading error to expect: root mean square and 95th percentile over attitudes as tilted as those seen; of R S (m - h) where
    #: ``alignment`` is known.
    typical_error_degrees: Optional[float]
    worst_error_degrees: Optional[float]
    #: Directions seen, of 96.
    directions_seen: int
    tilt_seen_degrees: int
    #: The number of examined samples that do not fit the others.
    left_out_percent: Optional[float]
    #: None without a force, and where the rows determine no ellipsoid.
    alignment: Optional[Alignment]
    #: Rows that were fitted.
    rows: int
    unit: str
    #: The fit took whole numbers: the values times 2 to this power.
    scale_exponent: int

    @property
    def record(self) -> Record:
        """The calibration as a record, the bytes of ``binnacle fit --as record``.

        Raises:
            ValueError: the fit was not accepted; or it is in counts, of which nobody knows the strength; or S is none that a record takes.
        """
        if not self.accepted or self.hard_iron is None or self.soft_iron is None or self.radius is None:
            raise ValueError(
                f"the fit was refused: {'; '.join(f'{reason.words} ({reason})' for reason in self.reasons)}"
            )
        if self.unit == "counts":
            raise ValueError(
                "the fit is in counts, and a record in nanotesla: divide the field by the sensor's counts per microtesla "
                "(30 for 3,000 counts a gauss), and fit again in uT"
            )
        nanotesla = FIELD_UNITS[self.unit]
        # Through the digits of `fit --json`, as `--as record` makes it.
        radius = _digits(self.radius, 9) * nanotesla
        residual = _digits(self.residual_percent or 0.0, 6) / 100 * radius
        known: dict[str, Any] = {}
        matrix = self.soft_iron
        if self.alignment is not None:
            matrix = self.alignment.soft_iron
            angle = float(np.linalg.norm(self.alignment.rotation_degrees))
            if angle > 15:
                raise ValueError(
                    f"the field would be turned by {angle:.1f}° to agree with gravity, and 15° is the limit: "
                    "check order and signs of the axes of both sensors"
                )
            known = {"dip": _half_away(_digits(self.alignment.dip_degrees, 6) / 360 * 2**32), "flags": 4}
        for name, value in (("worst", self.worst_error_degrees), ("typical", self.typical_error_degrees)):
            if value is not None:
                known[name] = _half_away(_digits(value, 6) * 100)
        return Record._made(
            order=MODELS.index(self.model),
            grade=self.grade,
            strength=_half_away(radius),
            residual=_half_away(residual),
            h=[_half_away(_digits(float(value), 9) * nanotesla * 256) for value in self.hard_iron],
            s=[_half_away(_digits(float(value), 9) * 2**24) for value in matrix.reshape(-1)],
            tilt=min(90, self.tilt_seen_degrees),
            **known,
        )


def _digits(value: float, count: int) -> float:
    """The number that `count` significant digits leave of a value."""
    return float(f"{value:.{count}g}")


def fit(
    field: npt.ArrayLike,
    force: Optional[npt.ArrayLike] = None,
    *,
    time: Optional[npt.ArrayLike] = None,
    unit: FieldUnit = "uT",
    force_unit: ForceUnit = "g",
    plain: bool = False,
) -> Fit:
    """Fits a calibration to a recording, in integers as a device does. It is the integer result of ``binnacle fit``, bit for bit.

    Args:
        field: shape (n, 3) with 5 rows or more: forward, right, down, as measured.
        force: what the accelerometer measures, shape (n, 3); without it the dip is not known, and 50 degrees are assumed.
        time: seconds, shape (n,); it must not step back. Without it, what a recording of less than 16 s cannot show is not known.
        unit: "uT", "nT", "mG", "G", or "counts", whose strength is not checked.
        force_unit: "g", "mg", "m/s2" or "counts", whose median length is then 1 g.
        plain: every row is fitted, and no outlier is left out.

    Returns:
        A ``Fit``. A recording that determines no calibration is no error: ``accepted`` is False, and ``reasons`` say why.

    Raises:
        ValueError: too few rows, a number that is not finite, all numbers are zero; shape or unit, also a force that is many g.
        TypeError: not numbers.

    Example:
        The last lines are what you write; the lines before make a recording of a sensor that was turned into 500 directions.

        >>> k = np.arange(500)
        >>> z = 1 - (2 * k + 1) / 500
        >>> directions = np.stack([np.cos(2.4 * k) * np.sqrt(1 - z**2), np.sin(2.4 * k) * np.sqrt(1 - z**2), z], axis=1)
        >>> field = 48 * directions + [10, -5, 3]  # microtesla

        >>> found = binnacle.fit(field, unit="uT")
        >>> found.accepted, found.grade
        (True, 3)
        >>> found.hard_iron.round(1)  # microtesla
        array([10., -5.,  3.])
        >>> compass = binnacle.Compass(found.record)
    """
    unit_of("unit", unit, FIELD_UNITS)
    fields = np.asarray(series("field", field), np.float64)
    forces = None if force is None else np.asarray(series("force", force, len(fields)), np.float64)
    times = None if time is None else microseconds(time, len(fields))
    for name, values in (("field", fields), ("force", forces)):
        if values is not None and not np.isfinite(values).all():
            row = int(np.flatnonzero(~np.isfinite(values).all(1))[0])
            raise ValueError(f"{name}, row {row}: not a finite number; leave such rows out")
    if forces is not None:
        check_force_unit(forces, force_unit)
    if len(fields) < 5:
        raise ValueError(f"{len(fields)} rows; the smallest model needs 5, a good fit needs hundreds")
    step = -(-len(fields) // MOST_ROWS)
    fields = fields[::step]
    forces = None if forces is None else forces[::step]
    times = None if times is None else np.ascontiguousarray(times[::step])
    largest = float(np.abs(fields).max())
    if largest == 0:
        raise ValueError("every number of the field is 0")
    # The power of two that brings the largest magnitude closest to 2^14.
    exponent = min(1_020, _half_away(14 - math.log2(largest)))
    factor = math.ldexp(1.0, exponent)
    words = np.ascontiguousarray(np.floor(fields * factor + 0.5), np.int32)
    if not plain:
        words[_saturated(fields)] = (SENSOR_RANGE, 0, 0)
    pulls = None if forces is None else _micro_g(forces, force_unit)
    raw = run(words, pulls, times, _limits(unit, factor), plain)
    alignment = None if pulls is None else aligned(raw, words, pulls)
    return _result(raw, alignment, fields, factor, exponent, unit, plain)


def _limits(unit: str, factor: float) -> tuple[int, int]:
    """The strengths that are accepted: 15 to 90 microtesla, in the unit of the whole numbers."""
    if unit == "counts":
        return 0, 0

    def whole(limit: float, least: float, most: float) -> int:
        value = limit / FIELD_UNITS[unit] * factor
        return int(max(least, min(most, _half_away(value) if value < most else most)))

    return whole(15_000, 0, 2.0**30), whole(90_000, 1, 2_147_483_647)


def _saturated(fields: Floats) -> npt.NDArray[np.bool_]:
    """Rows in which an axis reaches the end of its sensor's range, as far as the numbers show it.

    On a sphere every value of an axis is equally frequent. A value is an end of the range if more than one row in 32 has it, if it is
    more than four times as frequent as the value before it, and if another axis still moves in these rows.
    """
    spans = fields.max(0) - fields.min(0)
    rows = np.zeros(len(fields), bool)
    for axis in range(3):
        values, counts = np.unique(fields[:, axis], return_counts=True)
        for end, before in ((-1, -2), (0, 1)):
            if len(values) < 2 or counts[end] * 32 <= len(fields) or counts[end] <= 4 * counts[before]:
                continue
            here = fields[:, axis] == values[end]
            others = [other for other in range(3) if other != axis]
            is_moving = any(np.ptp(fields[here, other]) > spans[other] / 4 for other in others)
            if is_moving and spans[axis] > spans.max() / 4:
                rows |= here
            break
    return rows


def _micro_g(forces: Floats, unit: str) -> Words:
    values = micro_g(forces, unit)
    if unit == "counts":
        lengths = np.sort(np.sqrt((forces[:, 0] ** 2 + forces[:, 1] ** 2) + forces[:, 2] ** 2))
        values = forces / max(lengths[len(lengths) // 2], np.finfo(np.float64).tiny) * 1_000_000
    return np.ascontiguousarray(np.clip(np.floor(values + 0.5), -_FORCE_LIMIT, _FORCE_LIMIT), np.int32)


# MARK: - The result


def _result(
    raw: Any, alignment: Optional[Alignment], fields: Floats, factor: float, exponent: int, unit: str, plain: bool
) -> Fit:
    has_model = bool(raw["model"])
    centre = raw["centre"] / 256 + raw["centre_remainder"] / 65_536
    matrix, radius = raw["soft_iron"].reshape(3, 3) / 2**24, float(raw["radius"] / 256)
    residual = float(raw["residual"] / 1_000)
    if plain and has_model:
        residual = 100 * _exact_residual(raw["model"], fields * factor, centre, matrix, radius)
    # If the dip scatters, the tilt or the calibration is wrong.
    spread = 0.0 if alignment is None else alignment.dip_spread_degrees
    return Fit(
        accepted=bool(raw["is_accepted"]),
        model=MODELS[raw["model"]],
        grade=min(int(raw["grade"]), 1 if spread > 10 else 2 if spread > 5 else 3),
        reasons=_reasons(raw, factor, unit),
        hard_iron=centre / factor if has_model else None,
        soft_iron=matrix if has_model else None,
        radius=radius / factor if has_model else None,
        residual_percent=residual if has_model else None,
        typical_error_degrees=_hundredths(raw["typical_error"]),
        worst_error_degrees=_hundredths(raw["worst_error"]),
        directions_seen=int(raw["directions_seen"]),
        tilt_seen_degrees=int(raw["tilt_seen"]),
        left_out_percent=float(raw["left_out"] / 10) if has_model else None,
        alignment=alignment,
        rows=len(fields),
        unit=unit,
        scale_exponent=exponent,
    )


def _exact_residual(model: int, scaled: Floats, centre: Floats, matrix: Floats, radius: float) -> float:
    """A plain fit uses every row, so that its residual can be computed over all of them."""
    corrected = (scaled - centre) @ matrix.T
    if MODELS[model] == "planar":
        # Only the lengths in its plane count.
        corrected[:, int(np.argmin(scaled.std(0)))] = 0
    return float(np.sqrt(((lengths(corrected) / radius - 1) ** 2).mean()))


def _hundredths(value: Any) -> Optional[float]:
    return None if value == _UNKNOWN else float(value) / 100


def _reasons(raw: Any, factor: float, unit: str) -> tuple[Reason, ...]:
    is_model = bool(raw["model"]) and bool(raw["is_accepted"])
    found = []
    for bit, told in enumerate(raw["reasons"]):
        if not told["holds"]:
            continue
        scale = _MEASURES[bit]
        if scale is None:
            # An accepted model was solved. So the reason refused a larger model.
            found.append(Reason(_REASONS[bit], None, None, "", is_model))
            continue
        measured, limit = int(told["measured"]), int(told["limit"])
        # If the fit ended without a model, the predicted error is that of the ellipsoid, if there was one.
        is_open = bit == _PREDICTED_ERROR and measured == _UNKNOWN
        if is_open:
            measured = int(raw["largest_error"])
        is_gate = _FIRST_GATE <= bit <= _LAST_GATE
        of_larger = is_gate and (not told["is_own"] or is_open)
        is_known = not of_larger or measured not in (0, _UNKNOWN)
        name, one = scale
        if name == "field":
            name, one = unit, one * factor
        found.append(Reason(_REASONS[bit], measured / one if is_known else None, limit / one, name, of_larger))
    return tuple(found)
