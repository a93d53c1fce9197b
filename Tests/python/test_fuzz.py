"""Some seconds of `make fuzz`: every parser on random changes of valid inputs. test_library.py has the C library's part."""

import re
import resource
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/debug/Fuzz"
PAGE = ROOT / ".build/web/binnacle-page.wasm"
NAMES = "frames records captures text live-text logs zip nmea gpsd uf2 hex elf".split()
INPUTS = 1500
# `make fuzz` takes others, and prints them.
SEED = 1


def limited():
    resource.setrlimit(resource.RLIMIT_DATA, (256 << 20, 256 << 20))


@pytest.mark.parametrize("name", NAMES)
def test_parser_ofRandomInputs_neitherTrapsNorHangs(name, tmp_path):
    command = [PROGRAM, name, str(INPUTS), str(SEED), tmp_path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, preexec_fn=limited, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.startswith(f"{name}: {INPUTS} inputs, 0 failures, ")


@pytest.mark.skipif(not PAGE.exists() or not shutil.which("node"), reason="make page-core")
def test_pageModule_ofRandomInputs_neitherTrapsNorHangs(tmp_path):
    command = ["node", ROOT / "Tests/fuzz/page.mjs", PAGE, "20000", str(SEED), tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{done.stdout[-2000:]}{done.stderr[-3000:]}"
    assert done.stdout.startswith("page: 20000 inputs, 0 failures, ")


def test_parsers_areThoseOfTheProgram():
    done = subprocess.run([PROGRAM], capture_output=True, text=True)
    assert done.returncode == 2 and done.stdout.splitlines()[-1].split() == NAMES


def test_shortCheck_passesAsManyDamagedFramesAsChanceLets():
    done = subprocess.run([PROGRAM, "check16", "1000000", "5"], capture_output=True, text=True, check=True)
    passed = int(re.search(r"(\d+) pass 16 bits", done.stdout)[1])
    # 15.3 are expected; the bounds are five standard deviations.
    assert 0 < passed < 35, done.stdout
