"""What goes on beside a compass, one sample after the other: a guided calibration, and a gyroscope."""

from __future__ import annotations

import datetime
from typing import Any, NamedTuple, Optional

import numpy as np

from . import _interface, _library
from ._arrays import Floats, instant
from ._codes import Advice, Grade, Model, PlaceState, ReasonCode, State, Weight
from ._series import Compass, choice, place_words, placed

UNKNOWN = 65535


class Progress(NamedTuple):
    """What to show while a calibration runs."""

    state: State
    #: 0 to 99 while it runs, 100 after a commit.
    percent: int
    advice: Advice
    #: Directions of the field seen so far, of 96.
    directions: int
    #: Samples that count, and samples left out.
    samples: int
    rejected: int
    #: Until the time of this state is over; 0 for a state without end.
    seconds_left: float
    #: Cells of Protocols/calibration in which the field was seen, 96 of them.
    cells: tuple[bool, ...]
    #: From the start to the last solve.
    seconds: float
    #: Whether the run is the accelerometer's, whether its result came into use, waits to be stored, and is stored.
    is_of_accelerometer: bool
    has_committed: bool
    waits_for_store: bool
    is_stored: bool


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
    #: What it did.
    weight: Weight = Weight.NOTE


def _reason(raw: Any) -> CalibrationReason:
    return CalibrationReason(
        ReasonCode(int(raw["code"])), int(raw["measured"]), int(raw["limit"]), Weight(int(raw["weight"]))
    )


def reasons_of(name: str, memory: _library.Memory, count: int) -> list[CalibrationReason]:
    """What is at the places of a list."""
    reasons = []
    for place in range(count):
        found = np.zeros(1, _interface.REASON)
        try:
            _library.call(name, memory, place, found)
        except _library.BinnacleError as error:
            if error.code != _interface.ERROR_NOTHING:
                raise
            continue
        reasons.append(_reason(found[0]))
    return reasons


