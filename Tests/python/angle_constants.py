"""The constants of the angle tiers, read from the Swift sources; and the tiers themselves, in Python's integers.

What cannot be found fails: then the source has changed, and the argument must be read again.
"""

import pathlib
import re

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "Foundations" / "IntegerTrigonometry"
WORD = 2**32


def find(file, pattern):
    """The numbers that `pattern` captures at its only place in a source; an InlineArray as a list."""
    text = re.sub(r"//.*", "", (SOURCES / file).read_text())
    found = re.findall(pattern, text, re.DOTALL)
    assert len(found) == 1, f"{file}: {len(found)} times {pattern}"
    words = (found[0],) if isinstance(found[0], str) else found[0]
    numbers = [
        int(word) for part in words for word in part.replace("_", "").replace("\n", " ").split(",") if word.strip()
    ]
    return numbers[0] if len(numbers) == 1 else numbers


def array(file, name, count):
    values = find(file, rf"\blet {name}: \[{count} of U?Int(?:8|32)\] = \[([^\]]*)\]")
    assert len(values) == count
    return values


class Precise:
    TABLE = array("PreciseAngle.swift", "arctangent", 65)
    ZEROS = array("PreciseAngle.swift", "eightfoldZeros", 32)
    DE_BRUIJN = int("07c4acdd", 16)
    LINE = find("PreciseAngle.swift", r"let line = value &- ([\d_]+)")
    ROUND, ROUND_SHIFT, I_SHIFT = find(
        "PreciseAngle.swift", r"let i = \((\d+) &<< (\d+) &- \(small &>> 16\) &\* factor\) &>> (\d+)"
    )
    SLOPE, CUBIC, CUBIC_SHIFT = find(
        "PreciseAngle.swift", r"let slope = ([\d_]+) &- \(\(first &\* first &\* (\d+)\) &>> (\d+)\)"
    )
    SECOND = find("PreciseAngle.swift", r"\(\(second &\* ([\d_]+)\) &>> 8\)")

    @classmethod
    def reciprocal(cls, value):
        """2^31/value, short, for 2^15 ≤ value < 2^16."""
        line = (value - cls.LINE) % WORD
        return -(signed(((value * line % WORD) >> 16) * line) >> 15)

    @classmethod
    def inverse(cls, top):
        """2^47/X from the upper half of X."""
        rough = -cls.reciprocal(top) % WORD
        return -(signed(((top * rough % WORD) >> 16) * rough) >> 15)

    @classmethod
    def octant(cls, small, large):
        shift = 32 - large.bit_length()
        small, large = small << shift, large << shift
        i = ((cls.ROUND << cls.ROUND_SHIFT) + (small >> 16) * cls.reciprocal(large >> 16)) >> cls.I_SHIFT
        along = (large >> 1) + i * (small >> 7)
        beside = signed(i * (large >> 1) - ((small >> 1) << 6)) >> 6
        if along < 2**31:
            along, beside = 2 * along, 2 * beside
        inverse = -cls.inverse(along >> 16)
        first = ((beside >> 12) * inverse) >> 19
        rest = (beside << 12) + first * (along >> 4)
        second = ((rest >> 13) * inverse) >> 14
        slope = cls.SLOPE - ((first * first * cls.CUBIC) >> cls.CUBIC_SHIFT)
        remainder = first * slope + ((second * cls.SECOND) >> 8)
        assert all(
            -(2**31) <= value < 2**31
            for value in (
                (beside >> 12) * inverse,
                rest,
                (rest >> 13) * inverse,
                first * slope,
                second * cls.SECOND,
                remainder,
            )
        )
        return (cls.TABLE[i] + (remainder >> 6)) >> 2

    @classmethod
    def angle(cls, y, x):
        return folded(y, x, cls.octant)


