"""The formulas of the precise angle, as text that Gappa and Python's fractions take, and what truncations lose.

`model()` holds the constants of the Swift sources. `check_models()` and `check_losses()` hold the formulas to the integers of the
sources on random vectors: so a formula that is not the program's is found."""

import pathlib
import random
import re
import sys
from fractions import Fraction
from math import floor

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "python"))

from angle_constants import Precise, signed

# A word that wraps is written as the number that it stands for: RANGES of each step show that it fits. In all of these,
# floor() is Gappa's int<dn> and Python's floor.

# The estimate of 1/x of half a word, negative; `short` says how much of itself it is short.
ESTIMATE = """
line = top - {LINE};
wrapped = top * line;
upper = floor(wrapped / 65536) + 65536;
product = upper * line;
rough = floor(product / 32768);
short = 1 + rough * top / 2147483648;
"""

# The second of Newton's steps begins with an estimate that is known by `short` alone. `below` is the lower half of the word.
INVERSE = """
rough = (short - 1) * 2147483648 / top;
wrapped = top * rough;
upper = floor(wrapped / 65536) + 65536;
product = upper * rough;
inverse = floor(product / 32768);
delta = 1 + inverse * (top + below) / 2147483648;
"""

# Which i is chosen, and the tangent that is left. `small` and `large` are upper halves with fractions: their lower halves.
CHOICE = """
places = {ROUND} / {I_SCALE} * {ROUND_SCALE} + small / large * (1 - short) * {ONE} / {I_SCALE};
"""
LEFT = """
ratio = (places - {ROUND} * {ROUND_SCALE} / {I_SCALE}) * {I_SCALE} / {ONE} / (1 - short);
quotient = (ratio + small_below / large) / (1 + large_below / large);
"""
TURNED = """
apart = 64 * quotient - number;
tangent = apart / (64 + number * quotient);
"""

# From the turned vector to the angle in 2^-32 turns. `along` is 2^31 to 2^32. `t` is 2^16 times the exact tangent that is
# left; `lost_along` and `lost_beside` tell what truncations of the turned vector did to it.
REMAINDER = """
held = t + t * lost_along + lost_beside;
beside = -held * along / 65536;
inverse = (delta - 1) * 140737488355328 / along;
upper_beside = floor(beside / 4096);
first_product = upper_beside * inverse;
first = floor(first_product / 524288);
upper_along = floor(along / 16);
rest = beside * 4096 + first * upper_along;
upper_rest = floor(rest / 8192);
second_product = upper_rest * inverse;
second = floor(second_product / 16384);
squared = first * first * {CUBIC};
cubic = floor(squared / {CUBIC_SCALE});
weighed = second * {SECOND};
straight = floor(weighed / 256);
slope = {SLOPE} - cubic;
remainder = first * slope + straight;
together = (table * 64 + remainder) / 256;
computed = floor(together);
"""


def model(text):
    """Assignments with the constants of the sources in their places."""
    return text.format(
        LINE=Precise.LINE,
        CUBIC=Precise.CUBIC,
        CUBIC_SCALE=2**Precise.CUBIC_SHIFT,
        SECOND=Precise.SECOND,
        SLOPE=Precise.SLOPE,
        ROUND=Precise.ROUND,
        ROUND_SCALE=2**Precise.ROUND_SHIFT,
        I_SCALE=2**Precise.I_SHIFT,
        ONE=2**31,
    ).strip()


def evaluated(text, values):
    """The assignments of a model in fractions."""
    values = dict(values)
    for name, expression in re.findall(r"^(\w+) = ([^;]*);$", text, re.M):
        exact = re.sub(r"\b(\d+)\b", r"Fraction(\1)", expression)
        values[name] = Fraction(eval(exact, {"floor": floor, "Fraction": Fraction}, values))
    return values


