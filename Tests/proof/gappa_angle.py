"""Gappa proves the error bound of the precise angle, octant by table entry; docs/fixed-point.md derives the same by hand.

The scripts that Gappa gets are made here from the formulas of angle_model.py, which a check holds to the program's integers.

`python3 gappa_angle.py` proves; `--keep FOLDER` leaves the scripts there."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "python"))

import error_bounds as bounds
from angle_constants import WORD, Precise
from angle_model import CHOICE, ESTIMATE, INVERSE, LEFT, REMAINDER, TURNED, check_losses, check_models, losses, model

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "fixed-point.md").read_text()
# 2^−40 turn, in which the remainder is computed, in one of 2^−32 turn.
FINE = 256

# MARK: - Intervals


def ends(interval):
    """For Gappa: decimals that enclose an interval of fractions."""
    with localcontext() as context:
        context.prec = 40
        out = []
        for value, rounding in zip(interval, (ROUND_FLOOR, ROUND_CEILING), strict=True):
            context.rounding = rounding
            out.append(f"{Decimal(value.numerator) / Decimal(value.denominator):f}")
    return f"[{out[0]}, {out[1]}]"


def wide(value):
    """A constant that was computed with 60 digits, as an interval."""
    return value - Fraction(1, 10**30), value + Fraction(1, 10**30)


# Turns: 2^40/2π of them are in a radian, and t has 16 bits after the point.
SCALE = wide(bounds.UNITS * FINE / 2**16)


class Unproven(SystemExit):
    """Gappa found no proof."""


class Gappa:
    """Runs Gappa on scripts, and keeps what it answered."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.goals = 0

    def prove(self, name, text, hypotheses, goals, hints):
        """The intervals that Gappa proves for `goals`, in their order; an error where one is not proven.

        A goal is a name, or a name and the interval that it must have."""
        asked = [f"{goal} in ?" if isinstance(goal, str) else f"{goal[0]} in {ends(goal[1])}" for goal in goals]
        script = (
            "@floor = int<dn>;\n"
            + text
            + "\n{ "
            + "\n  /\\ ".join(f"{what} in {ends(interval)}" for what, interval in hypotheses.items())
            + "\n  -> "
            + "\n  /\\ ".join(asked)
            + " }\n"
            + "".join(f"{left} -> {right};\n" for left, right in hints)
        )
        path = self.folder / f"{name}.g"
        path.write_text(script)
        done = subprocess.run(["gappa", str(path)], capture_output=True, text=True, timeout=120)
        said = done.stdout + done.stderr
        if done.returncode != 0 or re.search(r"warning|error", said, re.I):
            raise Unproven(f"{path.name}: Gappa did not prove it:\n{said}\n{script}")
        self.goals += len(goals)
        found = dict(re.findall(r"^\s*(\w+) in (\[.*\])$", said, re.M))
        return [interval(found[goal]) if isinstance(goal, str) else goal[1] for goal in goals]


def interval(text):
    """What Gappa prints: [-1b-3 {-0.125, ...}, 625e-4 {...}]; the binary or decimal number before the braces is exact."""
    out = []
    for word in re.sub(r"\{[^}]*\}", "", text).strip("[] ").split(","):
        number = re.fullmatch(r"\s*(-?\d+)(?:b(-?\d+))?(?:e(-?\d+))?\s*", word)
        if not number:
            raise SystemExit(f"Gappa prints a number of another form: {text}")
        value = Fraction(int(number[1]))
        if number[2]:
            value *= Fraction(2) ** int(number[2])
        if number[3]:
            value *= Fraction(10) ** int(number[3])
        out.append(value)
    return tuple(out)


# MARK: - The proofs

WORD_SIGNED = (Fraction(-(2**31)), Fraction(2**31 - 1))
TOP = (Fraction(2**15), Fraction(2**16 - 1))
# The lower half of a word, in units of the upper one.
BELOW = (Fraction(0), Fraction(2**16 - 1, 2**16))


def prove_estimate(gappa):
    """How much the estimate of 1/x is short, and that its words fit."""
    middle = f"{Precise.LINE} / 2"
    lowest = 1 - Fraction(Precise.LINE, 2) ** 2 / 2**31
    text = model(ESTIMATE) + "\nline_short = 1 + wrapped / 2147483648;\nexact = wrapped / 65536 + 65536;"
    hints = [
        # A square: so the variable occurs once.
        ("line_short", f"{lowest.numerator} / {lowest.denominator} + (top - {middle}) * (top - {middle}) / 2147483648"),
        ("exact", "32768 * (1 + line_short)"),
        ("product", "(upper - exact) * line - (1 - line_short * line_short) * 70368744177664 / top { top <> 0 }"),
        (
            "short",
            "line_short * line_short + (upper - exact) * (line_short - 1) / 32768"
            " + (rough - product / 32768) * top / 2147483648",
        ),
    ]
    # The product wraps once, upwards; the product of two words is one with a sign.
    goals = ["short", ("wrapped", (Fraction(1 - WORD), Fraction(-1))), ("product", (WORD_SIGNED[0], Fraction(0)))]
    return gappa.prove("estimate", text, {"top": TOP}, goals, hints)[0]


