"""The functions, structures and numbers of the headers.

Made by Sources/Library/Maker/make.py from binnacle.h, binnacle_arrays.h and binnacle_device.h."""

import numpy as np

#: The arguments of each function that answers with a code: P a pointer, N a size, i and I 32 bits, Q 64 bits.
ARGUMENTS = {
    "array_angles": "NPPPP",
    "array_headings_from_counts": "NPPPP",
    "array_solve": "NPPPP",
    "array_correct": "NPNPP",
    "array_world_fields": "NPiP",
    "array_compass_headings": "PNPPPP",
    "array_compass_readings": "PNPPPPPP",
    "array_motion_estimates": "PPNPPPPPPPP",
    "array_fit": "NPPPPP",
    "array_align": "NPPP",
    "scale": "iiiP",
    "angle": "iiP",
    "angle_multiplierless": "iiP",
    "angle_tiny": "iiP",
    "heading_from_counts": "PPP",
    "solve": "PPP",
    "declination": "PP",
    "compass_init": "PN",
    "compass_set_axes": "Piii",
    "compass_set_pointing": "Pi",
    "compass_set_place": "PP",
    "compass_forget_place": "P",
    "compass_set_date": "Piii",
    "compass_set_temperature": "Pi",
    "compass_set_chip": "Pi",
    "compass_set_reference": "Pi",
    "compass_set_deviation": "PP",
    "compass_set_smoothing": "PI",
    "compass_set_orientation": "Pi",
    "compass_set_event_filter": "PII",
    "compass_set_sample_timeout": "PI",
    "compass_set_level_tolerance": "Pi",
    "compass_set_record": "PPN",
    "compass_forget_record": "P",
    "compass_get_record": "PPN",
    "record_of": "PPiIPN",
    "compass_add_field": "PPQI",
    "compass_add_force": "PPQI",
    "compass_lose_field": "P",
    "compass_lose_force": "P",
    "compass_restart": "P",
    "compass_heading": "PP",
    "compass_true_heading": "PP",
    "compass_read": "PQP",
    "calibration_init": "PN",
    "calibration_set_store": "Pi",
    "calibration_start": "PiIIQ",
    "calibration_finish": "PQ",
    "calibration_cancel": "PQ",
    "calibration_commit": "PQ",
    "calibration_discard": "PQ",
    "calibration_saved": "PiQ",
    "calibration_step": "PPQ",
    "calibration_progress": "PQP",
    "calibration_outcome": "PP",
    "calibration_reason": "PIP",
    "calibration_question": "PPQP",
    "calibration_set_questions": "PIi",
    "motion_init": "PNP",
    "motion_set_axes": "Pii",
    "motion_use_field": "Pi",
    "motion_use_gyroscope": "Pi",
    "motion_lose": "P",
    "motion_add_rate": "PPQI",
    "motion_step": "PP",
    "motion_fused": "PPQP",
    "motion_read": "PPQP",
    "motion_get": "PP",
    "motion_true_heading": "PPP",
    "motion_is_dead": "PQ",
    "motion_get_quality": "PP",
    "motion_get_counts": "PP",
    "guide_init": "PN",
    "guide_step": "PPPPQ",
    "guide_reason": "PIP",
    "locator_init": "PN",
    "locator_set": "PPP",
    "locator_step": "PP",
    "locator_get": "PP",
    "axis_check_init": "PN",
    "axis_check_add": "PiPP",
    "axis_check_accelerometer": "PP",
    "axis_check_magnetometer": "PPiP",
}

