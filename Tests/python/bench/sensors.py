"""What a sensor's driver costs: bytes that a chip adds, and cycles of `poll`, with a bus that takes no time."""

from elftools.elf.elffile import ELFFile

from .core import Core, Figures
from .cpu import CPUS
from .link import link
from .report import sensors_table
from .tools import ROOT, current_objects, run

CORE = "cortex-m0"
MODULES = ("RawMemory", "FixedPoint", "ByteCoding", "Quantities", "SensorDrivers")
# A board with all three kinds: what it has, another chip need not bring.
BASE = ("LIS3MDLMagnetometer", "LSM6DSOXAccelerometer", "LSM6DSOXGyroscope")
CHIPS = (
    "LSM303DLHCMagnetometer",
    "LIS2MDLMagnetometer",
    "LIS3MDLMagnetometer",
    "HMC5883LMagnetometer",
    "QMC5883LMagnetometer",
    "QMC5883PMagnetometer",
    "MMC5603Magnetometer",
    "MMC5983MAMagnetometer",
    "AK8963Magnetometer",
    "AK09916Magnetometer",
    "IST8310Magnetometer",
    "RM3100Magnetometer",
    "MAG3110Magnetometer",
    "LSM303DLHCAccelerometer",
    "LIS3DHAccelerometer",
    "LSM6DSOXAccelerometer",
    "MPU6050Accelerometer",
    "ICM20948Accelerometer",
    "ADXL345Accelerometer",
    "BMI160Accelerometer",
    "MMA8653Accelerometer",
    "LSM6DSOXGyroscope",
    "MPU6050Gyroscope",
    "ICM20948Gyroscope",
    "BMI160Gyroscope",
)
# What these registers hold whatever was written, by the driver's name: the BMI160 has carried out its command (CMD is 0), and
# both of its halves are awake (PMU_STATUS).
HELD = {"BMI160": {0x7E: 0x00, 0x03: 0x14}}
# Above the stack.
STATE, REGISTERS = 0x2001_0100, 0x2001_0400
SECONDS = 4

HEAD = """import Quantities
import SensorDrivers

struct BenchBus: RegisterBus, ~Copyable {
  let registers: UnsafeMutablePointer<UInt8>
  mutating func write(_ value: UInt8, to register: UInt8, of device: UInt8) throws(BusFault) {
    registers[Int(register & 0x7f)] = value
  }
  mutating func read(from register: UInt8, of device: UInt8, count: Int) throws(BusFault) -> RegisterBytes {
    var bytes = RegisterBytes(repeating: 0)
    for index in 0..<count { bytes[index] = registers[Int(register & 0x7f) &+ index] }
    return bytes
  }
  mutating func recover() -> Bool { true }
}
"""
CHIP = """
@c(bench_size_CHIP) public func sizeCHIP() -> UInt32 { UInt32(MemoryLayout<SensorDriver<CHIP>>.size) }

@c(bench_start_CHIP) public func startCHIP(_ state: UnsafeMutableRawPointer) {
  state.initializeMemory(as: SensorDriver<CHIP>.self, to: SensorDriver<CHIP>())
}

@c(bench_begin_CHIP) public func beginCHIP(_ registers: UnsafeMutablePointer<UInt8>) -> UInt32 {
  let plan = CHIP.plan(rate: CHIP.fastestRate, scale: CHIP.finestScale)
  for index in 0..<4 where index < Int(plan.identity.count) {
    registers[Int(plan.identity.register) &+ index] = UInt8(truncatingIfNeeded: plan.identityBytes &>> UInt32(8 &* index))
  }
  registers[Int(plan.statusRegister)] |= plan.readyMask
  return UInt32(plan.data.register)
}

@c(bench_poll_CHIP) public func pollCHIP(
  _ state: UnsafeMutableRawPointer, _ registers: UnsafeMutablePointer<UInt8>, _ now: UInt32
) -> UInt32 {
  let driver = state.assumingMemoryBound(to: SensorDriver<CHIP>.self)
  var bus = BenchBus(registers: registers)
  switch driver.pointee.poll(&bus, at: Instant(microseconds: UInt64(now))) {
  case .nothing: return 0
  case .sample: return 1
  case .fault, .unavailable: return 2
  }
}
"""