def prove_inverse(gappa, short):
    """How much the inverse of a word is short."""
    text = model(INVERSE) + "\nexact = wrapped / 65536 + 65536;\ntop_short = 1 + inverse * top / 2147483648;"
    hints = [
        ("wrapped", "(short - 1) * 2147483648 { top <> 0 }"),
        ("exact", "32768 * (1 + short) { top <> 0 }"),
        ("product", "(upper - exact) * rough - (1 - short * short) * 70368744177664 / top { top <> 0 }"),
        (
            "top_short",
            "short * short + (upper - exact) * (short - 1) / 32768"
            " + (inverse - product / 32768) * top / 2147483648 { top <> 0 }",
        ),
        ("delta", "top_short + (top_short - 1) * below / top { top <> 0 }"),
    ]
    goals = ["delta", ("wrapped", (Fraction(1 - WORD), Fraction(-1))), ("product", (WORD_SIGNED[0], Fraction(0)))]
    return gappa.prove("inverse", text, {"top": TOP, "short": short, "below": BELOW}, goals, hints)[0]


def prove_choice(gappa, short):
    """That there is a table entry for each i: at most 64, for small not above large."""
    hypotheses = {"short": short, "small / large": (Fraction(0), Fraction(1))}
    goals = [("places", (Fraction(0), Fraction(65) - Fraction(1, 2**25)))]
    gappa.prove("choice", model(CHOICE), hypotheses, goals, [])


def prove_left(gappa, number, short):
    """The tangents that are left where i is `number`, times 2^16; and the least quotient."""
    # i is rounded down; a quotient is at most 1.
    hypotheses = {
        "places": (Fraction(number), Fraction(number + 1)),
        "short": short,
        "large": TOP,
        "small_below": BELOW,
        "large_below": BELOW,
        "ratio": (Fraction(0), Fraction(1)),
        "quotient": (Fraction(0), Fraction(1)),
    }
    (quotient,) = gappa.prove(f"quotient{number}", model(LEFT), hypotheses, ["quotient"], [])
    quotient = max(quotient[0], Fraction(0)), min(quotient[1], Fraction(1))
    hints = []
    if number > 0:
        # The quotient occurs once.
        total = Fraction(64 * 64, number) + number
        hints.append(
            (
                "tangent",
                f"64 / {number} - {total.numerator} / {total.denominator} / (64 + number * quotient)"
                " { 64 + number * quotient <> 0 }",
            )
        )
    text = f"number = {number};\n" + model(TURNED) + "\nt = tangent * 65536;"
    # The difference of two products that wrap is 2^31 times `apart` at most.
    goals = ["t", ("apart", (Fraction(-1), Fraction(1)))]
    return gappa.prove(f"left{number}", text, {"quotient": quotient}, goals, hints)[0], quotient[0]


REMAINDER_HINTS = [
    (
        "first - held",
        "(first - first_product / 524288) + (upper_beside - beside / 4096) * inverse / 524288 - delta * held"
        " {{ along <> 0 }}",
    ),
    ("gap", "-(first - held)"),
    ("rest", "-along / 16 * gap - first * low"),
    (
        "second_off",
        "(second - second_product / 16384) + (upper_rest - rest / 8192) * inverse / 16384 - delta * 65536 * gap"
        " + (1 - delta) * first * low * 1048576 / along {{ along <> 0 }}",
    ),
    ("drift", "t * lost_along + lost_beside"),
    ("apart", "gap - drift"),
    (
        "straight_off",
        "(straight - weighed / 256) + {SECOND} / 256 * second_off + ({SECOND} / 256 * 65536 - scale) * gap"
        " + scale * drift",
    ),
    ("cubes", "apart * (t * t + t * first + first * first)"),
    (
        "off",
        "(computed - together) + (table * 64 - turned) / 256"
        " + (first * ({SLOPE} - scale - (cubic - squared / {CUBIC_SCALE})) + straight_off"
        " + (third - {CUBIC} / {CUBIC_SCALE}) * first * first * first + third * cubes"
        " - scale * fifth * t * t * t * t * t / 92233720368547758080) / 256",
    ),
]
# What an angle is: turned + scale·(t − t³/3 + fifth·t⁵/5), each t with its 16 bits; fifth is 0 to 1.
REMAINDER_NAMES = """
gap = held - first;
low = along / 16 - upper_along;
second_off = second - 65536 * gap;
drift = held - t;
apart = t - first;
third = scale / 3 / 4294967296;
cubes = t * t * t - first * first * first;
straight_off = straight - scale * apart;
off = computed - (turned + scale * t - third * t * t * t + scale * fifth * t * t * t * t * t / 92233720368547758080) / 256;
"""


