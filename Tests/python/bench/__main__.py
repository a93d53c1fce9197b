"""make bench: measures functions, images and peers, prints tables, and compares with the figures kept under docs/.

python -m bench            exit 1 where a figure got worse, is not accepted, or an answer differs between cores
python -m bench --write    keep the figures as the new ones: docs/performance.json, and tables and picture of the documents
"""

import argparse
import json
import sys
from pathlib import Path

import document_figures
import document_pictures

from . import c99, report
from .images import measure_images
from .limits import violations
from .measure import measure_everywhere
from .motion import measure_motion
from .motion import violations as motion_violations
from .peers import measure_peers
from .sensors import measure_sensors
from .tools import ROOT

KEPT = ROOT / "docs" / "performance.json"
DOCUMENT = ROOT / "docs" / "notebook" / "performance.md"
SUMMARY = ROOT / "docs" / "performance.md"
END = "<!-- end -->"


def begin(name="begin"):
    """The line of a document after which this program writes a table; END ends it."""
    return f"<!-- python -m bench --write: {name} -->\n"


def judge(kept, results):
    """Everything that is wrong with the results, as sentences."""
    wrong = report.differing_answers(results["functions"], results["host"]) + violations(results["functions"])
    wrong += report.regressions(kept["functions"], results["functions"])
    wrong += report.dearer_sensors(kept["sensors"], results["sensors"])
    wrong += motion_violations(results["motion"]) + report.dearer_motion(kept["motion"], results["motion"])
    wrong += c99.violations(results["c99"]) + report.dearer_c99(kept["c99"], results["c99"])
    return wrong + report.grown_images(kept["images"], results["images"])


def keep(results):
    """Writes the figures, the tables of both documents, what other documents include, and the picture."""
    KEPT.write_text(json.dumps(results, indent=2) + "\n")
    write_table(DOCUMENT, begin(), report.tables(results))
    for name, table in report.SHORT.items():
        write_table(SUMMARY, begin(name), table(results))
    document_pictures.write("cost.svg")
    document_figures.write()


def write_table(document, line, table):
    before, rest = document.read_text().split(line)
    document.write_text(before + line + "\n" + table + "\n\n" + END + rest.split(END, 1)[1])


def main():
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="keep the figures in docs/performance.json and .md")
    parser.add_argument(
        "--images", action="store_true", help="the images alone; the other figures stay as they are kept"
    )
    parser.add_argument(
        "--sensors", action="store_true", help="the sensors' drivers alone; the other figures stay as they are kept"
    )
    parser.add_argument(
        "--program", type=Path, default=ROOT / ".build" / "release" / "binnacle", help="binnacle, to boot images with"
    )
    parser.add_argument("--c99", action="store_true", help="binnacle.c alone; the other figures stay as they are kept")
    options = parser.parse_args()
    kept = json.loads(KEPT.read_text())
    results = dict(kept)
    parts = {
        "images": lambda: measure_images(options.program.resolve()),
        "sensors": measure_sensors,
        "c99": c99.measure_c99,
        "peers": measure_peers,
        "motion": measure_motion,
    }
    alone = [name for name in ("images", "sensors", "c99") if getattr(options, name)]
    if not alone:
        results["functions"], results["host"] = measure_everywhere()
    results |= {name: parts[name]() for name in alone or parts}
    print(report.tables(results))
    if options.write:
        # What is worse may be meant; what differs between cores or is not accepted is a mistake also then.
        wrong = report.differing_answers(results["functions"], results["host"]) + violations(results["functions"])
        wrong += motion_violations(results["motion"]) + c99.violations(results["c99"])
        if not wrong:
            keep(results)
    else:
        wrong = judge(kept, results)
    for sentence in wrong:
        print(f"bench: {sentence}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
