"""docs/fixed-point.md's arguments about the angle, worked out anew from the constants in the Swift sources.

Every table entry against its formula; every term and bound of the page against the script; every bound against the
largest error that sweeps found, which must lie between half of it and all of it.
"""

import pathlib
import random
import re
from decimal import Decimal
from fractions import Fraction

import error_bounds as bounds
import pytest
from angle_constants import WORD, Multiplierless, Precise, Tiny, array, find
from exact import PI, atan2_degrees

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "fixed-point.md").read_text()
TIERS = {"precise": Precise, "multiplierless": Multiplierless, "tiny": Tiny}


def rows(heading):
    """The cells of the table whose first column has this name and that follows `heading`."""
    text = PAGE[PAGE.index(heading) :]
    table = re.search(r"^\|.*\n\| ---.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table[1].splitlines()]


def error(tier, y, x):
    """|computed − true| in degrees, exactly."""
    found = Fraction(TIERS[tier].angle(y, x) * 360, WORD)
    difference = (found - Fraction(atan2_degrees(y, x)) + 180) % 360 - 180
    return abs(difference)


def argued(tier, inputs):
    if tier == "precise":
        return bounds.precise_bound("32 bits" if "beyond" in inputs else "22 bits" if "2^25" in inputs else "all")
    return bounds.total(bounds.multiplierless_terms() if tier == "multiplierless" else bounds.tiny_terms())


def degrees(text):
    """A figure of the page, and one unit of its last digit."""
    value = Decimal(re.fullmatch(r"(\d[.\d]*e-\d+)°?", text)[1])
    return Fraction(value), Fraction(Decimal(1).scaleb(value.as_tuple().exponent))


# MARK: - Tables against their formulas


def nearest(value):
    return int((value + Fraction(1, 2)) // 1)


def test_arctangents_of_the_precise_tier():
    assert Precise.TABLE == [nearest(bounds.turns(i, 64, 2**34)) for i in range(65)]


def test_leading_zeros_of_the_precise_tier():
    text = (
        pathlib.Path(__file__).resolve().parents[2] / "Sources/Foundations/IntegerTrigonometry/PreciseAngle.swift"
    ).read_text()
    sequence = int(re.search(r"bits &\* 0x([0-9a-f_]+)", text)[1].replace("_", ""), 16)
    for zeros in range(32):
        filled = 2 ** (32 - zeros) - 1
        assert Precise.ZEROS[(filled * sequence % WORD) >> 27] == 8 * zeros


def test_slopes_of_the_precise_tier():
    assert Precise.SLOPE == int(bounds.UNITS * 2**8 / 2**16)
    assert Precise.SECOND == int(Decimal(2**24) / (2 * PI) / 2**8)
    third = bounds.UNITS * 2**8 / 2**16 / (3 * 2**32) * 2**Precise.CUBIC_SHIFT
    assert Precise.CUBIC == int(third)


def test_rotations_of_the_other_tiers():
    steps = [nearest(bounds.turns(1, 2**i, 2**32)) for i in range(8)]
    assert Multiplierless.STEPS == steps[1:6]
    assert Tiny.FIRST == steps[0] and Tiny.TABLE == steps[1:8]


def test_sines():
    assert array("SineCosine.swift", "table", 65) == [nearest(bounds.sine(i, 256) * 2**31) for i in range(65)]
    # 2π·2^2·2^24 and 2^30 more, over 2^32 and a shift by 6.
    assert find("SineCosine.swift", r"adding\(([\d_]+), times: left") == nearest(2**28 * 2 * Fraction(PI))


# MARK: - The page against the script


def test_terms_of_the_precise_tier_are_those_of_the_page():
    expected = [[*row[:3], row[3].replace(" and more", "")] for row in bounds.precise_table()]
    assert [row[:4] for row in rows("The errors, computed value minus true value")] == expected


@pytest.mark.parametrize(
    "heading, terms", [("**Multiplierless.**", bounds.multiplierless_terms()), ("**Tiny.**", bounds.tiny_terms())]
)
def test_terms_of_the_other_tiers_are_those_of_the_page(heading, terms):
    assert [tuple(row[:2]) for row in rows(heading)] == bounds.plain_table(terms)


@pytest.mark.parametrize("tier, inputs, bound, found, at", list(rows("### Bounds of the angle")))
def test_bound_of_the_page_is_the_sum_and_at_most_twice_what_was_found(tier, inputs, bound, found, at):
    exact = argued(tier, inputs)
    assert bound == bounds.scientific(exact) + "°"
    y, x = (int(word.replace("−", "-")) for word in re.findall(r"[−\d]+", at))
    reached = error(tier, y, x)
    stated, digit = degrees(found)
    assert abs(stated - reached) <= digit
    assert reached <= exact <= 2 * reached


def test_terms_of_the_tilt_compensation_are_those_of_the_page():
    tilts = [bounds.tilt_terms(Fraction(ratio)) for ratio in bounds.TILT_RATIOS]
    expected = [[first[0], bounds.scientific(first[1]), bounds.scientific(second[1])] for first, second in zip(*tilts)]
    sums = [bounds.total(terms) for terms in tilts]
    assert rows("## Tilt compensation") == [*expected, ["together", *map(bounds.scientific, sums)]]
    # What is claimed there, and what 50,000,000 attitudes of the service path found.
    assert sums[0] <= Fraction("1e-5")
    (found,) = [re.search(r"found ([\d.e-]+)°", row[2])[1] for row in rows("## The heading from 16-bit counts")[1:]]
    assert Fraction(Decimal(found)) <= sums[1] <= Fraction("2e-5")


def test_estimates_of_the_precise_tier_are_as_near_as_its_argument_says():
    """document_figures.py writes these figures into the page."""
    remainders = bounds.precise_remainders()
    assert sorted(remainders) == list(range(65)), "the table has no more and no less"
    values = range(2**15, 2**16)
    short = [1 - Fraction(Precise.reciprocal(value) * value, 2**31) for value in values]
    assert Fraction("0.00515") < max(short) < Fraction("0.0052") and min(short) > Fraction("-0.0001")
    line = [abs(1 - Fraction((Precise.LINE - value) * value, 2**31)) for value in values]
    assert Fraction("0.0715") < max(line) < Fraction("0.072")


# MARK: - The tiers themselves, in Python's integers, which do not wrap


@pytest.mark.parametrize("tier", TIERS)
def test_every_scale_stays_within_the_argument(tier):
    seed = 20
    numbers = random.Random(seed)

    def component():
        return numbers.choice((-1, 1)) * (numbers.getrandbits(31) >> numbers.randrange(31))

    narrow, wide = argued(tier, "Int32 to 2^25"), argued(tier, "Int32 beyond")
    for _ in range(3000):
        y, x = component(), component()
        if (y, x) != (0, 0):
            bound = narrow if max(abs(y), abs(x)) <= 2**25 else wide
            assert error(tier, y, x) <= bound, f"({y}, {x}), seed {seed}"


def test_axes_and_diagonals_are_exact_in_the_precise_tier_alone():
    lengths = {2**power + offset for power in range(32) for offset in range(-2, 3)}
    for length in (length for length in lengths if 0 < length <= 2**31):
        for k, (y, x) in enumerate([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]):
            y, x = y * length, x * length
            if max(y, x) < 2**31:
                assert Precise.angle(y, x) == k * 2**29, f"({y}, {x})"
    assert Multiplierless.angle(1, 1) != 2**29 and Tiny.angle(1, 1) != 2**29
