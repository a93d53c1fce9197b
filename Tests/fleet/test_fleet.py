"""docs/examples/python/fleet.py: a folder of recordings on one and on two workers of Dask. FILES=10000 measures what docs/fleet.md says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest
from fleet import recording, write

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "docs/examples/python/fleet.py"
COUNT = int(os.environ.get("FILES", "500"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("fleet")
    write(place / "recordings", COUNT)
    return place


def run(folder, name, *words):
    command = [sys.executable, EXAMPLE, folder / "recordings", folder / name, "--time", "t_s", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stderr[-2000:]
    print(done.stdout.strip())
    return pyarrow.parquet.read_table(folder / name), float(re.search(r"in ([\d.]+) s", done.stdout)[1])


def test_table_isTheSameOnOneAndOnTwoWorkers_andBadFilesAreRows(folder, capsys):
    with capsys.disabled():
        print()
        # Twice each in turn, and the faster one counts: other work on the machine slows one run or the other.
        runs = [
            (run(folder, "one.parquet", "--workers", "1"), run(folder, "two.parquet", "--workers", "2"))
            for _ in range(2)
        ]
        (one, _), (two, _) = runs[0]
        alone, beside = (min(pair[index][1] for pair in runs) for index in range(2))
        print(f"speed-up on two workers: {alone:.1f} s / {beside:.1f} s = {alone / beside:.2f}")
    assert one.equals(two)
    assert (folder / "one.parquet").read_bytes() == (folder / "two.parquet").read_bytes()
    rows = one.to_pylist()
    assert [row["file"] for row in rows] == [f"board-{number:05}.csv" for number in range(COUNT)]
    bad = [row for number, row in enumerate(rows) if recording(number)[1] is None]
    assert len(bad) == COUNT // 50 and {row["outcome"] for row in bad} == {"unreadable"}
    assert all(row["reasons"] and row["reasons"][0] for row in bad)
    assert any("there is no column mx" in row["reasons"][0] for row in bad)
    # The others are what they were made of.
    good = [(row, recording(number)[1]) for number, row in enumerate(rows) if recording(number)[1] is not None]
    accepted = [(row, iron) for row, iron in good if row["outcome"] == "accepted"]
    assert len(accepted) > 0.9 * len(good)
    errors = np.array([np.abs(np.array(row["offset"]) - iron).max() for row, iron in accepted])
    assert np.percentile(errors, 95) < 1.5 and all(row["worst_error_degrees"] > 0 for row, _ in accepted)
    assert all(row["reasons"] for row, _ in good if row["outcome"] == "refused")


def test_folder_withoutRecordings_isRefused(tmp_path):
    done = subprocess.run([sys.executable, EXAMPLE, tmp_path, tmp_path / "x"], capture_output=True, text=True)
    assert done.returncode == 2 and "there is no recording" in done.stderr
