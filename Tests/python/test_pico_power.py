"""Power that goes while the Raspberry Pi Pico's boot ROM erases or programs its flash: the old record or the new one is there.

`make boards-long` cuts at every operation of a save, before it and in its middle; otherwise a sample is tried.
"""

import json
import os

import pytest
import test_pico
from test_pico import IMAGE, ROOT, link, rp2040

pytestmark = pytest.mark.skipif(not IMAGE.exists(), reason="binnacle boards build pico")
KINDS = {row.name: kind for kind, row in link.MESSAGES.items()}
PRESENT = 2
ERASE, PROGRAM = 0x20, 0x02
# One erase, seven bursts of eight words, the header and the word that makes the slot valid.
OPERATIONS = 10
SAMPLE = range(1, OPERATIONS + 1) if os.environ.get("BINNACLE_BOARDS") else (1, 4, 10)


def records():
    """The first two records of the vectors that are valid and not the identity."""
    cases = json.loads((ROOT / "Protocols/calibration/vectors/record.json").read_text())["cases"]
    valid = [bytes.fromhex(case["bytes"]) for case in cases if "reject" not in case and case["name"] != "identity"]
    return [record for record in valid if len(record) == 216][:2]


class PowerCut(Exception):
    """The board stands still from here on."""


class Desk(test_pico.Desk):
    """A board with this flash, whose power goes at an operation of the flash chip."""

    def __init__(self, flash=None, cut_at=None, is_in_the_middle=False):
        super().__init__(lambda board: self.prepare(board, flash))
        self.count, self.cut_at, self.is_in_the_middle = 0, cut_at, is_in_the_middle
        self.run(0.1)

    def prepare(self, board, flash):
        if flash:
            board.chip.flash[:] = flash
        self.ssi, self.apply = board.chip.ssi, board.chip.ssi._apply_command
        self.ssi._apply_command = self.operate

    def operate(self):
        sent = bytes(self.ssi._tx_buffer)
        if sent and sent[0] in (ERASE, PROGRAM):
            self.count += 1
            if self.count == self.cut_at:
                if self.is_in_the_middle:
                    self.half(sent)
                raise PowerCut
        self.apply()

    def half(self, sent):
        flash, at = self.board.chip.flash, int.from_bytes(sent[1:4], "big")
        if sent[0] == ERASE:
            flash[at : at + 2048] = b"\xff" * 2048
        else:
            # Every other word, of those that are not left as they are.
            for place, byte in enumerate(sent[4:]):
                if place // 4 % 2 == 0:
                    flash[at + place] &= byte

    def ask(self, name, payload=b""):
        request = link.encode(KINDS[name], 1, 0, payload)
        for at in range(0, len(request), 16):
            for byte in request[at : at + 16]:
                self.board.chip.uart[0].feed_byte(byte)
            self.run(0.003)
        self.run(0.3)
        frames = self.receiver.feed(bytes(self.sent))
        self.sent.clear()
        return [frame.message() for frame in frames if frame.token == 1][-1].get("fields")

    def stored(self):
        fields = self.ask("getStoredRecord")
        assert fields["status"] == PRESENT
        return fields["record"][:216]

    def flash(self):
        return bytes(self.board.chip.flash)


@pytest.fixture(scope="module")
def first():
    """A flash with one record."""
    desk = Desk()
    desk.ask("storeRecord", records()[0])
    assert desk.stored() == records()[0]
    return desk.flash()


def test_save_takes_as_many_operations_as_are_cut(first):
    desk = Desk(first)
    assert desk.stored() == records()[0], "it outlives the power"
    desk.ask("storeRecord", records()[1])
    assert desk.count == OPERATIONS
    assert Desk(desk.flash()).stored() == records()[1]


@pytest.mark.parametrize("is_in_the_middle", [False, True])
@pytest.mark.parametrize("operation", SAMPLE)
def test_power_cut_at_an_operation_leaves_a_whole_record(first, operation, is_in_the_middle):
    desk = Desk(first, operation, is_in_the_middle)
    with pytest.raises(PowerCut):
        desk.ask("storeRecord", records()[1])
    found = Desk(desk.flash()).stored()
    # The last operation writes one word: half of it may be enough.
    assert found == records()[0] or operation == OPERATIONS and is_in_the_middle and found == records()[1]


def test_rom_functions_touch_the_records_alone(first):
    desk = Desk(first)
    before = desk.flash()
    desk.ask("storeRecord", records()[1])
    after, place = desk.flash(), desk.board.place
    assert before[:place] == after[:place] and before[place:] != after[place:]
    assert len(after) >= place + 8192 and rp2040.FLASH + place == 0x101FE000
