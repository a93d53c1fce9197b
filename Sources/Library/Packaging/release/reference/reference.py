#!/usr/bin/env python3
"""Writes the reference of the library in four languages as static pages, and checks their links: `make docs`.

Swift: DocC, from the modules of the debug build. C: doxygen, from binnacle.h. Python: pdoc, from the package of `make wheel`. No tool that
Debian or PyPI has reads declarations of TypeScript, so JavaScript has its types, coloured, with a list of what they declare.
"""

import argparse
import html
import json
import os
import re
import shutil
import sys
import urllib.parse
from html.parser import HTMLParser
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[4]
sys.path.insert(0, str(ROOT / "Sources/Library/Packaging"))
import library  # noqa: E402
from library import run  # noqa: E402

BUNDLE = "binnacle"


def modules():
    """The façade, and the modules that `import Binnacle` shows with it."""
    text = (ROOT / "Sources/Compass/Binnacle/Exports.swift").read_text()
    return ["Binnacle", *re.findall(r"^@_exported import (\w+)$", text, flags=re.M)]


def swift(output, scratch):
    """DocC's pages. They are an application in JavaScript over files of JSON, and want a web server."""
    graphs = scratch / "symbols"
    graphs.mkdir()
    triple = json.loads(run("swiftc", "-print-target-info"))["target"]["triple"]
    for module in modules():
        run(
            "swift-symbolgraph-extract",
            "-module-name",
            module,
            "-I",
            ROOT / ".build/debug/Modules",
            "-target",
            triple,
            "-output-dir",
            graphs,
            "-minimum-access-level",
            "public",
            "-skip-synthesized-members",
        )
    run(
        "docc",
        "convert",
        "--additional-symbol-graph-dir",
        graphs,
        "--fallback-display-name",
        "Binnacle",
        "--fallback-bundle-identifier",
        BUNDLE,
        "--output-path",
        output / "swift",
        "--transform-for-static-hosting",
        "--hosting-base-path",
        "swift",
    )
    # docc writes the keys in another order each time.
    for path in (output / "swift").rglob("*.json"):
        path.write_text(json.dumps(json.loads(path.read_text()), sort_keys=True, separators=(",", ":")))


def c(output, scratch):
    """doxygen's pages; a word that it does not understand ends the program."""
    settings = scratch / "Doxyfile"
    settings.write_text(
        (HERE / "Doxyfile").read_text()
        + f"INPUT = {library.HEADER}\nSTRIP_FROM_PATH = {library.HEADER.parent}\n"
        + f"OUTPUT_DIRECTORY = {scratch}\nHTML_OUTPUT = {output / 'c'}\nPROJECT_NUMBER = {library.version()}\n"
        + "WARN_LOGFILE = warnings.txt\n"
    )
    shutil.copy(HERE / "style.css", scratch)
    run("doxygen", settings, cwd=scratch)
    said = (scratch / "warnings.txt").read_text()
    if said:
        sys.exit(said)


def python(output, package):
    """pdoc's pages of the package, which it imports."""
    run(
        sys.executable,
        "-B",
        "-m",
        "pdoc",
        "--output-directory",
        output / "python",
        "--docformat",
        "google",
        "--no-show-source",
        "binnacle",
        env={"PYTHONPATH": str(package)},
    )


def page(title, body):
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{html.escape(title)}</title>\n{body}\n</html>\n"
    )


def javascript_types():
    """The declarations of the module in one text: the enumerations are in a file of their own."""
    folder = ROOT / "Sources/Library/JavaScript"
    text, codes = ((folder / name).read_text() for name in ("binnacle.d.ts", "codes.d.ts"))
    assert 'export * from "./codes.js";\n' in text
    return text.replace('export * from "./codes.js";\n', codes)