COMPASS_SIZE = 688
RECORD_SIZE = 216
CALIBRATION_SIZE = 1592
REASONS = 17
MOTION_SIZE = 1256
GUIDE_SIZE = 1616
GUIDE_REASONS = 6
LOCATOR_SIZE = 440
AXIS_CHECK_SIZE = 240
AXIS_POSES = 8
OK = 0
NEW_RECORD = 1
DEAD = 1
MORE_WORK = 1
UNCALIBRATED = 2
TOO_SOON = 3
ERROR_NULL = -1
ERROR_SIZE = -2
ERROR_ALIGNMENT = -3
ERROR_UNINITIALISED = -4
ERROR_RANGE = -5
ERROR_STATE = -6
ERROR_NO_HEADING = -7
ERROR_NO_TRUE_NORTH = -8
ERROR_NOTHING = -9
ERROR_WHOLE_DEGREES = -10
ERROR_LATITUDE = -17
ERROR_TOO_LOW = -18
ERROR_TOO_HIGH = -19
ERROR_BEFORE_MODEL = -20
ERROR_AFTER_MODEL = -21
ERROR_BEYOND_EXTRAPOLATION = -22
ERROR_RECORD_SHORT = -33
ERROR_RECORD_MAGIC = -34
ERROR_RECORD_VERSION = -35
ERROR_RECORD_LENGTH = -36
ERROR_RECORD_CHECKSUM = -37
ERROR_RECORD_FIELD = -38
SATURATED = 1
REPEATED = 2
EVENT_FIRST = 1
EVENT_MOVED = 2
EVENT_VALIDITY = 4
EVENT_GRADE = 8
EVENT_SOURCE = 16
EVENT_HEARTBEAT = 32
DOUBT_UNCALIBRATED = 1
DOUBT_TILT_UNKNOWN = 2
DOUBT_ACCELERATED = 4
DOUBT_FREE_FALL = 8
DOUBT_DISTURBED = 16
DOUBT_DIP = 32
DOUBT_WEAK_HORIZONTAL_FIELD = 64
DOUBT_NEAR_POLE = 128
DOUBT_NO_POSITION = 256
DOUBT_NO_DATE = 512
DOUBT_NO_MODEL = 1024
DOUBT_CLOCK_BACKWARDS = 2048
DOUBT_SATURATED = 4096
DOUBT_OUTDATED = 8192
DOUBT_STUCK = 16384
DOUBT_NO_FIELD = 32768
DOUBT_FORCE_OUTDATED = 65536
DOUBT_FORCE_FAULT = 131072
DOUBT_NOT_EARTHS = 262144
REFITS = 1

