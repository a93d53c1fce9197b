"""The USB port of the Raspberry Pi Pico in rp2040py: enumeration by another host, and what cables and programs do to it."""

import struct

import binnacle_link as link
import pytest
import test_pico
from test_pico import IMAGE, rp2040

pytestmark = pytest.mark.skipif(not IMAGE.exists(), reason="binnacle boards build pico")
PING = next(kind for kind, row in link.MESSAGES.items() if row.name == "ping")
# RP2040 Datasheet, section 4.1.2.5: STALL in the buffer control of endpoint 0 towards the host.
STALL = 1 << 11


class Desk(test_pico.Desk):
    """A board whose USB port is open on a computer, and whose UART goes somewhere else."""

    def __init__(self):
        super().__init__(self.plug)
        self.run(0.1)
        assert self.cable.cdc.dtr

    def plug(self, board):
        self.cable = rp2040.Cable(board.chip)
        self.usb, self.packets, self.control = board.chip.usb_ctrl, [], None
        serve = self.usb.on_endpoint_write

        def write(endpoint, buffer):
            if endpoint == 0 and self.control is not None:
                self.control.append(bytes(buffer))
            else:
                if endpoint == 2:
                    self.packets.append(len(buffer))
                serve(endpoint, buffer)

        self.usb.on_endpoint_write = write

    def ask(self, kind, request, value, index, length):
        """A control transfer; the packets of the reply, or None when the device refuses it."""
        self.control = []
        self.usb.send_setup_packet(struct.pack("<BBHHH", kind, request, value, index, length))
        self.run(0.01)
        packets, self.control = self.control, None
        (buffer,) = struct.unpack_from("<I", self.board.chip.usb_dpram, 0x80)
        return None if buffer & STALL else packets

    def text(self, index):
        reply = b"".join(self.ask(0x80, 6, 0x300 | index, 0x409, 255))
        assert reply[0] == len(reply) and reply[1] == 3
        return reply[2:].decode("utf-16-le")

    def answers(self, request):
        """The kinds of frames that come back over USB, and over the UART."""
        self.cable.sent.clear(), self.sent.clear()
        self.cable.feed(request)
        self.run(0.05)
        return [len(link.Receiver().feed(bytes(sent))) for sent in (self.cable.sent, self.sent)]


def ping(count):
    return link.encode(PING, 1, 0, bytes(count))


def test_descriptors_name_the_device():
    desk = Desk()
    device = b"".join(desk.ask(0x80, 6, 0x100, 0, 18))
    fields = struct.unpack("<BBHBBBBHHHBBBB", device)
    assert fields[:2] == (18, 1) and fields[7:9] == (0x2E8A, 0x000A) and fields[-1] == 1
    assert [desk.text(index) for index in fields[10:13]][:2] == ["Binnacle", "Binnacle compass"]
    # The number of the flash chip, which hello also says.
    assert desk.text(fields[12]) == rp2040.FLASH_NUMBER.hex()
    # 75 bytes are two packets; of 64 asked for there is one, and no empty one behind it.
    assert [len(packet) for packet in desk.ask(0x80, 6, 0x200, 0, 255)] == [64, 11]
    assert [len(packet) for packet in desk.ask(0x80, 6, 0x200, 0, 64)] == [64]


def test_unknown_requests_are_refused_and_later_ones_answered():
    desk = Desk()
    assert desk.ask(0x80, 6, 0x600, 0, 10) is None, "a device that is only fast has no qualifier"
    assert desk.ask(0x80, 6, 0x304, 0x409, 255) is None
    assert desk.ask(0xC0, 1, 0, 0, 8) is None
    assert desk.ask(0x80, 0, 0, 0, 2) == [b"\0\0"]
    assert desk.answers(ping(3)) == [1, 0]


def test_line_coding_is_kept():
    desk = Desk()
    assert desk.ask(0xA1, 0x21, 0, 0, 7) == [struct.pack("<IBBB", 115200, 0, 0, 8)]
    desk.cable.cdc.set_line_coding(9600, stop_bits=2, parity=1, data_bits=7)
    desk.run(0.05)
    assert desk.ask(0xA1, 0x21, 0, 0, 7) == [struct.pack("<IBBB", 9600, 2, 1, 7)]


def test_full_last_packet_is_followed_by_an_empty_one():
    desk = Desk()
    # The answer has eight bytes of time; around it are four of header, four of checksum, one of COBS and the delimiter.
    for count, packets in ((45, [63]), (46, [64, 0]), (47, [64, 1]), (110, [64, 64, 0])):
        desk.packets.clear()
        assert desk.answers(ping(count)) == [1, 0]
        assert desk.packets == packets, count


def test_closed_port_and_sleeping_bus_leave_the_link_to_the_uart():
    desk = Desk()
    assert desk.answers(ping(3)) == [1, 0]
    desk.cable.cdc.set_control_lines(dtr=False, rts=False)
    desk.run(0.01)
    assert desk.answers(ping(3)) == [0, 1]
    desk.cable.cdc.set_control_lines(dtr=True, rts=True)
    desk.run(0.01)
    assert desk.answers(ping(3)) == [1, 0]
    # RP2040 Datasheet, section 4.1.4: SIE_STATUS, SUSPENDED, as after three milliseconds without a cable.
    desk.usb._sie_status |= 1 << 4
    assert desk.answers(ping(3)) == [0, 1]
    desk.usb._sie_status &= ~(1 << 4)
    assert desk.answers(ping(3)) == [1, 0]


def test_port_that_is_plugged_again_enumerates_again():
    desk = Desk()
    desk.cable.forget()
    assert not desk.cable.cdc.dtr
    desk.usb.reset_device()
    desk.run(0.05)
    assert desk.cable.cdc.dtr and desk.answers(ping(3)) == [1, 0]


def test_touch_with_1200_baud_restarts_into_the_loader():
    desk = Desk()
    before = bytes(desk.board.chip.flash)
    desk.cable.cdc.set_line_coding(1200)
    desk.run(0.5)
    assert test_pico.is_in_loader(desk.board)
    assert bytes(desk.board.chip.flash) == before
