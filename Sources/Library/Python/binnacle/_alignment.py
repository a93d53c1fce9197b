"""The rotation between field and gravity, which no fit of lengths finds."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _interface, _library
from ._arrays import Floats, Words
from ._record import MODELS

SENSOR_RANGE = 1 << 21


def run(
    words: Words, pulls: Optional[Words], times: Optional[npt.NDArray[np.uint64]], limits: tuple[int, int], plain: bool
) -> Any:
    """The library's fit; its result as one structure."""
    settings, result = np.zeros(1, _interface.FIT_SETTINGS), np.zeros(1, _interface.FIT_RESULT)
    settings[0] = (SENSOR_RANGE, *limits, int(plain))
    _library.call("array_fit", len(words), words, pulls, times, settings, result)
    return result[0]


@dataclass(frozen=True)
class Alignment:
    """The rotation R of the corrected field into the axes of gravity."""

    #: A rotation vector, degrees, shape (3,).
    rotation_degrees: Floats
    #: R, shape (3, 3).
    rotation: Floats
    #: R S, shape (3, 3).
    soft_iron: Floats
    #: The dip, below the horizon positive, and its standard deviation without and with R. If the force is reversed as a whole,
    #: only the sign of the dip is wrong: the rows are those of the other hemisphere, and only the place decides.
    dip_degrees: float
    dip_spread_before_degrees: float
    dip_spread_degrees: float
    #: Rows at rest from which it was computed.
    pairs: int

    @property
    def axes_that_fit(self) -> tuple[str, str, str]:
        """What to take as x, y, z of the force if the fit was refused with ``axesDisagree``, for example ``("x", "y", "-z")``.

        This is for places where the field points down, north of the magnetic equator. South of it, reverse all three signs.

        Example:
            >>> same = binnacle.Alignment(np.zeros(3), np.eye(3), np.eye(3), 65.0, 0.5, 0.5, pairs=100)
            >>> same.axes_that_fit
            ('x', 'y', 'z')
        """
        # Of the 24 rotations by right angles the nearest to R: the trace of the product with its transpose is largest.
        turns = [
            turn
            for order in itertools.permutations(range(3))
            for signs in itertools.product((1.0, -1.0), repeat=3)
            if np.linalg.det(turn := np.eye(3)[list(order)] * np.array(signs)[:, None]) > 0
        ]
        nearest = max(turns, key=lambda turn: float((turn * self.rotation).sum()))
        columns = nearest.T if self.dip_degrees >= 0 else -nearest.T
        x, y, z = (("-" if row.sum() < 0 else "") + "xyz"[int(np.argmax(np.abs(row)))] for row in columns)
        return x, y, z


def _corrected(raw: Any, words: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """S (m - h) as a device computes it, 1/256 of the samples' unit: exact, rounded once, saturating."""
    distance = (words.astype(np.int64).clip(-SENSOR_RANGE, SENSOR_RANGE) << 8) - raw["centre"].astype(np.int64)
    sums = distance @ raw["soft_iron"].astype(np.int64).reshape(3, 3).T
    return np.asarray(((sums + (1 << 23)) >> 24).clip(-(2**31), 2**31 - 1))


def aligned(raw: Any, words: Words, pulls: Words) -> Optional[Alignment]:
    """The rotation, with the force as it is or as calibrated by the same fit, whichever makes the dip more constant.

    In a recording in motion a calibration of the accelerometer may make it worse.
    """
    force = run(pulls, None, None, (800_000, 1_200_000), False)
    known = pulls.astype(np.int64)
    known[np.abs(known).max(1) > SENSOR_RANGE] = 0
    plain = _turned(raw, words, known << 4)
    if not force["is_accepted"]:
        return plain
    calibrated = _corrected(force, known)
    calibrated[np.abs(known).max(1) == 0] = 0
    other = _turned(raw, words, calibrated)
    if plain is None or other is None:
        return plain or other
    return plain if plain.dip_spread_degrees < other.dip_spread_degrees else other


def _turned(raw: Any, words: Words, forces: npt.NDArray[np.int64]) -> Optional[Alignment]:
    if raw["model"] < MODELS.index("axis"):
        return None
    # At rest the length of the specific force is within 1 % of its median.
    long = lengths(forces.astype(np.float64))
    middle = np.sort(long)[len(long) // 2]
    rows = _some(np.flatnonzero(np.abs(long - middle) < 0.01 * middle), words, raw)
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
    holds = np.abs(lengths(places) / radius - 1) <= (6 * (raw["residual"] / 1_000) + 0.5) / 100
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


def lengths(v: Floats) -> Floats:
    return np.asarray(np.sqrt((v[:, 0] * v[:, 0] + v[:, 1] * v[:, 1]) + v[:, 2] * v[:, 2]))


def _unit(v: Floats) -> Floats:
    return np.asarray(v / lengths(v)[:, None])


def _dips(fields: Floats, downs: Floats) -> Floats:
    return np.asarray(np.arcsin(np.clip((fields * downs).sum(1), -1, 1)) * 180 / np.pi)
