"""The cores that the bench knows: how each is emulated, compiled for, counted and disassembled."""

import json
from dataclasses import dataclass
from pathlib import Path

from unicorn import UC_ARCH_ARM, UC_ARCH_RISCV, UC_MODE_MCLASS, UC_MODE_RISCV32, UC_MODE_THUMB
from unicorn import arm_const as arm
from unicorn import riscv_const as riscv

from .price import is_wide, price_block
from .tools import ROOT, run


def count_thumb(code):
    """Instructions in a run of Thumb code."""
    at = instructions = 0
    while at < len(code):
        at += 4 if is_wide(int.from_bytes(code[at : at + 2], "little")) else 2
        instructions += 1
    return instructions


def count_riscv(code):
    """Instructions in a run of RISC-V code: the lowest two bits are set in those of four bytes (unprivileged
    architecture, 1.5)."""
    at = instructions = 0
    while at < len(code):
        at += 4 if code[at] & 3 == 3 else 2
        instructions += 1
    return instructions


@dataclass(frozen=True)
class Architecture:
    """What is common to the cores of a family."""

    kind: int
    mode: int
    arguments: tuple
    stack_pointer: int
    return_address: int
    # Added to code addresses in registers: 1 says "Thumb".
    code_bit: int
    count: object


ARM = Architecture(
    UC_ARCH_ARM,
    UC_MODE_THUMB | UC_MODE_MCLASS,
    (arm.UC_ARM_REG_R0, arm.UC_ARM_REG_R1, arm.UC_ARM_REG_R2, arm.UC_ARM_REG_R3),
    arm.UC_ARM_REG_SP,
    arm.UC_ARM_REG_LR,
    1,
    count_thumb,
)
RISCV = Architecture(
    UC_ARCH_RISCV,
    UC_MODE_RISCV32,
    (riscv.UC_RISCV_REG_A0, riscv.UC_RISCV_REG_A1, riscv.UC_RISCV_REG_A2, riscv.UC_RISCV_REG_A3),
    riscv.UC_RISCV_REG_SP,
    riscv.UC_RISCV_REG_RA,
    0,
    count_riscv,
)


@dataclass(frozen=True)
class Cpu:
    """One core."""

    architecture: Architecture
    model: int
    triple: str
    # The board whose objects are measured.
    board: str
    # Options of a C compiler for this core.
    options: tuple
    # The compiler that has a libgcc for it.
    gcc: tuple
    # Options with which llvm-objdump knows this core's instructions and no others.
    disassembler: tuple
    # (code) -> (instructions, cycles when it falls through, cycles when it jumps), where prices are known.
    price: object = None

    @property
    def release(self):
        """Where the objects and modules of its board lie: boards with the same toolset share them."""
        toolset = json.loads((ROOT / "Boards" / self.board / "board.json").read_text())["toolset"]
        return ROOT / ".build" / "cores" / toolset / self.triple / "release"

    @property
    def libgcc(self):
        """The path of its C compiler's library of arithmetic."""
        return Path(run(*self.gcc, "-print-libgcc-file-name").strip())


def _arm(name, model, triple, board, thumb, price=None):
    return Cpu(
        ARM,
        model,
        triple,
        board,
        (f"-mcpu={name}", "-mfloat-abi=soft"),
        ("arm-none-eabi-gcc", f"-mcpu={name}", "-mthumb"),
        (f"--triple={thumb}-none-eabi", f"--mcpu={name}"),
        price,
    )


CPUS = {
    "cortex-m0": _arm(
        "cortex-m0", arm.UC_CPU_ARM_CORTEX_M0, "armv6m-none-none-eabi", "microbit", "thumbv6m", price_block
    ),
    "cortex-m3": _arm("cortex-m3", arm.UC_CPU_ARM_CORTEX_M3, "armv7em-none-none-eabi", "lm3s6965evb", "thumbv7m"),
    "cortex-m4": _arm("cortex-m4", arm.UC_CPU_ARM_CORTEX_M4, "armv7em-none-none-eabi", "mps2-an386", "thumbv7em"),
    "rv32imac": Cpu(
        RISCV,
        riscv.UC_CPU_RISCV32_SIFIVE_E31,
        "riscv32-none-none-eabi",
        "hifive1b",
        ("-mcpu=sifive-e31", "-mabi=ilp32"),
        ("riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32"),
        ("--triple=riscv32-none-elf", "--mattr=+m,+a,+c"),
    ),
}
