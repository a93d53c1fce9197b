"""Whether this machine ran all the time: what fails while a hypervisor stops it says nothing."""

import threading
import time

SECONDS = 0.5
"""Longer than any pause of a machine that is merely busy."""


class Standstill:
    """Counts how often this process did not run for SECONDS."""

    def __init__(self):
        self._lock = threading.Lock()
        self._ended = 0
        self._last = time.monotonic()
        threading.Thread(target=self._watch, daemon=True).start()

    def _is_standing(self):
        return time.monotonic() - self._last > SECONDS

    def _watch(self):
        while True:
            with self._lock:
                self._ended += self._is_standing()
                self._last = time.monotonic()
            time.sleep(0.05)

    @property
    def count(self):
        """The present time counts with it."""
        with self._lock:
            return self._ended + self._is_standing()
