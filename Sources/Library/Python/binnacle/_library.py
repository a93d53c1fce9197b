"""libbinnacle.so: its functions, its structures as NumPy types, and its errors."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

_SO = ctypes.CDLL(str(Path(__file__).with_name("libbinnacle.so")))

_pointer, _size, _word, _unsigned, _long = (
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.c_int32,
    ctypes.c_uint32,
    ctypes.c_uint64,
)

# The arguments of each function; the headers binnacle.h and binnacle_arrays.h describe them.
_ARGUMENTS: dict[str, list[Any]] = {
    "array_angles": [_size, _pointer, _pointer, _pointer, _pointer],
    "array_headings_from_counts": [_size, _pointer, _pointer, _pointer, _pointer],
    "array_solve": [_size, _pointer, _pointer, _pointer, _pointer],
    "array_correct": [_size, _pointer, _size, _pointer, _pointer],
    "array_world_fields": [_size, _pointer, _word, _pointer],
    "array_compass_headings": [_pointer, _size, _pointer, _pointer, _pointer, _pointer],
    "array_compass_readings": [_pointer, _size, *[_pointer] * 6],
    "array_motion_estimates": [_pointer, _pointer, _size, *[_pointer] * 8],
    "array_fit": [_size, *[_pointer] * 5],
    "array_align": [_size, *[_pointer] * 3],
    "compass_init": [_pointer, _size],
    "compass_set_axes": [_pointer, _word, _word, _word],
    "compass_set_pointing": [_pointer, _word],
    "compass_set_place": [_pointer, _pointer],
    "compass_forget_place": [_pointer],
    "compass_set_reference": [_pointer, _word],
    "compass_set_deviation": [_pointer, _pointer],
    "compass_set_smoothing": [_pointer, _unsigned],
    "compass_set_level_tolerance": [_pointer, _word],
    "compass_set_sample_timeout": [_pointer, _unsigned],
    "compass_set_record": [_pointer, _pointer, _size],
    "compass_get_record": [_pointer, _pointer, _size],
    "compass_set_date": [_pointer, _word, _word, _word],
    "compass_set_temperature": [_pointer, _word],
    "compass_set_chip": [_pointer, _word],
    "compass_set_orientation": [_pointer, _word],
    "compass_set_event_filter": [_pointer, _unsigned, _unsigned],
    "compass_forget_record": [_pointer],
    "compass_lose_field": [_pointer],
    "compass_lose_force": [_pointer],
    "compass_restart": [_pointer],
    "compass_add_field": [_pointer, _pointer, _long, _unsigned],
    "compass_add_force": [_pointer, _pointer, _long, _unsigned],
    "compass_heading": [_pointer, _pointer],
    "compass_true_heading": [_pointer, _pointer],
    "compass_read": [_pointer, _long, _pointer],
    "calibration_init": [_pointer, _size],
    "calibration_set_store": [_pointer, _word],
    "calibration_start": [_pointer, _word, _unsigned, _unsigned, _long],
    "calibration_question": [_pointer, _pointer, _long, _pointer],
    "calibration_set_questions": [_pointer, _unsigned, _word],
    "calibration_finish": [_pointer, _long],
    "calibration_cancel": [_pointer, _long],
    "calibration_commit": [_pointer, _long],
    "calibration_discard": [_pointer, _long],
    "calibration_saved": [_pointer, _word, _long],
    "calibration_step": [_pointer, _pointer, _long],
    "calibration_progress": [_pointer, _long, _pointer],
    "calibration_outcome": [_pointer, _pointer],
    "calibration_reason": [_pointer, _unsigned, _pointer],
    "motion_init": [_pointer, _size, _pointer],
    "motion_set_axes": [_pointer, _word, _word],
    "motion_use_field": [_pointer, _word],
    "motion_use_gyroscope": [_pointer, _word],
    "motion_lose": [_pointer],
    "motion_fused": [_pointer, _pointer, _long, _pointer],
    "motion_read": [_pointer, _pointer, _long, _pointer],
    "guide_init": [_pointer, _size],
    "guide_step": [_pointer, _pointer, _pointer, _pointer, _long],
    "guide_reason": [_pointer, _unsigned, _pointer],
    "locator_init": [_pointer, _size],
    "locator_set": [_pointer, _pointer, _pointer],
    "locator_step": [_pointer, _pointer],
    "locator_get": [_pointer, _pointer],
    "motion_add_rate": [_pointer, _pointer, _long, _unsigned],
    "motion_step": [_pointer, _pointer],
    "motion_get": [_pointer, _pointer],
    "motion_true_heading": [_pointer, _pointer, _pointer],
    "motion_is_dead": [_pointer, _long],
    "motion_get_quality": [_pointer, _pointer],
    "motion_get_counts": [_pointer, _pointer],
    "axis_check_init": [_pointer, _size],
    "axis_check_add": [_pointer, _word, _pointer, _pointer],
    "axis_check_accelerometer": [_pointer, _pointer],
    "axis_check_magnetometer": [_pointer, _pointer, _word, _pointer],
}
for _name, _arguments in _ARGUMENTS.items():
    _function = getattr(_SO, f"binnacle_{_name}")
    _function.argtypes = _arguments
    _function.restype = _word
_SO.binnacle_strerror.argtypes, _SO.binnacle_strerror.restype = [_word], ctypes.c_char_p
_SO.binnacle_version.argtypes, _SO.binnacle_version.restype = [], ctypes.c_char_p

#: The version of the library.
VERSION: str = _SO.binnacle_version().decode()

#: Bytes of the objects, and of a record.
COMPASS_SIZE, CALIBRATION_SIZE, MOTION_SIZE, AXIS_CHECK_SIZE, RECORD_SIZE = 688, 1592, 1048, 240, 216
GUIDE_SIZE, LOCATOR_SIZE = 1616, 440

#: "A number is outside its range"; then what is an answer and no mistake; "there is nothing at this place of the list".
ERROR_RANGE, NO_HEADING, NO_TRUE_NORTH, ERROR_NOTHING = -5, -7, -8, -9


class BinnacleError(ValueError):
    """The library refused an argument.

    Attributes:
        code: the negative code of ``binnacle.h``.
    """

    def __init__(self, code: int, detail: str = "") -> None:
        self.code = code
        words: str = _SO.binnacle_strerror(code).decode()
        super().__init__(f"{words}: {detail}" if detail else words)


def call(name: str, *arguments: Any) -> int:
    """Calls a function of the library; arrays are handed over by their address.

    Returns:
        Its code: 0, or more where it has something to say.

    Raises:
        BinnacleError: the function returned a negative code.
    """
    code: int = getattr(_SO, f"binnacle_{name}")(
        *(word.ctypes.data if isinstance(word, np.ndarray) else word for word in arguments)
    )
    if code < 0:
        raise BinnacleError(code)
    return code


def answer(name: str, *arguments: Any) -> Optional[float]:
    """Calls a function that gives an angle; in degrees, None where there is none."""
    word = np.zeros(1, np.uint32)
    code: int = getattr(_SO, f"binnacle_{name}")(*(part.ctypes.data for part in arguments), word.ctypes.data)
    if code in (NO_HEADING, NO_TRUE_NORTH):
        return None
    if code < 0:
        raise BinnacleError(code)
    return float(word[0]) * 45 / 2**29


def _structure(text: str) -> np.dtype[Any]:
    """A C structure as a NumPy type: "i4 name, u1 name[3]" in the order of the header."""
    fields: list[tuple[Any, ...]] = []
    for member in text.replace("\n", " ").split(","):
        kind, name = member.split()
        found = re.fullmatch(r"(\w+)\[(\d+)\]", name)
        fields.append((found[1], kind, (int(found[2]),)) if found else (name, kind))
    return np.dtype(fields, align=True)


PLACE = _structure("i4 latitude, i4 longitude, i4 height, i4 year, i4 month, i4 day, i4 extrapolates")
SOLUTION = _structure("u4 heading, i4 dip, i4 roll, i4 pitch, u4 horizontal")
MOMENT = _structure("i4 latitude, i4 longitude, i4 height, i4 days")
WORLD_FIELD = _structure("i4 field[3], u4 horizontal, u4 total, i4 declination, i4 dip, i4 result, u4 has_declination")
READING = _structure(
    "u8 time, u4 heading, u4 magnetic, u4 true, i4 dip, i4 roll, i4 pitch, u4 horizontal, i4 field[3], u4 doubts, u2 accuracy, "
    "u1 reference, u1 is_magnetic_valid, u1 is_true_valid, u1 is_solved, u1 mode, u1 reason, u1 grade, u1 disturbance, "
    "u1 cause, u1 zone, i4 force[3], u1 orientation, u1 event, u1 has_force, u1 is_display_flat, "
    "u1 source, u1 reserved[7]"
)
ESTIMATE = _structure(
    "u8 time, i4 attitude[4], u4 heading, u4 accuracy, i4 turn, i4 bias[3], u1 state, u1 is_heading_valid, u1 is_at_rest, "
    "u1 reserved[5]"
)
QUALITY = _structure(
    "u4 bias_deviation, i4 scale, u4 scale_deviation, i4 field_delay, u4 field_delay_deviation, i4 hard_iron[3]"
)
COUNTS = _structure("u2 missing, u2 repeated, u2 out_of_order, u2 late, u2 saturated, u2 restarts")
AXIS_FINDING = _structure("i4 disagreement, i4 next_disagreement, u1 outcome, u1 forward, u1 right, u1 is_mirrored")
PROGRESS = _structure(
    "u4 samples, u4 rejected, u4 milliseconds_left, u1 state, u1 percent, u1 advice, u1 directions, "
    "u4 coverage[3], u4 duration, u1 sensor, u1 has_committed, u1 waits_for_store, u1 is_stored"
)
OUTCOME = _structure(
    "i4 hard_iron[3], u4 field, u4 samples, u2 typical_error, u2 worst_error, u2 residual, u2 held_out, u1 is_accepted, u1 model, u1 grade, "
    "u1 confidence"
)
REASON = _structure("i4 measured, i4 limit, u4 code, u4 weight")
FUSED = _structure(
    "u4 magnetic, u4 true, u2 accuracy, u1 reason, u1 is_magnetic_valid, u1 is_true_valid, u1 is_field_turned, u1 reserved[2]"
)
PLACE_STATE = _structure("i4 error, u1 state, u1 is_extrapolated, u1 reserved[2]")
#: The places for reasons of a calibration, and of a guide.
REASONS, GUIDE_REASONS = 15, 6
MOTION_SETTINGS = _structure("i4 field, i4 force, i4 rate, i4 zero_rate_offset")
FIT_SETTINGS = _structure("i4 sensor_range, i4 lowest_strength, i4 highest_strength, i4 is_plain")
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
        ("reasons", FIT_REASON, (12,)),
    ],
    align=True,
)
ROTATION = _structure("i4 matrix[9]")


def storage(size: int) -> npt.NDArray[np.uint64]:
    """Memory for an object, aligned as C wants it."""
    return np.zeros(size // 8, np.uint64)
