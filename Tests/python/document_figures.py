"""Figures that several documents tell: each stands in one place, and the others include it.

python3 Tests/python/document_figures.py           writes every figure of README.md, docs/ and Boards/ anew
python3 Tests/python/document_figures.py --list    prints the names, the figures, and the documents that include them

A document includes a figure as <!--figure:NAME-->98.4 %<!--end-->. A test checks that each is fresh.
"""

import functools
import json
import pathlib
import re
import sys
from decimal import Decimal

import error_bounds
from angle_constants import Multiplierless, Precise

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDED = re.compile(r"<!--figure:([\w-]+)-->(.*?)<!--end-->", re.S)


def documents():
    """Every document that may include a figure. The notebook is an archive: it keeps the figures of its day."""
    return [
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
        *sorted((ROOT / "docs").glob("*.md")),
        *sorted((ROOT / "Boards").glob("**/README.md")),
    ]


# MARK: - Where figures stand


@functools.cache
def kept(name):
    return json.loads((ROOT / "docs" / name).read_text())


def function(name, core="cortex-m0"):
    return kept("performance.json")["functions"][core][name]


def row(document, heading, first):
    """The cells of the first row that begins so, below a heading of a document."""
    section = (ROOT / document).read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if cells and cells[0] == first:
            return cells
    raise LookupError(f"{document}, {heading}: no row {first}")


def worlds(column):
    return row("docs/calibration.md", "What the result promises", "all")[column]


def library(parts):
    """Bytes of flash of functions of the C library."""
    return int(row("docs/performance.md", "The library, part by part", parts)[2].replace(",", ""))


def size(thing):
    """Bytes of an object of binnacle.h."""
    header = (ROOT / "Sources/Library/CBinnacle/include/binnacle.h").read_text()
    return int(re.search(rf"#define BINNACLE_{thing}_SIZE (\d+)", header)[1])


@functools.cache
def estimate():
    """How much of itself the estimate of 1/x is short at most, and how far its line is off."""
    values = range(2**15, 2**16)
    short = max(1 - Precise.reciprocal(value) * value / 2**31 for value in values)
    return short, max(abs(1 - (Precise.LINE - value) * value / 2**31) for value in values)


def remainder_most():
    """The largest |t| of the precise tier, rounded up."""
    largest = max(max(-low, high) for low, high in error_bounds.precise_remainders().values())
    return str(error_bounds.decimal(largest).quantize(Decimal("1e-6"), rounding="ROUND_CEILING"))


def fault(name):
    return next(each for each in kept("motion.json")["faults"] if each["fault"] == name)


# MARK: - How they are written


def count(value):
    return f"{value:,}"


def tens(cycles):
    """Cycles of a function on average, to tens."""
    return count(round(cycles["cycles"][1] / 10) * 10)


def kilobytes(number):
    return f"{number / 1000:.1f} KB"


def kibibytes(number):
    return f"{round(number / 1024)} KiB"


def degrees(number, digits):
    return f"{number:.{digits}f}°"


def scientific(number):
    """Such as 1.33e-5°."""
    mantissa, exponent = f"{number:.2e}".split("e")
    return f"{mantissa}e{int(exponent)}°"


def filter_error(name):
    return lambda: degrees(kept("motion.json")["filters"][name]["95"]["total"], 2)


# MARK: - The figures

