"""The world model's sources are what Protocols/tools/make_world_model.py makes from the committed release."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "Protocols/tools/make_world_model.py"
RELEASE = ROOT / "Tests/Data/wmm"


def make(kind, path):
    return subprocess.run([sys.executable, TOOL, kind, path], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "kind, release, source",
    [
        ("table", "WMM2025.COF", "Sources/Compass/Geomagnetism/WorldModelTable.swift"),
        ("reference", "WMM2025.COF", "Sources/Proof/Reference/WorldModelCoefficients.swift"),
    ],
)
def test_source_is_what_the_program_makes(kind, release, source):
    made = make(kind, RELEASE / release)
    assert made.returncode == 0, made.stderr
    assert made.stdout == (ROOT / source).read_text()


def test_changed_coefficient_changes_the_table(tmp_path):
    text = (RELEASE / "WMM2025.COF").read_text()
    assert "-29351.8" in text
    other = tmp_path / "other.COF"
    other.write_text(text.replace("-29351.8", "-29351.7"))
    assert make("table", other).stdout != make("table", RELEASE / "WMM2025.COF").stdout


@pytest.mark.parametrize(
    "damage, reason",
    [
        (lambda lines: lines[:50], "degree 12"),
        (lambda lines: ["    2025.5 WMM 1/1/2025", *lines[1:]], "beginning of a year"),
        (lambda lines: [lines[0], "  1  0 -29351.8 0.0 5000.0 0.0", *lines[2:]], "order 0"),
    ],
)
def test_unusable_file_is_refused(tmp_path, damage, reason):
    lines = (RELEASE / "WMM2025.COF").read_text().splitlines()
    bad = tmp_path / "bad.COF"
    bad.write_text("\n".join(damage(lines)) + "\n")
    made = make("table", bad)
    assert made.returncode != 0 and reason in made.stderr
