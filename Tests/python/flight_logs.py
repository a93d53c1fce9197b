"""Writes flight logs of a simulated vehicle, from the published formats alone: PX4's ULog
(https://docs.px4.io/main/en/dev_log/ulog_file_format) and ArduPilot's DataFlash
(https://ardupilot.org/dev/docs/code-overview-adding-a-new-log-message.html).

The vehicle is tumbled; its magnetometers have iron beside them. Everything is in the axes forward, right, down.
"""

import dataclasses
import math
import struct

import numpy

#: The Earth's field, north, east, down, in µT.
EARTH = numpy.array([21.0, 0.8, 43.0])
GRAVITY = 9.80665


def turn(axis, angle):
    """The matrix that turns a vector by `angle` about x (0), y (1) or z (2)."""
    (i, j), matrix = [(1, 2), (2, 0), (0, 1)][axis], numpy.eye(3)
    matrix[i, i] = matrix[j, j] = math.cos(angle)
    matrix[i, j], matrix[j, i] = -math.sin(angle), math.sin(angle)
    return matrix


def attitude(seconds):
    """The matrix from the world's axes to the vehicle's."""
    return turn(0, 0.61 * seconds) @ turn(1, 0.83 * seconds) @ turn(2, 1.07 * seconds)


def motion(seconds):
    """Specific force in m/s² and rate in rad/s, in the vehicle's axes."""
    step = 1e-5
    change = attitude(seconds + step) @ attitude(seconds - step).T
    rate = -numpy.array([change[2, 1] - change[1, 2], change[0, 2] - change[2, 0], change[1, 0] - change[0, 1]])
    return attitude(seconds) @ numpy.array([0, 0, -GRAVITY]), rate / (4 * step)


@dataclasses.dataclass
class Magnetometer:
    """A sensor with iron: what it measures in the vehicle's axes is A·field + h, µT."""

    device: int
    hard: numpy.ndarray
    soft: numpy.ndarray = dataclasses.field(default_factory=lambda: numpy.eye(3))

    def measured(self, seconds):
        """What it measures in the vehicle's axes."""
        return self.soft @ (attitude(seconds) @ EARTH) + self.hard


INNER = Magnetometer(396809, numpy.array([14.2, -9.6, 22.3]), numpy.diag([1.03, 0.98, 1.0]))
OUTER = Magnetometer(658953, numpy.array([-31.5, 5.25, 8.75]))


class ULog:
    """A PX4 ULog that grows message by message."""

    FORMATS = (
        "vehicle_status:uint64_t timestamp;uint8_t state;uint8_t[3] _padding0;inner_part[2] parts;",
        "inner_part:float level;int16_t count;uint8_t[2] _padding0;",
        "sensor_mag:uint64_t timestamp;uint64_t timestamp_sample;uint32_t device_id;float x;float y;float z;"
        "float temperature;uint32_t error_count;uint8_t[4] _padding0;",
        "vehicle_magnetometer:uint64_t timestamp;uint64_t timestamp_sample;uint32_t device_id;"
        "float[3] magnetometer_ga;uint8_t calibration_count;uint8_t[7] _padding0;",
        "sensor_combined:uint64_t timestamp;float[3] gyro_rad;uint32_t gyro_integral_dt;"
        "int32_t accelerometer_timestamp_relative;float[3] accelerometer_m_s2;uint32_t accelerometer_integral_dt;"
        "uint8_t accelerometer_clipping;uint8_t[7] _padding0;",
    )

    def __init__(self, parameters=()):
        self.bytes = bytearray(b"ULog\x01\x12\x35\x01" + struct.pack("<Q", 1_000_000))
        self.message("B", bytes(40))
        for text in self.FORMATS:
            self.message("F", text.encode())
        self.key("I", "char[5] sys_name", b"Clone")
        for name, value in parameters:
            self.parameter(name, value)

    def message(self, kind, body):
        """Appends a message; returns the place of its header."""
        place = len(self.bytes)
        self.bytes += struct.pack("<HB", len(body), ord(kind)) + body
        return place

    def key(self, kind, key, value):
        """Appends a message with a key."""
        return self.message(kind, bytes([len(key)]) + key.encode() + value)

    def parameter(self, name, value):
        """Appends a parameter: a whole number or a floating-point one."""
        if isinstance(value, int):
            self.key("P", f"int32_t {name}", struct.pack("<i", value))
        else:
            self.key("P", f"float {name}", struct.pack("<f", value))

    def subscribe(self, number, topic, instance=0):
        """Gives a topic the number of its data."""
        self.message("A", struct.pack("<BH", instance, number) + topic.encode())

    def data(self, number, body):
        """Appends one sample of a topic."""
        return self.message("D", struct.pack("<H", number) + body)

    def sync(self):
        """Appends the marker for readers that lost their place."""
        self.message("S", b"\x2f\x73\x13\x20\x25\x0c\xbb\x12")


def gauss(microtesla):
    """Three 32-bit numbers in gauss."""
    return struct.pack("<3f", *(microtesla / 100))


