"""What follows in time: readings of a compass."""

from __future__ import annotations

import datetime
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _interface, _library
from ._arrays import (
    WORD_LIMIT,
    FieldUnit,
    ForceUnit,
    Mask,
    Words,
    check_force_unit,
    field_words,
    force_words,
    instant,
    microseconds,
    numbers,
    one,
    series,
    turns,
    vectors,
)
from ._readings import Readings
from ._record import Record, given

#: Axes of a sensor or of the body, in the order of ``binnacle.h``.
AXES = ("+x", "-x", "+y", "-y", "+z", "-z")


def choice(name: str, value: str, known: tuple[str, ...]) -> int:
    if value not in known:
        raise ValueError(f"{name} is {value!r}, and one of {', '.join(known)} is needed")
    return known.index(value)


class Compass:
    """A compass: settings, the record in use, the last samples, the field monitor. The axes are forward, right, down.

    One thread at a time is in a call of a compass; another waits until the call ends. Two recordings need two compasses.

    Args:
        record: the calibration, also as the bytes of a record; without it none is in use.

    Example:
        A recording, row by row:

        >>> compass = binnacle.Compass(binnacle.Record.of([10.0, -5.0, 3.0], field_strength=48.0))  # microtesla
        >>> compass.set_axes("magnetometer", "+x", "-y")  # X forward, Y left, Z up
        >>> compass.set_axes("accelerometer", "+x", "-y")
        >>> compass.set_place(47.37, 8.54, datetime.date(2026, 7, 1), height=408.0)  # degrees, metres
        >>> compass.set_reference("true")
        >>> time = np.arange(50) * 0.1  # seconds
        >>> readings = compass.read(time, [[30.0, -5.0, -39.0]] * 50, [[0.0, 0.0, 1.0]] * 50)  # microtesla, g
        >>> print(readings.heading[-1].round(2))  # degrees
        3.61

        Sample by sample, as they come:

        >>> compass.add_force(5.0, [0.0, 0.0, 1.0])  # seconds, g
        >>> compass.add_field(5.0, [10.0, 15.0, -39.0])  # microtesla
        >>> print(round(compass.heading(), 2), round(compass.true_heading(), 2))  # degrees from magnetic and from true north
        90.0 93.61
        >>> reading = compass.reading(5.0)
        >>> print(reading.heading.round(2), reading.accuracy < 45)  # degrees
        93.61 True
        >>> compass.lose_field()  # the magnetometer does not answer
        >>> compass.lose_force()
        >>> compass.restart()  # other sensors, or another clock

        Settings:

        >>> compass.set_pointing("level")  # a display that is held flat or upright
        >>> compass.set_orientation("auto")
        >>> compass.set_smoothing(0.5)  # seconds
        >>> compass.set_event_filter(1.0, heartbeat=1.0)  # degrees, seconds
        >>> compass.set_deviation([0.5, -2.0, 1.0, 0.0, 0.0])  # degrees
        >>> compass.set_sample_timeout(5.0)  # seconds
        >>> compass.set_level_tolerance(5.0)  # degrees, without an accelerometer
        >>> compass.set_temperature(22.0)  # °C
        >>> compass.set_chip(2)  # the code of the chip in the table of Protocols/calibration
        >>> record = compass.record  # bytes(record) are what to store
        >>> compass.forget_record()
        >>> compass.forget_place()
        >>> compass.set_date(datetime.date(2026, 7, 1))
    """

    def __init__(self, record: Optional[Record | bytes] = None) -> None:
        self._memory = _library.storage(_interface.COMPASS_SIZE)
        self._call("init", _interface.COMPASS_SIZE)
        known = given(record)
        if known is not None:
            self.record = known

    def _call(self, name: str, *arguments: Any) -> None:
        _library.call(f"compass_{name}", self._memory, *arguments)

    @property
    def record(self) -> Record:
        """The calibration in use."""
        data = np.zeros(_interface.RECORD_SIZE, np.uint8)
        self._call("get_record", data, len(data))
        return Record(data.tobytes())

    @record.setter
    def record(self, record: Record) -> None:
        self._call("set_record", record._array(), _interface.RECORD_SIZE)

    def set_axes(self, sensor: str, forward: str, right: str) -> None:
        """Says how a sensor is mounted. A module with X forward, Y left, Z up has forward "+x" and right "-y".

        Args:
            sensor: "magnetometer" or "accelerometer".
            forward, right: the sensor's axes that point there: "+x", "-x", "+y", "-y", "+z" or "-z".

        Raises:
            BinnacleError: both are along the same line.
            ValueError: another word.
        """
        self._call(
            "set_axes",
            choice("sensor", sensor, _interface.SENSOR_WORDS),
            choice("forward", forward, AXES),
            choice("right", right, AXES),
        )

    def set_pointing(self, axis: str) -> None:
        """Chooses the axis of the body whose heading is computed: "+x" (at first) to "-z", or "level": the most level one."""
        self._call("set_pointing", choice("axis", axis, (*AXES, "level")))

    def set_place(
        self, latitude: float, longitude: float, date: datetime.date, height: float = 0.0, *, extrapolate: bool = False
    ) -> None:
        """Sets place and date, which give true north and the field to expect.

        Args:
            latitude, longitude, date, height, extrapolate: one of each, as for ``world_field``; angles count in steps of 1e-7 degrees.

        Raises:
            BinnacleError: the limit of the world model that is broken. The place stays as it was.
        """
        place = place_words(latitude, longitude, date, height, extrapolate)
        placed("compass_set_place", self._memory, place, date=date)

    def forget_place(self) -> None:
        """Forgets place and date."""
        self._call("forget_place")

    def set_reference(self, north: str) -> None:
        """Chooses the north of ``Readings.heading``: "best" (at first), "magnetic" or "true"."""
        self._call("set_reference", choice("north", north, _interface.NORTH_WORDS))

    def set_deviation(self, coefficients: Optional[npt.ArrayLike]) -> None:
        """Sets the deviation card: A + B sin h + C cos h + D sin 2h + E cos 2h, east positive.

        Args:
            coefficients: A to E in degrees, shape (5,), each within 45; None: no card.
        """
        words: Optional[Words] = None
        if coefficients is not None:
            values = np.asarray(numbers("coefficients", coefficients), np.float64)
            if values.shape != (5,):
                raise ValueError(f"coefficients has the shape {values.shape}, and (5,) is needed")
            words = np.ascontiguousarray(turns("coefficients", values, 45))
        self._call("set_deviation", words)

    def set_smoothing(self, seconds: float) -> None:
        """Sets the time constant of smoothing of the headings, 0.01 to 4,294 seconds; 0: none."""
        value = float(np.floor(seconds * 1e6 + 0.5))
        if not 0 <= value < 2**32:
            raise _library.BinnacleError(_interface.ERROR_RANGE, "seconds")
        self._call("set_smoothing", int(value))

    def set_sample_timeout(self, seconds: float) -> None:
        """Sets how long after its last sample of the field a reading still has a heading, 0.01 to 4,294 seconds; at first 1."""
        value = float(np.floor(seconds * 1e6 + 0.5))
        if not 0 <= value < 2**32:
            raise _library.BinnacleError(_interface.ERROR_RANGE, "seconds")
        self._call("set_sample_timeout", int(value))

    def set_level_tolerance(self, degrees_: float) -> None:
        """Says how level a compass without accelerometer is kept: one standard deviation, 0.1 to 15 degrees, in steps of 0.1."""
        value = float(np.floor(degrees_ * 10 + 0.5))
        if not 1 <= value <= 150:
            raise _library.BinnacleError(_interface.ERROR_RANGE, "level tolerance")
        self._call("set_level_tolerance", int(value))

    def read(
        self,
        time: npt.ArrayLike,
        field: npt.ArrayLike,
        force: Optional[npt.ArrayLike] = None,
        *,
        unit: FieldUnit = "uT",
        force_unit: ForceUnit = "g",
    ) -> Readings:
        """Takes the rows of a recording one after the other, and assesses each. Another call goes on where this one ended.

        Args:
            time: seconds, shape (n,); it must not step back.
            field: shape (n, 3), in the axes of ``set_axes``; a row with a NaN has no sample of the field.
            force: as ``field``; without it the compass counts as level.
            unit, force_unit: as ``heading``.

        Raises:
            BinnacleError: a number is beyond what a sample can carry.
            ValueError, TypeError: shape, type or unit, also a force that is many g.
        """
        fields = series("field", field)
        times = microseconds(time, len(fields))
        words, has_field = field_words(fields, unit)
        forces, has_force = _forces(force, len(fields), force_unit)
        readings = np.zeros(len(words), _interface.READING)
        _library.call(
            "array_compass_readings", self._memory, len(words), times, words, has_field, forces, has_force, readings
        )
        return Readings(readings)

    def set_orientation(self, orientation: str) -> None:
        """Says how the display is held, which turns the heading to where its viewer looks.

        Args:
            orientation: "portrait" (at first), "upsideDown", "landscapeLeft", "landscapeRight", "faceUp" or "faceDown"; "auto": found from
                the attitude; "autoFlat": so, too, but the heading of a flat display is not turned.
        """
        choice("orientation", orientation, tuple(word for word in _interface.ORIENTATION_WORDS if word != "unknown"))
        self._call("set_orientation", _interface.ORIENTATION_WORDS.index(orientation))

    def set_event_filter(self, minimum_change: float, heartbeat: float = 0.0) -> None:
        """Chooses which readings are worth telling: ``raw["event"]`` is 0 for the others.

        Args:
            minimum_change: degrees, 0 to 180; 0: every reading.
            heartbeat: also tell one after so many seconds of silence, 0.01 to 4,294; 0: no.
        """
        words = int(np.floor(minimum_change / 360 * 2**32 + 0.5)), int(np.floor(heartbeat * 1e6 + 0.5))
        if not all(0 <= word < 2**32 for word in words):
            raise _library.BinnacleError(_interface.ERROR_RANGE, "event filter")
        self._call("set_event_filter", *words)

    def set_date(self, date: datetime.date) -> None:
        """Sets the day without a place: calibrations are dated, and the calibration in use gets old."""
        self._call("set_date", date.year, date.month, date.day)

    def set_temperature(self, celsius: Optional[float]) -> None:
        """Sets the temperature of the magnetometer in steps of 1/8 degree; None: not known. A calibration keeps it."""
        self._call("set_temperature", -32768 if celsius is None else int(np.floor(celsius * 8 + 0.5)))

    def set_chip(self, chip: int) -> None:
        """Says which chip the magnetometer is; 0: not known. A record of another chip is refused."""
        self._call("set_chip", chip)

    def forget_record(self) -> None:
        """Removes the calibration."""
        self._call("forget_record")

    def lose_field(self) -> None:
        """Says that the magnetometer does not answer: there is no heading until its next sample."""
        self._call("lose_field")

    def lose_force(self) -> None:
        """Says that the accelerometer does not answer: the instrument counts as level until its next sample."""
        self._call("lose_force")

    def restart(self) -> None:
        """Begins anew with samples that have nothing to do with those before. Settings stay."""
        self._call("restart")

    # MARK: - One sample after the other

    def add_field(self, time: float, field: npt.ArrayLike, *, unit: FieldUnit = "uT", saturated: bool = False) -> None:
        """Takes one sample of the magnetometer. Do not give the same one twice.

        Args:
            time: seconds of one clock that does not step back.
            field: shape (3,), in the axes of ``set_axes``.
            unit: as ``heading``.
            saturated: an axis is beyond the sensor's range.
        """
        self._call(
            "add_field", one("field", field_words(vectors("field", field, ()), unit)), instant(time), int(saturated)
        )

    def add_force(self, time: float, force: npt.ArrayLike, *, unit: ForceUnit = "g", saturated: bool = False) -> None:
        """Takes one sample of the accelerometer; at rest it points up. The arguments are those of ``add_field``."""
        self._call(
            "add_force", one("force", force_words(vectors("force", force, ()), unit)), instant(time), int(saturated)
        )

    def reading(self, now: float) -> Readings:
        """Assesses the last samples. Call it once after each sample of the field.

        Args:
            now: seconds; it decides whether the last sample is too old.
        """
        found = np.zeros(1, _interface.READING)
        self._call("read", instant(now), found)
        return Readings(found[0])

    def heading(self) -> Optional[float]:
        """The bare direction of the last samples, degrees from magnetic north; None: there is none."""
        return _library.answer("compass_heading", self._memory)

    def true_heading(self) -> Optional[float]:
        """The same from true north; None also while the place is not known."""
        return _library.answer("compass_true_heading", self._memory)


