"""The bench itself: its prices on code of known length; and its figures against the ones kept in docs/performance.json."""

import json
import struct
from pathlib import Path

import pytest
from bench.__main__ import KEPT, regressions
from bench.price import price_block


def code(*halfwords):
    return b"".join(struct.pack("<H", halfword) for halfword in halfwords)


@pytest.mark.parametrize("halfwords, expected", [
    ((0x2001,), (1, 1, 0)),  # movs
    ((0x4348,), (1, 1, 0)),  # muls
    ((0x6808,), (1, 2, 0)),  # ldr
    ((0x5C51,), (1, 2, 0)),  # ldrb, register offset
    ((0x4801,), (1, 2, 0)),  # ldr from a literal
    ((0xB5F0,), (1, 6, 0)),  # push {r4-r7, lr}
    ((0xBDF0,), (1, 5, 8)),  # pop {r4-r7, pc}
    ((0xD0FC,), (1, 1, 2)),  # beq
    ((0xE7FE,), (1, 2, 2)),  # b
    ((0x4770,), (1, 2, 2)),  # bx lr
    ((0xF000, 0xF800), (1, 3, 3)),  # bl
    ((0xC920,), (1, 2, 0)),  # ldmia {r5}
    # push, movs, muls, subs, bne back: as worked out by hand 3 + 1 + 1 + 1, then 1 or 2.
    ((0xB510, 0x2001, 0x4348, 0x3801, 0xD1FC), (5, 7, 8)),
])
def test_price_is_the_manuals(halfwords, expected):
    counted, straight, jumped = price_block(code(*halfwords))
    assert (counted, straight) == expected[:2]
    if expected[2]:
        assert jumped == expected[2]


def test_call_of_known_length_is_counted_exactly(tmp_path):
    from bench.core import Core

    # Eight rounds of a loop: movs r1, #8; loop: muls r0, r0; subs r1, #1; bne loop; bx lr.
    body = code(0x2108, 0x4340, 0x3901, 0xD1FC, 0x4770)
    core = Core(image(tmp_path, body))
    answer, _, instructions, cycles = core.call("f", (1,))
    assert answer == 1
    assert instructions == 1 + 8 * 3 + 1
    assert cycles == 1 + 8 * 2 + 7 * 2 + 1 + 2


def image(folder, body):
    """An ELF file with `body` at 0x1000 and a symbol `f` there."""
    import subprocess

    source = folder / "f.s"
    source.write_text(".syntax unified\n.cpu cortex-m0\n.thumb\n.global f\n.type f, %function\nf:\n"
                      + "".join(f".inst.n 0x{int.from_bytes(body[i:i + 2], 'little'):04x}\n" for i in range(0, len(body), 2)))
    path = folder / "f.elf"
    subprocess.run(["clang", "--target=armv6m-none-eabi", "-c", source, "-o", folder / "f.o"], check=True)
    subprocess.run(["ld.lld", "--image-base=0", "-Ttext=0x1000", "-e", "f", folder / "f.o", "-o", path], check=True)
    return path


def test_regressions_names_what_got_worse():
    old = {"m": {"f": {"answers": "a", "bytes": 10, "stack": 8, "instructions": [1, 2.0, 3]}}}
    same = json.loads(json.dumps(old))
    assert regressions(old, same) == []
    for figure, value in (("answers", "b"), ("bytes", 11), ("stack", 12), ("instructions", [1, 2.1, 3])):
        worse = json.loads(json.dumps(old))
        worse["m"]["f"][figure] = value
        assert len(regressions(old, worse)) == 1


def test_figures_are_no_worse_than_the_kept_ones():
    from bench.measure import measure

    kept = json.loads(Path(KEPT).read_text())["cortex-m0"]
    names = ["atan2 precise", "heading from counts", "heading, service path", "reading, service path", "sine and cosine",
             "magnitude", "square root, 64 bits"]
    found = measure("cortex-m0", only=names)
    assert regressions({"cortex-m0": {name: kept[name] for name in names}}, {"cortex-m0": found}) == []
