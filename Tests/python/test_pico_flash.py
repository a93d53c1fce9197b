"""binnacle flash against the Raspberry Pi Pico's own boot ROM: over emulated USB, from the request on the link to hello."""

import contextlib
import json
import subprocess
import sys

import pytest
import rom_loader
import rp2040
from patience import PATIENCE
from test_flash import IMAGES, PROGRAM, ROOT, UF2, compass, flash, own_mounts, pytestmark  # noqa: F401

IMAGE = IMAGES["pico"].with_suffix(".bin")
SECTOR = 4096
FLASH_BYTES = 2 << 20


def other_image(folder, is_blank=False):
    """An image with another build id; or one whose second boot stage is erased, which the ROM does not start."""
    content = bytearray(IMAGES["pico"].read_bytes())
    if is_blank:
        at = content.find(IMAGE.read_bytes()[:256])
        content[at : at + 256] = b"\xff" * 256
    else:
        content[content.find(b"GNU\0") + 4] ^= 0xFF
    path = folder / "other.elf"
    path.write_bytes(content)
    return path


class Plugged:
    """A Pico on a computer's USB port: its link, its drive's folder, and its flash after it left the loader."""

    def __init__(self, folder, image, interrupt_at=()):
        self.drive, self.copy = folder / "drive", folder / "flash"
        self.drive.mkdir()
        script = ROOT / "Tests/python/flashing/pico_on_usb.py"
        words = [sys.executable, "-B", script, image, self.drive, self.copy, *map(str, interrupt_at)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.link = self.process.stdout.readline().strip()

    def end(self):
        try:
            # This asks it to unmount its drive, and to end.
            self.process.stdin.close()
            self.process.wait(20)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait(PATIENCE)
            subprocess.run(["umount", "--lazy", self.drive], check=False, stderr=subprocess.DEVNULL, timeout=PATIENCE)
            raise
        finally:
            self.process.stdout.close()


@pytest.fixture
def plug(tmp_path, own_mounts):  # noqa: F811
    boards = []

    def make(interrupt_at=(), **options):
        boards.append(Plugged(tmp_path, other_image(tmp_path, **options), interrupt_at))
        return boards[-1]

    with contextlib.ExitStack() as ends:
        yield make
        for board in boards:
            ends.callback(board.end)


def test_running_board_is_flashed_by_its_rom_and_keeps_its_calibration(plug, tmp_path):
    board = plug()
    given = subprocess.run(
        [PROGRAM, "calibration", "import", board.link, compass(tmp_path)], capture_output=True, text=True
    )
    assert given.returncode == 0, given.stderr
    done = flash("pico", "--port", board.link, wait=40)
    assert done.returncode == 0, done.stderr
    for line in (
        f"asking the board on {board.link} for its boot loader",
        f"its calibration stays on the board; `binnacle calibration export {board.link}` before a flash keeps it in a file as well",
        f"drive {board.drive}: Raspberry Pi RP2 (RPI-RP2)",
        f"written {UF2.stat().st_size} of {UF2.stat().st_size} bytes",
        "It runs the image that was flashed.",
        "Its calibration was kept.",
    ):
        assert line in done.stdout, done.stdout
    image, now = IMAGE.read_bytes(), board.copy.read_bytes()
    assert now[: len(image)] == image
    # Between the image's last sector and the two of the records everything is erased, as it was.
    end = -(-len(image) // SECTOR) * SECTOR
    assert set(now[end : FLASH_BYTES - 2 * SECTOR]) == {0xFF} and set(now[FLASH_BYTES - 2 * SECTOR :]) != {0xFF}
    kept = subprocess.run([PROGRAM, "calibration", "export", board.link], capture_output=True, text=True)
    assert json.loads(kept.stdout)["hardIronNanotesla"] == [1500, -2500, 3500]


def test_interrupted_flash_leaves_the_loader_and_is_done_again(plug):
    board = plug(is_blank=True, interrupt_at=[65536])
    words = [PROGRAM, "flash", "pico", "--port", board.link, "--wait", "40"]
    first = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert first.returncode == 6, first.stdout + first.stderr
    assert "interrupted after 65536 of" in first.stderr and "It stays in its boot loader" in first.stderr
    again = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert again.returncode == 0 and "It runs the image that was flashed." in again.stdout, again.stderr
    assert board.copy.read_bytes()[: IMAGE.stat().st_size] == IMAGE.read_bytes()


def test_rom_takes_blocks_of_another_family_and_flashes_nothing(tmp_path):
    """Therefore the program looks at the family before it writes."""
    board = rp2040.Board(other_image(tmp_path, is_blank=True), make_chip=rom_loader.Chip)
    host = rom_loader.Host(board)
    host.run(0.3)
    device, _ = host.enumerate()
    assert device[8:12] == bytes.fromhex("8a2e0300")
    assert host.inquiry()[8:32] == b"RPI     RP2             " and host.capacity() == (262144, 512)
    before, content = bytes(board.chip.flash), bytearray(UF2.read_bytes()[: 16 * 512])
    for at in range(28, len(content), 512):
        content[at] ^= 1
    host.write_blocks(2000, bytes(content))
    assert bytes(board.chip.flash) == before
    # The right family is programmed at once.
    host.write_blocks(2000, UF2.read_bytes()[: 16 * 512])
    assert bytes(board.chip.flash[:SECTOR]) == IMAGE.read_bytes()[:SECTOR]
