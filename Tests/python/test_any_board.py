"""Boards that others build, as their users do: a Linux with an I2C bus, an STM32F4 by registers, and a Raspberry Pi in Python.
In place of the hardware stand models of three chips (Tests/device-c); the STM32F4 runs in QEMU. test_arduino.py has the sketches.

BINNACLE_EFFORT=full also builds the Linux board for a Raspberry Pi, and runs it under qemu-aarch64."""

import contextlib
import fcntl
import json
import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

import artefacts
import pytest
from any_board import CHIPS, PC, PROGRAM, binnacle, running, said
from patience import PATIENCE
from ports import free_port
from test_c99 import IS_LONG

# MARK: - Linux


@pytest.fixture(scope="module")
def linux(packages, parts, tmp_path_factory):
    """The board for Linux, built by the line at its top, and the bus."""
    folder = tmp_path_factory.mktemp("linux")
    (line,) = re.findall(r"^//   (cc .*)$", (packages["c"] / "linux/binnacle-board.c").read_text(), re.M)
    said(*line.split(), cwd=packages["c"])
    said("gcc", *CHIPS, "-fPIC", "-shared", PC / "fake_i2c.c", PC / "chips.c", "-ldl", "-lm", "-o", folder / "fake.so")
    return packages["c"] / "binnacle-board", folder / "fake.so"


@pytest.mark.parametrize("adapter", ["messages", "blocks"])
def test_linux_withABus_isABoard(linux, tmp_path, adapter):
    program, fake = linux
    environment = {"LD_PRELOAD": str(fake), **({"FAKE_SMBUS": "1"} if adapter == "blocks" else {})}
    with running(program, "/dev/i2c-fake", "tcp:0", tmp_path / "records", **environment) as line:
        assert '"pass":true' in binnacle("stream", line, "--readings", "10", "--check")
        assert "LIS3MDL" in binnacle("sensors", line)
        # Another program comes when the first has gone.
        assert '"pass":true' in binnacle("selftest", line)


def test_linux_onAPty_isABoard(linux):
    program, fake = linux
    with running(program, "/dev/i2c-fake", "pty", LD_PRELOAD=str(fake)) as line:
        assert '"pass":true' in binnacle("stream", f"serial:{line}", "--readings", "10", "--check")


@pytest.mark.parametrize("adapter", ({}, {"FAKE_SMBUS": "1"}), ids=("messages", "blocks"))
@pytest.mark.parametrize("trouble", ({"FAKE_TAKEN": "1"}, {"FAKE_SLOW": "1"}), ids=("taken", "late"))
def test_linux_whereTheKernelHasTheChipsOrIsLate_findsNone(linux, adapter, trouble):
    """Late: each transfer takes 50 ms, so that nobody knows when its sample was measured."""
    program, fake = linux
    with running(program, "/dev/i2c-fake", "tcp:0", LD_PRELOAD=str(fake), **adapter, **trouble) as line:
        done = subprocess.run([PROGRAM, "sensors", line], capture_output=True, text=True, timeout=60)
        assert done.returncode == 1 and '"sensors":[]' in done.stdout


@pytest.mark.parametrize(
    ("words", "turned"), [([], lambda x, y, z: [x, -y, -z]), (["--axes", "+Y,+X"], lambda x, y, z: [y, x, -z])]
)
def test_linux_hasTheAxesOfMostModules_orOthers(linux, words, turned):
    program, fake = linux
    with running(program, "/dev/i2c-fake", "tcp:0", *words, LD_PRELOAD=str(fake)) as line:
        found = json.loads(binnacle("stream", line, "--readings", "1", "--json").splitlines()[-1])
        assert found["correctedNanotesla"] == turned(*found["fieldNanotesla"])


def test_linux_whoseClientVanishes_looksWhetherItIsThere(linux):
    """Linux shows the timer of a socket in /proc/net/tcp: 02 is that of SO_KEEPALIVE, in hundredths of a second."""
    program, fake = linux
    with running(program, "/dev/i2c-fake", "tcp:0", LD_PRELOAD=str(fake)) as line:
        port = int(line.split(":")[2])
        with socket.create_connection(("127.0.0.1", port)):
            end, timer = time.monotonic() + PATIENCE, ""
            # Before the board has accepted, it is 00; while bytes are on their way, 01.
            while not timer.startswith("02:"):
                assert time.monotonic() < end, timer
                time.sleep(0.05)
                rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
                (timer,) = (row[5] for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "01")
            assert int(timer[3:], 16) <= 400


