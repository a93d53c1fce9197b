"""The fixed inputs of the bench: the same 10,000 in every run and for every function."""

import math

COUNT = 10_000


class Random:
    """SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return z ^ (z >> 31)

    def range(self, low, high):
        return low + (high - low) * (self.next() >> 11) / 2**53


def pairs():
    """(y, x): half like a compass (any angle, length 150…2000), half anywhere in Int16 with length 100 and more."""
    random = Random(4)
    result = []
    while len(result) < COUNT // 2:
        angle, length = random.range(0, 2 * math.pi), random.range(150, 2000)
        result.append((round(length * math.sin(angle)), round(length * math.cos(angle))))
    while len(result) < COUNT:
        bits = random.next()
        y, x = (bits & 0xFFFF) - 0x8000, (bits >> 16 & 0xFFFF) - 0x8000
        if math.hypot(y, x) >= 100:
            result.append((y, x))
    return result


def _body(vector, attitude):
    yaw, pitch, roll = attitude
    x, y, z = vector
    x, y = math.cos(yaw) * x + math.sin(yaw) * y, math.cos(yaw) * y - math.sin(yaw) * x
    x, z = math.cos(pitch) * x - math.sin(pitch) * z, math.sin(pitch) * x + math.cos(pitch) * z
    y, z = math.cos(roll) * y + math.sin(roll) * z, math.cos(roll) * z - math.sin(roll) * y
    return tuple(round(value) for value in (x, y, z))


def attitudes(count, field, horizontal, gravity, seed):
    """(field, force) in body axes: roll and pitch within ±60°, any yaw, dip within ±70°."""
    random = Random(seed)
    result = []
    while len(result) < count:
        attitude = (
            random.range(0, 2 * math.pi),
            math.radians(random.range(-60, 60)),
            math.radians(random.range(-60, 60)),
        )
        total, dip, g = random.range(*field), math.radians(random.range(-70, 70)), random.range(*gravity)
        if total * math.cos(dip) >= horizontal:
            magnetic = (total * math.cos(dip), 0, total * math.sin(dip))
            result.append((_body(magnetic, attitude), _body((0, 0, -g), attitude)))
    return result


def _with_iron(attitude, uniform, random):
    """(field in nanotesla, force in micro-g) of a sensor with a hard iron and three gains. Its noise is the sum of four
    numbers up to `uniform` on each axis."""
    north = (50_000 * math.cos(math.radians(65)), 0, 50_000 * math.sin(math.radians(65)))
    noise = [sum(random.range(-uniform, uniform) for _ in range(4)) for _ in range(3)]
    field = [
        round(g * c + h + n)
        for g, c, h, n in zip((1.1, 0.9, 1.0), _body(north, attitude), (31_000, -54_000, 12_000), noise)
    ]
    return field, _body((0, 0, -1e6), attitude)


def turning(count):
    """A sensor that is turned about all axes."""
    random, yaw = Random(12), 0.0
    result = []
    for index in range(count):
        yaw += 0.21
        result.append(_with_iron((yaw, 1.4 * math.sin(0.13 * index), 0.37 * index), 250, random))
    return result


def rocked(count):
    """A sensor that is rocked by some 25° while it turns about the vertical, with much noise: the ellipsoid is found, slowly,
    and refused, and so is the plane after it."""
    random = Random(13)
    return [
        _with_iron((0.21 * index, 0.4 * math.sin(0.13 * index), 0.4 * math.sin(0.37 * index)), 800, random)
        for index in range(count)
    ]


def _product(s, v):
    return tuple(sum(row[j] * v[j] for j in range(3)) for row in s)


def _inverted(s):
    """Cramer's rule."""
    cross = lambda a, b: (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    rows = cross(s[1], s[2]), cross(s[2], s[0]), cross(s[0], s[1])
    determinant = sum(x * y for x, y in zip(s[0], rows[0]))
    return [[rows[j][i] / determinant for j in range(3)] for i in range(3)]


def calibrated(count, field, horizontal, gravity, seed):
    """(h in Q8, S in Q24, field, force): another record for every attitude.

    S is symmetric, its axes anywhere and their ratio up to 2.5; h is up to ten fields long.
    """
    random = Random(seed + 1)
    result = []
    for m, a in attitudes(count, field, horizontal, gravity, seed):
        # A random rotation (from a quaternion) and three gains between 1/√2.5 and √2.5.
        q = [random.range(-1, 1) for _ in range(4)]
        w, x, y, z = (c / math.sqrt(sum(c * c for c in q)) for c in q)
        turn = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
        gains = [2.5 ** random.range(-0.5, 0.5) for _ in range(3)]
        s = [[sum(turn[i][k] * gains[k] * turn[j][k] for k in range(3)) for j in range(3)] for i in range(3)]
        way = [random.range(-1, 1) for _ in range(3)]
        length = random.range(0, 10) * math.hypot(*m) / math.hypot(*way)
        h = [round(c * length * 256) for c in way]
        seen = [round(c + o / 256) for c, o in zip(_product(_inverted(s), m), h)]
        result.append((h, [round(c * 2**24) for row in s for c in row], seen, a))
    return result


def corrected(h, s, m):
    """S(m − h) in 2^−32 nT, exact."""
    d = [256 * c - o for c, o in zip(m, h)]
    return [sum(s[3 * i + j] * d[j] for j in range(3)) for i in range(3)]


def heading_turns(m, a):
    """The equations of Protocols/heading/spec.md, section 4, in turns."""
    roll = math.atan2(-a[1], -a[2])
    pitch = math.atan2(a[0], math.hypot(a[1], a[2]))
    east = m[2] * math.sin(roll) - m[1] * math.cos(roll)
    north = m[0] * math.cos(pitch) + math.sin(pitch) * (m[1] * math.sin(roll) + m[2] * math.cos(roll))
    return math.atan2(east, north) / (2 * math.pi)


def worlds(count):
    """(latitude, longitude, height, time) of the world model: anywhere, both poles among them."""
    random = Random(9)
    result = []
    for index in range(count):
        latitude, longitude = round(random.range(-(2**30), 2**30)), round(random.range(-(2**31), 2**31 - 1))
        if index % 16 == 7:
            latitude = 2**30 if index % 32 == 7 else -(2**30)
        height = round(random.range(-1e6, 850e6 if index % 2 == 0 else 15e6))
        result.append((latitude, longitude, height, round(random.range(-2.5 * 2**22, 2.5 * 2**22))))
    return result


def legs(count):
    """Start and end as latitude, longitude in 2^-32 turn: every second pair anywhere, the others up to 80 km apart."""
    random = Random(11)
    result = []
    for index in range(count):
        start, end = (
            [round(random.range(-(2**30), 2**30)), round(random.range(-(2**31), 2**31 - 1))] for _ in range(2)
        )
        if index % 2:
            end = [value + round(random.range(-(2**23), 2**23)) for value in start]
            end = [max(-(2**30), min(2**30, end[0])), (end[1] + 2**31) % 2**32 - 2**31]
        result.append((*start, *end))
    return result


WATCHED = (48_000, 0x2E38E38E)  # nanotesla, a dip of 65°
WORLD = 49_500  # nanotesla, what the world model says where the place is known


def watched(count, offset, seed):
    """(µs, field in 1/256 nT, force in µg, dip) every 20 ms: an instrument that turns, with noise and a constant field."""
    random = Random(seed)
    dip, result = math.radians(65), []
    for step in range(count):
        attitude = (step * 0.01, 0.5 * math.sin(step * 0.007), 0.6 * math.sin(step * 0.005))
        field = _body((256 * 48_000 * math.cos(dip), 0, 256 * 48_000 * math.sin(dip)), attitude)
        field = [round(f + o * 256 + random.range(-80_000, 80_000)) for f, o in zip(field, offset)]
        force = [round(f + random.range(-8_000, 8_000)) for f in _body((0, 0, -1_000_000), attitude)]
        length = math.hypot(*field) * math.hypot(*force)
        measured = -math.asin(sum(f * a for f, a in zip(field, force)) / length)
        result.append((20_000 * (step + 1), *field, *force, round(measured / (2 * math.pi) * 2**32)))
    return result


# An offset in 1/256 nT and a matrix near one: what a sensor has to be corrected by.
IRON = (
    3_000 * 256,
    -2_000 * 256,
    1_000 * 256,
    16_800_000,
    41_000,
    -30_000,
    41_000,
    16_700_000,
    25_000,
    -30_000,
    25_000,
    16_850_000,
)


def sampled(count, seed):
    """(µs, field in nT, force in µg) of the instrument of `watched` with the hard iron of `IRON`; its soft iron is left
    in as an error of 0.4 %."""
    offset = tuple(component // 256 for component in IRON[:3])
    return [
        (time, *(component // 256 for component in field), *force)
        for time, *field, fx, fy, fz, _ in watched(count, offset, seed)
        for force in ((fx, fy, fz),)
    ]


def stated(count):
    """Gains of field and tilt in Q12, horizontal field, variances of field and tilt."""
    random, result = Random(31), []
    for _ in range(count):
        heading, pitch, dip = random.range(0, 2 * math.pi), random.range(-1, 1), random.range(-1.3, 1.3)
        tilt = math.tan(dip) ** 2 + math.tan(pitch) ** 2 + 2 * math.tan(dip) * math.tan(pitch) * math.cos(heading)
        gains = [round(gain * 2**12) for gain in (math.cos(dip) ** -2, tilt)]
        variances = [round(10 ** random.range(-6, -1) * 2**32) for _ in range(2)]
        result.append((*gains, round(48_000 * math.cos(dip)), *variances))
    return result
