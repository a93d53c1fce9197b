"""What libbinnacle.a costs on a Cortex-M0, as docs/performance.md says: cycles of calls, bytes of its parts and of its objects."""

import re
import shutil
import struct

import pytest
from bench.core import Core
from bench.tools import ROOT, run
from c_library import EXAMPLE, HERE, STRICT, gcc, image_of_core, library, sections


@pytest.fixture(scope="module")
def called(unpacked, tmp_path_factory):
    """A Cortex-M0+ with every function of the library, after some samples."""
    roots = ",".join(f"-u,{name}" for name in library.functions())
    image = image_of_core(unpacked("cortex-m0"), "cortex-m0", tmp_path_factory.mktemp("called"), f"-Wl,{roots}")
    core = Core(image, "cortex-m0")
    # Three samples: there is a heading, a place is set, a calibration collects, the gyroscope starts.
    assert core.call("answers", (3,))[0] == 2
    return core


# For each function: its registers, and numbers in memory at AT. `c`, `k`, `m` are the objects.
AT, RESULT = 0x9_0000, 0x9_0200
NOW = 80_000
CALLS = {
    "binnacle_heading_from_counts": ("(AT, AT + 8, RESULT)", (200, -30, 400, 0, 0, 0, -1000, 0)),
    "binnacle_compass_heading": ("(c, RESULT)", ()),
    "binnacle_compass_true_heading": ("(c, RESULT)", ()),
    "binnacle_compass_read": ("(c, 0, NOW, 0)", ()),
    "binnacle_calibration_step": ("(k, c, NOW, 0)", ()),
    "binnacle_motion_step": ("(m, c)", ()),
    "binnacle_motion_get": ("(m, RESULT)", ()),
    "binnacle_angle": ("(3000, -7, RESULT)", ()),
    "binnacle_solve": ("(AT, AT + 12, RESULT)", (5_120_000, 1_000_000, 10_979_840, 100_000, 200_000, -970_000)),
    "binnacle_declination": ("(AT, RESULT)", (474_000_000, 85_000_000, 408_000, 2026, 7, 1, 0)),
    "binnacle_compass_add_field": ("(c, AT, NOW, 0)", (20_000, -5_000, 40_000)),
    "binnacle_motion_add_rate": ("(m, AT, NOW, 0)", (3_000, -500, 0)),
}


def cost(core, name):
    """Cycles of a call."""
    registers, numbers = CALLS[name]
    objects = {
        "c": core.symbols["compass"],
        "k": core.symbols["calibration"],
        "m": core.symbols["motion"],
        "AT": AT,
        "RESULT": RESULT,
        "NOW": NOW,
    }
    # New samples: all of the work, and not that of a sample that was seen before.
    for function, sample in (("force", (0, 1000, -1_000_000)), ("field", (20_000, -5_000, 40_000))):
        words = (objects["c"], AT, NOW & 0xFFFF_FFFF, 0)
        assert (
            core.call(
                f"binnacle_compass_add_{function}", words, struct.pack("<I", 0), ((AT, struct.pack("<3i", *sample)),)
            )[0]
            == 0
        )
    form = "<h" if name == "binnacle_heading_from_counts" else "<i"
    memory = ((AT, b"".join(struct.pack(form, number) for number in numbers)),) if numbers else ()
    # After a time in r2 and r3 the next argument is on the stack: where the reading goes, or flags.
    stacked = struct.pack("<I", RESULT if name == "binnacle_compass_read" else 0)
    code, _, _, cycles = core.call(name, eval(registers, {}, objects), stacked, memory)
    # A step may say that there is more work.
    assert code in (0, 1), name
    return cycles


def test_calls_costWhatTheDocumentSays(called):
    """Cycles of a Cortex-M0+, as docs/performance.md has them."""
    text = (ROOT / "docs/performance.md").read_text()
    rows = dict(re.findall(r"^\| `(binnacle_\w+)` \| ([\d,]+) \|$", text, flags=re.M))
    found = {name: cost(called, name) for name in CALLS}
    told = {name: int(cycles.replace(",", "")) for name, cycles in rows.items()}
    assert found == {name: pytest.approx(told[name], rel=0.01, abs=5) for name in CALLS}


PARTS = {
    "COUNTS": 1,
    "SOLVE": 2,
    "DECLINATION": 4,
    "HEADING": 8,
    "RECORD": 16,
    "CALIBRATE": 32,
    "TRUE_NORTH": 64,
    "READ": 128,
    "MOTION": 256,
    "WORDS": 512,
    "ANGLE": 1024,
}


def test_parts_areAsLargeAsTheDocumentSays(unpacked, tmp_path):
    folder = unpacked("cortex-m0")

    def flash(parts):
        run(
            *gcc("cortex-m0"),
            "-Os",
            "-ffunction-sections",
            "-fdata-sections",
            *STRICT,
            f"-DPARTS={parts}",
            "-I",
            folder / "include",
            HERE / "parts.c",
            EXAMPLE / "startup.c",
            "-nostartfiles",
            "-T",
            EXAMPLE / "firmware.ld",
            "-Wl,--gc-sections",
            folder / "lib/libbinnacle.a",
            "-o",
            tmp_path / "parts.elf",
        )
        return sections(tmp_path / "parts.elf")[0]

    empty = flash(0)
    table = (ROOT / "docs/performance.md").read_text().split("## The library, part by part")[1].split("\n## ")[0]
    rows = re.findall(r"\| ((?:[A-Z_]+ ?)+) \|[^|]*\| ([\d,]+) \|", table.replace("`", ""))
    assert len(rows) >= 14
    for names, told in rows:
        found = flash(sum(PARTS[word] for word in names.split())) - empty
        assert found == pytest.approx(int(told.replace(",", "")), rel=0.02, abs=20), names


OBJECTS = ("compass", "calibration", "motion", "axis_check", "guide", "locator")


def test_sizes_ofTheStorage_areTheLeastOn32Bits(unpacked, tmp_path):
    """The header's sizes are checked on 64 bits by BinnacleCTests; here an image says that its values fit, too."""
    assert shutil.which("arm-none-eabi-gcc")
    # `binnacle_..._init` compares the size that it was compiled for with the header's.
    roots = (f"-Wl,-u,binnacle_{kind}_init" for kind in OBJECTS)
    image = image_of_core(unpacked("cortex-m0"), "cortex-m0", tmp_path, *roots)
    core = Core(image, "cortex-m0", counting=False)
    header = library.HEADER.read_text()
    for kind in OBJECTS:
        size = int(re.search(rf"#define BINNACLE_{kind.upper()}_SIZE (\d+)", header).group(1))
        guard = b"\xa5" * 16
        assert core.call(f"binnacle_{kind}_init", (0x9_0000, size, 0), memory=((0x9_0000 + size, guard),))[0] == 0
        assert core.read(0x9_0000 + size, 16) == guard