class Calibration:
    """A calibration that is done by turning the instrument by hand.

    Args:
        stores: whether records are stored, so that ``saved`` will be called.

    Example:
        A simulated hand turns a sensor with a hard iron of 10, -5 and 3 microtesla; in your program the samples come from the sensor.

        >>> compass, calibration = binnacle.Compass(), binnacle.Calibration()
        >>> calibration.set_questions(3600)  # seconds between two questions
        >>> question = calibration.question(compass, 0.0)
        >>> if question is not None and question.code == binnacle.ReasonCode.UNCALIBRATED:
        ...     calibration.start(0.0)
        >>> for k in range(2000):
        ...     now = k * 0.02  # seconds
        ...     z, turn = np.sin(0.0043 * k), 0.1 * k
        ...     compass.add_field(now, 48 * np.array([np.cos(turn) * np.sqrt(1 - z**2), np.sin(turn) * np.sqrt(1 - z**2), z]) + [10, -5, 3])
        ...     if calibration.step(compass, now):
        ...         record = bytes(compass.record)  # store these 216 bytes, and say whether that went well:
        ...         calibration.saved(True, now)
        ...     progress = calibration.progress(now)
        ...     if progress.state == binnacle.State.COLLECTING and progress.advice == binnacle.Advice.ENOUGH:
        ...         calibration.finish(now)
        ...     if progress.state == binnacle.State.REVIEW:
        ...         if calibration.outcome().grade >= binnacle.Grade.FAIR:
        ...             calibration.commit(now)
        ...         else:
        ...             calibration.discard(now)
        >>> calibration.progress(now).state.name, calibration.outcome().hard_iron.round(-2)  # nanotesla
        ('MONITOR', array([10000., -5000.,  3000.]))
        >>> [reason.code.name for reason in calibration.reasons() if reason.weight == binnacle.Weight.REFUSED]
        []
        >>> calibration.start(now)
        >>> calibration.cancel(now)  # the calibration in use stays
    """

    def __init__(self, *, stores: bool = True) -> None:
        self._memory = _library.storage(_interface.CALIBRATION_SIZE)
        self._call("init", _interface.CALIBRATION_SIZE)
        self._call("set_store", int(stores))

    def _call(self, name: str, *arguments: object) -> int:
        return _library.call(f"calibration_{name}", self._memory, *arguments)

    def start(self, now: float, *, sensor: str = "magnetometer", delay: float = 0.0, refits: bool = False) -> None:
        """Starts a run; the calibration in use stays until a commit.

        Args:
            now: seconds of the samples' clock.
            sensor: "magnetometer", or "accelerometer": six poses at rest, each side up once.
            delay: seconds before it waits for the instrument to move, 0 to 65.
            refits: after the commit a fit goes on in the background, and may replace the result by a better one.

        Raises:
            BinnacleError: a run is under way.
        """
        kind = choice("sensor", sensor, _interface.SENSOR_WORDS)
        self._call("start", kind, int(refits), int(np.floor(delay * 1e3 + 0.5)), instant(now))

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
        return self._call("step", compass._memory, instant(now)) == _interface.NEW_RECORD

    def progress(self, now: float) -> Progress:
        """Where the calibration is, and what to do next."""
        found = np.zeros(1, _interface.PROGRESS)
        self._call("progress", instant(now), found)
        raw = found[0]
        return Progress(
            state=State(int(raw["state"])),
            percent=int(raw["percent"]),
            advice=Advice(int(raw["advice"])),
            directions=int(raw["directions"]),
            samples=int(raw["samples"]),
            rejected=int(raw["rejected"]),
            seconds_left=float(raw["milliseconds_left"]) / 1000,
            cells=tuple(bool(int(word) >> bit & 1) for word in raw["coverage"] for bit in range(32)),
            seconds=float(raw["duration"]) / 1000,
            is_of_accelerometer=raw["sensor"] == 1,
            has_committed=bool(raw["has_committed"]),
            waits_for_store=bool(raw["waits_for_store"]),
            is_stored=bool(raw["is_stored"]),
        )

    def outcome(self) -> Outcome:
        """The result of the last solve; all zero before the first."""
        found = np.zeros(1, _interface.OUTCOME)
        self._call("outcome", found)
        raw = found[0]
        errors = [None if raw[name] == UNKNOWN else float(raw[name]) / 100 for name in ("typical_error", "worst_error")]
        return Outcome(
            accepted=bool(raw["is_accepted"]),
            model=Model(int(raw["model"])),
            grade=Grade(int(raw["grade"])),
            hard_iron=np.asarray(raw["hard_iron"] / 256),
            field=float(raw["field"]),
            samples=int(raw["samples"]),
            typical_error=errors[0],
            worst_error=errors[1],
            residual=float(raw["residual"]) / 1000,
            held_out=float(raw["held_out"]) / 1000,
            confidence=int(raw["confidence"]),
        )

    def reasons(self) -> list[CalibrationReason]:
        """Why the result was refused or made smaller, or why the run ended."""
        return reasons_of("calibration_reason", self._memory, _interface.REASONS)

    def question(self, compass: Compass, now: float) -> Optional[CalibrationReason]:
        """Why a person should be asked for a calibration now; None: no question. One that is given counts as asked."""
        found = np.zeros(1, _interface.REASON)
        try:
            self._call("question", compass._memory, instant(now), found)
        except _library.BinnacleError as error:
            if error.code != _interface.ERROR_NOTHING:
                raise
            return None
        return _reason(found[0])

    def set_questions(self, interval: int = 600, *, asks: bool = True) -> None:
        """Says how many seconds are between two questions, 10 to 65,535, and whether there are any."""
        self._call("set_questions", interval, int(asks))


class Locator:
    """Place and date of a compass, whose field the world model finds in slices. ``Compass.set_place`` does it at once.

    Example:
        >>> compass, locator = binnacle.Compass(), binnacle.Locator()
        >>> locator.set(compass, 47.37, 8.54, datetime.date(2026, 7, 1), 408.0)  # degrees, metres
        >>> while locator.step(compass):  # a slice in each turn of the main loop
        ...     pass
        >>> locator.state().name
        'KNOWN'
        >>> locator.forget(compass)
    """

    def __init__(self) -> None:
        self._memory = _library.storage(_interface.LOCATOR_SIZE)
        _library.call("locator_init", self._memory, _interface.LOCATOR_SIZE)

    def set(
        self,
        compass: Compass,
        latitude: float,
        longitude: float,
        date: datetime.date,
        height: float = 0.0,
        *,
        extrapolate: bool = False,
    ) -> None:
        """Sets place and date, as ``Compass.set_place``. The field of the place before stays until the new one is known."""
        place = place_words(latitude, longitude, date, height, extrapolate)
        placed("locator_set", self._memory, compass._memory, place, date=date)

    def forget(self, compass: Compass) -> None:
        """Forgets place and date."""
        _library.call("locator_set", self._memory, compass._memory, None)

    def step(self, compass: Compass) -> bool:
        """Does one slice of work. Returns whether there is more."""
        return _library.call("locator_step", self._memory, compass._memory) == _interface.MORE_WORK

    def state(self) -> PlaceState:
        """Where the evaluation is.

        Raises:
            BinnacleError: the world model does not hold there and then: which limit is broken.
        """
        found = np.zeros(1, _interface.PLACE_STATE)
        _library.call("locator_get", self._memory, found)
        if found[0]["error"] != 0:
            raise _library.BinnacleError(int(found[0]["error"]))
        return PlaceState(int(found[0]["state"]))
