"""What docs/own-firmware.md says of firmware outside of the checkout: its C example, built as shown for a Cortex-M0, linked by
GNU's linker and run there and here; and how large each part is."""

import ctypes
import json
import math
import random
import re
import struct
from pathlib import Path

import pytest
from bench.core import Core
from bench.cpu import CPUS
from bench.host import build_objects
from bench.link import link
from bench.tools import MODULES, ROOT, current_objects, run
from elftools.elf.elffile import ELFFile

CPU = CPUS["cortex-m0"]
# Where the image finds samples and leaves a record: behind its own memory.
SAMPLES, RECORD, RECORD_SIZE = 0xC_0000, 0xF_0000, 216

HERE = Path(__file__).parent / "own_firmware"


def document():
    return (ROOT / "docs" / "own-firmware.md").read_text()


def documented(pattern):
    """A figure that the document tells."""
    return float(re.search(pattern, document()).group(1).replace(",", ""))


def sources(folder):
    """The path of Compass.swift; compass.h lies beside it."""
    blocks = dict(
        (place, re.search(r"```\w+\n(.*?)```", document()[document().index(place):], re.S).group(1))
        for place in ("OwnCompassTests.swift -->", "OwnLibraryTests.swift -->", "`compass.h`"))
    swift, functions, header = blocks.values()
    (folder / "Compass.swift").write_text(swift + functions)
    (folder / "compass.h").write_text(header)
    return folder / "Compass.swift"


def compiled(source, output):
    """Compiles Swift with the options of the toolset that the document names."""
    options = json.loads((ROOT / "Boards" / "Toolsets" / "cortex-m0.json").read_text())["swiftCompiler"]["extraCLIOptions"]
    run("swiftc", "-target", CPU.triple, "-parse-as-library", *options[:options.index("-Xclang-linker")],
        "-I", CPU.release / "Modules", "-c", source, "-o", output)


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    """The firmware for a Cortex-M0, as GNU's linker links it with newlib and libgcc."""
    folder = tmp_path_factory.mktemp("own-firmware")
    object_file, library, firmware = folder / "Compass.o", folder / "libCompass.a", folder / "firmware.elf"
    compiled(sources(folder), object_file)
    run("arm-none-eabi-ar", "rcs", library, object_file, *current_objects(CPU.release))
    run("arm-none-eabi-objcopy", "-R", ".ARM.attributes", library)
    run(*CPU.gcc, "-Os", "-Wall", "-Wextra", "-Werror", "-ffunction-sections", "-nostartfiles", "-I", folder, HERE / "main.c",
        "-T", HERE / "firmware.ld", "-Wl,--gc-sections,-u,calibrate,-u,size,-e,calibrate", library, "-o", firmware)
    return firmware


def turns(count=1500):
    """Samples of an instrument that is turned every way, in iron, with noise; the last one points east of magnetic north."""
    draw = random.Random(8)

    def sample(direction):
        return [*(round(48_000 * v + iron + draw.gauss(0, 150)) for v, iron in zip(direction, (12_000, -7_000, 30_000))), 0, 0, -1_000_000]

    for step in range(1, count):
        z = math.sin(step / 250)
        r = math.sqrt(1 - z * z)
        yield sample((r * math.cos(step / 20), r * math.sin(step / 20), z))
    yield sample((0, -0.438, 0.899))


def test_cFirmware_isAsLargeAsTheDocumentSays(image):
    with open(image, "rb") as file:
        sections = ELFFile(file)
        flash = sum(sections.get_section_by_name(name)["sh_size"] for name in (".text", ".rodata"))
    assert flash == pytest.approx(1000 * documented(r"([\d.]+) KB of flash, what libgcc"), rel=0.02)


def test_cFirmware_onACortexM0_calibratesToTheBitsOfThisMachine(image, tmp_path):
    samples = list(turns())
    memory = b"".join(struct.pack("<6i", *sample) for sample in samples)
    core = Core(image, "cortex-m0", counting=False)
    assert core.call("size")[0] == documented(r"`compass_size\(\)` is ([\d,]+) here")
    heading = core.call("calibrate", (SAMPLES, len(samples), RECORD), memory=((SAMPLES, memory),))[0]
    assert abs(heading - 900) < 15
    record = core.read(RECORD, RECORD_SIZE)
    assert any(record)

    compass, library, main = sources(tmp_path), tmp_path / "libcompass.so", tmp_path / "main.so"
    release = build_objects()
    run("swiftc", "-O", "-wmo", "-parse-as-library", "-emit-library", "-I", release / "Modules", compass, *current_objects(release),
        "-o", library)
    run("gcc", "-Os", "-shared", "-fPIC", "-I", tmp_path, HERE / "main.c", library, "-o", main)
    here = ctypes.create_string_buffer(RECORD_SIZE)
    assert ctypes.CDLL(str(main)).calibrate(memory, len(samples), here) == heading
    assert here.raw == record


def test_partsAlone_areAsLargeAsTheDocumentSays(tmp_path):
    compiled(HERE / "Parts.swift", tmp_path / "Parts.o")
    objects = [*current_objects(CPU.release, (*MODULES, "RecordStore", "CStartup")), tmp_path / "Parts.o"]
    table = document().split("## One part alone")[1].split("##")[0]
    rows = [row.rsplit("|", 2)[1].replace(",", "") for row in table.splitlines() if "| `" in row]
    told = dict(zip([f"part_{place}" for place in range(9)], rows, strict=True))
    told["part_0"], told["part_0_tiny"] = told["part_0"].split(";")
    found = {part: link(objects, part, tmp_path / "part.elf", [CPU.libgcc])[0] for part in told}
    assert found == {part: pytest.approx(int(size), rel=0.02, abs=20) for part, size in told.items()}
