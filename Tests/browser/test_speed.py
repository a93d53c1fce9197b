"""How fast the page is, and what `binnacle serve` costs.

In `make test` the limits are those of a busy machine. BINNACLE_EFFORT=full holds the page to its promises: a measurement that
misses one is repeated, as other programs can only make it worse; and it writes what it found, with the load of the machine, into
.build/page-figures.json. docs/notebook/performance.md, "binnacle serve", has the figures.
"""

import json
import math
import os
import platform
import time

import fake_device
import pytest
from conftest import ROOT

IS_FULL = os.environ.get("BINNACLE_EFFORT") == "full"
SECONDS, TRIES = (10, 5) if IS_FULL else (2, 3)
FIGURES = ROOT / ".build/page-figures.json"


class Limit:
    """What must hold, and what must hold on a machine that does other things, too."""

    def __init__(self, name, unit, strict, busy, at_least=False):
        self.name, self.unit, self.wanted, self.at_least = name, unit, strict if IS_FULL else busy, at_least

    def holds(self, value):
        return value >= self.wanted if self.at_least else value <= self.wanted


def measured(limits, measure):
    """Measures until the limits hold, a few times at most; `measure` gives a number for each. The best of each counts."""
    best = [None] * len(limits)
    for _ in range(TRIES):
        load = round(os.getloadavg()[0], 1)
        for index, (limit, value) in enumerate(zip(limits, measure())):
            if best[index] is None or (value > best[index][0]) == limit.at_least:
                best[index] = (value, load)
        if all(limit.holds(value) for limit, (value, _) in zip(limits, best)):
            break
    told = [
        f"{limit.name}: {value:.4g} {limit.unit}".strip() + f", limit {limit.wanted}, load {load}"
        for limit, (value, load) in zip(limits, best)
    ]
    print(*told, sep="\n")
    if IS_FULL:
        keep(
            {
                limit.name: {"value": round(value, 4), "unit": limit.unit, "load": load}
                for limit, (value, load) in zip(limits, best)
            }
        )
    assert all(limit.holds(value) for limit, (value, _) in zip(limits, best)), told


