#!/usr/bin/env python3
"""Builds libbinnacle.so for this host and packs it with the Python package around it: `make wheel`. Beside the wheel it writes the
source distribution, from which pip compiles libbinnacle.so on other machines.

The library has the functions of binnacle.h and of binnacle_arrays.h, from the same sources as libbinnacle.a, with the same compiler
options. PyPI's `build` makes the wheel. The same sources make the same bytes.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

import archives
import library

PRODUCT = "BinnacleArrays"
TARGET = "linux-x86_64"
HEADERS = (library.HEADER, library.HEADER.with_name("binnacle_arrays.h"))
PACKAGE = library.HERE.with_name("Python")
GENERATOR = library.ROOT / "Sources/Library/C99/generate.py"


def functions():
    """The functions that the library shows."""
    return sorted(name for header in HEADERS for name in library.functions(header))


def shared(scratch):
    """Builds the shared library; returns its path."""
    whole = library.joined(TARGET, scratch, PRODUCT, functions())
    library.check(TARGET, whole, functions())
    path = whole.with_name("libbinnacle.so")
    names = whole.with_name("names.map")
    names.write_text("{ global: binnacle_*; local: *; };\n")
    library.run(
        "gcc",
        "-shared",
        "-nostartfiles",
        "-Wl,-soname,libbinnacle.so",
        f"-Wl,--version-script={names}",
        "-Wl,-z,defs",
        "-Wl,-z,relro,-z,now",
        "-Wl,--build-id=none",
        "-Wl,--gc-sections",
        whole,
        "-o",
        path,
    )
    library.run("strip", "--strip-unneeded", path)
    return path


def staged(stage):
    """Copies the package to where it is built; returns that folder."""
    shutil.rmtree(stage, ignore_errors=True)
    shutil.copytree(PACKAGE, stage, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copyfile(library.ROOT / "LICENSE", stage / "LICENSE")
    (stage / "VERSION").write_text(library.version() + "\n")
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
    stage = staged(scratch / "wheel")
    shutil.copyfile(shared(scratch), stage / "binnacle/libbinnacle.so")
    return stage


def wheel(scratch, output, epoch):
    """Builds the wheel; returns its path."""
    output.mkdir(parents=True, exist_ok=True)
    return pathlib.Path(shutil.copy(built(package(scratch), "wheel", epoch), output))


def sdist(scratch, output, epoch):
    """Builds the source distribution; returns its path."""
    stage = staged(scratch / "sdist")
    library.run(sys.executable, GENERATOR, "--arrays", "--output", stage / "source")
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
