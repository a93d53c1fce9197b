"""Firmware with libbinnacle.a on emulated cores: its examples, and the answers of the host, bit by bit.

`make test` runs the Cortex-M0. BINNACLE_EFFORT=full (`make library-long`) runs every core."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from bench.core import Core
from bench.cpu import CPUS
from bench.link import link
from bench.tools import MODULES, ROOT, current_objects, run
from c_library import EXAMPLE, HERE, IS_LONG, ON_CORES, answers_of_host, image_of_core, long, output, sections
from elftools.elf.elffile import ELFFile

sys.path.insert(0, str(ROOT / "Boards/Emulators"))

ARM_EXAMPLES = [name for name in ON_CORES if name in ("cortex-m0", "cortex-m0plus")]


def example(folder, build, program="main", *options):
    """Builds the example with CMake; the path of the firmware."""
    output(
        "cmake",
        "-S",
        EXAMPLE,
        "-B",
        build,
        f"-DEXAMPLE={program}",
        f"-DCMAKE_TOOLCHAIN_FILE={folder}/share/binnacle/toolchain.cmake",
        f"-DCMAKE_PREFIX_PATH={folder}",
        *options,
    )
    output("cmake", "--build", build)
    return build / "firmware"


def started(machine, firmware, flash=0):
    """What firmware says when it starts from flash alone: nothing is loaded into RAM."""
    done = subprocess.run(
        [
            "qemu-system-arm",
            "-M",
            machine,
            "-nographic",
            "-monitor",
            "none",
            "-serial",
            "none",
            "-semihosting",
            "-device",
            f"loader,file={firmware}.bin,addr={flash:#x}",
        ],
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("name", ARM_EXAMPLES)
def test_example_onACortexM0_calibratesAndTellsItsHeading(unpacked, name, tmp_path):
    """QEMU has no Cortex-M0+; its Cortex-M0 runs the same instructions."""
    firmware = example(unpacked(name), tmp_path / "build")
    assert ".got" not in sections(firmware)[1]
    status, said = started("microbit", firmware)
    calibrated, heading = said.splitlines()
    # 30 degrees from magnetic north, and 3.6 of declination.
    assert status == 0 and calibrated == "calibrated" and abs(float(heading) - 33.6) < 1


@pytest.mark.parametrize("name", ARM_EXAMPLES)
def test_headingFromCounts_takesLittleFlash(unpacked, name, tmp_path):
    firmware = example(unpacked(name), tmp_path / "build", "counts")
    assert started("microbit", firmware) == (0, "008.5\n")
    assert sections(firmware)[0] <= 2200


def pico(image):
    """What firmware says on an emulated Pico, whose boot ROM starts it: its status and its words."""
    import rp2040

    class Debugged(rp2040.Board):
        """With a debugger that takes words: semihosting of Arm, operations 04h and 20h."""

        said, status = b"", None

        def load(self, path):
            content = Path(path).read_bytes()
            self.chip.flash[: len(content)] = content
            self.symbols, self.place = {}, len(self.chip.flash) - 8192

        def fault(self):
            core = self.chip.core
            operation, at = core.registers[0], core.registers[1]
            if self.chip.read_uint16((core.pc - 2) & ~1) != 0xBEAB or operation not in (0x04, 0x20):
                super().fault()
            elif operation == 0x04:
                while byte := self.chip.read_uint8(at):
                    self.said, at = self.said + bytes([byte]), at + 1
            else:
                self.status = self.chip.read_uint32(at + 4)
                self.stop()

    board = Debugged(image, magnetometer=None)
    while board.status is None and board.seconds() < 60:
        board.run(20_000_000)
    return board.status, board.said.decode()


@pytest.mark.parametrize("name", ARM_EXAMPLES)
def test_example_onAPico_startsBehindTheSecondBootStage(unpacked, name, tmp_path):
    """The linker script has pico-sdk's shape. The boot ROM checks the stage, and the stage starts the vectors behind it."""
    firmware = example(
        unpacked(name),
        tmp_path / "build",
        "main" if IS_LONG else "counts",
        "-DSCRIPT=pico.ld",
        f"-DBOOT2={ROOT / 'Sources/Chips/CRP2040/boot2.c'}",
    )
    with open(firmware, "rb") as file:
        image = ELFFile(file)
        table = image.get_section_by_name(".symtab")
        assert table.get_symbol_by_name("vectors")[0]["st_value"] == 0x1000_0100
        assert image.get_section_by_name(".got") is None
    status, said = pico(f"{firmware}.bin")
    if IS_LONG:
        assert status == 0 and said.startswith("calibrated\n") and abs(float(said.split()[1]) - 33.6) < 1
    else:
        assert (status, said) == (0, "008.5\n")


