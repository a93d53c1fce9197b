"""Completions and manual pages, tried by the shells and by groff that read them."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("BINNACLE_PROGRAM", ROOT / ".build/debug/binnacle"))

BASH = 'source "$1"; COMP_LINE="$2"; COMP_POINT=${#2}; _binnacle; printf "%s\\n" "${COMPREPLY[@]}"'
FISH = 'source $argv[1]; complete -C "$argv[2]"'
# What the functions of zsh's completion get.
ZSH = """
compdef() { : }
_arguments() { print -l -- "$@" }
_describe() { print -l -- ${${(P)2}%%:*} }
script="$1"; shift
source "$script"
words=("$@") CURRENT=$# PREFIX="${@[-1]}"
_binnacle
"""


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module", params=["bash", "zsh", "fish"])
def completed(request, tmp_path_factory):
    """A function from a line that is being typed to the words that its end may become."""
    shell = request.param
    script = tmp_path_factory.mktemp("completions") / "_binnacle"
    script.write_text(run(PROGRAM, "completions", shell))

    def bash(line):
        return run("bash", "-c", BASH, "bash", script, line).split("\n")

    def fish(line):
        return [row.split("\t")[0] for row in run("fish", "--no-config", "-c", FISH, script, line).split("\n")]

    def zsh(line):
        return run("zsh", "-f", "-c", ZSH, "zsh", script, *line.split(" ")).split("\n")

    function = {"bash": bash, "fish": fish, "zsh": zsh}[shell]
    function.shell = shell
    return function


def test_commands_and_topics_are_completed(completed):
    assert {"stream"} <= set(completed("binnacle st"))
    assert {"atan2", "heading"} <= set(completed("binnacle check "))
    assert "accuracy" in completed("binnacle help ac")


def test_options_are_completed_with_their_words(completed):
    found = completed("binnacle stream --ori")
    if completed.shell == "zsh":
        (row,) = [row for row in found if row.startswith("*--orientation[")]
        assert row.endswith("(portrait upside-down landscape-left landscape-right face-up face-down auto)")
        assert any(row.startswith("--json[") for row in found)
        return
    assert "--orientation" in found and "--rate" not in found
    assert {"portrait", "auto"} <= set(completed("binnacle stream --orientation "))
    assert {"csv", "json"} <= set(completed("binnacle convert --to "))
    assert "--tier" in completed("binnacle check atan2 --t")


def test_boards_and_links_are_completed(completed):
    if completed.shell == "zsh":
        assert any(row.endswith("_binnacle_boards") for row in completed("binnacle boards build m"))
        return
    assert {"microbit", "microbit-v2"} <= set(completed("binnacle boards build m"))
    assert "simulated" in completed("binnacle stream sim")
    # Readline has what stands before the colon already.
    assert ("pico" if completed.shell == "bash" else "emulator:pico") in completed("binnacle stream emulator:p")


def test_manual_pages_are_read_without_a_warning(tmp_path):
    run(PROGRAM, "man", tmp_path)
    pages = sorted(tmp_path.iterdir())
    assert len(pages) > 40
    for page in pages:
        done = subprocess.run(
            ["groff", "-K", "utf8", "-ww", "-man", "-Tutf8", page], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0 and done.stderr == "", f"{page.name}: {done.stderr}"
        if page.name == "binnacle-stream.1":
            # Bold letters are struck twice.
            text = re.sub(".\x08", "", done.stdout)
            assert "--readings N" in text and "EXIT STATUS" in text


def test_manual_pages_have_the_date_of_their_source(tmp_path):
    subprocess.run(
        [PROGRAM, "man", tmp_path], check=True, capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": "0"}
    )
    assert "1970-01-01" in (tmp_path / "binnacle.1").read_text().split("\n")[0]
