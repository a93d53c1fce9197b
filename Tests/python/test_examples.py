"""The examples in the comments of the façades: each public function is in one, and each example compiles, runs, and prints what it says.

An example of Swift, C or JavaScript shows what a line prints in the comment behind it; those of Python are doctests.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
JAVASCRIPT = ROOT / "Sources/Library/JavaScript"
C99 = ROOT / "Sources/Library/C99"
HERE = Path(__file__).parent / "examples"
sys.path[:0] = [str(ROOT / "Sources/Library/Packaging"), str(ROOT / "Sources/Library/Packaging/release/reference")]
import library  # noqa: E402
import reference  # noqa: E402

# A line that prints, and what it prints.
PRINTS = re.compile(r"\b(?:printf|puts|print|console\.log)\(.*\)[; }]*\s+// (.+)$")


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
        "gcc",
        *options,
        "-I",
        HERE,
        "-I",
        library.HEADER.parent,
        tmp_path / "examples.c",
        C99 / "binnacle.c",
        "-o",
        tmp_path / "examples",
    )
    assert output(tmp_path / "examples").splitlines() == promised(examples)


# MARK: - Swift


def swift_types():
    """Of each public type of the façade: its name, its functions and initialisers, and the examples in its comments."""
    found = {}
    for path in sorted((ROOT / "Sources/Compass/Binnacle").glob("*.swift")):
        comment, name = [], None
        for line in path.read_text().splitlines():
            if line.lstrip().startswith("///"):
                comment.append(line.lstrip()[4:])
                continue
            if declared := re.match(r"(?:public struct|extension) (\w+)", line):
                name = declared[1]
                found.setdefault(name, ([], []))
            if name and (function := re.match(r"  public (?:static |mutating )*(?:func (\w+)|(init))\b", line)):
                found[name][0].append(function[1] or name)
            if name and comment:
                text = "\n".join(comment) + "\n"
                found[name][1].extend(re.findall(r"^```swift\n(.*?)^```$", text, re.S | re.M))
            if not line.lstrip().startswith("@"):
                comment = []
    return found


def test_swift_everyFunctionHasAnExample():
    found = swift_types()
    assert {"Compass", "CompassCalibration", "CompassGuide", "CompassMotion", "CompassPlace"} < set(found)
    for name, (functions, examples) in found.items():
        assert functions or examples, name
        # An initialiser is in an example of its type or of the one that takes it.
        everywhere = "\n".join(example for _, each in found.values() for example in each)
        methods = [function for function in functions if function != name]
        assert absent(methods, "\n".join(examples), r"\.{}\(") == [], name
        assert absent([name] * (name in functions), everywhere, r"\b{}\(") == [], name


def test_swift_examplesPrintWhatTheySay(tmp_path):
    examples = [example for _, each in swift_types().values() for example in each]
    start = "let now = Instant(microseconds: 10_000_000)\n" + "".join(
        f"var {name} = {kind}()\n"
        for name, kind in [
            ("compass", "Compass"),
            ("calibration", "CompassCalibration"),
            ("guide", "CompassGuide"),
            ("motion", "CompassMotion"),
        ]
    )
    start += "begin(&compass, at: now)\n_ = calibration.step(&compass, at: now)\n"
    bodies = [f"func example{i}() throws {{\n{start}do {{\n{text}}}\n}}\n" for i, text in enumerate(examples)]
    calls = [f"try example{i}()" for i in range(len(examples))]
    (tmp_path / "main.swift").write_text("import Binnacle\n" + "\n".join(bodies + calls) + "\n")
    build = ROOT / ".build/debug"
    objects = [path for name in ["RawMemory", *reference.modules()] for path in (build / f"{name}.build").glob("*.o")]
    places = ("-I", build / "Modules", HERE / "around.swift", tmp_path / "main.swift", *objects)
    output("swiftc", "-Onone", "-suppress-warnings", *places, "-o", tmp_path / "examples")
    assert output(tmp_path / "examples").splitlines() == promised(examples)


# MARK: - Python


def test_python_everyFunctionHasAnExample_whichGivesWhatItSays(python):
    found = json.loads(output(python, "-I", HERE / "docstrings.py", cwd="/"))
    assert found["failed"] == "" and found["absent"] == [] and found["count"] > 100


# MARK: - JavaScript


def javascript_declarations():
    """Of each declaration of binnacle.d.ts that has functions: its name, its functions, and the examples above it."""
    text = (JAVASCRIPT / "binnacle.d.ts").read_text()
    for found in re.finditer(r"^(?:export )?(interface|function|class) (\w+)", text, re.M):
        kind, name = found.groups()
        before = text[: found.start()]
        comment = before[before.rindex("/**") :] if before.endswith("*/\n") else ""
        examples = [
            re.sub(r"^ \* ?", "", example, flags=re.M)
            for example in re.findall(r"^ \* @example\n(.*?)(?=^ \* @|^ \*/)", comment, re.S | re.M)
        ]
        body = text[found.end() : text.index("\n}", found.end())] if kind == "interface" else ""
        functions = re.findall(r"^  (\w+)\(", body, re.M) if kind == "interface" else [name]
        if functions:
            yield name, functions, examples


def test_javaScript_everyFunctionHasAnExample():
    found = list(javascript_declarations())
    assert {"Compass", "Binnacle", "degrees", "loadBinnacle", "BinnacleError"} < {name for name, _, _ in found}
    everywhere = "\n".join(example for _, _, examples in found for example in examples)
    for name, functions, examples in found:
        # What makes an object is in the example of the object.
        own = everywhere if name in ("Binnacle", "Owned") else "\n".join(examples)
        assert absent(functions, own, r"\b{}\b") == [], name


@pytest.mark.skipif(
    not all(map(shutil.which, ("node", "wasm-opt"))), reason="nodejs or binaryen is not installed: make browsers"
)
def test_javaScript_examplesPrintWhatTheySay(module, tmp_path):
    for path in JAVASCRIPT.glob("*.js*"):
        shutil.copy(path, tmp_path)
    shutil.copy(module, tmp_path / "binnacle.wasm")
    examples = [example for _, _, found in javascript_declarations() for example in found]
    (tmp_path / "examples.mjs").write_text(
        f"import * as all from './binnacle.js';\nconst {{ {', '.join(javascript_names())} }} = all;\n"
        "const binnacle = await loadBinnacle();\n" + "".join(f"{{\n{example}}}\n" for example in examples)
    )
    assert output("node", "examples.mjs", cwd=tmp_path).splitlines() == promised(examples)


def javascript_names():
    """What binnacle.d.ts says that the module exports."""
    return re.findall(r"^export (?:declare )?(?:const|function|class) (\w+)", reference.javascript_types(), re.M)
