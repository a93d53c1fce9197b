"""The files of `make release` where nothing else is: a new Debian in a folder, a fresh environment of Python, an empty folder for npm.

`make release-test` runs it: BINNACLE_RELEASE names the release's folder. It needs root and Debian's archive."""

import os
import re
import shutil
import subprocess
import venv
from pathlib import Path

import pytest

RELEASE = Path(os.environ.get("BINNACLE_RELEASE", "/nowhere"))
ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif("BINNACLE_RELEASE" not in os.environ, reason="make release-test")


def run(*words, status=0, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=900, **options)
    assert done.returncode == status, f"{words}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def the(pattern):
    (path,) = RELEASE.glob(pattern)
    return path


def test_checksums_are_right():
    run("sha256sum", "--quiet", "-c", "SHA256SUMS", cwd=RELEASE)


@pytest.fixture(scope="module")
def debian(tmp_path_factory):
    """A function that runs a command in a new Debian."""
    if os.geteuid() != 0:
        pytest.fail("debootstrap needs root")
    folder = tmp_path_factory.mktemp("debian") / "root"
    run("debootstrap", "--variant=minbase", "bookworm", folder, "http://deb.debian.org/debian")
    environment = {
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root",
        "DEBIAN_FRONTEND": "noninteractive",
        "LC_ALL": "C",
    }

    # /proc in a namespace of its own: nothing is left mounted. Swift finds a program's arguments there.
    start = 'mount --bind /proc "$0/proc" && exec chroot "$0" "$@"'

    def inside(*words, **options):
        return run("unshare", "--mount", "sh", "-c", start, folder, *words, env=environment, **options)

    inside.folder = folder
    yield inside
    shutil.rmtree(folder)


def files(debian):
    """What is below /usr and /etc, without what apt and the linker keep for themselves."""
    below = [path for top in ("usr", "etc") for path in (debian.folder / top).rglob("*")]
    return {str(path) for path in below if not path.name.startswith("ld.so.cache")}


def test_package_for_debian_installs_works_and_goes(debian):
    package = shutil.copy(the("*.deb"), debian.folder / "tmp")
    name = f"/tmp/{Path(package).name}"
    debian("apt-get", "update")
    # Its dependencies first, so that what the package itself leaves can be seen.
    depends = debian("dpkg-deb", "--field", name, "Depends")
    debian("apt-get", "install", "-y", "--no-install-recommends", *(word.split()[0] for word in depends.split(",")))
    before = files(debian)

    debian("apt-get", "install", "-y", "--no-install-recommends", name)
    version = debian("dpkg-query", "-W", "-f=${Version}", "binnacle")
    assert debian("binnacle", "--version") == f"binnacle {version}\n"
    rows = debian("binnacle", "stream", "simulated", "--readings", "3", "--json").splitlines()
    assert sum('"magneticHeadingDegrees"' in row for row in rows) == 3
    assert "pico" in debian("binnacle", "boards", "list")
    debian("dpkg", "--verify", "binnacle")

    # An image that came with it goes onto a board's drive.
    drive = debian.folder / "tmp/drive"
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v2.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
    debian("binnacle", "flash", "pico", "--drive", "/tmp/drive", "--unchecked")
    assert len(list(drive.iterdir())) == 2

    debian("apt-get", "purge", "-y", "binnacle")
    assert files(debian) == before
    debian("binnacle", "--version", status=127)


def test_archive_for_linux_works_beside_it(debian):
    """The libraries are there; the program finds its images from any folder."""
    run("tar", "-xzf", the("*-tools-linux-*.tar.gz"), "-C", debian.folder / "opt")
    (folder,) = (debian.folder / "opt").iterdir()
    run("sha256sum", "--quiet", "-c", "SHA256SUMS", cwd=folder)
    assert debian(f"/opt/{folder.name}/bin/binnacle", "stream", "simulated", "--readings", "1", "--json")
    assert "pico" in debian(f"/opt/{folder.name}/bin/binnacle", "boards", "list")


def test_wheel_installs_and_calibrates(tmp_path):
    venv.create(tmp_path, with_pip=True)
    python = tmp_path / "bin/python"
    run(python, "-m", "pip", "install", "--quiet", the("*.whl"))
    words = "--columns=mx,-my,-mz,ax,-ay,-az --force-unit m/s2 --time t_s".split()
    recording = ROOT / "Tests/Data/marg/broad_slow_rotation_breaks.csv"
    assert run(python, ROOT / "docs/examples/python/calibrate.py", recording, *words, cwd=tmp_path)


def test_package_for_npm_installs_and_calibrates(tmp_path):
    shutil.copytree(ROOT / "docs/examples/web", tmp_path, dirs_exist_ok=True)
    shutil.copy(the("*-npm.tgz"), tmp_path)
    run(
        "npm",
        "install",
        "--offline",
        "--no-audit",
        "--no-fund",
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    assert re.search(r"\d", run("node", "node.js", cwd=tmp_path))
