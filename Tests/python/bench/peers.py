"""What others reach: libraries that packages have, on the same inputs with the same prices; others cited."""

import math
import struct
from dataclasses import dataclass
from pathlib import Path

from . import inputs
from .core import Core, Figures
from .link import link
from .tools import ROOT, run

CORE = "cortex-m0"
# The C libraries of Debian's packages, built for ARMv6-M with soft float.
LIBRARIES = {
    "newlib": ("libnewlib-arm-none-eabi", Path("/usr/lib/arm-none-eabi/newlib/thumb/v6-m/nofp")),
    "picolibc": ("picolibc-arm-none-eabi", Path("/usr/lib/picolibc/arm-none-eabi/lib/release/thumb/v6-m/nofp")),
}


@dataclass(frozen=True)
class Elsewhere:
    """Measured with the same inputs, prices and compilers (gcc 12.2, clang 21; the faster counts), not in this run."""

    name: str
    commit: str
    degrees: str
    cycles: int
    size: int
    stack: int


ELSEWHERE = (
    Elsewhere("CMSIS-DSP arm_atan2_q31", "ARM-software/CMSIS-DSP ec1bb75", "4.8e-7", 1815, 2196, 256),
    Elsewhere(
        "TI IQmath _IQ31atan2PU", "TexasInstruments/mspm0-sdk 4f7b416", "152.8 on diagonals, else 4.1e-7", 820, 1236, 84
    ),
    Elsewhere("Qfplib-M0-full qfp_fatan2", "mysterywolf/Qfplib-M0-full ec814ad", "8.3e-6", 665, 5780, 24),
    Elsewhere("idsp atan2", "quartiq/idsp 6c151a3", "1.3e-4", 844, 568, 60),
    Elsewhere("idsp CORDIC", "quartiq/idsp 6c151a3", "1.5e-4", 450, 184, 16),
    Elsewhere("CMSIS-DSP arm_atan2_q15", "ARM-software/CMSIS-DSP ec1bb75", "2.0e-2", 400, 1416, 80),
    Elsewhere(
        "NXP AN4248 iHundredAtan2Deg", "listing of the application note, republished 2015", "5.2e-2", 248, 310, 28
    ),
    Elsewhere("fxpt_atan2", "rad1o/f1rmware eda4f0b", "0.22", 192, 692, 16),
    Elsewhere("MC_LIB CORDIC_Atan", "luckpi/MC_LIB c680db5", "2.8", 90, 304, 12),
)


def error_degrees(radians, y, x):
    """How far an answer in radians is from the angle of (y, x)."""
    turns = (radians - math.atan2(y, x)) / (2 * math.pi)
    return abs(turns - round(turns)) * 360


def float_registers(y, x):
    """Two floats as the soft-float ABI passes them: one register each (AAPCS, 6.1)."""
    return struct.unpack("<II", struct.pack("<ff", y, x))


def double_registers(y, x):
    """Two doubles: two registers each, low word first."""
    return struct.unpack("<IIII", struct.pack("<dd", y, x))


FUNCTIONS = {
    "atan2f": (float_registers, lambda first, second: struct.unpack("<f", struct.pack("<I", first))[0]),
    "atan2": (double_registers, lambda first, second: struct.unpack("<d", struct.pack("<II", first, second))[0]),
}


def measure_libraries(pairs):
    """{name: figures} of the C libraries' float and double functions on a Cortex-M0+."""
    libgcc = run("arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", "-print-libgcc-file-name").strip()
    results = {}
    for library, (package, folder) in LIBRARIES.items():
        if not (folder / "libm.a").exists():
            raise RuntimeError(f"{folder}/libm.a is missing.\nRun `make setup`, or `sudo apt install {package}`.")
        for function, (registers, answer) in FUNCTIONS.items():
            image = ROOT / ".build" / "bench" / f"{library}-{function}.elf"
            size, _ = link([], function, image, [folder / "libm.a", folder / "libc.a", libgcc])
            core = Core(image, CORE)
            instructions, cycles, worst = [], [], 0.0
            for y, x in pairs:
                first, second, counted, priced = core.call(function, registers(y, x))
                instructions.append(counted)
                cycles.append(priced)
                worst = max(worst, error_degrees(answer(first, second), y, x))
            results[f"{library} {function}"] = {
                "instructions": Figures(instructions).as_list(),
                "cycles": Figures(cycles).as_list(),
                "bytes": size,
                "stack": core.stack_used(),
                "maxErrorDegrees": float(f"{worst:.3g}"),
                "calls": len(pairs),
            }
    return results


def measure_cmsis(pairs):
    """{name: figures} of CMSIS-DSP's three functions as PyPI's `cmsisdsp` computes them on this machine."""
    import cmsisdsp

    # Counts raised as far as the format allows; the angle has 29 or 13 bits behind the point.
    ways = {
        "CMSIS-DSP arm_atan2_q31": lambda y, x: cmsisdsp.arm_atan2_q31(y << 16, x << 16)[1] / 2**29,
        "CMSIS-DSP arm_atan2_q15": lambda y, x: cmsisdsp.arm_atan2_q15(y, x)[1] / 2**13,
        "CMSIS-DSP arm_atan2_f32": lambda y, x: cmsisdsp.arm_atan2_f32(float(y), float(x))[1],
    }
    return {
        name: {
            "maxErrorDegrees": float(f"{max(error_degrees(way(y, x), y, x) for y, x in pairs):.3g}"),
            "calls": len(pairs),
        }
        for name, way in ways.items()
    }


def measure_peers(count=inputs.COUNT):
    pairs = inputs.pairs()[:count]
    return {**measure_libraries(pairs), **measure_cmsis(pairs)}
