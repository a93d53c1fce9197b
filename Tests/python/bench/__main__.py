"""make bench: measures functions, images and peers, prints tables, and compares with the figures kept under docs/.

python -m bench            exit 1 where a figure got worse, is not accepted, or an answer differs between cores
python -m bench --write    keep the figures as the new ones, in docs/performance.json and docs/performance.md
"""

import argparse
import json
import sys
from pathlib import Path

from . import report
from .images import measure_images
from .limits import violations
from .measure import measure_everywhere
from .motion import measure_motion
from .motion import violations as motion_violations
from .peers import measure_peers
from .sensors import measure_sensors
from .tools import ROOT

KEPT = ROOT / "docs" / "performance.json"
DOCUMENT = ROOT / "docs" / "performance.md"
# Everything between them is written by this program.
BEGIN, END = "<!-- python -m bench --write: begin -->\n", "<!-- end -->"


def judge(kept, results):
    """Everything that is wrong with the results, as sentences."""
    wrong = report.differing_answers(results["functions"], results["host"]) + violations(results["functions"])
    wrong += report.regressions(kept["functions"], results["functions"])
    wrong += report.dearer_sensors(kept["sensors"], results["sensors"])
    wrong += motion_violations(results["motion"]) + report.dearer_motion(kept["motion"], results["motion"])
    return wrong + report.grown_images(kept["images"], results["images"])


def keep(results):
    """Writes the figures to both documents."""
    KEPT.write_text(json.dumps(results, indent=2) + "\n")
    before, rest = DOCUMENT.read_text().split(BEGIN)
    after = rest.split(END, 1)[1]
    DOCUMENT.write_text(before + BEGIN + "\n" + report.tables(results) + "\n\n" + END + after)


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
    options = parser.parse_args()
    kept = json.loads(KEPT.read_text())
    results = dict(kept)
    if options.sensors:
        results |= {"sensors": measure_sensors()}
    else:
        results |= {"images": measure_images(options.program.resolve())}
    if not options.images and not options.sensors:
        functions, host = measure_everywhere()
        results |= {
            "functions": functions,
            "host": host,
            "peers": measure_peers(),
            "sensors": measure_sensors(),
            "motion": measure_motion(),
        }
    print(report.tables(results))
    if options.write:
        # What is worse may be meant; what differs between cores or is not accepted is a mistake also then.
        wrong = report.differing_answers(results["functions"], results["host"]) + violations(results["functions"])
        wrong += motion_violations(results["motion"])
        if not wrong:
            keep(results)
    else:
        wrong = judge(kept, results)
    for sentence in wrong:
        print(f"bench: {sentence}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
