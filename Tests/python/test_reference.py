"""What `make docs` makes by itself: the page of JavaScript, the first page, and the check of links, which must find what is wrong."""

import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Sources/Library/Packaging/release/reference"))
import reference  # noqa: E402


@pytest.fixture
def pages(tmp_path):
    """Our own pages, and in place of the tools' pages the least that the first page leads to."""
    reference.javascript(tmp_path)
    reference.index(tmp_path)
    for name in ("c/binnacle_8h.html", "python/binnacle.html", "swift/documentation/binnacle/index.html"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text('<a id="here" href="#here"></a>')
    return tmp_path


def test_pages_areWhole(pages):
    assert list(reference.broken(pages)) == []
    declared = re.findall(r"^export (?:declare )?\w+ (\w+)", reference.javascript_types(), flags=re.M)
    shown = re.findall(r'<li><a href="#line-\d+">(\w+)</a>', (pages / "javascript/index.html").read_text())
    assert shown == declared and "loadBinnacle" in shown


def test_brokenLinks_areFound(pages):
    (pages / "python/binnacle.html").unlink()
    (pages / "c/binnacle_8h.html").write_text(
        '<a href="#nowhere"></a><a href="../swift/x.html"></a><img src="y%20z.png">'
    )
    shown = {"references": {"a": {"url": "/documentation/binnacle/gone"}, "b": {"url": "https://example.org"}}}
    (pages / "swift/data").mkdir()
    (pages / "swift/data/page.json").write_text(json.dumps(shown))
    assert sorted(reference.broken(pages)) == [
        "c/binnacle_8h.html: ../swift/x.html",
        "c/binnacle_8h.html: no place #nowhere",
        "c/binnacle_8h.html: y%20z.png",
        "index.html: python/binnacle.html",
        "swift/data/page.json: /documentation/binnacle/gone",
    ]


def test_modules_areThoseThatTheFacadeShows():
    assert reference.modules()[:3] == ["Binnacle", "Calibration", "Correction"] and len(reference.modules()) == 10
