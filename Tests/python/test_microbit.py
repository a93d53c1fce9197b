"""The micro:bits with our models of their peripherals in Unicorn: image, sensors, records, watchdog."""

import json
import pathlib
import sys

import binnacle_link as link
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Boards" / "Emulators"))
import nrf  # noqa: E402

IMAGE = ROOT / ".build/boards/microbit-v2/image/microbit-v2.elf"
# One image serves v1.3 and v1.5.
FIRST = ROOT / ".build/boards/microbit/image/microbit.elf"
KINDS = {row.name: kind for kind, row in link.MESSAGES.items()}
# Protocols/link/spec.md: sensorState, faultCause, and the status of a stored record.
READY, UNAVAILABLE = 2, 3
HARD_FAULT, BY_WATCHDOG, PRESENT = 2, 3, 2
pytestmark = pytest.mark.skipif(not (IMAGE.exists() and FIRST.exists()), reason="make boards")


class Desk:
    def __init__(self, **options):
        image = IMAGE if options.get("kind", "v2") == "v2" else FIRST
        self.board, self.receiver = nrf.Board(image, **options), link.Receiver()

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


def started(**options):
    desk = Desk(**options)
    desk.run(0.3)
    return desk


def test_image_starts_and_finds_both_halves_of_its_sensor():
    hello = started().hello()
    assert hello["board"].rstrip(b"\0") == b"microbit-v2"
    assert (hello["sensorState"], hello["sensorChip"], hello["sensorAddress"]) == (READY, 3, 0x1E)
    assert (hello["accelerometerState"], hello["accelerometerChip"], hello["accelerometerAddress"]) == (READY, 4, 0x19)


def test_readings_are_of_the_field_and_the_tilt():
    desk = started()
    desk.board.magnetometer.field = {"mag-x": 15_000, "mag-y": -30_000, "mag-z": 33_000}
    # Nose up by 30°: the front is higher, and the force points up.
    desk.board.accelerometer.force = [500, 0, -866]
    desk.send("startStreams", b"\1", token=2)
    desk.run(0.5)
    reading = [frame.message()["fields"] for frame in desk.frames() if frame.token == 0][-1]
    assert reading["counts"] == [100, -200, 220]
    assert reading["mode"] == 2
    assert abs(reading["pitch"] * 360 / 2**32 - 30) < 0.1


@pytest.mark.parametrize(
    "kind, chips, counts", [("v1.5", (3, 4), [100, -200, 220]), ("v1.3", (26, 27), [150, -300, 330])]
)
def test_first_micro_bit_has_the_sensors_of_its_version(kind, chips, counts):
    desk = started(kind=kind)
    desk.board.magnetometer.field = {"mag-x": 15_000, "mag-y": -30_000, "mag-z": 33_000}
    desk.board.accelerometer.force = [500, 0, -866]
    desk.run(0.3)
    hello = desk.hello()
    assert hello["board"].rstrip(b"\0") == b"microbit"
    assert (hello["sensorState"], hello["accelerometerState"]) == (READY, READY)
    assert (hello["sensorChip"], hello["accelerometerChip"]) == chips
    desk.send("startStreams", b"\1", token=2)
    desk.run(0.5)
    reading = [frame.message()["fields"] for frame in desk.frames() if frame.token == 0][-1]
    assert (reading["counts"], reading["mode"]) == (counts, 2)
    assert abs(reading["pitch"] * 360 / 2**32 - 30) < 0.6


def test_first_micro_bit_without_its_sensors_has_none():
    hello = started(kind="v1.3", has_sensors=False).hello()
    assert (hello["sensorState"], hello["accelerometerState"]) == (0, 0)


def test_board_whose_sensor_is_broken_says_so_and_lists_nothing():
    desk = started(has_sensors=False)
    hello = desk.hello()
    assert (hello["sensorState"], hello["accelerometerState"]) == (UNAVAILABLE, 0)
    answer = desk.ask("getSensors", seconds=0.5)
    # Bit 2: the board can read its lines, and neither is low.
    assert (answer["lines"], answer["count"]) == (4, 0)


def test_list_names_both_chips():
    answer = started().ask("getSensors", seconds=0.5)
    found = [tuple(answer["findings"][at : at + 5]) for at in range(0, 8 * answer["count"], 8)]
    assert found == [(0x19, 4, 0x0F, 1, 0x33), (0x1E, 3, 0x4F, 1, 0x40)]


# Protocols/link/spec.md, sensorTest: outcomes.
NO_SENSOR, NO_TEST, MEASURED = 0, 1, 2


