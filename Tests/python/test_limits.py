"""`make lint` finds files and functions that are too long: .ci/limits.py counts them in each language."""

import sys

import pytest
from bench.tools import ROOT

sys.path.insert(0, str(ROOT / ".ci"))
import limits

BODY = "  step()\n"
FUNCTIONS = [
    ("a.swift", '  func long(_ x: Int) -> Int {\n  let text = "}"  // }\n', "  }\n", "func long"),
    ("a.swift", "  init?(_ words: [Int]) where A: B {\n", "  }\n", "init?"),
    ("a.swift", "  var long: Int {\n", "  }\n", "var long: Int"),
    ("a.js", "async function long(a, b) {\n  a(/[{]/);\n", "}\n", "async function long(a, b)"),
    (
        "a.c",
        "static int long_one(int a) {\n#if X\n  if (a) {\n#else\n  {\n#endif\n  }\n",
        "}\n",
        "static int long_one(int a)",
    ),
    ("a.py", 'def long():\n    """One.\n\n    Two.\n    """\n', "", "long"),
]


@pytest.mark.parametrize("path, first, last, name", FUNCTIONS)
def test_function_isTooLong_fromTheFirstLineOn(path, first, last, name):
    line = "    step()\n" if path.endswith(".py") else BODY
    help_lines = 4 if path.endswith(".py") else 0
    room = limits.FUNCTION - (first.count("\n") - help_lines) - last.count("\n")
    assert not list(limits.violations([(path, first + line * room + last)]))
    (found,) = limits.violations([(path, first + line * (room + 1) + last)])
    assert name in found and "51 lines; 50 at most" in found


def test_file_isTooLong_unlessAProgramMadeIt():
    text = "let a = 1\n" * (limits.FILE + 1)
    (found,) = limits.violations([("a.swift", text)])
    assert "451 lines; 450 at most" in found
    assert not list(limits.violations([("a.swift", "// Made by make.py\n" + text)]))
