"""`binnacle serve` and its page: a real program, a real browser."""

import json
import shutil
import subprocess

import binnacle_capture
import binnacle_link
import fake_device
import pytest
from conftest import PROGRAM, Site, capture_bytes
from test_access import serious
from test_demo import tumbled


def opened(screen, one, url=None, **options):
    """The page of a served link, as the printed address opens it."""
    page = screen(url or one.url, **options)
    page.page.goto(url or one.url)
    return page


@pytest.fixture
def fake():
    made = []

    def make(*words, **values):
        made.append(fake_device.FakeDevice(*words, **values))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture(scope="module")
def capture(tmp_path_factory):
    """Twenty seconds of a calibrated compass that turns once, in its own time."""
    if not PROGRAM.exists():
        pytest.skip(f"{PROGRAM} is not built: make program")
    folder = tmp_path_factory.mktemp("capture")
    subprocess.run(
        [
            PROGRAM,
            "stream",
            "simulated?circle=20",
            "--check",
            "--duration",
            "20s",
            "--capture",
            folder / "quick.binnacle",
        ],
        check=True,
        capture_output=True,
    )
    path = folder / "run.binnacle"
    path.write_bytes(inItsTime((folder / "quick.binnacle").read_bytes()))
    return path


def inItsTime(data):
    """A simulated device is as fast as its host. Here each frame comes when its reading was measured."""
    receiver = binnacle_link.Receiver()
    chunks, first, last = [], None, 0
    for direction, _, payload in binnacle_capture.chunks(data)[0]:
        if direction == binnacle_capture.NOTE and payload == b"counting":
            chunks.append((direction, last, payload))
        for frame in receiver.feed(payload) if direction == binnacle_capture.RECEIVED else ():
            if frame.kind == 0xA0:
                time = frame.message()["fields"]["time"]
                first = time if first is None else first
                last = time - first
            chunks.append(
                (direction, last, binnacle_link.encode(frame.kind, frame.token, frame.sequence, frame.payload))
            )
    return capture_bytes("simulated", chunks)


# MARK: - A device


def test_simulatedDevice_isCalibratedFromThePage_andGuides(served, screen):
    link = served("simulated")
    one = opened(screen, link)
    one.wait("#link-name", "simulated")
    one.wait("#digits-value", "^– – –$")
    one.wait("#banner h3", "Not calibrated")
    assert "token" not in one.page.url
    one.page.click("#banner button")
    one.wait("#calibrate-count", r"([5-9]\d) of 96 directions")
    one.page.click("text=Finish with what there is")
    one.wait("#calibrate-prompt", "A new calibration is ready")
    one.page.click("text=Use and save it")
    one.wait("#calibrate-prompt", "^(Saved|In use)")
    one.page.click("#calibrate >> text=Close")
    one.wait("#digits-value", r"\d\d\d(\.\d)?°")
    one.wait("#inuse", "of today")
    one.page.fill("#place", "47.33, 8.55")
    one.page.fill("#destination", "47.40, 8.55")
    one.page.click("#place-form button")
    one.wait("#guide-word", r"^(Left|Right) \d+°|^Straight ahead|^No arrow")
    assert "7.78 km" in one.text("#guide-text")
    assert "°" in one.text("#value-true")
    one.wait("#check-now", r"equal")
    equal, compared = one.text("#check-now").split(" equal")[0].split(" of ")
    assert equal == compared
    # Nowhere to go any more.
    one.page.fill("#destination", "")
    one.page.click("#place-form button")
    one.wait("#guide-word", "^The place is known$")
    one.page.click("#tool-zero")
    # The simulated instrument turns all the time.
    one.wait(
        "#meter-note", "^No zero point: the field moved while the zero point was taken, by .*Lay the instrument down"
    )
    one.page.click("#self-test")
    one.wait("#self-test-text", r"^all \d+ passed$")


