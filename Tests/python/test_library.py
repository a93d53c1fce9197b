"""libbinnacle.a as C people get it: from its archive alone, on the host, with CMake and pkg-config.

`make test` looks at the objects of the host and the Cortex-M0. BINNACLE_EFFORT=full (`make library-long`) looks at those of every
core, and builds twice. test_library_cores.py runs it on cores and test_library_costs.py measures it; test_web_library.py has the
library for WebAssembly, and test_wheel.py the Python package."""

import json
import os
import re
import subprocess

import binnacle_header
import pytest
from artefacts import archive
from bench.tools import ROOT, run
from c_library import HERE, IS_LONG, ON_CORES, STRICT, gcc, library, long, output


def vectors():
    cases = json.loads((ROOT / "Protocols/heading/vectors/heading.json").read_text())["cases"]
    for case in cases:
        force = case["specificForceMicroG"]
        yield " ".join(
            map(
                str,
                [
                    *case["fieldQ8"],
                    int(force is not None),
                    *(force or [0, 0, 0]),
                    1000 if case["headingDegrees"] is None else case["headingDegrees"],
                    1e-4 if case["inDomain"] else 1e-2,
                ],
            )
        )


# MARK: - The archive


def test_archive_isTheSameTwice(tmp_path):
    first = library.pack("cortex-m0", archive("cortex-m0"), tmp_path / "a", 5)
    second = library.pack("cortex-m0", archive("cortex-m0"), tmp_path / "b", 5)
    assert first.read_bytes() == second.read_bytes()
    subprocess.run(["sha256sum", "--quiet", "-c", first.name + ".sha256"], cwd=first.parent, check=True)


@long
@pytest.mark.parametrize("name", ["cortex-m0", "linux-x86_64"])
def test_object_builtInAnotherPlace_isTheSame(name, tmp_path):
    assert library.build(name, tmp_path / "elsewhere").read_bytes() == archive(name).read_bytes()


@pytest.mark.parametrize("name", ["cortex-m0", "linux-x86_64"])
def test_archive_isWholeAndNamesNoFolderOfThisMachine(unpacked, name):
    folder = unpacked(name)
    subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=folder, check=True)
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert {"include/binnacle.h", "lib/libbinnacle.a", "lib/pkgconfig/binnacle.pc", "LICENSE", "README.md"} < there
    for path in there:
        content = (folder / path).read_bytes()
        assert (
            str(ROOT).encode() not in content
            and b"/opt/" not in content
            and b"@" not in (content if path.endswith((".pc", ".cmake")) else b"")
        ), path


@pytest.mark.parametrize("name", [*ON_CORES, "linux-x86_64"])
def test_object_showsItsFunctionsAndNeedsOnlyHelpers(name):
    found = library.symbols(name, archive(name))
    shown = {symbol for letter, symbol in found if letter.isupper() and letter != "U"}
    assert shown - {library.ONE_OF_TWO} == set(library.functions())
    wanted = {symbol for letter, symbol in found if letter == "U"}
    assert all(library.HELPERS.fullmatch(symbol) for symbol in wanted), wanted
    # Memory functions and whole numbers; no floating point.
    assert not [symbol for symbol in wanted if re.search(r"_[fd](add|sub|mul|div|2|cmp)|[sd]f[23]?$", symbol)]
    if name != "linux-x86_64":
        assert "GOT" not in library.relocations(name, archive(name))
        assert "ELF32" in output("readelf", "-h", archive(name))
        # Firmware with an FPU links it, too.
        assert "Tag_CPU" not in output("readelf", "-A", archive(name))
        # With it the linker warns of an executable stack, in every firmware that takes an object of newlib.
        assert ".note.GNU-stack" not in output("readelf", "-SW", archive(name))


def test_check_findsAForeignNameAndAGot(tmp_path, monkeypatch):
    source = tmp_path / "foreign.c"
    source.write_text("extern int else_where(void); int binnacle_version(void) { return else_where(); }")
    run(*gcc("cortex-m0"), "-c", source, "-o", tmp_path / "foreign.o")
    with pytest.raises(SystemExit, match="global names differ"):
        library.check("cortex-m0", tmp_path / "foreign.o", library.functions())
    with pytest.raises(SystemExit, match="needs .*else_where"):
        library.check("cortex-m0", tmp_path / "foreign.o", ["binnacle_version"])
    source.write_text("extern int binnacle_x; int binnacle_x = 1; int binnacle_version(void) { return binnacle_x; }")
    run(*gcc("cortex-m0"), "-fPIC", "-c", source, "-o", tmp_path / "got.o")
    monkeypatch.setattr(library, "HELPERS", re.compile(".*"))
    with pytest.raises(SystemExit, match="would need a .got"):
        library.check("cortex-m0", tmp_path / "got.o", ["binnacle_version", "binnacle_x"])


