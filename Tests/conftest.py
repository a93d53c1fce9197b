"""Runs a test again when the machine stood still while it failed; three such runs are a failure, and `make test` counts the repetitions.

Emulated boards, brokers and calibrations go by the clock: what stops this process, as a hypervisor or a very busy machine does, stops
them too, in the midst of a test. A test that fails while this process ran all the time is not repeated.
"""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent / "usb-bench"))
from standstill import Standstill

TRIES = 3
BEFORE = pytest.StashKey()
standstill = Standstill()


def stood_still(item):
    """Whether the machine stood still since the test began; without arguments, as pytest-rerunfailures calls it."""

    def condition():
        return standstill.count > item.stash[BEFORE]

    return condition


def pytest_collection_modifyitems(config, items):
    if not config.pluginmanager.hasplugin("rerunfailures"):
        return
    for item in items:
        item.add_marker(pytest.mark.flaky(reruns=TRIES - 1, condition=stood_still(item)))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    item.stash[BEFORE] = standstill.count
