"""Runs a test again when the machine stood still while it failed; three such runs are a failure, and `make test` counts the repetitions.

Emulated boards, brokers, browsers and calibrations go by the clock: what stops this process, as a hypervisor or a very busy machine
does, stops them too, in the midst of a test. A test that does not wait for them, or that fails while this process ran all the time, is
not repeated.
"""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent / "usb-bench"))
from standstill import Standstill

TRIES = 3
# The files whose tests wait for what goes by the clock.
BY_THE_CLOCK = {
    *(
        "access",
        "any_board",
        "arduino",
        "demo",
        "device_boards",
        "device_c",
        "firefox",
        "flash",
        "gdb",
        "hostile",
        "i2c_link",
    ),
    *("modules", "nmea_output", "node", "one_compass", "pico_flash", "pico_sensors", "publish", "publish_boats"),
    *("publish_broker", "report", "serial", "serve", "speed"),
}
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
        if item.path.stem.removeprefix("test_") in BY_THE_CLOCK:
            item.add_marker(pytest.mark.flaky(reruns=TRIES - 1, condition=stood_still(item)))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    item.stash[BEFORE] = standstill.count
