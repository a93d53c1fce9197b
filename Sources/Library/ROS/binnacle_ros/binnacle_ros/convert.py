"""Readings of Binnacle in the units and frames of ROS, without ROS.

Binnacle's body axes are forward, right and down (FRD), and its headings are clockwise from north. ROS has forward, left
and up (FLU) in the body, and east, north and up (ENU) around it; yaw is counter-clockwise from east (REP 103, REP 145).
So a heading is never a yaw: yaw = 90° − heading.
"""

import math

from .pointing import FRAMES, Pointing, heading_of, tilt
from .turns import about, product

TESLA = 1e-9
"""A nanotesla."""
METRES_PER_SECOND_SQUARED = 9.80665e-6
"""A micro-g: standard gravity, BIPM."""
DEVIATIONS = 1.959964
"""The quantile of a normal distribution within which 95 % are, in standard deviations."""
UNKNOWN = [0.0] * 9
"""A covariance that is not known (sensor_msgs/Imu, sensor_msgs/MagneticField)."""
ABSENT = [-1.0] + [0.0] * 8
"""The covariance of what there is no estimate of (sensor_msgs/Imu)."""
LONGEST_CARRY = 0.25
"""Seconds by which the times of heading and fusion may differ; without a rate for so long nothing is fused."""
OF_TRUE_NORTH = ("positionUnknown", "dateUnknown", "modelUnavailable")
"""The reasons that concern the heading from true north alone (Protocols/link/spec.md, "doubts")."""

# Quaternions are w, x, y, z. North, east, down becomes east, north, up by half a turn about the direction north-east.
_ENU_OF_NED = (0.0, math.sqrt(0.5), math.sqrt(0.5), 0.0)
# Forward, left, up becomes forward, right, down by half a turn about forward.
_FRD_OF_FLU = (0.0, 1.0, 0.0, 0.0)


def flu(frd):
    """A vector in forward, left, up."""
    return [float(frd[0]), -float(frd[1]), -float(frd[2])]


def yaw_of_heading(degrees):
    """The yaw of a level instrument, radians in (−π, π]."""
    yaw = math.fmod(90.0 - degrees, 360.0)
    return math.radians(yaw + 360 if yaw <= -180 else yaw - 360 if yaw > 180 else yaw)


def enu(attitude):
    """The orientation w, x, y, z from FLU to ENU of an attitude from FRD to north, east, down."""
    w, x, y, z = product(product(_ENU_OF_NED, attitude), _FRD_OF_FLU)
    return (w, x, y, z) if w >= 0 else (-w, -x, -y, -z)


def fusion(reading):
    """The fusion's part of a reading, whose tilt accelerations do not disturb; None if its time is another."""
    motion = reading.get("motion") or {}
    if not motion.get("fused") or motion["attitude"] is None or motion["turnDegreesPerSecond"] is None:
        return None
    return motion if abs(motion["deviceTimeSeconds"] - reading["deviceTimeSeconds"]) <= LONGEST_CARRY else None


def refusal(reading, north="magnetic", pointing=None):
    """Why there is no orientation, in words; None where there is one.

    A disturbed heading that may be off by 90° or more does not even tell ahead from behind (Protocols/heading/spec.md,
    section 11).
    north: "magnetic", or "true", which needs a location.
    pointing: a Pointing for readings that come one after the other.
    """
    accuracy = reading["accuracyDegrees"]
    if not reading["magneticValid"]:
        reasons = ", ".join(name for name in reading["reasons"] if name not in OF_TRUE_NORTH)
        return f"the heading is not valid: {reasons}".removesuffix(": ")
    if north == "true" and not reading["trueValid"]:
        reasons = ", ".join(name for name in reading["reasons"] if name in OF_TRUE_NORTH)
        place = "; give `binnacle publish` a --location" if "positionUnknown" in reasons else ""
        return f"there is no heading from true north: {reasons}".removesuffix(": ") + place
    if reading["disturbance"] == "disturbed" and (accuracy is None or accuracy >= 90):
        return "the field is disturbed: the heading may be off by 90° or more"
    if (pointing or Pointing()).of(reading) is None:
        return (
            "the node does not know which axis the heading belongs to (--pointing, --orientation); tilt the instrument"
        )
    return None


