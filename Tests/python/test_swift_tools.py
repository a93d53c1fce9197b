"""Programs of the Swift toolchain are those beside its compiler, whatever stands before them on PATH.

`make test` itself runs with such strangers at the front of PATH: every build in it would fail with one of them."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from bench.tools import run, swift_tools

NAMES = "clang ld.lld llvm-ar llvm-nm llvm-objcopy llvm-objdump swift-demangle wasm-ld".split()


@pytest.fixture
def strangers(tmp_path, monkeypatch):
    """A folder at the front of PATH with programs of these names that fail."""
    for name in NAMES:
        (tmp_path / name).write_text("#!/bin/sh\necho a stranger >&2\nexit 9\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
def test_program_isTheToolchains(strangers, name):
    assert shutil.which(name) == str(strangers / name)
    assert subprocess.run([name, "--version"], capture_output=True).returncode == 9
    assert swift_tools.command([name, "-x", Path("y")]) == [str(swift_tools.folder() / name), "-x", "y"]
    run(name, "--version")


def test_programOfOthers_isLookedUpOnPath_withoutSwift(strangers, monkeypatch):
    monkeypatch.setattr(swift_tools, "folder", lambda: pytest.fail("There may be no Swift."))
    assert swift_tools.command(["gcc", "-c"]) == ["gcc", "-c"]
    assert swift_tools.command([strangers / "clang"]) == [str(strangers / "clang")]