def prove_remainder(gappa, name, number, t, lost, delta, bound):
    """The error where i is `number` and t in an interval, in 2^-32 turns; and that the words fit."""
    text = f"table = {Precise.TABLE[number]};\n" + model(REMAINDER) + "\n" + REMAINDER_NAMES.strip()
    hypotheses = {
        "t": t,
        "lost_along": lost[0],
        "lost_beside": lost[1],
        "along": (Fraction(2**31), Fraction(2**32 - 1)),
        "delta": delta,
        "scale": SCALE,
        "fifth": (Fraction(0), Fraction(1)),
        "turned": wide(bounds.turns(number, 64, 2**40)),
    }
    words = ("first_product", "rest", "second_product", "weighed", "remainder")
    goals = ["off", ("off", (-bound, bound)), *((word, WORD_SIGNED) for word in words)]
    hints = [(model(left), model(right)) for left, right in REMAINDER_HINTS]
    return gappa.prove(name, text, hypotheses, goals, hints)[0]


# The document's rows, and the bounds that they state.
INPUTS = {
    "2^25": r"\| precise \| Int32 to 2\^25, [^|]*\| ([\d.e-]+)° \|",
    "all": r"\| precise \| Int32 beyond, [^|]*\| ([\d.e-]+)° \|",
}


def stated(inputs):
    """The bound of the document in degrees."""
    return Fraction(re.search(INPUTS[inputs], PAGE)[1])


def prove(gappa, numbers=range(65)):
    """({inputs: largest error in degrees that Gappa proves}, intervals on the way), after all goals of these i."""
    short = prove_estimate(gappa)
    delta = prove_inverse(gappa, short)
    prove_choice(gappa, short)
    zero = Fraction(0)
    worst = dict.fromkeys(INPUTS, zero)
    largest = zero
    for number in numbers:
        (low, high), quotient = prove_left(gappa, number, short)
        largest = max(largest, -low, high)
        for inputs in INPUTS:
            bound = stated(inputs) / bounds.DEGREES_PER_UNIT
            for place, lost in enumerate(losses(number, quotient, inputs)):
                for sign, t in (("up", (max(low, zero), high)), ("down", (low, min(high, zero)))):
                    if t[0] <= t[1]:
                        name = f"{inputs.replace('^', '')}_{number}_{place}_{sign}"
                        off = prove_remainder(gappa, name, number, t, lost, delta, bound)
                        worst[inputs] = max(worst[inputs], -off[0], off[1])
    facts = {"estimate": short, "inverse": delta, "tangent": (Fraction(0), largest / 2**16)}
    return {inputs: units * bounds.DEGREES_PER_UNIT for inputs, units in worst.items()}, facts


# Constants of which a wrong one must have no proof: a table entry by 2^-29 turn, slopes, the factor of the cubic term.
MUTANTS = (
    ("TABLE", [*Precise.TABLE[:30], Precise.TABLE[30] + 32, *Precise.TABLE[31:]]),
    ("SLOPE", Precise.SLOPE - 4),
    ("SECOND", Precise.SECOND - 40),
    ("CUBIC", Precise.CUBIC - 30),
    ("LINE", Precise.LINE + 1500),
    ("ROUND", Precise.ROUND + 3),
)


def find_mutants():
    """That Gappa proves nothing where a constant is wrong."""
    for name, wrong in MUTANTS:
        right = getattr(Precise, name)
        setattr(Precise, name, wrong)
        try:
            with tempfile.TemporaryDirectory() as folder:
                prove(Gappa(folder), (1, 30))
            raise SystemExit(f"gappa: MISSED: a wrong {name}")
        except Unproven:
            print(f"gappa: found: a wrong {name}", flush=True)
        finally:
            setattr(Precise, name, right)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", help="a folder for the scripts")
    parser.add_argument("--mutants", action="store_true", help="change constants first, and see that no proof is found")
    arguments = parser.parse_args()
    check_models()
    check_losses()
    if arguments.mutants:
        find_mutants()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.keep:
            folder = arguments.keep
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
        gappa = Gappa(folder)
        worst, facts = prove(gappa)
        for name, (low, high) in facts.items():
            print(f"gappa: {name}: {float(low):.3g} to {float(high):.4g}")
        for inputs, found in worst.items():
            print(
                f"gappa: {inputs}: within {float(found):.4g}°; docs/fixed-point.md says {bounds.scientific(stated(inputs))}°"
            )
        print(f"gappa: {gappa.goals} goals proven")


if __name__ == "__main__":
    main()