def px4_log(seconds=60.0, *, rate=10, sensors=(INNER, OUTER), raw=True, parameters=(), corrected=None):
    """A ULog of a tumbled vehicle.

    `corrected` gives what vehicle_magnetometer has for a measured vector of the first sensor; without it there is none.
    """
    log = ULog(parameters)
    log.subscribe(9, "vehicle_status")
    log.subscribe(1, "sensor_combined")
    for place, _ in enumerate(sensors):
        if raw:
            log.subscribe(2 + place, "sensor_mag", place)
    if corrected:
        log.subscribe(8, "vehicle_magnetometer")
    for tick in range(int(seconds * 100)):
        now = tick / 100
        micros = 5_000_000 + tick * 10_000
        force, spin = motion(now)
        log.data(1, struct.pack("<Q3fIi3fIB", micros, *spin, 4000, 0, *force, 4000, 0))
        if tick % (100 // rate) == 3:
            for place, sensor in enumerate(sensors):
                measured = sensor.measured(now)
                sample = struct.pack("<QQI", micros + 800, micros, sensor.device)
                if raw:
                    log.data(2 + place, sample + gauss(measured) + struct.pack("<fI", 31.5, 0))
                if corrected and place == 0:
                    log.data(8, sample + gauss(corrected(measured)) + bytes([1]))
        if tick % 100 == 50:
            log.data(9, struct.pack("<QB3xfh2xfh2x", micros, 2, 0.5, 3, 0.25, 4))
            log.message("O", struct.pack("<H", 20))
            log.sync()
            log.message("L", struct.pack("<BQ", ord("6"), micros) + b"still flying")
    return log


class DataFlash:
    """An ArduPilot DataFlash log that grows record by record."""

    SIZES = {"B": "B", "b": "b", "h": "h", "H": "H", "i": "i", "I": "I", "f": "f", "d": "d", "Q": "Q", "q": "q"}
    TEXTS = {"n": 4, "N": 16, "Z": 64}

    def __init__(self, *, has_units=True):
        self.bytes = bytearray()
        self.formats = {}
        self.has_units = has_units
        self.describe(0x80, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns", 89)
        self.describe(250, "UNIT", "QbZ", "TimeUS,Id,Label")
        self.describe(251, "FMTU", "QBNN", "TimeUS,FmtType,UnitIds,MultIds")
        self.describe(252, "MULT", "Qbd", "TimeUS,Id,Mult")
        if has_units:
            for letter, label in (("G", "Gauss"), ("s", "s"), ("#", "instance"), ("E", "rad/s"), ("o", "m/s/s")):
                self.record("UNIT", 0, ord(letter), label)
            for letter, value in (("-", 0.0), ("?", 1.0), ("C", 1e-3), ("F", 1e-6)):
                self.record("MULT", 0, ord(letter), value)

    def describe(self, number, name, letters, columns, length=None):
        """Appends a record FMT."""
        size = sum(self.TEXTS.get(letter) or struct.calcsize("<" + self.SIZES[letter]) for letter in letters)
        self.formats[name] = (number, letters)
        body = struct.pack("<BB4s16s64s", number, length or 3 + size, name.encode(), letters.encode(), columns.encode())
        self.bytes += b"\xa3\x95\x80" + body

    def units(self, name, units, multipliers):
        """Appends a record FMTU."""
        if self.has_units:
            self.record("FMTU", 0, self.formats[name][0], units, multipliers)

    def record(self, name, *values):
        """Appends a record of a described type."""
        number, letters = self.formats[name]
        self.bytes += b"\xa3\x95" + bytes([number])
        for letter, value in zip(letters, values, strict=True):
            if letter in self.TEXTS:
                self.bytes += value.encode().ljust(self.TEXTS[letter], b"\0")
            else:
                self.bytes += struct.pack("<" + self.SIZES[letter], value)


def ardupilot_log(
    seconds=60.0, *, rate=10, sensors=(INNER, OUTER), parameters=(), correct=None, has_units=True, is_old=False
):
    """A DataFlash log of a tumbled vehicle.

    `correct` gives for a sensor's place and its measured milligauss what ArduPilot makes of them: the field, the offsets
    and the part of the motors. `is_old` writes MAG, MAG2 and IMU as releases before 4.1 did.
    """
    log = DataFlash(has_units=has_units)
    columns = "MagX,MagY,MagZ,OfsX,OfsY,OfsZ,{0}X,{0}Y,{0}Z,Health,S"
    if is_old:
        names = ["MAG", "MAG2"]
        for number, name in enumerate(names):
            log.describe(20 + number, name, "QhhhhhhhhhBI", "TimeUS," + columns.format("MOfs"))
            log.units(name, "sGGGGGGGGG-s", "FCCCCCCCCC-F")
        log.describe(30, "IMU", "QffffffB", "TimeUS,GyrX,GyrY,GyrZ,AccX,AccY,AccZ,GH")
    else:
        names = ["MAG", "MAG"]
        log.describe(20, "MAG", "QBhhhhhhhhhBI", "TimeUS,I," + columns.format("MO"))
        log.units("MAG", "s#GGGGGGGGG-s", "F-CCCCCCCCC-F")
        log.describe(30, "IMU", "QBffffffB", "TimeUS,I,GyrX,GyrY,GyrZ,AccX,AccY,AccZ,GH")
    log.describe(40, "PARM", "QNf", "TimeUS,Name,Value")
    for name, value in parameters:
        log.record("PARM", 1000, name, value)
    for tick in range(int(seconds * 50)):
        now = tick / 50
        micros = 7_000_000 + tick * 20_000
        force, spin = motion(now)
        log.record("IMU", micros, *([] if is_old else [0]), *spin, *force, 1)
        if not is_old:
            log.record("IMU", micros, 1, *(spin + 0.3), *(force * 1.1), 1)
        if tick % (50 // rate) == 1:
            for place, sensor in enumerate(sensors):
                measured = sensor.measured(now) * 10
                zero = numpy.zeros(3)
                field, offsets, motors = correct(place, measured) if correct else (measured, zero, zero)
                values = [int(value) for value in (*field, *offsets, *motors)]
                log.record(names[place], micros, *([] if is_old else [place]), *values, 1, tick)
    return log