def attitude(reading, north="magnetic", pointing=None):
    """The attitude w, x, y, z from FRD to north, east, down; None where there is a `refusal`, of the same arguments.

    The heading is the reading's, which the device judged from all sensors. Roll and pitch are the fusion's where there
    is one; the heading is then carried on to its time. Otherwise they are those of the accelerometer.
    """
    pointing = pointing or Pointing()
    if refusal(reading, north, pointing):
        return None
    axis, edge = pointing.of(reading)
    heading = reading["trueHeadingDegrees" if north == "true" else "magneticHeadingDegrees"] - edge
    motion = fusion(reading)
    if not motion:
        return product(product(about(2, heading), tilt(reading)), FRAMES[axis])
    carried = heading + motion["turnDegreesPerSecond"] * (motion["deviceTimeSeconds"] - reading["deviceTimeSeconds"])
    body = tuple(motion["attitude"])
    return product(about(2, carried - heading_of(axis, body)), body)


def time_of_attitude(reading):
    """Device seconds to which the attitude belongs: with a fusion those of the last rate, else those of the sample."""
    return (fusion(reading) or reading)["deviceTimeSeconds"]


def deviation(reading):
    """One standard deviation of the heading, radians, from the stated accuracy; None where none is stated."""
    accuracy = reading["accuracyDegrees"]
    return None if accuracy is None else math.radians(accuracy) / DEVIATIONS


def diagonal(x, y, z):
    """A covariance of three errors that are independent, from their standard deviations."""
    return [x * x, 0.0, 0.0, 0.0, y * y, 0.0, 0.0, 0.0, z * z]


def orientation(reading, north="magnetic", tilt_accuracy_degrees=2.0, level_deviation_degrees=5.0, pointing=None):
    """Orientation w, x, y, z and its covariance; the identity with −1 in element 0 while there is none.

    An orientation whose heading has no stated accuracy has the covariance "not known".
    tilt_accuracy_degrees: 95 % of the errors of a measured roll and pitch are smaller.
    level_deviation_degrees: one standard deviation of roll and pitch where they are not measured, but taken for 0.
    """
    found = attitude(reading, north, pointing)
    if found is None:
        return (1.0, 0.0, 0.0, 0.0), list(ABSENT)
    yaw = deviation(reading)
    is_measured = fusion(reading) or reading["pitchDegrees"] is not None
    tilted = math.radians(tilt_accuracy_degrees / DEVIATIONS if is_measured else level_deviation_degrees)
    return enu(found), list(UNKNOWN) if yaw is None else diagonal(tilted, tilted, yaw)


def acceleration(reading, deviation=0.0):
    """Specific force in m/s², FLU, and its covariance: at rest and level 0, 0, +9.8. −1 in element 0 without an
    accelerometer."""
    force = reading["specificForceMicroG"]
    if force is None:
        return [0.0, 0.0, 0.0], list(ABSENT)
    return [METRES_PER_SECOND_SQUARED * value for value in flu(force)], diagonal(deviation, deviation, deviation)


def magnetic_field(reading):
    """The calibrated field in tesla, FLU, and its covariance; None while the sensor has none.

    A heading's error of e radians is that of a field of e · H across it, where H is the horizontal field. This is taken
    for each axis; without a stated accuracy the covariance is not known. The heading is that of the compass alone: a
    gyroscope improves a heading, but not the field.
    """
    field = reading["correctedNanotesla"]
    if field is None or reading["mode"] == "unavailable":
        return None
    compass = reading.get("compass", reading)
    error, horizontal = compass and deviation(compass), reading["horizontalNanotesla"]
    across = 0.0 if error is None or horizontal is None else error * horizontal * TESLA
    return [TESLA * value for value in flu(field)], diagonal(across, across, across)


OK, WARN, ERROR, STALE = 0, 1, 2, 3
"""Levels of diagnostic_msgs/DiagnosticStatus."""


def status(reading, north="magnetic", pointing=None):
    """Level, sentence and values of a DiagnosticStatus; of None: no reading comes. The rest is as in `refusal`."""
    if reading is None:
        return STALE, "no reading comes", []
    keys = (
        "magneticHeadingDegrees",
        "trueHeadingDegrees",
        "accuracyDegrees",
        "grade",
        "calibrated",
        "source",
        "disturbance",
        "mode",
    )
    values = [(key, "" if reading[key] is None else str(reading[key])) for key in keys]
    values += [("reasons", " ".join(reading["reasons"])), ("trouble", reading["trouble"])]
    wrong = refusal(reading, north, pointing)
    if wrong is None and reading["disturbance"] != "clear":
        wrong = f"the field is {reading['disturbance']}"
    advice = f". {reading['advice']}" if reading["advice"] else ""
    if reading["trouble"] == "fatal":
        return ERROR, (wrong or "no heading can come") + advice, values
    return (WARN, wrong + advice, values) if wrong else (OK, "the heading is valid", values)
