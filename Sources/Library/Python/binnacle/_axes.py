"""Which way the axes of sensors point, from a few poses."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from . import _interface, _library
from ._arrays import FieldUnit, ForceUnit, field_words, force_words, one, vectors
from ._codes import Axes, Pose
from ._series import AXES


class AxisFinding(NamedTuple):
    """Which way the axes of a sensor point."""

    #: Whether they are certain, and if not, why.
    outcome: Axes
    #: The sensor's axes that point forward and right, for ``Compass.set_axes``.
    forward: str
    right: str
    #: The third axis points up, not down. No setting can undo that: one axis has the wrong sign.
    is_mirrored: bool
    #: How much the poses disagree with this arrangement, and with the next best: a share of the measured values.
    disagreement: float
    next_disagreement: float


class AxisCheck:
    """Finds from four to eight poses which way the axes of the sensors point: exchanged, reversed and mirrored axes.

    Each axis of the body must meet the ground once or more.

    Example:
        Four poses of a module with X forward, Y left, Z up, measured at rest; microtesla without hard iron, and g.

        >>> check = binnacle.AxisCheck()
        >>> check.add(binnacle.Pose.LEVEL, [20, 0, -40], [0, 0, 1])
        >>> check.add(binnacle.Pose.NOSE_DOWN, [40, -12, -16], [-1, 0, 0])
        >>> check.add(binnacle.Pose.RIGHT_SIDE_DOWN, [16, -40, 12], [0, 1, 0])
        >>> check.add(binnacle.Pose.UPSIDE_DOWN, [12, -16, 40], [0, 0, -1])
        >>> force, field = check.accelerometer(), check.magnetometer(points_down=True)
        >>> field.outcome.name, field.forward, field.right, field.is_mirrored
        ('CERTAIN', '+x', '-y', False)
        >>> force.outcome.name
        'CERTAIN'
        >>> compass = binnacle.Compass()
        >>> compass.set_axes("magnetometer", field.forward, field.right)
    """

    def __init__(self) -> None:
        self._memory = _library.storage(_interface.AXIS_CHECK_SIZE)
        _library.call("axis_check_init", self._memory, _interface.AXIS_CHECK_SIZE)

    def add(
        self,
        pose: Pose | int,
        field: npt.ArrayLike,
        force: Optional[npt.ArrayLike] = None,
        *,
        unit: FieldUnit = "uT",
        force_unit: ForceUnit = "g",
    ) -> None:
        """Takes a pose at rest.

        Args:
            pose: what points to the ground.
            field: axes of the magnetometer, without its hard iron, shape (3,).
            force: axes of the accelerometer, shape (3,); None: there is none, and the pose counts as exact.
            unit, force_unit: as ``heading``.

        Raises:
            BinnacleError: a ninth pose, or a number that is too large.
        """
        fields = one("field", field_words(vectors("field", field, ()), unit))
        forces = None if force is None else one("force", force_words(vectors("force", force, ()), force_unit))
        _library.call("axis_check_add", self._memory, int(pose), fields, forces)

    def accelerometer(self) -> AxisFinding:
        """The axes of the accelerometer."""
        found = np.zeros(1, _interface.AXIS_FINDING)
        _library.call("axis_check_accelerometer", self._memory, found)
        return _finding(found[0])

    def magnetometer(self, *, points_down: bool = True) -> AxisFinding:
        """The axes of the magnetometer; with those of the accelerometer where they are certain.

        Args:
            points_down: the field points down, as it does north of the magnetic equator.
        """
        force, found = np.zeros(1, _interface.AXIS_FINDING), np.zeros(1, _interface.AXIS_FINDING)
        _library.call("axis_check_accelerometer", self._memory, force)
        _library.call("axis_check_magnetometer", self._memory, force, int(points_down), found)
        return _finding(found[0])


def _finding(raw: Any) -> AxisFinding:
    return AxisFinding(
        outcome=Axes(int(raw["outcome"])),
        forward=AXES[int(raw["forward"])],
        right=AXES[int(raw["right"])],
        is_mirrored=bool(raw["is_mirrored"]),
        disagreement=float(raw["disagreement"]) / 1000,
        next_disagreement=float(raw["next_disagreement"]) / 1000,
    )
