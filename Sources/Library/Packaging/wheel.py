#!/usr/bin/env python3
"""Packs the Python package for this host as a wheel, and as the source distribution from which pip compiles it on other machines:
`make wheel`.

Both are made of the package, binnacle.c, binnacle_arrays.c and binnacle_device.c; setup.py compiles them, as it does where pip installs
the package from a clone, which has no binnacle_device.c and so no drivers of sensors. PyPI's `build` makes them. The same sources make the same bytes.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import archives
import library

PACKAGE = library.HERE.with_name("Python")
SHARED = ("binnacle/libbinnacle.so", "binnacle/libbinnacle_device.so")
# What setup.py finds beside the package in a clone.
SOURCES = (
    library.C_FILE, library.C_FILE.with_name("binnacle_arrays.c"), library.HEADER, library.c_header.ARRAYS,
)  # fmt: skip


def functions():
    """The functions that the library shows."""
    return sorted(name for header in (None, library.c_header.arrays()) for name in library.functions(header))


def staged(stage):
    """Copies the package and the C files to where it is built; returns that folder."""
    shutil.rmtree(stage, ignore_errors=True)
    shutil.copytree(PACKAGE, stage, ignore=shutil.ignore_patterns("__pycache__", "*.so", "build", "*.egg-info"))
    (stage / "source").mkdir()
    for path in (*SOURCES, library.device_file(), library.c_header.DEVICE):
        shutil.copyfile(path, stage / "source" / path.name)
    return stage


def built(stage, kind, epoch):
    """Builds the wheel or the source distribution of a folder; returns its path."""
    for path in (stage, *stage.rglob("*")):
        path.chmod(0o755 if path.is_dir() or path.suffix == ".so" else 0o644)
    made = stage.with_name(f"{stage.name}-made")
    shutil.rmtree(made, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", str(made), str(stage)],
        capture_output=True,
        text=True,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(max(epoch, archives.OLDEST)), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    if done.returncode != 0:
        sys.exit(f"The {kind} was not built:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    (path,) = made.iterdir()
    return path


def package(scratch):
    """The folder that Python can import the package from."""
    wheel(scratch, scratch, 0)
    return scratch / "wheel"


def wheel(scratch, output, epoch):
    """Builds the wheel, and puts its library into the folder of the package; returns the path of the wheel."""
    stage = staged(scratch / "wheel")
    path = built(stage, "wheel", epoch)
    with zipfile.ZipFile(path) as archive:
        for name in SHARED:
            archive.extract(name, stage)
    output.mkdir(parents=True, exist_ok=True)
    return pathlib.Path(shutil.copy(path, output))


def sdist(scratch, output, epoch):
    """Builds the source distribution; returns its path."""
    stage = staged(scratch / "sdist")
    output.mkdir(parents=True, exist_ok=True)
    # setuptools writes the time of the day into the archive.
    with tempfile.TemporaryDirectory() as unpacked, tarfile.open(built(stage, "sdist", epoch)) as archive:
        archive.extractall(unpacked, filter="data")
        (folder,) = pathlib.Path(unpacked).iterdir()
        return archives.tar(folder, output / f"binnacle-{library.version()}.tar.gz", epoch)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--output", type=pathlib.Path, default=library.ROOT / "dist", help="the folder of the wheel (dist)"
    )
    parser.add_argument(
        "--scratch", type=pathlib.Path, default=library.ROOT / ".build/library", help="where it is built"
    )
    words = parser.parse_args()
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    for build in wheel, sdist:
        print(build(words.scratch.resolve(), words.output, epoch), flush=True)


if __name__ == "__main__":
    main()