def test_reload_keepsTheCommands_andOnlyInItsTab(served, screen):
    link = served("simulated")
    one = opened(screen, link)
    one.wait("#banner h3", "Not calibrated")
    one.page.reload()
    one.wait("#banner h3", "Not calibrated")
    assert "token" not in one.page.url
    one.page.keyboard.press("c")
    one.wait("#calibrate-count", r"[1-9]\d? of 96 directions")
    other = opened(screen, link, link.place)
    other.wait("#served-note", "^This address only shows")


def test_placeThatIsNone_isRefused_andSettingsAreSet(served, screen):
    one = opened(screen, served("simulated"))
    one.wait("#status-word", "^Not calibrated$")
    one.page.fill("#place", "somewhere")
    one.page.click("#place-form button")
    one.wait("#place-note", "^Not set: “somewhere” is no place")
    assert one.page.get_attribute("#place", "aria-invalid") == "true"
    one.page.fill("#place", "N47 24.0 E8 30.0")
    one.page.click("#place-form button")
    one.wait("#place-note", r"^Set: 47\.4000, 8\.5000\.$")
    assert one.page.get_attribute("#place", "aria-invalid") == "false"
    one.page.click("#settings summary")
    # It measures its tilt.
    assert not one.page.locator("#set-level").is_visible()
    one.page.fill("#set-smooth", "61")
    one.page.click("#settings-form button")
    one.wait("#settings-note", "^Not set: .*0 to 60 seconds")
    one.page.fill("#set-smooth", "0,5")
    one.page.fill("#set-card", "1, -2, 0, 0, 0")
    one.page.select_option("#set-mounting", label="+Y forward, −X right")
    one.page.click("#settings-form button")
    one.wait("#settings-note", "^Set\\.")
    state = one.page.evaluate("() => ({ ...binnacle.app.state.settings, mounting: binnacle.app.state.mounting })")
    assert state["timeConstant"] == 500_000
    assert abs(state["a"] / 2**32 * 360 - 1) < 1e-6 and abs(state["b"] / 2**32 * 360 + 2) < 1e-6
    assert one.page.evaluate("() => document.querySelector('#set-mounting').selectedOptions[0].text") == (
        "+Y forward, −X right"
    )


def test_recording_showsTimeAndSize_andSpaceTakesNoZeroPoint(served, screen):
    one = opened(screen, served("simulated"))
    one.wait("#status-word", "^Not calibrated$")
    one.page.keyboard.press("Space")
    one.page.keyboard.press("r")
    one.wait("#tool-record-text", r"^0:0[1-9] · \d+ kB$")
    assert one.page.get_attribute("#tool-zero", "aria-pressed") == "false"
    with one.page.expect_download():
        one.page.keyboard.press("r")
    one.wait("#toast", "The recording was saved")
    assert one.text("#toast code") == "binnacle replay FILE"
    toast, tools = (one.page.locator(part).bounding_box() for part in ("#toast", "#tools"))
    assert toast["y"] >= tools["y"] + tools["height"] or toast["y"] + toast["height"] <= tools["y"]


def test_addressWithoutItsToken_onlyShows(served, screen):
    link = served("simulated")
    one = opened(screen, link, link.place)
    one.wait("#status-word", "^Not calibrated$")
    one.wait("#served-note", "^This address only shows")
    assert serious(one) == []
    for part in ("#tool-calibrate", "#tool-zero", "#place", "#place-form button"):
        assert one.page.locator(part).is_disabled(), part
        assert one.page.get_attribute(part, "title") == "This address only shows", part
    one.page.keyboard.press("c")
    one.wait("#toast", "This address only shows")
    assert not one.page.locator("#calibrate").is_visible()
    # Recording needs nothing of the board.
    assert one.page.locator("#tool-record").is_enabled()


def test_twoPages_showTheSame_andACalibrationOfOneInBoth(served, screen):
    link = served("simulated")
    first, second = opened(screen, link), opened(screen, link, link.place)
    for one in (first, second):
        one.wait("#banner h3", "Not calibrated")
    first.page.keyboard.press("c")
    for one in (first, second):
        one.wait("#calibrate-count", r"[1-9]\d? of 96 directions")
    first.page.keyboard.press("c")
    for one in (first, second):
        one.wait("#calibrate", "^$|^Calibration")
    status = json.loads(first.page.evaluate("() => fetch('status').then(answer => answer.text())"))
    assert status["pages"] == 2 and status["dropped"] == 0


