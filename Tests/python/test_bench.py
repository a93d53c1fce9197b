"""The bench itself: its prices on code of known length; and its figures against the ones kept in docs/performance.json."""

import copy
import json
import struct

import pytest
from bench import c99, limits, motion, report
from bench.__main__ import END, KEPT, SUMMARY, begin
from bench.cpu import CPUS
from bench.link import foreign_instructions, link
from bench.price import price_block
from bench.tools import run


def code(*halfwords):
    return b"".join(struct.pack("<H", halfword) for halfword in halfwords)


@pytest.mark.parametrize(
    "halfwords, expected",
    [
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
    ],
)
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


@pytest.mark.parametrize("name", CPUS)
def test_call_of_known_length_is_counted_on_every_core(tmp_path, name):
    from bench.core import Core

    if name == "rv32imac":
        # Four rounds: one compressed instruction, one wide and one branch each; before it one, after it the return.
        source = "f: li a1, 4\n1: mul a0, a0, a0\n c.addi a1, -1\n bnez a1, 1b\n ret\n"
    else:
        source = "f: movs r1, #4\n1: muls r0, r0, r0\n subs r1, #1\n bne 1b\n bx lr\n"
    core = Core(assembled(tmp_path, source, name), name)
    answer, _, instructions, _ = core.call("f", (3,))
    assert answer == 3**16
    assert instructions == 1 + 4 * 3 + 1
    assert core.stack_used() == 0


@pytest.mark.parametrize(
    "name, instruction, is_foreign",
    [
        ("cortex-m0", "udiv r0, r0, r1", True),
        ("cortex-m3", "udiv r0, r0, r1", False),
        ("cortex-m3", "uadd8 r0, r0, r1", True),
        ("cortex-m4", "uadd8 r0, r0, r1", False),
        ("cortex-m3", "smlabb r0, r0, r1, r2", True),
        ("cortex-m3", "vadd.f32 s0, s0, s1", True),
        ("cortex-m4", "vadd.f32 s0, s0, s1", True),
        ("cortex-m4", "vldr s0, [r0]", True),
        ("rv32imac", "fadd.s fa0, fa0, fa1", True),
        ("rv32imac", "mulhu a0, a0, a1", False),
        ("rv32imac", "amoadd.w a0, a0, (a1)", False),
    ],
)
def test_instructions_that_a_core_lacks_are_found(tmp_path, name, instruction, is_foreign):
    # A constant between the code, which ARM's symbols mark as such, is no instruction.
    constant = "" if name == "rv32imac" else ".word 0xffffffff\n"
    foreign = foreign_instructions(assembled(tmp_path, f"f: {instruction}\n{constant}", name), CPUS[name])
    assert bool(foreign) == is_foreign, foreign


def assembled(folder, source, name):
    """An ELF file with a function `f` of a core's own or any richer core's instructions at 0x1000."""
    target = (
        ["--target=riscv32-none-elf", "-march=rv32imafc"]
        if name == "rv32imac"
        else ["--target=thumbv7em-none-eabihf", "-mcpu=cortex-m4"]
    )
    head = (
        ".global f\n.type f, %function\n"
        if name == "rv32imac"
        else (".syntax unified\n.thumb\n.global f\n.type f, %function\n")
    )
    (folder / "f.s").write_text(head + source)
    run("clang", *target, "-c", folder / "f.s", "-o", folder / "f.o")
    link([folder / "f.o"], "f", folder / "f.elf")
    return folder / "f.elf"


def image(folder, body):
    """An ELF file with `body` at 0x1000 and a symbol `f` there."""
    source = folder / "f.s"
    source.write_text(
        ".syntax unified\n.cpu cortex-m0\n.thumb\n.global f\n.type f, %function\nf:\n"
        + "".join(f".inst.n 0x{int.from_bytes(body[i : i + 2], 'little'):04x}\n" for i in range(0, len(body), 2))
    )
    path = folder / "f.elf"
    run("clang", "--target=armv6m-none-eabi", "-c", source, "-o", folder / "f.o")
    run("ld.lld", "--image-base=0", "-Ttext=0x1000", "-e", "f", folder / "f.o", "-o", path)
    return path


def table(document, line):
    return document.read_text().split(line)[1].split(END)[0].strip()


def test_tables_of_the_document_are_those_of_the_kept_figures():
    kept = json.loads(KEPT.read_text())
    for name, made in report.SHORT.items():
        assert table(SUMMARY, begin(name)) == made(kept), name


def test_regressions_name_what_got_worse():
    old = {"m": {"f": {"answers": "a", "bytes": 10, "stack": 8, "instructions": [1, 2.0, 3], "maxErrorDegrees": 0.1}}}
    assert report.regressions(old, copy.deepcopy(old)) == []
    for figure, value in (
        ("answers", "b"),
        ("bytes", 11),
        ("stack", 12),
        ("instructions", [1, 2.1, 3]),
        ("instructions", [1, 2.0, 4]),
        ("maxErrorDegrees", 0.2),
    ):
        worse = copy.deepcopy(old)
        worse["m"]["f"][figure] = value
        assert len(report.regressions(old, worse)) == 1
    assert report.regressions(old, {"m": {}}) == ["f on m is no longer measured"]


