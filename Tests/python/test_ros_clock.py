"""Host times of a device's times in binnacle_ros, with late lines and clocks that step."""

import random
import time

import pytest
from ros_readings import clock


def receive(found, begin, end, offset, rate=10):
    """Lines of these device times, each `offset` seconds later at the host; the last one's error, seconds."""
    for step in range(round(begin * rate), round(end * rate)):
        device = step / rate
        found.take(device, device + offset)
    return found.host(device) - (device + offset)


def test_clock_leavesOutDelays_andBeginsAnewAfterARestart():
    found, chance = clock.DeviceClock(), random.Random(1)
    errors = []
    for step in range(1000):
        device = step / 50
        found.take(device, 1000 + device + 0.001 + chance.expovariate(50))
        errors.append(found.host(device) - (1000 + device + 0.001))
    assert 0 <= min(errors) and max(errors[100:]) < 0.004
    found.take(0.5, 5000)
    assert found.host(0.5) == pytest.approx(5000)


@pytest.mark.parametrize("rate", [1, 10, 100])
def test_clock_thatStoodStill_isFollowedWithinSeconds(rate):
    found = clock.DeviceClock()
    receive(found, 0, 20, 1000, rate)
    # The publisher was suspended for an hour.
    assert receive(found, 20, 21, 4600, rate) < -3599
    assert receive(found, 21, 26, 4600, rate) == pytest.approx(0, abs=0.01)
    # What comes earlier counts at once.
    assert receive(found, 26, 27, 900, rate) == pytest.approx(0, abs=0.01)


def test_lines_thatANetworkHeldUp_moveNoStamp():
    found = clock.DeviceClock()
    receive(found, 0, 20, 1000)
    # For three seconds nothing came, then all at once.
    for step in range(200, 230):
        found.take(step / 10, 1023)
    assert found.host(22.9) == pytest.approx(1022.9, abs=0.01)
    # Single lines that come late never begin anew.
    for second in range(23, 100):
        found.take(second, second + (1000 if second % 4 == 0 else 1010))
    assert found.host(99) == pytest.approx(1099, abs=0.02)


def test_stamps_followAStepOfTheWallClock(monkeypatch):
    found = clock.DeviceClock()
    now = time.monotonic()
    found.take(5.0, now)
    assert clock.wall(found.host(5.0)) == pytest.approx(time.time(), abs=1)
    real = time.time
    # The first answer of an NTP server comes after boot.
    monkeypatch.setattr(time, "time", lambda: real() + 1e7)
    found.take(6.0, now + 1)
    assert clock.wall(found.host(6.0)) == pytest.approx(real() + 1e7 + 1, abs=1)
