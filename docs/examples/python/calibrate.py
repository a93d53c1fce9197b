"""Calibrates a magnetometer from a recording in CSV, and shows what the calibration is worth.

    pip install binnacle-0.1.0-py3-none-linux_x86_64.whl
    python calibrate.py walk.csv --columns mx,-my,-mz,ax,-ay,-az --time t_s

The file has `#` comments, a line of names, and rows of numbers. With --plot it draws the recording before and after, for which
matplotlib is needed. Status 0: accepted; 1: refused; 2: a file or an argument that is of no use.
"""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path
from typing import Optional

import binnacle
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def read(path: Path, columns: str, time: Optional[str]) -> tuple[Floats, Optional[Floats], Optional[Floats]]:
    """Field, force and seconds of a recording; None for what it has not. A leading - negates a column."""
    names = [(name.lstrip("-"), -1.0 if name.startswith("-") else 1.0) for name in columns.split(",")]
    if len(names) not in (3, 6):
        raise ValueError(f"--columns names {len(names)} columns, and three or six are needed: forward, right, down")
    with open(path, newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    try:
        table = np.array([[sign * float(row[name]) for name, sign in names] for row in rows]).reshape(-1, len(names))
        seconds = None if time is None else np.array([float(row[time]) for row in rows])
    except KeyError as missing:
        raise ValueError(f"there is no column {missing}; there are {', '.join(rows[0])}") from None
    return table[:, :3], table[:, 3:] if len(names) == 6 else None, seconds


def show(found: binnacle.Fit) -> None:
    """Prints the result."""
    print(
        f"{'accepted' if found.accepted else 'refused'}: {found.model} from {found.rows} rows, grade {found.grade} of 3"
    )
    if found.hard_iron is not None and found.soft_iron is not None:
        print(f"hard iron   {' '.join(f'{value:.3f}' for value in found.hard_iron)} {found.unit}")
        for row in found.soft_iron:
            print(f"soft iron   {' '.join(f'{value:8.5f}' for value in row)}")
        print(f"strength    {found.radius:.3f} {found.unit}, residual {found.residual_percent:.2f} %")
    if found.worst_error_degrees is not None:
        print(
            f"prediction  heading within {found.worst_error_degrees:.1f}° in 95 % of attitudes, typically {found.typical_error_degrees:.1f}°"
        )
    if found.alignment is not None:
        print(f"gravity     dip {found.alignment.dip_degrees:.1f}° ± {found.alignment.dip_spread_degrees:.1f}°")
    for reason in found.reasons:
        print(f"reason      {reason}")


def plot(path: Path, field: Floats, corrected: Floats, unit: str) -> None:
    """Draws the recording as measured and corrected, in three planes."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ValueError("--plot needs matplotlib: pip install matplotlib") from None
    figure = Figure(figsize=(12, 4), layout="constrained")
    for axes, (across, up) in zip(figure.subplots(1, 3), ((0, 1), (0, 2), (1, 2))):
        axes.plot(field[:, across], field[:, up], ".", markersize=1, label="measured")
        axes.plot(corrected[:, across], corrected[:, up], ".", markersize=1, label="corrected")
        axes.set_aspect("equal")
        names = ("forward", "right", "down")
        axes.set_xlabel(f"{names[across]}, {unit}")
        axes.set_ylabel(f"{names[up]}, {unit}")
    axes.legend()
    figure.savefig(path)


def calibrate(words: argparse.Namespace) -> int:
    """Does what the arguments say. Raises OSError or ValueError for those that are of no use."""
    field, force, seconds = read(words.recording, words.columns, words.time)
    found = binnacle.fit(field, force, time=seconds, unit=words.unit, force_unit=words.force_unit)
    show(found)
    if not found.accepted:
        return 1
    record = found.record
    headings = binnacle.heading(field, force, record=record, unit=words.unit, force_unit=words.force_unit)
    print(
        f"headings    {np.isfinite(headings).sum()} of {len(headings)}, the first {headings[0]:.1f}°, the last {headings[-1]:.1f}°"
    )
    if words.record:
        words.record.write_text(record.to_json() + "\n", encoding="utf-8")
    if words.plot:
        plot(words.plot, field, record.apply(field, unit=words.unit), words.unit)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("recording", type=Path)
    parser.add_argument(
        "--columns", default="mx,my,mz", help="field, and perhaps force: forward, right, down; - negates"
    )
    parser.add_argument("--unit", default="uT", choices=["uT", "nT", "mG", "G"])
    parser.add_argument("--force-unit", default="g", choices=["g", "mg", "m/s2"])
    parser.add_argument("--time", help="the column of the time in seconds")
    parser.add_argument("--record", type=Path, help="write the calibration for `binnacle stream --calibration`")
    parser.add_argument("--plot", type=Path, help="draw into this file")
    words = parser.parse_args()
    try:
        return calibrate(words)
    except (OSError, ValueError) as error:
        print(f"{words.recording}: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
