"""Calls single functions of a linked image on an emulated core, and counts what they do."""

import struct
from dataclasses import dataclass

from elftools.elf.elffile import ELFFile
from unicorn import UC_HOOK_BLOCK, Uc

from .cpu import CPUS

STACK_TOP = 0x2001_0000
STACK_SIZE = 0x1_0000
RETURN_TO = 0x3000_0000
PAINT = 0xA5


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

    def __init__(self, path, model="cortex-m0", counting=True):
        """counting: whether calls tell what they cost, for which every one of their steps is kept until the next call."""
        self.cpu = CPUS[model]
        self.machine = Uc(self.cpu.architecture.kind, self.cpu.architecture.mode)
        self.machine.ctl_set_cpu_model(self.cpu.model)
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
        if counting:
            self.machine.hook_add(UC_HOOK_BLOCK, self._enter)

    def _enter(self, machine, address, size, _):
        self.trace.append((address, size))

    def _price(self, address, size):
        """Cached price of the instructions at an address."""
        known = self.prices.get((address, size))
        if known is None:
            code = bytes(self.machine.mem_read(address, size))
            known = self.cpu.price(code) if self.cpu.price else (self.cpu.architecture.count(code), 0, 0)
            self.prices[address, size] = known
        return known

    def call(self, symbol, registers=(), stacked=b"", memory=()):
        """Calls a function.

        registers: r0… or a0… ; stacked: further arguments in memory; memory: (address, bytes) to write first.
        Returns (first and second register, instructions, cycles; 0 cycles where the core has no prices).
        """
        machine, cpu = self.machine, self.cpu.architecture
        for address, data in memory:
            machine.mem_write(address, data)
        top = STACK_TOP - (len(stacked) + 15) // 16 * 16
        if stacked:
            machine.mem_write(top, stacked)
        for register, value in zip(cpu.arguments, registers):
            machine.reg_write(register, value & 0xFFFF_FFFF)
        machine.reg_write(cpu.stack_pointer, top)
        machine.reg_write(cpu.return_address, RETURN_TO | cpu.code_bit)
        self.trace.clear()
        machine.emu_start(self.symbols[symbol] | cpu.code_bit, RETURN_TO)
        instructions = cycles = 0
        trace = self.trace
        for here, following in zip(trace, trace[1:] + [(RETURN_TO, 0)]):
            if here[0] == RETURN_TO:
                continue
            counted, straight, jumped = self._price(*here)
            instructions += counted
            cycles += straight if following[0] == here[0] + here[1] else jumped
        first, second = (machine.reg_read(register) & 0xFFFF_FFFF for register in cpu.arguments[:2])
        return first, second, instructions, cycles

    def read(self, address, size):
        """Bytes of memory."""
        return bytes(self.machine.mem_read(address, size))

    def repaint(self):
        """Forgets how deep the stack was."""
        self.machine.mem_write(STACK_TOP - STACK_SIZE, bytes([PAINT]) * STACK_SIZE)

    def stack_used(self, stacked=0):
        """Bytes below the stack pointer that any call so far has written."""
        memory = self.machine.mem_read(STACK_TOP - STACK_SIZE, STACK_SIZE)
        untouched = next((i for i, byte in enumerate(memory) if byte != PAINT), STACK_SIZE)
        return STACK_SIZE - untouched // 4 * 4 - (stacked + 15) // 16 * 16


def words(*values):
    """Little-endian 32-bit words."""
    return b"".join(struct.pack("<I", value & 0xFFFF_FFFF) for value in values)