def build(chips, whats=("start", "poll")):
    """An image with the functions `whats` of the drivers of `chips`: (path, bytes of code and constants)."""
    cpu = CPUS[CORE]
    scratch = ROOT / ".build" / "bench" / "sensors"
    scratch.mkdir(parents=True, exist_ok=True)
    source, probe, image = scratch / "probe.swift", scratch / "probe.o", scratch / "image.elf"
    source.write_text(HEAD + "".join(CHIP.replace("CHIP", chip) for chip in chips))
    run(
        "swiftc",
        "-target",
        cpu.triple,
        "-enable-experimental-feature",
        "Embedded",
        "-wmo",
        "-Osize",
        "-parse-as-library",
        "-Xfrontend",
        "-function-sections",
        "-Xfrontend",
        "-disable-stack-protector",
        *(word for option in cpu.options for word in ("-Xcc", option)),
        "-I",
        cpu.release / "Modules",
        "-c",
        source,
        "-o",
        probe,
    )
    objects = [*current_objects(cpu.release, MODULES), cpu.release / "CStartup.build" / "memory.c.o", probe]
    roots = [f"bench_{what}_{chip}" for chip in chips for what in whats]
    size, _ = link(objects, roots[0], image, [cpu.libgcc], roots)
    return image, size


def cycles(image, chip):
    """Of `poll`: while nothing is due, of a sample, and the most of any; and the driver's size and stack in bytes."""
    core = Core(image, CORE)
    core.machine.mem_write(REGISTERS, bytes(128))
    size = core.call(f"bench_size_{chip}")[0]
    data = core.call(f"bench_begin_{chip}", (REGISTERS,))[0]
    held = next((values for name, values in HELD.items() if chip.startswith(name)), {})
    core.call(f"bench_start_{chip}", (STATE,))
    core.repaint()
    asleep, sampling, most = [], [], 0
    for now in range(0, SECONDS * 1_000_000, 1000):
        # New data each time, so that the watch for stuck data is content.
        core.machine.mem_write(REGISTERS + data, bytes((0, now // 1000 % 64)))
        for register, value in held.items():
            core.machine.mem_write(REGISTERS + register, bytes((value,)))
        answer, _, _, priced = core.call(f"bench_poll_{chip}", (STATE, REGISTERS, now))
        if answer == 2:
            raise RuntimeError(f"{chip} fails at {now} µs")
        (sampling if answer == 1 else asleep).append(priced)
        most = max(most, priced)
    return {
        "asleep": min(asleep),
        "sample": Figures(sampling).as_list(),
        "most": most,
        "state": size,
        "stack": core.stack_used(),
    }


def size_of(image, *parts):
    """Bytes of the functions whose names have one of `parts`."""
    with open(image, "rb") as file:
        table = ELFFile(file).get_section_by_name(".symtab")
        return sum(symbol["st_size"] for symbol in table.iter_symbols() if any(part in symbol.name for part in parts))


def measure_sensors(measured=CHIPS):
    """{"machine": bytes, "chips": {chip: figures}}."""
    chips, whole = {}, build(BASE)[1]
    for chip in measured:
        if chip in BASE:
            adds = whole - build([other for other in BASE if other != chip])[1]
        else:
            adds = build([*BASE, chip])[1] - whole
        image, alone = build([chip])
        # Bring-up, sampling, supervision, ranges, the watch for stuck data.
        shared = size_of(image, "0A7MachineV", "14StuckDataWatchV", "12RangeControlV")
        # The bench's own call is no part of a driver.
        adds -= size_of(image, "bench_poll")
        image, _ = build([chip], ("start", "poll", "begin", "size"))
        chips[chip] = {"adds": adds, "alone": alone, **cycles(image, chip)}
    return {"machine": shared, "chips": chips}


if __name__ == "__main__":
    print(sensors_table(measure_sensors()))