SOLUTION = np.dtype(
    [("heading", "u4"), ("dip", "i4"), ("roll", "i4"), ("pitch", "i4"), ("horizontal", "u4")], align=True
)
PLACE = np.dtype(
    [
        ("latitude", "i4"),
        ("longitude", "i4"),
        ("height", "i4"),
        ("year", "i4"),
        ("month", "i4"),
        ("day", "i4"),
        ("extrapolates", "i4"),
    ],
    align=True,
)
READING = np.dtype(
    [
        ("time", "u8"),
        ("heading", "u4"),
        ("magnetic", "u4"),
        ("true", "u4"),
        ("dip", "i4"),
        ("roll", "i4"),
        ("pitch", "i4"),
        ("horizontal", "u4"),
        ("field", "i4", (3,)),
        ("doubts", "u4"),
        ("accuracy", "u2"),
        ("reference", "u1"),
        ("is_magnetic_valid", "u1"),
        ("is_true_valid", "u1"),
        ("is_solved", "u1"),
        ("mode", "u1"),
        ("reason", "u1"),
        ("grade", "u1"),
        ("disturbance", "u1"),
        ("cause", "u1"),
        ("zone", "u1"),
        ("force", "i4", (3,)),
        ("orientation", "u1"),
        ("event", "u1"),
        ("has_force", "u1"),
        ("is_display_flat", "u1"),
        ("source", "u1"),
        ("reserved", "u1", (7,)),
    ],
    align=True,
)
PROGRESS = np.dtype(
    [
        ("samples", "u4"),
        ("rejected", "u4"),
        ("milliseconds_left", "u4"),
        ("state", "u1"),
        ("percent", "u1"),
        ("advice", "u1"),
        ("directions", "u1"),
        ("coverage", "u4", (3,)),
        ("duration", "u4"),
        ("sensor", "u1"),
        ("has_committed", "u1"),
        ("waits_for_store", "u1"),
        ("is_stored", "u1"),
    ],
    align=True,
)
OUTCOME = np.dtype(
    [
        ("hard_iron", "i4", (3,)),
        ("field", "u4"),
        ("samples", "u4"),
        ("typical_error", "u2"),
        ("worst_error", "u2"),
        ("residual", "u2"),
        ("held_out", "u2"),
        ("is_accepted", "u1"),
        ("model", "u1"),
        ("grade", "u1"),
        ("confidence", "u1"),
    ],
    align=True,
)
REASON = np.dtype([("measured", "i4"), ("limit", "i4"), ("code", "u4"), ("weight", "u4")], align=True)
MOTION_SETTINGS = np.dtype([("field", "i4"), ("force", "i4"), ("rate", "i4"), ("zero_rate_offset", "i4")], align=True)
FUSED = np.dtype(
    [
        ("magnetic", "u4"),
        ("true", "u4"),
        ("accuracy", "u2"),
        ("reason", "u1"),
        ("is_magnetic_valid", "u1"),
        ("is_true_valid", "u1"),
        ("is_field_turned", "u1"),
        ("reserved", "u1", (2,)),
    ],
    align=True,
)
MOTION_ESTIMATE = np.dtype(
    [
        ("time", "u8"),
        ("attitude", "i4", (4,)),
        ("heading", "u4"),
        ("accuracy", "u4"),
        ("turn", "i4"),
        ("bias", "i4", (3,)),
        ("state", "u1"),
        ("is_heading_valid", "u1"),
        ("is_at_rest", "u1"),
        ("reserved", "u1", (5,)),
    ],
    align=True,
)
MOTION_QUALITY = np.dtype(
    [
        ("bias_deviation", "u4"),
        ("scale", "i4"),
        ("scale_deviation", "u4"),
        ("field_delay", "i4"),
        ("field_delay_deviation", "u4"),
        ("hard_iron", "i4", (3,)),
    ],
    align=True,
)
MOTION_COUNTS = np.dtype(
    [
        ("missing", "u2"),
        ("repeated", "u2"),
        ("out_of_order", "u2"),
        ("late", "u2"),
        ("saturated", "u2"),
        ("restarts", "u2"),
    ],
    align=True,
)
PLACE_STATE = np.dtype(
    [("error", "i4"), ("state", "u1"), ("is_extrapolated", "u1"), ("reserved", "u1", (2,))], align=True
)
AXIS_FINDING = np.dtype(
    [
        ("disagreement", "i4"),
        ("next_disagreement", "i4"),
        ("outcome", "u1"),
        ("forward", "u1"),
        ("right", "u1"),
        ("is_mirrored", "u1"),
    ],
    align=True,
)
MOMENT = np.dtype([("latitude", "i4"), ("longitude", "i4"), ("height", "i4"), ("days", "i4")], align=True)
WORLD_FIELD = np.dtype(
    [
        ("field", "i4", (3,)),
        ("horizontal", "u4"),
        ("total", "u4"),
        ("declination", "i4"),
        ("dip", "i4"),
        ("result", "i4"),
        ("has_declination", "u4"),
    ],
    align=True,
)
FIT_SETTINGS = np.dtype(
    [("sensor_range", "i4"), ("lowest_strength", "i4"), ("highest_strength", "i4"), ("is_plain", "i4")], align=True
)
FIT_REASON = np.dtype(
    [("measured", "i4"), ("limit", "i4"), ("holds", "u1"), ("is_own", "u1"), ("reserved", "u1", (2,))], align=True
)
FIT_RESULT = np.dtype(
    [
        ("centre", "i4", (3,)),
        ("soft_iron", "i4", (9,)),
        ("radius", "i4"),
        ("samples", "u4"),
        ("centre_remainder", "i1", (3,)),
        ("model", "u1"),
        ("is_accepted", "u1"),
        ("grade", "u1"),
        ("tilt_seen", "u1"),
        ("directions_seen", "u1"),
        ("typical_error", "u2"),
        ("worst_error", "u2"),
        ("largest_error", "u2"),
        ("residual", "u2"),
        ("held_out", "u2"),
        ("left_out", "u2"),
        ("reasons", FIT_REASON, (14,)),
    ],
    align=True,
)
ROTATION = np.dtype([("matrix", "i4", (9,))], align=True)

