"""Real Web Serial: the page, and a board's own firmware on the other end of the line."""

import contextlib
import os

import agreement
import pytest
import serial_bench
from conftest import Screen

WANTED = ["lm3s6965evb"]
if os.environ.get("BINNACLE_EFFORT") == "full":
    WANTED += ["mps2-an386", "mps2-an505", "microbit-v2", "esp32-c3", "pico", "pico-motion"]


class Desk:
    """A board, its cable and a page that may open the port."""

    def __init__(self, name, board, cable, namespace, url):
        self.name, self.board, self.cable, self.namespace = name, board, cable, namespace
        self.one = Screen(namespace.browser, url)
        # The emulators that are not QEMU are slower than their boards.
        self.patience = 20 if board.is_script else 3

    def pull(self):
        self.cable.pull()
        self.namespace.take_away()

    def plug(self):
        self.namespace.lay(self.cable.plug())


@contextlib.contextmanager
def desk(name, playwright, site, tmp_path):
    reason = serial_bench.obstacle() or (
        None if serial_bench.image(name).exists() else f"the image of {name} is not built: make boards"
    )
    if reason:
        pytest.skip(reason)
    with contextlib.ExitStack() as stack:
        board = serial_bench.Board(name, tmp_path)
        stack.callback(board.end)
        cable = serial_bench.Cable(board.serial)
        stack.callback(cable.end)
        namespace = serial_bench.Namespace(tmp_path, playwright, cable.plug(), site.url.rstrip("/"))
        stack.callback(namespace.browser.close)
        yield Desk(name, board, cable, namespace, site.url)


def connected(at):
    one = at.one
    one.page.goto(f"{one.url}#start=board&port=known")
    one.wait("#link-name", f"{at.name} · ", timeout=at.patience * 10)
    one.wait("#field-now", "µT$", timeout=at.patience * 10)
    return one


def calibrated(at):
    """Turned every way until the firmware accepts it, and saved in its memory."""
    one, world = at.one, at.board.world
    one.wait("#banner h3", "Not calibrated", timeout=at.patience * 10)
    one.wait("#digits-value", "^– – –$")
    world.is_turning = True
    one.page.click("#banner button")
    one.wait("#calibrate-prompt", "A new calibration is ready", timeout=at.patience * 60)
    one.page.click("text=Use and save it")
    # Some boards have no memory for records.
    one.wait("#calibrate-prompt", "^In use until" if at.name.startswith("mps2") else "^Saved", timeout=at.patience * 10)
    one.page.click("#calibrate >> text=Close")
    world.hold(90)
    one.wait("#value-magnetic", EAST, timeout=at.patience * 10)


EAST = r"^(08[5-9]|09[0-5])(\.\d)?°$"


@pytest.mark.parametrize("name", WANTED)
def test_board_onARealSerialPort_isCalibrated_saved_unplugged_andDisturbed(playwright, site, tmp_path, name):
    with desk(name, playwright, site, tmp_path) as at:
        one = connected(at)
        calibrated(at)

        at.pull()
        one.wait("#status-word", "^Link lost$")
        one.wait("#digits-value", "^– – –$")
        one.wait("#banner h3", "The link was lost")
        at.plug()
        one.wait("#value-magnetic", EAST, timeout=at.patience * 10)

        before = rank(at)
        at.board.world.magnet = (15_000, 9_000, 12_000)
        one.wait("#status-word", "^Disturbed$", timeout=at.patience * 10)
        one.wait("#banner h3", "The field is disturbed")
        at.board.world.magnet = (0, 0, 0)
        # A grade may lie near a limit.
        one.wait("#status-word", f"^({'|'.join(RANKS[min(before, 2) :])})$", timeout=at.patience * 15)
        one.wait("#value-magnetic", EAST, timeout=at.patience * 10)

        equal, compared = one.text("#check-now").split(" equal")[0].split(" of ")
        assert equal == compared and int(compared.replace("\u202f", "")) > 20, one.text("#check-text")
        path = tmp_path / "line.binnacle"
        seen = agreement.recorded(one, path, seconds=at.patience)
        assert agreement.agree(seen, path) > 20
        assert one.complaints == []


RANKS = ["Very rough", "Rough", "Fair", "Good"]


def rank(at):
    at.one.wait("#status-word", f"^({'|'.join(RANKS)})$", timeout=at.patience * 10)
    return RANKS.index(at.one.text("#status-word"))