FIGURES = {
    # Costs on a Cortex-M0+: docs/performance.json.
    "angle-cycles": lambda: count(round(function("atan2 precise")["cycles"][1])),
    "angle-bytes": lambda: count(function("atan2 precise")["bytes"]),
    "angle-size": lambda: kilobytes(function("atan2 precise")["bytes"]),
    "multiplierless-cycles": lambda: count(round(function("atan2 multiplierless")["cycles"][1])),
    "multiplierless-bytes": lambda: count(function("atan2 multiplierless")["bytes"]),
    "tiny-cycles": lambda: count(round(function("atan2 tiny")["cycles"][1])),
    "tiny-bytes": lambda: count(function("atan2 tiny")["bytes"]),
    "counts-cycles": lambda: tens(function("heading from counts")),
    "counts-size": lambda: kilobytes(function("heading from counts")["bytes"]),
    "service-cycles": lambda: tens(function("heading, service path")),
    "service-size": lambda: kilobytes(function("heading, service path")["bytes"]),
    "reading-cycles": lambda: count(round(function("heading service, one sample")["cycles"][1])),
    "motion-cycles": lambda: count(round(kept("performance.json")["motion"]["both"][1] / 100) * 100),
    "motion-size": lambda: kilobytes(kept("performance.json")["motion"]["bytes"]),
    "fit-bytes": lambda: count(function("calibration, the whole solve")["bytes"]),
    "motion-state": lambda: count(kept("performance.json")["motion"]["state"]),
    "atan2f-cycles": lambda: tens(kept("performance.json")["peers"]["newlib atan2f"]),
    "atan2f-size": lambda: kilobytes(kept("performance.json")["peers"]["newlib atan2f"]["bytes"]),
    "atan2f-error": lambda: scientific(kept("performance.json")["peers"]["newlib atan2f"]["maxErrorDegrees"]),
    "microbit-flash": lambda: kibibytes(kept("performance.json")["images"]["microbit"]["text"]),
    "microbit-ram": lambda: kibibytes(
        sum(kept("performance.json")["images"]["microbit"][part] for part in ("dataAndBss", "stack"))
    ),
    # The C library: docs/performance.md and binnacle.h.
    "library-size": lambda: kilobytes(library("HEADING RECORD CALIBRATE TRUE_NORTH")),
    "library-motion-size": lambda: kilobytes(library("HEADING RECORD CALIBRATE TRUE_NORTH MOTION")),
    "library-state": lambda: kilobytes(size("COMPASS") + size("CALIBRATION")),
    "compass-state": lambda: count(size("COMPASS")),
    "calibration-state": lambda: count(size("CALIBRATION")),
    "motion-filter-state": lambda: count(size("MOTION")),
    "guide-state": lambda: count(size("GUIDE")),
    "locator-state": lambda: count(size("LOCATOR")),
    "record-size": lambda: count(size("RECORD")),
    # Simulated calibrations: docs/calibration.md.
    "worlds-accepted": lambda: count(int(worlds(2))),
    "worlds-median": lambda: degrees(float(worlds(3).rstrip("°")), 1),
    "worlds-most": lambda: degrees(float(worlds(4).rstrip("°")), 1),
    "worlds-held": lambda: worlds(5),
    # The motion filter beside others: docs/motion.json.
    "error-binnacle": filter_error("Binnacle"),
    "error-vqf": filter_error("VQF"),
    "error-madgwick": filter_error("Madgwick"),
    "error-mahony": filter_error("Mahony"),
    "error-fusion": filter_error("x-io Fusion"),
    "iron-binnacle": lambda: degrees(fault("east30")["heading"], 1),
    "iron-vqf": lambda: degrees(fault("east30")["VQF"]["heading"], 1),
    # The angle's bounds, from the constants in the sources: error_bounds.py.
    "angle-bound": lambda: f"{error_bounds.scientific(error_bounds.precise_bound('all'))}°",
    "angle-bound-wide": lambda: f"{error_bounds.scientific(error_bounds.precise_bound('32 bits'))}°",
    "angle-units": lambda: f"{float(error_bounds.precise_bound('22 bits') / error_bounds.DEGREES_PER_UNIT):.1f}",
    "angle-units-wide": lambda: f"{float(error_bounds.precise_bound('32 bits') / error_bounds.DEGREES_PER_UNIT):.1f}",
    "estimate-line": lambda: f"{Precise.LINE / 2**15:.4f}",
    "estimate-line-error": lambda: f"{100 * estimate()[1]:.1f} %",
    "estimate-short": lambda: f"{100 * estimate()[0]:.2f} %",
    "remainder-most": remainder_most,
    "inverse-low": lambda: f"−{-float(error_bounds.precise_reciprocal()[0]):.1e}".replace("e-0", "e-"),
    "inverse-high": lambda: f"{float(error_bounds.precise_reciprocal()[1]) + 5e-7:.1e}".replace("e-0", "e-"),
    "slope": lambda: str(Multiplierless.SLOPE),
    "multiplierless-bound": lambda: (
        f"{error_bounds.scientific(error_bounds.total(error_bounds.multiplierless_terms()))}°"
    ),
    "tiny-bound": lambda: f"{error_bounds.scientific(error_bounds.total(error_bounds.tiny_terms()))}°",
}


def fresh(text):
    """A document's text with its figures as they are now."""
    return INCLUDED.sub(lambda found: f"<!--figure:{found[1]}-->{FIGURES[found[1]]()}<!--end-->", text)


def write():
    """Writes the figures of all documents anew.

    Returns the documents that changed.
    """
    kept.cache_clear()
    changed = []
    for path in documents():
        text = path.read_text()
        if (new := fresh(text)) != text:
            path.write_text(new)
            changed.append(path)
    return changed


def main():
    if "--list" not in sys.argv:
        for path in write():
            print(path.relative_to(ROOT))
        return
    for name, figure in FIGURES.items():
        users = [str(path.relative_to(ROOT)) for path in documents() if f"<!--figure:{name}-->" in path.read_text()]
        print(f"{name:22} {figure():12} {', '.join(users)}")


if __name__ == "__main__":
    main()
