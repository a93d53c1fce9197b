"""What each instruction of a Cortex-M0+ costs.

Figures of the Cortex-M0+ Technical Reference Manual (ARM DDI 0484C, section 3.3, "Instruction set summary"), for a
core with the single-cycle multiplier and memory without wait states.
"""


def is_wide(halfword):
    """Whether a Thumb instruction that starts with this halfword has four bytes."""
    return halfword >> 11 in (0b11101, 0b11110, 0b11111)


def price(halfword):
    """(cycles when it falls through, cycles when it jumps) of one ARMv6-M instruction."""
    if is_wide(halfword):
        # BL; the others (MSR, MRS, barriers) take three cycles as well.
        return 3, 3
    registers = bin(halfword & 0xFF).count("1")
    top = halfword >> 12
    if top == 0b1101 and (halfword >> 8) & 0xF < 0xE:
        return 1, 2  # B<cond>
    if halfword >> 11 == 0b11100:
        return 2, 2  # B
    if halfword >> 10 == 0b010001:
        # High registers: BX and BLX; ADD and MOV jump when they write the PC.
        return (2, 2) if (halfword >> 8) & 3 == 3 else (1, 2)
    if halfword >> 9 == 0b1011010:
        return 1 + registers + (halfword >> 8 & 1), 0  # PUSH
    if halfword >> 9 == 0b1011110:
        with_pc = halfword >> 8 & 1
        return 1 + registers, 3 + registers + with_pc  # POP
    if top == 0b1100:
        return 1 + registers, 0  # LDM, STM
    if halfword >> 11 == 0b01001 or 0b0101 <= top <= 0b1001:
        return 2, 0  # single load or store
    return 1, 0


def price_block(code):
    """Prices a run of instructions whose last one may jump.

    Returns (instructions, cycles when the last falls through, cycles when it jumps).
    """
    at = instructions = straight = jumped = 0
    while at < len(code):
        halfword = int.from_bytes(code[at : at + 2], "little")
        falls, jumps = price(halfword)
        instructions += 1
        jumped = straight + jumps
        straight += falls
        at += 4 if is_wide(halfword) else 2
    return instructions, straight, jumped
