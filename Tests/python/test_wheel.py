"""The Python package as its users get it: the wheel, installed beside NumPy alone in a fresh environment.

`make test` fits some of the bundled recordings; BINNACLE_EFFORT=full (`make library-long`) all of them, checks the types, and builds the
wheel twice. The checks themselves are in wheel/check_*.py: checks.py runs them where neither pytest nor this checkout can be imported."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent / "wheel"
EXAMPLE = ROOT / "docs/examples/python"
PROGRAM = os.environ.get("BINNACLE_PROGRAM", str(ROOT / ".build/debug/binnacle"))
IS_LONG = os.environ.get("BINNACLE_EFFORT") == "full"
long = pytest.mark.skipif(not IS_LONG, reason="make library-long")
sys.path[:0] = [str(ROOT / "Sources/Library/Packaging"), str(HERE)]
import recordings  # noqa: E402
import wheel as packing  # noqa: E402


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300, **options)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """A folder with what the program says of the recordings."""
    folder = tmp_path_factory.mktemp("told")

    def keep(name, *words):
        done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, timeout=120)
        # 1: a verdict that is not good, which is a result, too.
        assert done.returncode in (0, 1), done.stderr.decode()
        (folder / name).write_bytes(done.stdout)
        return done.returncode

    for recording in recordings.RECORDINGS:
        if not IS_LONG and recording[0] not in recordings.FEW:
            continue
        words = recordings.options(recording)
        accepted = keep(f"{recording[0]}.json", "fit", *words, "--json") == 0
        if accepted and recording[3] != "counts":
            keep(f"{recording[0]}.record", "fit", *words, "--as", "record")
    (folder / "stream.json").write_text(
        json.dumps(
            {
                "hardIronNanotesla": [1000, -2000, 500],
                "softIron": [[1.01, 0.02, 0], [0.02, 0.98, 0.01], [0, 0.01, 1.0112]],
                "fieldStrengthNanotesla": 44000,
            }
        )
    )
    (slow,) = [row for row in recordings.RECORDINGS if row[0] == "broad slow"]
    words = recordings.options(slow)
    keep("stream.jsonl", "replay", f"{words[0]}", *words[1:], "--calibration", folder / "stream.json", "--json")
    keep("motion.jsonl", "check", "motion", "--json")
    return folder


def test_environment_hasTheWheelAndNumPyAlone(python):
    listed = json.loads(run(python, "-m", "pip", "list", "--format", "json"))
    assert {row["name"] for row in listed} - {"pip", "setuptools"} == {"binnacle", "numpy"}


def test_wheel_holdsTheLibraryItsLicenceAndItsTypes_underTheRightTag(wheel):
    assert wheel.name == f"binnacle-{packing.library.version()}-py3-none-linux_x86_64.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        folder = f"binnacle-{packing.library.version()}.dist-info"
        assert {
            "binnacle/libbinnacle.so",
            "binnacle/py.typed",
            "binnacle/__init__.py",
            f"{folder}/licenses/LICENSE",
        } < set(names)
        tags = archive.read(f"{folder}/WHEEL").decode()
        assert "Root-Is-Purelib: false" in tags and "Tag: py3-none-linux_x86_64" in tags
        told = archive.read(f"{folder}/METADATA").decode()
        assert "License-Expression: Apache-2.0" in told and "Requires-Dist: numpy" in told
        assert archive.read(f"{folder}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
        so = archive.read("binnacle/libbinnacle.so")
        assert str(ROOT).encode() not in so
        for name in names:
            assert not re.search(r"\.(swift|c|h|o|a)$|__pycache__", name), name


def test_sharedLibrary_showsTheFunctionsOfItsHeaders_andNeedsTheCLibraryAlone(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        path = archive.extract("binnacle/libbinnacle.so", tmp_path)
    symbols = [line.split() for line in run("nm", "-D", path).splitlines()]
    assert sorted(row[-1] for row in symbols if row[-2] == "T") == packing.functions()
    assert {row[-1].split("@")[0] for row in symbols if row[-2] in "Uw"} <= {"memcpy", "memset", "memmove", "memcmp"}
    # The linker leaves it out where the compiler needed none of its functions.
    assert set(re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", path))) <= {"libc.so.6"}


def check(python, told, *first):
    """Runs the checks; modules of the folders `first` come before the installed ones."""
    said = run(
        python,
        "-I",
        "-c",
        f"import runpy, sys; sys.path[:0] = {[str(HERE), *map(str, first)]!r}; sys.argv = ['checks.py', {str(told)!r}]; "
        f"runpy.run_path({str(HERE / 'checks.py')!r}, run_name='__main__')",
        cwd="/",
    )
    passed, of = re.search(r"(\d+) of (\d+) checks passed", said).groups()
    assert passed == of and int(of) >= 25


def test_checks_inAFreshEnvironment_pass(python, told):
    check(python, told)


def test_clone_isInstalledByPip_withoutSwift(python, tmp_path):
    """`pip install ./Sources/Library/Python`: a C compiler is all that is wanted, and the answers are those of the wheel."""
    clone, installed, tools = (tmp_path / name for name in ("clone", "site-packages", "tools"))
    shutil.copytree(
        ROOT / "Sources/Library",
        clone / "Sources/Library",
        symlinks=True,
        ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"),
    )
    shutil.copy(ROOT / "LICENSE", clone)
    tools.mkdir()
    for name in ("swift", "swiftc"):
        (tools / name).write_text("#!/bin/sh\nexit 1\n")
        (tools / name).chmod(0o755)
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", installed)
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
    run(sys.executable, "-m", "pip", "install", *options, clone / "Sources/Library/Python", env=environment)
    assert (next(installed.glob("binnacle-*.dist-info")) / "licenses/LICENSE").exists()
    program = """if True:
        import sys, numpy
        sys.path[:0] = sys.argv[1:]
        import binnacle
        z, turn = numpy.linspace(-1, 1, 300), numpy.arange(300) * 2.399963
        level = numpy.sqrt(1 - z * z)
        field = numpy.column_stack([level * numpy.cos(turn), level * numpy.sin(turn), z]) * 48
        print(binnacle.__file__, binnacle.__version__)
        print(binnacle.heading(field).tobytes().hex(), binnacle.fit(field + [5, 9, 2]).hard_iron.tobytes().hex())
    """
    place, *answers = run(python, "-I", "-c", program, installed, cwd="/").splitlines()
    assert place == f"{installed}/binnacle/__init__.py {packing.library.version()}"
    assert answers == run(python, "-I", "-c", program, cwd="/").splitlines()[1:]


@long
def test_sourceDistribution_isCompiledByPip_andPassesTheSameChecks(python, told, tmp_path):
    archive = packing.sdist(tmp_path / "scratch", tmp_path / "dist", 1_700_000_000)
    assert archive.name == f"binnacle-{packing.library.version()}.tar.gz"
    installed = tmp_path / "site-packages"
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", installed)
    run(sys.executable, "-m", "pip", "install", *options, archive)
    (made,) = (installed / "binnacle").glob("*.so")
    assert made.name == "libbinnacle.so" and "swift" not in run("nm", "-D", made)
    check(python, told, installed)
    again = packing.sdist(tmp_path / "again", tmp_path / "other", 1_700_000_000)
    assert again.read_bytes() == archive.read_bytes()


def test_example_calibratesARecording(python, tmp_path):
    """docs/examples/python; the program takes the record that it writes."""
    slow = ROOT / "Tests/Data/marg/broad_slow_rotation_breaks.csv"
    words = ("--columns=mx,-my,-mz,ax,-ay,-az", "--time", "t_s")
    said = run(
        python, EXAMPLE / "calibrate.py", slow, *words, "--force-unit", "m/s2", "--record", tmp_path / "record.json"
    )
    assert said.startswith("accepted: ellipsoid from 4087 rows, grade 1 of 3\n")
    assert "heading within 7.7° in 95 % of attitudes" in said and "headings    4077 of 4087" in said
    lines = run(
        PROGRAM,
        "replay",
        slow,
        *words,
        "--accel-unit",
        "m/s2",
        "--calibration",
        tmp_path / "record.json",
        "--json",
        "--readings",
        "1",
    )
    first = float(re.search(r"the first ([\d.]+)°", said)[1])
    assert abs(json.loads(lines.splitlines()[0])["magneticHeadingDegrees"] - first) <= 0.051


def test_linesOfTheReadme_calibrateARecording(python):
    block = (ROOT / "README.md").read_text().split("<!-- python: a calibration from a CSV -->\n```python\n")[1]
    said = run(python, "-c", block.split("```")[0], cwd=ROOT)
    assert re.match(r"ellipsoid 7\.\d+ \[", said), said


def test_example_endsWithAStatus(python, tmp_path):
    def ended(*words):
        done = subprocess.run([python, EXAMPLE / "calibrate.py", *words], capture_output=True, text=True, timeout=60)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout + done.stderr

    data = ROOT / "Tests/Data/marg"
    status, said = ended(data / "xio_fusion.csv", "--columns=mx_uT,-my_uT,-mz_uT")
    assert status == 1 and "reason      notPositive" in said
    assert ended(data / "none.csv")[0] == 2
    status, said = ended(data / "xio_fusion.csv", "--columns=a,b,c")
    assert status == 2 and "no column 'a'; there are t_s" in said
    assert ended(data / "xio_fusion.csv", "--columns=mx_uT")[0] == 2
    status, said = ended(
        data / "broad_slow_rotation_breaks.csv", "--columns=mx,-my,-mz", "--plot", tmp_path / "plot.png"
    )
    assert status == 2 and "pip install matplotlib" in said


@long
def test_wheel_builtAgainElsewhere_isTheSame(wheel, tmp_path):
    assert packing.wheel(tmp_path / "scratch", tmp_path / "dist", 1_700_000_000).read_bytes() == wheel.read_bytes()


@long
def test_types_areWhole(python):
    """mypy, of the package and of a program that uses it."""
    package = next((python.parent.parent / "lib").glob("python3*/site-packages/binnacle"))
    # matplotlib, which the example may use, is not there.
    for path, *options in ((package,), (EXAMPLE / "calibrate.py", "--ignore-missing-imports")):
        run(
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--python-executable",
            python,
            "--cache-dir",
            "/dev/null",
            *options,
            path,
        )