class Multiplierless:
    STEPS = [
        find("MultiplierlessAngle.swift", rf"rotate\(&along, &beside, &sum, {count}, ([\d_]+)\)")
        for count in range(1, 6)
    ]
    LEAST, LIFT = find("MultiplierlessAngle.swift", r"while large < 1 &<< (\d+) \{\s*large = large &<< (\d+)")
    MOST, DROP = find("MultiplierlessAngle.swift", r"if large >= 1 &<< (\d+) \{\s*large = large &>> (\d+)")
    FIRST_DIGIT = find("MultiplierlessAngle.swift", r"along = along &>> (\d+)")
    DIGITS = 3 * find("MultiplierlessAngle.swift", r"var rounds: UInt32 = (\d+)")
    UP, *DOWN = find(
        "MultiplierlessAngle.swift",
        r"scaled = quotient &<< (\d+)\s*let remainder = \(scaled &>> (\d+)\) &\+ \(scaled &>> (\d+)\)"
        r" &\+ \(scaled &>> (\d+)\) &\+ \(scaled &>> (\d+)\) &- quotient &- quotient",
    )
    SLOPE = sum(map(lambda shift, up=UP: 2 ** (up - shift), DOWN)) - 2

    @classmethod
    def octant(cls, small, large):
        while large < 1 << cls.LEAST:
            large, small = large << cls.LIFT, small << cls.LIFT
        if large >= 1 << cls.MOST:
            large, small = large >> cls.DROP, small >> cls.DROP
        along, beside, total = large, small, 0
        for count, step in enumerate(cls.STEPS, 1):
            along, beside, total = rotated(along, beside, total, count, step)
        along >>= cls.FIRST_DIGIT
        quotient = 0
        for _ in range(cls.DIGITS):
            digit = -1 if beside < 0 else 1
            quotient = 2 * quotient + digit
            beside = (beside - digit * along) * 2
        return (total + quotient * cls.SLOPE) % WORD

    @classmethod
    def angle(cls, y, x):
        return folded(y, x, cls.octant)


class Tiny:
    TABLE = array("TinyAngle.swift", "arctangent", 7)
    FIRST = int("20000000", 16)
    LEAST = find("TinyAngle.swift", r"while size\(along, beside\) < 1 &<< (\d+)")
    MOST, DROP = find("TinyAngle.swift", r"if size\(along, beside\) >= 1 &<< (\d+) \{\s*along = along &>> (\d+)")
    ROTATIONS = find("TinyAngle.swift", r"\} while count < (\d+)")

    @classmethod
    def steps(cls):
        """The angles of all rotations: the table, then halves."""
        steps = [cls.FIRST, *cls.TABLE]
        while len(steps) < cls.ROTATIONS:
            steps.append(steps[-1] >> 1)
        return steps

    @classmethod
    def angle(cls, y, x):
        def size():
            return (along ^ (along >> 31)) | (beside ^ (beside >> 31))

        along, beside = x, y
        if size() >= 1 << cls.MOST:
            along, beside = along >> cls.DROP, beside >> cls.DROP
        total = 0
        if along < 0:
            along, beside, total = -along, -beside, 2**31
        while size() < 1 << cls.LEAST:
            along, beside = along << 1, beside << 1
        for count, step in enumerate(cls.steps()):
            along, beside, total = rotated(along, beside, total, count, step)
        return total % WORD


def signed(word):
    word %= WORD
    return word - WORD if word >= 2**31 else word


def rotated(along, beside, total, count, step):
    """One micro-rotation towards the axis, as in the sources."""
    if beside < 0:
        return along - (beside >> count), beside + (along >> count), total - step
    return along + (beside >> count), beside - (along >> count), total + step


def folded(y, x, octant):
    """The angle of (x, y) from a function of the first octant."""
    large, small = max(abs(x), abs(y)), min(abs(x), abs(y))
    angle = octant(small, large)
    if abs(y) > abs(x):
        angle = 2**30 - angle
    if x < 0:
        angle = 2**31 - angle
    return (-angle if y < 0 else angle) % WORD
