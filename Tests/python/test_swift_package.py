"""`import Binnacle` by address and version, from a fresh folder: a clone of these sources with a tag, and nothing else.

`make test` builds docs/examples/swift-firmware for a Cortex-M0; BINNACLE_EFFORT=full (`make library-long`) also a program for this
host, in both configurations."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from bench.tools import ROOT

sys.path.insert(0, str(ROOT / "Sources/Library/Packaging"))
import library

EXAMPLE = ROOT / "docs/examples/swift-firmware"
ADDRESS = "https://example.org/binnacle.git"
TRIPLE = "armv6m-none-none-eabi"
long = pytest.mark.skipif(os.environ.get("BINNACLE_EFFORT") != "full", reason="make library-long")


def run(*words, cwd):
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def tagged(tmp_path_factory):
    """A repository with one commit, of the files that stand here, and the tag of the version."""
    # Not called binnacle: the address names the package, and not a folder.
    folder = tmp_path_factory.mktemp("origin") / "sources"
    folder.mkdir()
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", cwd=ROOT)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    run("git", "init", "--quiet", cwd=folder)
    run("git", "add", "--all", cwd=folder)
    run("git", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "All", cwd=folder)
    run("git", "tag", library.version(), cwd=folder)
    return folder


def build(folder, tagged, *words):
    """Builds the package in a folder; the address leads to the clone, and nothing of this user's settings is in use."""
    own = [word for name in ("cache", "config", "security") for word in (f"--{name}-path", folder / ".own" / name)]
    run(
        "swift",
        "package",
        *own,
        "config",
        "set-mirror",
        "--original",
        ADDRESS,
        "--mirror",
        f"file://{tagged}",
        cwd=folder,
    )
    return run("swift", "build", *own, *words, cwd=folder)


def test_exampleInSwift_onACortexM0_calibratesAndTellsItsHeading(tagged, tmp_path):
    """As docs/own-firmware.md says: the example's folder, libgcc beside it, and one flag file."""
    folder = tmp_path / "firmware"
    shutil.copytree(EXAMPLE, folder)
    libgcc = run("arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", "-print-libgcc-file-name", cwd=folder).strip()
    shutil.copy(libgcc, folder)
    build(folder, tagged, "--triple", TRIPLE, "--toolset", "cortex-m0.json", "-c", "release")
    image = folder / ".build" / TRIPLE / "release/Firmware"
    found = {
        line.split()[0] for line in run("arm-none-eabi-size", "-A", image, cwd=folder).splitlines() if line[:1] == "."
    }
    assert {name for name in found if not name.startswith((".debug", ".comment", ".ARM.attributes"))} == {
        ".vectors",
        ".text",
        ".rodata",
        ".got",
        ".data",
        ".bss",
    }
    words = "qemu-system-arm -M microbit -nographic -monitor none -serial none -semihosting -kernel".split()
    calibrated, heading = run(*words, image, cwd=folder).splitlines()
    assert calibrated == "calibrated" and abs(float(heading) - 33.6) < 1


def test_flagFile_hasTheCompilersOptionsOfTheBoards():
    """Only the linker's part differs: another script, and libgcc from the firmware's folder."""
    ours = json.loads((ROOT / "Boards/Toolsets/cortex-m0.json").read_text())
    theirs = json.loads((EXAMPLE / "cortex-m0.json").read_text())
    assert {**ours, "linker": None} == {**theirs, "linker": None}


def test_version_isTheOneThatTheExampleAsksFor():
    text = (EXAMPLE / "Package.swift").read_text()
    assert re.search(r'url: "(.*)", from: "(.*)"', text).groups() == (ADDRESS, library.version())


@long
@pytest.mark.parametrize("configuration", ["debug", "release"])
def test_program_onThisHost_hasAHeading(tagged, tmp_path, configuration):
    (tmp_path / "Sources/Program").mkdir(parents=True)
    text = (EXAMPLE / "Package.swift").read_text()
    start, end = text.index("  targets: ["), text.rindex("  ])")
    (tmp_path / "Package.swift").write_text(
        text[:start]
        + '  targets: [\n    .executableTarget(name: "Program", dependencies: ['
        + '.product(name: "Binnacle", package: "binnacle")])\n'
        + text[end:]
    )
    (tmp_path / "Sources/Program/main.swift").write_text(
        "import Binnacle\n"
        "var compass = Compass()\n"
        "let now = Instant(microseconds: 0)\n"
        "compass.add(Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000)), at: now)\n"
        "compass.add(MagneticField(nanotesla: Vector3(x: 20_000, y: -20_000, z: 40_000)), at: now)\n"
        "if let heading = compass.heading() { print(heading.rawValue) }\n"
    )
    build(tmp_path, tagged, "-c", configuration)
    # An eighth of a turn, within what the angle of 45 degrees is rounded to.
    said = run(tmp_path / ".build" / configuration / "Program", cwd=tmp_path)
    assert abs(int(said) - (1 << 29)) < 16
