"""Rotations as unit quaternions w, x, y, z."""

import math


def product(a, b):
    """The quaternion that first turns by `b`, then by `a`."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def about(axis, degrees):
    """A turn about the axis 0, 1 or 2, right-handed."""
    half = math.radians(degrees) / 2
    turn = [math.cos(half), 0.0, 0.0, 0.0]
    turn[1 + axis] = math.sin(half)
    return tuple(turn)


def inverse(turn):
    """The turn back."""
    w, x, y, z = turn
    return (w, -x, -y, -z)


def turned(turn, vector):
    """The vector, three numbers, after the turn."""
    return product(product(turn, (0.0, *vector)), inverse(turn))[1:]


def difference(a, b):
    """How far `a` is clockwise of `b`, degrees, −180 to 180."""
    return math.remainder(a - b, 360.0)
