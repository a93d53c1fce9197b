"""binnacle_device.c as the firmware of microcontrollers in QEMU, and what it costs.

The LM3S6965 with a real magnetometer of QEMU stands beside our firmware in Swift: the same bytes of a host, the same answers. The others
have the chips of Tests/device-c/chips.c. BINNACLE_EFFORT=full runs every command on all of them; else a sample on the smallest."""

import contextlib
import functools
import json
import re
import socket
import subprocess
import time

import binnacle_capture
import binnacle_link as link
import pytest
from patience import PATIENCE
from ports import free_port
from test_c99 import IS_LONG, long
from test_device_c import PC, PROGRAM, ROOT, source  # noqa: F401

BOARDS = PC / "boards"
SWIFT = ROOT / ".build/boards/lm3s6965evb/image/lm3s6965evb.elf"
SWIFT_MICROBIT = ROOT / ".build/boards/microbit/image/microbit.elf"
RECORDING = ROOT / "Tests/Data/marg/quad_flight.csv"
INCLUDE = ("-I", ROOT / "Sources/Library/CBinnacle/include", "-I", BOARDS)
ARM = ("arm-none-eabi-gcc", "-mthumb", "-std=gnu99")
RISCV = ("riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32", "-mcmodel=medany", "-ffreestanding", "-std=gnu99")
# Compiler, core, and what else a board has: a core without a divider serves the Cortex-M3, too.
KINDS = {
    "lm3s6965evb": (ARM, "cortex-m0", ()),
    "microbit": (ARM, "cortex-m0", ("-DWITH_MODELS", "-DBOARD_HAS_FLASH", "-DWITH_A_SMALL_DEVICE")),
    "mps2-an386": (ARM, "cortex-m4", ("-DWITH_A_GYROSCOPE",)),
    "virt": (RISCV, "", ()),
}
WITH_MODELS = ["microbit", *(pytest.param(name, marks=long) for name in ("mps2-an386", "virt"))]


def output(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=400, **options)
    assert done.returncode == 0, f"{command}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


class Bench:
    """Objects and images of the boards, each made once."""

    def __init__(self, source, folder):  # noqa: F811
        self.source, self.folder = source, folder

    @functools.cache  # noqa: B019
    def device(self, compiler, core):
        """The library's object; its frames stand beside it."""
        place = self.folder / f"device-{core or 'rv32'}.o"
        flags = (f"-mcpu={core}",) if core else ("-I", BOARDS / "freestanding")
        output(
            *(*compiler, *flags, "-Os", "-w", "-ffunction-sections", "-fdata-sections", "-fstack-usage"),
            *(*INCLUDE, "-c", self.source, "-o", place),
        )
        return place

    def link(self, name, compiler, core, *sources, script=None):
        place = self.folder / f"{name}.elf"
        flags = (f"-mcpu={core}", "-lm") if core else ("-I", BOARDS / "freestanding", "-nostdlib", "-lgcc")
        output(
            *(
                *compiler,
                "-Os",
                "-Wall",
                "-Werror",
                "-ffunction-sections",
                "-fdata-sections",
                *INCLUDE,
                "-nostartfiles",
            ),
            *("-L", BOARDS, "-T", BOARDS / f"{script or name}.ld", "-Wl,--gc-sections", *sources),
            *(self.device(compiler, core), *flags, "-o", place),
        )
        return place

    @functools.cache  # noqa: B019
    def image(self, name):
        compiler, core, words = KINDS[name]
        sources = [BOARDS / f"{each}.c" for each in ("firmware", "start", name)]
        if name != "lm3s6965evb":
            sources += [BOARDS / "models.c", PC / "chips.c", "-DCHIPS_HAVE_A_CLOCK"]
        if not core:
            sources.append(BOARDS / "freestanding/math.c")
        return self.link(name, compiler, core, *words, *sources)


@pytest.fixture(scope="module")
def bench(source, tmp_path_factory):  # noqa: F811
    return Bench(source, tmp_path_factory.mktemp("boards"))


