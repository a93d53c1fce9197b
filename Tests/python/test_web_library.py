"""The library for WebAssembly as people of JavaScript get it: its archive alone, under node, with the bits of every core.

`make test` takes samples; BINNACLE_EFFORT=full (`make library-long`) 20 million angles, a second build, and a whole instrument's size.
WasmKit, the interpreter in Swift's toolchain, is the second engine where it is there."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import artefacts
import binnacle_header
import pytest
from bench.tools import ROOT, run, swift_tools

sys.path.insert(0, str(ROOT / "Sources/Library/Packaging"))
import library
import web

HERE = Path(__file__).parent / "library"
EXAMPLE = ROOT / "docs/examples/web"
PAGE_CORE = ROOT / ".build/web/binnacle-page.wasm"
PROGRAM = os.environ.get("BINNACLE_PROGRAM", str(ROOT / ".build/debug/binnacle"))
SCRATCH = ROOT / ".build/library"
IS_LONG = os.environ.get("BINNACLE_EFFORT") == "full"
ANGLES = 20_000_000 if IS_LONG else 2_000_000
# WasmKit interprets: some 3 million angles a second.
ANGLES_INTERPRETED = 2_000_000 if IS_LONG else 200_000
long = pytest.mark.skipif(not IS_LONG, reason="make library-long")
pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("node", "tsc", "wasm-opt"))),
    reason="nodejs, node-typescript or binaryen is not installed: make browsers",
)


def output(*command, **options):
    done = subprocess.run(swift_tools.command(command), capture_output=True, text=True, timeout=300, **options)
    assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def parts(module):
    """The object files of the module; `module` has built them."""
    return web.parts(SCRATCH)


@pytest.fixture(scope="module")
def project(module, tmp_path_factory):
    """A folder with the package in node_modules, unpacked from its archive, and the programs of these tests."""
    folder = tmp_path_factory.mktemp("project")
    with tarfile.open(library.pack("wasm32", module, folder, 0)) as file:
        file.extractall(folder, filter="data")
    (folder / "node_modules").mkdir()
    (folder / "package").rename(folder / "node_modules/binnacle")
    for path in (HERE / "web").iterdir():
        shutil.copy(path, folder)
    (folder / "package.json").write_text('{"type": "module", "private": true}')
    return folder


@pytest.fixture(scope="module")
def node(project):
    """A function that runs a part of main.js."""

    def call(what, words=None):
        return json.loads(output("node", "main.js", what, cwd=project, input=json.dumps(words)))

    return call


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """The folder of the host's archive, unpacked."""
    folder = tmp_path_factory.mktemp("host")
    with tarfile.open(library.pack("linux-x86_64", artefacts.archive("linux-x86_64"), folder, 0)) as file:
        file.extractall(folder, filter="data")
    return folder / f"binnacle-{library.version()}-linux-x86_64"


@pytest.fixture(scope="module")
def told(host, tmp_path_factory):
    """What answers.c and angles.c print on this host: the hash, the record, and the hashes of angles."""
    program = tmp_path_factory.mktemp("told") / "print"
    run(
        "gcc",
        "-O2",
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Werror",
        "-I",
        host / "include",
        *(HERE / f"{name}.c" for name in ("answers", "angles", "print")),
        host / "lib/libbinnacle.a",
        "-o",
        program,
    )
    return output(program, ANGLES, ANGLES_INTERPRETED).split()


# MARK: - The archive


def test_archive_isTheSameTwice_andWhole(module, project, tmp_path):
    first = library.pack("wasm32", module, tmp_path / "a", 5)
    second = library.pack("wasm32", module, tmp_path / "b", 5)
    assert first.read_bytes() == second.read_bytes()
    output("sha256sum", "--quiet", "-c", f"{first.name}.sha256", cwd=first.parent)
    folder = project / "node_modules/binnacle"
    output("sha256sum", "--quiet", "-c", "SHA256SUMS", cwd=folder)
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    package = json.loads((folder / "package.json").read_text())
    assert there == {*package["files"], "package.json", "SHA256SUMS"}
    assert package["version"] == library.version() and package["main"][2:] in there and package["types"][2:] in there
    for path in there:
        content = (folder / path).read_bytes()
        assert str(ROOT).encode() not in content and b"/opt/" not in content and b"@VERSION@" not in content, path


