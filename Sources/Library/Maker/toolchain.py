"""The tools of the Swift toolchain, from where swiftc is: another clang or linker on PATH may be too old for what swiftc writes."""

import functools
import json
import subprocess
import sys
from pathlib import Path


@functools.cache
def folder():
    """The folder of the toolchain's programs, which swiftc knows also where a link or a chooser of versions is on PATH."""
    try:
        told = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"swiftc does not run, of which clang and the linkers are wanted: {error}")
    return Path(json.loads(told)["paths"]["runtimeResourcePath"]).parents[1] / "bin"


def tool(name):
    """The path of clang, ld.lld, wasm-ld, llvm-nm, ..."""
    path = folder() / name
    if not path.exists():
        sys.exit(f"The Swift toolchain has no {name} in {folder()}")
    return path
