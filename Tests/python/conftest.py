"""What several tests share: the wheel, a fresh environment that has it, and the library for WebAssembly, as Make has made them."""

import artefacts
import pytest


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
