"""What several tests share: the wheel, a fresh environment that has it, and the library for WebAssembly."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRATCH = ROOT / ".build/library"
sys.path.insert(0, str(ROOT / "Sources/Library/Packaging"))


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel, built."""
    import wheel as packing

    return packing.wheel(SCRATCH, tmp_path_factory.mktemp("dist"), 1_700_000_000)


@pytest.fixture(scope="session")
def python(wheel, tmp_path_factory):
    """The interpreter of a fresh environment: the wheel, NumPy, and nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    # NumPy was fetched by `make setup`; the package is not on PyPI.
    subprocess.run(
        [
            folder / "bin/python",
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-index",
            "--find-links",
            ROOT / ".build/wheelhouse",
            wheel,
        ],
        check=True,
        timeout=300,
    )
    return folder / "bin/python"


@pytest.fixture(scope="session")
def module():
    """binnacle.wasm, built."""
    import library

    return library.build("wasm32", SCRATCH)
