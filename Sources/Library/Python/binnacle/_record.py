"""The calibration record: reading, writing and applying it (Protocols/calibration/spec.md, sections 1 and 2)."""

from __future__ import annotations

import datetime
import json
import math
import struct
import zlib
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _interface, _library
from ._arrays import FIELD_UNITS, FieldUnit, Floats, field_words, numbers, vectors

#: The model of a record by its number.
MODELS = _interface.MODEL_WORDS

# Magic … chip, order, grade, flags; serial; date; temperature, samples; h; S; strength; worst, typical; dip; residual; tilt,
# accelerometer's order; coverage; covariance's exponent, reserved; covariance; b; A; rotation; reserved.
_LAYOUT = struct.Struct("<HBBBBBBIihH3i9iIHHiHBB3IbBH12i3i9i3iI")
_FIELDS = (
    "magic version length chip order grade flags serial date temperature samples h:3 s:9 strength worst typical dip residual tilt "
    "accelerometer coverage:3 exponent reserved1 reserved2 covariance:12 b:3 a:9 rotation:3 reserved4"
)
_DATE_KNOWN, _TEMPERATURE_KNOWN, _DIP_KNOWN = 1, 2, 4
_UNKNOWN = 65535
_IDENTITY = [1 << 24, 0, 0, 0, 1 << 24, 0, 0, 0, 1 << 24]
_FIRST_DAY = datetime.date(2000, 1, 1)


def given(record: Record | bytes | None) -> Optional[Record]:
    """A record as a user gives it: also as the bytes that were stored."""
    return record if record is None or isinstance(record, Record) else Record(record)


def _half_away(value: float) -> int:
    """Rounded to the nearest whole number, halves away from zero."""
    size = math.floor(abs(value))
    size += abs(value) - size >= 0.5
    return -size if value < 0 else size


