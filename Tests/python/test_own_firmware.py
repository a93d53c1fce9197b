"""How large each part of the core is alone, as docs/performance.md says. test_library_costs.py has the C library, and
test_library_cores.py the examples."""

import json
from pathlib import Path

import pytest
from bench.cpu import CPUS
from bench.link import link
from bench.tools import MODULES, ROOT, current_objects, run

CPU = CPUS["cortex-m0"]

HERE = Path(__file__).parent / "own_firmware"


def document():
    return (ROOT / "docs" / "performance.md").read_text()


def compiled(source, output):
    """Compiles Swift with the options of the toolset that docs/own-firmware.md names."""
    options = json.loads((ROOT / "Boards" / "Toolsets" / "cortex-m0.json").read_text())["swiftCompiler"][
        "extraCLIOptions"
    ]
    run(
        "swiftc",
        "-target",
        CPU.triple,
        "-parse-as-library",
        *options[: options.index("-Xclang-linker")],
        "-I",
        CPU.release / "Modules",
        "-c",
        source,
        "-o",
        output,
    )


def test_partsAlone_areAsLargeAsTheDocumentSays(tmp_path):
    compiled(HERE / "Parts.swift", tmp_path / "Parts.o")
    objects = [*current_objects(CPU.release, (*MODULES, "RecordStore", "CStartup")), tmp_path / "Parts.o"]
    table = document().split("## The library, part by part")[1].split("**From C.**")[0]
    rows = [row.rsplit("|", 2)[1].replace(",", "") for row in table.splitlines() if "| `" in row]
    told = dict(zip([f"part_{place}" for place in range(9)], rows, strict=True))
    told["part_0"], told["part_0_tiny"] = told["part_0"].split(";")
    found = {part: link(objects, part, tmp_path / "part.elf", [CPU.libgcc])[0] for part in told}
    assert found == {part: pytest.approx(int(size), rel=0.02, abs=20) for part, size in told.items()}