def javascript(output):
    """The types of the package, with a list of what they declare."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import TypeScriptLexer

    text = javascript_types()
    formatter = HtmlFormatter(lineanchors="line", anchorlinenos=True)
    rows = []
    for number, line in enumerate(text.split("\n"), 1):
        found = re.match(r"export (?:declare )?(\w+) (\w+)", line)
        if found:
            rows.append(f'<li><a href="#line-{number}">{found.group(2)}</a> <small>{found.group(1)}</small></li>')
    folder = output / "javascript"
    folder.mkdir()
    style = formatter.get_style_defs(".highlight")
    (folder / "index.html").write_text(
        page(
            "binnacle for JavaScript",
            f'<link rel="stylesheet" href="../style.css">\n<style>{style}</style>\n<main class="reference">\n'
            f'<p><a href="../index.html">Reference</a></p>\n<h1>binnacle for JavaScript</h1>\n<ul>\n{chr(10).join(rows)}\n</ul>\n'
            f"{highlight(text, TypeScriptLexer(), formatter)}</main>",
        )
    )
    return len(rows)


def index(output):
    """The first page."""
    rows = [
        (
            "Swift",
            "swift/documentation/binnacle/",
            "<code>import Binnacle</code>: the compass, and the modules that it shows",
        ),
        ("C and C++", "c/binnacle_8h.html", "<code>binnacle.h</code>"),
        ("Python", "python/binnacle.html", "over NumPy arrays, or sample by sample"),
        ("JavaScript", "javascript/index.html", "in browsers and in Node, by WebAssembly"),
    ]
    listed = "\n".join(f'<tr><th><a href="{link}">{name}</a></th><td>{text}</td></tr>' for name, link, text in rows)
    shutil.copy(HERE / "style.css", output)
    (output / "index.html").write_text(
        page(
            f"Binnacle {library.version()}",
            f'<link rel="stylesheet" href="style.css">\n<main class="reference">\n<h1>Binnacle {library.version()}: reference</h1>\n'
            "<p>A compass in integers. All four have the same functions and give the same bits.</p>\n"
            f"<table>\n{listed}\n</table>\n<p>The pages for Swift want a web server: "
            "<code>python3 -m http.server -d dist/docs</code>.</p>\n</main>",
        )
    )


class Links(HTMLParser):
    """The addresses that a page leads to, and the places in it that an address may name."""

    def __init__(self, text):
        super().__init__()
        self.found, self.places = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.found.append(value)
            if name == "id" or (tag == "a" and name == "name"):
                self.places.add(value)


def broken(output):
    """Links that lead nowhere."""
    pages = {path: Links(path.read_text()) for path in sorted(output.rglob("*.html")) if "swift" not in path.parts}
    for path, links in pages.items():
        for link in links.found:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or link.startswith("//"):
                continue
            # DocC's application finds a page by its folder, and none by the name of the file in it.
            if parts.path.startswith("swift/") and not parts.path.endswith("/"):
                yield f"{path.relative_to(output)}: not a folder: {link}"
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{path.relative_to(output)}: {link}"
            elif parts.fragment and target in pages and parts.fragment not in pages[target].places:
                yield f"{path.relative_to(output)}: no place {link}"
    # DocC's: each address that a page of JSON shows has a file of its own, and a page that opens it.
    data = output / "swift/data"
    for path in sorted(data.rglob("*.json")):
        for reference in json.loads(path.read_text()).get("references", {}).values():
            address = reference.get("url", "")
            if not address.startswith("/documentation/"):
                continue
            place = urllib.parse.unquote(address.split("#")[0]).lstrip("/")
            if not (data / f"{place}.json").is_file() or not (output / "swift" / place / "index.html").is_file():
                yield f"{path.relative_to(output)}: {address}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--output", type=Path, default=ROOT / "dist/docs", help="the folder of the pages")
    parser.add_argument(
        "--package", type=Path, default=ROOT / ".build/library/wheel", help="the folder with the Python package"
    )
    words = parser.parse_args()
    output, scratch = words.output.resolve(), ROOT / ".build/reference"
    for folder in (output, scratch):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    swift(output, scratch)
    c(output, scratch)
    python(output, words.package.resolve())
    javascript(output)
    index(output)
    found = list(broken(output))
    if found:
        sys.exit("Links that lead nowhere:\n" + "\n".join(found[:40]))
    count = sum(len(files) for _, _, files in os.walk(output))
    print(f"{output}: {count} files; python3 -m http.server -d {os.path.relpath(output)}")


if __name__ == "__main__":
    main()