class Machine:
    """QEMU with an image; `line` is its serial line."""

    def __init__(self, machine, image, *options):
        system = "qemu-system-riscv32" if machine == "virt" else "qemu-system-arm"
        self.port, self.control = free_port(), free_port()
        self.line = f"tcp:127.0.0.1:{self.port}"
        words = (
            *(system, "-M", machine, "-display", "none", "-nodefaults", "-kernel", image, *options),
            *("-serial", f"{self.line},server=on,wait=off"),
            *("-qmp", f"tcp:127.0.0.1:{self.control},server=on,wait=off"),
            *(("-bios", "none") if machine == "virt" else ()),
        )
        self.process = subprocess.Popen(
            [str(word) for word in words], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def __enter__(self):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.monitor = socket.create_connection(("127.0.0.1", self.control), PATIENCE).makefile("rw")
                break
            except OSError:
                assert self.process.poll() is None and time.monotonic() < end, "QEMU does not run"
                time.sleep(0.05)
        self.monitor.readline()
        self.ask("qmp_capabilities")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def ask(self, command, **arguments):
        self.monitor.write(json.dumps(dict(execute=command, arguments=arguments)) + "\n")
        self.monitor.flush()
        while True:
            reply = json.loads(self.monitor.readline())
            assert "error" not in reply, reply
            if "return" in reply:
                return reply["return"]

    def run(self, *words, code=0):
        """The last object that the program prints."""
        words = [self.line if word == "LINE" else str(word) for word in words]
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=400)
        assert done.returncode == code, f"{words}: {done.stdout[-1500:]}{done.stderr[-1500:]}"
        return json.loads(done.stdout.strip().split("\n")[-1] or "null")


# MARK: - Beside our firmware in Swift

FIELD = {"mag-x": 20000, "mag-y": 3000, "mag-z": 40000}
# What names the firmware, or the time.
OWN = ("hello", "statistics", "pong", "calibrationPrompt")


@contextlib.contextmanager
def stellaris(image, memory):
    memory.write_bytes(b"\xff" * 4096)
    options = json.loads((ROOT / "Boards/lm3s6965evb/board.json").read_text())["emulator"]["options"]
    drive = ("-drive", f"if=none,id=records,format=raw,file={memory}")
    with Machine("lm3s6965evb", image, *drive, *options, "-S") as machine:
        for name, value in FIELD.items():
            machine.ask("qom-set", path="/machine/peripheral/mag", property=name, value=value)
        machine.ask("cont")
        yield machine


def frames(capture, direction):
    chunks, fault = binnacle_capture.chunks(capture.read_bytes())
    assert fault is None
    receiver = link.Receiver()
    found = [frame for kind, _, payload in chunks if kind == direction for frame in receiver.feed(payload)]
    assert receiver.corrupt == receiver.overlong == 0
    return found


def name_of(frame):
    return link.MESSAGES[frame.kind].name


def answers(machine, requests):
    """The frames that answer each request; the next request goes out when the last of them is here."""
    found, receiver = [], link.Receiver()
    with socket.create_connection(("127.0.0.1", machine.port), 20) as line:
        for request in requests:
            line.sendall(link.encode(request.kind, request.token, request.sequence, request.payload))
            while not found or found[-1].token != request.token or name_of(found[-1]) == "selfTestResult":
                found += receiver.feed(line.recv(4096))
    return found


@pytest.mark.skipif(not SWIFT.exists(), reason="make boards")
def test_lm3s6965evb_answersAsTheFirmwareInSwift(bench, tmp_path):
    """Samples with their own times: every frame byte for byte. A host of ours first talks to the firmware in Swift; the bytes that it has
    sent then go to both in step, so that nothing depends on when they come."""
    with stellaris(SWIFT, tmp_path / "swift.eeprom") as machine:
        for number, words in enumerate(
            (
                ("check", "heading", "--on", "LINE", "--samples", 1000 if IS_LONG else 100),
                ("replay", str(RECORDING), "--on", "LINE", "--readings", 500 if IS_LONG else 80),
                ("selftest", "LINE"),
            )
        ):
            machine.run(*words, "--capture", tmp_path / f"{number}.binnacle")
    sent = [frame for number in range(3) for frame in frames(tmp_path / f"{number}.binnacle", binnacle_capture.SENT)]
    # A token names one answer: those of the sessions are numbered through.
    for number, request in enumerate(sent):
        request.token = number % 255 + 1
    assert {"injectSample", "setCalibration", "setMounting"} <= {name_of(request) for request in sent}
    found = {}
    for name, image in (("Swift", SWIFT), ("C", bench.image("lm3s6965evb"))):
        with stellaris(image, tmp_path / f"{name}.eeprom") as machine:
            found[name] = [each for each in answers(machine, sent) if name_of(each) not in OWN]
    assert sum(name_of(each) == "computed" for each in found["C"]) >= 180
    assert [each.contents.hex() for each in found["C"]] == [each.contents.hex() for each in found["Swift"]]


