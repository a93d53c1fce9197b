"""Memory that is read as another type: every value and every offset on an emulated Cortex-M0, and the same on the host.

The functions are those of Sources/Foundations/RawMemory; bench/probe_memory.swift calls them with plain words.
"""

import ctypes
import json
import struct

import pytest
from bench.cases import INPUT, OUTPUT
from bench.core import Core
from bench.cpu import CPUS
from bench.host import build_objects
from bench.link import link
from bench.tools import MODULES, ROOT, current_objects, run

CPU = CPUS["cortex-m0"]
FUNCTIONS = [f"binnacle_memory_{name}" for name in ("case", "double_word", "size", "message", "storage", "in_place")]
PROBE = ROOT / "Tests" / "python" / "bench" / "probe_memory.swift"
USED = (*MODULES, "LinkProtocol")
# Bytes of the image of each message, as Protocols/link/spec.md has them, and of a calibration record.
LENGTHS = {
    "statistics": 56,
    "meterReading": 48,
    "calibrationProgress": 50,
    "calibrationPrompt": 20,
    "rawSample": 30,
    "rawForce": 28,
    "hello": 117,
    "localField": 32,
    "reading": 88,
    "calibrationReport": 109,
    "record": 216,
}
KINDS = list(LENGTHS)
# Fields behind the image, which the reader needs.
BEHIND = {"reading": 30, "calibrationReport": 140}


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """The functions on a Cortex-M0, with the options of the board's own toolset."""
    folder = tmp_path_factory.mktemp("raw-memory")
    options = json.loads((ROOT / "Boards" / "Toolsets" / "cortex-m0.json").read_text())["swiftCompiler"][
        "extraCLIOptions"
    ]
    run(
        "swiftc",
        "-target",
        CPU.triple,
        "-parse-as-library",
        *options[: options.index("-Xclang-linker")],
        "-I",
        CPU.release / "Modules",
        "-c",
        PROBE,
        "-o",
        folder / "probe.o",
    )
    objects = [*current_objects(CPU.release, USED), CPU.release / "CStartup.build" / "memory.c.o", folder / "probe.o"]
    link(objects, FUNCTIONS[0], folder / "image.elf", [CPU.libgcc], FUNCTIONS[1:])
    machine = Core(folder / "image.elf", counting=False)

    def call(function, *arguments, data=b"", length=0):
        found = machine.call(f"binnacle_memory_{function}", arguments, memory=((INPUT, data),) if data else ())[0]
        return found, machine.read(OUTPUT + 0x100, length)

    return call


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """The same functions on this machine."""
    release = build_objects("LinkProtocol")
    library = tmp_path_factory.mktemp("raw-memory-host") / "libprobe.so"
    run(
        "swiftc",
        "-O",
        "-wmo",
        "-parse-as-library",
        "-module-name",
        "MemoryProbe",
        "-emit-library",
        "-I",
        release / "Modules",
        PROBE,
        *current_objects(release, USED),
        "-o",
        library,
    )
    functions = ctypes.CDLL(str(library))
    memory = ctypes.create_string_buffer(512)
    output = ctypes.create_string_buffer(512)

    def call(function, *arguments, data=b"", length=0):
        if data:
            ctypes.memmove(memory, data, len(data))
        places = {INPUT: ctypes.addressof(memory), OUTPUT + 0x100: ctypes.addressof(output)}
        called = functions[f"binnacle_memory_{function}"]
        called.restype = ctypes.c_uint32
        found = called(*(ctypes.c_uint64(places.get(value, value)) for value in arguments))
        return found, output.raw[:length]

    return call


@pytest.fixture(params=["core", "host"])
def machine(request):
    return request.getfixturevalue(request.param)


def table_kinds():
    """The kinds of messages in ascending order."""
    cases = json.loads((ROOT / "Protocols" / "link" / "vectors" / "messages.json").read_text())["cases"]
    return sorted(row["kind"] for row in cases)


def test_everyNumberOfAnEnumeration_isTheCaseAtItsPlace(machine):
    assert [machine("case", 0, n)[0] for n in range(6)] == list(range(6))
    assert [machine("case", 1, n)[0] for n in range(3)] == list(range(3))
    assert [machine("case", 2, n)[0] for n in range(8)] == [*range(7), 0xFFFF]
    kinds = table_kinds()
    assert [machine("case", 3, n)[0] for n in range(len(kinds))] == kinds
    assert [machine("case", 4, n)[0] for n in range(256)] == [n if n in kinds else 0xFFFF for n in range(256)]
    assert [machine("case", 5, n)[0] for n in range(256)] == [n if n < 24 else 0xFFFF for n in range(256)]


def test_everyBitOfADoubleWord_isAtItsPlace(machine):
    for bit in range(64):
        number = 1 << bit
        halves = number & 0xFFFF_FFFF, number >> 32
        assert [machine("double_word", *halves, count)[0] for count in (0, 32)] == list(halves)


def test_images_areAsLongAsTheirFields(machine):
    """No gaps: with as many bytes as the fields together, each field is at the sum of those before it, on every target."""
    found = {name: machine("size", index)[0] for index, name in enumerate(KINDS) if name != "calibrationReport"}
    assert {**found, "calibrationReport": 109} == LENGTHS


def test_reasonCount_isTheLastByteOfTheReportsImage(machine):
    length = LENGTHS["calibrationReport"]
    for count in range(16):
        data = bytearray(length + BEHIND["calibrationReport"])
        data[length - 1] = count
        written, _ = machine(
            "message", KINDS.index("calibrationReport"), INPUT, len(data), OUTPUT + 0x100, data=bytes(data)
        )
        assert written == (length + 10 * count if count < 15 else 0), count


@pytest.mark.parametrize("name", KINDS)
def test_everyByteOfAnImage_comesBack(machine, name):
    length = LENGTHS[name]
    ignored = {"localField": (2, 3)}.get(name, ())
    checked = length - 4 if name == "record" else length  # its last four bytes are the checksum of the others
    for offset in range(length):
        for value in (0x01, 0x80, 0xFF, 0xA5):
            if offset in ignored or (name == "calibrationReport" and offset == 108):
                continue
            data = bytearray(length + BEHIND.get(name, 0))
            data[offset] = value
            written, output = machine(
                "message", KINDS.index(name), INPUT, len(data), OUTPUT + 0x100, data=bytes(data), length=length
            )
            assert written >= length, (offset, value)
            assert output[:checked] == data[:checked], (offset, value)


def test_stateWithInPlace_isInitialisedWhereItLives(machine):
    assert machine("in_place")[0] == 1


@pytest.mark.parametrize("width", [1, 2, 4, 8])
def test_sharedStorage_keepsAPartAtEveryOffset(machine, width):
    for offset in range(0, 72 - width + 1, width):
        value = 0xFEDC_BA98 & (1 << 8 * min(width, 4)) - 1
        size, output = machine("storage", offset, width, value, OUTPUT + 0x100, length=72)
        expected = bytearray(72)
        expected[offset : offset + width] = struct.pack("<Q", value)[:width]
        assert size == 72
        assert output == expected, offset
