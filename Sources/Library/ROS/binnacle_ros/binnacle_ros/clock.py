"""Times of the host for times of the device."""

import time


def wall(monotonic):
    """Seconds of time.time() for seconds of time.monotonic(), by the present difference of the two.

    NTP may step the wall clock, by years on a computer without a battery. Therefore delays are estimated on the other
    clock.
    """
    return monotonic + (time.time() - time.monotonic())


class DeviceClock:
    """Seconds of time.monotonic() for seconds of the device's clock.

    A line never comes early: the smallest delay counts. It is forgotten at 100 millionths of the time, the most by
    which two clocks of crystals drift apart. If all lines come late, the device's clock stood still, as in a computer
    that was suspended.
    """

    DRIFT = 1e-4
    RESTART = 1.0
    """Seconds by which a time that is further back is that of a new boot."""
    LATE = 1.0
    """Seconds of delay that are more than a bad network's, if they last."""
    LINES = 5
    SPAN = 1.0
    """So many lines, during so many seconds, must be late: lines that a network held up come at once."""

    def __init__(self):
        self._offset = self._last = None
        self._late = []

    def take(self, device, received):
        """A line whose newest time is `device` was received at `received`; both in seconds."""
        offset = received - device
        if self._last is None or device < self._last - self.RESTART:
            self._begin(offset, device)
            return
        known = self._offset + self.DRIFT * max(device - self._last, 0)
        self._last = max(device, self._last)
        self._offset = min(offset, known)
        if offset <= known + self.LATE:
            self._late.clear()
            return
        self._late.append((received, offset))
        if len(self._late) >= self.LINES and received - self._late[0][0] >= self.SPAN:
            self._begin(min(offset for _, offset in self._late), device)

    def host(self, device):
        """The host's time for a device's, after the first line."""
        return device + self._offset

    def _begin(self, offset, device):
        self._offset, self._last = offset, device
        self._late.clear()
