"""binnacle flash from outside: drives with faults, an interface chip that erases everything, loaders asked over the link, probes."""

import contextlib
import ctypes
import json
import os
import pathlib
import socket
import subprocess
import sys
import threading
import time

import pytest
from esp32_mock_bootloader import registers, server
from esptool.targets import CHIP_DEFS
from patience import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Boards" / "Emulators"), str(ROOT / "Tests" / "python" / "flashing")]
import flash_desk  # noqa: E402
import nrf  # noqa: E402
import rp2040  # noqa: E402
from test_pico import is_in_loader  # noqa: E402

PROGRAM = ROOT / ".build/release/binnacle"
IMAGES = {name: ROOT / f".build/boards/{name}/image/{name}.elf" for name in ("pico", "microbit", "microbit-v2")}
UF2 = IMAGES["pico"].with_suffix(".uf2")
HEX = IMAGES["microbit-v2"].with_suffix(".hex")
ESP = ROOT / ".build/boards/esp32-c3/image/esp32-c3.bin"
pytestmark = pytest.mark.skipif(
    not (PROGRAM.exists() and all(path.exists() for path in IMAGES.values())), reason="make boards"
)


def flash(*words, folder=None, path=None, wait=20):
    environment = dict(os.environ, PATH=f"{path}:/usr/bin:/bin") if path else None
    return subprocess.run(
        [PROGRAM, "flash", *map(str, words), "--wait", str(wait)],
        cwd=folder or ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


# The drive of a boot loader.

NEW_MOUNTS = 0x20000


@pytest.fixture(scope="module")
def own_mounts():
    """Mounts of this process alone: another run, and other tests, do not see them."""
    if not os.access("/dev/fuse", os.R_OK | os.W_OK):
        pytest.skip("/dev/fuse may not be opened here")
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_MOUNTS) != 0:
        pytest.skip(f"no mounts of one's own here: {os.strerror(ctypes.get_errno())}")
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)


@pytest.fixture
def drive(tmp_path, own_mounts):
    """Mounts a drive with a fault; gives its folder and the file that keeps what was written."""
    processes = []

    def mount(fault, name="RPI-RP2"):
        folder, copy = tmp_path / name, tmp_path / f"written on {name}"
        folder.mkdir()
        script = ROOT / "Tests/python/flashing/usb_drive.py"
        processes.append(
            subprocess.Popen([sys.executable, "-B", script, folder, copy, fault], stderr=subprocess.PIPE, text=True)
        )
        end = time.monotonic() + PATIENCE
        while not (folder / "INFO_UF2.TXT").exists():
            if processes[-1].poll() is not None:
                pytest.skip(f"FUSE cannot mount here: {processes[-1].stderr.read().strip().splitlines()[-1:]}")
            assert time.monotonic() < end
            time.sleep(0.02)
        return folder, copy

    def end(process):
        if process.poll() is None:
            subprocess.run(
                ["umount", "--lazy", process.args[3]], check=False, stderr=subprocess.DEVNULL, timeout=PATIENCE
            )
            process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(PATIENCE)
        process.stderr.close()

    with contextlib.ExitStack() as ends:
        yield mount
        for process in processes:
            ends.callback(end, process)


@pytest.mark.parametrize("fault", ["none", "slow", "gone"])
def test_whole_file_arrives_and_the_board_decides(drive, fault):
    folder, copy = drive(fault)
    done = flash("pico", "--drive", folder, "--port", "emulator:pico")
    assert done.returncode == 0, done.stderr
    assert copy.read_bytes() == UF2.read_bytes()
    assert "It runs the image that was flashed." in done.stdout


@pytest.mark.parametrize(
    "fault, status, words",
    [
        ("full", 6, "No space left on device after 65536 of"),
        ("lost", 6, "Input/output error after 65536 of"),
        ("vanishing", 6, "The board has no whole firmware now"),
        ("read-only", 6, "It is mounted read-only"),
        ("denied", 5, "Permission denied. Nothing was written"),
    ],
)
def test_drive_that_fails_is_told_with_what_is_left_on_the_board(drive, fault, status, words):
    folder, _ = drive(fault)
    done = flash("pico", "--drive", folder, "--port", "emulator:pico")
    assert (done.returncode, words in done.stderr) == (status, True), done.stderr
    left = "the board is as before" if fault in ("read-only", "denied") else "It stays in its boot loader"
    assert left in done.stderr and len(done.stderr.strip().splitlines()) == 2


def test_two_drives_are_left_alone(drive):
    folders = [drive("none", name)[0] for name in ("RPI-RP2", "RPI-RP21")]
    done = flash("pico")
    assert done.returncode == 2 and f"Two boards show their drives: {folders[0]}, {folders[1]}." in done.stderr, (
        done.stderr
    )
    assert all([path.name for path in folder.iterdir()] == ["INFO_UF2.TXT"] for folder in folders)