def test_programThatEnds_isTold_andItsSuccessorIsFound(served, screen):
    link = served("simulated")
    one = opened(screen, link, complains=True)
    one.wait("#status-word", "^Not calibrated$")
    link.kill()
    one.wait("#banner h3", "^The program has ended$")
    one.wait("#status-word", "^Link lost$")
    assert "Start it again" in one.text("#banner")
    one.page.click("#banner button >> text=Connect again")
    one.wait("#banner h3", "^The program has ended$")
    served("simulated", "--port", str(link.port))
    one.wait("#status-word", "^Not calibrated$")
    # Its token is another one.
    one.page.keyboard.press("c")
    one.wait("#toast", "token|address")


def test_linkThatIsLost_isTold_andFoundAgain(fake, served, screen):
    device = fake()
    one = opened(screen, served(device.link))
    one.wait("#banner h3", "Not calibrated")
    device.pull(True)
    one.wait("#banner h3", "^The link was lost$")
    assert one.text("#digits-value") == "– – –"
    device.pull(False)
    one.wait("#banner h3", "Not calibrated")
    one.wait("#served-note", "is back")


def test_deviceCalledScript_isText(fake, served, screen):
    device = fake(b"<script>x</scr>")
    one = opened(screen, served(device.link))
    one.wait("#link-name", "<script>x</scr>")
    # What is no frame is counted, and shown nowhere.
    device.send_bytes(b"<img src=x onerror=alert(1)>\0" + bytes(range(1, 255)) + b"\0" + b"\x55" * 5000 + b"\0")
    one.page.click("#raw summary")
    one.wait("#raw-line", r"[1-9]\d* damaged")
    one.wait("#raw-frames", "reading")
    assert one.page.evaluate("() => document.querySelectorAll('#live script, #live img, #link script').length") == 0


# MARK: - A capture


def test_servedCapture_hasASlider(capture, served, screen):
    one = opened(screen, served(f"capture:{capture}"))
    page = one.page
    one.wait("#digits-value", r"\d\d\d(\.\d)?°")
    one.wait("#player-time", r"^0:\d\d / 0:20$")
    for part in ("#tool-calibrate",):
        assert page.locator(part).is_disabled()
        assert page.get_attribute(part, "title") == "A recording takes no commands"
    assert one.text("#tool-zero") == "Pause"
    # Paused, it stays, and no board is blamed.
    page.click("#player-play")
    one.wait("#status-word", "^Paused$")
    one.slide("player-at", 15)
    one.wait("#player-time", "^0:15 / 0:20$")
    one.wait("#digits-value", "^2[78]")
    page.wait_for_timeout(2500)
    one.wait("#status-word", "^Paused$")
    assert not page.locator("#banner").is_visible()
    assert one.text("#player-time") == "0:15 / 0:20"
    assert serious(one) == []
    # Back: nothing of the later place stays.
    one.slide("player-at", 5)
    one.wait("#digits-value", r"^(08|09|10)")
    assert page.evaluate("() => binnacle.app.state.past.length") <= 2
    # On, faster, and to its end.
    page.keyboard.press("Space")
    page.select_option("#player-pace", "10")
    one.wait("#status-word", "^At the end$")
    one.wait("#player-time", "^0:20 / 0:20$")
    page.keyboard.press("Space")
    one.wait("#status-word", "^(Good|Fair|Doubtful|Disturbed)$")
    page.click("#raw summary")
    one.wait("#raw-line", " 0 lost, 0 damaged, 0 unknown")
    one.wait("#check-now", "equal")
    equal, compared = one.text("#check-now").split(" equal")[0].split(" of ")
    assert equal == compared


