"""The calibration fit of a whole recording, as `binnacle fit` does it: samples to whole numbers, the fit in integers, gravity."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from . import _interface, _library
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
_SENSOR_RANGE = 1 << 21
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
)
_FIRST_GATE, _LAST_GATE, _PREDICTED_ERROR = 4, 10, 6


class Reason(NamedTuple):
    """Why a result was refused or lowered to a smaller model (Protocols/calibration/spec.md, section 6)."""

    #: "residual", "lowered", …
    name: str
    #: What was measured, and its limit; None: nothing was, or only of a larger model.
    measured: Optional[float]
    limit: Optional[float]
    #: Of both numbers: "%", "°", "samples", "" for a ratio, or that of the field.
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
class Alignment:
    """The rotation R of the corrected field into the axes of gravity."""

    #: A rotation vector, degrees, shape (3,).
    rotation_degrees: Floats
    #: R, shape (3, 3).
    rotation: Floats
    #: R S, shape (3, 3).
    soft_iron: Floats
    #: The dip, below the horizon positive, and its standard deviation without and with R.
    dip_degrees: float
    dip_spread_before_degrees: float
    dip_spread_degrees: float
    #: Rows at rest from which it was computed.
    pairs: int


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
    #: Of the samples that were looked at, those that do not fit the others.
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
        words[_saturated(fields)] = (_SENSOR_RANGE, 0, 0)
    pulls = None if forces is None else _micro_g(forces, force_unit)
    raw = _run(words, pulls, times, _limits(unit, factor), plain)
    alignment = None if pulls is None else _alignment(raw, words, pulls)
    return _result(raw, alignment, fields, factor, exponent, unit, plain)


def _limits(unit: str, factor: float) -> tuple[int, int]:
    """The strengths that are accepted: 15 to 90 microtesla, in the unit of the whole numbers."""
    if unit == "counts":
        return 0, 0

    def whole(limit: float, least: float, most: float) -> int:
        value = limit / FIELD_UNITS[unit] * factor
        return int(max(least, min(most, _half_away(value) if value < most else most)))

    return whole(15_000, 0, 2.0**30), whole(90_000, 1, 2_147_483_647)


def _run(
    words: Words, pulls: Optional[Words], times: Optional[npt.NDArray[np.uint64]], limits: tuple[int, int], plain: bool
) -> Any:
    """The library's fit; its result as one structure."""
    settings, result = np.zeros(1, _interface.FIT_SETTINGS), np.zeros(1, _interface.FIT_RESULT)
    settings[0] = (_SENSOR_RANGE, *limits, int(plain))
    _library.call("array_fit", len(words), words, pulls, times, settings, result)
    return result[0]


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


# MARK: - The rotation between field and gravity


