"""What a compass knows of each sample."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _interface
from ._arrays import Floats, degrees


class Readings:
    """What a compass knows of each row. Arrays have one number a row; what is not known is NaN. Those of ``Compass.reading`` have no axis:
    they count as numbers.

    Attributes:
        raw: the structures of the library (``binnacle_reading``), as a structured array.

    Example:
        >>> compass = binnacle.Compass(binnacle.Record.of([0.0, 0.0, 0.0], field_strength=46.5))  # microtesla
        >>> readings = compass.read([0.0, 0.1], [[20.0, 0.0, 42.0]] * 2, [[0.0, 0.0, -1.0]] * 2)  # seconds, microtesla, g
        >>> print(readings.heading, readings.magnetic, readings.true)  # degrees
        [0. 0.] [0. 0.] [nan nan]
        >>> print(readings.dip.round(1), readings.roll, readings.pitch, readings.horizontal)  # degrees, and nanotesla
        [64.5 64.5] [0. 0.] [0. 0.] [20000. 20000.]
        >>> is_good = (readings.grade == binnacle.Grade.GOOD) & (readings.accuracy < 5)  # degrees
        >>> is_clear = (readings.disturbance == binnacle.Disturbance.CLEAR) & (readings.cause == binnacle.Cause.UNDETERMINED)
        >>> is_lost = (readings.mode == binnacle.Mode.UNAVAILABLE) & (readings.reason != binnacle.Unavailable.NONE)
        >>> readings.doubts(1)
        ['noPosition']
        >>> print(readings.time, readings.reference, readings.field[0])  # seconds, 1 for magnetic north, nanotesla
        [0.  0.1] [1 1] [20000.     0. 42000.]
    """

    def __init__(self, raw: Any) -> None:
        self.raw = raw

    def __len__(self) -> int:
        return len(self.raw)

    def __repr__(self) -> str:
        shape = f"{len(self)} rows" if np.ndim(self.raw) else "one row"
        return f"<Readings: {shape}, of which {int(np.sum(self.raw['reference'] != 0))} with a heading; .heading, .accuracy, …>"

    @property
    def time(self) -> Floats:
        """Seconds: when the field of the row was measured."""
        return np.asarray(self.raw["time"] / 1e6)

    @property
    def heading(self) -> Floats:
        """Degrees from the north that ``reference`` says."""
        return degrees(self.raw["heading"], self.raw["reference"] != 0)

    @property
    def magnetic(self) -> Floats:
        """Degrees clockwise from magnetic north."""
        return degrees(self.raw["magnetic"], self.raw["is_magnetic_valid"] != 0)

    @property
    def true(self) -> Floats:
        """Degrees clockwise from true north; NaN without a place."""
        return degrees(self.raw["true"], self.raw["is_true_valid"] != 0)

    @property
    def accuracy(self) -> Floats:
        """Degrees: 95 % of headings have a smaller error."""
        return np.where(self.raw["accuracy"] == 65535, np.nan, self.raw["accuracy"] / 100)

    @property
    def reference(self) -> npt.NDArray[np.uint8]:
        """1 magnetic north, 2 true north, 0 no heading."""
        return np.asarray(self.raw["reference"])

    @property
    def grade(self) -> npt.NDArray[np.uint8]:
        """How good the heading is: a ``Grade``."""
        return np.asarray(self.raw["grade"])

    @property
    def dip(self) -> Floats:
        """Degrees, below the horizon positive."""
        return degrees(self.raw["dip"], self.raw["is_solved"] != 0)

    @property
    def roll(self) -> Floats:
        """Degrees, right side down positive."""
        return degrees(self.raw["roll"], self.raw["mode"] == 2)

    @property
    def pitch(self) -> Floats:
        """Degrees, nose up positive."""
        return degrees(self.raw["pitch"], self.raw["mode"] == 2)

    @property
    def horizontal(self) -> Floats:
        """The horizontal field, nanotesla."""
        return np.where(self.raw["is_solved"] != 0, self.raw["horizontal"], np.nan)

    @property
    def field(self) -> Floats:
        """The field after calibration, nanotesla, body axes; shape (n, 3)."""
        return np.asarray(self.raw["field"] / 256)

    @property
    def mode(self) -> npt.NDArray[np.uint8]:
        """How the heading was found: a ``Mode``."""
        return np.asarray(self.raw["mode"])

    @property
    def disturbance(self) -> npt.NDArray[np.uint8]:
        """Whether the field can be the Earth's alone: a ``Disturbance``."""
        return np.asarray(self.raw["disturbance"])

    @property
    def cause(self) -> npt.NDArray[np.uint8]:
        """What explains a disturbance: a ``Cause``."""
        return np.asarray(self.raw["cause"])

    @property
    def reason(self) -> npt.NDArray[np.uint8]:
        """Why there is no heading: an ``Unavailable``."""
        return np.asarray(self.raw["reason"])

    def doubts(self, row: Optional[int] = None) -> list[str]:
        """Why the heading of a row is less accurate than it could be, as words; of a single reading without a row."""
        bits = int(self.raw["doubts"] if row is None else self.raw["doubts"][row])
        return [word for bit, word in enumerate(_interface.DOUBT_WORDS) if bits >> bit & 1]
