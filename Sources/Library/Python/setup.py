"""Compiles the library for ctypes, and tags the wheel: any Python 3 of one platform.

The C files stand beside this folder in a clone of Binnacle, and in source/ in a source distribution. No Swift is needed: they are
what `make library-c` wrote.
"""

import re
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).parent
SOURCE, INCLUDE = ("source", "source") if (HERE / "source").exists() else ("../C99", "../CBinnacle/include")
VERSION = re.search(r'#define BINNACLE_VERSION "(.*)"', (HERE / INCLUDE / "binnacle.h").read_text())[1]
# The same sources make the same bytes: nothing of the folder, and no symbols. It needs nothing but the memory functions of C.
COMPILER = ["-std=c99", "-O2", "-g0", "-fno-semantic-interposition", "-fno-stack-protector", "-U_FORTIFY_SOURCE"]
LINKER = ["-nostartfiles", "-Wl,-s", "-Wl,--build-id=none", "-Wl,-z,relro,-z,now"] if sys.platform == "linux" else []


class Tagged(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class Library(build_ext):
    """A library for ctypes: no module of Python, so it has no name of one and no function to initialise it."""

    def get_ext_filename(self, name):
        return f"{name.rsplit('.', 1)[-1]}.so"

    def get_export_symbols(self, extension):
        return []


def library(name, file, *depends):
    """A library of one C file."""
    return Extension(
        f"binnacle.{name}",
        [f"{SOURCE}/{file}"],
        include_dirs=[SOURCE, INCLUDE],
        depends=[f"{INCLUDE}/binnacle.h", *depends],
        extra_compile_args=COMPILER,
        extra_link_args=LINKER,
    )


LIBRARIES = [library("libbinnacle", "binnacle_arrays.c", f"{SOURCE}/binnacle.c", f"{INCLUDE}/binnacle_arrays.h")]
# The drivers of sensors: a clone does not have them, because their file is too long for it.
if (HERE / SOURCE / "binnacle_device.c").exists():
    LIBRARIES.append(library("libbinnacle_device", "binnacle_device.c", f"{INCLUDE}/binnacle_device.h"))

setup(version=VERSION, cmdclass={"bdist_wheel": Tagged, "build_ext": Library}, ext_modules=LIBRARIES)