def losses(number, quotient, inputs):
    """[(of `along`, of `beside`)] by truncations of the turned vector, as intervals: relative, and in 2^-16.

    `along` before it is doubled is (64·large + i·small)/2^7 less i times what small loses of its lowest 7 bits. `beside` loses
    what is below 2^6 in i·large/2, and where large is 2^31 half of an odd small. Up to 2^25 all is exact but for
    2^25 itself, whose small keeps one of the lowest 7 bits."""
    least = 2**24 * (64 + number * quotient) - number
    dropped = Fraction(1, 2) if inputs == "2^25" else Fraction(127, 128)
    along = (Fraction(0), number * dropped / least)
    if inputs == "2^25":
        return [(along, (Fraction(0), Fraction(0)))]
    half, part = Fraction(1, 2) * 2**16 / least, Fraction(63, 64) * 2**16 / least
    return [(along, (Fraction(0), part)), (along, (-half, Fraction(0)))]


# MARK: - That the models are the program


def turned_words(large, small, number):
    """The turned vector as the program has it, odd words and all."""
    along = (large >> 1) + number * (small >> 7)
    beside = signed(number * (large >> 1) - ((small >> 1) << 6)) >> 6
    return (2 * along, 2 * beside) if along < 2**31 else (along, beside)


def check_models(count=3000, seed=36):
    """The models give the integers of the sources, whose own tests hold `Precise` to them, on random vectors."""
    numbers = random.Random(seed)
    for _ in range(count):
        large = numbers.getrandbits(32) | 2**31
        small = numbers.choice((numbers.randrange(large + 1), large, 0, large - 1, large >> numbers.randrange(32)))
        top, small_top = large >> 16, small >> 16
        estimate = evaluated(model(ESTIMATE), {"top": Fraction(top)})
        assert estimate["rough"] == -Precise.reciprocal(top)
        choice = evaluated(
            model(CHOICE), {"small": Fraction(small_top), "large": Fraction(top), "short": estimate["short"]}
        )
        number = floor(choice["places"])
        left = evaluated(
            model(LEFT + TURNED),
            {
                **choice,
                "number": Fraction(number),
                "small_below": Fraction(small & 0xFFFF, 2**16),
                "large_below": Fraction(large & 0xFFFF, 2**16),
            },
        )
        assert left["quotient"] == Fraction(small, large)
        tangent = Fraction(64 * small - number * large, 64 * large + number * small)
        assert left["tangent"] == tangent
        along, beside = turned_words(large, small, number)
        again = evaluated(
            model(INVERSE),
            {
                "top": Fraction(along >> 16),
                "below": Fraction(along & 0xFFFF, 2**16),
                "short": evaluated(model(ESTIMATE), {"top": Fraction(along >> 16)})["short"],
            },
        )
        assert again["inverse"] == -Precise.inverse(along >> 16)
        t = tangent * 2**16
        end = evaluated(
            model(REMAINDER),
            {
                "t": t,
                "lost_along": Fraction(0),
                "lost_beside": -Fraction(beside * 2**16, along) - t,
                "along": Fraction(along),
                "delta": again["delta"],
                "table": Fraction(Precise.TABLE[number]),
            },
        )
        assert end["beside"] == beside and end["inverse"] == again["inverse"]
        assert end["computed"] == Precise.octant(small, large), f"({small}, {large}), seed {seed}"


def check_losses(count=3000, seed=36):
    """What truncations of the turned vector lose is within `losses`, on random vectors of each length."""
    numbers = random.Random(seed)
    for _ in range(count):
        length = numbers.choice((2**31, 2**25, numbers.getrandbits(31) >> numbers.randrange(31) or 1))
        other = numbers.choice((numbers.randrange(length + 1), length - 1, length))
        shift = 32 - length.bit_length()
        large, small = length << shift, other << shift
        number = (
            (Precise.ROUND << Precise.ROUND_SHIFT) + (small >> 16) * Precise.reciprocal(large >> 16)
        ) >> Precise.I_SHIFT
        along = (large >> 1) + number * (small >> 7)
        beside = signed(number * (large >> 1) - ((small >> 1) << 6)) >> 6
        lost = (
            Fraction(64 * large + number * small, 128 * along) - 1,
            (Fraction(number * large - 64 * small, 128) - beside) * 2**16 / along,
        )
        for inputs in ("2^25", "all") if length <= 2**25 else ("all",):
            cases = losses(number, Fraction(small, large), inputs)
            assert any(all(low <= value <= high for value, (low, high) in zip(lost, case)) for case in cases), (
                f"({other}, {length}), seed {seed}"
            )
