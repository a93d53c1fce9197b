"""The packages of the two C files, taken as their users take them: with CMake, with a compiler alone, and as a library of Arduino
for an Uno and a Mega."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from fractions import Fraction
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Sources/Library/Packaging")]
import c_files  # noqa: E402
import library  # noqa: E402

CORE = Path("/usr/share/arduino/hardware/arduino/avr")
HAS_AVR = bool(shutil.which("avr-g++")) and CORE.exists()
IS_LONG = os.environ.get("BINNACLE_EFFORT") == "full"


def said(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300, **options)
    assert done.returncode == 0, f"{command}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packages")
    return {name: c_files.pack(name, folder, 1_700_000_000) for name in c_files.PACKAGES}


@pytest.fixture(scope="module")
def unpacked(packages, tmp_path_factory):
    folder = tmp_path_factory.mktemp("c")
    with zipfile.ZipFile(packages["c.zip"]) as archive:
        archive.extractall(folder)
    (top,) = folder.iterdir()
    return top


def test_packages_areTheSameBytesAgain(packages, tmp_path):
    for name, path in packages.items():
        assert c_files.pack(name, tmp_path, 1_700_000_000).read_bytes() == path.read_bytes()


def test_checksums_areThoseOfTheFiles(unpacked):
    said("sha256sum", "--quiet", "-c", "SHA256SUMS", cwd=unpacked)
    listed = {line.split("  ./")[1] for line in (unpacked / "SHA256SUMS").read_text().splitlines()}
    files = {str(path.relative_to(unpacked)): path for path in unpacked.rglob("*") if path.is_file()}
    assert listed == set(files) - {"SHA256SUMS"}
    assert "@VERSION@" not in "".join(path.read_text() for path in files.values())


def example(folder):
    return folder / "example.c", folder / "example_pc.c"


def is_right(text):
    """Whether the example calibrated, and each of its headings is within the accuracy that it states."""
    rows = re.findall(r"heading +([\d.]+) within ([\d.]+) degrees; the simulated one is +([\d.]+)", text)
    errors = [abs((float(found) - float(true) + 180) % 360 - 180) <= float(stated) for found, stated, true in rows]
    # It lies still for longer than a calibration waits for motion: the loop begins another.
    return "no heading: no calibration is in use" in text and len(errors) >= 5 and all(errors)


def test_example_calibratesAndStatesItsError(unpacked, tmp_path):
    said("gcc", "-std=c99", "-Os", unpacked / "binnacle.c", *example(unpacked), "-lm", "-o", tmp_path / "example")
    assert is_right(said(tmp_path / "example"))


def test_exampleOfCounts_turnsTheAxesOfAModule(unpacked, tmp_path):
    main = tmp_path / "main.c"
    main.write_text(
        '#include "binnacle.h"\n#include <stdio.h>\n'
        "binnacle_result heading(const int16_t field[3], const int16_t force[3], uint32_t *centidegrees);\n"
        "int main(void) {\n"
        "  const int16_t field[3] = {200, 30, -400}, force[3] = {0, 0, 1000}, least[3] = {0, -32768, 0};\n"
        '  uint32_t found = 0;\n  printf("%d ", (int)heading(field, force, &found));\n  printf("%u ", (unsigned)found);\n'
        '  printf("%d ", (int)heading(least, force, &found));\n  printf("%u\\n", (unsigned)found);\n}\n'
    )
    sources = (main, unpacked / "example_counts.c", unpacked / "binnacle.c")
    said("gcc", "-std=c99", "-fsanitize=undefined", "-I", unpacked, *sources, "-o", tmp_path / "counts")
    # Y of the module points left: 30 to the left is 30 to the right of the body with the other sign; atan2(30, 200) is 8.53 degrees.
    assert said(tmp_path / "counts") == "0 853 0 27000\n"


def test_installedByCMake_isFoundByPkgConfigAndCMake(unpacked, tmp_path):
    made, prefix = tmp_path / "made", tmp_path / "prefix"
    said("cmake", "-S", unpacked, "-B", made, f"-DCMAKE_INSTALL_PREFIX={prefix}", "-DCMAKE_INSTALL_LIBDIR=lib")
    said("cmake", "--build", made, "--target", "install")
    environment = {**os.environ, "PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")}
    words = said("pkg-config", "--cflags", "--libs", "binnacle", env=environment).split()
    said("gcc", *example(unpacked), *words, "-lm", "-o", tmp_path / "example")
    assert is_right(said(tmp_path / "example"))
    assert said("pkg-config", "--modversion", "binnacle", env=environment).strip() == library.version()
    user = tmp_path / "user"
    user.mkdir()
    (user / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.13)\nproject(user LANGUAGES C)\n"
        f"find_package(binnacle {library.version()} REQUIRED)\nadd_executable(user {unpacked}/example.c {unpacked}/example_pc.c)\n"
        "target_link_libraries(user binnacle::binnacle m)\n"
    )
    said("cmake", "-S", user, "-B", user / "made", f"-DCMAKE_PREFIX_PATH={prefix}")
    said("cmake", "--build", user / "made")


def test_componentOfESPIDF_hasNoWarning(unpacked, tmp_path):
    """As ESP-IDF compiles for size. Here a function of this name does what its own does with the sources."""
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.13)\nproject(user LANGUAGES C)\nset(ESP_PLATFORM 1)\n"
        "add_compile_options(-Os -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -Werror)\n"
        'function(idf_component_register)\n  cmake_parse_arguments(GIVEN "" "" "SRCS;INCLUDE_DIRS" ${ARGN})\n'
        "  add_library(component STATIC ${GIVEN_SRCS})\n  set(COMPONENT_LIB component PARENT_SCOPE)\nendfunction()\n"
        f"add_subdirectory({unpacked} component)\n"
    )
    said("cmake", "-S", tmp_path, "-B", tmp_path / "made")
    said("cmake", "--build", tmp_path / "made")


def test_ramOfTheSmallDevice_isOneFigure():
    header = library.c_header.DEVICE.read_text()
    sizes = {name: int(words) * 8 for words, name in re.findall(r"uint64_t opaque\[(\d+)\];\n} (\w+);", header)}
    saved = f"{sizes['binnacle_device'] - sizes['binnacle_small_device']:,}"
    assert re.findall(r"([\d,.]+)[^.;\d]* RAM", header) == [saved]
    generator = (library.C_FILE.parent / "generator/output.py").read_text()
    assert re.findall(r"and ([\d,]+) of RAM", generator) == [saved]
    costs = (ROOT / "docs/c-device.md").read_text()
    assert all(f"`{name}` {sizes[name]:,}" in costs for name in ("binnacle_device", "binnacle_small_device"))


def document():
    """The page without the marks of its figures."""
    return re.sub(r"<!--(figure:[\w-]+|end)-->", "", (ROOT / "docs/c-library.md").read_text())


def test_linesOfTheDocument_addTheFolderToAProject(unpacked, tmp_path):
    lines = document().split("<!-- cmake: the library as a folder of a project -->\n```cmake\n")[1].split("```")[0]
    shutil.copytree(unpacked, tmp_path / unpacked.name)
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.13)\nproject(user LANGUAGES C)\n"
        f"add_executable(firmware {unpacked}/example.c {unpacked}/example_pc.c)\n{lines}target_link_libraries(firmware PRIVATE m)\n"
    )
    said("cmake", "-S", tmp_path, "-B", tmp_path / "made")
    said("cmake", "--build", tmp_path / "made")
    assert is_right(said(tmp_path / "made/firmware"))


def test_fractionsOfTheDocument_areReducedAndFitEveryCount(unpacked, tmp_path):
    rows = re.findall(r"\| ([\d,]+) per (gauss|g) \| (\d+) \| (\d+) \|", document())
    assert len(rows) == 6
    calls = ""
    for counts, unit, *fraction in rows:
        whole = Fraction(100_000 if unit == "gauss" else 1_000_000, int(counts.replace(",", "")))
        assert [whole.numerator, whole.denominator] == [int(number) for number in fraction]
        for count in (-32768, 32767):
            calls += f'  printf("%d ", (int)binnacle_scale({count}, {fraction[0]}, {fraction[1]}, &value));\n'
    source = tmp_path / "scale.c"
    source.write_text(f'#include <stdio.h>\n#include "binnacle.h"\nint main(void) {{\n  int32_t value;\n{calls}}}\n')
    said("gcc", "-std=c99", "-I", unpacked, source, unpacked / "binnacle.c", "-o", tmp_path / "scale")
    assert said(tmp_path / "scale") == "0 " * 12


def test_resultOfScale_isNotIgnoredSilently(unpacked, tmp_path):
    """A count that does not fit would leave the value as it was: with the force, a heading of the wrong sense."""
    source = tmp_path / "ignored.c"
    source.write_text('#include "binnacle.h"\nvoid scale(int32_t *value) { binnacle_scale(1, 100, 3, value); }\n')
    done = subprocess.run(
        ["gcc", "-I", str(unpacked), "-c", str(source), "-o", str(tmp_path / "o")], stderr=subprocess.PIPE
    )
    assert done.returncode == 0 and b"ignoring return value of" in done.stderr


def test_loopOfTheDocument_compiles(unpacked, tmp_path):
    text = document()
    loop = text.split("<!-- c: a loop with an interrupt and storage -->\n```c\n")[1].split("```")[0]
    yours = """
        #include <stdbool.h>
        #include "binnacle.h"
        void read_sensors(volatile int32_t field[3], volatile int32_t force[3]);
        bool load(uint8_t *record);
        bool store(const uint8_t *record);
        uint64_t clock_now(void);
        void disable_interrupts(void);
        void enable_interrupts(void);
        void show(const binnacle_reading *reading);
    """
    (tmp_path / "loop.c").write_text(yours + loop)
    said(
        "gcc",
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-I",
        unpacked,
        "-c",
        tmp_path / "loop.c",
        "-o",
        tmp_path / "o",
    )
    sizes = dict(re.findall(r"#define BINNACLE_(\w+)_SIZE (\d+)", (unpacked / "binnacle.h").read_text()))
    for name in ("COMPASS", "CALIBRATION", "MOTION"):
        assert re.search(rf"`binnacle_{name.lower()}` {int(sizes[name]):,}", text), name


def test_eachCode_hasItsWords(unpacked, tmp_path):
    header = (unpacked / "binnacle.h").read_text()
    lines = []
    for kind in ("ADVICE", "REASON", "DOUBT", "UNAVAILABLE"):
        for name in sorted(set(re.findall(rf"\b(BINNACLE_{kind}_\w+) = ", header))):
            lines.append(f"  puts(binnacle_{kind.lower()}_words({name}));")
    assert len(lines) > 60
    source = tmp_path / "words.c"
    source.write_text(
        "#include <stdio.h>\n#include <binnacle_words.h>\nint main(void) {\n" + "\n".join(lines) + "\n}\n"
    )
    said("gcc", "-Wall", "-Wextra", "-Werror", "-I", unpacked, source, "-o", tmp_path / "words")
    words = said(tmp_path / "words").splitlines()
    assert len(words) == len(lines) and not [text for text in words if text.startswith("unknown")]


def test_floats_areRoundedAndBounded(unpacked, tmp_path):
    cases = {
        "binnacle_nanotesla(48.5f)": 48500,
        "binnacle_nanotesla(0.0005f)": 1,
        "binnacle_nanotesla(-0.0005f)": -1,
        "binnacle_nanotesla(0.0004f)": 0,
        "binnacle_nanotesla(1e30f)": 2**31 - 1,
        "binnacle_nanotesla(-1e30f)": -(2**31),
        "binnacle_nanotesla(0.0f / zero)": -(2**31),
        "binnacle_micro_g(9.80665f)": 1000000,
        "binnacle_micro_g(-9.80665f)": -1000000,
        "binnacle_q20_radians_per_second(1.0f)": 1048576,
    }
    source = tmp_path / "floats.c"
    lines = "".join(f'  printf("%d\\n", (int){call});\n' for call in cases)
    source.write_text(
        "#define BINNACLE_WITH_FLOAT\n#include <binnacle.h>\n#include <stdio.h>\nint main(void) {\n"
        f"  volatile float zero = 0;\n{lines}}}\n"
    )
    said("gcc", "-Wall", "-Wextra", "-Werror", "-I", unpacked, source, "-o", tmp_path / "floats")
    assert [int(line) for line in said(tmp_path / "floats").splitlines()] == list(cases.values())


def test_platformioPackage_hasItsFilesAtTheTop(packages):
    with tarfile.open(packages["platformio.tar.gz"]) as archive:
        names = archive.getnames()
    assert {"library.json", "src/binnacle_device.c", "src/binnacle.h", "examples/compass/example.c"} <= set(names)
    # The superset alone: both in one program do not link.
    assert "src/binnacle.c" not in names


def test_arduinoLibrary_hasWhatTheManagerAsksFor(packages):
    with zipfile.ZipFile(packages["arduino.zip"]) as archive:
        names = archive.namelist()
        properties = archive.read("Binnacle/library.properties").decode()
        keywords = archive.read("Binnacle/keywords.txt").decode()
    # Nobody else's: there is no address of the project yet, and the key must be there.
    assert re.search(r"^url=(.*)$", properties, re.M).group(1) == ""
    keys = "name version author maintainer sentence paragraph category url architectures".split()
    assert set(keys) <= {line.split("=")[0] for line in properties.splitlines()}
    assert f"version={library.version()}\n" in properties
    assert "binnacle_compass\tKEYWORD1\n" in keywords and "binnacle_compass_init\tKEYWORD2\n" in keywords
    assert "BinnacleCompass\tKEYWORD1\n" in keywords and "startCalibration\tKEYWORD2\n" in keywords
    # Names that differ only in their letters' size would be one file on Windows and macOS.
    assert len({name.lower() for name in names}) == len(names)
    # Arduino finds an example in a folder of its own name.
    for name in names:
        if name.endswith(".ino"):
            assert Path(name).stem == Path(name).parent.name


@pytest.mark.parametrize("name", c_files.PACKAGES)
def test_readme_namesOnlyFilesOfItsPackage(packages, tmp_path, name):
    path = packages[name]
    with zipfile.ZipFile(path) if name.endswith(".zip") else tarfile.open(path) as archive:
        archive.extractall(tmp_path)
    (readme,) = (each for each in tmp_path.rglob("README.md"))
    named = set(re.findall(r"[`/ ](?:\./)?([A-Za-z][\w/]*\.(?:c|h|ino|json|in|properties|txt))\b", readme.read_text()))
    assert len(named) >= 3, named
    missing = {each for each in named if not (readme.parent / each).is_file()}
    # What a user writes, and finds through the include path.
    assert missing <= {"binnacle.h", "Binnacle.h"}, missing
    assert all((readme.parent / "src" / each).is_file() for each in missing), missing


HAS_AARCH64 = bool(shutil.which("aarch64-linux-gnu-gcc") and shutil.which("qemu-aarch64"))


@pytest.mark.skipif(not (HAS_AARCH64 and IS_LONG), reason="make library-long")
def test_archiveForAarch64_runsTheExample(unpacked, tmp_path):
    archive = library.build("linux-aarch64", tmp_path)
    words = ("-static", "-I", unpacked, *example(unpacked), archive, "-lm", "-o", tmp_path / "example")
    said("aarch64-linux-gnu-gcc", *words)
    assert is_right(said("qemu-aarch64", tmp_path / "example"))


avr = pytest.mark.skipif(not (HAS_AVR and IS_LONG), reason="make library-long")


def built_for_avr(packages, folder, sketch, chip, board, variant):
    """A sketch as Arduino builds it for a board with an AVR; returns the bytes of flash and of RAM."""
    with zipfile.ZipFile(packages["arduino.zip"]) as archive:
        archive.extractall(folder)
    place = folder / "Binnacle"
    wire, store = CORE / "libraries/Wire/src", CORE / "libraries/EEPROM/src"
    folders = (CORE / "cores/arduino", CORE / "variants" / variant, wire, wire / "utility", store, place / "src")
    options = (
        *(
            f"-mmcu={chip}",
            "-DF_CPU=16000000L",
            "-DARDUINO=10819",
            f"-DARDUINO_AVR_{board}",
            "-DARDUINO_ARCH_AVR",
            "-Os",
        ),
        *("-ffunction-sections", "-fdata-sections", "-flto", "-w", "-DDECIMAL_DIG=__DECIMAL_DIG__"),
        *(word for path in folders for word in ("-I", path)),
    )
    plus = ("-std=gnu++11", "-fno-exceptions", "-fno-threadsafe-statics")
    source = folder / "sketch.cpp"
    source.write_text("#include <Arduino.h>\n" + sketch)
    objects = []
    for path in [
        *(CORE / "cores/arduino").glob("*.c"),
        *(CORE / "cores/arduino").glob("*.cpp"),
        *wire.glob("*.cpp"),
        *(wire / "utility").glob("*.c"),
        place / "src/core/binnacle_device.c",
        source,
    ]:
        objects.append(folder / f"{path.name}.o")
        is_plus = path.suffix == ".cpp"
        words = ("avr-g++", *options, *plus) if is_plus else ("avr-gcc", *options, "-std=gnu11")
        said(*words, "-c", path, "-o", objects[-1])
    said("avr-g++", *options, *plus, *objects, "-Wl,--gc-sections", "-o", folder / "sketch.elf")
    text, data, bss = said("avr-size", folder / "sketch.elf").splitlines()[1].split()[:3]
    return int(text) + int(data), int(data) + int(bss)


@avr
def test_uno_hasRoomForTheHeadingFromCounts(packages, tmp_path):
    with zipfile.ZipFile(packages["arduino.zip"]) as archive:
        sketch = archive.read("Binnacle/examples/HeadingFromCounts/HeadingFromCounts.ino").decode()
    flash, ram = built_for_avr(packages, tmp_path, sketch, "atmega328p", "UNO", "standard")
    assert flash < 12_000 and ram < 1_000


@avr
def test_mega_hasRoomForTheCompassWithOneChip(packages, tmp_path):
    sketch = """
        #include <Binnacle.h>
        static const binnacle_chip *const chips[] = {&BINNACLE_QMC5883L, nullptr};
        static BinnacleCompass compass;
        void setup() { Serial.begin(115200); compass.begin(Wire, chips); }
        void loop() { if (compass.update()) Serial.println(compass.heading(), 1); }
    """
    flash, ram = built_for_avr(packages, tmp_path, sketch, "atmega2560", "MEGA2560", "mega")
    # What README.md and the package's own say: 192 KB of 256, and 6.2 KB of 8.
    assert flash < 200_000 and ram < 6_400