@pytest.mark.skipif(not SWIFT.exists(), reason="make boards")
def test_lm3s6965evb_measuresAsTheFirmwareInSwift(bench, tmp_path):
    """The chip in a constant field: equal numbers of samples have equal counts and fields."""
    found, until = {}, {"Swift": ("--duration", "5s"), "C": ("--readings", "50")}
    for name, image in (("Swift", SWIFT), ("C", bench.image("lm3s6965evb"))):
        capture = tmp_path / f"{name}.binnacle"
        with stellaris(image, tmp_path / f"{name}.eeprom") as machine:
            machine.run("stream", "LINE", "--rate", 50, *until[name], "--capture", capture)
        rows = [
            each.message()["fields"]
            for each in frames(capture, binnacle_capture.RECEIVED)
            if name_of(each) == "reading"
        ]
        keys = ("counts", "scale", "field", "correctedField", "heading", "dip", "horizontal", "mode")
        # A field that stays the same for ten seconds is taken for a fault of the chip: no sample then.
        found[name] = {row["sampleNumber"]: [row[key] for key in keys] for row in rows if row["sampleNumber"]}
    both = found["Swift"].keys() & found["C"].keys()
    assert len(both) > 5
    assert all(found["Swift"][each] == found["C"][each] for each in both)
    assert all(row[2] == list(FIELD.values()) for row in found["C"].values())


# MARK: - Boards with models of the chips


@contextlib.contextmanager
def modelled(bench, name):
    with Machine(name, bench.image(name)) as machine:
        yield machine


@pytest.mark.parametrize("name", WITH_MODELS)
def test_board_isRight(bench, name):
    with modelled(bench, name) as board:
        found = board.run("stream", "LINE", "--readings", "20", "--check")
        assert found["pass"] and found["maxErrorDegrees"] < 1e-6 and found["lost"] == found["corrupt"] == 0
        found = board.run("selftest", "LINE")
        assert found["pass"] and found["samples"] == 15 and found["board"] == f"{name}-c"
        found = board.run("check", "heading", "--on", "LINE", "--samples", "1000" if IS_LONG else "150")
        assert found["pass"] and found["differingReadings"] == 0
        # The models compute in floating point on the same stack.
        assert found["stackHighWaterBytes"] < found["stackBytes"] - 256


@pytest.mark.parametrize("name", WITH_MODELS)
def test_board_listsAndTestsItsSensors(bench, name):
    with modelled(bench, name) as board:
        found = {(each["chip"], each["use"]) for each in board.run("sensors", "LINE")["sensors"]}
        other = ("LSM6DSOX", "accelerometer, gyroscope") if name == "mps2-an386" else ("LIS3DH", "accelerometer")
        assert found == {("LIS3MDL", "magnetometer"), other}
        assert board.run("sensors", "LINE", "--self-test")["pass"]


@pytest.mark.parametrize("name", WITH_MODELS)
def test_calibration_isKeptOverARestart(bench, tmp_path, name):
    record = tmp_path / "record.json"
    with modelled(bench, name) as board:
        board.run("calibration", "export", "LINE", record)
        text = json.loads(record.read_text())
        text.pop("record", None)
        text["model"] = "sphere"
        text["hardIronNanotesla"] = [3000, -2000, 1500]
        record.write_text(json.dumps(text))
        board.run("calibration", "import", "LINE", record, "--any-board")
        board.ask("system_reset")
        time.sleep(0.5)
        board.run("calibration", "export", "LINE", tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text())["hardIronNanotesla"] == [3000, -2000, 1500]


def test_trap_isToldByTheNextBoot(bench, tmp_path):
    """The firmware traps in its first boot: program counter and cause are in the hello of the second."""
    compiler, core, words = KINDS["microbit"]
    sources = [BOARDS / f"{each}.c" for each in ("firmware", "start", "microbit", "models")]
    image = bench.link(
        *("trap", compiler, core, *words, *sources, PC / "chips.c", "-DCHIPS_HAVE_A_CLOCK", "-DWITH_A_TRAP"),
        script="microbit",
    )
    with Machine("microbit", image) as board:
        board.run("selftest", "LINE", "--capture", tmp_path / "capture")
    received = frames(tmp_path / "capture", binnacle_capture.RECEIVED)
    hello = next(each for each in received if name_of(each) == "hello")
    fields = hello.message()["fields"]
    assert fields["bootCounter"] == 2 and fields["faultCause"] == 1 and fields["faultBootCounter"] == 1, fields
    symbols = output("arm-none-eabi-nm", image)
    (begin,) = (int(line.split()[0], 16) for line in symbols.splitlines() if line.endswith(" main"))
    assert begin <= fields["faultProgramCounter"] < begin + 64, (fields, begin)


@long
def test_board_isCalibrated(bench):
    """Turned in all directions by the models. Hard iron of the models: 3000, -2000, 1500 nT."""
    with modelled(bench, "mps2-an386") as board:
        found = board.run("calibrate", "LINE", "--yes")
        assert found["committed"] and found["stored"]
        shown = board.run("calibration", "show", "LINE")
        iron = shown["hardIronNanotesla"]
        assert all(abs(a - b) < 300 for a, b in zip(iron, (3000, -2000, 1500), strict=True)), shown
        assert board.run("stream", "LINE", "--readings", "20", "--check")["pass"]


# MARK: - What it costs

PAGE = (ROOT / "docs/c-device.md").read_text()
CORES = {"cortex-m0": "microbit", "cortex-m4": "mps2-an386"}


