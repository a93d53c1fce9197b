"""Has the Swift compiler write the modules behind binnacle.h, and its linker join them and make them simple."""

import fcntl
import hashlib
import inspect
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import swift_tools

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "Sources/Library/Maker"))
from c_header import ARRAYS, DEVICE, HEADER, PORT, arrays, device, header, port  # noqa: E402

WORDS = ROOT / "Sources/Library/CBinnacle/words.c"
HEADERS = (HEADER, ARRAYS)
# Those of the device; what only its Swift and its C see of each other, and that C.
DEVICE_HEADERS = (DEVICE, PORT)
PORT_TEXT = PORT.parents[1] / "port.c"
# How the functions of C begin that Swift calls.
EXTERNS = "binnacle_port_"
# In the order in which they may use each other, as in Package.swift.
MODULES = [
    *(("Foundations", name) for name in ("RawMemory", "FixedPoint", "Quantities", "IntegerTrigonometry")),
    *(
        ("Compass", name)
        for name in (
            "Correction",
            "FieldMonitor",
            "Calibration",
            "Heading",
            "Motion",
            "Geomagnetism",
            "Navigation",
            "Binnacle",
        )
    ),
    ("Library", "BinnacleC"),
    ("Library", "BinnacleArrays"),
]
DEVICE_MODULES = [
    *(("Device", name) for name in ("SensorDrivers", "RecordStore", "LinkProtocol", "SelfTest", "Instrument")),
    ("Library", "BinnacleDevice"),
]
TARGET = "armv6m-none-none-eabi"
# The optimiser of Swift runs as for an image. Of LLVM's only what takes away and invents nothing: what it would do
# besides, a C compiler does again, and it would hide what was written.
PASSES = "always-inline,function(instsimplify,mem2reg,early-cse,simplifycfg,dce),globaldce"


