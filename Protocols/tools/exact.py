"""Exact and 60-digit arithmetic for the vectors: fractions for rules in integers, decimals for angles.

Written from the specifications; shares no code and no formula shortcuts with the Swift sources.
"""

from decimal import Decimal, getcontext
from fractions import Fraction
from math import floor

getcontext().prec = 60


def round_half_up(x):
    return floor(Fraction(x) + Fraction(1, 2))


def saturate32(x):
    return max(-(2**31), min(2**31 - 1, x))


def decimal(x):
    x = Fraction(x)
    return Decimal(x.numerator) / Decimal(x.denominator)


def _atan(t):
    """Arctangent for 0 <= t <= 1: halve the angle until it is small, then the alternating series."""
    doublings = 0
    while t > Decimal("0.01"):
        t = t / (1 + (1 + t * t).sqrt())
        doublings += 1
    total, power, square, n = Decimal(0), t, t * t, 1
    while abs(power) > Decimal(10) ** -65:
        total += power / n if n % 4 == 1 else -power / n
        power *= square
        n += 2
    return total * 2**doublings


PI = 4 * _atan(Decimal(1))


def atan2_degrees(y, x):
    """The angle of (x, y) in degrees, in (-180, 180], or None for the zero vector."""
    y, x = Decimal(y), Decimal(x)
    if x == 0 and y == 0:
        return None
    ay, ax = abs(y), abs(x)
    angle = _atan(ay / ax) if ay <= ax else PI / 2 - _atan(ax / ay)
    if x < 0:
        angle = PI - angle
    return (angle if y >= 0 else -angle) * 180 / PI


def turned(degrees):
    """The same angle in [0, 360)."""
    return None if degrees is None else (degrees + 360 if degrees < 0 else degrees)


def number(x):
    """For JSON: the nearest double, which prints with 17 digits at most."""
    return None if x is None else float(x) + 0.0