def place_words(
    latitude: float, longitude: float, date: datetime.date, height: float, extrapolate: bool
) -> npt.NDArray[Any]:
    """A place and a day as the library takes them."""
    place = np.zeros(1, _interface.PLACE)
    scaled = [
        float(np.floor(latitude * 1e7 + 0.5)),
        float(np.floor(longitude * 1e7 + 0.5)),
        float(np.floor(height * 1e3 + 0.5)),
    ]
    for name, value in zip(("latitude", "longitude", "height"), scaled):
        if not abs(value) <= WORD_LIMIT:
            raise _library.BinnacleError(_interface.ERROR_RANGE, name)
    place[0] = (*scaled, date.year, date.month, date.day, int(extrapolate))
    return place


def placed(name: str, *arguments: Any, date: datetime.date) -> None:
    """Calls a function that takes a place; an error also says which day it was."""
    try:
        _library.call(name, *arguments)
    except _library.BinnacleError as error:
        raise _library.BinnacleError(error.code, f"{date:%Y-%m-%d}") from None


def _forces(force: Optional[npt.ArrayLike], rows: int, unit: str) -> tuple[Optional[Words], Optional[Mask]]:
    if force is None:
        return None, None
    values = series("force", force, rows)
    check_force_unit(values, unit)
    return force_words(values, unit)