def test_drive_is_found_by_its_content(drive):
    folder, copy = drive("none")
    done = flash("pico", "--unchecked")
    assert done.returncode == 0 and f"drive {folder}: Raspberry Pi RP2 (RPI-RP2)" in done.stdout, done.stderr
    assert copy.read_bytes() == UF2.read_bytes()
    other = flash("microbit-v2", "--dry-run")
    assert other.returncode == 5 and f"seen: drive {folder}" in other.stderr


# A board that is asked for its loader.


def test_running_board_is_asked_over_its_link():
    board = rp2040.Board(IMAGES["pico"])
    with flash_desk.Bench(board, rp2040.Line(board.chip)) as desk:
        done = flash("pico", "--port", desk.link, wait=1)
    assert f"asking the board on {desk.link} for its boot loader" in done.stdout
    assert done.returncode == 5 and "none came after the board was asked" in done.stderr
    assert is_in_loader(board)


# An interface chip: the micro:bit's.


def compass(folder):
    """A calibration as a file."""
    path = folder / "own.json"
    path.write_text(
        json.dumps({"hardIronNanotesla": [1500, -2500, 3500], "softIron": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]})
    )
    return path


@pytest.fixture
def microbit(tmp_path):
    board = nrf.Board(IMAGES["microbit-v2"])
    build = json.loads(
        subprocess.run(
            [PROGRAM, "boards", "size", "microbit-v2", "--json"], cwd=ROOT, capture_output=True, text=True
        ).stdout
    )["imageHash"]
    own = bytes.fromhex(build)
    at = next(p for p in (board.program.find(own), board.program.find(own[::-1])) if p > 0)
    # It runs another image until it is flashed.
    board.program[at] ^= 0xFF
    board.core.mem_write(0, bytes(board.program))
    folder = tmp_path / "MICROBIT"
    folder.mkdir()
    (folder / "DETAILS.TXT").write_text(flash_desk.details())
    with flash_desk.Bench(board, board.line, folder) as desk:
        yield desk


def test_calibration_outlives_a_loader_that_erases_everything(microbit, tmp_path):
    given = subprocess.run(
        [PROGRAM, "calibration", "import", microbit.link, compass(tmp_path)], capture_output=True, text=True
    )
    assert given.returncode == 0, given.stderr
    done = flash("microbit-v2", "--drive", microbit.drive, "--port", microbit.link, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert microbit.flashed == 1
    for line in (
        "kept in calibration-microbit-v2.json",
        "It runs the image that was flashed.",
        "Its calibration was given back.",
    ):
        assert line in done.stdout, done.stdout
    assert not (tmp_path / "calibration-microbit-v2.json").exists()
    kept = subprocess.run([PROGRAM, "calibration", "export", microbit.link], capture_output=True, text=True)
    assert json.loads(kept.stdout)["hardIronNanotesla"] == [1500, -2500, 3500]


def test_board_without_a_calibration_is_flashed_and_told_to_calibrate(microbit, tmp_path):
    done = flash("microbit-v2", "--drive", microbit.drive, "--port", microbit.link, folder=tmp_path)
    assert done.returncode == 0 and f"It has no calibration: `binnacle calibrate {microbit.link}`." in done.stdout, (
        done.stderr
    )


def test_refusal_of_the_interface_chip_is_passed_on(microbit, tmp_path):
    folder = pathlib.Path(microbit.drive)
    microbit.drive = None
    (folder / "FAIL.TXT").write_text("error: The transfer timed out.\r\ntype: transient, user\r\n")
    done = flash("microbit-v2", "--drive", folder, "--port", microbit.link, folder=tmp_path)
    assert done.returncode == 1
    assert "The loader refused the file: error: The transfer timed out.; type: transient, user" in done.stderr


def test_old_image_that_goes_on_running_is_named(microbit, tmp_path):
    folder = pathlib.Path(microbit.drive)
    microbit.drive = None
    done = flash("microbit-v2", "--drive", folder, "--port", microbit.link, folder=tmp_path, wait=2)
    assert done.returncode == 1 and "The board runs another image" in done.stderr


@pytest.mark.parametrize(
    "text, words",
    [
        (flash_desk.details(mode="Bootloader"), "takes firmware for the interface chip itself (MAINTENANCE)"),
        (flash_desk.details(identity="9900"), "is of another board: DAPLink 0257 (9900), not 9903, 9904"),
    ],
)
def test_wrong_drive_is_refused_before_anything_is_written(tmp_path, text, words):
    (tmp_path / "DETAILS.TXT").write_text(text)
    done = flash("microbit-v2", "--drive", tmp_path)
    assert done.returncode == 2 and words in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["DETAILS.TXT"]


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda text: text[: len(text) // 2], "it is cut"),
        (lambda text: "", "it is empty"),
        (lambda text: text.replace("\n", "\nx", 1), "line 2 is no record"),
        (lambda text: text[:12] + ("0" if text[12] != "0" else "1") + text[13:], "the checksum of line 1 is wrong"),
        (lambda text: text + text, "it goes on after its end"),
        (lambda text: ":00000001FF\n", "it holds no data"),
        (lambda text: IMAGES["microbit"].with_suffix(".hex").read_text(), "it is the image of microbit."),
        (lambda text: "\n".join(text.split("\n")[:100] + text.split("\n")[101:]), "a part is missing"),
        (lambda text: text.split("\n")[0] + "\n" + text, "it writes to 0x0 twice"),
    ],
)
def test_wrong_hex_file_is_refused(tmp_path, change, words):
    folder = tmp_path / "MICROBIT"
    folder.mkdir()
    (folder / "DETAILS.TXT").write_text(flash_desk.details())
    own = tmp_path / "own.hex"
    text = change(HEX.read_text())
    own.write_text(text if words != "it is cut" else text.rsplit("\n", 1)[0] + "\n")
    done = flash("microbit-v2", "--drive", folder, "--image", own)
    assert done.returncode == 6 and words in done.stderr and "Nothing was written." in done.stderr, done.stderr
    assert [path.name for path in folder.iterdir()] == ["DETAILS.TXT"]


