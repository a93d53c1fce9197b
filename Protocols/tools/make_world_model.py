"""Makes the sources that hold the World Magnetic Model from the files of its release.

    cd Protocols/tools
    python3 make_world_model.py table     WMM2025.COF              > Sources/Compass/Geomagnetism/WorldModelTable.swift
    python3 make_world_model.py reference WMM2025.COF              > Sources/Proof/Reference/WorldModelCoefficients.swift

The next model is these two commands with its file, which goes to Tests/Data/wmm with its test values. What the integers of the table mean is
in Protocols/heading/spec.md, section 7.
"""

import sys
from decimal import Decimal
from fractions import Fraction
from math import factorial

from exact import round_half_up

DEGREE = 12
# A model is made for five years (WMM2025 technical report, section 1.1); the table stands at their middle.
LIFETIME = 5
# Years from the middle to which a caller may extrapolate on demand, and fraction bits of the integers.
REACH = Fraction(25, 2)
MAIN_BITS, TIME_BITS = 16, 12


def read(path):
    """(epoch, name, release, {(n, m): (g, h, g rate, h rate)}) of a .COF file."""
    with open(path, encoding="ascii") as file:
        epoch, name, release = file.readline().split()
        coefficients = {}
        for line in file:
            if line.startswith("9999"):
                break
            n, m, *values = line.split()
            coefficients[int(n), int(m)] = tuple(map(Fraction, values))
    expected = {(n, m) for n in range(1, DEGREE + 1) for m in range(n + 1)}
    if set(coefficients) != expected:
        raise SystemExit(f"{path} is not a model of degree {DEGREE}")
    if Fraction(epoch).denominator != 1:
        raise SystemExit(f"{path} begins at {epoch}, not at the beginning of a year")
    return int(Fraction(epoch)), name, release, coefficients


def scale(n, m):
    """2^m times the leading coefficient of the Schmidt semi-normalised function of degree n and order m."""
    odd = 1
    for factor in range(1, 2 * n, 2):
        odd *= factor
    square = Fraction((1 if m == 0 else 2) * factorial(n - m), factorial(n + m)) * Fraction(odd, factorial(n - m)) ** 2
    return (Decimal(square.numerator) / Decimal(square.denominator)).sqrt() * 2**m


def times(value, factor):
    return Fraction(value) * Fraction(factor)


def integers(coefficients):
    """(main, rates, shifts): order by order, in each first g then h, in each from degree 12 down."""
    main, rates, shifts = [], [], []
    for m in range(DEGREE + 1):
        keys = [(part, n) for part in ((0, 1) if m else (0,)) for n in range(DEGREE, max(m, 1) - 1, -1)]
        exact = [
            (times(coefficients[n, m][part], scale(n, m)), times(coefficients[n, m][part + 2], scale(n, m)))
            for part, n in keys
        ]
        # As many fraction bits as the largest rate of the order leaves; with those of time, at least those of main.
        bits = max(bits for bits in range(16) if all(abs(round_half_up(rate * 2**bits)) < 2**15 for _, rate in exact))
        shift = bits + TIME_BITS - MAIN_BITS
        if shift < 0:
            raise SystemExit(f"the rates of order {m} are too large for 16 bits")
        for value, rate in exact:
            middle = value + rate * Fraction(LIFETIME, 2)
            if abs(middle) + REACH * abs(rate) >= 2**15:
                raise SystemExit(f"a coefficient of order {m} leaves its 32 bits within {REACH} years")
            main.append(round_half_up(middle * 2**MAIN_BITS))
            rates.append(round_half_up(rate * 2**bits))
        shifts.append(shift)
    return main, rates, shifts


def rows(values, indent="    ", width=118):
    lines, line = [], indent
    for value in values:
        word = f"{value:_}," if value >= 0 else f"-{-value:_},"
        if len(line) + len(word) > width:
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    return "\n".join([*lines, line.rstrip()])


def table(name, element, values, note):
    return f"""  /// {note}
  #if objectFormat(ELF)
    @section(".rodata.geomagnetism.{name}")
  #endif
  static let {name}: [{len(values)} of {element}] = [
{rows(values)}
  ]
"""


def source(path):
    epoch, name, release, coefficients = read(path)
    month, day, year = release.split("/")
    main, rates, shifts = integers(coefficients)
    reciprocals = [round_half_up(Fraction(2**32, 4 * j * j - 1)) for j in range(1, DEGREE)]
    return f"""// The coefficients of {name}, made by Protocols/tools/make_world_model.py from the released file. Do not edit.

extension WorldMagneticModel {{
  /// The model's name: {name}, released {year}-{month}-{day}.
  public static var name: StaticString {{ "{name}" }}
  /// The model begins with this year.
  public static var epochYear: Int32 {{ {epoch} }}
  /// Years for which it was made.
  public static var lifetime: Int32 {{ {LIFETIME} }}
}}

/// Order by order (0…{DEGREE}), in each g then h (order 0 has no h), in each from degree {DEGREE} down.
enum WorldModelTable {{
{table("main", "Int32", main, "Coefficients in the middle of the model's life, in 2^−16 nT, times `scale`.")}
{table("rates", "Int16", rates, "Their change in a year, with as many fraction bits as the order's largest leaves.")}
{table("rateShifts", "UInt8", shifts, "Rate times years with 12 fraction bits, shifted right by this, is in 2^−16 nT; by order.")}
{table("reciprocals", "Int32", reciprocals, "2^32/(4j² − 1) for j = 1…11.").rstrip()}
}}
"""


def reference(path):
    with open(path, encoding="ascii") as file:
        text = "\n".join(("    " + line).rstrip() for line in file)
    return f'''// The coefficients of {read(path)[1]} as released, made by Protocols/tools/make_world_model.py. Do not edit.

extension ReferenceWorldModel {{
  /// The released coefficient file.
  public static let releasedText = """
{text}
    """
}}
'''


if __name__ == "__main__":
    kinds = {"table": source, "reference": reference}
    if len(sys.argv) != 3 or sys.argv[1] not in kinds:
        raise SystemExit(__doc__)
    sys.stdout.write(kinds[sys.argv[1]](sys.argv[2]))