def test_linux_whereAnotherProgramHasTheBus_saysSo(linux, tmp_path):
    program, fake = linux
    with open(tmp_path / "bus", "w") as bus:
        fcntl.flock(bus, fcntl.LOCK_EX)
        environment = {**os.environ, "LD_PRELOAD": str(fake), "FAKE_LOCK": str(tmp_path / "bus")}
        words = [program, "/dev/i2c-fake", "tcp:0"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=20, env=environment)
    assert done.returncode == 1 and "Another program of Binnacle has this bus" in done.stderr


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (["/dev/absent", "tcp:0"], "Switch I2C on"),
        (["/dev/null", "tcp:0"], "Give a bus"),
        (["/dev/i2c-fake", "udp:1"], "Give tcp:PORT"),
        (["/dev/i2c-fake", "tcp:nowhere:1"], "Give tcp:PORT"),
        (["/dev/i2c-fake", "tcp:0", "/nowhere/records"], "Give a file"),
        (["/dev/i2c-fake", "tcp:0", "--axes", "YX"], "Give two axes, such as"),
        (["/dev/i2c-fake", "tcp:0", "--axes", "+Y,-Y"], "two different axes"),
        ([], "usage"),
    ],
)
def test_linux_withAWrongWord_saysWhatToDo(linux, words, advice):
    program, fake = linux
    done = subprocess.run(
        [program, *words], capture_output=True, text=True, timeout=20, env={**os.environ, "LD_PRELOAD": str(fake)}
    )
    assert done.returncode in (1, 2) and advice in done.stderr and len(done.stderr.splitlines()) <= 2, done.stderr


# MARK: - An STM32F4 by registers


