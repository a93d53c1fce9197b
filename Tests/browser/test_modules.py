"""The page's modules under node, and their types, where node and tsc are there."""

import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not shutil.which("node"), reason="nodejs is not installed: make browsers")
def test_modules_underNode_pass():
    done = subprocess.run(["node", "--test", "Tests/web/"], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-4000:]
    assert int(re.search(r"# pass (\d+)", done.stdout)[1]) >= 40


@pytest.mark.skipif(not shutil.which("tsc"), reason="tsc is not installed: make browsers")
def test_types_ofTheModules_fit():
    done = subprocess.run(
        ["tsc", "-p", "Tests/web/tsconfig.json"], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout[-4000:]
