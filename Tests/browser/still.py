"""A page whose clock stands still between steps: the same moments, whatever else the machine does."""

import datetime
import re
import time

from conftest import Screen

MOMENT = datetime.datetime(2026, 7, 2, 10, 0, tzinfo=datetime.UTC)
STEP = 100
"""Milliseconds by which a wait advances the clock."""
SETTLED = 10_000
"""What the page's clock says when it is loaded, milliseconds."""


class Still(Screen):
    """A screen on a fixed day; its clock runs only while something is waited for, in whole steps."""

    def __init__(self, browser, url, **options):
        super().__init__(browser, url, **{"timezone_id": "UTC", "locale": "en-GB", "color_scheme": "light", **options})
        # It cannot be paused at a moment that has passed.
        self.page.clock.install(time=MOMENT - datetime.timedelta(seconds=5))
        self.page.clock.pause_at(MOMENT)

    def open(self):
        """The first screen, loaded: files come when they come, so no time passes meanwhile."""
        self.page.goto(self.url)
        end = time.monotonic() + 20
        while not self.page.evaluate("() => globalThis.binnacle !== undefined"):
            assert time.monotonic() < end, self.complaints
            time.sleep(0.02)
        # Until it was paused the clock saw some milliseconds of real time.
        self.page.clock.run_for(SETTLED - self.page.evaluate("() => Math.round(performance.now())"))

    def demo(self):
        self.open()
        self.page.click("#choose-demo")
        self.wait("#digits-value", r"\d\d\d°")
        return self

    def run(self, seconds):
        for _ in range(round(1000 * seconds / STEP)):
            self.step()

    def step(self):
        """Each timer and one frame: a picture for every sixtieth of a second is more than anybody looks at."""
        self.page.clock.fast_forward(STEP)

    def wait(self, selector, pattern, timeout=10):
        for _ in range(round(timeout * 1000 / STEP)):
            found = self.page.locator(selector)
            if found.count() and re.search(pattern, " ".join(found.first.inner_text().split())):
                return
            self.step()
        raise AssertionError(f"{selector} says {self.text(selector)!r} after {timeout} s, and not {pattern!r}")