def test_answers_that_differ_on_one_core_or_the_host_are_named():
    functions = {"m": {"f": {"answers": "a"}}, "n": {"f": {"answers": "a"}}}
    assert report.differing_answers(functions, {"f": "a"}) == []
    assert len(report.differing_answers(functions, {"f": "b"})) == 1
    assert len(report.differing_answers({**functions, "o": {"f": {"answers": "b"}}}, {"f": "a"})) == 1
    assert len(report.differing_answers(functions, {})) == 2


def test_images_that_grew_are_named():
    old = {"b": {"text": 10, "dataAndBss": 4, "stack": 8}}
    assert report.grown_images(old, old) == []
    assert report.grown_images(old, {"b": {"text": 11, "dataAndBss": 4, "stack": 8}}) == [
        "the image of b: text 11 bytes, was 10"
    ]


def test_limits_are_violated_by_figures_that_are_not_accepted():
    functions = copy.deepcopy(json.loads(KEPT.read_text())["functions"])
    assert limits.violations(functions) == []
    functions["cortex-m0"]["atan2 precise"]["bytes"] = 721
    assert len(limits.violations(functions)) == 1


def test_figures_and_answers_are_those_that_are_kept():
    """Every function on an Arm core and on RISC-V: no worse than kept, and the same answers, the host included. `make bench` asks
    all cores."""
    from bench.measure import measure_everywhere

    cores = ("cortex-m0", "rv32imac")
    found, host = measure_everywhere(cores)
    kept = json.loads(KEPT.read_text())["functions"]
    wrong = report.differing_answers(found, host) + limits.violations({**kept, **found})
    assert wrong + report.regressions({core: kept[core] for core in cores}, found) == []


def test_dearer_motion_is_named():
    old = {
        "bytes": 9,
        "state": 8,
        "stack": 7,
        "sample": [1, 2, 3],
        "slice": [1, 2, 3],
        "both": [1, 2, 3],
        "estimate": [1, 2, 3],
        "answers": "ab",
    }
    assert report.dearer_motion(old, old) == []
    assert report.dearer_motion(old, {**old, "stack": 8, "slice": [0, 2, 4], "answers": "ac"}) == [
        "motion: stack 8 bytes, was 7",
        "motion: cycles of slice [0, 2, 4], was [1, 2, 3]",
        "motion gives other answers: ac, was ab",
    ]


def test_motion_costs_what_is_kept():
    from bench.motion import measure_motion

    found = measure_motion()
    assert motion.violations(found) == []
    assert report.dearer_motion(json.loads(KEPT.read_text())["motion"], found) == []


def test_motion_beyond_its_limits_and_another_answer_are_named():
    good = {
        "both": [1, 11_000, 2],
        "slice": [1, 2, 15_000],
        "state": 1_000,
        "stack": 900,
        "answers": {"host": "a", "cortex-m3": "a"},
    }
    assert motion.violations(good) == []
    bad = {
        "both": [1, 11_001, 2],
        "slice": [1, 2, 15_001],
        "state": 1_001,
        "stack": 901,
        "answers": {"host": "a", "cortex-m3": "b"},
    }
    # What is known to be missed is held to what is kept.
    assert len(motion.violations(bad)) == 5 - len(motion.MISSED)
    assert set(motion.MISSED) < set(motion.LIMITS)


def test_dearer_drivers_are_named():
    figures = {"adds": 9, "asleep": 1, "sample": [1, 2.0, 3], "most": 3, "state": 96, "stack": 8}
    old = {"machine": 5, "chips": {"c": figures}}
    assert report.dearer_sensors(old, old) == []
    assert report.dearer_sensors(old, {"machine": 6, "chips": {"c": {**figures, "state": 97}}}) == [
        "the drivers' machine: 6 bytes, was 5",
        "c: state 97, was 96",
    ]
    assert report.dearer_sensors(old, {"machine": 5, "chips": {}}) == ["c is no longer measured"]


def test_drivers_cost_what_is_kept():
    from bench.sensors import measure_sensors

    kept = json.loads(KEPT.read_text())["sensors"]
    chips = ("LIS3MDLMagnetometer", "AK8963Magnetometer")
    found = measure_sensors(chips)
    assert report.dearer_sensors({**kept, "chips": {chip: kept["chips"][chip] for chip in chips}}, found) == []
    assert all(figures["adds"] <= 1843 for figures in kept["chips"].values()), "1.8 KiB a chip"


def test_binnacleC_beyondItsLimits_andDearerThanKept_isNamed():
    def figures(record, stack=10, text=100, **steps):
        return {"steps": {"angle": 100, "record": record, **steps}, "stack": stack, "text": text}

    good = {"cortex-m0": figures(9000, 11, 105, angle=114)}
    assert c99.violations(good) == report.dearer_c99(good, good) == []
    bad = {"cortex-m0": figures(10_001, 12, 106, angle=116)}
    assert c99.violations(bad) == ["binnacle.c on cortex-m0: record costs 10001 cycles, accepted are 10000"]
    assert report.dearer_c99(good, bad) == [
        "binnacle.c on cortex-m0: stack 12, was 11",
        "binnacle.c on cortex-m0: text 106, was 105",
        "binnacle.c on cortex-m0: angle costs 116, was 114",
        "binnacle.c on cortex-m0: record costs 10001, was 9000",
    ]
