"""What `make mutants` alters: enough constants of each driver, and each by another value of the same kind."""
import importlib.util
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPECIFICATION = importlib.util.spec_from_file_location("mutants", ROOT / "Tests/mutants/mutants.py")
mutants = importlib.util.module_from_spec(SPECIFICATION)
SPECIFICATION.loader.exec_module(mutants)
# They have the registers of another chip, whose driver they use.
SHARING = {"HMC5883L", "LIS3DH"}


def found(folder):
    result = []
    for source in sorted(folder.glob("*.swift")):
        result += mutants.instrument(source.read_text(), source.relative_to(ROOT), len(result))[1]
    return result


def test_each_driver_has_twenty_constants_to_alter():
    folders = [folder for folder in (ROOT / mutants.DRIVERS).iterdir() if folder.is_dir()]
    assert len(folders) >= 14
    for folder in folders:
        least = 5 if folder.name in SHARING else 20
        assert len(found(folder)) >= least, folder.name


def test_altered_constants_differ():
    for before, text in [("x: ", "0"), ("x: ", "9"), ("x: ", "800"), ("", "0x1e"), ("", "0b100"), ("pause: ", "11")]:
        assert mutants.altered(text, before) != int(text, 0)


def test_comments_and_texts_stay():
    text = '  static var a: UInt8 { 0x10 }  // table 7\n  /// Table 8.\n  let s = "30"\n'
    instrumented, altered = mutants.instrument(text, pathlib.Path(mutants.DRIVERS) / "CHIP/a.swift", 4)
    assert instrumented == text.replace("0x10", "mutant(5, 0x10, 0)") and len(altered) == 1


def test_each_chip_has_tests():
    suites = mutants.suites()
    for folder in (ROOT / mutants.DRIVERS).iterdir():
        assert not folder.is_dir() or suites[folder.name], folder.name