# MARK: - On the host


@pytest.mark.parametrize("compiler", [("gcc", "-std=c99"), ("g++", "-x", "c++", "-std=c++17")])
def test_program_ofTwentyLines_passesTheHeadingVectors(unpacked, compiler, tmp_path):
    folder = unpacked("linux-x86_64")
    run(
        *compiler,
        *STRICT,
        "-I",
        folder / "include",
        HERE / "vectors.c",
        "-x",
        "none",
        folder / "lib/libbinnacle.a",
        "-lm",
        "-o",
        tmp_path / "vectors",
    )
    cases = list(vectors())
    assert len(cases) > 400
    assert output(tmp_path / "vectors", input="\n".join(cases)) == f"{len(cases)} cases, 0 wrong, version 0.1.0\n"


def test_badArguments_underSanitizers_giveCodes(unpacked, tmp_path):
    folder = unpacked("linux-x86_64")
    run(
        "gcc",
        "-g",
        "-std=c99",
        *STRICT,
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
        "-I",
        folder / "include",
        HERE / "bad.c",
        folder / "lib/libbinnacle.a",
        "-o",
        tmp_path / "bad",
    )
    assert output(tmp_path / "bad") == "0 failures\n"


def test_everyFunction_underSanitizers_refusesWhatItCannotUse(unpacked, tmp_path):
    """Null, not aligned, an object of zeros, of ones or of another kind, a wrong size, extreme numbers: made from the header."""
    folder = unpacked("linux-x86_64")
    (tmp_path / "every.c").write_text(binnacle_header.program())
    names = {function.name for function in binnacle_header.functions()}
    assert names | {"binnacle_strerror", "binnacle_version", "binnacle_centidegrees"} == set(library.functions())
    run(
        "gcc",
        "-g",
        "-std=c99",
        *STRICT,
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
        "-I",
        folder / "include",
        tmp_path / "every.c",
        folder / "lib/libbinnacle.a",
        "-o",
        tmp_path / "every",
    )
    calls, failures = re.fullmatch(r"(\d+) calls, (\d+) failures\n", output(tmp_path / "every")).groups()
    assert failures == "0" and int(calls) > 300


@pytest.mark.parametrize("kind, amount", [("random", 3_000_000), ("damage", 3), ("several", 1)])
def test_everyFunction_calledAtRandomAndOnDamagedObjects_nothingTraps(unpacked, kind, amount, tmp_path):
    """`make fuzz` runs the same program for as long as it is told to."""
    folder = unpacked("linux-x86_64")
    (tmp_path / "calls.h").write_text(binnacle_header.table())
    program = tmp_path / "calls"
    source = ROOT / "Tests/fuzz/calls.c"
    places = ("-I", folder / "include", "-I", tmp_path)
    run("gcc", "-O1", "-std=gnu99", *STRICT[:2], *places, source, folder / "lib/libbinnacle.a", "-o", program)
    seed = int.from_bytes(os.urandom(4)) if IS_LONG else 1
    print(f"seed {seed}")
    done = subprocess.run([program, kind, str(seed), str(amount)], capture_output=True, text=True, timeout=300)
    assert done.stdout.endswith(" 0 faults\n"), f"seed {seed}: {done.stdout[-2000:]}{done.stderr}"
    assert int(done.stdout.split()[0]) >= 3_000_000


