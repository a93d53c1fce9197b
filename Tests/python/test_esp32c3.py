"""The ESP32-C3 with our models of its peripherals in Unicorn: image, boot, link, sensors, records, watchdogs.

esptool, Espressif's own program, reads the image that we write.
"""

import json
import os
import pathlib
import subprocess
import sys

import binnacle_link as link
import pytest
from elftools.elf.elffile import ELFFile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Boards" / "Emulators"))
import esp32c3  # noqa: E402
import esp32c3_parts as parts  # noqa: E402

IMAGE = ROOT / ".build/boards/esp32-c3/image/esp32-c3.elf"
KINDS = {row.name: kind for kind, row in link.MESSAGES.items()}
# Protocols/link/spec.md: sensorState, faultCause, and the status of a stored record.
READY, UNAVAILABLE = 2, 3
TRAP, HARD_FAULT, BY_WATCHDOG, PRESENT = 1, 2, 3, 2
pytestmark = pytest.mark.skipif(not IMAGE.exists(), reason="make boards")
# Those that run the board for seconds.
slow = pytest.mark.skipif("BINNACLE_BOARDS" not in os.environ, reason="make boards-long")


class Desk:
    def __init__(self, **options):
        self.board, self.receiver = esp32c3.Board(options.pop("image", IMAGE), **options), link.Receiver()

    def run(self, seconds):
        end = self.board.time + seconds * 1e9
        while self.board.time < end:
            self.board.run()

    def send(self, name, payload=b"", token=1):
        rest = bytearray(link.encode(KINDS[name], token, 0, payload))
        while rest:
            room = self.board.line.room()
            self.board.line.feed(bytes(rest[:room]))
            del rest[:room]
            self.board.run()

    def frames(self):
        sent = bytes(self.board.line.sent)
        self.board.line.sent.clear()
        return self.receiver.feed(sent)

    def ask(self, name, payload=b"", seconds=0.05):
        self.send(name, payload)
        self.run(seconds)
        return [frame.message() for frame in self.frames() if frame.token == 1][-1]["fields"]

    def hello(self):
        return self.ask("getHello", bytes((2, 2)))

    def hang(self):
        self.board.at = self.board.address("startup_provoke_hang")


def started(**options):
    desk = Desk(**options)
    desk.run(0.3)
    return desk


def image_info(path):
    return subprocess.run(
        [sys.executable, "-m", "esptool", "--chip", "esp32c3", "image-info", str(path)], capture_output=True, text=True
    )


def test_esptool_accepts_the_image():
    answer = image_info(IMAGE.with_suffix(".bin"))
    assert answer.returncode == 0, answer.stderr
    assert "Chip ID: 5 (ESP32-C3)" in answer.stdout and "Minimal chip revision: v0.3" in answer.stdout
    entry = next(line for line in answer.stdout.splitlines() if line.startswith("Entry point:")).split()[-1]
    assert int(entry, 16) == esp32c3.Board(IMAGE).address("startup_entry")
    checks = [line for line in answer.stdout.splitlines() if line.startswith(("Checksum:", "Validation hash:"))]
    assert len(checks) == 2 and all(line.endswith("(valid)") for line in checks), checks


@pytest.fixture
def damaged(tmp_path):
    """A copy of the image with one byte replaced; the checksum too, if that is asked for."""

    def damage(at, value, mends_checksum=False):
        content = bytearray(IMAGE.with_suffix(".bin").read_bytes())
        if mends_checksum:
            content[-33] ^= content[at] ^ value
        content[at] = value
        (tmp_path / IMAGE.name).write_bytes(IMAGE.read_bytes())
        (tmp_path / IMAGE.name).with_suffix(".bin").write_bytes(content)
        return tmp_path / IMAGE.name

    return damage


@pytest.mark.parametrize(
    "at, value, reason",
    [(0, 0xE8, "E9h"), (12, 9, "another chip"), (15, 5, "other revisions"), (0x2000, 0x5A, "checksum")],
)
def test_boot_rom_starts_no_damaged_image(damaged, capfd, at, value, reason):
    desk = Desk(image=damaged(at, value))
    desk.run(1)
    assert desk.board.at is None
    assert reason in capfd.readouterr().err
    # It tries again and again.
    assert desk.board.low_power.cause == parts.BY_MAIN_WATCHDOG


def test_boot_rom_complains_of_a_wrong_digest(damaged, capfd):
    # In the last code, which a start does not reach: before up to 16 bytes of padding and checksum, and the digest.
    desk = Desk(image=damaged(-64, 0x5A, mends_checksum=True))
    desk.run(0.3)
    assert "digest" in capfd.readouterr().err
    assert desk.hello()["bootCounter"] == 1


def test_esptool_finds_a_damaged_image(damaged):
    answer = image_info(damaged(0x2000, 0x5A, True).with_suffix(".bin"))
    assert "Validation hash" in answer.stdout and "invalid" in answer.stdout