# Probes.

PROBES = [
    (
        "pico",
        "openocd",
        [
            "-f",
            "interface/cmsis-dap.cfg",
            "-f",
            "target/rp2040.cfg",
            "-c",
            "adapter speed 5000",
            "-c",
            f"program {{{IMAGES['pico']}}} verify reset exit",
        ],
    ),
    ("microbit-v2", "pyocd", ["flash", "-t", "nrf52833", str(HEX)]),
]


@pytest.mark.parametrize("board, tool, words", PROBES)
@pytest.mark.parametrize("status", [0, 1])
def test_probe_gets_its_command_line_and_its_failure_is_told(tmp_path, board, tool, words, status):
    (tmp_path / tool).write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$@" > {tmp_path}/words\necho "Error: no probe" >&2\nexit {status}\n'
    )
    (tmp_path / tool).chmod(0o755)
    dry = flash(board, "--probe", tool, "--dry-run", path=tmp_path)
    assert dry.returncode == 0 and dry.stdout.startswith(f"$ {tool} ") and not (tmp_path / "words").exists()
    done = flash(board, "--probe", tool, "--port", "emulator:" + board, path=f"{ROOT}/.build/python/bin:{tmp_path}")
    assert (tmp_path / "words").read_text().splitlines() == words
    assert done.returncode == status, done.stderr
    assert ("It runs the image" in done.stdout) == (status == 0)
    if status:
        assert f"{tool} ended with status 1" in done.stderr


@pytest.fixture
def rom(monkeypatch):
    """The boot ROM of an ESP32-C3 as PyPI's esp32-mock-bootloader has it, with a revision of its own: its flash and its address."""
    revision, ends, flash = [4], threading.Event(), server.FlashImage()
    block, read = CHIP_DEFS["esp32c3"].EFUSE_BLOCK1_ADDR, registers.read_reg_value
    # The lower three bits of the minor revision (esptool, targets/esp32c3.py, get_minor_chip_version).
    monkeypatch.setattr(
        registers, "read_reg_value", lambda chip, at: read(chip, at) | (revision[0] << 18 if at == block + 12 else 0)
    )

    def serve():
        while not ends.is_set():
            try:
                client = listener.accept()[0]
            except TimeoutError:
                continue
            with client:
                server.handle_client(server.BootloaderConnection(client), ends, "esp32c3", flash=flash)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.1)
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        monkeypatch.setenv("ESPTOOL_PORT", f"socket://127.0.0.1:{listener.getsockname()[1]}")
        monkeypatch.setenv("PATH", f"{ROOT}/.build/python/bin", prepend=":")
        yield flash, revision
        ends.set()
        thread.join(10)


@pytest.mark.skipif(not ESP.exists(), reason="make boards")
def test_esptool_writes_the_image_into_a_boot_rom(rom):
    content = ESP.read_bytes()
    done = flash("esp32-c3", "--probe", "esptool", "--port", "emulator:esp32-c3")
    assert done.returncode == 0, done.stderr
    assert rom[0].read(0, len(content)) == content
    assert "Hash of data verified." in done.stdout and "It runs the image that was flashed." in done.stdout


@pytest.mark.skipif(not ESP.exists(), reason="make boards")
def test_esptool_refuses_a_chip_that_is_too_old(rom):
    """The file says which revisions have the USB port that is the link."""
    rom[1][0] = 0
    done = flash("esp32-c3", "--probe", "esptool", "--port", "emulator:esp32-c3")
    assert done.returncode == 1 and "esptool ended with status 2" in done.stderr
    assert "requires chip revision v0.3 or higher" in done.stdout + done.stderr
    assert set(rom[0].read(0, 4096)) == {0xFF}


def test_probe_that_is_missing_or_unknown_is_named(tmp_path):
    missing = flash("pico", "--probe", "pyocd", path=tmp_path)
    assert missing.returncode == 7 and "pyocd is not on PATH.\nInstall it: pip install pyocd." in missing.stderr
    unknown = flash("pico", "--probe", "jlink")
    assert unknown.returncode == 2 and "openocd, pyocd, st-flash, esptool" in unknown.stderr
    other = flash("pico", "--probe", "st-flash")
    assert other.returncode == 2 and "Known for it: openocd, pyocd." in other.stderr
