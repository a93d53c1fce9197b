#!/usr/bin/env python3
"""Writes a release, part by part, into dist/binnacle-<version>: `make release`.

Each part is a function of PARTS, which writes its files into the folder and returns their paths. The same commit makes the same bytes:
names are sorted, times are the commit's, owners are root. At the end come README.md, the list of contents (contents.py) and SHA256SUMS.
"""

import argparse
import json
import os
import pathlib
import shutil
import sys
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
sys.path[:0] = [str(HERE), str(ROOT / "Sources/Library/Packaging")]
import c_files  # noqa: E402
import contents  # noqa: E402
import debian  # noqa: E402
import library  # noqa: E402
import tests_report  # noqa: E402
import wheel  # noqa: E402
from archives import seal, tar, zipped  # noqa: E402


@dataclass(frozen=True)
class Release:
    """What every part needs to know."""

    # The folder that the files go to, and one for what is on the way.
    output: pathlib.Path
    stage: pathlib.Path
    # The program, with Swift's runtime inside.
    program: pathlib.Path
    # The time that every file gets, in seconds since 1970.
    epoch: int
    # 9 packs as small as it gets, 0 not at all.
    effort: int

    @property
    def title(self):
        return f"binnacle-{library.version()}"

    def folder(self, name):
        """An empty folder on the way."""
        path = self.stage / name
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)
        return path

    def installed(self, name, prefix):
        """What `make install` places, in an empty folder; the program without its symbols."""
        folder = self.folder(name)
        library.run("make", "-s", "place", f"PROGRAM={self.program}", f"DESTDIR={folder}", f"PREFIX={prefix}")
        # Hashes of the compiler and the linker, which nobody reads, depend on the folder of the build.
        hashes = ("-R", ".swift_modhash", "-R", ".note.gnu.build-id")
        library.run("strip", *hashes, f"{folder}{prefix}/bin/binnacle")
        return folder


def linux(release):
    """The program for Linux, with images and documents, to be unpacked anywhere."""
    title = f"{release.title}-tools-linux-{os.uname().machine}"
    folder = release.installed(f"linux/{title}", "")
    shutil.copy(HERE / "linux.md", folder / "README.md")
    seal(folder)
    return [tar(folder, release.output / f"{title}.tar.gz", release.epoch, release.effort)]


def deb(release):
    """The same as a package for Debian."""
    folder = release.installed("debian", "/usr")
    return [debian.build(folder, library.version(), release.output, release.epoch, release.effort)]


def firmware(release):
    """The images of the boards that a person can flash, each with its page, and what to do in the first hour."""
    folder = release.folder("firmware") / f"{release.title}-firmware"
    for path in sorted((ROOT / "Boards").glob("*/board.json")):
        name = path.parent.name
        board = json.loads(path.read_text())
        if "loader" not in board and "probes" not in board:
            continue
        (folder / name).mkdir(parents=True)
        shutil.copy(path.with_name("README.md"), folder / name)
        images = sorted((ROOT / f".build/boards/{name}/image").glob(f"{name}.*"))
        if not images:
            sys.exit(f"There is no image of {name}. Run `make boards`.")
        for image in images:
            if image.suffix != ".map":
                shutil.copy(image, folder / name)
    shutil.copy(HERE / "firmware.md", folder / "README.md")
    shutil.copy(ROOT / "docs/first-hour.md", folder / "FIRST-HOUR.md")
    shutil.copy(ROOT / "LICENSE", folder)
    seal(folder)
    return [zipped(folder, release.output / f"{folder.name}.zip", release.epoch, release.effort)]


def packed(release, targets):
    """Archives of the library, without the files of checksums beside them."""
    scratch = ROOT / ".build/library"
    made = [
        library.pack(name, library.build(name, scratch), release.stage / "library", release.epoch) for name in targets
    ]
    return [pathlib.Path(shutil.copy(path, release.output)) for path in made]


def archives(release):
    """The library for C, an archive for each core."""
    return packed(release, list(library.TARGETS))


def c(release):
    """The library as two C files: for any build system, for Arduino and for PlatformIO."""
    return [c_files.pack(name, release.output, release.epoch) for name in c_files.PACKAGES]


def npm(release):
    """The library for JavaScript, as `npm pack` lays it out."""
    return packed(release, [library.WEB])


