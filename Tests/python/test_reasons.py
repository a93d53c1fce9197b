"""Protocols/reasons.json, and what Protocols/tools/make_reasons.py makes of it; the names of the library are its names."""

import json
import pathlib
import re
import shutil
import subprocess
import sys

import test_library_names

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = "Protocols/tools/make_reasons.py"
MADE = ["Sources/Host/HostSession/Made/Reasons.swift", "Sources/Web/Page/words.json"]
DOCUMENTS = ["Protocols/link/spec.md", "Protocols/calibration/spec.md", "docs/heading.md"]
REASONS = json.loads((ROOT / "Protocols/reasons.json").read_text())
# The enumerations of the library; it has no reasons that only a link can give.
LIBRARY = {
    "Unavailable": "unavailable",
    "ReasonCode": "calibration",
    "Unfused": "unfused",
    "Cause": "causes",
    "Disturbance": "disturbance",
}
OF_A_LINK = {"unknownScale", "countsOutOfRange"}


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
    for family in (*LIBRARY.values(), "doubts", "refusals", "guidance"):
        codes = [row["code"] for row in REASONS[family]]
        assert codes == sorted(set(codes)), family
        assert len({row["name"] for row in REASONS[family]}) == len(codes), family


def test_the_last_text_of_a_reason_always_holds():
    for row in REASONS["calibration"]:
        assert set(row["texts"][-1]) == {"text"}, row["name"]


def test_the_library_has_the_same_codes_and_names():
    """The header's names; test_library_names.py holds those of Python and JavaScript to them."""
    for group, names in test_library_names.expected().items():
        if group in LIBRARY:
            found = {re.sub(r"_(.)", lambda at: at[1].upper(), name.lower()): code for name, code in names.items()}
            expected = {row["name"]: row["code"] for row in REASONS[LIBRARY[group]]}
            assert found == {name: code for name, code in expected.items() if name not in OF_A_LINK}, group


def test_fits_have_the_same_names():
    """Of the twelve reasons of a fit, in the order of their codes: in Python, and in what `binnacle fit` prints."""
    expected = [row["name"] for row in REASONS["calibration"] if row["code"] < 32]
    for path, names in [
        ("Sources/Library/Python/binnacle/_fit.py", r"^_REASONS = \((.*?)^\)"),
        ("Sources/Proof/FitComparison/FitFinding.swift", r"static let names: .*?= \[(.*?)\]\n"),
    ]:
        listed = re.search(names, (ROOT / path).read_text(), re.MULTILINE | re.DOTALL)[1]
        assert re.findall(r'"(\w+)"', listed) == expected, path
