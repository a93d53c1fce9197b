"""A compass with a gyroscope, sample by sample."""

from __future__ import annotations

from typing import NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from . import _interface, _library
from ._arrays import RateUnit, degrees, instant, one, rate_words, vectors
from ._codes import Unfused
from ._estimates import Estimates, made, told
from ._objects import UNKNOWN, Calibration, CalibrationReason, reasons_of
from ._readings import Readings
from ._series import AXES, Compass, choice


class Fused(NamedTuple):
    """The heading that gyroscope, accelerometer and magnetometer give together."""

    #: Of the pointing axis, after deviation card and display, degrees. They are to be used where the reason is ``Unfused.NONE``.
    magnetic: Optional[float]
    true: Optional[float]
    #: 95 % of the errors are smaller, those of the calibration included, degrees; None: not fused.
    accuracy: Optional[float]
    reason: Unfused
    #: As of the last ``Motion.reading``: the field turned, and the instrument did not.
    is_field_turned: bool


class Motion:
    """A gyroscope beside a compass, which must have an accelerometer. ``motion`` does the same for whole recordings.

    Args:
        delays, zero_rate_offset, uses_field: as ``motion``.

    Example:
        >>> compass, motion = binnacle.Compass(binnacle.Record.of([0.0, 0.0, 0.0], field_strength=46.5)), binnacle.Motion()
        >>> motion.set_axes("+x", "+y")
        >>> for k in range(1000):
        ...     now = k * 0.01  # seconds
        ...     motion.add_rate(now, [0.1 * (-1) ** k, 0.0, 0.0])  # degrees a second
        ...     compass.add_force(now, [0.0, 0.0, -1.0])  # g
        ...     compass.add_field(now, [0.0, -20.0, 42.0])  # microtesla
        ...     motion.step(compass)
        ...     reading = motion.reading(compass, now)
        >>> fused = motion.fused(compass, now)
        >>> heading = fused.magnetic if fused.reason == binnacle.Unfused.NONE else float(reading.magnetic)  # degrees
        >>> round(heading, 1)
        90.0
        >>> print(motion.estimate().heading.round(1))  # of the forward axis
        90.0
        >>> print(motion.true_heading(compass))  # the compass does not know its place
        None
        >>> motion.is_dead(now + 1)  # no rate for a second: use the readings of the compass
        True
        >>> motion.lose()  # the gyroscope does not answer
        >>> motion.use_gyroscope(False)  # it sleeps, and saves power
    """

    def __init__(
        self, *, delays: tuple[int, int, int] = (600, 0, 0), zero_rate_offset: float = 0.5, uses_field: bool = True
    ) -> None:
        self._memory = made(delays, zero_rate_offset, uses_field)

    def set_axes(self, forward: str, right: str) -> None:
        """Says how the gyroscope is mounted, as ``Compass.set_axes``."""
        _library.call("motion_set_axes", self._memory, choice("forward", forward, AXES), choice("right", right, AXES))

    def add_rate(
        self,
        time: float,
        rate: npt.ArrayLike,
        *,
        unit: RateUnit = "dps",
        saturated: bool = False,
        repeated: bool = False,
    ) -> None:
        """Takes one rate.

        Args:
            time: seconds.
            rate: right-handed, as measured, shape (3,).
            unit: as ``motion``.
            saturated: an axis is beyond the sensor's range.
            repeated: the chip delivered nothing new.
        """
        words = one("rate", rate_words(vectors("rate", rate, ()), unit))
        _library.call("motion_add_rate", self._memory, words, instant(time), int(saturated) + 2 * int(repeated))

    def use_gyroscope(self, uses_gyroscope: bool) -> None:
        """Says whether the gyroscope is used. After a change the filter begins anew."""
        _library.call("motion_use_gyroscope", self._memory, int(uses_gyroscope))

    def lose(self) -> None:
        """Says that the gyroscope does not answer: no heading is fused until its next rate."""
        _library.call("motion_lose", self._memory)

    def step(self, compass: Compass) -> None:
        """Takes the last samples of the compass, each once, and does the work that is due."""
        while _library.call("motion_step", self._memory, compass._memory) == _interface.MORE_WORK:
            pass

    def reading(self, compass: Compass, now: float) -> Readings:
        """``Compass.reading`` beside a gyroscope: where the field turned and the instrument did not, it is marked as disturbed."""
        found = np.zeros(1, _interface.READING)
        _library.call("motion_read", self._memory, compass._memory, instant(now), found)
        return Readings(found[0])

    def fused(self, compass: Compass, now: float) -> Fused:
        """The fused heading of the compass's pointing axis, or why there is none."""
        found = np.zeros(1, _interface.FUSED)
        _library.call("motion_fused", self._memory, compass._memory, instant(now), found)
        raw = found[0]
        return Fused(
            magnetic=float(degrees(raw["magnetic"])) if raw["is_magnetic_valid"] else None,
            true=float(degrees(raw["true"])) if raw["is_true_valid"] else None,
            accuracy=None if raw["accuracy"] == UNKNOWN else float(raw["accuracy"]) / 100,
            reason=Unfused(int(raw["reason"])),
            is_field_turned=bool(raw["is_field_turned"]),
        )

    def estimate(self) -> Estimates:
        """The estimate at the last rate."""
        found = np.zeros(1, _interface.MOTION_ESTIMATE)
        _library.call("motion_get", self._memory, found)
        return told(self._memory, found[0])

    def true_heading(self, compass: Compass) -> Optional[float]:
        """The heading of the estimate from true north, degrees; None: there is none, or the compass does not know its place."""
        return _library.answer("motion_true_heading", self._memory, compass._memory)

    def is_dead(self, now: float) -> bool:
        """Whether the last rate is a quarter of a second old: use the readings of the compass then."""
        return _library.call("motion_is_dead", self._memory, instant(now)) == _interface.DEAD


class Guide:
    """What a gyroscope tells a running calibration: whether the instrument moves, where down is, where the centre of the field lies.

    Example:
        >>> compass, motion, calibration = binnacle.Compass(), binnacle.Motion(), binnacle.Calibration(stores=False)
        >>> guide = binnacle.Guide()
        >>> calibration.start(0.0)
        >>> for k in range(200):
        ...     now = k * 0.01  # seconds
        ...     motion.add_rate(now, [0.0, 0.0, 90.0])  # degrees a second
        ...     compass.add_force(now, [0.0, 0.0, -1.0])  # g
        ...     compass.add_field(now, [20.0 * np.cos(now * 1.57), -20.0 * np.sin(now * 1.57), 42.0])  # microtesla
        ...     if guide.step(calibration, compass, motion, now):  # in place of calibration.step
        ...         record = bytes(compass.record)
        ...     motion.step(compass)
        >>> calibration.progress(now).state.name
        'COLLECTING'
        >>> guide.reasons()  # after the run: how the axes of the three sensors lie to each other
        []
    """

    def __init__(self) -> None:
        self._memory = _library.storage(_interface.GUIDE_SIZE)
        _library.call("guide_init", self._memory, _interface.GUIDE_SIZE)

    def step(self, calibration: Calibration, compass: Compass, motion: Motion, now: float) -> bool:
        """Does what ``Calibration.step`` does, guided by a gyroscope. Call it instead, before ``Motion.step``."""
        code = _library.call(
            "guide_step", self._memory, calibration._memory, compass._memory, motion._memory, instant(now)
        )
        return code == _interface.NEW_RECORD

    def reasons(self) -> list[CalibrationReason]:
        """How the axes of the three sensors lie to each other, as the last run found."""
        return reasons_of("guide_reason", self._memory, _interface.GUIDE_REASONS)