def python(release):
    """The library for Python, as a wheel, and as sources that pip compiles on other machines."""
    return [build(ROOT / ".build/library", release.output, release.epoch) for build in (wheel.wheel, wheel.sdist)]


def page(release):
    """The page for any web server."""
    folder = release.folder("page") / f"{release.title}-page"
    library.run("make", "-s", "place-site", f"SITE={folder}")
    return [zipped(folder, release.output / f"{folder.name}.zip", release.epoch, release.effort)]


def reference(release):
    """The reference of the library, as pages for a browser."""
    folder = release.folder("reference") / f"{release.title}-reference"
    package = wheel.package(ROOT / ".build/library")
    library.run(sys.executable, "-B", HERE / "reference/reference.py", "--output", folder, "--package", package)
    shutil.copy(ROOT / "LICENSE", folder)
    seal(folder)
    return [zipped(folder, release.output / f"{folder.name}.zip", release.epoch, release.effort)]


def tests(release):
    """What was tested, on exactly these sources."""
    path = release.output / f"{release.title}-tests.txt"
    path.write_text(tests_report.text(library.version()))
    return [path]


# Each part, and its description in the release's README.md. The order is that of the README.
PARTS = {
    "deb": (deb, "the program `binnacle` for Debian 12, with images and documents: `sudo apt install ./FILE`"),
    "linux": (
        linux,
        "the same for any Linux with glibc 2.35, to be unpacked anywhere; its README.md says what it needs",
    ),
    "firmware": (
        firmware,
        "images for boards, with flashing instructions and FIRST-HOUR.md: start here if you have a board",
    ),
    "page": (page, "the compass in a browser, as static files for any web server"),
    "c": (c, "the library as `binnacle.c` and `binnacle.h`, for any compiler, for Arduino or for PlatformIO"),
    "archives": (
        archives,
        "the library for C and C++, for the core or host in its name: header, archive, CMake and pkg-config files",
    ),
    "python": (python, "the library for Python over NumPy arrays: `pip install FILE`"),
    "npm": (npm, "the library for JavaScript, as WebAssembly: `npm install FILE`"),
    "reference": (
        reference,
        "every function of the library for Swift, C, Python and JavaScript, as pages for a browser",
    ),
    "tests": (tests, "which tests passed on these sources"),
}


def readme(release, made):
    """README.md: what each file is, and how to check it."""
    rows = "".join(
        f"| `{path.name}` | {PARTS[part][1].replace('FILE', path.name)} |\n"
        for part, paths in made.items()
        for path in paths
    )
    notes = (ROOT / "CHANGELOG.md").read_text()
    version = library.version()
    if f"\n## {version} (" not in notes:
        sys.exit(f"CHANGELOG.md has no section of {version}.")
    (release.output / "README.md").write_text(library.filled(HERE / "release.md", ROWS=rows.rstrip("\n")))
    shutil.copy(ROOT / "CHANGELOG.md", release.output)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; without any, all of them")
    parser.add_argument("--program", type=pathlib.Path, required=True, help="the program, with Swift's runtime inside")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "dist", help="the folder of the release's folder")
    parser.add_argument("--effort", type=int, default=9, help="how small archives become: 9, or 0 in tests")
    words = parser.parse_args()
    for name in words.parts:
        if name not in PARTS:
            parser.error(f"no part {name}; there are {', '.join(PARTS)}")
    parts = words.parts or list(PARTS)
    if "tests" in parts:
        # Report a missing program now, and not after ten minutes.
        tests_report.text(library.version())
    output = words.output.resolve() / f"binnacle-{library.version()}"
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    release = Release(output, output.with_name(f".{output.name}"), words.program.resolve(), epoch, words.effort)
    made = {}
    for name in parts:
        before = set(output.iterdir())
        made[name] = PARTS[name][0](release)
        twice = before & set(made[name])
        if twice:
            sys.exit(f"Two parts write {', '.join(path.name for path in twice)}.")
        for path in made[name]:
            print(f"{path.stat().st_size:>12,} {path.name}", flush=True)
    contents.write(output / f"{release.title}.spdx.json", made, release)
    readme(release, made)
    seal(output)
    shutil.rmtree(release.stage, ignore_errors=True)
    print(output)


if __name__ == "__main__":
    main()
