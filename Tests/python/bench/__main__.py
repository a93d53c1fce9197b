"""make bench: measures, prints a table, writes docs/performance.json, or compares with it.

python -m bench            measure on every core, print, exit 1 where a figure got worse or an answer changed
python -m bench --write    measure and keep the figures as the new ones
"""

import argparse
import json
import sys

from .measure import CORES, ROOT, measure

KEPT = ROOT / "docs" / "performance.json"

# Issue figures: (accept, goal, best peer) for Cortex-M0+.
LIMITS = {
    "atan2 precise": {
        "maxErrorDegrees": (4e-7, 3e-7, "4.8e-7 (CMSIS-DSP arm_atan2_q31)"), "mean cycles": (175, 140, "450 (idsp CORDIC, 1.5e-4°)"),
        "max cycles": (180, 150, ""), "bytes": (720, 640, "568 (idsp atan2, 1.3e-4°)"), "stack": (40, 32, "16 (idsp CORDIC)"),
    },
    "atan2 multiplierless": {"maxErrorDegrees": (1e-3, None, ""), "mean cycles": (300, 230, "450 (idsp CORDIC)")},
    "atan2 tiny": {"maxErrorDegrees": (3e-4, 1.5e-4, "2.8e-3 at one count (idsp CORDIC)"), "bytes": (220, 180, "184 (idsp CORDIC)")},
    "heading from counts": {
        "maxErrorDegrees": (1e-5, None, "2.4e-5 at 24,683 cycles (float)"), "mean cycles": (850, 700, "1743 (NXP AN4248, 1.54°)"),
        "bytes": (1400, 1300, "708 (NXP AN4248)"), "stack": (100, 90, "72 (Pebble)"),
    },
    "world model": {
        "max cycles": (32_000, 27_000, "856,000 (double soft float)"), "stack": (700, None, "304 (float32, newlib)"),
    },
    "world model, one slice": {"max cycles": (4_000, None, "")},
    "heading, service path": {"maxErrorDegrees": (2e-5, None, ""), "mean cycles": (1600, 1200, "")},
}


def reached(figures, row):
    if row == "mean cycles":
        return figures["cycles"][1]
    if row == "max cycles":
        return figures["cycles"][2]
    return figures.get(row)


def table(results):
    """The issue's rows with what is reached."""
    lines = ["| item | figure | reached | accept | goal | best peer |", "| --- | --- | ---: | ---: | ---: | --- |"]
    for name, rows in LIMITS.items():
        for row, (accept, goal, peer) in rows.items():
            value = reached(results["cortex-m0"][name], row)
            verdict = "" if value <= accept else " (missed)"
            lines.append(f"| {name} | {row} | {value}{verdict} | {accept} | {'' if goal is None else goal} | {peer} |")
    lines += ["", "| function | core | instructions min / mean / max | cycles min / mean / max | bytes | stack | answers |",
              "| --- | --- | --- | --- | ---: | ---: | --- |"]
    for core, functions in results.items():
        for name, f in functions.items():
            cycles = " / ".join(map(str, f["cycles"])) if "cycles" in f else "–"
            lines.append(f"| {name} | {core} | {' / '.join(map(str, f['instructions']))} | {cycles} | {f['bytes']} | "
                         f"{f['stack']} | `{f['answers']}` |")
    return "\n".join(lines)


def regressions(kept, found):
    """What got worse or answers otherwise, as sentences."""
    worse = []
    for core, functions in kept.items():
        for name, old in functions.items():
            new = found.get(core, {}).get(name)
            if new is None:
                worse.append(f"{name} on {core} is no longer measured")
                continue
            if new["answers"] != old["answers"]:
                worse.append(f"{name} on {core} gives other answers: {new['answers']}, was {old['answers']}")
            for figure in ("bytes", "stack"):
                if new[figure] > old[figure]:
                    worse.append(f"{name} on {core}: {figure} {new[figure]}, was {old[figure]}")
            for figure in ("instructions", "cycles"):
                if figure in old and (new[figure][1] > old[figure][1] or new[figure][2] > old[figure][2]):
                    worse.append(f"{name} on {core}: {figure} {new[figure]}, was {old[figure]}")
    for name in next(iter(found.values()), {}):
        hashes = {core: functions[name]["answers"] for core, functions in found.items() if name in functions}
        if len(set(hashes.values())) > 1:
            worse.append(f"{name} does not give the same answers on every core: {hashes}")
    return worse


def main():
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="keep the figures in docs/performance.json")
    parser.add_argument("--calls", type=int, default=10_000, help="inputs a function (default 10,000)")
    options = parser.parse_args()
    results = {core: measure(core, options.calls) for core in CORES}
    print(table(results))
    if options.write:
        KEPT.write_text(json.dumps(results, indent=2) + "\n")
        return 0
    worse = regressions(json.loads(KEPT.read_text()), results) if KEPT.exists() else []
    for sentence in worse:
        print(f"worse: {sentence}", file=sys.stderr)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
