"""From the heading that a reading gives to that of the body's forward axis.

A device may give the heading of another axis (`--pointing`) and turn it for whoever looks at a display
(`--orientation`). ROS wants neither. The deviation card, which corrects a heading, stays in it.
"""

import math

from .turns import about, difference, inverse, product, turned

FRAMES = {
    "+X": (1.0, 0.0, 0.0, 0.0),
    "-X": about(2, 180),
    "+Y": about(2, -90),
    "-Y": about(2, 90),
    "+Z": about(1, 90),
    "-Z": (0.0, math.sqrt(0.5), 0.0, -math.sqrt(0.5)),
}
"""For each axis the turn from body axes to axes in which it is forward (Protocols/heading/spec.md, section 11)."""
LEVEL = ("+X", "-X", "+Y", "-Y")
"""The axes that a reading does not name."""
EDGES = {"upsideDown": 180.0, "landscapeLeft": 90.0, "landscapeRight": -90.0}
"""Degrees by which a display turns the heading; others do not."""
AGREEMENT = 1e-3
"""Part of the specific force by which it may differ from what roll and pitch of the reading say."""
CARD = 30.0
"""Degrees that a deviation card is not expected to exceed. It must be below 45, half of the angle between two axes."""
GAP = 2.0
"""Seconds without a reading after which the settings may be others."""


class Pointing:
    """The pointing axis and the display's turn, as far as readings tell them.

    Where the instrument is level to 0.05°, or its display lies flat, one reading does not tell them exactly. Then those
    of earlier readings count; without any, the field decides.
    """

    def __init__(self):
        self._axis = self._edge = self._last = None

    def of(self, reading):
        """The axis, a key of FRAMES, and the display's turn, degrees clockwise; None while they are not known.

        Call it for every reading with a heading, in their order; the same reading again gives the same.
        """
        time = reading["deviceTimeSeconds"]
        if self._last is None or not 0 <= time - self._last <= GAP:
            self._axis = self._edge = None
        self._last = time
        through = reading["throughDisplay"]
        if through:
            # It looks through the display, however that is turned.
            return (through, 0.0) if through in FRAMES else None
        # A flat display keeps the turn of its last edge, but the reading has another word for it.
        if not (reading["flat"] and reading["orientation"] in ("faceUp", "faceDown")):
            self._edge = EDGES.get(reading["orientation"], 0.0)
        axis = self._find_axis(reading)
        if axis is None or self._edge is not None:
            return None if axis is None else (axis, self._edge)
        rest = beyond(reading, axis)
        quarter = 90.0 * round(rest / 90)
        return (axis, quarter) if abs(rest - quarter) <= CARD else None

    def _find_axis(self, reading):
        possible = [axis for axis in LEVEL if has_tilt(reading, axis)]
        if len(possible) == 1:
            self._axis = possible[0]
        elif self._axis not in (possible or LEVEL):
            if self._edge is None:
                # On the level a turn of the display does the same as another axis.
                return "+X"
            rest, axis = min((abs(beyond(reading, axis, self._edge)), axis) for axis in possible or LEVEL)
            self._axis = axis if rest <= CARD else None
        return self._axis


def tilt(reading):
    """The turn by roll and pitch of the reading: of the axes in which its pointing axis is forward. Without an
    accelerometer the instrument is taken for level, as its heading is."""
    return product(about(1, reading["pitchDegrees"] or 0.0), about(0, reading["rollDegrees"] or 0.0))


def has_tilt(reading, axis):
    """Whether roll and pitch of the reading, if it has them, are those of the axes in which `axis` is forward."""
    force = reading["specificForceMicroG"]
    if force is None or reading["pitchDegrees"] is None:
        return True
    up = turned(tilt(reading), turned(FRAMES[axis], force))
    return math.hypot(up[0], up[1]) <= AGREEMENT * math.hypot(*force) and up[2] < 0


def heading_of(axis, turn):
    """The heading of a body axis, degrees, by the turn from body axes to north, east, down."""
    north, east, _ = turned(turn, turned(inverse(FRAMES[axis]), (1.0, 0.0, 0.0)))
    return math.degrees(math.atan2(east, north))


def beyond(reading, axis, edge=0.0):
    """What the reading's heading has beyond that of the axis in its field and beyond the display's turn `edge`: the
    card, and what smoothing and a gyroscope do; degrees, −180 to 180."""
    # With a gyroscope, the part of the compass is not smoothed.
    heading = (reading.get("compass") or reading)["magneticHeadingDegrees"]
    ahead, right, _ = turned(tilt(reading), turned(FRAMES[axis], reading["correctedNanotesla"]))
    # The field points north: a heading to the east has it on the left.
    return difference(heading - edge, math.degrees(math.atan2(-right, ahead)))
