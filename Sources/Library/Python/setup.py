"""The wheel's tag: any Python 3, because ctypes loads the library; one platform, for which it was built.

`make wheel` puts libbinnacle.so into the package. A source distribution has source/binnacle_arrays.c instead, which a C compiler
makes libbinnacle.so of when pip installs it."""

from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.dist import Distribution

IS_BUILT = Path(__file__).with_name("binnacle").joinpath("libbinnacle.so").exists()


class Binary(Distribution):
    """A package with a library that setuptools did not compile."""

    def has_ext_modules(self):
        return True


class Tagged(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class Library(build_ext):
    """A library for ctypes: no module of Python, so it has no name of one and no function to initialise it."""

    def get_ext_filename(self, name):
        return "libbinnacle.so"

    def get_export_symbols(self, extension):
        return []


SOURCE = Extension(
    "binnacle.libbinnacle",
    ["source/binnacle_arrays.c"],
    include_dirs=["source"],
    extra_compile_args=["-std=c99", "-O2"],
)

setup(
    distclass=Binary, cmdclass={"bdist_wheel": Tagged, "build_ext": Library}, ext_modules=[] if IS_BUILT else [SOURCE]
)