def keep(figures):
    known = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    model = next(
        (line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
        platform.machine(),
    )
    known.update(figures, machine=f"{model}, {os.cpu_count()} cores", day=time.strftime("%Y-%m-%d"))
    FIGURES.write_text(json.dumps(known, indent=1) + "\n")


class Turntable(fake_device.FakeDevice):
    """A calibrated compass that turns, with exactly so many readings a second."""

    def _measure(self):
        number = 0
        while self.server.fileno() >= 0:
            number += 1
            time.sleep(max(0, self.started + number / self.rate - time.monotonic()))
            heading = 0.1 * number % 360
            north, east = 20_000 * math.cos(math.radians(heading)), -20_000 * math.sin(math.radians(heading))
            angle = round(heading / 360 * 2**32) % 2**32
            field = (round(north), round(east), 43_000)
            self.send(
                "reading",
                time=self.time,
                sampleNumber=number,
                mode=2,
                flags=0b1111000,
                field=field,
                specificForce=(0, 0, -1_000_000),
                correctedField=tuple(256 * v for v in field),
                horizontal=20_000,
                dip=0x2E000000,
                magneticHeading=angle,
                heading=angle,
                accuracy=230,
                state=0b01000001,
                view=0b11000000,
                forceAge=0,
            )


@pytest.fixture
def turntable():
    device = Turntable(board=b"turntable", rate=100)
    yield device
    device.close()


WATCH = r"""
    globalThis.drawn = new Promise((done) => {
      const look = () => {
        const digits = document.getElementById("digits-value")?.textContent ?? "";
        if (/^\d\d\d/.test(digits)) done(performance.now()); else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });"""

FRAMES = """async (seconds) => {
    const { app, frameTimes } = globalThis.binnacle;
    frameTimes.length = 0;
    let [frames, readings] = [0, 0];
    const count = (event) => { if (event.type === "frame" && event.name === "reading") readings++; };
    app.listeners.add(count);
    const start = performance.now();
    await new Promise((done) => {
      const next = (now) => { frames++; if (now - start < 1000 * seconds) requestAnimationFrame(next); else done(); };
      requestAnimationFrame(next);
    });
    const passed = (performance.now() - start) / 1000;
    app.listeners.delete(count);
    const times = frameTimes.slice().sort((a, b) => a - b);
    return { frames: frames / passed, readings: readings / passed, median: times[times.length >> 1], high: times[Math.floor(0.95 * times.length)] };
  }"""


def script_seconds(one, session):
    rows = session.send("Performance.getMetrics")["metrics"]
    return next(row["value"] for row in rows if row["name"] == "ScriptDuration")


def frames(one):
    """Frames and readings a second, and ms of script a frame, that of the decoder and of the demo's own instrument included."""
    session = one.context.new_cdp_session(one.page)
    session.send("Performance.enable")
    before = script_seconds(one, session)
    found = one.page.evaluate(FRAMES, SECONDS)
    script = script_seconds(one, session) - before
    session.detach()
    return found["frames"], found["readings"], 1000 * script / (found["frames"] * SECONDS), found["median"]


def frame_limits(kind):
    return [
        Limit(f"{kind}: frames a second", "", 58, 10, at_least=True),
        Limit(f"{kind}: readings a second", "", 97, 60, at_least=True),
        Limit(f"{kind}: script a frame", "ms", 4, 60),
        Limit(f"{kind}: drawing a frame, median", "ms", 4, 30),
    ]


def test_demo_drawsEveryFrame_at100ReadingsASecond(screen):
    one = screen()
    one.page.goto(f"{one.url}#rate=100&start=demo")
    one.wait("#status-word", "^Good$")
    # What is compiled on the first seconds is not there again.
    one.page.wait_for_timeout(1500)
    measured(frame_limits("demo"), lambda: frames(one))


def test_served_drawsEveryFrame_at100ReadingsASecond(turntable, served, screen):
    link = served(turntable.link, "--rate", "100")
    one = screen(link.url)
    one.page.goto(link.url)
    one.wait("#status-word", "^Good$")
    one.page.wait_for_timeout(1500)
    measured(frame_limits("served"), lambda: frames(one))


def first_heading(screen, url, fragment):
    one = screen(url)
    one.page.add_init_script(WATCH)
    one.page.goto(f"{url}{fragment}")
    return one.page.evaluate("() => globalThis.drawn") / 1000


def test_firstHeading_isDrawnSoon(turntable, served, screen, site):
    link = served(turntable.link, "--rate", "100")
    measured(
        [Limit("first heading, demo", "s", 1.5, 10), Limit("first heading, served", "s", 1.5, 10)],
        lambda: (
            first_heading(screen, site.url, "#start=demo"),
            first_heading(screen, link.place, f"#token={link.token}"),
        ),
    )


def processor_seconds(pid):
    """proc(5): utime and stime are the 14th and 15th field; the name before them may hold anything but a closing parenthesis."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_serve_withThreePages_costsLittle(turntable, served, screen):
    link = served(turntable.link, "--rate", "100")
    pages = []
    for _ in range(3):
        one = screen(link.url)
        one.page.goto(link.url)
        one.wait("#status-word", "^Good$")
        pages.append(one)

    def share():
        before, began = processor_seconds(link.process.pid), time.monotonic()
        time.sleep(SECONDS)
        return (100 * (processor_seconds(link.process.pid) - before) / (time.monotonic() - began),)

    measured([Limit("serve with three pages", "% of a core", 3, 20)], share)
    status = pages[0].page.evaluate("() => fetch('status').then((answer) => answer.json())")
    # A page that is hidden gives its stream back: the three are contexts of their own, and none is.
    assert status["pages"] == 3 and status["dropped"] == 0, status


def test_transfer_ofTheServedPage_isSmall(turntable, served, screen):
    link = served(turntable.link, "--rate", "20")
    one = screen(link.url)
    session = one.context.new_cdp_session(one.page)
    session.send("Network.enable")
    streams, bytes_of = set(), []
    session.on(
        "Network.requestWillBeSent",
        lambda told: streams.add(told["requestId"]) if told["request"]["url"].endswith("/frames") else None,
    )
    session.on(
        "Network.loadingFinished",
        lambda told: bytes_of.append(told["encodedDataLength"]) if told["requestId"] not in streams else None,
    )
    one.page.goto(link.url)
    one.wait("#digits-value", r"^\d\d\d")
    # 262,000, 33,000 for the reader of recordings that the program has, too, and 5,000 for settings and places (compressed).
    # Three modules more, where two files were too long to read, cost 2,500 with the heads of their answers.
    measured([Limit("transfer of the served page", "bytes", 307_000, 307_000)], lambda: (sum(bytes_of),))
