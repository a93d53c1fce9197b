"""A micro:bit with Nordic's nRF52833 or nRF51822 in Unicorn, with models of its peripherals of our own.

The models follow the nRF52833 Product Specification v1.5 (chapter under each class), whose legacy peripherals are those of the
nRF51 Series Reference Manual v3.0.1, and the sensors' data sheets, not our drivers. What is not modelled: the duration of instructions, of bytes on the line and of flash operations, electricity, the radio,
and every peripheral that is not named here. An access to one of these is a fault.
"""

import sys
from dataclasses import dataclass

import monitor
from accelerometers import LIS2DH12, MMA8653
from sensors import LIS2MDL, MAG3110
from wires import Wires

try:
    import unicorn
    from elftools.elf.elffile import ELFFile
    from unicorn import arm_const as arm
except ImportError as error:
    sys.exit(monitor.missing("unicorn", error, "unicorn pyelftools"))

RAM = 0x20000000
# Unicorn maps memory in units of this size.
UNIT = 4096
# Instructions of a slice.
SLICE = 4000
# An access to a peripheral takes this long, so that a loop that waits for the timer gets on.
ACCESS = 1000
# ARMv7-M ARM, B3.2.6 and B3.4: the system control space.
SYSTEM, AIRCR, AIRCR_RESET, INTERRUPTS_ON = 0xE000E000, 0xD0C, 0x05FA0004, range(0x100, 0x108, 4)
HARD_FAULT, FIRST_INTERRUPT = 3, 16
# Chapter 5.3.7, RESETREAS: the watchdog, and a reset by software.
BY_WATCHDOG, BY_SOFTWARE = 2, 4


@dataclass(frozen=True)
class Kind:
    """A micro:bit: its processor, memories in bytes, pins of the internal bus, and what is on that bus."""

    core: int
    megahertz: int
    ram: int
    flash: int
    page: int
    clock_pin: int
    data_pin: int
    magnetometer: type
    accelerometer: type


# nRF52833 PS, 4.1 and 4.2; nRF51822 PS v3.4, table 1. Pins and sensors: the schematics.
KINDS = {
    "v2": Kind(arm.UC_CPU_ARM_CORTEX_M4, 64, 128 << 10, 512 << 10, 4096, 8, 16, LIS2MDL, LIS2DH12),
    "v1.5": Kind(arm.UC_CPU_ARM_CORTEX_M0, 16, 16 << 10, 256 << 10, 1024, 0, 30, LIS2MDL, LIS2DH12),
    "v1.3": Kind(arm.UC_CPU_ARM_CORTEX_M0, 16, 16 << 10, 256 << 10, 1024, 0, 30, MAG3110, MMA8653),
}


class Line:
    """UART0 with a serial adapter (chapter 6.33): EVENTS_RXDRDY, EVENTS_TXDRDY, ENABLE, RXD, TXD. Bytes take no time."""

    def __init__(self):
        self.sent = bytearray()
        self.reset()

    def reset(self):
        self.waiting, self.is_enabled, self.receives, self.has_byte, self.has_sent = bytearray(), False, False, 0, 0

    def room(self):
        # The receiver keeps six bytes.
        return 6 - len(self.waiting) if self.is_enabled and self.receives else 0

    def feed(self, chunk):
        self.waiting += chunk
        self.has_byte |= bool(chunk)

    def load(self, offset):
        if offset == 0x108:
            return self.has_byte
        if offset == 0x11C:
            return self.has_sent
        if offset == 0x518:
            byte = self.waiting.pop(0) if self.waiting else 0
            self.has_byte |= bool(self.waiting)
            return byte
        return 0

    def store(self, offset, value):
        if offset == 0x000:
            self.receives = True
        elif offset == 0x108:
            self.has_byte = value
        elif offset == 0x11C:
            self.has_sent = value
        elif offset == 0x500:
            self.is_enabled = value == 4
        elif offset == 0x51C and self.is_enabled:
            self.sent.append(value & 0xFF)
            self.has_sent = 1


