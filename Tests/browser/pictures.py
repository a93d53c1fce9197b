"""The pictures of the page in the documents: `make pictures`.

    pictures.py FOLDER

The same day, seed and clock each time (still.py), so that a picture changes with the page and not with the run.
"""

import pathlib
import subprocess
import sys
import tempfile

import conftest
import test_access as states
from still import Still

WIDE = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def sailing(one):
    """Half a minute on the lake, so that there is a past to see."""
    one.demo()
    one.run(40)


def night(one):
    sailing(one)
    one.page.click("#tool-night")
    one.run(1)


def disturbance(one):
    sailing(one)
    one.slide("demo-magnet", 75)
    one.wait("#status-word", "Disturbed", timeout=20)
    one.run(4)


PICTURES = [
    ("day", sailing, WIDE),
    ("night", night, WIDE),
    ("phone", sailing, PHONE),
    ("calibration", states.calibrating, WIDE),
    ("refusal", states.refused, WIDE),
    ("disturbance", disturbance, WIDE),
]


def take(browser, url, path, state, options):
    one = Still(browser, url, **options)
    state(one)
    one.page.mouse.move(0, 0)
    one.run(0.5)
    one.page.screenshot(path=path)
    print(f"{path}: {path.stat().st_size} bytes")
    if one.complaints:
        raise SystemExit(f"{path}: {one.complaints}")


def main(folder):
    from playwright.sync_api import sync_playwright

    if not conftest.CHROMIUM or not conftest.CORE.exists():
        raise SystemExit("Chromium or the page's core is missing: make browsers page-core")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        place = pathlib.Path(scratch) / "site"
        subprocess.run(
            ["make", "-s", "place-site", f"SITE={place}"], cwd=conftest.ROOT, check=True, stdout=subprocess.DEVNULL
        )
        site = conftest.Site(place)
        for name, state, options in PICTURES:
            # A browser for each: a later page of one browser may get other fonts than its first.
            browser = playwright.chromium.launch(executable_path=conftest.CHROMIUM, args=["--no-sandbox"])
            try:
                take(browser, site.url, folder / f"{name}.png", state, options)
            finally:
                browser.close()
        site.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__.strip())
    main(pathlib.Path(sys.argv[1]))
