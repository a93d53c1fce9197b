"""What several tests of the library share: `make artefacts` makes it once, and tests open it.

The archives of the C library for the host and a Cortex-M0, the library for WebAssembly, the wheel, and a fresh environment that
has the wheel and NumPy alone. `python artefacts.py` makes all of them; Make knows when it has to."""

import functools
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRATCH = ROOT / ".build/library"
PLACE = ROOT / ".build/artefacts"
ARCHIVES = ("linux-x86_64", "cortex-m0")
EPOCH = 1_700_000_000
sys.path.insert(0, str(ROOT / "Sources/Library/Packaging"))
import library  # noqa: E402


def opened(name):
    """The path of a thing that Make has made."""
    if not (PLACE / "ready").exists():
        pytest.fail("This test opens what `make artefacts` makes.")
    return PLACE / name


@functools.cache
def archive(name):
    """The archive of a target; those of other cores, which only `make library-long` tries, are built here."""
    if name in ARCHIVES:
        return opened(f"{name}/lib/libbinnacle.a")
    return library.build(name, SCRATCH)


def module():
    """binnacle.wasm."""
    return opened("binnacle.wasm")


def wheel():
    """The wheel of the Python package."""
    (path,) = opened("dist").glob("*.whl")
    return path


def interpreter():
    """The interpreter of the fresh environment."""
    return opened("environment/bin/python")


def make():
    import wheel as packing

    shutil.rmtree(PLACE, ignore_errors=True)
    for name in ARCHIVES:
        # An archive is packed with what is installed beside it.
        shutil.copytree(library.build(name, SCRATCH).parents[1], PLACE / name)
    shutil.copy(library.build("wasm32", SCRATCH), PLACE / "binnacle.wasm")
    made = packing.wheel(SCRATCH, PLACE / "dist", EPOCH)
    venv.create(PLACE / "environment", with_pip=True)
    # NumPy was fetched by `make setup`; the package is not on PyPI.
    words = ["-m", "pip", "install", "--quiet", "--no-index", "--find-links", ROOT / ".build/wheelhouse", made]
    subprocess.run([PLACE / "environment/bin/python", *words], check=True, timeout=300)
    (PLACE / "ready").touch()


if __name__ == "__main__":
    make()
