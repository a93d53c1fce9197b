"""What the fusion with a gyroscope costs: cycles of a sample of three sensors at 95 Hz, of a slice, of the estimate; bytes."""

import math
import struct

from .core import Core, Figures
from .cpu import CPUS
from .link import link
from .report import motion_table
from .tools import ROOT, current_objects, run

CORE = "cortex-m0"
MODULES = ("RawMemory", "FixedPoint", "Quantities", "IntegerTrigonometry", "Motion")
# Above the stack.
STATE, INPUT, OUTPUT = 0x2001_0100, 0x2001_0800, 0x2001_0900
RATE, SECONDS = 95, 20

PROBE = """import Motion
import Quantities

@c(bench_motion_size) public func size() -> UInt32 { UInt32(MemoryLayout<MotionFilter>.size) }

@c(bench_motion_start) public func start(_ state: UnsafeMutablePointer<UInt8>) {
  UnsafeMutableRawPointer(state).assumingMemoryBound(to: MotionFilter.self).initialize(to: MotionFilter())
}

@c(bench_motion_sample) public func sample(
  _ state: UnsafeMutablePointer<UInt8>, _ input: UnsafePointer<Int32>, _ now: UInt32
) {
  let filter = UnsafeMutableRawPointer(state).assumingMemoryBound(to: MotionFilter.self)
  let time = Instant(microseconds: UInt64(now))
  filter.pointee.add(rate: AngularRate(q20: Vector3(x: input[0], y: input[1], z: input[2])), at: time)
  filter.pointee.add(force: Acceleration(microG: Vector3(x: input[3], y: input[4], z: input[5])), at: time)
  filter.pointee.add(field: CorrectedField(q8Nanotesla: Vector3(x: input[6], y: input[7], z: input[8])), at: time)
}

@c(bench_motion_work) public func work(_ state: UnsafeMutablePointer<UInt8>) -> UInt32 {
  UnsafeMutableRawPointer(state).assumingMemoryBound(to: MotionFilter.self).pointee.work() ? 1 : 0
}

@c(bench_motion_estimate) public func estimate(_ state: UnsafeMutablePointer<UInt8>, _ output: UnsafeMutablePointer<UInt32>) {
  let found = UnsafeMutableRawPointer(state).assumingMemoryBound(to: MotionFilter.self).pointee.estimate()
  output[0] = found.heading?.rawValue ?? 0
  output[1] = found.headingAccuracy
  output[2] = UInt32(bitPattern: found.attitude.w)
  output[3] = UInt32(bitPattern: found.rateOfTurn)
  output[4] = UInt32(bitPattern: found.bias.q20.z)
}
"""


def build():
    """The image with the filter, and its bytes of code and constants with all that they need."""
    cpu = CPUS[CORE]
    scratch = ROOT / ".build" / "bench" / "motion"
    scratch.mkdir(parents=True, exist_ok=True)
    source, probe, image = scratch / "probe.swift", scratch / "probe.o", scratch / "image.elf"
    source.write_text(PROBE)
    run("swiftc", "-target", cpu.triple, "-enable-experimental-feature", "Embedded", "-wmo", "-Osize", "-parse-as-library",
        "-Xfrontend", "-function-sections", "-Xfrontend", "-disable-stack-protector",
        *(word for option in cpu.options for word in ("-Xcc", option)), "-I", cpu.release / "Modules", "-c", source, "-o", probe)
    objects = [*current_objects(cpu.release, MODULES), cpu.release / "CStartup.build" / "memory.c.o", probe]
    roots = [f"bench_motion_{what}" for what in ("start", "sample", "work", "estimate", "size")]
    size, _ = link(objects, roots[0], image, [cpu.libgcc], roots)
    return image, size


def rotation(attitude, turn):
    """The attitude (rows: body axes in the world) after a turn about body axes, radians."""
    angle = math.sqrt(sum(part * part for part in turn)) or 1e-12
    x, y, z = (part / angle for part in turn)
    c, s = math.cos(angle), math.sin(angle)
    step = ((c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s),
            (y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s),
            (z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)))
    return [[sum(row[k] * step[k][column] for k in range(3)) for column in range(3)] for row in attitude]


def world():
    """What three sensors measure at each moment of a movement by hand: three seconds of rest, then turns about all axes."""
    attitude = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    for number in range(RATE * SECONDS):
        time = number / RATE
        turn = (0.0, 0.0, 0.0) if time < 3 else tuple(
            size * math.sin(speed * time + phase) for size, speed, phase in ((2.1, 2.3, 0), (1.4, 1.7, 1), (2.6, 1.1, 2)))
        attitude = rotation(attitude, [part / RATE for part in turn])
        # A little noise that is the same in every run.
        noise = [((number * step) % 17 - 8) / 8 for step in (3, 5, 7, 11, 13, 2, 6, 10, 14)]

        def body(north, east, down, rows=attitude):
            return [rows[0][axis] * north + rows[1][axis] * east + rows[2][axis] * down for axis in range(3)]
        rates = [part * (1 << 20) for part in turn]
        forces, fields = body(0, 0, -1_000_000), body(20_000 * 256, 0, 43_000 * 256)
        scale = [600] * 3 + [2_000] * 3 + [60_000] * 3
        values = [value + part * share for value, part, share in zip([*rates, *forces, *fields], noise, scale)]
        yield round(1_000_000 + number * 1_000_000 / RATE), struct.pack("<9i", *map(round, values))


def measure_motion():
    """Cycles of the samples, of the slices and of the estimate, [least, mean, most], and bytes of code, state and stack."""
    image, size = build()
    core = Core(image, CORE)
    state = core.call("bench_motion_size")[0]
    core.call("bench_motion_start", (STATE,))
    core.repaint()
    samples, slices, estimates, whole = [], [], [], []
    for now, values in world():
        core.machine.mem_write(INPUT, values)
        cost = core.call("bench_motion_sample", (STATE, INPUT, now & 0xFFFF_FFFF))[3]
        samples.append(cost)
        # One slice between two samples: the eight of a block are done before the next one closes.
        work = core.call("bench_motion_work", (STATE,))[3]
        slices.append(work)
        whole.append(cost + work)
        if len(samples) % RATE == 0:
            estimates.append(core.call("bench_motion_estimate", (STATE, OUTPUT))[3])
    answers = core.machine.mem_read(OUTPUT, 20).hex()
    return {"sample": Figures(samples).as_list(), "slice": Figures(slices).as_list(), "both": Figures(whole).as_list(),
            "estimate": Figures(estimates).as_list(), "bytes": size, "state": state, "stack": core.stack_used(),
            "answers": answers}


if __name__ == "__main__":
    print(motion_table(measure_motion()))
