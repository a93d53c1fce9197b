"""A board with Espressif's ESP32-C3 in Unicorn, with models of its peripherals of our own.

The models (`esp32c3_parts.py`) follow the ESP32-C3 Technical Reference Manual v1.1 and the sensors' data sheets, not our
drivers. The boot ROM is not Espressif's: its loader follows "Firmware Image Format" of the documentation of esptool, and its
three flash functions what ESP-IDF's rom/spi_flash.h says of them. What is not modelled: the duration of instructions, of
packets and of flash operations, USB below its packets, the cache, electricity, the radio, and every peripheral that is not
named here. An access to one of these is a fault.
"""

import ctypes
import pathlib
import random
import sys

import monitor
from esp32c3_parts import (
    BY_MAIN_WATCHDOG,
    BY_RTC_WATCHDOG,
    BY_SOFTWARE,
    BY_SUPER_WATCHDOG,
    BY_USB,
    CODE,
    CORE_BY_MAIN_WATCHDOG,
    CRYSTAL_MEGAHERTZ,
    RAM,
    RAM_SIZE,
    BadImage,
    Flash,
    LowPower,
    MainWatchdog,
    Pins,
    Registers,
    SystemTimer,
    USBSerial,
    read_image,
)
from sensors import ACCELEROMETERS, MAGNETOMETERS
from wires import Wires

try:
    import unicorn
    from elftools.elf.elffile import ELFFile
    from unicorn import riscv_const as riscv
except ImportError as error:
    sys.exit(monitor.missing("unicorn", error, "unicorn pyelftools"))

# From here on the ROM has its own variables and its stack (ESP-IDF, bootloader.ld for this chip).
ROM_RAM, ROM_STACK = 0x3FCCAE00, 0x3FCDE710
ROM, ROM_SIZE = 0x40000000, 0x1000
# The place of an instruction of the model's own in its ROM: `csrw mtval, t0`, and `ret` for every function.
SET_VALUE, RETURN = ROM + 0x800, bytes.fromhex("8280")
# Instructions of a slice, and how long an access to a peripheral takes, nanoseconds: a loop that waits gets on.
SLICE, ACCESS = 4000, 1000
# Privileged architecture, 3.1.15: causes of exceptions.
FETCH_FAULT, ILLEGAL, LOAD_FAULT, STORE_FAULT, INTERRUPT = 1, 2, 5, 7, 1 << 31
INTERRUPTS_ON, WERE_ON = 1 << 3, 1 << 7
WATCHDOGS = (BY_MAIN_WATCHDOG, CORE_BY_MAIN_WATCHDOG, BY_RTC_WATCHDOG, BY_SUPER_WATCHDOG)


