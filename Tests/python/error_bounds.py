"""The largest error that each tier of the angle can have, as the sum of the terms that docs/fixed-point.md names.

Every term is worked out from the constants in the Swift sources, in fractions, or in decimals of 60 digits where an
arctangent is needed. `python Tests/python/error_bounds.py` prints the tables as the document shows them.
"""

import pathlib
import sys
from decimal import Decimal
from fractions import Fraction
from functools import cache

from angle_constants import Multiplierless, Precise, Tiny

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Protocols" / "tools"))

from exact import PI, atan2_degrees, decimal

# 2^−32 turns in one radian.
UNITS = Fraction(Decimal(2**31) / PI)
DEGREES_PER_UNIT = Fraction(360, 2**32)
DEGREES_PER_RADIAN = Fraction(180 / PI)


def turns(numerator, denominator, scale):
    """arctan(numerator/denominator) in 1/scale turns."""
    return Fraction(atan2_degrees(decimal(numerator), decimal(denominator))) * scale / 360


def sine(numerator, denominator):
    """sin of numerator/denominator turns, by its series; up to a quarter turn."""
    angle = 2 * PI * numerator / denominator
    total, power, n = Decimal(0), angle, 1
    while abs(power) > Decimal(10) ** -50:
        total += power
        power *= -angle * angle / ((n + 1) * (n + 2))
        n += 2
    return Fraction(total)


# MARK: - Precise


