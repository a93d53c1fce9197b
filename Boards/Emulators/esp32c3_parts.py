"""The parts of an ESP32-C3 as models of our own: peripherals, flash, and how the boot ROM reads an image.

They follow the ESP32-C3 Technical Reference Manual v1.1, whose chapter is given with each. Offsets, bits and reset values are
those of Espressif's headers (ESP-IDF v5.4, components/soc/esp32c3/register/soc), which describe each register in the manual's
words. `esp32c3.py` says what is not modelled.
"""

import hashlib
from collections import namedtuple

# Chapter "System and Memory": SRAM 1 on the data bus and on the instruction bus.
RAM, CODE, RAM_SIZE = 0x3FC80000, 0x40380000, 0x60000
FLASH_SIZE, SECTOR = 4 << 20, 4096
# The chip that an image must be for, and the revision of this one, v0.4.
CHIP, REVISION = 5, 4
CRYSTAL_MEGAHERTZ = 40
# ESP-IDF, reset_reasons.h.
POWER_ON, BY_SOFTWARE, BY_MAIN_WATCHDOG, CORE_BY_MAIN_WATCHDOG, BY_RTC_WATCHDOG = 0x01, 0x03, 0x07, 0x0B, 0x10
BY_SUPER_WATCHDOG, BY_USB = 0x12, 0x15

Segment = namedtuple("Segment", "address content")


class BadImage(Exception):
    """Why the boot ROM does not start what is in the flash."""


def read_image(flash):
    """The entry and the segments of the image at the start of the flash, if its checksum is right, and a complaint.

    Logs of chips show what the ROM does with others (github.com/espressif/esp-idf, issues 8798 and 12110;
    esp-rs/esp-idf-template, issue 27): it starts nothing, and its watchdog resets the chip. Of a wrong digest it complains.
    """
    if flash[0] != 0xE9:
        raise BadImage("it does not begin with E9h")
    if int.from_bytes(flash[12:14], "little") != CHIP:
        raise BadImage("it is for another chip")
    oldest, newest = (int.from_bytes(flash[at : at + 2], "little") for at in (15, 17))
    if not oldest <= REVISION <= newest:
        raise BadImage("it is for other revisions of the chip")
    count, entry, at, segments, checksum = flash[1], int.from_bytes(flash[4:8], "little"), 24, [], 0xEF
    for _ in range(count):
        address, size = (int.from_bytes(flash[at + i : at + i + 4], "little") for i in (0, 4))
        content = bytes(flash[at + 8 : at + 8 + size])
        if size % 4 or len(content) != size:
            raise BadImage("a segment has no whole words")
        if not any(start <= address and address + size <= start + RAM_SIZE for start in (RAM, CODE)):
            raise BadImage(f"a segment for {address:08x} is not within the RAM")
        segments.append(Segment(address, content))
        for byte in content:
            checksum ^= byte
        at += 8 + size
    at |= 15
    if flash[at] != checksum:
        raise BadImage("its checksum is wrong")
    has_digest = flash[23] == 1
    is_wrong = has_digest and bytes(flash[at + 1 : at + 33]) != hashlib.sha256(flash[: at + 1]).digest()
    return entry, segments, "its digest is wrong; it is started anyway" if is_wrong else None


class USBSerial:
    """USB Serial/JTAG controller (chapter of that name): EP1, EP1_CONF. A packet takes no time while a program reads."""

    SIZE = 64

    def __init__(self):
        self.sent, self.is_read = bytearray(), True
        self.reset()

    def reset(self):
        # Of each packet that the host took: how many bytes it had.
        self.fifo, self.received, self.is_leaving, self.packets = bytearray(), bytearray(), False, []

    def room(self):
        return self.SIZE - len(self.received)

    def feed(self, chunk):
        self.received += chunk

    def leave(self):
        self.is_leaving = True
        if self.is_read:
            self.sent += self.fifo
            self.packets = self.packets[-99:] + [len(self.fifo)]
            self.fifo.clear()
            self.is_leaving = False

    def load(self, offset):
        if offset == 0x00:
            return self.received.pop(0) if self.received else 0
        if offset == 0x04:
            return (not self.is_leaving and len(self.fifo) < self.SIZE) << 1 | bool(self.received) << 2
        return 0

    def store(self, offset, value):
        if offset == 0x00 and not self.is_leaving:
            self.fifo.append(value & 0xFF)
            if len(self.fifo) == self.SIZE:
                self.leave()
        elif offset == 0x04 and value & 1:
            self.leave()