@pytest.mark.parametrize("kind", ["v2", "v1.5"])
def test_chips_test_themselves_and_readings_go_on(kind):
    desk = started(kind=kind)
    desk.board.magnetometer.field = {"mag-x": 15_000, "mag-y": -30_000, "mag-z": 33_000}
    desk.board.accelerometer.force = [500, 0, -866]
    desk.run(0.2)
    desk.send("startStreams", b"\1", token=2)
    magnetometer = desk.ask("testSensor", b"\1", seconds=0.6)
    assert magnetometer["outcome"] == MEASURED
    # The X axis is turned round; a count is 150 nT.
    for change, expected in zip(magnetometer["change"], (-20_000, 20_000, 20_000)):
        assert abs(change - expected) <= 150
    accelerometer = desk.ask("testSensor", b"\2", seconds=0.9)
    assert accelerometer["outcome"] == MEASURED
    assert all(abs(change - 400_000) < 2000 for change in accelerometer["change"])
    assert desk.ask("testSensor", b"\3")["outcome"] == NO_SENSOR
    desk.run(0.5)
    reading = [frame.message()["fields"] for frame in desk.frames() if frame.token == 0][-1]
    assert reading["counts"] == [100, -200, 220] and reading["mode"] == 2
    assert abs(reading["pitch"] * 360 / 2**32 - 30) < 0.6
    # The registers are as before: neither test is on, 2 g, 100 Hz.
    assert desk.board.magnetometer.registers[0x62] == 0x10
    assert desk.board.accelerometer.registers[0x23] == 0x88


def test_no_field_of_a_coil_is_in_a_reading():
    desk = started()
    desk.board.magnetometer.field = {"mag-x": 15_000, "mag-y": -30_000, "mag-z": 33_000}
    desk.run(0.2)
    desk.send("setRate", (20_000).to_bytes(4, "little"), token=3)
    desk.send("startStreams", b"\1", token=2)
    desk.run(0.3)
    desk.frames()
    desk.send("testSensor", b"\1")
    desk.run(1.5)
    readings = [frame.message()["fields"] for frame in desk.frames() if frame.token == 0]
    assert len(readings) > 50
    assert {tuple(reading["counts"]) for reading in readings if reading["mode"] != 0} == {(100, -200, 220)}


def test_dead_axis_does_not_change():
    desk = started()
    desk.board.magnetometer.dead_axis, desk.board.accelerometer.dead_axis = "mag-y", 2
    change = desk.ask("testSensor", b"\1", seconds=0.6)["change"]
    assert (change[1], abs(change[0]) > 1500, change[2] > 1500) == (0, True, True)
    change = desk.ask("testSensor", b"\2", seconds=0.9)["change"]
    assert abs(change[2]) < 68_000 < min(change[0], change[1])


def test_other_chips_have_no_test():
    desk = started(kind="v1.3")
    assert desk.ask("testSensor", b"\1")["outcome"] == NO_TEST
    assert desk.ask("testSensor", b"\2")["outcome"] == NO_TEST


def test_flash_clears_bits_only_and_only_while_writing_is_allowed():
    flash = nrf.Flash(0x7E000, b"\xff" * 8192)
    flash.store_word(0, 4, 0x1234)
    assert flash.load_word(0, 4) == 0xFFFFFFFF
    flash.store(0x504, 1)
    flash.store_word(0, 4, 0xFF00FF00)
    flash.store_word(0, 4, 0x0FF00FF0)
    assert flash.load_word(0, 4) == 0x0F000F00
    flash.store(0x508, 0x7E000)
    assert flash.load_word(0, 4) == 0x0F000F00, "erasing is not allowed"
    flash.store(0x504, 2)
    flash.store(0x508, 0x7E000)
    assert flash.load_word(0, 4) == 0xFFFFFFFF


def test_crash_is_recorded_and_told_after_the_restart():
    desk = started()
    desk.board.at = desk.board.address("startup_provoke_hard_fault") & ~1
    desk.run(0.4)
    hello = desk.hello()
    assert (hello["bootCounter"], hello["faultCause"]) == (2, HARD_FAULT)
    place = desk.board.address("startup_provoke_hard_fault") & ~1
    assert place <= hello["faultProgramCounter"] < place + 16


def test_watchdog_records_where_the_loop_stood_still():
    desk = started()
    place = desk.board.address("startup_provoke_hang") & ~1
    desk.board.at = place
    desk.run(2.6)
    hello = desk.hello()
    assert (hello["bootCounter"], hello["faultCause"]) == (2, BY_WATCHDOG)
    assert place <= hello["faultProgramCounter"] < place + 16


def test_watchdog_resets_a_loop_that_masks_its_interrupts():
    desk = started()
    desk.board.at = desk.board.address("startup_provoke_hang") & ~1
    desk.board.core.reg_write(nrf.arm.UC_ARM_REG_PRIMASK, 1)
    desk.run(2.6)
    hello = desk.hello()
    assert (hello["bootCounter"], hello["faultCause"], hello["faultProgramCounter"]) == (2, BY_WATCHDOG, 0)


def test_record_outlives_power(tmp_path):
    cases = json.loads((ROOT / "Protocols/calibration/vectors/record.json").read_text())["cases"]
    # One of no particular chip: another chip's record is refused.
    record = bytes.fromhex(next(case["bytes"] for case in cases if case["name"] == "date_before_2000"))
    path = tmp_path / "records"
    path.write_bytes(b"\xff" * 8192)
    started(records=path).ask("storeRecord", record, 0.3)
    stored = started(records=path).ask("getStoredRecord", seconds=0.3)
    assert stored["status"] == PRESENT
    assert stored["record"][:216] == record