def test_image_starts_and_finds_its_sensor():
    desk = started()
    hello = desk.hello()
    assert hello["board"].rstrip(b"\0") == b"esp32-c3"
    with open(IMAGE, "rb") as file:
        note = ELFFile(file).get_section_by_name(".note.gnu.build-id").data()
    assert hello["imageHash"] == int.from_bytes(note[16:24], "big")
    assert hello["boardIdentifier"] == 0xB1AA5E000001
    assert (hello["bootCounter"], hello["faultCause"]) == (1, 0)
    assert (hello["sensorState"], hello["sensorChip"], hello["sensorAddress"]) == (READY, 1, 0x1E)
    # The core runs at the crystal's 40 MHz.
    assert desk.board.megahertz() == 40


def test_readings_are_of_the_field():
    desk = started()
    desk.board.magnetometer.field = {"mag-x": 20_000, "mag-y": 30_000, "mag-z": 50_000}
    desk.send("startStreams", b"\1", token=2)
    desk.run(0.5)
    readings = [frame.message()["fields"] for frame in desk.frames() if frame.token == 0]
    assert readings[-1]["counts"] == [220, 330, 490]
    # What a host sees of a transfer ends with a short packet, or it would wait for more.
    assert len(desk.board.line.packets) > 3 and desk.board.line.packets[-1] < 64


@slow
def test_accelerometer_beside_another_magnetometer_gives_tilt():
    desk = started(magnetometer="qmc5883l", accelerometer="mpu6050")
    desk.board.magnetometer.field = {"mag-x": 15_000, "mag-y": 10_000, "mag-z": 33_000}
    # Nose up by 30°: the front is higher, and the force points up.
    desk.board.accelerometer.force = [500, 0, -866]
    desk.run(0.5)
    hello = desk.hello()
    assert (hello["sensorAddress"], hello["accelerometerState"], hello["accelerometerAddress"]) == (0x0D, READY, 0x68)
    desk.send("startStreams", b"\1", token=2)
    desk.run(0.5)
    reading = [frame.message()["fields"] for frame in desk.frames() if frame.token == 0][-1]
    assert reading["mode"] == 2
    assert abs(reading["pitch"] * 360 / 2**32 - 30) < 0.1


@slow
def test_board_without_a_sensor_says_so_and_lists_nothing():
    desk = started(magnetometer=None)
    desk.run(0.5)
    hello = desk.hello()
    assert (hello["sensorState"], hello["accelerometerState"]) == (UNAVAILABLE, 0)
    answer = desk.ask("getSensors", seconds=0.5)
    # Bit 2: the board can read its lines, and neither is low.
    assert (answer["lines"], answer["count"]) == (4, 0)


@slow
def test_link_waits_while_no_program_reads():
    desk = Desk()
    desk.board.line.is_read = False
    desk.run(0.3)
    desk.send("startStreams", b"\1", token=2)
    desk.run(2.5)
    # The loop went on: no watchdog ended it.
    assert desk.board.low_power.cause == parts.POWER_ON
    assert not desk.board.line.sent
    desk.board.line.is_read = True
    desk.board.line.leave()
    desk.frames()
    assert desk.hello()["bootCounter"] == 1


@slow
def test_no_watchdog_ends_a_loop_that_turns():
    desk = started()
    desk.run(4)
    assert desk.board.low_power.cause == parts.POWER_ON
    assert desk.hello()["bootCounter"] == 1


@pytest.mark.parametrize(
    "tamed, cause, seconds",
    [
        ((), parts.BY_MAIN_WATCHDOG, 0.65),
        (("main",), parts.BY_SUPER_WATCHDOG, 1.0),
        (("main", "super"), parts.BY_RTC_WATCHDOG, 1.47),
    ],
)
def test_models_watchdogs_end_a_boot_that_leaves_them_alone(tamed, cause, seconds):
    clock = [0.0]
    watchdog, low_power = (make(lambda: clock[0]) for make in (parts.MainWatchdog, parts.LowPower))
    if "main" in tamed:
        watchdog.store(0x48, watchdog.UPDATE)
    if "super" in tamed:
        low_power.store(0xAC, low_power.FEEDS_ITSELF)
    found = None
    while not found:
        clock[0] += 1e6
        found = low_power.due() or watchdog.due()
    assert found == cause
    assert abs(clock[0] / 1e9 - seconds) < 0.01


def test_models_watchdog_takes_nothing_without_its_key():
    watchdog = parts.MainWatchdog(lambda: 0.0)
    watchdog.store(0x64, 0)
    watchdog.store(0x48, watchdog.UPDATE)
    assert watchdog.active[0x48] & watchdog.FLASH_BOOT
    watchdog.store(0x64, watchdog.KEY)
    # And takes effect only when told to.
    watchdog.store(0x48, 0)
    assert watchdog.active[0x48] & watchdog.FLASH_BOOT
    watchdog.store(0x48, watchdog.UPDATE)
    assert not watchdog.active[0x48] & watchdog.FLASH_BOOT


