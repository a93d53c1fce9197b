"""Vectors of Protocols/navigation/spec.md."""
import random
from decimal import Decimal

from exact import PI, atan2_degrees, number, turned

HALF = 2**31


def _series(x, first, n):
    """first − first·x²/… : the series of sine (first = x, n = 1) or cosine (first = 1, n = 0)."""
    total, term = Decimal(0), first
    while abs(term) > Decimal(10) ** -70:
        total += term
        term *= -x * x / ((n + 1) * (n + 2))
        n += 2
    return total


def sine(x):
    return _series(x, x, 1)


def cosine(x):
    return _series(x, Decimal(1), 0)


def radians(units):
    return Decimal(units) * PI / HALF


def wrapped(units):
    return (units + HALF) % 2**32 - HALF


def leg(lat1, lon1, lat2, lon2, radius):
    """Initial and final bearing in degrees and the distance in metres, by section 2's textbook forms in 60 digits."""
    one, two, between = radians(lat1), radians(lat2), radians(wrapped(lon2 - lon1))
    s1, c1, s2, c2 = sine(one), cosine(one), sine(two), cosine(two)
    s, c = sine(between), cosine(between)
    y1, x1 = s * c2, c1 * s2 - s1 * c2 * c
    y2, x2 = s * c1, c1 * s2 * c - s1 * c2
    sigma = atan2_degrees((y1 * y1 + x1 * x1).sqrt(), s1 * s2 + c1 * c2 * c) * PI / 180
    return turned(atan2_degrees(y1, x1)), turned(atan2_degrees(y2, x2)), sigma * radius


def legs():
    cases, radius = [], Decimal("6371008.8")

    def add(name, lat1, lon1, lat2, lon2, initial=None, final=None):
        case = {"name": name, "from": [lat1, lon1], "to": [lat2, lon2]}
        a, b, metres = leg(lat1, lon1, lat2, lon2, radius)
        case["initial"] = initial or number(a)
        case["final"] = final or number(b)
        case["metres"] = 0.0 if initial == "samePlace" else number(metres)
        cases.append(case)

    quarter = 2**30
    add("same_place", 5, 7, 5, 7, "samePlace", "samePlace")
    add("same_pole", quarter, 0, quarter, 99, "samePlace", "samePlace")
    add("from_the_pole", quarter, 0, 500_000_000, 99, "atPole", None)
    add("to_the_pole", -400_000_000, 12345, -quarter, 99, None, "atPole")
    add("pole_to_pole", quarter, 0, -quarter, 0, "atPole", "atPole")
    add("opposite", 300_000_000, 10, -300_000_000, 10 - HALF, "antipodes", "antipodes")
    add("over_the_date_line", 100_000_000, HALF - 1000, 100_000_100, 1000 - HALF)
    draw = random.Random(20_261_121)
    for index in range(40):
        lat1, lon1 = draw.randrange(-quarter, quarter + 1), draw.randrange(-HALF, HALF)
        add(f"anywhere_{index}", lat1, lon1, draw.randrange(-quarter, quarter + 1), draw.randrange(-HALF, HALF))
    for index in range(20):
        lat1, lon1 = draw.randrange(-quarter, quarter + 1) * 9 // 10, draw.randrange(-HALF, HALF)
        step = 2 ** draw.uniform(12, 26)
        dlat, dlon = (int(draw.uniform(-1, 1) * step) or 4000 for _ in range(2))
        add(f"near_{index}", lat1, lon1, lat1 + dlat, wrapped(lon1 + dlon))
        add(f"nearly_opposite_{index}", lat1, lon1, -lat1 + dlat, wrapped(lon1 + HALF + dlon))
    return {
        "file": "navigation/vectors/legs.json", "protocol": "navigation", "version": 1,
        "what": "section 2: from and to are [latitude, longitude] in 2^-32 turn; initial and final in degrees or the "
        "case that has none; metres on the sphere of 6371008.8 m",
        "cases": cases,
    }


def deviation():
    cases, draw = [], random.Random(7)
    degree = 2**32 / 360
    for index in range(60):
        card = [int(draw.uniform(-20, 20) * degree) for _ in range(5)]
        compass = draw.randrange(2**32)
        h = radians(compass)
        a, b, c, d, e = map(Decimal, card)
        h2 = radians(2 * compass % 2**32)
        h = radians(compass % 2**32)
        total = a + b * sine(h) + c * cosine(h) + d * sine(h2) + e * cosine(h2)
        cases.append({"name": f"card_{index}", "card": card, "compass": compass, "deviation": number(total)})
    return {
        "file": "navigation/vectors/deviation.json", "protocol": "navigation", "version": 1,
        "what": "section 8: card [A, B, C, D, E] and compass heading in 2^-32 turn; the exact deviation in the same unit, "
        "from which an implementation may differ by 4 units",
        "cases": cases,
    }


def documents():
    return [legs(), deviation()]