class SystemTimer:
    """SYSTIMER (chapter "System Timer"): UNIT0_OP, UNIT0_VALUE. It counts 16 MHz."""

    def __init__(self, nanoseconds):
        self.nanoseconds = nanoseconds
        self.reset()

    def reset(self):
        self.origin, self.copy, self.is_valid = self.nanoseconds(), 0, False

    def load(self, offset):
        if offset == 0x04:
            return self.is_valid << 29
        return {0x40: self.copy >> 32 & 0xFFFFF, 0x44: self.copy & 0xFFFFFFFF}.get(offset, 0)

    def store(self, offset, value):
        if offset == 0x04 and value & 1 << 30:
            self.copy, self.is_valid = int((self.nanoseconds() - self.origin) * 16 / 1000), True


class MainWatchdog:
    """The watchdog of timer group 0 (chapter "Watchdog Timers"). A configuration takes effect by TIMG_WDT_CONF_UPDATE_EN."""

    KEY, ENABLED, FLASH_BOOT, UPDATE, CRYSTAL = 0x50D83AA1, 1 << 31, 1 << 14, 1 << 22, 1 << 21

    def __init__(self, nanoseconds):
        self.nanoseconds = nanoseconds
        self.reset()

    def reset(self):
        self.registers = {
            0x48: 1 << 18 | 1 << 15 | self.FLASH_BOOT,
            0x4C: 1 << 16,
            0x50: 26_000_000,
            0x54: 0x7FFFFFF,
            0x58: 0xFFFFF,
            0x5C: 0xFFFFF,
            0x64: self.KEY,
            0x70: 0,
        }
        self.active, self.has_interrupt = dict(self.registers), False
        self.begin()

    def begin(self):
        self.stage, self.since = 0, self.nanoseconds()

    def load(self, offset):
        return self.has_interrupt << 1 if offset == 0x74 else self.registers.get(offset, 0)

    def store(self, offset, value):
        if 0x48 <= offset <= 0x60 and self.registers[0x64] != self.KEY:
            return
        if offset == 0x60:
            self.begin()
        elif offset == 0x7C:
            self.has_interrupt &= not value & 2
        elif offset in self.registers:
            self.registers[offset] = value & ~self.UPDATE if offset == 0x48 else value
            if offset == 0x48 and value & self.UPDATE:
                self.active = dict(self.registers)

    def interrupts(self):
        return self.has_interrupt and bool(self.registers[0x70] & 2)

    def due(self):
        """What the present stage does, when its time has passed; then the next stage begins."""
        setting = self.active[0x48]
        if not setting & (self.ENABLED | self.FLASH_BOOT):
            return None
        # APB_CLK is the clock of the crystal while the PLL does not drive the core.
        ticks = (self.nanoseconds() - self.since) * CRYSTAL_MEGAHERTZ / 1000 / max(self.active[0x4C] >> 16, 1)
        hold = self.active[0x50 + 4 * self.stage]
        if ticks < hold:
            return None
        action = 3 if setting & self.FLASH_BOOT and self.stage == 0 else setting >> (29 - 2 * self.stage) & 3
        self.stage, self.since = (self.stage + 1) % 4, self.nanoseconds()
        if action == 1:
            self.has_interrupt = True
        return {2: CORE_BY_MAIN_WATCHDOG, 3: BY_MAIN_WATCHDOG}.get(action)