def rows(heading):
    """The rows of one table of the page: (chips, bytes on a Cortex-M0, bytes on a Cortex-M4)."""
    table = re.split(rf"\| {heading}, with +\|", PAGE)[1].split("\n\n")[0]
    found = re.findall(r"^\| (`.*`) +\| +([\d,]+) +\| +([\d,]+) +\|$", table, re.M)
    return [
        (re.findall(r"`(\w+)`", chips), int(m0.replace(",", "")), int(m4.replace(",", ""))) for chips, m0, m4 in found
    ]


def flash(bench, core, chips, *words):
    """Bytes of flash of a program of sizes.c."""
    named = ["-DALL"] if chips == ["ALL_SENSORS"] else ["-DCHIPS=" + ",".join(f"&BINNACLE_{each}" for each in chips)]
    words = (*words, *named, BOARDS / "sizes.c", "-Wl,--entry=main")
    place = bench.link(f"size-{core}-{chips[0]}", ARM, core, *words, script=CORES[core])
    text, data = output("arm-none-eabi-size", place).splitlines()[1].split()[:2]
    return int(text) + int(data)


@pytest.mark.parametrize("core", ["cortex-m0", pytest.param("cortex-m4", marks=long)])
@pytest.mark.parametrize(("heading", "words"), [("drivers alone", ()), ("the whole device", ("-DDEVICE",))])
def test_flash_isThatOfThePage(bench, heading, words, core):
    table = rows(heading)
    assert len(table) == (21 if heading == "drivers alone" else 2)
    for chips, *told in table if IS_LONG else [table[0], table[-1]]:
        expected = told[list(CORES).index(core)]
        assert flash(bench, core, chips, *words) == pytest.approx(expected, rel=0.02), chips


def test_objectsAndFrames_areThoseOfThePage(bench, tmp_path):
    names = ("sensors", "small_device", "device")
    text = "".join(f"char {name}[sizeof(binnacle_{name})];\n" for name in names)
    (tmp_path / "objects.c").write_text(f'#include "binnacle_device.h"\n{text}')
    output(*ARM, "-mcpu=cortex-m0", *INCLUDE, "-c", tmp_path / "objects.c", "-o", tmp_path / "objects.o")
    rows = [line.split() for line in output("arm-none-eabi-nm", "-S", tmp_path / "objects.o").splitlines()]
    sizes = {row[3]: int(row[1], 16) for row in rows}
    for name in names:
        told = re.search(rf"`binnacle_{name}` (?:has )?([\d,]+)", PAGE.split("**RAM.**")[1])
        assert sizes[name] == int(told[1].replace(",", "")), name
    frames = bench.device(ARM, "cortex-m0").with_suffix(".su").read_text().splitlines()
    told = re.search(r"No function has a frame over ([\d,]+)", PAGE)
    assert max(int(row.split("\t")[1]) for row in frames) <= int(told[1].replace(",", ""))


@long
@pytest.mark.skipif(not SWIFT_MICROBIT.exists(), reason="make boards")
def test_microbit_costsLittleMoreThanInSwift(bench):
    """The same capabilities, chips, bus, line, watchdog, fault record and flash for records: flash, and RAM with the stack that self-tests
    and injected samples use."""
    device = bench.folder / "microbit-alone.o"
    flags = ("-mcpu=cortex-m0", "-Os", "-ffunction-sections", "-fdata-sections", *INCLUDE)
    output(*ARM, *flags, "-w", "-DBINNACLE_WITHOUT_NAVIGATION", "-c", bench.source, "-o", device)
    image = bench.folder / "microbit-alone.elf"
    sources = [BOARDS / f"{each}.c" for each in ("firmware", "start", "microbit", "microbit_bus")]
    output(
        *(*ARM, *flags, "-Wall", "-Werror", "-DWITH_A_SMALL_DEVICE", "-nostartfiles", "-L", BOARDS),
        *("-T", BOARDS / "microbit.ld", "-Wl,--gc-sections", *sources, device, "-o", image),
    )
    flash, ram = {}, {}
    for name, each in (("C", image), ("Swift", SWIFT_MICROBIT)):
        text, data, bss = (int(word) for word in output("arm-none-eabi-size", each).splitlines()[1].split()[:3])
        with Machine("microbit", each) as board:
            assert board.run("selftest", "LINE")["pass"]
            found = board.run("check", "heading", "--on", "LINE", "--samples", "200")
        flash[name], ram[name] = text + data, data + bss + found["stackHighWaterBytes"]
    assert flash["C"] <= 1.08 * flash["Swift"], (flash, ram)
    # The place for a gyroscope and the list of the bus, which the firmware in Swift does not have; and deeper frames.
    assert ram["C"] <= 1.25 * ram["Swift"], (flash, ram)