@long
def test_module_builtInAnotherPlace_isTheSame(module, tmp_path):
    assert library.build("wasm32", tmp_path / "elsewhere").read_bytes() == module.read_bytes()


def test_module_hasTheFunctionsOfTheHeader_andNeedsNothing(node):
    found = node("module")
    assert sorted(found["exports"]) == sorted([*library.functions(), "memory", "__heap_base"])
    assert found["imports"] == [] and found["version"] == library.version()


def test_sizes_areThoseOfTheDocument(module, parts, tmp_path):
    """The table of docs/performance.md; and the limits of the modules."""
    table = (ROOT / "docs/performance.md").read_text()
    told = {
        name: int(size.replace(",", ""))
        for name, size in re.findall(r"^\| wasm: ([^|]+?) \|[^|]*\| ([\d,]+)[^|]*\|", table, flags=re.M)
    }
    found = {"angle": web.link(parts, ["binnacle_angle"], tmp_path / "angle.wasm"), "library": module}
    if IS_LONG:
        found["library without gyroscope"] = web.link(
            parts,
            [name for name in library.functions() if "motion" not in name and "guide" not in name],
            tmp_path / "without.wasm",
        )
        found["instrument"] = web.link(parts, web.instrument_functions(), tmp_path / "instrument.wasm")
        found["library and instrument"] = web.link(
            parts, [*library.functions(), *web.instrument_functions()], tmp_path / "both.wasm"
        )
    if PAGE_CORE.exists():
        found["page"] = PAGE_CORE
    sizes = {name: path.stat().st_size for name, path in found.items()}
    assert sizes == {name: pytest.approx(told[name], rel=0.01, abs=16) for name in sizes}
    assert set(told) == {
        "angle",
        "library without gyroscope",
        "library",
        "instrument",
        "library and instrument",
        "page",
    }
    limits = {"angle": 1_400, "library without gyroscope": 80_000, "instrument": 155_000}
    for name, limit in limits.items():
        excuse = re.search(rf"^\| wasm: {name} \|[^|]*\| [\d,]+ \*\*not reached: {limit:,}\*\* \|", table, flags=re.M)
        assert (told[name] > limit) == bool(excuse), name


# MARK: - The same bits


def test_headings_meetTheVectors(node):
    cases = json.loads((ROOT / "Protocols/heading/vectors/heading.json").read_text())["cases"]
    found = node("vectors", [{"field": case["fieldQ8"], "force": case["specificForceMicroG"]} for case in cases])
    assert len(found) == len(cases) > 400
    for case, heading in zip(cases, found):
        if case["headingDegrees"] is None:
            assert heading is None, case
        else:
            error = (heading * 360 / 2**32 - case["headingDegrees"] + 180) % 360 - 180
            assert abs(error) <= (1e-4 if case["inDomain"] else 1e-2), case


def test_answers_areThoseOfTheHost(node, told):
    found = node("answers", 1200)
    assert found["hash"] > 2
    assert [str(found["hash"]), found["record"]] == told[:2]


def test_angles_areThoseOfTheHost(node, told):
    assert str(node("angles", ANGLES)) == told[2]
    assert str(node("angles", ANGLES - 1)) != told[2]