class Record:
    """A calibration: corrected = S (m - h), first h, then S, in the axes of the sensor.

    Args:
        data: the 216 bytes of a record; bytes after it are ignored.

    Raises:
        BinnacleError: the bytes are no record, or a field is outside its range; the code says which.
        TypeError: ``data`` is not made of bytes.

    Example:
        A calibration that another program found:

        >>> record = binnacle.Record.of([10.0, -5.0, 3.0], unit="uT", field_strength=48.0)
        >>> record.apply([[58.0, -5.0, 3.0]])  # microtesla
        array([[48.,  0.,  0.]])
        >>> compass = binnacle.Compass(record)
        >>> binnacle.Record(bytes(record)) == record  # the 216 bytes to store
        True
        >>> line = record.to_json()  # for ``binnacle calibration import``
        >>> binnacle.Record.identity().model
        'none'

        What it says; degrees, microtesla and °C:

        >>> record.model, record.grade, record.field_strength
        ('sphere', 1, 48.0)
        >>> record.hard_iron
        array([10., -5.,  3.])
        >>> record.soft_iron.diagonal()
        array([1., 1., 1.])
        >>> print(record.worst_error_degrees, record.typical_error_degrees, record.residual, record.dip_degrees)
        None None None None
        >>> print(record.tilt_seen_degrees, record.temperature, record.date)
        None None None
    """

    __slots__ = ("_bytes", "_values")

    def __init__(self, data: bytes) -> None:
        given = np.frombuffer(bytes(memoryview(data)), np.uint8)
        compass = _library.storage(_interface.COMPASS_SIZE)
        _library.call("compass_init", compass, _interface.COMPASS_SIZE)
        # An empty array has an address, too, and no byte of it is read.
        _library.call("compass_set_record", compass, given, len(given))
        written = np.zeros(_interface.RECORD_SIZE, np.uint8)
        _library.call("compass_get_record", compass, written, len(written))
        self._bytes = written.tobytes()
        numbers_of_record = iter(_LAYOUT.unpack(self._bytes[: _LAYOUT.size]))
        self._values: dict[str, Any] = {}
        for field in _FIELDS.split():
            name, _, count = field.partition(":")
            self._values[name] = (
                [next(numbers_of_record) for _ in range(int(count))] if count else next(numbers_of_record)
            )

    @classmethod
    def identity(cls) -> Record:
        """The record that corrects nothing."""
        compass, written = _library.storage(_interface.COMPASS_SIZE), np.zeros(_interface.RECORD_SIZE, np.uint8)
        _library.call("compass_init", compass, _interface.COMPASS_SIZE)
        _library.call("compass_get_record", compass, written, len(written))
        return cls(written.tobytes())

    @classmethod
    def of(
        cls,
        hard_iron: npt.ArrayLike,
        soft_iron: Optional[npt.ArrayLike] = None,
        *,
        unit: FieldUnit = "uT",
        model: Optional[str] = None,
        field_strength: Optional[float] = None,
    ) -> Record:
        """A record made of numbers from elsewhere.

        Args:
            hard_iron: h, shape (3,), in ``unit``, each within 4,194 microtesla.
            soft_iron: S, shape (3, 3), each within 32; without it the identity.
            unit: "uT", "nT", "mG" or "G".
            model: "sphere", "axis" or "ellipsoid"; without it "sphere" for the identity, else "ellipsoid".
            field_strength: of the corrected field, in ``unit``.

        Raises:
            BinnacleError: a number is out of its range, or S mirrors or loses directions.
            ValueError: another shape, unit or model.
        """
        offset, factor = vectors("hard_iron", hard_iron, ()), _factor(unit)
        matrix = np.eye(3) if soft_iron is None else numbers("soft_iron", soft_iron)
        if matrix.shape != (3, 3):
            raise ValueError(f"soft_iron has the shape {matrix.shape}, and (3, 3) is needed")
        is_sphere = bool((matrix == np.eye(3)).all())
        chosen = model or ("sphere" if is_sphere else "ellipsoid")
        if chosen not in MODELS[2:]:
            raise ValueError(f"model is {model!r}, and one of {', '.join(MODELS[2:])} is needed")
        h, s = _words("hard_iron", offset * factor * 256), _words("soft_iron", matrix * 2**24)
        strength = 0 if field_strength is None else _half_away(field_strength * factor)
        if not 0 <= strength < 2**32:
            raise _library.BinnacleError(_interface.ERROR_RANGE, "field_strength does not fit into the record")
        written = np.zeros(_interface.RECORD_SIZE, np.uint8)
        _library.call("record_of", h, s, MODELS.index(chosen), strength, written, len(written))
        return cls(written.tobytes())

    @classmethod
    def _made(cls, **values: Any) -> Record:
        """The record with these fields; the others are not known."""
        fields: dict[str, Any] = {
            "magic": 0x4342,
            "version": 1,
            "length": _interface.RECORD_SIZE,
            "worst": _UNKNOWN,
            "typical": _UNKNOWN,
            "residual": _UNKNOWN,
            "tilt": 255,
            "s": _IDENTITY,
            "a": _IDENTITY,
            **values,
        }
        flat: list[Any] = []
        for field in _FIELDS.split():
            name, _, count = field.partition(":")
            flat.extend(fields.get(name, [0] * int(count)) if count else [fields.get(name, 0)])
        try:
            body = _LAYOUT.pack(*flat)
        except struct.error:
            raise _library.BinnacleError(_interface.ERROR_RANGE, "a number does not fit into the record") from None
        return cls(body + struct.pack("<I", zlib.crc32(body)))

    def __bytes__(self) -> bytes:
        return self._bytes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._bytes == other._bytes

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __repr__(self) -> str:
        return f"<binnacle.Record: {self.model}, grade {self.grade}, hard iron {self.hard_iron.round(3).tolist()} µT>"

    def to_json(self) -> str:
        """One line of JSON, as ``binnacle replay FILE --calibration`` and ``binnacle calibration import`` take it."""
        return json.dumps({"what": "calibration", "record": self._bytes.hex()})

    # MARK: - Content

    @property
    def model(self) -> str:
        """ "none", "planar", "sphere", "axis" or "ellipsoid"."""
        return MODELS[self._values["order"]]

    @property
    def grade(self) -> int:
        """0 uncalibrated, 1 poor, 2 fair, 3 good."""
        return int(self._values["grade"])

    @property
    def hard_iron(self) -> Floats:
        """h, shape (3,), microtesla."""
        return np.array(self._values["h"]) / 256_000

    @property
    def soft_iron(self) -> Floats:
        """S, or R S with the rotation R into the axes of gravity; shape (3, 3)."""
        return np.array(self._values["s"]).reshape(3, 3) / 2**24

    @property
    def field_strength(self) -> Optional[float]:
        """Microtesla, of the corrected field; None: not known."""
        return self._values["strength"] / 1_000 if self._values["strength"] else None

    @property
    def residual(self) -> Optional[float]:
        """The root mean square of the corrected field's strength about ``field_strength``, microtesla; None: not known."""
        return None if self._values["residual"] == _UNKNOWN else self._values["residual"] / 1_000

    @property
    def worst_error_degrees(self) -> Optional[float]:
        """The predicted heading error: its 95th percentile; None: not known."""
        return _hundredths(self._values["worst"])

    @property
    def typical_error_degrees(self) -> Optional[float]:
        """The predicted heading error: its root mean square; None: not known."""
        return _hundredths(self._values["typical"])

    @property
    def dip_degrees(self) -> Optional[float]:
        """During calibration, below the horizon positive; None: not known."""
        return self._values["dip"] * 45 / 2**29 if self._values["flags"] & _DIP_KNOWN else None

    @property
    def tilt_seen_degrees(self) -> Optional[int]:
        """The largest tilt during calibration, 0 to 90; None: not known."""
        return None if self._values["tilt"] == 255 else int(self._values["tilt"])

    @property
    def temperature(self) -> Optional[float]:
        """Of the sensor's chip during calibration, °C; None: not known."""
        return self._values["temperature"] / 8 if self._values["flags"] & _TEMPERATURE_KNOWN else None

    @property
    def date(self) -> Optional[datetime.date]:
        """The day of the calibration, UTC; None: not known, or outside the years 1 to 9999."""
        try:
            return (
                _FIRST_DAY + datetime.timedelta(self._values["date"]) if self._values["flags"] & _DATE_KNOWN else None
            )
        except OverflowError:
            return None

    # MARK: - Use

    def apply(self, field: npt.ArrayLike, *, unit: str = "uT") -> Floats:
        """Corrects fields: S (m - h).

        Args:
            field: shape (..., 3), in the sensor's axes; rounded half up to whole nanotesla, each within 2,097 microtesla. A row
                with a NaN gives NaN.
            unit: of ``field`` and of the result: "uT", "nT", "mG" or "G".

        Returns:
            float64 of the shape of ``field``. With "nT" it holds each bit of the library's 1/256 nanotesla.

        Raises:
            BinnacleError: a field is beyond the limit.
            ValueError, TypeError: shape, type or unit.
        """
        given, factor = vectors("field", field), _factor(unit)
        words, there = field_words(given, unit)
        corrected = np.empty_like(words)
        _library.call("array_correct", len(words), self._array(), len(self._bytes), words, corrected)
        result: Floats = corrected / 256
        if factor != 1:
            result /= factor
        result[there == 0] = np.nan
        return result.reshape(given.shape)

    def _array(self) -> npt.NDArray[np.uint8]:
        return np.frombuffer(self._bytes, np.uint8)


def _factor(unit: str) -> float:
    if unit not in FIELD_UNITS or unit == "counts":
        raise ValueError(f"unit is {unit!r}, and one of uT, nT, mG, G is needed")
    return FIELD_UNITS[unit]


def _hundredths(value: int) -> Optional[float]:
    return None if value == _UNKNOWN else value / 100


def _words(name: str, values: Floats) -> npt.NDArray[np.int32]:
    """Rounded as the library takes them."""
    if not np.isfinite(values).all():
        raise ValueError(f"{name} holds a number that is not finite")
    whole = [_half_away(float(value)) for value in values.reshape(-1)]
    if any(abs(value) >= 2**31 for value in whole):
        raise _library.BinnacleError(_interface.ERROR_RANGE, f"{name} does not fit into the record")
    return np.array(whole, np.int32)