class Board:
    """The processor with its peripherals, its flash, and the sensors on two of its pins."""

    CLOCK_PIN, DATA_PIN = 7, 6

    def __init__(self, image, records=None, magnetometer="lsm303dlhc", accelerometer=None):
        self.time, self.when_reset = 0.0, lambda by_guest: None
        nanoseconds, milliseconds = lambda: self.time, lambda: self.time / 1e6
        self.magnetometer, self.accelerometer = (
            make and make(milliseconds) for make in (MAGNETOMETERS.get(magnetometer), ACCELEROMETERS.get(accelerometer))
        )
        self.wires = Wires([device for device in (self.magnetometer, self.accelerometer) if device])
        self.records, self.flash = monitor.KeptMemory(records), Flash()
        self.load(image)
        self.line, self.low_power, self.watchdog = USBSerial(), LowPower(nanoseconds), MainWatchdog(nanoseconds)
        # SYSCLK_CONF: a crystal of 40 MHz, divided by two (system_reg.h, SYSTEM_PRE_DIV_CNT).
        self.system, self.interrupts = Registers({0x58: CRYSTAL_MEGAHERTZ << 12 | 1}), Registers({})
        multiplexer = Registers({})
        blocks = {
            0x60004000: Pins(multiplexer, self.wires, self.CLOCK_PIN, self.DATA_PIN),
            0x60008000: self.low_power,
            0x60009000: multiplexer,
            0x6001F000: self.watchdog,
            0x60023000: SystemTimer(nanoseconds),
            0x60043000: self.line,
            0x600C0000: self.system,
            0x600C2000: self.interrupts,
        }
        self.blocks = list(blocks.values())
        self.core = core = unicorn.Uc(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32)
        # What it holds at power-on is not zero.
        self.memory = ctypes.create_string_buffer(random.Random(3).randbytes(RAM_SIZE), RAM_SIZE)
        core.mem_map_ptr(RAM, RAM_SIZE, unicorn.UC_PROT_READ | unicorn.UC_PROT_WRITE, ctypes.addressof(self.memory))
        core.mem_map_ptr(CODE, RAM_SIZE, unicorn.UC_PROT_ALL, ctypes.addressof(self.memory))
        core.mem_map(ROM, ROM_SIZE, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
        core.mem_write(ROM, RETURN * (ROM_SIZE // 2))
        core.mem_write(SET_VALUE, 0x34329073.to_bytes(4, "little"))
        for base, block in blocks.items():
            core.mmio_map(base, 0x1000, self.load_of(block), None, self.store_of(block), None)
        core.hook_add(unicorn.UC_HOOK_CODE, self.call_rom, begin=ROM, end=ROM + 0x7FF)
        # At its address on the instruction bus the RAM gives and takes whole words only (ESP-IDF, "Memory Types").
        for access in (unicorn.UC_HOOK_MEM_READ, unicorn.UC_HOOK_MEM_WRITE):
            core.hook_add(access, self.check_words, begin=CODE, end=CODE + RAM_SIZE - 1)
        core.hook_add(unicorn.UC_HOOK_MEM_INVALID, self.record_invalid)
        core.hook_add(unicorn.UC_HOOK_INTR, self.record_exception)
        self.boot()

    def load(self, image):
        """The image's symbols, from the file that names it, and the flash with the file beside it that esptool would write."""
        path = pathlib.Path(image)
        with open(path, "rb") as file:
            symbols = ELFFile(file).get_section_by_name(".symtab").iter_symbols()
            self.symbols = {symbol.name: symbol["st_value"] for symbol in symbols}
        content = path.with_suffix(".bin").read_bytes()
        self.flash.content[: len(content)] = content
        self.place = self.address("__records")
        kept = self.records.content
        self.flash.content[self.place : self.place + len(kept)] = kept

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
            if block is self.low_power and block.wants_reset:
                uc.emu_stop()

        return store

    def check_words(self, uc, access, address, size, value, _):
        if size != 4 or address & 3:
            self.exception = (STORE_FAULT if access == unicorn.UC_MEM_WRITE else LOAD_FAULT, address)
            uc.emu_stop()

    def record_invalid(self, uc, access, address, size, value, _):
        cause = {
            unicorn.UC_MEM_FETCH_UNMAPPED: FETCH_FAULT,
            unicorn.UC_MEM_FETCH_PROT: FETCH_FAULT,
            unicorn.UC_MEM_WRITE_UNMAPPED: STORE_FAULT,
            unicorn.UC_MEM_WRITE_PROT: STORE_FAULT,
        }.get(access, LOAD_FAULT)
        self.exception = (cause, address & 0xFFFFFFFF)
        return False

    def record_exception(self, uc, number, _):
        self.exception = (number, 0)
        uc.emu_stop()

    def call_rom(self, uc, address, size, _):
        """The functions of the ROM's table (ESP-IDF, esp32c3.rom.ld, "spiflash_legacy")."""
        first, second, third = (
            uc.reg_read(r) for r in (riscv.UC_RISCV_REG_A0, riscv.UC_RISCV_REG_A1, riscv.UC_RISCV_REG_A2)
        )
        if address == ROM + 0x128:
            result = self.flash.erase(first)
        elif address == ROM + 0x12C:
            result = self.flash.write(first, bytes(uc.mem_read(second, third)))
        elif address == ROM + 0x130:
            uc.mem_write(second, bytes(self.flash.content[first : first + third]))
            result = Flash.DONE
        else:
            raise ValueError(f"the ROM's function at {address:08x} is not modelled")
        uc.reg_write(riscv.UC_RISCV_REG_A0, result)

    def boot(self):
        """The boot ROM: it uses its part of the RAM, loads the image and jumps to its entry."""
        self.exception = None
        for block in self.blocks:
            block.reset()
        self.memory[ROM_RAM - RAM : RAM_SIZE] = b"\x5a" * (RAM + RAM_SIZE - ROM_RAM)
        for register in range(riscv.UC_RISCV_REG_X1, riscv.UC_RISCV_REG_X31 + 1):
            self.core.reg_write(register, 0xB00710AD)
        self.core.reg_write(riscv.UC_RISCV_REG_SP, ROM_STACK)
        self.core.reg_write(riscv.UC_RISCV_REG_MSTATUS, INTERRUPTS_ON)
        self.core.reg_write(riscv.UC_RISCV_REG_MTVEC, ROM | 1)
        try:
            self.at, segments, complaint = read_image(self.flash.content)
        except BadImage as error:
            self.at = None
            print(f"boot ROM: no image is started: {error}", file=sys.stderr)
            return
        if complaint:
            print(f"boot ROM: {complaint}", file=sys.stderr)
        for segment in segments:
            self.core.mem_write(segment.address, segment.content)
        # What was translated of the former image, if another one is in the flash now.
        self.core.ctl_flush_tb()

    def reset(self, cause):
        if cause in (BY_RTC_WATCHDOG, BY_SUPER_WATCHDOG):
            self.low_power.power_on()
        self.low_power.cause = cause
        self.boot()
        self.when_reset(cause in WATCHDOGS or cause == BY_SOFTWARE)

    def restart(self, from_watchdog=False):
        """As esptool does it over USB: RTS without DTR (chapter "USB Serial/JTAG Controller")."""
        self.reset(BY_USB)

    def enter(self, cause, value=0):
        """A trap: privileged architecture, 3.1.6; chapter "ESP-RISC-V CPU": the base has 256 bytes, its mode is vectored."""
        core, status = self.core, self.core.reg_read(riscv.UC_RISCV_REG_MSTATUS)
        core.reg_write(riscv.UC_RISCV_REG_MEPC, self.at)
        core.reg_write(riscv.UC_RISCV_REG_MCAUSE, cause)
        self.set_trap_value(value)
        core.reg_write(riscv.UC_RISCV_REG_MSTATUS, status & ~(INTERRUPTS_ON | WERE_ON) | (status & INTERRUPTS_ON) << 4)
        base = core.reg_read(riscv.UC_RISCV_REG_MTVEC) & ~0xFF
        self.at = base + 4 * (cause & 31) if cause & INTERRUPT else base

    def set_trap_value(self, value):
        """Unicorn has no way to write mtval but by an instruction."""
        kept = self.core.reg_read(riscv.UC_RISCV_REG_T0)
        self.core.reg_write(riscv.UC_RISCV_REG_T0, value)
        self.core.emu_start(SET_VALUE, SET_VALUE + 4, count=1)
        self.core.reg_write(riscv.UC_RISCV_REG_T0, kept)

    def megahertz(self):
        setting = self.system.load(0x58)
        if setting >> 10 & 3:
            raise ValueError("the PLL is not modelled")
        return CRYSTAL_MEGAHERTZ / ((setting & 0x3FF) + 1)

    def run(self):
        """Runs a slice."""
        if self.at is not None:
            try:
                self.core.emu_start(self.at, 0xFFFFFFFE, count=SLICE)
            except unicorn.UcError:
                self.exception = self.exception or (ILLEGAL, 0)
            self.at = self.core.reg_read(riscv.UC_RISCV_REG_PC)
            if self.exception:
                (cause, value), self.exception = self.exception, None
                if cause == ILLEGAL:
                    # Unicorn has gone past the instruction; one of two bytes is c.unimp, which is zero.
                    self.at -= 2 if bytes(self.core.mem_read(self.at - 2, 2)) == b"\0\0" else 4
                self.enter(cause, value)
        self.time += SLICE * 1000 / self.megahertz()
        cause = self.low_power.due() or self.watchdog.due()
        if cause:
            self.reset(cause)
        elif self.at is not None and self.watchdog.interrupts():
            self.interrupt(self.interrupts.load(0x84) & 31)
        if self.records.file:
            self.records.save(bytes(self.flash.content[self.place : self.place + len(self.records.content)]))

    def interrupt(self, number):
        """Takes an interrupt of the core, if it may come (chapter "Interrupt Matrix")."""
        is_on = self.core.reg_read(riscv.UC_RISCV_REG_MSTATUS) & INTERRUPTS_ON
        priority = self.interrupts.load(0x114 + 4 * number)
        if (
            number
            and is_on
            and self.interrupts.load(0x104) >> number & 1
            and priority >= max(self.interrupts.load(0x194), 1)
        ):
            self.enter(INTERRUPT | number)

    def seconds(self):
        return self.time / 1e9


def main():
    parser = monitor.parser()
    parser.add_argument("--magnetometer", choices=MAGNETOMETERS)
    parser.add_argument("--accelerometer", choices=ACCELEROMETERS)
    options = parser.parse_args()

    def make():
        board = Board(options.image, options.records, options.magnetometer, options.accelerometer)
        return board, board.line

    monitor.serve("unicorn", options, make)


if __name__ == "__main__":
    main()