def test_stm32f4_byRegisters_runsInQEMU(packages, tmp_path):
    folder = packages["c"] / "stm32f4"
    lines = [line.strip() for line in (folder / "main.c").read_text().splitlines()]
    assert len([line for line in lines if line and not line.startswith("//")]) <= 80
    image = tmp_path / "board.elf"
    words = ("-mcpu=cortex-m4", "-mthumb", "-Os", "-ffunction-sections", "-fdata-sections", "-nostartfiles", "-w")
    sources = (folder / "main.c", folder / "start.c", packages["c"] / "binnacle_device.c")
    said(
        *("arm-none-eabi-gcc", *words, "-I", packages["c"], "-T", folder / "stm32f4.ld", "-Wl,--gc-sections"),
        *(*sources, "-o", image),
    )
    port = free_port()
    serial = f"tcp:127.0.0.1:{port},server=on,wait=off"
    command = ("qemu-system-arm", "-machine", "netduinoplus2", "-nographic", "-monitor", "none", "-kernel", image)
    board = subprocess.Popen([*map(str, command), "-serial", serial], stdin=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        line = f"tcp:127.0.0.1:{port}"
        assert '"pass":true' in binnacle("selftest", line)
        assert '"pass":true' in binnacle("check", "heading", "--on", line, "--samples", "200")
    finally:
        board.kill()
        board.wait()


def test_stm32f4_keepsTheRulesOfItsRegisters(packages, parts, tmp_path):
    """With a model of I2C1 in C++, which QEMU has not; codes of binnacle_device.h: 1 no answer, 4 time-out."""
    text = (packages["c"] / "stm32f4/main.c").read_text()
    text = re.sub(r"^#define REG.*\n", "", text, flags=re.M).replace("int main(void)", "int board_main(void)")
    (tmp_path / "board.inc").write_text(text)
    words = ("-std=c++20", "-O1", "-w", "-I", packages["c"], f'-DBOARD="{tmp_path}/board.inc"')
    said("g++", *words, PC / "stm32f4.cpp", parts / "device.o", "-o", tmp_path / "board")
    assert said(tmp_path / "board").splitlines() == [
        "write 0",
        "absent 1",
        "read 0: 5, 0 acknowledged, 1 not",
        "read 0: 5 7, 1 acknowledged, 1 not",
        "read 0: 5 7 8 8 9 10, 5 acknowledged, 1 not",
        "refused 1",
        "stops 6, forbidden 0",
        "hangs 4",
        "again 0",
        "received 2: ab",
    ]


# MARK: - Python


PYTHON = """
import ctypes, sys, time
import binnacle
models = ctypes.CDLL(sys.argv[1])
models.clock_now.restype, models.world_heading.restype = ctypes.c_uint64, ctypes.c_double
models.world_heading.argtypes = [ctypes.c_uint64]
models.chips_begin(1, 0, 1)
class Bus:
    def read_i2c_block_data(self, address, register, length):
        found = (ctypes.c_uint8 * length)()
        if models.chips_read(None, address, register, found, length):
            raise OSError(121, "Remote I/O error")
        return list(found)
    def write_byte_data(self, address, register, value):
        if models.chips_write(None, address, register, (ctypes.c_uint8 * 1)(value), 1):
            raise OSError(121, "Remote I/O error")
sensors, compass = binnacle.Sensors(Bus(), clock=lambda: models.clock_now() / 1e6), binnacle.Compass()
fields, motion = 0, None
while fields < 150 and models.clock_now() < 20_000_000:
    fields += sensors.feed(compass, motion)
    motion = motion or sensors.motion()
    if motion:
        motion.step(compass)
    time.sleep(0.001)
print(fields, compass.heading(), motion.estimate().heading)
print(*(sensors.identity(each).address for each in ("magnetometer", "accelerometer", "gyroscope")))
class Broken(Bus):
    def read_i2c_block_data(self, address, register, length):
        raise KeyError("mine")
try:
    broken = binnacle.Sensors(Broken())
    for _ in range(100):
        broken.poll()
        time.sleep(0.01)
except KeyError as error:
    print("raised", error)
for wrong in ({"chips": ["LIS3MDX"]}, {"rate": 0}):
    try:
        binnacle.Sensors(Bus(), **wrong)
    except ValueError as error:
        print(error)
"""


def test_python_withABus_hasHeadings(tmp_path):
    said("gcc", *CHIPS, "-fPIC", "-shared", PC / "chips.c", "-lm", "-o", tmp_path / "models.so")
    shown = said(artefacts.interpreter(), "-c", PYTHON, tmp_path / "models.so").splitlines()
    fields, heading, fused = shown[0].split()
    assert int(fields) == 150 and 0 <= float(heading) < 360
    assert shown[1] == "28 106 106"
    assert shown[2] == "raised 'mine'"
    assert shown[3].startswith("chips: no driver for “LIS3MDX”") and shown[4].startswith("rate: 0.1 to 1000 hertz")


# MARK: - Long

HAS_AARCH64 = bool(shutil.which("aarch64-linux-gnu-gcc") and shutil.which("qemu-aarch64"))


@pytest.mark.skipif(not (HAS_AARCH64 and IS_LONG), reason="make library-long")
def test_linuxBoard_forARaspberryPi_runs(packages, tmp_path):
    compiler = ("aarch64-linux-gnu-gcc", "-O1", "-w")
    said(
        *compiler,
        "-fPIC",
        "-shared",
        "-std=gnu99",
        PC / "fake_i2c.c",
        PC / "chips.c",
        "-ldl",
        "-lm",
        "-o",
        tmp_path / "fake.so",
    )
    program = tmp_path / "board"
    folder = packages["c"]
    said(*compiler, "-I", folder, folder / "linux/binnacle-board.c", folder / "binnacle_device.c", "-o", program)
    run = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "-E", f"LD_PRELOAD={tmp_path}/fake.so", program)
    with running(*run, "/dev/i2c-fake", "tcp:0") as line:
        assert '"pass":true' in binnacle("stream", line, "--readings", "10", "--check")
        assert '"pass":true' in binnacle("check", "heading", "--on", line, "--samples", "500")
