"""The sensor chips of an I2C bus: the drivers of ``binnacle_device.h`` over a bus of Python."""

from __future__ import annotations

import ctypes
import errno
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Optional, Protocol

import numpy as np
import numpy.typing as npt

from . import _interface, _library
from ._fused import Motion
from ._series import Compass, choice

SENSORS = ("magnetometer", "accelerometer", "gyroscope")
_READ = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.c_uint8, ctypes.c_uint8, ctypes.POINTER(ctypes.c_uint8), ctypes.c_uint32
)
#: The error of the kernel for a transaction, as the code of a bus; any other error means that no chip answered. EBUSY is one of
#: these: a driver of the kernel has the address.
_FAULTS = {errno.ETIMEDOUT: 4, errno.EAGAIN: 3}
_NO_ANSWER = 1


class _Bus(ctypes.Structure):
    _fields_ = [
        ("context", ctypes.c_void_p),
        ("read", _READ),
        ("write", _READ),
        ("recover", ctypes.c_void_p),
        ("chips", ctypes.c_void_p),
        ("chip_count", ctypes.c_uint32),
        ("kind", ctypes.c_uint32),
    ]


class Bus(Protocol):
    """What ``Sensors`` needs of a bus; ``smbus2.SMBus(1)`` has it."""

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int, /) -> Sequence[int]:
        """Reads registers from one on; raises OSError where no chip answers."""

    def write_byte_data(self, i2c_addr: int, register: int, value: int, /) -> None:
        """Writes one register; raises OSError where no chip answers."""


class Identity(NamedTuple):
    """A sensor that was found."""

    #: The number of the chip (Protocols/heading/spec.md, section 3), and its address on the bus.
    chip: int
    address: int
    #: What its identity registers hold, the first in the lowest byte.
    bytes: int
    #: Samples a second, hertz.
    rate: float
    #: How much older the quantity is than the time of its sample, microseconds.
    delay: int
    #: Of a gyroscope: one standard deviation of what it measures at rest, degrees a second.
    zero_rate_offset: float


class Event(NamedTuple):
    """News of a sensor."""

    #: "sample", "fault" or "unavailable".
    what: str
    #: "magnetometer", "accelerometer" or "gyroscope".
    sensor: str
    #: Seconds of the clock.
    time: float
    #: Nanotesla, micro-g or 2^-20 radians a second, in the right-handed axes of the chip, shape (3,).
    value: npt.NDArray[np.int32]
    #: The same in counts of the chip.
    counts: npt.NDArray[np.int32]
    #: Degrees Celsius; None: not known.
    temperature: Optional[float]
    chip: int
    address: int
    #: Bits: 1 saturated, 2 repeated.
    flags: int
    #: Of a fault: its kind, the register, and a number that says more (``binnacle_device.h``).
    fault: tuple[int, int, int]


def _library_of_drivers() -> ctypes.CDLL:
    path = Path(__file__).with_name("libbinnacle_device.so")
    if not path.exists():
        raise ImportError(
            "this installation of binnacle has no sensor drivers: it was compiled from a clone.\n"
            "Install the wheel or the source distribution of a release, or make them: make wheel"
        )
    return ctypes.CDLL(str(path))


