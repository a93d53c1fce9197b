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
        attitude = (random.range(0, 2 * math.pi), math.radians(random.range(-60, 60)), math.radians(random.range(-60, 60)))
        total, dip, g = random.range(*field), math.radians(random.range(-70, 70)), random.range(*gravity)
        if total * math.cos(dip) >= horizontal:
            magnetic = (total * math.cos(dip), 0, total * math.sin(dip))
            result.append((_body(magnetic, attitude), _body((0, 0, -g), attitude)))
    return result


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
