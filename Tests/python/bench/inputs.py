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