FPUS = {"cortex-m4": ("mps2-an386", "fpv4-sp-d16"), "cortex-m33": ("mps2-an505", "fpv5-sp-d16")}


@long
@pytest.mark.parametrize("name", FPUS)
def test_firmwareWithHardFloat_linksAndRuns(unpacked, name, tmp_path):
    machine, fpu = FPUS[name]
    flags = f"-mcpu={name} -mthumb -mfloat-abi=hard -mfpu={fpu} -DHAS_FPU"
    # The Cortex-M33 of the AN505 starts in the secure world, whose flash and RAM lie elsewhere.
    script = [f"-DSCRIPT={secure_script(tmp_path)}"] if name == "cortex-m33" else []
    firmware = example(unpacked(name), tmp_path / "build", "main", f"-DCMAKE_C_FLAGS={flags}", *script)
    assert "vmul.f32" in output("arm-none-eabi-objdump", "-d", firmware)
    status, said = started(machine, firmware, 0x1000_0000 if script else 0)
    assert status == 0 and abs(float(said.split()[1]) - 33.6) < 1


def secure_script(folder):
    """The example's linker script with the memory of QEMU's mps2-an505 (Boards/mps2-an505/memory.ld)."""
    text = (
        (EXAMPLE / "firmware.ld")
        .read_text()
        .replace("ORIGIN = 0x00000000", "ORIGIN = 0x10000000")
        .replace("ORIGIN = 0x20000000", "ORIGIN = 0x38000000")
    )
    (folder / "secure.ld").write_text(text)
    return folder / "secure.ld"


CORE_OF = {"cortex-m0plus": "cortex-m0", "rv32imc": "rv32imac", "cortex-m33": "cortex-m4"}


@pytest.mark.parametrize("name", ON_CORES)
def test_answers_onEveryCore_areThoseOfTheHost(unpacked, name, tmp_path):
    host = answers_of_host(unpacked, tmp_path)
    expected = int(output(host).split()[0])
    assert expected > 2
    options = ["-std=c99", "-ffreestanding", *([] if name.startswith("rv") else ["-nostartfiles"])]
    image = image_of_core(unpacked(name), name, tmp_path, *options)
    core = Core(image, CORE_OF.get(name, name), counting=False)
    assert core.call("answers", (1200,))[0] == expected


def test_answersOfSwift_onACortexM0_areThoseOfTheHost(unpacked, tmp_path):
    """`import Binnacle` on the core itself, from the objects of a board's build: no C function between."""
    host = answers_of_host(unpacked, tmp_path)
    cpu = CPUS["cortex-m0"]
    options = json.loads((ROOT / "Boards/Toolsets/cortex-m0.json").read_text())["swiftCompiler"]["extraCLIOptions"]
    run(
        "swiftc",
        "-target",
        cpu.triple,
        "-parse-as-library",
        *options[: options.index("-Xclang-linker")],
        "-enable-experimental-feature",
        "Lifetimes",
        "-I",
        cpu.release / "Modules",
        "-c",
        HERE / "Answers.swift",
        "-o",
        tmp_path / "Answers.o",
    )
    objects = [*current_objects(cpu.release, (*MODULES, "Motion", "Binnacle", "CStartup")), tmp_path / "Answers.o"]
    link(objects, "answers_of_swift", tmp_path / "image.elf", [cpu.libgcc])
    core = Core(tmp_path / "image.elf", "cortex-m0", counting=False)
    assert core.call("answers_of_swift", (1200,))[0] == int(output(host).split()[0])
