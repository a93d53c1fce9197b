"""A magnetic compass in integers, over NumPy arrays: the same code and the same bits as on a microcontroller.

Axes are forward, right and down; field and force are arrays whose last axis has these three. Angles are degrees as float64, which hold each
bit of the library's 2^-32 turns. What is not defined is NaN. A number that the library refuses raises ``BinnacleError`` with its words.

The examples begin with ``import datetime``, ``import binnacle`` and ``import numpy as np``. A test runs them.
"""

from ._alignment import Alignment
from ._axes import AxisCheck, AxisFinding
from ._codes import (
    Advice,
    Axes,
    Cause,
    Disturbance,
    Grade,
    Mode,
    Model,
    MotionState,
    PlaceState,
    Pose,
    ReasonCode,
    Source,
    State,
    Unavailable,
    Unfused,
    Weight,
    Zone,
)
from ._estimates import Estimates, MotionCounts, MotionQuality, motion
from ._fit import Fit, Reason, fit
from ._fused import Fused, Guide, Motion
from ._library import VERSION as __version__
from ._library import BinnacleError
from ._objects import Calibration, CalibrationReason, Locator, Outcome, Progress
from ._readings import Readings
from ._record import Record
from ._rows import Solution, WorldField, angle, heading, heading_from_counts, solve, world_field
from ._sensors import Event, Identity, Sensors
from ._series import Compass

__all__ = [
    "Advice",
    "Alignment",
    "Axes",
    "AxisCheck",
    "AxisFinding",
    "BinnacleError",
    "Calibration",
    "CalibrationReason",
    "Cause",
    "Compass",
    "Disturbance",
    "Estimates",
    "Event",
    "Fit",
    "Fused",
    "Grade",
    "Guide",
    "Identity",
    "Locator",
    "Mode",
    "Model",
    "Motion",
    "MotionCounts",
    "MotionQuality",
    "MotionState",
    "Outcome",
    "PlaceState",
    "Pose",
    "Progress",
    "Readings",
    "Reason",
    "ReasonCode",
    "Record",
    "Sensors",
    "Solution",
    "Source",
    "State",
    "Unavailable",
    "Unfused",
    "Weight",
    "WorldField",
    "Zone",
    "__version__",
    "angle",
    "fit",
    "heading",
    "heading_from_counts",
    "motion",
    "solve",
    "world_field",
]