def test_anHourOfADevice_answersAreWithinWhatTheyState(unpacked, tmp_path):
    """`make soak` runs the same program for a day and more."""
    folder = unpacked("linux-x86_64")
    program = tmp_path / "soak"
    places = ("-I", folder / "include", ROOT / "Tests/fuzz/soak.c", folder / "lib/libbinnacle.a")
    run("gcc", "-O1", "-std=gnu99", *STRICT[:2], *places, "-lm", "-o", program)
    seed = int.from_bytes(os.urandom(4)) if IS_LONG else 1
    print(f"seed {seed}")
    done = subprocess.run([program, "1", str(seed)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout.endswith(" 0 faults\n"), f"seed {seed}: {done.stdout[-2000:]}"


def test_loop_atTheTopOfTheHeader_calibratesAndTellsItsHeading(unpacked, tmp_path):
    folder = unpacked("linux-x86_64")
    text = (folder / "include/binnacle.h").read_text()
    lines = (
        re.search(r"@code\n(.*?) \* @endcode", text, re.S)[1]
        .replace("\n * ", "\n")
        .replace("\n *\n", "\n\n")
        .removeprefix(" * ")
    )
    assert 20 <= len([line for line in lines.splitlines() if line.strip(" }")]) <= 28
    (tmp_path / "lines.h").write_text(lines)
    run(
        "gcc",
        "-O1",
        "-std=c99",
        *STRICT,
        "-I",
        folder / "include",
        "-I",
        tmp_path,
        HERE / "loop.c",
        folder / "lib/libbinnacle.a",
        "-lm",
        "-o",
        tmp_path / "loop",
    )
    assert output(tmp_path / "loop") == "stored 1\nstored 1\n30.00 1\n"


PROJECT = """cmake_minimum_required(VERSION 3.20)
project(fresh C)
find_package(binnacle 0.1 REQUIRED)
add_executable(fresh fresh.c)
target_link_libraries(fresh PRIVATE binnacle::binnacle {})
"""
FRESH = """#include <binnacle.h>
int main(void) { return binnacle_version()[0] == '0' ? 0 : 1; }
"""


def test_freshProject_findsTheLibraryByCMake(unpacked, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(PROJECT.format(""))
    (tmp_path / "fresh.c").write_text(FRESH)
    output("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={unpacked('linux-x86_64')}")
    output("cmake", "--build", tmp_path / "build")
    output(tmp_path / "build/fresh")
    (tmp_path / "CMakeLists.txt").write_text(PROJECT.format("").replace("0.1 REQ", "0.2 REQ"))
    other = subprocess.run(
        ["cmake", "-S", tmp_path, "-B", tmp_path / "other", f"-DCMAKE_PREFIX_PATH={unpacked('linux-x86_64')}"],
        capture_output=True,
        text=True,
    )
    assert other.returncode != 0 and "0.1.0" in other.stderr


@pytest.mark.parametrize("name", ["linux-x86_64", "cortex-m0"])
def test_freshProject_findsTheLibraryByPkgConfig(unpacked, name, tmp_path):
    (tmp_path / "fresh.c").write_text(FRESH)
    environment = {**os.environ, "PKG_CONFIG_PATH": str(unpacked(name) / "lib/pkgconfig")}
    words = output("pkg-config", "--cflags", "--libs", "binnacle", env=environment).split()
    run(
        *gcc(name),
        *([] if name == "linux-x86_64" else ["--specs=nosys.specs"]),
        tmp_path / "fresh.c",
        *words,
        "-o",
        tmp_path / "fresh",
    )
    if name == "linux-x86_64":
        output(tmp_path / "fresh")
    assert output("pkg-config", "--modversion", "binnacle", env=environment) == "0.1.0\n"


def test_linesOfTheReadme_pointNorth(unpacked, tmp_path):
    """The six lines of README.md, in a program."""
    block = (
        (ROOT / "README.md").read_text().split("<!-- c: a compass without a calibration -->\n```c\n")[1].split("```")[0]
    )
    head, body = block.split("static binnacle_compass compass;\n")
    (tmp_path / "readme.c").write_text(
        f"""#include <stdio.h>
{head}static binnacle_compass compass;
static void show(uint32_t centidegrees) {{ printf("%u\\n", (unsigned)centidegrees); }}
int main(void) {{
  const int32_t force[3] = {{0, 0, -1000000}}, field[3] = {{20000, -5000, 40000}};
  uint64_t now = 0;
  uint32_t heading;
  {body}
  return 0;
}}
"""
    )
    folder = unpacked("linux-x86_64")
    run(
        "gcc",
        *STRICT,
        "-I",
        folder / "include",
        tmp_path / "readme.c",
        folder / "lib/libbinnacle.a",
        "-o",
        tmp_path / "readme",
    )
    # atan2(5, 20)
    assert run(tmp_path / "readme").strip() == "1404"
