"""Debian's Firefox opens the page and runs the demo."""

import os

import firefox
import pytest

pytestmark = pytest.mark.skipif(not firefox.PROGRAM, reason="firefox-esr is not installed: make browsers")
full = pytest.mark.skipif(os.environ.get("BINNACLE_EFFORT") != "full", reason="make browser-long")


@pytest.fixture(scope="module")
def fox(tmp_path_factory):
    fox = firefox.Firefox(tmp_path_factory.mktemp("firefox"))
    yield fox
    fox.end()


@pytest.fixture
def demo(fox, site):
    fox.open(f"{site.url}#start=demo")
    fox.wait("#status-word", "^Good$")
    return fox


def test_firefox_runsTheDemo_withTheReferencesBits(demo):
    demo.wait("#check-now", r"^(\d\d+) of (\d\d+) equal$")
    equal, compared = demo.text("#check-now").split(" equal")[0].split(" of ")
    assert equal == compared
    demo.click("#self-test")
    demo.wait("#self-test-text", "^all [0-9]+ passed$")
    demo.slide("demo-heading", 200)
    demo.wait("#value-magnetic", "^(19[6-9]|20[0-4])°")
    assert drawn(demo, "rose-canvas") and drawn(demo, "field-strip")


def drawn(fox, canvas):
    """Whether a canvas has more than one colour."""
    return fox.run(
        "const c = document.getElementById(arguments[0]); const p = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        " const seen = new Set(); for (let i = 0; i < p.length; i += 4) seen.add(p[i] + ',' + p[i + 1] + ',' + p[i + 2] + ',' + p[i + 3]);"
        " return seen.size > 2",
        canvas,
    )


@full
def test_firefox_calibrates_isDisturbed_andUnplugged(demo):
    demo.click("#demo-forget")
    demo.wait("#banner h3", "^Not calibrated$")
    demo.click("#banner button")
    demo.wait("#calibrate-prompt", "A new calibration is ready", timeout=60)
    demo.click("#calibrate .primary")
    demo.wait("#calibrate-prompt", "^Saved")
    demo.slide("demo-magnet", 75)
    demo.wait("#status-word", "^Disturbed$")
    demo.slide("demo-magnet", 0)
    demo.wait("#status-word", "^(Good|Fair)$")
    demo.click("#demo-cable")
    demo.wait("#status-word", "^Link lost$")
    demo.click("#demo-cable")
    demo.wait("#digits-value", r"^\d\d\d°$")


@full
def test_firefox_refusesWhatTheMotorSpoiled(demo):
    demo.click("#demo-motor")
    demo.click("#tool-calibrate")
    demo.wait("#calibrate-count", r"([5-9]\d) of 96 directions", timeout=40)
    demo.click("#calibrate .row button")
    demo.wait("#calibrate-prompt", "It did not work", timeout=60)
    assert all(word in demo.text("#calibrate ul") for word in ("Measured", "Limit", "Remedy"))


@full
@pytest.mark.parametrize("theme", ["dark", "night"])
def test_firefox_hasTheColoursOfTheTheme(demo, theme):
    demo.run("document.querySelector(`input[value=${arguments[0]}]`).click()", theme)
    assert demo.run("return document.documentElement.dataset.theme") == theme
    background = demo.run("return getComputedStyle(document.documentElement).backgroundColor")
    assert background == {"dark": "rgb(16, 21, 27)", "night": "rgb(0, 0, 0)"}[theme]
    demo.run("document.querySelector('input[value=auto]').click()")