@pytest.mark.parametrize("function, cause", [("startup_provoke_hard_fault", HARD_FAULT), ("provokeTrap", TRAP)])
def test_crash_is_recorded_and_told_after_the_restart(function, cause):
    desk = started()
    place = next(value for name, value in desk.board.symbols.items() if function in name)
    desk.board.at = place
    desk.run(0.4)
    hello = desk.hello()
    assert (hello["bootCounter"], hello["faultCause"]) == (2, cause)
    assert place <= hello["faultProgramCounter"] < place + 16
    assert desk.board.low_power.cause == parts.BY_SOFTWARE
    if cause == HARD_FAULT:
        # The address that could not be loaded, which is mtval.
        assert hello["faultR12"] == 0xFFFFFFFF


def test_byte_at_the_address_for_code_is_a_fault():
    desk = started()
    # lbu a0, 0(a0)
    place = desk.board.address("startup_provoke_hang")
    desk.board.core.mem_write(place, 0x00054503.to_bytes(4, "little"))
    desk.board.core.ctl_flush_tb()
    desk.board.core.reg_write(esp32c3.riscv.UC_RISCV_REG_A0, place)
    desk.hang()
    desk.run(0.4)
    assert desk.hello()["faultCause"] == HARD_FAULT


def test_watchdog_records_where_the_loop_stood_still():
    desk = started()
    desk.hang()
    desk.run(2.4)
    hello = desk.hello()
    place = desk.board.address("startup_provoke_hang")
    assert (hello["bootCounter"], hello["faultCause"]) == (2, BY_WATCHDOG)
    assert place <= hello["faultProgramCounter"] < place + 16


@slow
def test_watchdog_resets_a_loop_that_masks_its_interrupts():
    desk = started()
    desk.hang()
    desk.board.core.reg_write(esp32c3.riscv.UC_RISCV_REG_MSTATUS, 0)
    desk.run(3.5)
    assert desk.board.low_power.cause == parts.POWER_ON
    desk.run(1)
    hello = desk.hello()
    assert desk.board.low_power.cause == parts.BY_MAIN_WATCHDOG
    assert (hello["bootCounter"], hello["faultCause"], hello["faultProgramCounter"]) == (2, BY_WATCHDOG, 0)


def a_record():
    cases = json.loads((ROOT / "Protocols/calibration/vectors/record.json").read_text())["cases"]
    # One of no particular chip: another chip's record is refused.
    return bytes.fromhex(next(case["bytes"] for case in cases if case["name"] == "date_before_2000"))


def test_record_outlives_reset_and_power(tmp_path):
    record, path = a_record(), tmp_path / "records"
    path.write_bytes(b"\xff" * 8192)
    desk = started(records=path)
    desk.ask("storeRecord", record, 0.3)
    desk.board.restart()
    desk.run(0.3)
    for kept in (desk, started(records=path)):
        stored = kept.ask("getStoredRecord", seconds=0.3)
        assert stored["status"] == PRESENT
        assert stored["record"][:216] == record


def test_record_leaves_the_image_in_the_flash_alone():
    desk = started()
    image = IMAGE.with_suffix(".bin").read_bytes()
    before = bytes(desk.board.flash.content)
    desk.ask("storeRecord", a_record(), 0.3)
    after = bytes(desk.board.flash.content)
    assert after[: len(image)] == image
    changed = [at for at in range(0, len(after), 4096) if after[at : at + 4096] != before[at : at + 4096]]
    assert changed and set(changed) <= {0xFE000, 0xFF000}


def test_models_flash_clears_bits_only():
    flash = parts.Flash()
    assert flash.write(0xFE000, bytes.fromhex("00ff00ff")) == flash.DONE
    assert flash.write(0xFE000, bytes.fromhex("f00ff00f")) == flash.DONE
    assert flash.content[0xFE000:0xFE004] == bytes.fromhex("000f000f")
    assert flash.write(0xFE001, bytes(4)) == flash.FAILED
    assert flash.erase(0xFE) == flash.DONE
    assert flash.content[0xFE000:0xFE004] == b"\xff" * 4
    assert flash.erase(1024) == flash.FAILED


def test_image_uses_only_the_registers_of_the_core():
    # ESP32-C3 TRM v1.1, chapter "ESP-RISC-V CPU", has these among others, and neither mie nor mip.
    registers = {0x300: "mstatus", 0x305: "mtvec", 0x340: "mscratch", 0x341: "mepc", 0x342: "mcause", 0x343: "mtval"}
    with open(IMAGE, "rb") as file:
        elf = ELFFile(file)
        codes = [elf.get_section_by_name(name).data() for name in (".vectors", ".text")]
    # The first instructions up to the jump; what follows is CStartup's, for other cores, and never runs.
    codes[0] = codes[0][:24]
    found = set()
    for code in codes:
        at = 0
        while at + 2 <= len(code):
            word = int.from_bytes(code[at : at + 4], "little")
            if word & 0x7F == 0x73 and word >> 12 & 7:
                found.add(word >> 20)
            at += 4 if word & 3 == 3 else 2
    assert found == set(registers), [hex(number) for number in found ^ set(registers)]
