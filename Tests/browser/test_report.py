"""A report, opened from a folder without a network: what it draws, that it asks for nothing, and how it prints."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
from conftest import ROOT

PROGRAM = pathlib.Path(os.environ.get("BINNACLE_PROGRAM", ROOT / ".build" / "debug" / "binnacle"))
PICTURES = ["heading", "strength", "dip", "before", "after", "coverage", "residuals"]
WALK = ["--columns", "mx,my,mz,ax,ay,az", "--accel-unit", "m/s2", "--time", "t_s"]


def binnacle(*words):
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """A report of a calibrated simulated board, one of a recording, and one of a table with names that are markup."""
    if not PROGRAM.exists():
        pytest.skip("the program is not built: swift build")
    folder = tmp_path_factory.mktemp("reports")
    (folder / "state").mkdir()
    link = f"simulated?state={folder / 'state'}"
    binnacle("calibrate", link, "--yes", "--json")
    binnacle("capture", link, "-o", folder / "run.binnacle", "--readings", 900, "--rate", 20, "--json")
    (folder / "run.json").write_text(binnacle("report", folder / "run.binnacle", "--json"))
    walk = ROOT / "Tests/Data/marg/broad_slow_rotation_breaks.csv"
    binnacle("report", walk, *WALK, "-o", folder / "walk.html")
    names = "mx <img src=x onerror=alert(1)>,my <b>,mz </script><script>alert(2)</script>"
    rows = "\n".join(f"{20 + i % 7},{i % 5},{40 - i % 3}" for i in range(60))
    (folder / "evil.csv").write_text(f"{names}\n{rows}\n")
    binnacle("report", folder / "evil.csv")
    return folder


@pytest.fixture
def opened(browser, reports):
    """Opens a report offline, and looks afterwards whether it complained or asked for anything."""
    made = []

    def make(name, **options):
        context = browser.new_context(offline=True, **options)
        page = context.new_page()
        events = {"complaints": [], "requests": []}
        page.on("pageerror", lambda error: events["complaints"].append(str(error)))
        page.on("console", lambda line: events["complaints"].append(line.text))
        page.on("dialog", lambda dialog: (events["complaints"].append("a dialog"), dialog.dismiss()))
        page.on("request", lambda request: events["requests"].append(request.url))
        url = (reports / name).as_uri()
        page.goto(url)
        made.append((context, events, url))
        return page

    yield make
    for context, events, url in made:
        context.close()
        assert not events["complaints"]
        assert events["requests"] == [url]


@pytest.mark.parametrize("name", ["run.html", "walk.html"])
def test_report_drawsEveryPicture(opened, name):
    page = opened(name)
    for picture in PICTURES:
        assert page.locator(f"#{picture} svg[role=img][aria-label]").count() == 1, picture
        assert page.locator(f"#{picture} path").count() > 2, picture
    assert not page.evaluate("[...document.querySelectorAll('svg')].some((svg) => svg.outerHTML.includes('NaN'))")
    assert page.locator(".words li").count() >= 4 and page.locator(".next li").count() >= 1


@pytest.mark.skipif(not shutil.which("node"), reason="nodejs is not installed: make browsers")
def test_script_drawsWhatTheModulesDraw(opened, reports):
    """The one script of the file is the page's modules, unchanged: the pictures are the same to the letter."""
    page = opened("run.html")
    assert json.loads(page.locator("#data").text_content()) == json.loads((reports / "run.json").read_text())
    names = ["ink", "muted", "line", "paper", "shade", "north", "accent", "wedge", "alarm"]
    colours = page.evaluate(
        "(names) => { const style = getComputedStyle(document.documentElement);"
        " return Object.fromEntries(names.map((name) => [name, style.getPropertyValue('--' + name).trim()])); }",
        names,
    )
    code = (
        f"import {{ pictures }} from {json.dumps((ROOT / 'Sources/Web/Report/report.js').as_uri())};"
        "import { readFileSync } from 'node:fs';"
        f"const data = JSON.parse(readFileSync({json.dumps(str(reports / 'run.json'))}, 'utf8'));"
        f"process.stdout.write(JSON.stringify(pictures(data, {json.dumps(colours)})));"
    )
    done = subprocess.run(["node", "--input-type=module", "-e", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr[-2000:]
    expected = json.loads(done.stdout)
    assert sorted(expected) == sorted(PICTURES)
    for name, svg in expected.items():
        same = page.evaluate(
            "([name, svg]) => { const place = document.createElement('div'); place.innerHTML = svg;"
            " return place.innerHTML === document.getElementById(name).innerHTML; }",
            [name, svg],
        )
        assert same, name


def test_report_withoutScripts_isWordsAndTables(opened):
    page = opened("run.html", java_script_enabled=False)
    assert "900 readings" in page.inner_text(".words")
    assert "Predicted heading error, worst" in page.inner_text("main")
    assert page.locator("svg").count() == 0


def test_namesOfColumns_areText(opened):
    page = opened("evil.html")
    assert "<img src=x onerror=alert(1)>" in page.inner_text(".remarks")
    assert page.locator("img, b").count() == 0 and page.locator("script").count() == 2


def test_report_fitsAPhone(opened):
    page = opened("run.html", viewport={"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("name", ["run.html", "walk.html"])
def test_report_printsOnAFewPages(opened, name):
    page = opened(name)
    pdf = page.pdf(prefer_css_page_size=True)
    pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))
    assert 3 <= pages <= 8
    size = re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert [round(float(value)) for value in size.groups()] == [595, 842], "A4"


def test_report_isAccessible(opened):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="make browsers")
    # axe needs its own script in the page, which the report's policy forbids.
    page = opened("run.html", bypass_csp=True)
    found = axe.Axe().run(page).response["violations"]
    assert [(one["id"], one["impact"]) for one in found if one["impact"] in ("serious", "critical")] == []