def test_calibration_ofARecording_makesTheRecordOfTheHost(node, host, tmp_path):
    """A sensor that a hand turns: the 216 bytes of the record are the same."""
    lines = [
        line.split(",")
        for line in (ROOT / "Tests/Data/marg/broad_slow_rotation_breaks.csv").read_text().splitlines()
        if not line.startswith("#")
    ]
    # Sensor axes X forward, Y left, Z up; microtesla and m/s². From the first movement on: a calibration does not wait for long.
    moving = [dict(zip(lines[0], map(float, line))) for line in lines[1:] if line[-1].strip()]
    moving = moving[next(i for i, row in enumerate(moving) if row["movement"] == 1) :]
    rows = [
        [
            round((row["t_s"] - moving[0]["t_s"]) * 1e6),
            *(round(row[name] * 1000) * sign for name, sign in (("mx", 1), ("my", -1), ("mz", -1))),
            *(round(row[name] / 9.80665e-6) * sign for name, sign in (("ax", 1), ("ay", -1), ("az", -1))),
        ]
        for row in moving
    ]
    run(
        "gcc",
        "-O2",
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Werror",
        "-I",
        host / "include",
        HERE / "calibrate.c",
        host / "lib/libbinnacle.a",
        "-o",
        tmp_path / "calibrate",
    )
    made = output(tmp_path / "calibrate", input="\n".join(" ".join(map(str, row)) for row in rows)).strip()
    assert len(made) == 432 and node("calibration", rows) == made


def wasmkit():
    """The interpreter of Swift's toolchain, or None."""
    own = swift_tools.folder() / "wasmkit"
    return own if own.exists() else None


@pytest.mark.skipif(not wasmkit(), reason="no wasmkit beside swift")
def test_answersAndAngles_inASecondEngine_areThoseOfTheHost(parts, told, tmp_path):
    """WasmKit has no JavaScript around it: the C programs are linked into the module."""
    for name in ("answers", "angles"):
        run(
            "clang",
            "--target=wasm32-unknown-none-wasm",
            "-O2",
            "-std=c99",
            "-ffreestanding",
            "-mbulk-memory",
            "-I",
            library.HEADER.parent,
            "-c",
            HERE / f"{name}.c",
            "-o",
            tmp_path / f"{name}.o",
        )
    linked = web.link(
        [*parts, tmp_path / "answers.o", tmp_path / "angles.o"],
        ["answers", "angles"],
        tmp_path / "both.wasm",
        smaller=False,
    )

    def call(function, count):
        said = output(wasmkit(), "run", linked, function, f"i32:{count}")
        return re.search(r"i32\((\d+)\)", said)[1]

    assert call("answers", 1200) == told[0]
    assert call("angles", ANGLES_INTERPRETED) == told[3]


@pytest.mark.skipif(not PAGE_CORE.exists(), reason="the page's core is not built: make page-core")
def test_selfTestsOfThePage_measureWhatTheProgramMeasures():
    found = json.loads(output("node", HERE / "web/core.js", ROOT / "Sources/Web/Page", PAGE_CORE))
    said = [json.loads(line) for line in output(PROGRAM, "selftest", "simulated", "--json").splitlines()]
    told = {line["test"]: (line["measured"], line["limit"]) for line in said if "test" in line}
    assert len(found) == 15 and all(test["pass"] for test in found)
    assert {test["name"]: (test["measured"], test["limit"]) for test in found} == told


# MARK: - What is refused


def test_everyFunction_refusesPointersThatItCannotUse(node):
    """Address 0 is memory in WebAssembly: only the library's own check finds a null."""
    calls, expected = [], []
    for function in binnacle_header.functions():
        plain = [
            16 if argument.is_pointer else "0" if argument.kind == "uint64_t" else 0 for argument in function.parameters
        ]
        pointers = [place for place, argument in enumerate(function.parameters) if argument.is_pointer]
        first = function.parameters[pointers[0]]
        for word, code in (
            (0, -1),
            ("odd", -3 if binnacle_header.alignment(first) > 1 else None),
            ("zeros", -4 if binnacle_header.is_object(first) else None),
        ):
            if code is None or word == "zeros" and function.name.endswith("_init"):
                continue
            words = list(plain)
            words[pointers[0]] = word
            calls.append({"name": function.name, "words": words})
            expected.append(code)
    assert len({call["name"] for call in calls}) == len(library.functions()) - 3
    found = node("raw", calls)
    assert [(call["name"], code) for call, code in zip(calls, found)] == [
        (call["name"], code) for call, code in zip(calls, expected)
    ]


