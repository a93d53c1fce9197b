"""The numbers of the library's answers, with the names of ``binnacle.h``. They are whole numbers: arrays compare with them.

Made by Sources/Library/Maker/make.py from binnacle.h."""

from enum import IntEnum


class Zone(IntEnum):
    """Whether a compass is usable at this place."""

    NORMAL = 0
    CAUTION = 1
    BLACKOUT = 2
    UNKNOWN = 3


class Mode(IntEnum):
    """How a heading was found."""

    UNAVAILABLE = 0
    LEVEL = 1
    TILTED = 2


class Source(IntEnum):
    """Which sensors gave the heading of a reading."""

    COMPASS = 0
    GYROSCOPE = 1
    BOTH = 2


class Unavailable(IntEnum):
    """Why a reading has no heading."""

    NONE = 0
    SENSOR_FAULT = 1
    OVERFLOW = 2
    NO_HORIZONTAL_FIELD = 3
    NO_SPECIFIC_FORCE = 4
    SENSOR_STARTING = 7
    NO_FRESH_SAMPLE = 8
    POINTS_VERTICALLY = 9


class Grade(IntEnum):
    """How good a heading is, by its accuracy; or a calibration, by its predicted worst error."""

    NONE = 0
    POOR = 1
    FAIR = 2
    GOOD = 3


class Disturbance(IntEnum):
    """Whether the field is only that of the Earth."""

    CLEAR = 0
    SUSPECT = 1
    DISTURBED = 2
    RECOVERING = 3


class Cause(IntEnum):
    """The probable cause of a disturbance."""

    UNDETERMINED = 0
    STEADY_OFFSET = 1
    MOVING_MAGNET = 2
    SATURATION = 3
    MAGNETISED_SENSOR = 4
    WRONG_HEMISPHERE = 5


class State(IntEnum):
    """The state of a calibration."""

    IDLE = 0
    ARMED = 1
    SEEKING = 2
    COLLECTING = 3
    REFINING = 4
    FITTING = 5
    VERIFYING = 6
    REVIEW = 7
    COMMITTED = 8
    MONITOR = 9
    FAILED = 10


class Model(IntEnum):
    """What a calibration corrects."""

    NONE = 0
    PLANAR = 1
    SPHERE = 2
    AXIS = 3
    ELLIPSOID = 4


class Advice(IntEnum):
    """What the user should do next."""

    NONE = 0
    MOVE = 1
    KEEP_TURNING = 2
    ENOUGH = 3
    GO_AWAY = 4
    DECIDE = 5
    FACE_PLUS_X = 16
    FACE_MINUS_X = 17
    FACE_PLUS_Y = 18
    FACE_MINUS_Y = 19
    FACE_PLUS_Z = 20
    FACE_MINUS_Z = 21


class ReasonCode(IntEnum):
    """Why a result was refused, why a model with fewer parameters was used, or why a run ended."""

    TOO_FEW_SAMPLES = 1
    NOT_DETERMINED = 2
    NOT_POSITIVE = 3
    NOISE_EXCEEDS_CURVATURE = 4
    RESIDUAL = 5
    HELD_OUT = 6
    PREDICTED_ERROR = 7
    FIELD_STRENGTH = 8
    AXIS_RATIO = 9
    SATURATED = 10
    OUTLIERS = 11
    LOWERED = 12
    NOT_LEVEL = 13
    AXES_DISAGREE = 14
    NO_MOTION = 32
    STALE = 33
    BEYOND_RANGE = 34
    REVIEW_EXPIRED = 35
    NOT_STORED = 36
    TRIED_ON_OLD = 37
    TRIED_ON_NEW = 38
    GYROSCOPE_AXES = 39
    FIELD_TURN = 40
    FIELD_TURNED_FAR = 41
    GYROSCOPE_AXES_OF_FORCE = 42
    FORCE_TURN = 43
    FORCE_TURNED_FAR = 44
    UNCALIBRATED = 64
    POOR_GRADE = 65
    STRENGTH_DEVIATES = 66
    DIP_DEVIATES = 67
    RESIDUAL_DEVIATES = 68
    AGED = 69
    TEMPERATURE_MOVED = 70
    MAGNETISED = 71


class Weight(IntEnum):
    """The effect of a reason."""

    NOTE = 0
    LOWERED = 1
    REFUSED = 2


class MotionState(IntEnum):
    """The state of a motion filter."""

    NONE = 0
    STARTING = 1
    FUSED = 2
    STUCK = 3


class Unfused(IntEnum):
    """Why there is no fused heading."""

    NONE = 0
    NO_GYROSCOPE = 1
    OFF = 2
    STARTING = 3
    SILENT = 4
    STUCK = 5
    NO_FORCE = 6
    UNCALIBRATED = 7
    POINTS_VERTICALLY = 8
    AXES_WRONG = 9


class PlaceState(IntEnum):
    """The state of a locator."""

    UNKNOWN = 0
    COMPUTING = 1
    KNOWN = 2
    REFUSED = 3


class Pose(IntEnum):
    """The side of the instrument that points to the ground."""

    NOSE_DOWN = 0
    NOSE_UP = 1
    RIGHT_SIDE_DOWN = 2
    LEFT_SIDE_DOWN = 3
    LEVEL = 4
    UPSIDE_DOWN = 5


class Axes(IntEnum):
    """Whether the axes are certain, or why not."""

    CERTAIN = 0
    TOO_FEW_POSES = 1
    AMBIGUOUS = 2
    NOT_HELD = 3
    DIP_TOO_SMALL = 4
    FIELD_VARIES = 5
    AXIS_LOST = 6
