"""What the tests of boards that others build share: the packages, the models of chips, and a board as a process."""

import contextlib
import os
import subprocess
import sys
import zipfile

import pytest
from bench.tools import ROOT

sys.path[:0] = [str(ROOT / "Sources/Library/Packaging")]
import c_files  # noqa: E402

PC = ROOT / "Tests/device-c"
PROGRAM = ROOT / ".build/debug/binnacle"
CHIPS = ("-std=gnu99", "-O1")


def said(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300, **options)
    assert done.returncode == 0, f"{command}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="session")
def packages(tmp_path_factory):
    """The folders of the zip and of the Arduino package."""
    folder, found = tmp_path_factory.mktemp("packages"), {}
    for name in ("c.zip", "arduino.zip"):
        with zipfile.ZipFile(c_files.pack(name, folder, 1_700_000_000)) as archive:
            archive.extractall(folder / name.split(".")[0])
        (found[name.split(".")[0]],) = (folder / name.split(".")[0]).iterdir()
    return found


@pytest.fixture(scope="session")
def parts(packages, tmp_path_factory):
    """The library, the models and the line, compiled."""
    folder = tmp_path_factory.mktemp("parts")
    said("gcc", "-std=c99", "-O1", "-w", "-c", packages["c"] / "binnacle_device.c", "-o", folder / "device.o")
    for name in ("chips", "line"):
        said("gcc", *CHIPS, "-c", PC / f"{name}.c", "-o", folder / f"{name}.o")
    return folder


@contextlib.contextmanager
def running(*command, **environment):
    """A board as a process; gives the name of its line."""
    process = subprocess.Popen(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    try:
        yield process.stdout.readline().strip()
        assert process.poll() is None, process.stderr.read()
    finally:
        process.kill()
        process.communicate()


def binnacle(*words):
    return said(PROGRAM, *words)
