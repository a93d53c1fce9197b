"""The examples in the comments of the façades: each public function is in one, and each example compiles, runs, and prints what it says.

An example of Swift, C or JavaScript shows what a line prints in the comment behind it; those of Python are doctests.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
C99 = ROOT / "Sources/Library/C99"
HERE = Path(__file__).parent / "examples"
sys.path.insert(0, str(ROOT / "Sources/Library/Packaging"))
import library  # noqa: E402

# A line that prints, and what it prints.
PRINTS = re.compile(r"\b(?:printf|puts|print|console\.log)\(.*\);?\s+// (.+)$")


def output(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300, **options)
    assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def promised(examples):
    """What the examples say that they print, line by line."""
    return [found[1] for example in examples for line in example.splitlines() if (found := PRINTS.search(line))]


def absent(names, text, call):
    """Those of the names that the text does not use; `call` is how a use looks."""
    return [name for name in names if not re.search(call.format(re.escape(name)), text)]


# MARK: - C


def c_examples():
    """The examples of binnacle.h. The first one is a program of its own, which test_library.py runs."""
    found = re.findall(r"^ \* @code\n(.*?)^ \* @endcode$", library.HEADER.read_text(), re.S | re.M)
    return [re.sub(r"^ \* ?", "", example, flags=re.M) for example in found]


def c_functions():
    """The functions of binnacle.h, also those for floats."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", library.HEADER.read_text(), flags=re.S)
    return re.findall(r"^(?:binnacle_result|const char \*|\w+) ?(binnacle_\w+)\(", text, re.M) + re.findall(
        r"^static inline int32_t (binnacle_(?!rounded)\w+)\(", text, re.M
    )


def test_c_everyFunctionHasAnExample():
    assert set(c_functions()) >= set(library.functions()) and len(c_functions()) > 70
    assert absent(c_functions(), "\n".join(c_examples()), r"\b{}\(") == []


def test_c_examplesPrintWhatTheySay(tmp_path):
    examples = c_examples()[1:]
    bodies = [f"static void example_{i}(void) {{\n{example}}}\n" for i, example in enumerate(examples)]
    calls = "\n".join(f"  begin();\n  example_{i}();" for i in range(len(examples)))
    (tmp_path / "examples.c").write_text(
        f'#include "around.c"\n{"".join(bodies)}int main(void) {{\n{calls}\n  return 0;\n}}\n'
    )
    # A variable that an example only sets, and one of `around.c` that an example hides.
    options = ("-O0", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-Wno-unused-variable")
    output(
        "gcc", *options, "-I", HERE, "-I", C99, tmp_path / "examples.c", C99 / "binnacle.c", "-o", tmp_path / "examples"
    )
    assert output(tmp_path / "examples").splitlines() == promised(examples)


# MARK: - Python


def test_python_everyFunctionHasAnExample_whichGivesWhatItSays(python):
    found = json.loads(output(python, "-I", HERE / "docstrings.py", cwd="/"))
    assert found["failed"] == "" and found["absent"] == [] and found["count"] > 100