def _corrected(raw: Any, words: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """S (m - h) as a device computes it, 1/256 of the samples' unit: exact, rounded once, saturating."""
    distance = (words.astype(np.int64).clip(-_SENSOR_RANGE, _SENSOR_RANGE) << 8) - raw["centre"].astype(np.int64)
    sums = distance @ raw["soft_iron"].astype(np.int64).reshape(3, 3).T
    return np.asarray(((sums + (1 << 23)) >> 24).clip(-(2**31), 2**31 - 1))


def _alignment(raw: Any, words: Words, pulls: Words) -> Optional[Alignment]:
    """The rotation, with the force as it is or as calibrated by the same fit, whichever makes the dip more constant.

    In a recording in motion a calibration of the accelerometer may make it worse.
    """
    force = _run(pulls, None, None, (800_000, 1_200_000), False)
    known = pulls.astype(np.int64)
    known[np.abs(known).max(1) > _SENSOR_RANGE] = 0
    plain = _aligned(raw, words, known << 4)
    if not force["is_accepted"]:
        return plain
    calibrated = _corrected(force, known)
    calibrated[np.abs(known).max(1) == 0] = 0
    other = _aligned(raw, words, calibrated)
    if plain is None or other is None:
        return plain or other
    return plain if plain.dip_spread_degrees < other.dip_spread_degrees else other


def _aligned(raw: Any, words: Words, forces: npt.NDArray[np.int64]) -> Optional[Alignment]:
    if raw["model"] < MODELS.index("axis"):
        return None
    # At rest the length of the specific force is within 1 % of its median.
    lengths = _lengths(forces.astype(np.float64))
    middle = np.sort(lengths)[len(lengths) // 2]
    rows = _some(np.flatnonzero(np.abs(lengths - middle) < 0.01 * middle), words, raw)
    if not len(rows):
        return None
    field = np.ascontiguousarray(_corrected(raw, words[rows]), np.int32)
    down = np.ascontiguousarray(-forces[rows], np.int32)
    found = np.zeros(1, _interface.ROTATION)
    try:
        _library.call("array_align", len(rows), field, down, found)
    except _library.BinnacleError:
        # Fewer than eight pairs.
        return None
    rotation = found["matrix"][0].reshape(3, 3) / 2**24
    fields, downs = _unit(field.astype(np.float64)), _unit(down.astype(np.float64))
    before, after = _dips(fields, downs), _dips(_unit(fields @ rotation.T), downs)
    return Alignment(
        rotation_degrees=_rotation_vector(rotation) * (180 / np.pi),
        rotation=rotation,
        soft_iron=rotation @ (raw["soft_iron"].reshape(3, 3) / 2**24),
        dip_degrees=float(after.mean()),
        dip_spread_before_degrees=float(before.std()),
        dip_spread_degrees=float(after.std()),
        pairs=len(rows),
    )


def _rotation_vector(rows: Floats) -> Floats:
    """The rotation vector of a rotation, from its quaternion, whose largest part is found first."""
    (a, b, c), (d, e, f), (g, h, i) = rows
    squares = [1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i]
    parts = [
        [squares[0], h - f, c - g, d - b],
        [h - f, squares[1], b + d, g + c],
        [c - g, b + d, squares[2], f + h],
        [d - b, g + c, f + h, squares[3]],
    ]
    largest = parts[int(np.argmax(squares))]
    w, *v = [-part if largest[0] < 0 else part for part in largest]
    vector = np.array(v)
    length = math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    return vector * (2 * math.atan2(length, w) / length) if length > 0 else np.zeros(3)


def _some(resting: npt.NDArray[np.intp], words: Words, raw: Any) -> npt.NDArray[np.intp]:
    """Rows at rest that fit the model, evenly chosen, as many as a device has samples in its reservoir.

    Of a long rest, in which nothing moves by 1/16 of the radius, only as many rows are used as one chosen row represents.
    """
    most = 48
    matrix, radius = raw["soft_iron"].reshape(3, 3) / 2**24, raw["radius"] / 256
    centre = raw["centre"] / 256 + raw["centre_remainder"] / 65_536
    distance = words[resting] - centre
    places = np.stack(
        [(row[0] * distance[:, 0] + row[1] * distance[:, 1]) + row[2] * distance[:, 2] for row in matrix], 1
    )
    holds = np.abs(_lengths(places) / radius - 1) <= (6 * (raw["residual"] / 1_000) + 0.5) / 100
    chosen: list[int] = []
    last, rested = np.full(3, np.inf), 0
    for index in np.flatnonzero(holds):
        step = places[index] - last
        if (step[0] * step[0] + step[1] * step[1]) + step[2] * step[2] < radius * radius / 256:
            rested += 1
            if rested > len(resting) // most:
                continue
        else:
            last, rested = places[index], 0
        chosen.append(int(resting[index]))
    count = min(len(chosen), most)
    return np.array([chosen[n * len(chosen) // count] for n in range(count)], np.intp)


def _lengths(v: Floats) -> Floats:
    return np.asarray(np.sqrt((v[:, 0] * v[:, 0] + v[:, 1] * v[:, 1]) + v[:, 2] * v[:, 2]))


def _unit(v: Floats) -> Floats:
    return np.asarray(v / _lengths(v)[:, None])


def _dips(fields: Floats, downs: Floats) -> Floats:
    return np.asarray(np.arcsin(np.clip((fields * downs).sum(1), -1, 1)) * 180 / np.pi)


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
    return float(np.sqrt(((_lengths(corrected) / radius - 1) ** 2).mean()))


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
            # An accepted model was solved, so the reason is of a larger model, which was not.
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
