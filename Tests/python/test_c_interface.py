"""What Sources/Library/Maker makes from binnacle.h stands on disk, and follows a header that changes; binnacle.c is that of the sources.

`make check` compares a hash; test_c99.py makes binnacle.c again."""

import importlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAKER = "Sources/Library/Maker"


def run(root, *words):
    return subprocess.run([sys.executable, root / MAKER / "make.py", *words], capture_output=True, text=True)


@pytest.fixture
def copy(tmp_path):
    """The files that the maker reads and makes, in a folder of their own."""
    for folder in (MAKER, "Sources/Library/CBinnacle", "Sources/Library/Python/binnacle", "Sources/Library/JavaScript"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "Protocols").mkdir()
    shutil.copy(ROOT / "Protocols/reasons.json", tmp_path / "Protocols")
    return tmp_path


def change(path, old, new):
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


def test_whatIsMade_isOnDisk():
    found = run(ROOT, "--check")
    assert found.returncode == 0, found.stderr


def test_functionThatIsAdded_isInEachLanguage(copy):
    """A function, a field, a constant and an error, written in the header alone."""
    header = copy / "Sources/Library/CBinnacle/include/binnacle.h"
    change(header, "#ifdef BINNACLE_WITH_FLOAT\n", """/** A pair. */
typedef struct binnacle_pair {
  uint8_t first_q8;
  uint64_t second_microseconds;
  int16_t third[2];
} binnacle_pair;

/** Does nothing. @param pair null: nothing. */
binnacle_result binnacle_pair_get(
    const binnacle_compass *compass, size_t size_bytes, binnacle_pair *pair, uint64_t now_microseconds);

#ifdef BINNACLE_WITH_FLOAT
""")  # fmt: skip
    change(header, "  BINNACLE_ZONE_UNKNOWN = 3\n", "  BINNACLE_ZONE_UNKNOWN = 3,\n  BINNACLE_ZONE_OF_ITS_OWN = 9\n")
    change(
        header,
        "  BINNACLE_ERROR_NOTHING = -9,\n",
        "  BINNACLE_ERROR_NOTHING = -9,\n  /** The pair is odd. */\n  BINNACLE_ERROR_ODD = -10,\n",
    )
    assert run(copy, "--check").returncode == 1
    assert run(copy).returncode == 0 and run(copy, "--check").returncode == 0
    library = copy / "Sources/Library"
    assert '    case BINNACLE_ERROR_ODD: return "the pair is odd";\n' in (library / "CBinnacle/words.c").read_text()
    assert "    OF_ITS_OWN = 9\n" in (library / "Python/binnacle/_codes.py").read_text()
    interface = (library / "Python/binnacle/_interface.py").read_text()
    assert '    "pair_get": "PNPQ",\n' in interface and "ERROR_ODD = -10\n" in interface
    assert 'PAIR = np.dtype([("first", "u1"), ("second", "u8"), ("third", "i2", (2,))], align=True)\n' in interface
    assert "ofItsOwn: 9" in (library / "JavaScript/codes.js").read_text()
    assert "readonly ofItsOwn: 9;" in (library / "JavaScript/codes.d.ts").read_text()
    layouts = (library / "JavaScript/layouts.js").read_text()
    assert "  pair: 24,\n" in layouts and "secondMicroseconds: Number(view.getBigUint64(at + 8, true))" in layouts
    assert "    third: [view.getInt16(at + 16, true), view.getInt16(at + 18, true)],\n" in layouts


def test_numberThatTheReasonsDoNotHave_isRefused(copy):
    header = copy / "Sources/Library/CBinnacle/include/binnacle.h"
    change(header, "BINNACLE_REASON_MAGNETISED = 71", "BINNACLE_REASON_MAGNETISED = 72")
    found = run(copy, "--check")
    assert found.returncode == 1 and "ReasonCode" in found.stderr and "('magnetised', 72)" in found.stderr


@pytest.fixture
def parsed(monkeypatch):
    """The parser of the headers."""
    monkeypatch.syspath_prepend(ROOT / MAKER)
    return importlib.import_module("c_header")


def test_sizesOfStructures_areThoseThatTheCompilerChecks(parsed):
    for header in (parsed.header(), parsed.arrays()):
        text = (parsed.HEADER if header is parsed.header() else parsed.ARRAYS).read_text()
        told = dict(re.findall(r"BINNACLE_CHECK_SIZE\((binnacle_\w+), (\d+)\)", text))
        found = {each.name: str(each.size) for each in header.structures if each.name in told}
        assert found == told and len(found) >= 6


def test_pythonExportsEachEnumeration(parsed):
    header = parsed.header()
    exported = (ROOT / "Sources/Library/Python/binnacle/__init__.py").read_text()
    names = [each.name for each in header.enumerations if each.is_for_python]
    assert len(names) == 17 and all(f'"{name}"' in exported for name in names)


C99 = ROOT / "Sources/Library/C99"


def test_binnacleC_isThatOfTheSources():
    done = subprocess.run([sys.executable, C99 / "generate.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_hash_leavesOutCommentsAndBlankLines():
    sys.path.insert(0, str(C99))
    code = importlib.import_module("generator.front").code
    text = 'let a = "// no comment"  // one\n\n  /* two\n lines */ let b = """\n  // text\n  """\n/// Three.\n'
    assert code(text) == 'let a = "// no comment"\n   let b = """\n  // text\n  """\n'
    assert code(text.replace("one", "another\n")) == code(text) != code(text.replace("b =", "c ="))