# Of binnacle_device.h: what the drivers tell.
GYROSCOPE = 2
EVENT_SAMPLE = 1
EVENT_FAULT = 2
EVENT_UNAVAILABLE = 3
SENSORS_SIZE = 640
EVENT = np.dtype(
    [
        ("time", "u8"),
        ("value", "i4", (3,)),
        ("counts", "i4", (3,)),
        ("temperature_eighths", "i2"),
        ("detail", "u2"),
        ("what", "u1"),
        ("sensor", "u1"),
        ("flags", "u1"),
        ("chip", "u1"),
        ("address", "u1"),
        ("scale", "u1"),
        ("fault", "u1"),
        ("fault_register", "u1"),
    ],
    align=True,
)
IDENTITY = np.dtype(
    [
        ("bytes", "u4"),
        ("rate_milli_hertz", "u4"),
        ("delay", "u2"),
        ("zero_rate_offset", "u2"),
        ("chip", "u1"),
        ("address", "u1"),
        ("sensor", "u1"),
        ("reserved", "u1"),
    ],
    align=True,
)

#: Words for numbers, and for bits: the names of the header.
SENSOR_WORDS = ("magnetometer", "accelerometer")
NORTH_WORDS = ("best", "magnetic", "true")
ORIENTATION_WORDS = (
    "portrait",
    "upsideDown",
    "landscapeLeft",
    "landscapeRight",
    "faceUp",
    "faceDown",
    "unknown",
    "auto",
    "autoFlat",
)
MODEL_WORDS = ("none", "planar", "sphere", "axis", "ellipsoid")
DOUBT_WORDS = (
    "uncalibrated",
    "tiltUnknown",
    "accelerated",
    "freeFall",
    "disturbed",
    "dip",
    "weakHorizontalField",
    "nearPole",
    "noPosition",
    "noDate",
    "noModel",
    "clockBackwards",
    "saturated",
    "outdated",
    "stuck",
    "noField",
    "forceOutdated",
    "forceFault",
    "notEarths",
)

#: The reasons of a fit by bit: name, and what it means.
FIT_REASONS = (
    ("tooFewSamples", "too few samples: turn it for longer"),
    ("notDetermined", "the directions seen do not determine the model: turn it further"),
    ("notPositive", "the samples do not lie on an ellipsoid: turn it every way, away from steel"),
    ("noiseExceedsCurvature", "the scatter is as large as the curvature: keep away from motors and mains"),
    ("residual", "the samples lie too far off the surface: calibrate elsewhere"),
    ("heldOut", "samples that the fit did not see lie too far off it: calibrate anew"),
    ("predictedError", "the heading may be too far off: turn it every way"),
    ("fieldStrength", "the field is not the Earth's: keep away from steel and magnets"),
    ("axisRatio", "the longest axis is too long for the shortest: move iron away from the sensor"),
    ("saturated", "samples were beyond the sensor's range: move the magnet away"),
    ("outliers", "samples do not fit the others: keep magnets away, and calibrate anew"),
    ("lowered", "a smaller model was used: tilt it further for a full one"),
    ("notLevel", "the axis that did not change is not the vertical one: turn it level, or set its mounting"),
    ("axesDisagree", "the axes of magnetometer and accelerometer disagree: correct the axes or signs of one of them"),
)