def test_otherPage_followsTheSlider_andCannotMoveIt(capture, served, screen):
    link = served(f"capture:{capture}")
    first, other = opened(screen, link), opened(screen, link, link.place)
    for one in (first, other):
        one.wait("#digits-value", r"\d\d\d(\.\d)?°")
    assert other.page.locator("#player-at").is_disabled() and other.page.locator("#player-play").is_disabled()
    other.wait("#served-note", "the slider is moved on the computer")
    first.page.click("#player-play")
    first.slide("player-at", 15)
    for one in (first, other):
        one.wait("#status-word", "^Paused$")
        one.wait("#player-time", "^0:15 ")
        one.wait("#digits-value", "^2[78]")


def test_captureInThePage_isPausedWithoutBlame_too(capture, screen):
    one = screen()
    one.open()
    one.page.set_input_files("#file", capture)
    one.wait("#digits-value", r"\d\d\d(\.\d)?°")
    one.page.keyboard.press("Space")
    one.slide("player-at", 15)
    # The fused heading lags behind the compass.
    one.wait("#digits-value", "^2[78]")
    one.page.wait_for_timeout(2500)
    one.wait("#status-word", "^Paused$")
    assert not one.page.locator("#banner").is_visible()


def test_servedTable_isComputed_playedAndChecked(tmp_path, served, screen):
    path = tmp_path / "turn.csv"
    rows = ["t_s,mx,my,mz,ax,ay,az"]
    for i in range(400):
        field, force = tumbled(i)
        rows.append(",".join(f"{value:.4f}" for value in [i * 0.02, *field, *force]))
    path.write_text("\n".join(rows) + "\n")
    one = opened(screen, served(f"recording:{path}", "--columns", "mx,my,mz,ax,ay,az", "--unit", "uT", "--time", "t_s"))
    one.wait("#player-time", r"/ 0:08$")
    one.wait("#check-now", r"^(\d\d+) of \1 equal$")
    assert "bits equal the reference" in one.text("#check-text")


# MARK: - What it costs, and what was there before


def test_transfer_isSmall(served, screen):
    one = screen(served("simulated").url)
    requests = []
    one.page.on("requestfinished", lambda request: requests.append(request))
    one.page.goto(one.url)
    one.wait("#status-word", "^Not calibrated$")
    sizes = {request.url.split("/")[-1].split("#")[0]: request.sizes()["responseBodySize"] for request in requests}
    print(f"{sum(sizes.values())} bytes: {sizes}")
    assert "binnacle-page.wasm" in sizes and "layouts.js" in sizes
    # As in test_access.py.
    assert sum(sizes.values()) <= 275_000


def test_program_goesBeforeAPageThatWasKept(folder, tmp_path, served, screen):
    """A static page was opened at the address at which the program serves now: its service worker answers with old files."""
    old = tmp_path / "site"
    shutil.copytree(folder, old)
    page = old / "index.html"
    page.write_text(page.read_text().replace("<title>Binnacle</title>", "<title>An older page</title>"))
    site = Site(old)
    one = screen(site.url)
    one.page.goto(site.url)
    one.page.wait_for_selector("#choose-demo")
    one.page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    port = site.server.server_port
    site.close()
    link = served("simulated", "--port", str(port))
    one.page.goto("about:blank")
    one.page.goto(link.url)
    one.wait("#status-word", "^Not calibrated$")
    assert one.page.title() == "Binnacle"
    assert one.page.evaluate("() => navigator.serviceWorker.getRegistrations().then(found => found.length)") == 0
    # The token was not lost on the way.
    assert one.page.locator("#tool-calibrate").is_enabled()


def test_screen_staysOn_whileHeadingsCome(served, screen):
    one = screen(served("simulated").url)
    one.page.add_init_script(
        "window.locks = []; Object.defineProperty(navigator, 'wakeLock', { value: { request: async kind => {"
        " const lock = { kind, released: false, release: async () => { lock.released = true; } }; locks.push(lock); return lock; } } })"
    )
    one.page.goto(one.url)
    one.wait("#status-word", "^Not calibrated$")
    one.page.wait_for_function("() => locks.length > 0")
    assert one.page.evaluate("() => locks.map(lock => lock.kind)") == ["screen"]
    # The browser took it back, as it does when the page is hidden.
    one.page.evaluate("() => { locks[0].released = true; }")
    one.page.wait_for_function("() => locks.length == 2")