@cache
def precise_remainders():
    """For each i the least and the largest t = (64q − i)/(64 + iq), q = small/large, that i is chosen for: all
    integers with their upper halves in that place, whatever the lower ones are."""
    ranges = {}
    for large in range(2**15, 2**16):
        factor = Precise.reciprocal(large)
        offset = Precise.ROUND << Precise.ROUND_SHIFT
        for i in range(((offset + large * factor) >> Precise.I_SHIFT) + 1):
            low = max(0, -(((i << Precise.I_SHIFT) - offset) // -factor))
            high = min(large, -((((i + 1) << Precise.I_SHIFT) - offset) // -factor) - 1)
            # Everything over large·2^16: the lower halves are 0 or 65535.
            least = low * 65536 / (large * 65536 + 65535)
            most = min(1.0, (high + 1) / large)
            t = ((64 * least - i) / (64 + i * least), (64 * most - i) / (64 + i * most))
            known = ranges.get(i, (1.0, -1.0))
            ranges[i] = (min(known[0], t[0]), max(known[1], t[1]))
    return ranges


@cache
def precise_reciprocal():
    """Least and largest relative shortfall δ = 1 − R·X/2^47 of the reciprocal, over every X."""
    low, high = [], []
    for top in range(2**15, 2**16):
        r = Precise.inverse(top)
        low.append(1 - Fraction(r * (top + 1) * 2**16, 2**47))
        high.append(1 - Fraction(r * top * 2**16, 2**47))
    return min(low), max(high), max(Precise.inverse(top) for top in range(2**15, 2**16))


def product(a, b):
    corners = [x * y for x in a for y in b]
    return min(corners), max(corners)


def plus(*intervals):
    return sum(interval[0] for interval in intervals), sum(interval[1] for interval in intervals)


def precise_terms(sign):
    """[(name, which inputs, (low, high) in units)] of computed less true, for t > 0 or t < 0."""
    low_delta, high_delta, r = precise_reciprocal()
    shortfall = (min(low_delta, 0), max(high_delta, 0))
    largest = Fraction(max(max(-low, high) for low, high in precise_remainders().values()))
    # B loses its lowest 12 bits; the first half is rounded down.
    lost = Fraction(r * 4095, 2**31)
    first = largest * 2**16 * (1 - shortfall[0]) + lost + 1
    halves = (Fraction(0), first) if sign > 0 else (-first, Fraction(0))
    second = plus(product(halves, shortfall), (-lost, Fraction(1)))
    slope = UNITS * 2**8 / 2**16
    weight = Fraction(Precise.SECOND, 2**8)
    terms = []

    def term(name, interval, inputs="all"):
        terms.append((name, inputs, (interval[0] / 2**8, interval[1] / 2**8)))

    term("slope in whole units", product(halves, (Precise.SLOPE - slope, Precise.SLOPE - slope + 1)))
    cubic = slope / (3 * 2**32)
    term("cubic coefficient", product((halves[0] ** 3, halves[1] ** 3), (cubic - Fraction(Precise.CUBIC, 2**20),) * 2))
    edges = [cubic * ((f + d) ** 3 - f**3) for f in halves for d in second]
    term("first stands for t", (min(edges), max(edges)))
    term("weight of second", product(second, (2**16 * weight - slope,) * 2))
    term("1/X in second", product(product(second, shortfall), (-(2**16) * weight,) * 2))
    term("truncations of second", (-weight - 1, Fraction(r * 8191, 2**27) * weight))
    fifth = UNITS * 2**8 * largest**5 / 5
    term("fifth power", (-fifth, Fraction(0)) if sign > 0 else (Fraction(0), fifth))
    errors = [Precise.TABLE[i] - turns(i, 64, 2**34) for i in range(65)]
    # Of computed less true: the table as it is.
    terms.append(("table", "all", (min(errors) / 4, max(errors) / 4)))
    terms.append(("result rounded down", "all", (Fraction(-1), Fraction(0))))
    term("lowest bits of X in the rest", product(halves, (Fraction(0), Fraction(r * 15, 2**31) * weight)), "22 bits")
    losses = [
        max(-low, high) * i * 128 / (2**31 * (64 + i * max(0, i - 1) / 64))
        for i, (low, high) in precise_remainders().items()
    ]
    x = Fraction(max(losses)) * UNITS
    terms.append(("X rounded down", "26 bits", (Fraction(0), x) if sign > 0 else (-x, Fraction(0))))
    terms.append(("Y rounded down", "26 bits", (Fraction(0), UNITS / 2**30)))
    terms.append(("odd bit beside −2^31", "32 bits", (-UNITS / 2**31, Fraction(0))))
    return terms


PRECISE_INPUTS = ["all", "22 bits", "26 bits", "32 bits"]


def precise_bound(inputs):
    """Largest |computed − true| in degrees: for 16 bits ("all"), or with the terms that only longer inputs have."""
    count = PRECISE_INPUTS.index(inputs) + 1
    sums = [
        plus(*(interval for _, needs, interval in precise_terms(sign) if needs in PRECISE_INPUTS[:count]))
        for sign in (1, -1)
    ]
    return max(max(-low, high) for low, high in sums) * DEGREES_PER_UNIT


# MARK: - Micro-rotations, for the two other tiers


def truncation(rotations, start, least):
    """Radians that rounding down in micro-rotations can turn a vector by, which is at least `least` long before.

    Rotation `count` loses up to one unit across the axis and one along it, which turns the vector by the sine of what
    is left of the angle. The angle that is left is at most the rotation's own, or what earlier ones left less it.
    """
    total, left, length = Decimal(0), start, Decimal(least)
    for count in rotations:
        step = Decimal(atan2_degrees(1, 2**count)) * PI / 180
        left = max(step, left - step)
        length *= (1 + Decimal(4) ** -count).sqrt()
        if count > 0:
            # sin ≤ the angle, cos ≤ 1.
            total += (1 + left) / length
    return Fraction(total)


def step_errors(steps, first):
    return sum(abs(step - turns(1, 2**count, 2**32)) for count, step in enumerate(steps, first))


def multiplierless_terms():
    """[(name, degrees)]"""
    rotations = range(1, len(Multiplierless.STEPS) + 1)
    last = Multiplierless.FIRST_DIGIT + Multiplierless.DIGITS - 1
    largest = Fraction(1, 2 ** len(Multiplierless.STEPS))
    slope = Multiplierless.SLOPE * 2**last / UNITS

    def off(q):
        return abs(Fraction(atan2_degrees(decimal(q), 1)) * Fraction(PI / 180) - slope * q)

    # The difference q(1 − slope) − q³/3 has one extreme inside, at q² = 1 − slope, and one at the end.
    inner = Fraction(decimal(1 - slope).sqrt())
    length = 2**Multiplierless.LEAST
    for count in rotations:
        length *= (1 + 4.0**-count) ** 0.5
    return [
        ("last digit", DEGREES_PER_RADIAN / 2**last),
        ("straight line for arctan", DEGREES_PER_RADIAN * max(off(inner), off(largest))),
        ("length rounded down", DEGREES_PER_RADIAN * largest * 2**Multiplierless.FIRST_DIGIT / Fraction(length)),
        ("truncations of rotations", DEGREES_PER_RADIAN * truncation(rotations, PI / 4, 2**Multiplierless.LEAST)),
        (
            "two bits dropped above 2^30",
            DEGREES_PER_RADIAN * Fraction(2**Multiplierless.DROP - 1, 2**Multiplierless.MOST) * 2,
        ),
        ("constants", DEGREES_PER_UNIT * step_errors(Multiplierless.STEPS, 1)),
    ]


def tiny_terms():
    rotations = range(Tiny.ROTATIONS)
    last = Decimal(atan2_degrees(1, 2 ** (Tiny.ROTATIONS - 1)))
    return [
        ("last rotation", Fraction(last)),
        ("constants", DEGREES_PER_UNIT * step_errors(Tiny.steps(), 0)),
        ("truncations of rotations", DEGREES_PER_RADIAN * truncation(rotations, PI / 2, 2**Tiny.LEAST)),
        ("three bits dropped above 2^28", DEGREES_PER_RADIAN * Fraction(2**Tiny.DROP - 1, 2**Tiny.MOST) * 2),
    ]


# MARK: - The heading from 30-bit mantissas

# Horizontal part of the field: 4 % of it, and the 6,000 of 70,000 nT that the service path is held to.
TILT_RATIOS = ("25", "35/3")


def tilt_terms(ratio):
    """[(name, degrees)] where the field is `ratio` times its horizontal part, to first order, whatever the tilt."""
    # With s, s' the parts of both vectors along the forward axis and λ the ratio of their lengths, what the common
    # scale can do grows with max(cλ, c')·√(1 + (s + s'/λ)²). cλ(…) grows with λ and s', c'(…) with 1/λ and s; both
    # lengths are from 2^29 to √3·2^30.
    longest = 2 * 3**0.5
    grid = [k / 10_000 for k in range(10_001)]
    along = max((1 - s * s) ** 0.5 * (longest**2 + (s * longest + 1) ** 2) ** 0.5 for s in grid)
    across = max((1 - s * s) ** 0.5 * (1 + (1 + s * longest) ** 2) ** 0.5 for s in grid)
    return [
        ("field rounded to 30 bits", DEGREES_PER_RADIAN * Fraction(3**0.5) * ratio / 2**30),
        ("common scale", DEGREES_PER_RADIAN * Fraction(max(along, across)) * ratio / 2**30),
        ("length of the specific force", DEGREES_PER_RADIAN / 2**26),
        ("east and north rounded down", DEGREES_PER_RADIAN * Fraction(2**0.5) / 2**30),
        ("angle", precise_bound("32 bits")),
    ]


# MARK: - As the document shows it


def two_digits(value):
    """Away from zero to two significant digits, as plain decimals down to a thousandth."""
    if value == 0:
        return "0"
    magnitude = abs(decimal(value))
    exponent = max(magnitude.adjusted() - 1, -3)
    grain = Decimal(1).scaleb(exponent)
    rounded = (magnitude / grain).to_integral_value(rounding="ROUND_CEILING") * grain
    return ("−" if value < 0 else "") + f"{rounded:f}"


def scientific(value):
    """Upwards to three significant digits, such as 4.37e-4."""
    magnitude = decimal(value)
    exponent = magnitude.adjusted()
    rounded = magnitude.scaleb(2 - exponent).to_integral_value(rounding="ROUND_CEILING")
    if rounded == 1000:
        rounded, exponent = Decimal(100), exponent + 1
    return f"{rounded / 100:.2f}e{exponent}"


def precise_table():
    rows = []
    for (name, inputs, up), (_, _, down) in zip(precise_terms(1), precise_terms(-1)):
        where = "" if inputs == "all" else inputs + " and more" if inputs != "32 bits" else "−2^31"
        rows.append(
            (
                name,
                f"{two_digits(up[0])} … {two_digits(up[1])}",
                f"{two_digits(down[0])} … {two_digits(down[1])}",
                where,
            )
        )
    return rows


def plain_table(terms):
    return [(name, scientific(value)) for name, value in terms]


def total(terms):
    return sum(value for _, value in terms)


if __name__ == "__main__":

    def show(rows):
        for row in rows:
            print("| " + " | ".join(row) + " |")

    show(precise_table())
    for inputs in PRECISE_INPUTS:
        print(inputs, scientific(precise_bound(inputs)))
    for terms in (multiplierless_terms(), tiny_terms()):
        show(plain_table(terms))
        print("sum", scientific(total(terms)))
    tilts = [tilt_terms(Fraction(ratio)) for ratio in TILT_RATIOS]
    show([(name, scientific(first), scientific(second)) for (name, first), (_, second) in zip(*tilts)])
    print(*(scientific(total(terms)) for terms in tilts))
