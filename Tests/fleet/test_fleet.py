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


def fail(*words):
    """What a run that fails says, in one line at its end, and its status."""
    done = subprocess.run([sys.executable, EXAMPLE, *words], capture_output=True, text=True, timeout=300)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr.strip().split("\n")[-1]


@pytest.fixture
def few(tmp_path):
    write(tmp_path / "recordings", 4)
    return tmp_path


def test_folder_withoutRecordings_isRefused(tmp_path):
    status, text = fail(tmp_path, tmp_path / "x")
    assert status == 2 and "there is no recording" in text
    assert not (tmp_path / "x").exists()


def test_placeOfTheTable_isTriedFirst(few):
    # A cluster that cannot be reached shows that it was not asked.
    beside = ["--scheduler", "tcp://127.0.0.1:1"]
    status, text = fail(few / "recordings", few / "nowhere/t.parquet", *beside)
    assert status == 2 and "nowhere/t.parquet" in text and "No such file" in text
    status, text = fail(few / "recordings", few, *beside)
    assert status == 2 and "Is a directory" in text
    # Another table stays until there is a new one.
    (few / "old.parquet").write_bytes(b"old")
    (few / "empty").mkdir()
    assert fail(few / "empty", few / "old.parquet")[0] == 2
    assert (few / "old.parquet").read_bytes() == b"old"


@pytest.mark.parametrize("columns", ["mx,my", "mx,my,mz,mx", "mx,my,mx", "mx,,mz", "mx,my,mz,ax", "", "-mx,my,-mx"])
def test_columns_thatAreNotThreeOrSix_areRefused(few, columns):
    status, text = fail(few / "recordings", few / "t.parquet", "--columns", columns)
    assert status == 2 and "3 different names" in text and not (few / "t.parquet").exists()
    assert fail(few / "recordings", few / "t.parquet", "--workers", "0")[0] == 2


@pytest.mark.parametrize(
    ("options", "text"),
    [(["--time", "t"], "there is no column t; there are t_s, mx"), (["--columns", "a,b,c"], "there is no column a;")],
)
def test_job_thatCanReadNoFile_saysWhy_andFails(few, options, text):
    (few / "recordings/board-00000.csv").unlink()  # empty
    status, said = fail(few / "recordings", few / "t.parquet", "--workers", "1", *options)
    assert status == 1 and "no file could be read" in said and text in said
    rows = pyarrow.parquet.read_table(few / "t.parquet").to_pylist()
    assert len(rows) == 3 and all(text in row["reasons"][0] for row in rows)


def test_column_withALeadingMinus_isNegated(few):
    plain, _ = run(few, "plain.parquet", "--workers", "1")
    for words in (["--columns", "-mx,my,-mz"], ["--columns=-mx,my,-mz"]):
        negated, _ = run(few, "negated.parquet", "--workers", "1", *words)
        for a, b in zip(plain["offset"].to_pylist()[1:], negated["offset"].to_pylist()[1:]):
            assert np.abs(np.array(a) * [-1, 1, -1] - b).max() < 0.1