def run(*command):
    done = subprocess.run(swift_tools.command(command), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")


def modules(with_device):
    """The modules, and whether those of the device are among them."""
    return MODULES + DEVICE_MODULES if with_device else MODULES


def declared(with_device):
    """The parsed headers."""
    return [header(), arrays(), *([device(), port()] if with_device else [])]


@cache
def device_functions():
    """The names of the functions of the device."""
    return {function.name for each in (device(), port()) for function in each.functions}


def extern_result(name):
    """The type of what a function of C returns that Swift calls."""
    return next(function.result for function in port().functions if function.name == name)


def headers(with_device):
    """The text of what is declared."""
    return "\n".join(path.read_text() for path in (*HEADERS, *(DEVICE_HEADERS if with_device else ())))


def sources(part, name):
    """The Swift files of a module."""
    return sorted((ROOT / "Sources" / part / name).rglob("*.swift"))


# Strings, in which two slashes are no comment, and comments.
COMMENT = re.compile(r'("""[\s\S]*?"""|"(?:\\.|[^"\\\n])*")|//[^\n]*|/\*[\s\S]*?\*/')


def code(text):
    """The text of a file without comments and blank lines."""
    lines = COMMENT.sub(lambda found: found[1] or "", text).split("\n")
    return "".join(f"{line.rstrip()}\n" for line in lines if line.strip())


def fingerprint(with_device=False):
    """A number for the code of all sources, which another comment does not change."""
    digest = hashlib.sha256()
    first = [*HEADERS, WORDS, *((*DEVICE_HEADERS, PORT_TEXT) if with_device else ())]
    for path in [*first, *(path for module in modules(with_device) for path in sources(*module))]:
        # A file that only explains its module is no code.
        if text := code(path.read_text()):
            digest.update(f"{path.relative_to(ROOT)}\n{text}".encode())
    return digest.hexdigest()


def compile_modules(folder, with_device):
    """Writes <module>.ll into the folder, where that of the same sources is not there yet."""
    shown = [("CBinnacle", HEADERS + (DEVICE,)), ("CBinnacleDevice", (PORT,))]
    (folder / "module.modulemap").write_text(
        "\n".join(
            " ".join([f"module {name} {{", *(f'header "{path}"' for path in paths), "export * }"])
            for name, paths in shown
        )
    )
    compiler = Path(shutil.which(swift_tools.command(["swiftc"])[0])).resolve()
    known = hashlib.sha256(f"{compiler} {compiler.stat().st_mtime_ns} {inspect.getsource(compile_module)}".encode())
    for path in (*HEADERS, *DEVICE_HEADERS):
        known.update(code(path.read_text()).encode())
    for part, name in modules(with_device):
        for path in sources(part, name):
            known.update(f"{path}\n{path.read_text()}".encode())
        stamp = folder / f"{name}.stamp"
        if not (stamp.exists() and stamp.read_text() == known.hexdigest()):
            stamp.unlink(missing_ok=True)
            compile_module(folder, part, name)
            stamp.write_text(known.hexdigest())


def compile_module(folder, part, name):
    features = ("Lifetimes", "Embedded", "RawLayout")
    run(
        "swiftc",
        *("-module-name", name, "-parse-as-library", "-wmo", "-g", "-Osize", "-swift-version", "6"),
        "-enforce-exclusivity=unchecked",
        *("-package-name", "main", "-target", TARGET, "-I", folder, "-module-cache-path", folder / "cache"),
        *(word for feature in features for word in ("-enable-experimental-feature", feature)),
        *("-emit-ir", "-o", folder / f"{name}.ll"),
        *("-emit-module", "-emit-module-path", folder / f"{name}.swiftmodule"),
        *("-Xfrontend", "-function-sections", "-Xfrontend", "-disable-stack-protector"),
        *("-Xfrontend", "-no-allocations", "-Xfrontend", "-no-clang-module-breadcrumbs"),
        *("-Xfrontend", "-disable-incremental-llvm-codegen", "-Xfrontend", "-enable-default-cmo"),
        *("-Xfrontend", "-disable-llvm-optzns", "-Xllvm", "-sil-disable-pass=loop-unroll"),
        *("-Xcc", f"-fmodule-map-file={folder / 'module.modulemap'}", "-Xcc", f"-I{HEADER.parent}"),
        *("-Xcc", "-mcpu=cortex-m0"),
        *sources(part, name),
    )


def bare(name):
    """The name of a type without the number that LLVM adds to a second one."""
    return re.sub(r'\.\d+("?)$', r"\1", name)


def scalar(type_, types):
    """The number in a type that holds nothing else: LLVM makes a variable of it, and not of the struct."""
    form = types.get(type_, type_)
    match = re.fullmatch(r"<?\{ ([^,{}]+) \}>?", form)
    if not match:
        return form if re.fullmatch(r"i\d+|<2 x i32>", form) else type_
    inner = scalar(match.group(1), types)
    return inner if re.fullmatch(r"i\d+|<2 x i32>", inner) else type_


def marked(text, marks):
    """The same module with an empty array of another length at the end of each type.

    The linker takes two types of the same form for one, so that an Int32 would come back as a UInt32 and a rate as a force.
    """
    lines, inside = [], {}
    for line in text.split("\n"):
        if " = alloca " in line:
            line = re.sub(r"(?<= = alloca )[^,]+", lambda match: scalar(match[0], inside), line)
        elif line.startswith("%") and " = type " in line:
            name, form = line.split(" = type ", 1)
            inside[name] = form
            close = "}>" if form.startswith("<{") else "}" if form.startswith("{") else None
            if close:
                mark = marks.setdefault(bare(name), len(marks) + 1)
                start = form[: -len(close)].rstrip()
                comma = "" if start.endswith("{") else ","
                line = f"{name} = type {start}{comma} [0 x [{mark} x i8]] {close}"
        elif line.startswith("@") and " <{" in line:
            opened, parts = [], []
            for found in re.finditer(r'(%"[^"]*"|%[-\w$.]+) <?\{|(<\{|\{)|(\}>|\})|[^%<{}]+|.', line):
                if found.group(3):
                    name = opened.pop()
                    if name:
                        parts.append(f", [0 x [{marks[bare(name)]} x i8]] zeroinitializer ")
                elif found.group(1) or found.group(2):
                    opened.append(found.group(1))
                parts.append(found.group(0))
            line = "".join(parts)
        lines.append(line)
    return "\n".join(lines)


def whole(with_device=False):
    """The joined and simplified representation of all modules."""
    folder = ROOT / ".build/c99"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return joined(folder, with_device)


def joined(folder, with_device):
    marks, parts = {}, []
    compile_modules(folder, with_device)
    clang = ("clang", "-target", TARGET, "-Xclang", "-disable-llvm-passes", "-Wno-everything", "-emit-llvm")
    for _, module in modules(with_device):
        path = folder / f"{module}.marked.ll"
        path.write_text(marked((folder / f"{module}.ll").read_text(), marks))
        parts.append(path.with_suffix(".bc"))
        run(*clang, "-c", "-x", "ir", path, "-o", parts[-1])
    run("ld.lld", "-r", f"--lto-newpm-passes={PASSES}", "--plugin-opt=emit-llvm", *parts, "-o", folder / "all.bc")
    run(*clang, "-S", "-x", "ir", folder / "all.bc", "-o", folder / "all.ll")
    # What depends on the folder would differ in another one.
    return (folder / "all.ll").read_text().replace(str(folder), ".")
