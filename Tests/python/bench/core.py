"""Calls single functions of a linked image on an emulated core, and counts what they do."""

import struct
from dataclasses import dataclass

from elftools.elf.elffile import ELFFile
from unicorn import UC_ARCH_ARM, UC_HOOK_BLOCK, UC_MODE_MCLASS, UC_MODE_THUMB, Uc
from unicorn import arm_const as arm

from .price import is_wide, price_block

STACK_TOP = 0x2001_0000
STACK_SIZE = 0x1_0000
RETURN_TO = 0x3000_0000
PAINT = 0xA5

MODELS = {
    "cortex-m0": arm.UC_CPU_ARM_CORTEX_M0,
    "cortex-m3": arm.UC_CPU_ARM_CORTEX_M3,
    "cortex-m4": arm.UC_CPU_ARM_CORTEX_M4,
}
ARGUMENTS = (arm.UC_ARM_REG_R0, arm.UC_ARM_REG_R1, arm.UC_ARM_REG_R2, arm.UC_ARM_REG_R3)


@dataclass
class Figures:
    """Minimum, mean and maximum over many calls."""

    least: int
    mean: float
    most: int

    def __init__(self, values):
        self.least, self.mean, self.most = min(values), sum(values) / len(values), max(values)

    def as_list(self):
        return [self.least, round(self.mean, 2), self.most]


class Core:
    """A bare core with one image in its memory."""

    def __init__(self, path, model="cortex-m0"):
        self.is_m0 = model == "cortex-m0"
        self.machine = Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)
        self.machine.ctl_set_cpu_model(MODELS[model])
        with open(path, "rb") as file:
            image = ELFFile(file)
            segments = [s for s in image.iter_segments() if s["p_type"] == "PT_LOAD"]
            self.machine.mem_map(0, 0x10_0000)
            for segment in segments:
                if segment["p_filesz"] > 0:
                    self.machine.mem_write(segment["p_vaddr"], segment.data())
            table = image.get_section_by_name(".symtab")
            self.symbols = {symbol.name: symbol["st_value"] for symbol in table.iter_symbols() if symbol.name}
        self.machine.mem_map(STACK_TOP - STACK_SIZE, STACK_SIZE + 0x1000)
        self.machine.mem_map(RETURN_TO, 0x1000)
        self.machine.mem_write(STACK_TOP - STACK_SIZE, bytes([PAINT]) * STACK_SIZE)
        self.trace = []
        self.prices = {}
        self.machine.hook_add(UC_HOOK_BLOCK, self._enter)

    def _enter(self, machine, address, size, _):
        self.trace.append((address, size))

    def _price(self, address, size):
        """Cached price of the instructions at an address."""
        known = self.prices.get((address, size))
        if known is None:
            code = bytes(self.machine.mem_read(address, size))
            known = price_block(code) if self.is_m0 else (count(code), 0, 0)
            self.prices[address, size] = known
        return known

    def call(self, symbol, registers=(), stacked=b"", memory=()):
        """Calls a function.

        registers: r0… ; stacked: further arguments in memory; memory: (address, bytes) to write first.
        Returns (r0, r1, instructions, cycles).
        """
        machine = self.machine
        for address, data in memory:
            machine.mem_write(address, data)
        top = STACK_TOP - (len(stacked) + 7) // 8 * 8
        if stacked:
            machine.mem_write(top, stacked)
        for register, value in zip(ARGUMENTS, registers):
            machine.reg_write(register, value & 0xFFFF_FFFF)
        machine.reg_write(arm.UC_ARM_REG_SP, top)
        machine.reg_write(arm.UC_ARM_REG_LR, RETURN_TO | 1)
        self.trace.clear()
        machine.emu_start(self.symbols[symbol] | 1, RETURN_TO)
        instructions = cycles = 0
        trace = self.trace
        for here, following in zip(trace, trace[1:] + [(RETURN_TO, 0)]):
            if here[0] == RETURN_TO:
                continue
            counted, straight, jumped = self._price(*here)
            instructions += counted
            cycles += straight if following[0] == here[0] + here[1] else jumped
        return machine.reg_read(arm.UC_ARM_REG_R0), machine.reg_read(arm.UC_ARM_REG_R1), instructions, cycles

    def repaint(self):
        """Forgets how deep the stack was."""
        self.machine.mem_write(STACK_TOP - STACK_SIZE, bytes([PAINT]) * STACK_SIZE)

    def stack_used(self, stacked=0):
        """Bytes below the stack pointer that any call so far has written."""
        memory = self.machine.mem_read(STACK_TOP - STACK_SIZE, STACK_SIZE)
        untouched = next((i for i, byte in enumerate(memory) if byte != PAINT), STACK_SIZE)
        return STACK_SIZE - untouched // 4 * 4 - (stacked + 7) // 8 * 8


def count(code):
    """Instructions in a run of Thumb code."""
    at = instructions = 0
    while at < len(code):
        at += 4 if is_wide(int.from_bytes(code[at : at + 2], "little")) else 2
        instructions += 1
    return instructions


def words(*values):
    """Little-endian 32-bit words."""
    return b"".join(struct.pack("<I", value & 0xFFFF_FFFF) for value in values)
