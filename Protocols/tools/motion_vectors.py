"""Vectors of the motion protocol: turns of one sample after the other, and the low-pass filter of a block.

Written from Protocols/motion/spec.md, sections 2 and 3; shares nothing with the Swift sources.
"""

import itertools
import math
import random
from decimal import Decimal

from exact import decimal, number


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def product(a, b):
    v = cross(a[1:], b[1:])
    return [a[0] * b[0] - sum(x * y for x, y in zip(a[1:], b[1:]))] + [
        a[0] * b[i + 1] + a[i + 1] * b[0] + v[i] for i in range(3)
    ]


def sine_and_cosine(x):
    """By their power series, to 50 digits for x below 4."""
    sine, cosine, term, n = Decimal(0), Decimal(0), Decimal(1), 0
    while abs(term) > Decimal(10) ** -55 or n < 4:
        if n % 2 == 0:
            cosine += term if n % 4 == 0 else -term
        else:
            sine += term if n % 4 == 1 else -term
        n += 1
        term = term * x / n
    return sine, cosine


def turned(rates, microseconds):
    """The attitude after these rates (2^-20 rad/s), each held for so many microseconds."""
    q, before = [Decimal(1), Decimal(0), Decimal(0), Decimal(0)], [Decimal(0)] * 3
    for rate in rates:
        theta = [decimal(x) * microseconds / 2**20 / 10**6 for x in rate]
        turn = [t + c / 12 for t, c in zip(theta, cross(before, theta))]
        before = theta
        angle = sum(t * t for t in turn).sqrt()
        if angle != 0:
            sine, cosine = sine_and_cosine(angle / 2)
            q = product(q, [cosine] + [t * sine / angle for t in turn])
    return q


def turns():
    cases = []

    def add(name, rates, microseconds):
        cases.append(
            {
                "name": name,
                "microseconds": microseconds,
                "rates": rates,
                "attitude": [number(x) for x in turned(rates, microseconds)],
            }
        )

    unit = 2**20
    add("at rest", [[0, 0, 0]] * 3, 10_000)
    for axis, name in enumerate(("forward", "right", "down")):
        rate = [0, 0, 0]
        rate[axis] = unit
        add(f"1 rad/s about {name} for a second", [rate] * 100, 10_000)
    add("the least rate", [[1, -1, 1]] * 10, 40_000)
    add("2000 degrees a second at 1,000 Hz", [[36_600_000, 0, 0]] * 20, 1_000)
    add(
        "a cone of two axes",
        [[round(unit * 3 * math.cos(n / 5)), round(unit * 3 * math.sin(n / 5)), 0] for n in range(100)],
        10_000,
    )
    draw = random.Random(41)
    for n in range(12):
        size = 2 ** draw.randint(16, 23)
        rates = [[draw.randint(-size, size) for _ in range(3)] for _ in range(16)]
        add(f"random {n}", rates, draw.choice([1_000, 2_500, 3_500, 10_000, 20_000]))
    return cases


def low_pass():
    cases = []
    for milliseconds, time in itertools.product((100, 105, 110, 140), ("2", "2.75", "4")):
        root = Decimal(2).sqrt()
        share = root * milliseconds / 1000 / Decimal(time)
        slope, output, response = Decimal(0), Decimal(0), []
        for _ in range(40):
            slope += share * (1 - output - root * slope)
            output += share * slope
            response.append(number(output))
        cases.append(
            {
                "name": f"{milliseconds} ms, {time} s",
                "microseconds": milliseconds * 1000,
                "time": float(time),
                "response": response,
            }
        )
    return cases


def documents():
    head = {"protocol": "motion", "version": 1}
    yield {
        "file": "motion/vectors/turns.json",
        **head,
        "what": "the attitude after rates in 2^-20 rad/s, each held for so many microseconds; w, x, y, z",
        "cases": turns(),
    }
    yield {
        "file": "motion/vectors/filter.json",
        **head,
        "what": "what the low-pass filter gives for 1 in each block, from zero on; length of a block, and time constant in seconds",
        "cases": low_pass(),
    }
