"""What goes on beside a compass, one sample after the other: a guided calibration, and a gyroscope."""
from __future__ import annotations

from typing import NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _library
from ._arrays import Floats, instant, one, rate_words, vectors
from ._codes import Advice, Grade, Model, ReasonCode, State
from ._series import AXES, SENSORS, Compass, Estimates, choice, made, told

_UNKNOWN = 65535


class Progress(NamedTuple):
    """What to show while a calibration runs."""

    state: State
    #: 0 to 99 while it runs, 100 after a commit.
    percent: int
    advice: Union[Advice, int]
    #: Directions of the field seen so far, of 96.
    directions: int
    #: Samples that count, and samples left out.
    samples: int
    rejected: int
    #: Until the time of this state is over; 0 for a state without end.
    seconds_left: float


class Outcome(NamedTuple):
    """What the last solve of a calibration found."""

    #: Whether it may be committed.
    accepted: bool
    model: Model
    grade: Grade
    #: The field that moves with the instrument, nanotesla, sensor axes, shape (3,).
    hard_iron: Floats
    #: The strength of the corrected field, nanotesla.
    field: float
    samples: int
    #: The heading error to expect: root mean square and 95th percentile, degrees; None: not known.
    typical_error: Optional[float]
    worst_error: Optional[float]
    #: Root mean square of the distance from the sphere, %: of the samples used, and of those held out.
    residual: float
    held_out: float
    #: How reliable the expected error is, 0 to 100.
    confidence: int


class CalibrationReason(NamedTuple):
    """Why a calibration was refused or made smaller, or why a run ended."""

    code: ReasonCode
    #: What was measured, and its limit, in the unit of ``binnacle.h``.
    measured: int
    limit: int


class Calibration:
    """A calibration that is done by turning the instrument by hand.

    Args:
        stores: whether records are stored, so that ``saved`` will be called.
    """

    def __init__(self, *, stores: bool = True) -> None:
        self._memory = _library.storage(_library.CALIBRATION_SIZE)
        self._call("init", _library.CALIBRATION_SIZE)
        self._call("set_store", int(stores))

    def _call(self, name: str, *arguments: object) -> int:
        return _library.call(f"calibration_{name}", self._memory, *arguments)

    def start(self, now: float, *, sensor: str = "magnetometer", delay: float = 0.0) -> None:
        """Starts a run; the calibration in use stays until a commit.

        Args:
            now: seconds of the samples' clock.
            sensor: "magnetometer", or "accelerometer": six poses at rest, each side up once.
            delay: seconds before it waits for the instrument to move, 0 to 65.

        Raises:
            BinnacleError: a run is under way.
        """
        self._call("start", choice("sensor", sensor, SENSORS), int(np.floor(delay * 1e3 + 0.5)), instant(now))

    def finish(self, now: float) -> None:
        """Says that no more movement will come: it solves with the samples so far."""
        self._call("finish", instant(now))

    def cancel(self, now: float) -> None:
        """Ends the run; the calibration in use stays."""
        self._call("cancel", instant(now))

    def commit(self, now: float) -> None:
        """Accepts the result in review. The next ``step`` puts it into use."""
        self._call("commit", instant(now))

    def discard(self, now: float) -> None:
        """Drops the result in review."""
        self._call("discard", instant(now))

    def saved(self, stored: bool, now: float) -> None:
        """Tells whether the new record was stored. It ends the run."""
        self._call("saved", int(stored), instant(now))

    def step(self, compass: Compass, now: float) -> bool:
        """Takes the last sample of the compass, once, and does one slice of work. A solve takes some 80 slices.

        Returns:
            Whether the compass has a new record: store it, and call ``saved``.
        """
        return self._call("step", compass._memory, instant(now)) == 1

    def progress(self, now: float) -> Progress:
        """Where the calibration is, and what to do next."""
        found = np.zeros(1, _library.PROGRESS)
        self._call("progress", instant(now), found)
        raw = found[0]
        return Progress(
            state=State(int(raw["state"])), percent=int(raw["percent"]), advice=Advice(int(raw["advice"])),
            directions=int(raw["directions"]), samples=int(raw["samples"]), rejected=int(raw["rejected"]),
            seconds_left=float(raw["milliseconds_left"]) / 1000)

    def outcome(self) -> Outcome:
        """The result of the last solve; all zero before the first."""
        found = np.zeros(1, _library.OUTCOME)
        self._call("outcome", found)
        raw = found[0]
        errors = [None if raw[name] == _UNKNOWN else float(raw[name]) / 100 for name in ("typical_error", "worst_error")]
        return Outcome(
            accepted=bool(raw["is_accepted"]), model=Model(int(raw["model"])), grade=Grade(int(raw["grade"])),
            hard_iron=np.asarray(raw["hard_iron"] / 256), field=float(raw["field"]), samples=int(raw["samples"]), typical_error=errors[0],
            worst_error=errors[1], residual=float(raw["residual"]) / 1000, held_out=float(raw["held_out"]) / 1000,
            confidence=int(raw["confidence"]))

    def reasons(self) -> list[CalibrationReason]:
        """Why the result was refused or made smaller, or why the run ended."""
        reasons = []
        for place in range(_library.REASONS):
            found = np.zeros(1, _library.REASON)
            try:
                self._call("reason", place, found)
            except _library.BinnacleError as error:
                if error.code != _library.ERROR_NOTHING:
                    raise
                continue
            reasons.append(CalibrationReason(ReasonCode(int(found[0]["code"])), int(found[0]["measured"]), int(found[0]["limit"])))
        return reasons


class Motion:
    """A gyroscope beside a compass, which must have an accelerometer. ``motion`` does the same for whole recordings.

    Args:
        delays, uses_field: as ``motion``.
    """

    def __init__(self, *, delays: tuple[int, int, int] = (600, 0, 0), uses_field: bool = True) -> None:
        self._memory = made(delays, uses_field)

    def set_axes(self, forward: str, right: str) -> None:
        """Says how the gyroscope is mounted, as ``Compass.set_axes``."""
        _library.call("motion_set_axes", self._memory, choice("forward", forward, AXES), choice("right", right, AXES))

    def add_rate(
        self, time: float, rate: npt.ArrayLike, *, unit: str = "dps", saturated: bool = False, repeated: bool = False
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

    def step(self, compass: Compass) -> None:
        """Takes the last samples of the compass, each once, and does the work that is due."""
        # A block of rates leaves eight slices.
        for _ in range(9):
            _library.call("motion_step", self._memory, compass._memory)

    def estimate(self) -> Estimates:
        """The estimate at the last rate."""
        found = np.zeros(1, _library.ESTIMATE)
        _library.call("motion_get", self._memory, found)
        return told(self._memory, found[0])

    def true_heading(self, compass: Compass) -> Optional[float]:
        """The heading of the estimate from true north, degrees; None: there is none, or the compass does not know its place."""
        return _library.answer("motion_true_heading", self._memory, compass._memory)

    def is_dead(self, now: float) -> bool:
        """Whether the last rate is a quarter of a second old: use the readings of the compass then."""
        return _library.call("motion_is_dead", self._memory, instant(now)) == 1