class Timer:
    """TIMER0 (chapter 6.30) as a counter: START, CLEAR, CAPTURE, PRESCALER, CC."""

    def __init__(self, nanoseconds):
        self.nanoseconds = nanoseconds
        self.reset()

    def reset(self):
        self.origin, self.runs, self.prescaler, self.captured = self.nanoseconds(), False, 4, [0] * 6

    def count(self):
        ticks = int((self.nanoseconds() - self.origin) * 16 / 1000) >> self.prescaler
        return ticks & 0xFFFFFFFF if self.runs else 0

    def load(self, offset):
        return self.captured[(offset - 0x540) // 4] if 0x540 <= offset < 0x558 else 0

    def store(self, offset, value):
        if offset == 0x000:
            self.runs, self.origin = True, self.nanoseconds()
        elif offset == 0x00C:
            self.origin = self.nanoseconds()
        elif 0x040 <= offset < 0x058:
            self.captured[(offset - 0x040) // 4] = self.count()
        elif offset == 0x510:
            self.prescaler = value & 0xF
        elif 0x540 <= offset < 0x558:
            self.captured[(offset - 0x540) // 4] = value


class Watchdog:
    """WDT (chapter 6.34): START, INTENSET, CRV, RREN, RR0. It cannot be stopped."""

    KEY = 0x6E524635

    def __init__(self, nanoseconds):
        self.nanoseconds = nanoseconds
        self.reset()

    def reset(self):
        self.end, self.reload, self.interrupts = None, 0xFFFFFFFF, False

    def load(self, offset):
        return int(self.end is not None) if offset == 0x400 else 0

    def store(self, offset, value):
        if offset == 0x304:
            self.interrupts = bool(value & 1)
        elif offset == 0x504 and self.end is None:
            self.reload = value
        elif offset == 0x000 or offset == 0x600 and value == self.KEY and self.end is not None:
            self.end = self.nanoseconds() + (self.reload + 1) * 1e9 / 32768


class Port:
    """GPIO P0 (chapter 6.9): OUT, IN, DIR, PIN_CNF. Two of its pins are the lines of the internal bus, with pull-ups."""

    def __init__(self, wires, clock, data):
        self.wires, self.clock, self.data = wires, clock, data
        self.reset()

    def reset(self):
        self.out, self.configuration = 0, [2] * 32

    def level(self, pin):
        """What the pin drives: true where it lets the line go."""
        configuration = self.configuration[pin]
        # DIR; and DRIVE S0D1 or H0D1: a one is not driven.
        return not configuration & 1 or bool(self.out >> pin & 1)

    def update(self):
        self.wires.drive(self.level(self.clock), self.level(self.data))

    def load(self, offset):
        if offset == 0x510:
            return self.wires.clock << self.clock | self.wires.line() << self.data
        if offset == 0x504:
            return self.out
        return self.configuration[(offset - 0x700) // 4] if 0x700 <= offset < 0x780 else 0

    def store(self, offset, value):
        if offset == 0x504:
            self.out = value
        elif offset == 0x508:
            self.out |= value
        elif offset == 0x50C:
            self.out &= ~value
        elif offset in (0x518, 0x51C):
            for pin in range(32):
                if value >> pin & 1:
                    self.configuration[pin] = self.configuration[pin] & ~1 | (offset == 0x518)
        elif 0x700 <= offset < 0x780:
            self.configuration[(offset - 0x700) // 4] = value
        self.update()


class Flash:
    """NVMC (chapter 4.3): READY, CONFIG, ERASEPAGE, and the pages of the records. Operations take no time."""

    def __init__(self, place, content, page=UNIT):
        self.place, self.content, self.page = place, bytearray(content), page
        self.mode = 0

    def reset(self):
        self.mode = 0

    def load(self, offset):
        return 1 if offset == 0x400 else self.mode if offset == 0x504 else 0

    def store(self, offset, value):
        if offset == 0x504:
            self.mode = value & 3
        elif offset == 0x508 and self.mode == 2:
            at = value - self.place
            if 0 <= at < len(self.content):
                self.content[at : at + self.page] = b"\xff" * self.page

    def load_word(self, offset, size):
        return int.from_bytes(self.content[offset : offset + size], "little")

    def store_word(self, offset, size, value):
        # A bit can only be cleared, and only while writing is allowed.
        if self.mode == 1 and size == 4:
            old = self.load_word(offset, 4)
            self.content[offset : offset + 4] = (old & value).to_bytes(4, "little")


class Power:
    """CLOCK and POWER (chapters 5.4 and 5.3): RESETREAS."""

    def __init__(self):
        self.reason = 0

    def reset(self):
        pass

    def load(self, offset):
        return self.reason if offset == 0x400 else 0

    def store(self, offset, value):
        if offset == 0x400:
            self.reason &= ~value


class Board:
    """The processor with its peripherals and the sensors on the internal bus."""

    def __init__(self, image, records=None, kind="v2", has_sensors=True):
        self.time, self.kind = 0.0, KINDS[kind]
        self.when_reset = lambda by_guest: None
        milliseconds = lambda: self.time / 1e6
        self.magnetometer = self.kind.magnetometer(milliseconds)
        self.accelerometer = self.kind.accelerometer(milliseconds)
        self.wires = Wires([self.magnetometer, self.accelerometer] if has_sensors else [])
        self.records = monitor.KeptMemory(records)
        self.load(image)
        # The records are the last two pages; the unit of memory with them holds nothing else.
        kept = self.records.content or b"\xff" * 2 * self.kind.page
        size = max(len(kept), UNIT)
        place = self.kind.flash - size
        self.line, self.power = Line(), Power()
        self.flash = Flash(place, kept.rjust(size, b"\xff"), self.kind.page)
        self.watchdog = Watchdog(lambda: self.time)
        blocks = {
            0x40000000: self.power,
            0x40002000: self.line,
            0x40008000: Timer(lambda: self.time),
            0x40010000: self.watchdog,
            0x4001E000: self.flash,
            0x50000000: Port(self.wires, self.kind.clock_pin, self.kind.data_pin),
        }
        self.blocks = list(blocks.values())
        self.core = core = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
        core.ctl_set_cpu_model(self.kind.core)
        core.mem_map(0, self.flash.place, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
        core.mem_write(0, bytes(self.program))
        core.mem_map(RAM, self.kind.ram)
        core.mmio_map(
            self.flash.place,
            len(self.flash.content),
            lambda uc, at, size, _: self.flash.load_word(at, size),
            None,
            lambda uc, at, size, value, _: self.flash.store_word(at, size, value),
            None,
        )
        for base, block in blocks.items():
            core.mmio_map(base, 0x1000, self.load_of(block), None, self.store_of(block), None)
        # FICR (chapter 4.4): CODEPAGESIZE, CODESIZE and a number of the chip.
        numbers = {0x10: self.kind.page, 0x14: self.kind.flash // self.kind.page, 0x60: 0xB1AAC1E5, 0x64: 2}
        core.mmio_map(
            0x10000000, 0x1000, lambda uc, at, size, _: numbers.get(at, 0xFFFFFFFF), None, lambda *_: None, None
        )
        # A load of several words from an odd address is a fault (ARMv7-M ARM, A3.2.1), of which Unicorn knows nothing. Here it is
        # one at the lowest addresses, where the firmware provokes it.
        core.hook_add(unicorn.UC_HOOK_MEM_READ, self.check_alignment, begin=0, end=3)
        core.mmio_map(SYSTEM, 0x1000, lambda uc, at, size, _: 0, None, self.store_system, None)
        self.boot()

    def load(self, image):
        with open(image, "rb") as file:
            elf = ELFFile(file)
            self.symbols = {
                symbol.name: symbol["st_value"] for symbol in elf.get_section_by_name(".symtab").iter_symbols()
            }
            self.program = bytearray()
            for segment in elf.iter_segments("PT_LOAD"):
                start, data = segment["p_paddr"], segment.data()
                if start < self.kind.flash and data:
                    self.program[len(self.program) :] = b"\xff" * (start - len(self.program)) + data

    def address(self, symbol):
        return self.symbols[symbol]

    def load_of(self, block):
        def load(uc, offset, size, _):
            self.time += ACCESS
            return int(block.load(offset))

        return load

    def store_of(self, block):
        def store(uc, offset, size, value, _):
            self.time += ACCESS
            block.store(offset, value)

        return store

    def check_alignment(self, uc, access, address, size, value, _):
        if address & 3 and size == 4:
            self.faults = True
            uc.emu_stop()

    def store_system(self, uc, offset, size, value, _):
        if offset == AIRCR and value == AIRCR_RESET:
            self.resets = True
            uc.emu_stop()
        elif offset in INTERRUPTS_ON:
            self.interrupts |= value << 8 * (offset - 0x100)

    def boot(self):
        """The first two words of the flash are the stack pointer and the first instruction (ARMv7-M ARM, B1.5.5)."""
        self.resets, self.faults, self.interrupts = False, False, 0
        for block in self.blocks:
            block.reset()
        for register in range(arm.UC_ARM_REG_R0, arm.UC_ARM_REG_R12 + 1):
            self.core.reg_write(register, 0)
        self.core.reg_write(arm.UC_ARM_REG_PRIMASK, 0)
        self.core.reg_write(arm.UC_ARM_REG_IPSR, 0)
        self.core.reg_write(arm.UC_ARM_REG_SP, int.from_bytes(self.program[0:4], "little"))
        self.at = int.from_bytes(self.program[4:8], "little")

    def restart(self, from_watchdog=False, by_software=False):
        # A press of the button is not told by the reason when the pin is not a reset pin; power stays on.
        self.power.reason |= BY_WATCHDOG if from_watchdog else BY_SOFTWARE if by_software else 0
        self.boot()
        self.when_reset(from_watchdog or by_software)

    def enter(self, exception):
        """An exception's entry: eight words on the stack (ARMv7-M ARM, B1.5.6)."""
        core = self.core
        stack = (core.reg_read(arm.UC_ARM_REG_SP) - 32) & ~7
        kept = [
            core.reg_read(r)
            for r in (
                arm.UC_ARM_REG_R0,
                arm.UC_ARM_REG_R1,
                arm.UC_ARM_REG_R2,
                arm.UC_ARM_REG_R3,
                arm.UC_ARM_REG_R12,
                arm.UC_ARM_REG_LR,
            )
        ]
        status = core.reg_read(arm.UC_ARM_REG_XPSR)
        aligned = (core.reg_read(arm.UC_ARM_REG_SP) - 32) & 4
        words = kept + [self.at & ~1, status & ~0x200 | (0x200 if aligned else 0)]
        if RAM <= stack < RAM + self.kind.ram - 32:
            core.mem_write(stack, b"".join((word & 0xFFFFFFFF).to_bytes(4, "little") for word in words))
        core.reg_write(arm.UC_ARM_REG_SP, stack)
        core.reg_write(arm.UC_ARM_REG_LR, 0xFFFFFFF9)
        core.reg_write(arm.UC_ARM_REG_IPSR, exception)
        self.at = int.from_bytes(self.program[4 * exception : 4 * exception + 4], "little")

    def run(self):
        """Runs a slice."""
        try:
            self.core.emu_start(self.at | 1, 0xFFFFFFFF, count=SLICE)
            self.at = self.core.reg_read(arm.UC_ARM_REG_PC)
            if self.faults:
                self.faults = False
                self.enter(HARD_FAULT)
        except unicorn.UcError:
            self.at = self.core.reg_read(arm.UC_ARM_REG_PC)
            self.enter(HARD_FAULT)
        self.time += SLICE * 1000 / self.kind.megahertz
        if self.resets:
            self.restart(by_software=True)
        end = self.watchdog.end
        if end is not None and self.time > end:
            self.bark()
        if self.records.file:
            self.records.save(bytes(self.flash.content[-2 * self.kind.page :]))

    def bark(self):
        """The interrupt, and the reset two cycles of 32,768 Hz later. The processor has some hundred instructions for it."""
        can = self.watchdog.interrupts and self.interrupts >> 16 & 1 and not self.core.reg_read(arm.UC_ARM_REG_PRIMASK)
        if can:
            self.enter(FIRST_INTERRUPT + 16)
            self.watchdog.end = None
            try:
                self.core.emu_start(self.at | 1, 0xFFFFFFFF, count=1900)
            except unicorn.UcError:
                pass
        self.restart(from_watchdog=True)

    def seconds(self):
        return self.time / 1e9


def main():
    parser = monitor.parser()
    parser.add_argument("--kind", choices=KINDS, default="v2")
    options = parser.parse_args()

    def make():
        board = Board(options.image, options.records, options.kind)
        return board, board.line

    monitor.serve("unicorn", options, make)


if __name__ == "__main__":
    main()