class Sensors:
    """The magnetometer, the accelerometer and the gyroscope on a bus, whichever of 20 chips they are.

    The search takes one question for each poll. It goes on until there is a magnetometer, some seconds for the other kinds, and
    again after a chip was lost.

    Args:
        bus: has ``read_i2c_block_data`` and ``write_byte_data``, such as ``smbus2.SMBus(1)``.
        rate: the least data rate of the magnetometer, hertz; the other two measure 100 times a second or more.
        chips: names of docs/sensors.md, such as ["LIS3MDL", "LSM6DSOX"]; None: all.
        clock: seconds that never step back.

    Raises:
        BinnacleError: a rate out of range, or a name that is no chip.
        Exception: what the bus raises and is no OSError.

    Example:
        A Raspberry Pi's heading, with ``import smbus2`` and a compass without calibration::

            sensors, compass = binnacle.Sensors(smbus2.SMBus(1)), binnacle.Compass()
            for sensor in ("magnetometer", "accelerometer"):
                compass.set_axes(sensor, "+x", "-y")  # X forward, Y left, Z up, as most modules
            while True:
                if sensors.feed(compass):
                    print(compass.heading())
                time.sleep(0.002)

        >>> class NoChips:
        ...     def read_i2c_block_data(self, address, register, length):
        ...         raise OSError(6, "No such device or address")
        ...     def write_byte_data(self, address, register, value):
        ...         raise OSError(6, "No such device or address")
        >>> sensors, compass = binnacle.Sensors(NoChips()), binnacle.Compass()
        >>> sensors.feed(compass), sensors.identity("magnetometer"), compass.heading()
        (False, None, None)
        >>> sensors.set_rate("magnetometer", 20.0)  # hertz, for what is found later
        >>> event = sensors.poll()  # one piece of news, where you want more than ``feed`` passes on
        >>> sensors.motion() is None  # no gyroscope was found
        True
    """

    def __init__(
        self,
        bus: Bus,
        *,
        rate: float = 75.0,
        chips: Optional[Sequence[str]] = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._so, self._bus, self._clock = _library_of_drivers(), bus, clock
        self._raised: Optional[BaseException] = None
        names = None if chips is None else [self._chip(name) for name in chips]
        self._chips = (ctypes.c_void_p * (len(names) + 1))(*names, None) if names is not None else None
        listed = ctypes.addressof(ctypes.c_void_p.in_dll(self._so, "BINNACLE_ALL_SENSORS"))
        self._words = _Bus(
            None,
            _READ(self._read),
            _READ(self._write),
            None,
            listed if self._chips is None else ctypes.addressof(self._chips),
            0,
            0,
        )
        self._memory = np.zeros(_interface.SENSORS_SIZE // 8, np.uint64)
        self._call(
            "init", ctypes.c_size_t(_interface.SENSORS_SIZE), ctypes.byref(self._words), self._rate(rate)
        )  # fmt: skip

    def _chip(self, name: str) -> int:
        try:
            return ctypes.addressof(ctypes.c_uint8.in_dll(self._so, f"BINNACLE_{name.upper().replace('-', '')}"))
        except ValueError:
            raise ValueError(f"chips: no driver for “{name}”; docs/sensors.md lists them") from None

    @staticmethod
    def _rate(hertz: float) -> ctypes.c_uint32:
        if not 0.1 <= hertz <= 1000:
            raise ValueError(f"rate: 0.1 to 1000 hertz, not {hertz}")
        return ctypes.c_uint32(round(hertz * 1000))

    def _call(self, name: str, *arguments: Any) -> int:
        code: int = getattr(self._so, f"binnacle_sensors_{name}")(ctypes.c_void_p(self._memory.ctypes.data), *arguments)
        if self._raised is not None:
            raised, self._raised = self._raised, None
            raise raised
        if code < 0:
            raise _library.BinnacleError(code, f"sensors {name}")
        return code

    def _done(self, transaction: Callable[[], None]) -> int:
        """The code of a transaction. C has no exceptions: what is not a fault of the bus is raised after the call."""
        try:
            transaction()
        except OSError as error:
            return _FAULTS.get(error.errno or 0, _NO_ANSWER)
        except BaseException as error:
            self._raised = error
            return _NO_ANSWER
        return 0

    def _read(self, _: object, address: int, first: int, into: Any, count: int) -> int:
        def transaction() -> None:
            found = bytes(self._bus.read_i2c_block_data(address, first, count))
            if len(found) != count:
                raise OSError(errno.EIO, "the bus gave fewer bytes than were asked for")
            ctypes.memmove(into, found, count)

        return self._done(transaction)

    def _write(self, _: object, address: int, first: int, values: Any, count: int) -> int:
        def transaction() -> None:
            for place in range(count):
                self._bus.write_byte_data(address, first + place, values[place])

        return self._done(transaction)

    def _now(self) -> ctypes.c_uint64:
        return ctypes.c_uint64(int(self._clock() * 1e6))

    def _event(self) -> Optional[npt.NDArray[Any]]:
        found = np.zeros(1, _interface.EVENT)
        code = self._call("poll", self._now(), ctypes.c_void_p(found.ctypes.data))
        return found if code == _interface.MORE_WORK else None

    def poll(self) -> Optional[Event]:
        """Does what is due, and gives the news; None: there is none. Call it again at once after news."""
        found = self._event()
        if found is None:
            return None
        raw = found[0]
        temperature = int(raw["temperature_eighths"])
        return Event(
            ("none", "sample", "fault", "unavailable")[int(raw["what"])],
            SENSORS[int(raw["sensor"])],
            int(raw["time"]) / 1e6,
            raw["value"].copy(),
            raw["counts"].copy(),
            None if temperature == -32768 else temperature / 8,
            int(raw["chip"]),
            int(raw["address"]),
            int(raw["flags"]),
            (int(raw["fault"]), int(raw["fault_register"]), int(raw["detail"])),
        )

    def feed(self, compass: Compass, motion: Optional[Motion] = None) -> bool:
        """Polls the sensors and passes their samples on.

        Args:
            compass: gets fields and forces.
            motion: gets the rates; ``motion()`` makes one for the chips that were found.

        Returns:
            Whether there is a new field.
        """
        is_new = False
        while (found := self._event()) is not None:
            raw = found[0]
            if raw["what"] == _interface.EVENT_FAULT:
                continue
            is_lost = raw["what"] == _interface.EVENT_UNAVAILABLE
            words = np.ascontiguousarray(raw["value"])
            time_us, flags = int(raw["time"]), int(raw["flags"])
            if raw["sensor"] == _interface.GYROSCOPE:
                if motion is None:
                    continue
                if is_lost:
                    motion.lose()
                else:
                    _library.call("motion_add_rate", motion._memory, words, time_us, flags)
                continue
            name = "field" if raw["sensor"] == 0 else "force"
            if is_lost:
                _library.call(f"compass_lose_{name}", compass._memory)
            else:
                _library.call(f"compass_add_{name}", compass._memory, words, time_us, flags)
                is_new = is_new or name == "field"
        return is_new

    def identity(self, sensor: str) -> Optional[Identity]:
        """What was found: "magnetometer", "accelerometer" or "gyroscope"; None: none of them."""
        found = np.zeros(1, _interface.IDENTITY)
        place = ctypes.c_int32(choice("sensor", sensor, SENSORS))
        try:
            self._call("identity", place, ctypes.c_void_p(found.ctypes.data))
        except _library.BinnacleError as error:
            if error.code == _interface.ERROR_NOTHING:
                return None
            raise
        raw = found[0]
        return Identity(
            int(raw["chip"]),
            int(raw["address"]),
            int(raw["bytes"]),
            int(raw["rate_milli_hertz"]) / 1000,
            int(raw["delay"]),
            int(raw["zero_rate_offset"]) / 100,
        )

    def motion(self) -> Optional[Motion]:
        """A motion filter with the delays of the chips that were found; None: there is no gyroscope yet."""
        found = [self.identity(sensor) for sensor in SENSORS]
        if found[2] is None:
            return None
        delays = [each.delay if each else 0 for each in found]
        return Motion(delays=(delays[0], delays[1], delays[2]), zero_rate_offset=found[2].zero_rate_offset)

    def set_rate(self, sensor: str, rate: float) -> None:
        """Chooses the least data rate of a sensor, hertz."""
        self._call("set_rate", ctypes.c_int32(choice("sensor", sensor, SENSORS)), self._rate(rate))
