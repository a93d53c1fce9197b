"""The measured functions compiled for this machine: their answers must be those of every microcontroller."""

import ctypes
import mmap
from pathlib import Path

from .core import STACK_TOP
from .tools import ROOT, current_objects, run

# What stands for a function that the emulated cores call by its mangled name; the bench's own have C names everywhere.
NAMES = {
    "Cordic*Precise*angle1y1x": "binnacle_host_precise",
    "Cordic*Multiplierless*angle1y1x": "binnacle_host_multiplierless",
    "Cordic*Tiny*angle1y1x": "binnacle_host_tiny",
    "TiltCompensation*heading5field5force10Quantities": "binnacle_host_counts",
    "Cordic*sineCosine": "binnacle_host_sine",
    "Cordic*magnitude1y1x": "binnacle_host_magnitude",
    "s6UInt64V10FixedPointE10squareRoot": "binnacle_host_long_square_root",
    "s6UInt64V10FixedPointE21approximateSquareRoot": "binnacle_host_approximate_square_root",
    "normalisedReciprocal*g": "binnacle_host_reciprocal",
    "s6UInt32V10FixedPointE10squareRoot": "binnacle_host_square_root",
}
# Memory for arguments, where the emulated cores have it.
ARGUMENTS, ARGUMENTS_SIZE = STACK_TOP, 0x1000
FIXED = 0x100000  # MAP_FIXED_NOREPLACE, mmap(2)


SCRATCH = ROOT / ".build" / "bench" / "host"


def build_objects(*further):
    """Compiles the modules that are measured, and further ones, for this machine; returns the folder of their objects."""
    for target in ("Heading", "Geomagnetism", "Navigation", "Calibration", *further):
        run("swift", "build", "-c", "release", "--target", target, "--scratch-path", SCRATCH, "-j", "2")
    return SCRATCH / "release"


def build():
    """Compiles the modules and the bench's functions into a library; returns its path."""
    release = build_objects()
    library = SCRATCH / "libbench.so"
    here = Path(__file__).parent
    objects = current_objects(release)
    run(
        "swiftc",
        "-O",
        "-wmo",
        "-parse-as-library",
        "-module-name",
        "Probe",
        "-emit-library",
        "-I",
        release / "Modules",
        here / "probe.swift",
        here / "probe_fit.swift",
        here / "host.swift",
        *objects,
        "-o",
        library,
    )
    return library


class Host:
    """Calls functions of the library as `Core` calls those of an image, without counting."""

    def __init__(self, library):
        libc = ctypes.CDLL(None, use_errno=True)
        libc.mmap.restype = ctypes.c_void_p
        libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
        place = libc.mmap(
            ARGUMENTS,
            ARGUMENTS_SIZE,
            mmap.PROT_READ | mmap.PROT_WRITE,
            mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | FIXED,
            -1,
            0,
        )
        # Whoever was here before left the page; anything else at this address is a refusal.
        if place != ARGUMENTS and ctypes.get_errno() != 17:
            raise RuntimeError(f"no memory at {ARGUMENTS:#x}: errno {ctypes.get_errno()}")
        self.library = ctypes.CDLL(str(library))
        self.functions = {}

    def call(self, symbol, registers=(), memory=()):
        for address, data in memory:
            if not ARGUMENTS <= address <= address + len(data) <= ARGUMENTS + ARGUMENTS_SIZE:
                raise RuntimeError(f"{address:#x} is not memory for arguments")
            ctypes.memmove(address, data, len(data))
        function = self.functions.get(symbol)
        if function is None:
            function = self.library[NAMES.get(symbol, symbol)]
            function.restype = ctypes.c_uint32
            self.functions[symbol] = function
        # Registers are 64 bits wide here, and words take their lower halves.
        return function(*(ctypes.c_uint64(value & 0xFFFF_FFFF) for value in registers)), 0, 0, 0

    def read(self, address, size):
        return ctypes.string_at(address, size)
