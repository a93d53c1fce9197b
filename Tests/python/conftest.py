"""What several tests share, as Make has made it: the wheel, a fresh environment that has it, the library for WebAssembly and for C."""

import functools
import tarfile

import artefacts
import pytest
from any_board import packages, parts  # noqa: F401


@pytest.fixture(scope="session")
def wheel():
    """The wheel."""
    return artefacts.wheel()


@pytest.fixture(scope="session")
def python():
    """The interpreter of a fresh environment: the wheel, NumPy, and nothing else."""
    return artefacts.interpreter()


@pytest.fixture(scope="session")
def module():
    """binnacle.wasm."""
    return artefacts.module()


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory):
    """A function that unpacks the tarball of a target, once, and gives the folder."""

    @functools.cache
    def unpack(name):
        folder = tmp_path_factory.mktemp(name)
        with tarfile.open(artefacts.library.pack(name, artefacts.archive(name), folder, 0)) as file:
            file.extractall(folder, filter="data")
        return folder / f"binnacle-{artefacts.library.version()}-{name}"

    return unpack