def test_objects_throwTheCodesOfTheHeader_andAnswer(node):
    found = node("objects")
    codes = {
        "axes": -5,
        "latitude": -17,
        "year": -21,
        "record": -34,
        "checksum": -37,
        "commit": -6,
        "place": -6,
        "delay": -5,
        "deviation": -5,
        "words": "RangeError",
        "notANumber": "RangeError",
        "time": "RangeError",
        "counts": "RangeError",
        "tooLarge": -5,
        "freed": -1,
    }
    assert {name: found[name] for name in codes} == codes
    assert found["none"] == found["trueNone"] == found["noAngle"] == found["reused"] == {"value": None}
    assert found["angle"] == {"value": 2**30} and found["scale"] == {"value": 1_092_233} and found["again"] == {}
    assert found["words7"].startswith("there is no heading")


def test_motion_tellsItsQuality(node):
    found = node("objects")
    assert found["dead"] == [False, True]
    estimate = found["estimate"]
    assert estimate["state"] == 1 and abs((estimate["headingQ32"] + 2**31) % 2**32 - 2**31) < 2**24
    assert found["trueBefore"] is None
    assert found["trueAfter"] == (estimate["headingQ32"] + found["declination"]) % 2**32
    assert 0 < found["quality"]["biasDeviationQ20"] < 20_000 and found["quality"]["scaleDeviationQ24"] > 0
    # It begins with 600, and moves as samples come.
    assert 300 < found["quality"]["fieldDelayMicroseconds"] < 900 and len(found["quality"]["hardIronNanotesla"]) == 3
    # The repeated rate left a gap.
    assert found["tallies"] == {"missing": 1, "repeated": 1, "outOfOrder": 0, "late": 0, "saturated": 1, "restarts": 0}
    assert found["begun"] == 0
    # The last sample of the field is four and a half seconds old.
    assert found["late"] == 0 and found["tooLate"] == 8


def test_axisCheck_tellsExchangedAxes(node):
    found = node("objects")
    assert found["few"] == 1 and found["ninth"] == -6
    assert {key: found["gravity"][key] for key in ("outcome", "forward", "right", "isMirrored")} == {
        "outcome": 0,
        "forward": 0,
        "right": 3,
        "isMirrored": False,
    }
    assert {key: found["field"][key] for key in ("outcome", "forward", "right", "isMirrored")} == {
        "outcome": 0,
        "forward": 2,
        "right": 0,
        "isMirrored": True,
    }
    assert found["gravity"]["disagreement"] == 0 and found["field"]["nextDisagreement"] > 0.05


# MARK: - Types and the example


def test_types_areThoseOfTheModule_andTheExampleKeepsThem(project):
    made = project / "made"
    made.mkdir()
    for name in ("binnacle.js", "objects.js", "owned.js", "layouts.js", "codes.js"):
        text = (project / "node_modules/binnacle" / name).read_text()
        # Without its types beside it: tsc infers what the objects are.
        (made / name).write_text(text.replace("// @ts-check", "// @ts-nocheck"))
    shutil.copytree(EXAMPLE, project / "example")
    output("tsc", "-p", project / "tsconfig.json")


def test_example_underNode_calibratesAndTellsItsHeading(project, tmp_path):
    folder = shutil.copytree(EXAMPLE, tmp_path / "web")
    shutil.copytree(project / "node_modules", folder / "node_modules")
    said = output("node", "node.js", cwd=folder).splitlines()
    # 30 degrees from magnetic north, and 3.6 of declination.
    assert said[0] == "calibrated" and abs(float(re.match(r"([\d.]+)° from true north", said[1])[1]) - 33.6) < 1
    assert re.fullmatch(r"±[\d.]+°, grade 3", said[2]) and said[3] == "a record of 216 bytes is kept"
