"""Programs of the Swift toolchain, such as clang and ld.lld, from the folder of its compiler.

Another clang may stand before it on PATH, and reads neither the compiler's intermediate files nor its options."""

import functools
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

# What is wanted of the toolchain. A build without these needs no Swift.
OWN = re.compile(r"clang|ld\.lld|wasm-ld|llvm-.+|swift.*")


@functools.cache
def folder():
    """The folder with the programs of the toolchain. `swiftc` itself may be a link or a launcher of another folder."""
    if not shutil.which("swiftc"):
        sys.exit("There is no Swift on PATH. See https://swift.org/install.")
    told = subprocess.run(
        ["swiftc", "-print-target-info"], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    # …/usr/lib/swift
    return Path(json.loads(told)["paths"]["runtimeResourcePath"]).parents[1] / "bin"


def command(words):
    """The words of a command as text; its program is the toolchain's where that has one of this name."""
    program, *arguments = map(str, words)
    if OWN.fullmatch(program) and (folder() / program).is_file():
        program = str(folder() / program)
    return [program, *arguments]
