"""The functions that the bench measures: where each is, how it is called, and what its answers should be."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from . import inputs
from .core import words

# Where the emulated functions find their arguments.
RECORD, INPUT, OUTPUT = 0x2001_0100, 0x2001_0400, 0x2001_0440
# A calibration fit, and what it found.
FIT, OUTCOME, OUTCOME_SIZE = 0x2001_0480, 0x2001_0F00, 92
# Where h and S lie in a record, one after the other.
MODEL = RECORD + 20
FIELD_LIMITS = dict(field=(300, 2000), horizontal=150, gravity=(1000, 16000))
SERVICE_LIMITS = dict(field=(20_000, 70_000), horizontal=6_000, gravity=(500_000, 2_000_000))


@dataclass
class Case:
    """One function: where it is, how it is called, what its answers should be."""

    name: str
    symbol: str  # the end of its mangled name, or its C name
    calls: list = field(default_factory=list)  # (registers, memory, expected turns or None)
    prepare: Callable = None
    output: tuple = None  # (address, bytes) of further answers in memory
    between: tuple = None  # (symbol, registers) of a call after each, which is not counted
    roots: tuple = ()  # further functions of the image


def packed(v):
    """Three Int16 as a structure travels in registers."""
    return ((v[0] & 0xFFFF) | (v[1] & 0xFFFF) << 16, v[2] & 0xFFFF)


def cases(count=inputs.COUNT):
    """All of them, in the order of the figures."""
    angles = [((y, x), (), math.atan2(y, x) / (2 * math.pi)) for y, x in inputs.pairs()[:count]]
    turns, long = random_numbers(count)
    return [
        Case("atan2 precise", "Cordic*Precise*angle1y1x", angles),
        Case("atan2 multiplierless", "Cordic*Multiplierless*angle1y1x", angles),
        Case("atan2 tiny", "Cordic*Tiny*angle1y1x", angles),
        *heading_cases(count),
        Case("sine and cosine", "Cordic*sineCosine", turns),
        Case("magnitude", "Cordic*magnitude1y1x", [(registers, memory, None) for registers, memory, _ in angles]),
        *navigation_cases(count),
        *calibration_cases(),
        *field_monitor_cases(count),
        *root_cases(count, long),
    ]


def random_numbers(count):
    """Calls with words of 32 bits, and calls with numbers of every length up to 64 bits: one generator gives both."""
    random = inputs.Random(9)
    turns = [((random.next() >> 32,), (), None) for _ in range(count)]
    long = [((n & 0xFFFF_FFFF, n >> 32), (), None) for n in (random.next() >> (i % 64) for i in range(count))]
    return turns, long


def heading_cases(count):
    counts = [
        (packed(m) + packed(a), (), inputs.heading_turns(m, a))
        for m, a in inputs.attitudes(count, seed=6, **FIELD_LIMITS)
    ]
    slaved = [
        ((INPUT,), ((INPUT, words(*m, *a)),), inputs.heading_turns(m, a))
        for m, a in inputs.attitudes(count // 10, seed=6, **FIELD_LIMITS)
    ]
    service = [
        (
            (RECORD, INPUT, OUTPUT),
            ((MODEL, words(*h, *s)), (INPUT, words(*m, *a))),
            inputs.heading_turns(inputs.corrected(h, s, m), a),
        )
        for h, s, m, a in inputs.calibrated(count // 10, seed=7, **SERVICE_LIMITS)
    ]
    calibrated = [
        (
            (RECORD, INPUT),
            ((MODEL, words(*h, *s)), (INPUT, words(*m, *a))),
            inputs.heading_turns(inputs.corrected(h, s, m), a),
        )
        for h, s, m, a in inputs.calibrated(count // 10, seed=6, **FIELD_LIMITS)
    ]
    return [
        Case("heading from counts", "TiltCompensation*heading5field5force10Quantities", counts),
        Case("heading by slaved vectoring", "binnacle_bench_slaved", slaved),
        Case("heading from counts, calibrated", "binnacle_bench_calibrated_counts", calibrated, set_record),
        Case("heading, service path", "binnacle_bench_service", service, set_record),
        Case("reading, service path", "binnacle_bench_reading", service, set_record, (OUTPUT, 28)),
    ]


def set_record(core):
    model = words(*range(101, 113))
    core.call("binnacle_bench_record", (RECORD, INPUT), memory=((INPUT, model),))
    if core.read(MODEL, len(model)) != model:
        raise RuntimeError("h and S are elsewhere in a record than the bench puts them")


def navigation_cases(count):
    worlds = [((INPUT,), ((INPUT, words(*world)),), None) for world in inputs.worlds(count // 10)]
    # Each place begins an evaluation and takes it through its fifteen slices.
    slices = [
        call
        for world in inputs.worlds(count // 250)
        for call in [((RECORD, INPUT), ((INPUT, words(*world)),), None), *[((RECORD, 0), (), None)] * 15]
    ]
    legs = [((INPUT, OUTPUT), ((INPUT, words(*leg)),), None) for leg in inputs.legs(count // 10)]
    views = [((RECORD, 0, turn << 24), (), None) for turn in range(256)]
    return [
        Case("world model", "binnacle_bench_world_model", worlds),
        Case("world model, one slice", "binnacle_bench_world_slice", slices),
        Case("bearings and distance, sphere", "binnacle_bench_leg", legs, None, (OUTPUT, 12)),
        Case("bearings and distance, WGS84", "binnacle_bench_geodesic", legs, None, (OUTPUT, 12)),
        Case("guidance, one view", "binnacle_bench_guidance", views, set_guidance),
    ]


def set_guidance(core):
    core.call("binnacle_bench_guidance", (RECORD, INPUT, 0), memory=((INPUT, words(*inputs.legs(2)[1])),))


def calibration_cases():
    turning, rocked = (
        [((FIT, INPUT), ((INPUT, words(*m, *a)),), None) for m, a in samples]
        for samples in (inputs.turning(300), inputs.rocked(300))
    )
    fit = tuple(f"binnacle_bench_fit_{name}" for name in ("begin", "take", "step", "solve", "whole"))
    step, found = ("binnacle_bench_fit_step", (FIT,)), (OUTCOME, OUTCOME_SIZE)
    slices, whole = [((FIT,), (), None)] * 260, [((FIT, OUTCOME), (), None)]

    def take_turning(core):
        take_all(core, turning)

    def take_rocked(core):
        take_all(core, rocked)

    return [
        Case("calibration, a sample", "binnacle_bench_fit_take", turning, begin_fit, None, step, fit),
        Case("calibration, a slice", "binnacle_bench_fit_step", slices, take_turning, None, None, fit),
        Case("calibration, the whole solve", "binnacle_bench_fit_whole", whole, take_turning, found, None, fit),
        Case("calibration, two models refused", "binnacle_bench_fit_whole", whole, take_rocked, found, None, fit),
    ]


def begin_fit(core):
    core.call("binnacle_bench_fit_begin", (FIT,))


def take_all(core, samples):
    begin_fit(core)
    for registers, memory, _ in samples:
        core.call("binnacle_bench_fit_take", registers, memory=memory)
        core.call("binnacle_bench_fit_step", (FIT,))
    core.call("binnacle_bench_fit_solve", (FIT,))


def field_monitor_cases(count):
    clear, attached = (
        [((RECORD, INPUT), ((INPUT, words(*sample)),), None) for sample in inputs.watched(count // 10, offset, seed=21)]
        for offset in ((0, 0, 0), (12_000, -9_000, 6_000))
    )
    whole = [((RECORD, INPUT), ((INPUT, words(*sample)),), None) for sample in inputs.sampled(count // 10, seed=22)]
    stated = [((INPUT,), ((INPUT, words(*values)),), None) for values in inputs.stated(count // 10)]
    return [
        Case("field monitor, clear", "binnacle_bench_monitor", clear, set_monitor),
        Case("field monitor, disturbed", "binnacle_bench_monitor", attached, set_monitor),
        Case(
            "field monitor, disturbed, place known",
            "binnacle_bench_monitor",
            attached,
            lambda core: set_monitor(core, inputs.WORLD),
        ),
        Case("accuracy", "binnacle_bench_accuracy", stated),
        Case("heading service, one sample", "binnacle_bench_chain", whole, set_chain),
    ]


def set_monitor(core, world=0):
    core.call("binnacle_bench_monitor_begin", (RECORD, INPUT), memory=((INPUT, words(*inputs.WATCHED, world)),))


def set_chain(core):
    core.call(
        "binnacle_bench_chain_begin",
        (RECORD, INPUT),
        memory=((INPUT, words(*inputs.IRON, *inputs.WATCHED, inputs.WORLD, 1 << 26)),),
    )


def root_cases(count, long):
    radicands = [
        ((random,), (), None) for random in (lambda r: [r.next() >> 32 for _ in range(count)])(inputs.Random(8))
    ]
    return [
        Case("square root, 32 bits", "s6UInt32V10FixedPointE10squareRoot", radicands),
        Case("square root, 64 bits", "s6UInt64V10FixedPointE10squareRoot", long),
        Case("square root, 64 bits, approximate", "s6UInt64V10FixedPointE21approximateSquareRoot", long),
        Case("reciprocal, 32 bits", "normalisedReciprocal*g", [((r[0] | 1 << 31,), (), None) for r, _, _ in radicands]),
    ]
