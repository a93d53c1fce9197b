"""The tag of the wheel: any Python 3, because ctypes loads the library; one platform, for which it was built."""

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.dist import Distribution


class Binary(Distribution):
    """A package with a library that setuptools did not compile."""

    def has_ext_modules(self):
        return True


class Tagged(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(distclass=Binary, cmdclass={"bdist_wheel": Tagged})
