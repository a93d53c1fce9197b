"""Protocols/reasons.json, and what Protocols/tools/make_reasons.py makes of it."""

import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = "Protocols/tools/make_reasons.py"
MADE = ["Sources/Host/HostSession/Made/Reasons.swift", "Sources/Web/Page/words.json"]
DOCUMENTS = ["Protocols/link/spec.md", "Protocols/calibration/spec.md", "docs/heading.md"]
REASONS = json.loads((ROOT / "Protocols/reasons.json").read_text())


def check(root):
    return subprocess.run([sys.executable, root / TOOL, "--check"], capture_output=True, text=True)


def test_what_is_made_is_on_disk():
    found = check(ROOT)
    assert found.returncode == 0, found.stderr


def test_one_changed_file_is_named(tmp_path):
    for path in [TOOL, "Protocols/reasons.json", *MADE, *DOCUMENTS]:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    assert check(tmp_path).returncode == 0
    for path in MADE + DOCUMENTS:
        text = (tmp_path / path).read_text()
        changed = re.sub(r"(<!-- reasons: .*?-->\n.*?\n.*?\n\| )", r"\1x", text) if path in DOCUMENTS else text + "\n"
        assert changed != text, path
        (tmp_path / path).write_text(changed)
        found = check(tmp_path)
        assert found.returncode == 1 and path in found.stderr, path
        (tmp_path / path).write_text(text)
    assert check(tmp_path).returncode == 0


def test_codes_and_names_are_unique_and_ascend():
    for family in ("unavailable", "calibration", "unfused", "causes", "disturbance", "doubts", "refusals", "guidance"):
        codes = [row["code"] for row in REASONS[family]]
        assert codes == sorted(set(codes)), family
        assert len({row["name"] for row in REASONS[family]}) == len(codes), family


def test_the_last_text_of_a_reason_always_holds():
    for row in REASONS["calibration"]:
        assert set(row["texts"][-1]) == {"text"}, row["name"]


def test_fits_have_the_same_names():
    """The twelve reasons of a fit, in the order of their codes, in what `binnacle fit` prints."""
    expected = [row["name"] for row in REASONS["calibration"] if row["code"] < 32]
    text = (ROOT / "Sources/Proof/FitComparison/FitFinding.swift").read_text()
    listed = re.search(r"static let names: .*?= \[(.*?)\]\n", text, re.MULTILINE | re.DOTALL)[1]
    assert re.findall(r'"(\w+)"', listed) == expected
