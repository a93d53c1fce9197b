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
        "file": "navigation/vectors/legs.json",
        "protocol": "navigation",
        "version": 1,
        "what": "section 2: from and to are [latitude, longitude] in 2^-32 turn; initial and final in degrees or the "
        "case that has none; metres on the sphere of 6371008.8 m",
        "cases": cases,
    }


def geodesic(lat1, lon1, lat2, lon2):
    """The same on WGS84 by section 3's equations, repeated until nothing changes; not for places near the antipode."""
    major, flattening = Decimal(6378137), 1 / Decimal("298.257223563")
    minor = major * (1 - flattening)

    def reduced(latitude):
        y, x = (1 - flattening) * sine(radians(latitude)), cosine(radians(latitude))
        return y / (y * y + x * x).sqrt(), x / (y * y + x * x).sqrt()

    (s1, c1), (s2, c2), between = reduced(lat1), reduced(lat2), radians(wrapped(lon2 - lon1))
    omega = between
    while True:
        s, c = sine(omega), cosine(omega)
        y1, x1, y2, x2 = s * c2, c1 * s2 - s1 * c2 * c, s * c1, c1 * s2 * c - s1 * c2
        sine_arc, cosine_arc = (y1 * y1 + x1 * x1).sqrt(), s1 * s2 + c1 * c2 * c
        arc = atan2_degrees(sine_arc, cosine_arc) * PI / 180
        sine_alpha = c1 * c2 * s / sine_arc
        square = 1 - sine_alpha * sine_alpha
        middle = cosine_arc - 2 * s1 * s2 / square
        k = flattening / 16 * square * (4 + flattening * (4 - 3 * square))
        inner = middle + k * cosine_arc * (2 * middle * middle - 1)
        corrected = between + (1 - k) * flattening * sine_alpha * (arc + k * sine_arc * inner)
        if abs(corrected - omega) < Decimal(10) ** -40:
            break
        omega = corrected
    u = square * (major * major - minor * minor) / (minor * minor)
    a = 1 + u / 16384 * (4096 + u * (u * (320 - 175 * u) - 768))
    b = u / 1024 * (256 + u * (u * (74 - 47 * u) - 128))
    less = b / 6 * middle * (4 * sine_arc * sine_arc - 3) * (4 * middle * middle - 3)
    less = b * sine_arc * (middle + b / 4 * (cosine_arc * (2 * middle * middle - 1) - less))
    return turned(atan2_degrees(y1, x1)), turned(atan2_degrees(y2, x2)), minor * a * (arc - less)


def geodesics():
    cases, draw, quarter = [], random.Random(19_000), 2**30
    while len(cases) < 30:
        lat1, lon1 = draw.randrange(-quarter, quarter + 1) * 9 // 10, draw.randrange(-HALF, HALF)
        lat2, lon2 = draw.randrange(-quarter, quarter + 1) * 9 // 10, draw.randrange(-HALF, HALF)
        if leg(lat1, lon1, lat2, lon2, Decimal(6371))[2] > 19_200:
            continue
        a, b, metres = geodesic(lat1, lon1, lat2, lon2)
        if metres <= 19_000_000:
            cases.append(
                {
                    "name": f"anywhere_{len(cases)}",
                    "from": [lat1, lon1],
                    "to": [lat2, lon2],
                    "initial": number(a),
                    "final": number(b),
                    "metres": number(metres),
                }
            )
    degree = Decimal(2**32) / 360
    for name, lat1, lon1, lat2, lon2 in [
        ("opposite_on_the_equator", 0, 0, 0, -HALF),
        ("opposite", 300_000_000, 10, -300_000_000, 10 - HALF),
        ("a_little_off", 0, 0, int(degree * 3 / 10), int(degree * Decimal("179.7"))),
        ("the_same_parallel", int(30 * degree), 0, -int(30 * degree), int(degree * Decimal("179.9"))),
        ("nine_degrees_off", int(45 * degree), 0, -int(50 * degree), int(degree * 173)),
        ("along_a_meridian", int(89 * degree), 0, -int(83 * degree), 0),
    ]:
        cases.append(
            {
                "name": name,
                "from": [lat1, lon1],
                "to": [lat2, wrapped(lon2)],
                "initial": "nearAntipode",
                "final": "nearAntipode",
                "metres": None,
            }
        )
    cases.append(
        {
            "name": "from_the_pole",
            "from": [quarter, 0],
            "to": [-quarter + 1_000_000, 7],
            "initial": "atPole",
            "final": 180.0,
            "metres": None,
        }
    )
    return {
        "file": "navigation/vectors/geodesics.json",
        "protocol": "navigation",
        "version": 1,
        "what": "section 3: as legs.json, on WGS84; metres are null where they are promised to 0.2 % only",
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
        "file": "navigation/vectors/deviation.json",
        "protocol": "navigation",
        "version": 1,
        "what": "section 8: card [A, B, C, D, E] and compass heading in 2^-32 turn; the exact deviation in the same unit, "
        "from which an implementation may differ by 4 units",
        "cases": cases,
    }


def documents():
    return [legs(), geodesics(), deviation()]
