"""The program of `make demo` prints what `binnacle` prints: it is the same command, in a program that builds faster."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("BINNACLE_PROGRAM", str(ROOT / ".build/debug/binnacle")))
DEMO = ROOT / ".build/debug/binnacle-demo"
BOARDS = ROOT / ".build/debug/binnacle-demo-boards"


def said(program, *words):
    """Exit status, standard output and standard error of a program."""
    done = subprocess.run([program, *words], cwd=ROOT, capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


# A simulated instrument gives the same readings each time; a board's depend on the moment at which it boots.
@pytest.mark.parametrize(
    "words",
    [
        ["stream", "simulated?seed=5&motion=waves", "--readings", "40", "--check"],
        ["stream", "simulated", "--readings", "40", "--check", "--json"],
        ["stream", "simulated", "--readings", "20", "--check", "--sabotage", "sign"],
        ["stream", "simulated", "--readings", "20", "--location", "47.37,8.54", "--true", "--json"],
        ["stream", "emulator:absent"],
        ["stream", "/dev/absent"],
        ["stream", "--rate", "none"],
        ["stream", "--help"],
        ["help", "stream"],
        ["help", "links"],
        ["--version"],
    ],
    ids=lambda words: " ".join(words),
)
def test_demo_printsTheSameBytes(words):
    expected = said(PROGRAM, *words)
    assert expected[1] or expected[2]
    assert said(DEMO, *words) == expected


def test_programForTheImage_hasTheSameCommand():
    for words in ["boards", "build", "--help"], ["boards", "build", "absent"]:
        assert said(BOARDS, *words) == said(PROGRAM, *words)


def test_demo_runsTheProgramsThatAreCompared():
    makefile = (ROOT / "Makefile").read_text()
    assert re.search(r"^DEMO_PROGRAM := \.build/debug/binnacle-demo$", makefile, re.M)
    assert re.search(r"^DEMO_BOARDS := \.build/debug/binnacle-demo-boards$", makefile, re.M)
    assert re.search(r"\$\(DEMO_PROGRAM\) \$\(DEMO\)", makefile)
