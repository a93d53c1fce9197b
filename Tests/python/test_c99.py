"""binnacle.c, the library as one C99 file: it is what the sources make, and answers bit by bit as the archive does.

`make test` tries the compilers of the host. BINNACLE_EFFORT=full (`make library-long`) tries the others, on the cores that they are for."""

import functools
import subprocess
import sys
from pathlib import Path

import pytest
from bench.tools import ROOT

sys.path[:0] = [str(ROOT / "Sources/Library/Packaging")]
import library  # noqa: E402

C99 = ROOT / "Sources/Library/C99"
HERE = Path(__file__).parent / "library"
# Angles that a program sums up; a sanitizer is slow.
ANGLES, FEW_ANGLES = 20_000_000, 200_000


def output(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600, **options)
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


@functools.cache
def expected(angles):
    """What the archive answers."""
    folder = ROOT / ".build/library/c99"
    folder.mkdir(parents=True, exist_ok=True)
    archive = library.build("linux-x86_64", ROOT / ".build/library")
    sources = (HERE / "answers.c", HERE / "angles.c", HERE / "print.c")
    output("gcc", "-O1", "-std=c99", "-I", library.HEADER.parent, *sources, archive, "-o", folder / "archive")
    return output(folder / "archive", angles)


def test_files_areWhatTheSourcesMake(tmp_path):
    output(sys.executable, C99 / "generate.py", "--output", tmp_path)
    for name in ("binnacle.c", "binnacle.h"):
        assert (tmp_path / name).read_text() == (C99 / name).read_text(), "Run `make library-c`"


COMPILERS = {
    "gcc": ("gcc", "-O2", "-std=c99"),
    "gcc-sanitizers": ("gcc", "-O1", "-std=c99", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    "g++": ("g++", "-O1", "-std=c++17", "-x", "c++"),
    "clang": ("clang", "-O2", "-std=c99"),
}


@pytest.mark.parametrize("compiler", COMPILERS)
def test_answers_areThoseOfTheArchive(compiler, tmp_path):
    angles = FEW_ANGLES if "sanitizers" in compiler else ANGLES
    output(*COMPILERS[compiler], "-I", C99, "-c", C99 / "binnacle.c", "-o", tmp_path / "binnacle.o")
    sources = (HERE / "answers.c", HERE / "angles.c", HERE / "print.c")
    linked = COMPILERS[compiler] if "sanitizers" in compiler else ("gcc", "-O1", "-std=c99")
    output(*linked, "-I", C99, *sources, tmp_path / "binnacle.o", "-o", tmp_path / "answers")
    assert output(tmp_path / "answers", angles) == expected(angles)
