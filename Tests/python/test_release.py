"""The archive of a release: whole, the same twice, and enough to flash a board."""

import os
import pathlib
import subprocess
import sys
import tarfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/release/binnacle"
UF2 = ROOT / ".build/boards/pico/image/pico.uf2"
pytestmark = pytest.mark.skipif(not (PROGRAM.exists() and UF2.exists()), reason="make boards")


def pack(folder):
    subprocess.run(
        ["make", "-s", "pack", f"PROGRAM={PROGRAM}", f"DIST={folder}"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL
    )
    return next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    return pack(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def unpacked(archive, tmp_path_factory):
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    return next(folder.iterdir())


def run(unpacked, *words):
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(unpacked)}
    return subprocess.run([unpacked / "bin/binnacle", *words], cwd="/", env=environment, capture_output=True, text=True)


def test_same_files_make_the_same_bytes(archive, tmp_path):
    assert pack(tmp_path).read_bytes() == archive.read_bytes()


def test_checksums_are_right(archive, unpacked):
    subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=unpacked, check=True)
    subprocess.run(["sha256sum", "--quiet", "-c", archive.name + ".sha256"], cwd=archive.parent, check=True)
    named = {line.split("  ./")[1] for line in (unpacked / "SHA256SUMS").read_text().splitlines()}
    there = {str(path.relative_to(unpacked)) for path in unpacked.rglob("*") if path.is_file()}
    assert there - named == {"SHA256SUMS"}


def test_archive_flashes_a_board(unpacked, tmp_path):
    (tmp_path / "INFO_UF2.TXT").write_text("UF2 Bootloader v2.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
    outcome = run(unpacked, "flash", "pico", "--drive", str(tmp_path), "--unchecked")
    assert outcome.returncode == 0, outcome.stderr
    copies = [path for path in tmp_path.iterdir() if path.suffix.lower() == ".uf2"]
    assert [path.read_bytes() for path in copies] == [UF2.read_bytes()]


def test_archive_names_no_folder_of_this_machine(unpacked):
    for path in unpacked.rglob("*"):
        if path.is_file() and path.suffix in (".md", ".json", ".py", ".txt"):
            assert os.fsencode(ROOT) not in path.read_bytes(), path


@pytest.mark.parametrize("name", ["rp2040", "nrf", "esp32c3"])
def test_emulator_without_its_packages_says_how_to_install_them(unpacked, name):
    # -S: without the packages of this Python.
    words = [sys.executable, "-B", "-S", unpacked / f"share/binnacle/Boards/Emulators/{name}.py"]
    outcome = subprocess.run(words, capture_output=True, text=True)
    assert outcome.returncode == 1 and "python3 -m pip install" in outcome.stderr, outcome.stderr
    assert len(outcome.stderr.strip().splitlines()) == 1