class LowPower:
    """RTC_CNTL (chapters "Low-power Management" and "Watchdog Timers"): OPTIONS0, RESET_STATE, two watchdogs; and eFuse words.

    The low-power part is not reset with the digital core.
    """

    KEY, SUPER_KEY, FLASH_BOOT, ENABLED, FEEDS_ITSELF, IS_OFF = (
        0x50D83AA1,
        0x8F1D312A,
        1 << 12,
        1 << 31,
        1 << 31,
        1 << 30,
    )
    # The slow clock, some 136 kHz, and the super watchdog's time.
    SLOW_KILOHERTZ, SUPER_NANOSECONDS = 136, 1e9
    # The network address in the eFuses: the model's own.
    EFUSES = {0x844: 0x5E000001, 0x848: 0x0000B1AA}

    def __init__(self, nanoseconds):
        self.nanoseconds, self.wants_reset = nanoseconds, False
        self.power_on()

    def power_on(self):
        self.cause = POWER_ON
        self.registers = {
            0x00: 0x1C00A000,
            0x90: 1 << 16 | 1 << 13 | self.FLASH_BOOT | 1 << 9 | 20,
            0x94: 200_000,
            0xA8: self.KEY,
            0xAC: 300 << 18,
            0xB0: self.SUPER_KEY,
        }
        self.reset()

    def reset(self):
        self.wants_reset, self.since, self.super_since = False, self.nanoseconds(), self.nanoseconds()

    def load(self, offset):
        if offset == 0x38:
            return self.cause
        return self.EFUSES.get(offset, self.registers.get(offset, 0))

    def store(self, offset, value):
        if 0x90 <= offset <= 0xA4 and self.registers[0xA8] != self.KEY:
            return
        if offset == 0xAC and self.registers[0xB0] != self.SUPER_KEY:
            return
        if offset == 0x00 and value >> 31:
            self.wants_reset = True
        elif offset == 0xA4:
            self.since = self.nanoseconds()
        elif offset in self.registers:
            self.registers[offset] = value
            if offset == 0xAC and value & 1 << 29:
                self.super_since = self.nanoseconds()

    def due(self):
        if self.wants_reset:
            return BY_SOFTWARE
        slow = (self.nanoseconds() - self.since) * self.SLOW_KILOHERTZ / 1e6
        setting = self.registers[0x90]
        if setting & (self.FLASH_BOOT | self.ENABLED) and slow >= self.registers[0x94]:
            return BY_RTC_WATCHDOG
        is_fed = self.registers[0xAC] & (self.FEEDS_ITSELF | self.IS_OFF)
        if not is_fed and self.nanoseconds() - self.super_since > self.SUPER_NANOSECONDS:
            return BY_SUPER_WATCHDOG
        return None


class Registers:
    """A block of plain registers with reset values."""

    def __init__(self, values):
        self.initial = values
        self.reset()

    def reset(self):
        self.values = dict(self.initial)

    def load(self, offset):
        return self.values.get(offset, 0)

    def store(self, offset, value):
        self.values[offset] = value


class Pins(Registers):
    """GPIO (chapter "IO MUX and GPIO Matrix"): OUT, ENABLE, IN, PINn, FUNCn_OUT_SEL_CFG.

    Two pins are the lines of a bus with pull-ups.
    """

    OUT, ENABLE = 0x04, 0x20

    def __init__(self, multiplexer, wires, clock, data):
        self.multiplexer, self.wires, self.clock, self.data = multiplexer, wires, clock, data
        super().__init__({self.OUT: 0, self.ENABLE: 0} | {0x554 + 4 * pin: 0x80 for pin in range(22)})

    def level(self, pin):
        """What the pin drives: true where it lets the line go."""
        is_output = self.values[self.ENABLE] >> pin & 1 and self.values[0x554 + 4 * pin] & 0xFF == 0x80
        if not is_output or self.multiplexer.load(4 + 4 * pin) >> 12 & 7 != 1:
            return True
        is_high = bool(self.values[self.OUT] >> pin & 1)
        if is_high and not self.values.get(0x74 + 4 * pin, 0) & 4:
            raise ValueError(f"pin {pin} drives its line high against the devices on it")
        return is_high

    def load(self, offset):
        if offset != 0x3C:
            return super().load(offset)
        word = self.wires.clock << self.clock | self.wires.line() << self.data
        # FUN_IE
        return sum(word & 1 << pin for pin in (self.clock, self.data) if self.multiplexer.load(4 + 4 * pin) >> 9 & 1)

    def store(self, offset, value):
        for base in (self.OUT, self.ENABLE):
            if offset == base + 4:
                self.values[base] |= value
            elif offset == base + 8:
                self.values[base] &= ~value
            elif offset == base:
                self.values[base] = value
        if offset >= 0x74:
            self.values[offset] = value
        self.wires.drive(self.level(self.clock), self.level(self.data))


class Flash:
    """The flash chip behind the ROM's functions: erased by sectors; bits are only cleared by a write."""

    DONE, FAILED = 0, 1

    def __init__(self):
        self.content = bytearray(b"\xff" * FLASH_SIZE)

    def erase(self, sector):
        if sector >= FLASH_SIZE // SECTOR:
            return self.FAILED
        self.content[sector * SECTOR : (sector + 1) * SECTOR] = b"\xff" * SECTOR
        return self.DONE

    def write(self, at, chunk):
        if at % 4 or len(chunk) % 4 or at + len(chunk) > FLASH_SIZE:
            return self.FAILED
        for i, byte in enumerate(chunk):
            self.content[at + i] &= byte
        return self.DONE
