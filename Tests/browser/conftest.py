"""The static page in a real browser: a server for it, a browser, and what the tests do with both."""

import contextlib
import functools
import http.server
import json
import os
import pathlib
import re
import select
import shutil
import signal
import struct
import subprocess
import threading
import time
import zlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORE = ROOT / ".build/web/binnacle-page.wasm"
CHROMIUM = shutil.which("chromium")
PROGRAM = pathlib.Path(os.environ.get("BINNACLE_PROGRAM") or ROOT / ".build/release/binnacle")


def pytest_collection_modifyitems(items):
    """Without the browser or the core nothing can be tried; the reason is told."""
    reason = None if CHROMIUM else "chromium is not installed: make browsers"
    reason = reason or (None if CORE.exists() else "the page's core is not built: make page-core")
    for item in items:
        if reason and {"browser", "playwright"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.skip(reason=reason))


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files with the types that browsers ask for; it counts what it sends."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".js": "text/javascript",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """A page that is closed leaves half a file behind."""


class Site:
    """A server of a folder, on a free port of the loopback."""

    def __init__(self, folder):
        handler = functools.partial(Handler, directory=str(folder))
        self.server = Server(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.folder = folder
        self.url = f"http://127.0.0.1:{self.server.server_port}/"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    if not CORE.exists():
        pytest.skip("the page's core is not built: make page-core")
    place = tmp_path_factory.mktemp("site") / "site"
    subprocess.run(["make", "-s", "place-site", f"SITE={place}"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return place


@pytest.fixture(scope="session")
def site(folder):
    site = Site(folder)
    yield site
    site.close()


def capture_bytes(name, chunks):
    """A capture of chunks, each with its kind, its time in microseconds and its content: Protocols/capture/spec.md."""
    text = name.encode()
    head = b"\x89BNCL\r\n\x1a" + struct.pack("<HHqH", 1, 26 + len(text), 0, len(text)) + text
    out = head + struct.pack("<I", zlib.crc32(head))
    end = (255, chunks[-1][1] if chunks else 0, struct.pack("<I", len(chunks)))
    for kind, at, content in [*chunks, end]:
        chunk = struct.pack("<BBIQ", 0xC5, kind, len(content), at) + content
        out += chunk + struct.pack("<I", zlib.crc32(chunk))
    return out


class Served:
    """A running `binnacle serve`, and where its page is."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            [str(PROGRAM), "serve", *words, "--json"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A shell has what it starts in the background ignore Ctrl-C, which ends this program.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        try:
            line = self.first_line(seconds=40)
            begun = json.loads(line)
        except (AssertionError, ValueError):
            raise AssertionError(f"binnacle serve {' '.join(words)} did not begin: {self.kill()}") from None
        self.url, self.shared_url, self.port = begun["url"], begun["sharedUrl"], begun["port"]
        self.place, self.token = self.url.split("#token=")
        self.summary = None

    def first_line(self, seconds):
        assert select.select([self.process.stdout], [], [], seconds)[0], "it says nothing"
        return self.process.stdout.readline()

    def end(self):
        """Ends it as Ctrl-C does, and holds it to a clean end."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=20)
        assert self.process.returncode == 0, (self.process.returncode, out[-2000:], err[-2000:])
        self.summary = json.loads(out.splitlines()[-1])

    def kill(self):
        """Ends it as a crash would; what it said. An emulator of it may hold its pipes a little longer."""
        self.process.kill()
        try:
            return self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired as left:
            self.process.stdout.close()
            self.process.stderr.close()
            return left.stdout, left.stderr


@pytest.fixture
def served():
    """Serves links: `served(link, *options)`. A link that a test does not end itself must end with status 0."""
    if not PROGRAM.exists():
        pytest.skip(f"{PROGRAM} is not built: make program")
    made = []

    def serve(link, *options):
        # Two options with a port would be refused; the usual port belongs to people.
        made.append(Served(link, *options, *([] if "--port" in options else ["--port", "0"])))
        return made[-1]

    yield serve
    failed = []
    for one in made:
        if one.process.returncode is None:
            try:
                one.end()
            except Exception as error:  # Whatever is wrong with one, the others end, too.
                one.kill()
                failed.append(error)
    assert not failed, failed


@pytest.fixture(scope="session")
def playwright():
    sync_api = pytest.importorskip("playwright.sync_api", reason="make browsers")
    with sync_api.sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield browser
    browser.close()


class Screen:
    """One page, and what it complained about."""

    def __init__(self, browser, url, **options):
        self.context = browser.new_context(accept_downloads=True, **options)
        self.page = self.context.new_page()
        self.complaints = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console", lambda line: self.complaints.append(line.text) if line.type in ("error", "warning") else None
        )
        self.url = url

    def text(self, selector):
        return self.page.inner_text(selector)

    def slide(self, identifier, value):
        """Moves a slider, as a hand would."""
        self.page.evaluate(
            "([id, value]) => { const e = document.getElementById(id); e.value = value; e.dispatchEvent(new Event('input')); }",
            [identifier, value],
        )

    def hold_still(self, heading=40, pitch=0, roll=0):
        for name, value in (("heading", heading), ("pitch", pitch), ("roll", roll)):
            self.slide(f"demo-{name}", value)

    def wait(self, selector, pattern, timeout=30):
        """Waits until an element's text fits. The time is only the end of patience: test_speed.py holds the page to its promises."""
        from playwright.sync_api import expect

        expect(self.page.locator(selector)).to_have_text(re.compile(pattern), timeout=timeout * 1000)

    def settled_degrees(self, selector):
        """The degrees of an element when they no longer change by more than 2: after a turn a smoothed heading follows it for a while."""
        values, end = [], time.monotonic() + 60
        while len(values) < 6 or max(values[-6:]) - min(values[-6:]) > 2:
            assert time.monotonic() < end, values[-20:]
            self.page.wait_for_timeout(300)
            values.append(float(self.text(selector).strip("±°")))
        return values[-1]

    def open(self):
        """The first screen."""
        self.page.goto(self.url)
        self.page.wait_for_selector("#choose-demo")

    def demo(self):
        self.page.goto(f"{self.url}#start=demo")
        self.wait("#digits-value", r"\d\d\d°")
        return self


def screens(kind, browser, site):
    """Makes pages, and looks afterwards whether one complained."""
    made = []

    def make(url=None, complains=False, **options):
        one = kind(browser, url or site.url, **options)
        made.append((one, complains))
        return one

    yield make
    complaints = []
    for one, complains in made:
        with contextlib.suppress(Exception):  # A browser that crashed has closed its pages; the test has said so.
            one.context.close()
        complaints += [] if complains else one.complaints
    assert not complaints, complaints


@pytest.fixture
def screen(browser, site):
    yield from screens(Screen, browser, site)


@pytest.fixture
def still(browser, site):
    """As `screen`, with a clock that runs only while something is waited for."""
    from still import Still

    yield from screens(Still, browser, site)
